//! One worker: the recorded rows, the filters, the quirks.

use rootstock_core_model::{Quirks, Semantics};
use rootstock_judge::ObstacleKind;
use rootstock_maintenance::{Decision, Planner, UpdateCause, VersionOutcome, WorkerRow};
use rstest::rstest;
use serde_json::{Value, json};

use crate::samples::{NOW, compile, image, outcome, simple, versions, worker};

/// The outcome of each version, `VERSION outcome: description`.
fn version_outcomes(profile: &Value, current: &str, over: &Value, auto: bool, quirks: Quirks) -> Vec<String> {
    let (profile, worker) = (compile(profile), worker(current, over));
    let explained = Planner::new(&profile, quirks).explain_image(&WorkerRow::from(&worker), "1.30.4", auto, NOW);
    let explained = explained.unwrap();
    explained.versions.iter().map(|it| format!("{} {}: {}", it.version, it.fate.as_str(), it.fate)).collect()
}

/// A profile with one image gives the recorded results for its versions alone.
#[test]
fn image_update_follows_strategy_and_semantics() {
    let rows =
        include_str!("../../../../../fixtures/updates/machine-images.txt").lines().filter(|row| !row.starts_with('#'));
    for row in rows {
        let cells: Vec<&str> = row.split("; ").collect();
        let [strategy, current, how, versions, documented] = cells[..5] else { panic!("{row}") };
        let profile = simple(strategy, versions, "");
        let target = |semantics| outcome(&image(&profile, &worker(current, &json!({})), how == "auto", semantics));
        assert_eq!(target(Semantics::Documented), documented, "{row}");
        assert_eq!(target(Semantics::Gardener), *cells.get(5).unwrap_or(&documented), "{row}");
    }
}

/// The levels are taken in order, and each version has a reason for not being the target, in both semantics.
#[rstest]
#[case("patch", "1.1.0", "1.2.0:s 1.1.4:E 1.1.0:E", Quirks::NONE, [
    "1.2.0 later: a nearer step comes first; a later maintenance may go there",
    "1.1.4 target: the update goes here",
    "1.1.0 not-higher: it is not higher than the version in use",
])]
#[case("patch", "1.1.0", "1.2.0:s 1.1.4:E 1.1.0:E", Quirks::GARDENER_1_150, [
    "1.2.0 target: the update goes here",
    "1.1.4 expired-level: it has expired, and Gardener's forced updates skip the current minor or major if it has only expired versions",
    "1.1.0 not-higher: it is not higher than the version in use",
])]
#[case("minor", "1.1.0", "1.2.1:E 1.1.4:p 1.1.0:E", Quirks::GARDENER_1_150, [
    "1.2.1 expired-level: it has expired, and Gardener's forced updates skip the current minor or major if it has only expired versions",
    "1.1.4 preview: no update goes to a preview",
    "1.1.0 not-higher: it is not higher than the version in use",
])]
#[case("major", "3.0.0", "5.1.0:E 4.0.0:s 3.0.0:E", Quirks::NONE, [
    "5.1.0 expired: it has expired",
    "4.0.0 below-expired: a later version has expired, and with update strategy `major` forced updates go only to the latest version",
    "3.0.0 not-higher: it is not higher than the version in use",
])]
#[case("major", "3.0.0", "5.1.0:E 4.0.0:s 3.0.0:E", Quirks::GARDENER_1_150, [
    "5.1.0 expired: it has expired",
    "4.0.0 target: the update goes here",
    "3.0.0 not-higher: it is not higher than the version in use",
])]
fn expired_levels_are_explained(
    #[case] strategy: &str,
    #[case] current: &str,
    #[case] written: &str,
    #[case] quirks: Quirks,
    #[case] expected: [&str; 3],
) {
    let profile = json!({
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "updateStrategy": strategy, "versions": versions(written) }],
    });
    assert_eq!(version_outcomes(&profile, current, &json!({}), false, quirks), expected);
}

