//! Flavors, and the legacy architectures next to them.

use rootstock_admission::Operation;
use rootstock_core_model::{Semantics, Violation};
use rstest::rstest;
use serde_json::{Value, json};

use crate::cloud_profile::edited::{Edit, assert_findings, base, check, flavors, legacy, one_architecture, version};

const V: &str = "spec.machineImages[0].versions[0]";

fn at(expected: &[&str]) -> Vec<String> {
    expected.iter().map(|finding| finding.replace("V.", &format!("{V}."))).collect()
}

#[track_caller]
fn assert_at_version(profile: Value, edit: Edit, documented: &[&str], gardener: &[&str]) {
    let (documented, gardener) = (at(documented), at(gardener));
    let documented: Vec<&str> = documented.iter().map(String::as_str).collect();
    let gardener: Vec<&str> = gardener.iter().map(String::as_str).collect();
    assert_findings(profile, edit, &documented, &gardener);
}

#[rstest]
#[case::none(
    |p: &mut Value| { version(p).as_object_mut().unwrap().remove("capabilityFlavors"); },
    &["flavors-missing V.capabilityFlavors"], &["flavors-missing V.capabilityFlavors"],
)]
#[case::an_empty_list(
    |p: &mut Value| *flavors(p) = json!([]),
    &["flavors-missing V.capabilityFlavors"], &["flavors-missing V.capabilityFlavors"],
)]
#[case::nothing_follows_from_missing_flavors(
    |p: &mut Value| *version(p) = json!({"version": "1.0.0", "architectures": ["riscv64"]}),
    &["flavors-missing V.capabilityFlavors"], &["flavors-missing V.capabilityFlavors"],
)]
#[case::without_architecture(
    |p: &mut Value| *flavors(p) = json!([{"hostType": ["metal"]}]),
    &["flavor-without-architecture V.capabilityFlavors[0].architecture"],
    &["flavor-without-architecture V.capabilityFlavors[0].architecture"],
)]
#[case::with_an_empty_architecture(
    |p: &mut Value| *flavors(p) = json!([{"architecture": []}]),
    &["flavor-without-architecture V.capabilityFlavors[0].architecture"],
    &["flavor-without-architecture V.capabilityFlavors[0].architecture"],
)]
#[case::empty(
    |p: &mut Value| *flavors(p) = json!([{}]),
    &["flavor-without-architecture V.capabilityFlavors[0].architecture"],
    &["flavor-without-architecture V.capabilityFlavors[0].architecture"],
)]
#[case::several_architectures(
    |p: &mut Value| *flavors(p) = json!([{"architecture": ["arm64", "amd64"]}]),
    &[r#"flavor-with-several-architectures V.capabilityFlavors[0].architecture ["arm64","amd64"]"#],
    &[r#"flavor-with-several-architectures V.capabilityFlavors[0].architecture ["arm64","amd64"]"#],
)]
#[case::unregistered_name(
    |p: &mut Value| *flavors(p) = json!([{"architecture": ["amd64"], "gpu": ["none"]}]),
    &["flavor-capability-unregistered V.capabilityFlavors[0].gpu gpu"],
    &["flavor-capability-unregistered V.capabilityFlavors[0] gpu"],
)]
#[case::unregistered_values_each(
    |p: &mut Value| *flavors(p) = json!([{"architecture": ["amd64"], "hostType": ["x", "metal", "x"]}]),
    &["flavor-value-unregistered V.capabilityFlavors[0].hostType[0] x", "flavor-value-unregistered V.capabilityFlavors[0].hostType[2] x"],
    &["flavor-value-unregistered V.capabilityFlavors[0].hostType[0] x", "flavor-value-unregistered V.capabilityFlavors[0].hostType[2] x"],
)]
#[case::an_empty_list_of_values(
    |p: &mut Value| *flavors(p) = json!([{"architecture": ["amd64"], "hostType": null}]),
    &["(capability-list-empty V.capabilityFlavors[0].hostType [])"],
    &["(capability-list-empty V.capabilityFlavors[0].hostType [])"],
)]
#[case::equal_after_defaulting(
    |p: &mut Value| *flavors(p) = json!([
        {"architecture": ["amd64"]},
        {"architecture": ["arm64"]},
        {"hostType": ["metal", "virtual"], "architecture": ["amd64"]},
    ]),
    &[r#"flavors-equal V.capabilityFlavors[2] {"architecture":["amd64"],"hostType":["metal","virtual"]}"#],
    &[],
)]
#[case::equal_with_repeated_values(
    |p: &mut Value| *flavors(p) = json!([
        {"architecture": ["amd64"], "hostType": ["metal"]},
        {"architecture": ["amd64"], "hostType": ["metal", "metal"]},
    ]),
    &[r#"flavors-equal V.capabilityFlavors[1] {"architecture":["amd64"],"hostType":["metal","metal"]}"#],
    &[],
)]
#[case::overlapping_flavors_are_no_equal_ones(
    |p: &mut Value| *flavors(p) = json!([{"architecture": ["amd64"]}, {"architecture": ["amd64"], "hostType": ["metal"]}]),
    &[], &[],
)]
fn flavors_with_several_architectures_are_validated(
    #[case] edit: Edit,
    #[case] documented: &[&str],
    #[case] gardener: &[&str],
) {
    assert_at_version(base(), edit, documented, gardener);
}

