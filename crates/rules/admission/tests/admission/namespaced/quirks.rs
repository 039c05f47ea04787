//! Gardener's oddities: both sides of each quirk, and the findings where the quirk is followed.

use rootstock_admission::Operation;
use rootstock_core_model::{NamespacedCloudProfile, Semantics};
use rstest::rstest;

use crate::namespaced::support::{LEGACY, WITH_CAPABILITIES, check, child, lines, parent, versions};

const NOTHING: [&str; 0] = [];

fn both(
    child: &NamespacedCloudProfile,
    parent_text: &str,
    operation: Operation<'_, NamespacedCloudProfile>,
) -> [Vec<String>; 2] {
    let parent = parent(parent_text);
    [Semantics::Documented, Semantics::Gardener].map(|semantics| lines(&check(child, &parent, operation, semantics)))
}

/// `override_classification_is_forbidden`.
#[test]
fn classification_is_a_warning_or_an_error() {
    let child = versions("[{version: 1.26.0, classification: deprecated}]");
    let at = "spec.machineImages[0].versions[0]";
    let [documented, gardener] = both(&child, WITH_CAPABILITIES, Operation::Create);
    assert_eq!(documented, [format!("warning: override-classified at {at}.classification")]);
    assert_eq!(
        gardener,
        [
            format!("override-classified at {at}.classification"),
            format!("override-without-effect at {at}.expirationDate")
        ]
    );
}

/// `empty_flavors_override_passes`.
#[test]
fn empty_flavor_list_is_refused_or_ignored() {
    let child = versions("[{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z', capabilityFlavors: []}]");
    let [documented, gardener] = both(&child, WITH_CAPABILITIES, Operation::Create);
    assert_eq!(documented, ["override-redeclares-capabilities at spec.machineImages[0].versions[0].capabilityFlavors"]);
    assert_eq!(gardener, NOTHING);
}

/// `override_judged_after_conversion`.
#[test]
fn overrides_are_checked_as_written_or_converted() {
    let at = "spec.machineImages[0].versions[0]";
    let legacy = versions("[{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z', architectures: [amd64]}]");
    let [documented, gardener] = both(&legacy, WITH_CAPABILITIES, Operation::Create);
    assert_eq!(documented, [format!("override-redefines at {at}.architectures")]);
    assert_eq!(
        gardener,
        [
            format!("override-redeclares-capabilities at {at}.capabilityFlavors"),
            format!("override-redefines at {at}.architectures")
        ]
    );
    let flavors =
        versions("[{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z', capabilityFlavors: [{storage: [NVMe]}]}]");
    let [documented, gardener] = both(&flavors, LEGACY, Operation::Create);
    assert_eq!(documented, [format!("override-redeclares-capabilities at {at}.capabilityFlavors")]);
    assert_eq!(gardener, NOTHING);
}

/// `capabilities_below_legacy_are_converted`.
#[test]
fn capabilities_below_a_legacy_parent_are_forbidden_or_dropped() {
    let own = child(
        "{machineTypes: [{name: own, cpu: '1', gpu: '0', memory: 1Gi, capabilities: {storage: [NVMe]}}], machineImages: [
            {name: ubuntu, versions: [{version: 1.27.0, cri: [{name: containerd}],
              capabilityFlavors: [{architecture: [amd64], storage: [NVMe]}]}]}]}",
    );
    let [documented, gardener] = both(&own, LEGACY, Operation::Create);
    assert_eq!(
        documented,
        [
            "machine-type-capabilities-without-definition at spec.machineTypes[0].capabilities",
            "flavors-without-definition at spec.machineImages[0].versions[0].capabilityFlavors"
        ]
    );
    assert_eq!(gardener, NOTHING);
    let found = check(&own, &parent(LEGACY), Operation::Create, Semantics::Documented);
    let helps: Vec<&str> = found.violations.iter().map(|violation| &*violation.help).collect();
    assert!(helps[0].contains("of CloudProfile `"), "{helps:?}");
    let architecture =
        child("{machineTypes: [{name: own, cpu: '1', gpu: '0', memory: 1Gi, capabilities: {architecture: [arm64]}}]}");
    let found = check(&architecture, &parent(LEGACY), Operation::Create, Semantics::Documented);
    assert_eq!(
        found.violations[0].help,
        "write `architecture: arm64` instead, because the parent registers no capabilities"
    );
}

/// `override_compared_literally`.
#[test]
fn empty_list_is_ignored_or_a_change() {
    let old = versions("[{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z'}]");
    let new = versions("[{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z', cri: []}]");
    let [documented, gardener] = both(&new, WITH_CAPABILITIES, Operation::Update { old: &old });
    assert_eq!(documented, NOTHING);
    assert_eq!(gardener, ["override-changed at spec.machineImages[0].versions[0]"]);
}