/// The versions that remain for nodes that are updated in place.
#[rstest]
#[case("1.0.0", "0.9.0")]
#[case("1.1.0", "1.1.0 1.2.0 0.9.0")]
#[case("1.2.0", "1.2.0 1.3.0 0.9.0")]
#[case("1.3.0", "1.2.0 1.3.0 0.9.0")]
#[case("9.0.0", "1.2.0 1.3.0 0.9.0")]
fn in_place_pool_keeps_supported_versions(#[case] current: &str, #[case] expected: &str) {
    let version = |version: &str, supported: bool, minimum: Option<&str>| {
        let mut in_place = json!({ "supported": supported });
        if let Some(minimum) = minimum {
            in_place["minVersionForUpdate"] = json!(minimum);
        }
        json!({ "version": version, "inPlaceUpdates": in_place })
    };
    let profile = compile(&json!({
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            version("1.0.0", false, None),
            version("1.1.0", true, None),
            version("1.2.0", true, Some("1.1.0")),
            version("1.3.0", true, Some("1.2.0")),
            version("0.9.0", true, Some("0.5.0")),
            version("2.0.0", false, Some("0.1.0")),
        ] }],
    }));
    for strategy in ["AutoInPlaceUpdate", "ManualInPlaceUpdate"] {
        let worker = worker(current, &json!({ "updateStrategy": strategy }));
        let explained =
            Planner::new(&profile, Quirks::NONE).explain_image(&WorkerRow::from(&worker), "1.30.4", true, NOW);
        let explained = explained.unwrap();
        let survivors: Vec<&str> = explained
            .versions
            .iter()
            .filter(|version| !matches!(version.fate, VersionOutcome::Dropped { .. }))
            .map(|version| version.version.as_str())
            .collect();
        assert_eq!(survivors.join(" "), expected);
    }
}

fn with_capabilities() -> Value {
    json!({
        "machineCapabilities": [
            { "name": "architecture", "values": ["amd64", "arm64"] },
            { "name": "storage", "values": ["NVMe", "SCSI"] },
        ],
        "machineTypes": [{ "name": "small", "capabilities": { "architecture": ["amd64"], "storage": ["SCSI"] } }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0", "capabilityFlavors": [{ "architecture": ["amd64"] }] },
            { "version": "1.1.0", "capabilityFlavors": [{ "architecture": ["arm64"] }] },
            { "version": "1.2.0", "capabilityFlavors": [{ "architecture": ["amd64"], "storage": ["NVMe"] }] },
            { "version": "1.3.0", "capabilityFlavors": [{ "architecture": ["amd64"] }],
              "cri": [{ "name": "containerd", "containerRuntimes": [{ "type": "kata" }] }] },
            { "version": "1.4.0", "capabilityFlavors": [{ "architecture": ["amd64"] }],
              "cri": [{ "name": "docker" }] },
            { "version": "1.5.0", "capabilityFlavors": [{ "architecture": ["amd64"] }],
              "cri": [{ "name": "containerd", "containerRuntimes": [{ "type": "gvisor" }] }],
              "kubeletVersionConstraint": ">= 1.26, < 1.30 || ~1.31" },
            { "version": "1.6.0", "capabilityFlavors": [{ "architecture": ["amd64"] }],
              "cri": [{ "name": "containerd", "containerRuntimes": [{ "type": "gvisor" }] }],
              "inPlaceUpdates": { "supported": true, "minVersionForUpdate": "1.5.0" } },
        ] }],
    })
}

/// The cache of a planner holds only what pools with the same demands share: an in-place update depends on the version in use.
#[test]
fn cached_decision_equals_fresh_decision() {
    let mut profile = with_capabilities();
    for version in profile["machineImages"][0]["versions"].as_array_mut().unwrap() {
        version["inPlaceUpdates"] = json!({ "supported": true, "minVersionForUpdate": "1.5.0" });
    }
    let profile = compile(&profile);
    let runtimes = json!({ "name": "containerd", "containerRuntimes": [{ "type": "gvisor" }] });
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let mut planner = Planner::new(&profile, Quirks::of(semantics));
        for version in ["1.0.0", "1.5.0", "1.6.0", "1.7.0"] {
            for strategy in ["AutoRollingUpdate", "AutoInPlaceUpdate"] {
                for over in [json!({}), json!({ "cri": runtimes })] {
                    let mut over = over;
                    over["updateStrategy"] = json!(strategy);
                    let worker = worker(version, &over);
                    let cached = planner.image(&WorkerRow::from(&worker), "1.30.4", true, NOW);
                    assert_eq!(cached, image(&profile, &worker, true, semantics), "{version} {over}");
                }
            }
        }
    }
}

#[test]
fn every_version_has_an_outcome_with_detail() {
    let over = json!({
        "cri": { "name": "containerd", "containerRuntimes": [{ "type": "gvisor" }] },
        "updateStrategy": "AutoInPlaceUpdate",
    });
    insta::assert_debug_snapshot!(version_outcomes(&with_capabilities(), "1.0.0", &over, true, Quirks::NONE));
}

