//! Every quirk on its own changes the verdict on its example, and nothing else in a valid profile.

use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::{Quirks, Semantics, Settings};
use rstest::rstest;
use serde_json::{Value, json};

use crate::cloud_profile::edited::{
    base, capabilities, decode, findings, flavors, legacy, machine_type, one_architecture, settings,
};

/// An old profile, a new one, and the action to check.
type Example = (Value, Value, Action);

enum Action {
    Judge,
    Create,
    Update,
}

fn judge(profile: Value) -> Example {
    (legacy(), profile, Action::Judge)
}

fn edited(mut profile: Value, edit: impl Fn(&mut Value)) -> Value {
    edit(&mut profile);
    profile
}

fn in_spec(mut profile: Value, field: &str, value: Value) -> Value {
    profile["spec"][field] = value;
    profile
}

#[rstest]
#[case("gardener_paths", judge(edited(base(), |p| capabilities(p)[1]["values"] = json!([]))))]
#[case("follow_up_errors", judge(edited(legacy(), |p| p["spec"]["kubernetes"]["versions"] = json!([]))))]
#[case("repeated_name_hides_findings", judge(in_spec(legacy(), "volumeTypes", json!([
    {"name": "a", "class": "a"}, {"name": "a", "class": "a"}, {"name": "", "class": "a"},
]))))]
#[case("last_definition_wins", judge(edited(base(), |p| *capabilities(p) = json!([
    {"name": "architecture", "values": ["amd64", "arm64"]},
    {"name": "hostType", "values": []},
    {"name": "hostType", "values": ["virtual"]},
]))))]
#[case("update_syncs_before_validation", (legacy(), edited(base(), |p| *flavors(p) = json!([])), Action::Update))]
#[case("legacy_architectures_may_be_fewer", judge(edited(base(), |p| crate::cloud_profile::edited::version(p)["architectures"] = json!(["amd64"]))))]
#[case("version_keys_collide_across_images", judge(in_spec(legacy(), "machineImages", json!([
    {"name": "os", "versions": [{"version": "1.0.0-2.0.0"}]},
    {"name": "os-1.0.0", "versions": [{"version": "2.0.0"}]},
]))))]
#[case("equal_flavors_pass", judge(edited(base(), |p| *flavors(p) = json!([{"architecture": ["amd64"]}, {"architecture": ["amd64"]}]))))]
#[case("undeclared_architecture_is_not_compared", judge(edited(one_architecture(), |p| {
    machine_type(p).as_object_mut().unwrap().remove("capabilities");
    machine_type(p)["architecture"] = json!("arm64");
})))]
#[case("resource_version_is_required", (edited(legacy(), |p| p["metadata"]["resourceVersion"] = json!("1")), legacy(), Action::Update))]
#[case("expired_on_create_is_dropped", (legacy(), edited(legacy(), |p| p["spec"]["kubernetes"]["versions"] = json!([
    {"version": "1.34.1"}, {"version": "1.30.0", "expirationDate": "2020-01-01T00:00:00Z"},
])), Action::Create))]
#[case("capability_values_may_repeat", judge(edited(base(), |p| capabilities(p)[1]["values"] = json!(["virtual", "metal", "virtual"]))))]
#[case("machine_type_architecture_optional", judge(edited(base(), |p| machine_type(p)["capabilities"] = json!({"hostType": ["metal"]}))))]
fn quirk_alone_changes_the_verdict(#[case] quirk: &str, #[case] (old, new, action): Example) {
    let answer = |old: &Value, new: &Value, quirks: Quirks| {
        let old = decode(old);
        let operation = match action {
            Action::Judge => Operation::State,
            Action::Create => Operation::Create,
            Action::Update => Operation::Update { old: &old },
        };
        let settings = Settings { quirks, ..settings(Semantics::Documented) };
        findings(&check_cloud_profile(&decode(new), operation, &settings))
    };
    let switched = Quirks::NONE.with(quirk, true).expect("there is such a quirk");
    assert_ne!(answer(&old, &new, Quirks::NONE), answer(&old, &new, switched));
    for valid in [base(), legacy(), one_architecture()] {
        assert_eq!(answer(&valid, &valid, switched), [] as [&str; 0]);
    }
}
