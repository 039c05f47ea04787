//! Messages about rejected workers.

use rootstock_core_model::{Semantics, Severity, Violation};

use crate::shoots::support::{check, compiled, settings, spec, with_worker};

fn rendered(violations: &[Violation]) -> String {
    let texts = violations.iter().map(|violation| match &*violation.help {
        "" => violation.to_string(),
        help => format!("{violation}\n  help: {help}"),
    });
    texts.collect::<Vec<_>>().join("\n")
}

const PROFILE: &str =
    "{type: local, regions: [{name: eu, zones: [{name: eu-1, unavailableMachineTypes: [m]}, {name: eu-2}]}],
    kubernetes: {versions: [{version: 1.33.5}, {version: 1.32.9, expirationDate: '2026-01-01T00:00:00Z'}]},
    limits: {maxNodesTotal: 5},
    volumeTypes: [{name: fast, class: premium, minSize: 20Gi}, {name: old, class: premium, usable: false}],
    machineCapabilities: [{name: architecture, values: [amd64]}, {name: disk, values: [nvme, scsi]}],
    machineTypes: [{name: m, cpu: '4', memory: 8Gi, capabilities: {disk: [scsi]}}, {name: n, cpu: '4', memory: 8Gi}],
    machineImages: [
        {name: plain, versions: [
            {version: 1.0.0, capabilityFlavors: [{disk: [scsi]}]},
            {version: 1.1.0, capabilityFlavors: [{disk: [nvme]}, {disk: []}]},
            {version: 1.2.0, capabilityFlavors: [{disk: [scsi]}], kubeletVersionConstraint: '< 1.33'},
            {version: 0.9.0, expirationDate: '2026-01-01T00:00:00Z'}]},
        {name: other, versions: [{version: 3.0.0, capabilityFlavors: [{disk: [nvme]}]}]}]}";

#[test]
fn rejection_reasons_are_reported() {
    let workers = [
        "{name: a, machine: {type: m, image: {name: plain, version: 1.1.0}}}",
        "{name: b, machine: {type: m, image: {name: plain, version: 1.2.0}}}",
        "{name: c, machine: {type: m, image: {name: other, version: 3.0.0}}}",
        "{name: d, machine: {type: m, image: {name: plain, version: 0.9.0}}}",
        "{name: e, machine: {type: m, image: {name: plain, version: 1.0.1}}}",
        "{name: f, machine: {type: m, image: {name: plane, version: 1.0.0}}}",
        "{name: g, machine: {type: m, image: {name: plain, version: 1.0.0}}, updateStrategy: AutoInPlaceUpdate}",
        "{name: h, machine: {type: q, image: {name: plain, version: 1.0.0}}}",
        "{name: i, machine: {type: m, image: {name: plain, version: 1.0.0}}, zones: [eu-1, eu-3]}",
        "{name: j, machine: {type: m, architecture: arm64, image: {name: plain, version: 1.0.0}}}",
        "{name: k, machine: {type: n}, cri: {name: containerd, containerRuntimes: [{type: gvisor}]}}",
        "{name: l, machine: {type: n}, volume: {type: old, size: 50Gi}}",
        "{name: m, machine: {type: n}, volume: {type: fast, size: 10Gi}}",
        "{name: n, machine: {type: n}, minimum: 9}",
        "{name: o, machine: {type: n}, kubernetes: {version: 1.32.9}}",
        "{name: p, machine: {type: n, image: {name: plain, version: '1.2'}}}",
    ];
    let mut text = String::new();
    for worker in workers {
        let outcome = check(&spec(PROFILE), &with_worker(worker), None, &settings(Semantics::Documented));
        assert!(outcome.errors().next().is_some(), "{worker} is accepted");
        text.push_str(&format!("{worker}\n{}\n\n", rendered(&outcome.violations)));
    }
    insta::assert_snapshot!(text);
}