/// `namespaced_stages_hide_others`: documented semantics report everything in one run, each error once and at its
/// cause.
#[test]
fn findings_are_reported_at_once_or_by_stage() {
    let child = child(
        "{limits: {maxNodesTotal: -1},
          kubernetes: {versions: [{version: 1.35.0, expirationDate: '2027-01-01T00:00:00Z'}, {version: 1.34.1}]},
          machineImages: [{name: ubuntu, versions: [{version: 2.0.0, architectures: [riscv]}]}],
          machineTypes: [{name: big, architecture: ARM64}]}",
    );
    let [documented, gardener] = both(&child, WITH_CAPABILITIES, Operation::Create);
    assert_eq!(
        documented,
        [
            "machine-type-architecture-unknown at spec.machineTypes[0].architecture",
            "max-nodes-total-not-positive at spec.limits.maxNodesTotal",
            "kubernetes-override-unknown at spec.kubernetes.versions[0].version",
            "kubernetes-override-without-date at spec.kubernetes.versions[1].expirationDate",
            "legacy-architecture-unregistered at spec.machineImages[0].versions[0].architectures[0]",
            "cri-missing at spec.machineImages[0].versions[0].cri",
        ]
    );
    assert_eq!(
        gardener,
        [
            "legacy-architecture-unknown at spec.machineImages[0].versions[0].architectures[0]",
            "machine-type-architecture-unknown at spec.machineTypes[0].architecture",
            "max-nodes-total-not-positive at spec.limits.maxNodesTotal",
        ]
    );
}

/// `override_without_date_clears_it`.
#[test]
fn removed_date_restores_parent_date_or_none() {
    let old = versions("[{version: 1.25.0, expirationDate: '2026-12-31T00:00:00Z'}]");
    let new = versions("[{version: 1.25.0}]");
    let parent = parent(WITH_CAPABILITIES);
    for (semantics, date) in [(Semantics::Documented, Some("2026-01-01T00:00:00Z")), (Semantics::Gardener, None)] {
        let outcome = check(&new, &parent, Operation::Update { old: &old }, semantics);
        assert_eq!(
            lines(&outcome),
            ["warning: override-date-removed at spec.machineImages[0].versions[0].expirationDate"]
        );
        let rendered = outcome.rendered.unwrap();
        let version = &rendered.spec.images()[0].offered()[1];
        assert_eq!(version.expiration_date.map(|date| date.to_string()).as_deref(), date);
    }
}

/// The rule is followed, and the help says what to do.
#[test]
fn strategy_of_an_image_of_the_parent_is_frozen() {
    let strategy = |strategy: &str| {
        child(&format!(
            "{{machineImages: [{{name: ubuntu, {strategy} versions: [{{version: 1.26.0, \
             expirationDate: '2027-01-01T00:00:00Z'}}]}}]}}"
        ))
    };
    let old = strategy("");
    for found in both(&strategy("updateStrategy: patch,"), WITH_CAPABILITIES, Operation::Update { old: &old }) {
        assert_eq!(found, ["override-strategy-changed at spec.machineImages[0].updateStrategy"]);
    }
}

/// The rule is followed. A new version of a legacy parent's image defaults to amd64; a new image must state it.
#[test]
fn new_image_without_architectures_is_refused() {
    let version = "{version: 2.0.0, cri: [{name: containerd}]}";
    assert_eq!(both(&versions(&format!("[{version}]")), LEGACY, Operation::Create), [NOTHING, NOTHING]);
    let image = child(&format!("{{machineImages: [{{name: own, updateStrategy: minor, versions: [{version}]}}]}}"));
    for found in both(&image, LEGACY, Operation::Create) {
        assert_eq!(found, ["legacy-architectures-missing at spec.machineImages[0].versions[0].architectures"]);
    }
}

/// Accepted with a warning.
#[test]
fn type_with_parent_name_replaces_it() {
    let child = child("{machineTypes: [{name: small, capabilities: {architecture: [arm64]}}]}");
    for found in both(&child, WITH_CAPABILITIES, Operation::Create) {
        assert_eq!(found, ["warning: machine-type-replaces-parents at spec.machineTypes[0].name"]);
    }
}

/// Reported once in documented semantics, twice in Gardener's.
#[test]
fn wrong_limit_is_reported_once_or_twice() {
    let child = child("{limits: {maxNodesTotal: 0}}");
    let [documented, gardener] = both(&child, LEGACY, Operation::Update { old: &child });
    assert_eq!((documented.len(), gardener.len()), (1, 2));
}