#[test]
fn failure_counts_obstacles_of_higher_versions() {
    let over = json!({
        "cri": { "name": "containerd", "containerRuntimes": [{ "type": "gvisor" }] },
        "updateStrategy": "AutoInPlaceUpdate",
    });
    let decision = image(&compile(&with_capabilities()), &worker("1.0.0", &over), false, Semantics::Documented);
    insta::assert_snapshot!(decision, @"the version in use does not fit the container runtimes, but `1.6.0`, the target of the update, does not fit: in-place updates to it need at least `1.5.0`, but `1.0.0` is in use; offer a higher version that the nodes can be updated to in place; of 6 higher 1 does not fit the architecture, 1 does not fit the machine type's capabilities, 2 do not fit the container runtimes, 1 does not fit the kubelet's version, 1 does not fit in-place updates");
    insta::assert_json_snapshot!(decision, @r#"
    {
      "outcome": "failed",
      "cause": "does-not-fit",
      "reason": "container-runtime",
      "failure": "target-does-not-fit",
      "message": "`1.6.0`, the target of the update, does not fit: in-place updates to it need at least `1.5.0`, but `1.0.0` is in use; offer a higher version that the nodes can be updated to in place; of 6 higher 1 does not fit the architecture, 1 does not fit the machine type's capabilities, 2 do not fit the container runtimes, 1 does not fit the kubelet's version, 1 does not fit in-place updates"
    }
    "#);
}

/// A version that exists but does not fit (any more) counts as missing, which forces an update.
#[rstest]
#[case(json!({ "machine": { "architecture": "arm64" } }), "1.0.0", ObstacleKind::Architecture)]
#[case(json!({}), "1.2.0", ObstacleKind::Capabilities)]
#[case(json!({}), "1.4.0", ObstacleKind::ContainerRuntime)]
#[case(json!({}), "1.5.0", ObstacleKind::Kubelet)]
#[case(json!({ "updateStrategy": "AutoInPlaceUpdate" }), "1.0.0", ObstacleKind::InPlace)]
fn cause_names_the_obstacle(#[case] over: Value, #[case] current: &str, #[case] reason: ObstacleKind) {
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let decision = image(&compile(&with_capabilities()), &worker(current, &over), false, semantics);
        assert_eq!(decision.cause(), Some(UpdateCause::DoesNotFit(reason)), "{semantics:?}");
    }
}

#[test]
fn worker_architecture_restricts_flavors() {
    // Flavor arm64 fits the storage, flavor amd64 the worker; no flavor fits both.
    let profile = json!({
        "machineCapabilities": [
            { "name": "architecture", "values": ["amd64", "arm64"] },
            { "name": "storage", "values": ["NVMe", "SCSI"] },
        ],
        "machineTypes": [{ "name": "small", "capabilities": { "storage": ["SCSI"] } }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0" },
            { "version": "1.1.0", "capabilityFlavors": [
                { "architecture": ["amd64"], "storage": ["NVMe"] },
                { "architecture": ["arm64"], "storage": ["SCSI"] },
            ] },
        ] }],
    });
    let target = |quirks| {
        let decision = Planner::new(&compile(&profile), quirks).image(
            &WorkerRow::from(&worker("1.0.0", &json!({}))),
            "1.30.4",
            true,
            NOW,
        );
        outcome(&decision)
    };
    assert_eq!(target(Quirks::NONE), "-");
    assert_eq!(target(Quirks::NONE.with("worker_architecture_is_separate", true).unwrap()), "1.1.0");
}

#[test]
fn flavor_defaults_apply_before_architectures() {
    let profile = json!({
        "machineCapabilities": [
            { "name": "architecture", "values": ["amd64"] },
            { "name": "storage", "values": ["NVMe", "SCSI"] },
        ],
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0" }, { "version": "1.1.0", "capabilityFlavors": [{ "storage": ["NVMe"] }] },
        ] }],
    });
    let target = |semantics| outcome(&image(&compile(&profile), &worker("1.0.0", &json!({})), true, semantics));
    assert_eq!((target(Semantics::Documented).as_str(), target(Semantics::Gardener).as_str()), ("1.1.0", "-"));
}

#[test]
fn version_without_flavors_counts_as_one_flavor() {
    let profile = json!({
        "machineCapabilities": [
            { "name": "architecture", "values": ["amd64"] },
            { "name": "storage", "values": ["NVMe", "SCSI"] },
        ],
        "machineTypes": [{ "name": "small", "capabilities": { "storage": [] } }],
        "machineImages": [{ "name": "os", "versions": [{ "version": "1.0.0" }, { "version": "1.1.0" }] }],
    });
    let decision = |semantics| image(&compile(&profile), &worker("1.0.0", &json!({})), true, semantics);
    assert_eq!(decision(Semantics::Documented).cause(), Some(UpdateCause::DoesNotFit(ObstacleKind::Capabilities)));
    assert_eq!(outcome(&decision(Semantics::Gardener)), "1.1.0");
}

#[test]
fn names_are_compared_exactly() {
    let profile = simple("major", "1.0.0 1.1.0", "");
    let worker = worker("1.0.0", &json!({ "machine": { "image": { "name": "OS" } } }));
    let documented = image(&profile, &worker, false, Semantics::Documented);
    assert_eq!(documented.failed().unwrap().failure.code(), "image-missing");
    let gardener = image(&profile, &worker, false, Semantics::Gardener);
    assert_eq!((outcome(&gardener).as_str(), gardener.cause()), ("1.1.0", Some(UpdateCause::SpelledDifferently)));
}