/// Another patch of the same minor is suggested, unless that is a downgrade.
#[rstest::rstest]
#[case::a_new_cluster("1.33.9", None, Some("replace it by `1.33.5`"))]
#[case::an_update("1.33.9", Some("1.33.4"), Some("replace it by `1.33.5`"))]
#[case::from_the_highest_on("1.33.9", Some("1.33.5"), Some("replace it by `1.33.5`"))]
#[case::a_downgrade("1.33.9", Some("1.33.6"), None)]
#[case::a_slip("v1.33.5", None, Some("replace it by `1.33.5`"))]
#[case::another_minor("1.39.1", None, None)]
fn another_patch_is_suggested_for_an_unknown_version(
    #[case] version: &str,
    #[case] old: Option<&str>,
    #[case] expected: Option<&str>,
) {
    let at = |version: &str| {
        let mut shoot = with_worker("{name: o, machine: {type: n}}");
        shoot.spec.kubernetes.version = version.to_owned();
        shoot
    };
    let old = old.map(at);
    let outcome = check(&spec(PROFILE), &at(version), old.as_ref(), &settings(Semantics::Documented));
    let has_rule = |violation: &&Violation| violation.rule.name == "shoot-kubernetes-version-not-offered";
    let violation = outcome.violations.iter().find(has_rule).unwrap();
    assert_eq!(violation.fix.as_ref().map(|fix| fix.title.as_str()), expected, "{}", rendered(&outcome.violations));
}

/// No help and no fix goes to a preview while there is a supported version.
#[rstest::rstest]
#[case::expired_patch("1.34.4", "the profile offers `1.34.6` of this minor version", Some("1.34.6"))]
#[case::unknown_patch("1.34.1", "the profile offers `1.34.6` of this minor version", Some("1.34.6"))]
#[case::only_a_preview("1.36.3", "of this minor version, the profile offers only the preview `1.36.0`", None)]
#[case::no_such_minor("1.39.1", "of these, `1.36.0` and `1.34.7` are previews", None)]
fn kubernetes_preview_is_suggested_last(#[case] version: &str, #[case] help: &str, #[case] fixed: Option<&str>) {
    let profile = PROFILE.replace(
        "{version: 1.33.5}",
        "{version: 1.36.0, classification: preview}, {version: 1.35.2, classification: supported},
         {version: 1.34.7, classification: preview}, {version: 1.34.6, classification: supported},
         {version: 1.34.4, expirationDate: '2026-01-01T00:00:00Z'}, {version: 1.33.5}",
    );
    let mut shoot = with_worker("{name: o, machine: {type: n}}");
    shoot.spec.kubernetes.version = version.to_owned();
    let outcome = check(&spec(&profile), &shoot, None, &settings(Semantics::Documented));
    let has_rule = |violation: &&Violation| violation.rule.name == "shoot-kubernetes-version-not-offered";
    let violation = outcome.violations.iter().find(has_rule).unwrap();
    assert_eq!(violation.help, help);
    let title = violation.fix.as_ref().map(|fix| fix.title.clone());
    assert_eq!(title, fixed.map(|fixed| format!("replace it by `{fixed}`")));
}