/// On an image version stages are accepted and ignored, with a warning; on a Kubernetes version they are always
/// refused.
#[test]
fn stages_of_overrides_are_ignored() {
    let image = versions(
        "[{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z', lifecycle: [{classification: supported}]}]",
    );
    for found in both(&image, WITH_CAPABILITIES, Operation::Create) {
        assert_eq!(found, ["warning: override-lifecycle-ignored at spec.machineImages[0].versions[0].lifecycle"]);
    }
    let kubernetes = child("{kubernetes: {versions: [{version: 1.34.1, lifecycle: [{classification: supported}]}]}}");
    for found in both(&kubernetes, WITH_CAPABILITIES, Operation::Create) {
        assert!(found.contains(&"lifecycle-gate-off at spec.kubernetes.versions[0].lifecycle".to_owned()), "{found:?}");
    }
}

/// `expired_on_create_is_dropped`, for overrides: an error, or silently dropped.
#[test]
fn a_new_override_in_the_past_is_refused_or_dropped() {
    let child = versions("[{version: 1.26.0, expirationDate: '2026-02-01T00:00:00Z'}]");
    let parent = parent(WITH_CAPABILITIES);
    let [documented, gardener] = [Semantics::Documented, Semantics::Gardener]
        .map(|semantics| check(&child, &parent, Operation::Create, semantics));
    assert_eq!(lines(&documented), ["new-version-expired at spec.machineImages[0].versions[0].expirationDate"]);
    assert_eq!(lines(&gardener), NOTHING);
    assert_eq!(gardener.stored.unwrap().spec.images(), []);
}

/// Errors of the parent are not attributed to the namespaced profile.
#[test]
fn parent_errors_are_one_finding() {
    let broken = WITH_CAPABILITIES
        .replace("{version: 1.34.1}", "{version: 1.34.1, expirationDate: '2027-01-01T00:00:00Z'}")
        .replace("storage: [NVMe]", "storage: [tape]")
        .replace("{name: small, capabilities: {architecture: [amd64]}}", "{name: small, cpu: '-1'}");
    let child = versions("[{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z'}]");
    let [documented, gardener] = both(&child, &broken, Operation::Create);
    assert_eq!(documented, ["parent-invalid at spec.parent.name"]);
    assert_eq!(
        gardener,
        [
            "kubernetes-latest-expires at status.cloudProfileSpec.kubernetes.versions[].expirationDate",
            "machine-type-negative at status.cloudProfileSpec.machineTypes[0].cpu"
        ]
    );
}

/// An overlap that exists only with the parent's versions is reported where it can be changed.
#[test]
fn overlaps_with_the_parents_versions_are_reported_here() {
    let child = versions(
        "[{version: 1.26.1, classification: supported, cri: [{name: containerd}],
           capabilityFlavors: [{architecture: [amd64]}]}]",
    );
    let [documented, gardener] = both(&child, WITH_CAPABILITIES, Operation::Create);
    assert_eq!(documented, ["supported-versions-overlap at spec.machineImages[0].versions[0].classification"]);
    assert_eq!(gardener.len(), 2);
    assert!(gardener.iter().all(|line| line.contains("status.cloudProfileSpec.machineImages[0].versions")));

    let latest = crate::namespaced::support::child(
        "{kubernetes: {versions: [{version: 1.34.1, expirationDate: '2027-01-01T00:00:00Z'}]}}",
    );
    let [documented, gardener] = both(&latest, WITH_CAPABILITIES, Operation::Create);
    assert_eq!(documented, ["kubernetes-latest-expires at spec.kubernetes.versions[0].expirationDate"]);
    assert_eq!(gardener, ["kubernetes-latest-expires at status.cloudProfileSpec.kubernetes.versions[].expirationDate"]);
}

/// A new image needs an update strategy; an override needs none.
#[rstest]
#[case::an_override("{name: ubunto, versions: [{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z'}]}", true)]
#[case::another_name("{name: debian, versions: [{version: 1.26.0, expirationDate: '2027-01-01T00:00:00Z'}]}", false)]
fn image_name_similar_to_parent_gets_a_suggestion(#[case] image: &str, #[case] is_suggested: bool) {
    let child = child(&format!("{{machineImages: [{image}]}}"));
    let found = check(&child, &parent(WITH_CAPABILITIES), Operation::State, Semantics::Documented);
    let missing = found.violations.iter().find(|violation| violation.rule.name == "update-strategy-missing").unwrap();
    let asked = "did you mean `ubuntu`? The parent has that image, and this is a new one";
    assert_eq!(missing.help, if is_suggested { asked } else { "" });
    assert_eq!(missing.fix.is_some(), is_suggested);
}