#[rstest]
#[case(json!({ "machine": { "type": "smal" } }), "machine-type-missing", "did you mean `small`?")]
#[case(json!({ "machine": { "image": { "name": "so" } } }), "image-missing", "machine image `so`")]
#[case(json!({ "machine": { "image": null } }), "no-image", "has no machine image")]
#[case(json!({ "machine": { "image": { "version": null } } }), "no-image", "has no machine image")]
#[case(json!({ "kubernetes": { "version": "foo" } }), "kubernetes-version-unreadable", "`foo` is not a valid version")]
fn unresolvable_reference_is_a_failure(#[case] over: Value, #[case] code: &str, #[case] words: &str) {
    let profile = simple("major", "1.0.0 1.1.0", "");
    let worker = worker("1.0.0", &over);
    let decision = image(&profile, &worker, true, Semantics::Documented);
    assert_eq!(decision.failed().unwrap().failure.code(), code);
    let explained = Planner::new(&profile, Quirks::NONE).explain_image(&WorkerRow::from(&worker), "1.30.4", true, NOW);
    let words_found = explained.unwrap_err().to_string();
    assert!(words_found.contains(words), "{words_found}");
}

#[rstest]
#[case("major", "foo", "1.0.0 1.1.0", "version-unreadable")]
#[case("major", "1.0.0", "1.0.0 foo", "profile-version-unreadable")]
#[case("sometimes", "1.0.0", "1.0.0 1.1.0", "update-strategy-unreadable")]
fn malformed_version_or_strategy_is_a_failure(
    #[case] strategy: &str,
    #[case] current: &str,
    #[case] versions: &str,
    #[case] code: &str,
) {
    let decision = image(&simple(strategy, versions, ""), &worker(current, &json!({})), true, Semantics::Documented);
    assert_eq!(decision.failed().unwrap().failure.code(), code);
}

#[test]
fn omitted_fields_have_api_defaults() {
    // No architecture, no cri, no strategy: amd64, containerd, rolling.
    let profile = simple("major", "1.0.0 1.1.0", "");
    let row = WorkerRow {
        machine_type: "small".into(),
        image_name: Some("os".into()),
        image_version: Some("1.0.0".into()),
        ..Default::default()
    };
    assert_eq!(outcome(&Planner::new(&profile, Quirks::NONE).image(&row, "1.30.4", true, NOW)), "1.1.0");
}

#[test]
fn up_to_date_counts_unfit_higher_versions() {
    let profile = compile(&json!({
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0", "architectures": ["amd64"] },
            { "version": "1.1.0", "architectures": ["arm64"] },
        ] }],
    }));
    let decision = image(&profile, &worker("1.0.0", &json!({})), true, Semantics::Documented);
    let said = decision.to_string();
    let start = "automatic updates are on, and there is no version to update to; of 1 higher 1 does not fit ";
    assert!(said.starts_with(start), "{said}");
    let written = serde_json::to_value(&decision).unwrap();
    assert_eq!(written["higher"]["count"], 1, "{written}");
    assert_eq!(written["higher"]["unfit"].as_object().map(serde_json::Map::len), Some(1), "{written}");
}

#[test]
fn pre_release_twin_is_an_ordinary_version() {
    // An in-place twin of each version: rolling pools leave it, in-place pools stay on it.
    let profile = compile(&json!({
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "updateStrategy": "minor", "versions": [
            { "version": "1877.12.0", "classification": "supported" },
            { "version": "1877.12.0-inplace", "inPlaceUpdates": { "supported": true, "minVersionForUpdate": "1877.1.0-inplace" } },
        ] }],
    }));
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let rolling = image(&profile, &worker("1877.12.0-inplace", &json!({})), true, semantics);
        assert_eq!(outcome(&rolling), "1877.12.0");
        let in_place = worker("1877.12.0-inplace", &json!({ "updateStrategy": "AutoInPlaceUpdate" }));
        assert!(matches!(image(&profile, &in_place, true, semantics), Decision::UpToDate { .. }));
        let older = worker("1877.9.0-inplace", &json!({ "updateStrategy": "AutoInPlaceUpdate" }));
        assert_eq!(outcome(&image(&profile, &older, false, semantics)), "1877.12.0-inplace");
    }
}

#[test]
fn unclassified_version_is_supported() {
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let decision =
            image(&simple("patch", "1.0.0:s 1.0.1 1.0.2:d", ""), &worker("1.0.0", &json!({})), true, semantics);
        assert_eq!(outcome(&decision), "1.0.1");
    }
}