/// An unknown version and an expired one get the same advice, and a repeated version is named once.
#[rstest::rstest]
#[case::unknown("plain", "1.0.1", "versions that fit: `1.0.0`; as a preview: `1.4.0`")]
#[case::expired("plain", "0.9.0", "the nearest version that fits is `1.0.0`")]
#[case::other_image("rest", "0.9.0", "no version of `rest` fits; `plain` `1.0.0` does")]
#[case::only_previews("fresh", "0.1.0", "only previews fit: `2.0.0`")]
fn image_preview_is_suggested_last(#[case] image: &str, #[case] version: &str, #[case] help: &str) {
    let profile = PROFILE.replace(
        "{name: plain, versions: [",
        "{name: rest, versions: [{version: 0.9.0, expirationDate: '2026-01-01T00:00:00Z'}]},
         {name: fresh, versions: [{version: 2.0.0, classification: preview, capabilityFlavors: [{disk: [scsi]}]},
                                  {version: 2.0.0, classification: preview, capabilityFlavors: [{disk: [scsi]}]}]},
         {name: plain, versions: [{version: 1.4.0, classification: preview, capabilityFlavors: [{disk: [scsi]}]},",
    );
    let worker = format!("{{name: a, machine: {{type: m, image: {{name: {image}, version: {version}}}}}}}");
    let outcome = check(&spec(&profile), &with_worker(&worker), None, &settings(Semantics::Documented));
    assert_eq!(outcome.violations[0].help, help, "{}", rendered(&outcome.violations));
}

#[test]
fn skipped_minor_names_the_next_one() {
    let at = |version: &str| {
        let mut shoot = with_worker("{name: o, machine: {type: n}}");
        shoot.spec.kubernetes.version = version.to_owned();
        shoot
    };
    let settings = settings(Semantics::Documented);
    let outcome = check(&spec(PROFILE), &at("1.33.5"), Some(&at("1.31.2")), &settings);
    assert!(rendered(&outcome.violations).contains("update to 1.32.x first"), "{}", rendered(&outcome.violations));
}

/// In a desired state, an expired version may have been in use before.
#[test]
fn expired_versions_in_state_are_warnings() {
    use rootstock_admission::{ShootOperation, check_shoot};
    use rootstock_judge::Judge;
    let spec = spec(PROFILE);
    let settings = settings(Semantics::Documented);
    let profile = compiled(&spec, &settings);
    let judge = Judge::new(&profile, settings);
    let mut shoot = with_worker("{name: d, machine: {type: m, image: {name: plain, version: 0.9.0}}}");
    shoot.spec.kubernetes.version = "1.32.9".to_owned();
    let outcome = check_shoot(&shoot, ShootOperation::State, judge);
    assert!(outcome.violations.iter().all(|violation| violation.severity == Severity::Warning));
    assert_eq!(outcome.violations.len(), 2, "{:?}", outcome.violations);
}

/// The suggestion appears however many newer versions there are; twelve of them are listed.
#[test]
fn typo_in_old_image_version_gets_a_suggestion() {
    let versions: Vec<String> = (0..30).map(|minor| format!("{{version: 1.{minor}.0}}")).collect();
    let profile = format!(
        "{{type: local, regions: [{{name: eu}}], kubernetes: {{versions: [{{version: 1.33.5}}]}},
        machineTypes: [{{name: m}}], machineImages: [{{name: plain, versions: [{}]}}]}}",
        versions.join(", "),
    );
    let worker = with_worker("{name: a, machine: {type: m, image: {name: plain, version: v1.0.0}}}");
    let outcome = check(&spec(&profile), &worker, None, &settings(Semantics::Documented));
    let violation = outcome.violations.iter().find(|one| one.rule.name == "worker-image-not-offered").unwrap();
    assert_eq!(violation.help, "did you mean `1.0.0`?");
    assert!(violation.fix.is_some());
}

#[test]
fn supported_values_are_none_if_the_profile_offers_none() {
    let profile = PROFILE.replace("volumeTypes: [", "volumeTypes: [], unknown: [");
    let worker = with_worker("{name: l, machine: {type: n}, volume: {type: fast, size: 50Gi}}");
    let outcome = check(&spec(&profile), &worker, None, &settings(Semantics::Documented));
    let violation = outcome.violations.iter().find(|one| one.rule.name == "worker-volume-type-unknown").unwrap();
    assert_eq!(
        violation.to_string(),
        r#"spec.provider.workers[0].volume.type: Unsupported value: "fast": supported values: none"#
    );
}

/// A machine type with a similar name that the worker cannot have is mentioned with the reason, but not offered as a
/// fix.
#[rstest::rstest]
#[case::one_that_fits("middle", "did you mean `middlle`?", true)]
#[case::one_that_does_not(
    "largge",
    "did you mean `large`? That one does not fit: its architecture is `arm64`, but the worker has `amd64`",
    false
)]
#[case::nothing_alike("huge", "", false)]
fn typo_in_machine_type_gets_a_suggestion(#[case] name: &str, #[case] help: &str, #[case] is_fixed: bool) {
    let profile = "{type: local, regions: [{name: eu}], kubernetes: {versions: [{version: 1.33.5}]},
        machineTypes: [{name: middlle, architecture: amd64}, {name: large, architecture: arm64}],
        machineImages: [{name: plain, versions: [{version: 1.0.0}]}]}";
    let worker = format!("{{name: a, machine: {{type: {name}, image: {{name: plain, version: 1.0.0}}}}}}");
    let outcome = check(&spec(profile), &with_worker(&worker), None, &settings(Semantics::Documented));
    let violation = outcome.violations.iter().find(|one| one.rule.name == "worker-machine-type-unknown").unwrap();
    assert_eq!(violation.help, help);
    assert_eq!(violation.fix.is_some(), is_fixed);
}