#[rstest]
#[case::none(|p: &mut Value| *flavors(p) = json!([]), &[], &[])]
#[case::without_architecture(|p: &mut Value| *flavors(p) = json!([{"hostType": ["metal"]}]), &[], &[])]
#[case::several_architectures(
    |p: &mut Value| *flavors(p) = json!([{"architecture": ["amd64", "amd64"]}]),
    &[r#"flavor-with-several-architectures V.capabilityFlavors[0].architecture ["amd64","amd64"]"#],
    &[r#"flavor-with-several-architectures V.capabilityFlavors[0].architecture ["amd64","amd64"]"#],
)]
#[case::an_empty_architecture(
    |p: &mut Value| *version(p) = json!({"version": "1.0.0", "architectures": ["amd64"], "capabilityFlavors": [{"architecture": []}]}),
    &["(capability-list-empty V.capabilityFlavors[0].architecture [])"],
    &["(capability-list-empty V.capabilityFlavors[0].architecture [])"],
)]
#[case::legacy_without_flavors(|p: &mut Value| *version(p) = json!({"version": "1.0.0", "architectures": ["amd64"]}), &[], &[])]
#[case::legacy_with_omitted_architecture(
    |p: &mut Value| *version(p) = json!({"version": "1.0.0", "architectures": ["amd64"], "capabilityFlavors": [{}]}), &[], &[],
)]
#[case::legacy_unregistered(
    |p: &mut Value| version(p)["architectures"] = json!(["amd64", "arm64"]),
    &["legacy-architecture-unregistered V.architectures[1] arm64"],
    &[
        r#"legacy-architectures-conflict V.architectures ["amd64","arm64"]"#,
        "legacy-architecture-unregistered V.architectures[1] arm64",
    ],
)]
fn flavors_with_one_architecture_are_validated(
    #[case] edit: Edit,
    #[case] documented: &[&str],
    #[case] gardener: &[&str],
) {
    assert_at_version(one_architecture(), edit, documented, gardener);
}

#[rstest]
#[case::the_same(|p: &mut Value| version(p)["architectures"] = json!(["arm64", "amd64", "arm64"]), &[], &[])]
#[case::fewer(
    |p: &mut Value| version(p)["architectures"] = json!(["amd64"]),
    &[r#"legacy-architectures-conflict V.architectures ["amd64"]"#], &[],
)]
#[case::more(
    |p: &mut Value| { *flavors(p) = json!([{"architecture": ["amd64"]}]); version(p)["architectures"] = json!(["amd64", "arm64"]); },
    &[r#"legacy-architectures-conflict V.architectures ["amd64","arm64"]"#],
    &[r#"legacy-architectures-conflict V.architectures ["amd64","arm64"]"#],
)]
#[case::unregistered_on_the_flavor(
    |p: &mut Value| { *flavors(p) = json!([{"architecture": ["arm"]}]); version(p)["architectures"] = json!(["arm64"]); },
    &["flavor-value-unregistered V.capabilityFlavors[0].architecture[0] arm"],
    &[
        "flavor-value-unregistered V.capabilityFlavors[0].architecture[0] arm",
        r#"legacy-architectures-conflict V.architectures ["arm64"]"#,
    ],
)]
fn legacy_architectures_are_validated(#[case] edit: Edit, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_at_version(base(), edit, documented, gardener);
}

#[rstest]
#[case::unknown(
    |p: &mut Value| version(p)["architectures"] = json!(["amd64", "", "x86_64"]),
    &["legacy-architecture-unknown V.architectures[1]", "legacy-architecture-unknown V.architectures[2] x86_64"],
)]
#[case::flavors(
    |p: &mut Value| *flavors(p) = json!([{"architecture": ["amd64", "arm64"], "x": []}]),
    &["flavors-without-definition V.capabilityFlavors"],
)]
fn flavors_without_definitions_are_validated(#[case] edit: Edit, #[case] both: &[&str]) {
    assert_at_version(legacy(), edit, both, both);
}

/// The name that was probably meant, as a question and as a fix. If it is already in use, renaming would create a
/// duplicate, so there is no fix.
#[rstest]
#[case::a_slip(json!({"architecture": ["amd64"], "hostTyp": ["metal"]}), "did you mean `hostType`?", Some("rename it to `hostType`"))]
#[case::next_to_it(
    json!({"architecture": ["amd64"], "hostType": ["metal"], "hostTyp": ["metal"]}),
    "`hostType` is already set here: if `hostTyp` means the same, merge the two",
    None
)]
#[case::another_name(
    json!({"architecture": ["amd64"], "colour": ["red"]}),
    "register `colour` in `spec.machineCapabilities`, or remove it here",
    None
)]
fn misspelled_name_gets_a_suggestion(#[case] flavor: Value, #[case] help: &str, #[case] fix: Option<&str>) {
    let mut profile = base();
    *flavors(&mut profile) = json!([flavor, {"architecture": ["arm64"]}]);
    let outcome = check(&profile, Operation::Create, Semantics::Documented);
    let has_rule = |violation: &&Violation| violation.rule.name == "flavor-capability-unregistered";
    let violation = outcome.violations.iter().find(has_rule).unwrap();
    assert_eq!(violation.help, help);
    assert_eq!(violation.fix.as_ref().map(|fix| fix.title.as_str()), fix);
}
