//! Updates of Shoots: fields that cannot change, and fields that a manifest leaves out.

use rootstock_admission::{ReferenceChange, ReferencedProfile, ShootOperation, check_shoot_changing_profile};
use rootstock_core_model::{CloudProfileSpec, Semantics, Shoot};
use rootstock_judge::Judge;
use rstest::rstest;

use crate::shoots::support::{check, compiled, lines, settings, shoot, spec};

const BOTH: [Semantics; 2] = [Semantics::Documented, Semantics::Gardener];

const PROFILE: &str = "{type: local, regions: [{name: eu, zones: [{name: z}]}, {name: us, zones: [{name: z}]}],
    kubernetes: {versions: [{version: 1.33.4}, {version: 1.33.5}, {version: 1.34.1}]},
    volumeTypes: [{name: fast, class: premium, minSize: 20Gi}],
    limits: {maxNodesTotal: 3},
    machineTypes: [{name: m, cpu: '4', memory: 8Gi, architecture: amd64}],
    machineImages: [
        {name: plain, versions: [
            {version: 1.0.0, architectures: [amd64], inPlaceUpdates: {supported: true}},
            {version: 1.1.0, architectures: [amd64], inPlaceUpdates: {supported: true}}]},
        {name: other, versions: [{version: 1.0.0, architectures: [amd64], inPlaceUpdates: {supported: true}}]}]}";

/// A Shoot with one worker; `spec` and `worker` are in flow style.
fn with(spec: &str, worker: &str) -> Shoot {
    let region = if spec.contains("region:") { "" } else { "region: eu, " };
    let kubernetes = if spec.contains("kubernetes:") { "" } else { "kubernetes: {version: 1.33.5}, " };
    let provider = match spec.contains("provider:") {
        true => String::new(),
        false => format!("provider: {{type: local, workers: [{{name: a, {worker}}}]}}, "),
    };
    shoot(&format!("{{{region}{kubernetes}{provider}{spec}}}"))
}

const MACHINE: &str = "machine: {type: m, image: {name: plain, version: 1.0.0}}";

#[rstest]
#[case::nothing("", "", &[])]
#[case::region("region: us", "", &["Invalid spec.region us"])]
#[case::unknown_region("region: mars", "", &["Invalid spec.region mars"])]
#[case::no_region("region: ''", "", &["Required spec.region"])]
#[case::provider("provider: {type: other, workers: [{name: a, machine: {type: m, image: {name: plain, version: 1.0.0}}}]}", "", &["Invalid spec.provider.type other"])]
#[case::no_workers("provider: {type: local, workers: []}", "", &["Forbidden workers"])]
#[case::another_worker("provider: {type: local, workers: [{name: b, machine: {type: m, image: {name: plain, version: 1.0.0}}}]}", "", &[])]
#[case::profile_by_name("cloudProfileName: p, cloudProfile: {name: p}", "", &[])]
#[case::profile_by_name_with_1_34("cloudProfileName: p, kubernetes: {version: 1.34.1}", "", &["Forbidden spec.cloudProfileName"])]
#[case::kubelet_of_the_shoot("kubernetes: {version: 1.33.5, kubelet: {systemReserved: {memory: 1 Gi}}}", "", &["Invalid spec.kubernetes.kubelet.systemReserved.memory 1 Gi"])]
#[case::kubelet("", "kubernetes: {kubelet: {kubeReserved: {cpu: 1x, memory: 1Gi}}}", &["Invalid workers[0].kubernetes.kubelet.kubeReserved.cpu 1x"])]
#[case::number("", "kubernetes: {kubelet: {kubeReserved: {cpu: 1, memory: 1.5}}}", &[])]
#[case::reclaim("", "kubernetes: {kubelet: {evictionMinimumReclaim: {memoryAvailable: much}}}", &["Invalid workers[0].kubernetes.kubelet.evictionMinimumReclaim.memoryAvailable much"])]
#[case::log_size("", "kubernetes: {kubelet: {containerLogMaxSize: true}}", &["Invalid workers[0].kubernetes.kubelet.containerLogMaxSize true"])]
fn update_is_refused(#[case] spec_after: &str, #[case] worker: &str, #[case] expected: &[&str]) {
    let (before, after) = (with("", MACHINE), with(spec_after, &format!("{MACHINE}, {worker}")));
    let profile = spec(PROFILE);
    for semantics in BOTH {
        let mut found = lines(&check(&profile, &after, Some(&before), &settings(semantics)).violations);
        // Gardener reports a missing region a second time, as a change.
        found.retain(|line| line != "Invalid spec.region");
        assert_eq!(found, expected, "{semantics:?}");
    }
}

#[test]
fn spec_of_a_shoot_being_deleted_cannot_change() {
    let (mut before, mut after) = (with("", MACHINE), with("kubernetes: {version: 1.34.1}", MACHINE));
    for shoot in [&mut before, &mut after] {
        shoot.metadata.deletion_timestamp = "2026-01-01T00:00:00Z".parse().ok();
    }
    let profile = spec(PROFILE);
    for semantics in BOTH {
        let found = lines(&check(&profile, &after, Some(&before), &settings(semantics)).violations);
        assert_eq!(found, ["Forbidden spec"]);
    }
}

#[test]
fn new_shoot_names_its_profile_once() {
    let profile = spec(PROFILE);
    let both = with("cloudProfileName: p, cloudProfile: {name: p}", MACHINE);
    for semantics in BOTH {
        let found = lines(&check(&profile, &both, None, &settings(semantics)).violations);
        assert_eq!(found, ["Forbidden spec.cloudProfileName"]);
    }
}

/// The old Shoot violates rules that are newer than it: only a real change is judged.
#[rstest]
#[case::image("machine: {type: m}", "", true)]
#[case::image_version("machine: {type: m, image: {name: plain}}", "", true)]
#[case::partial_version(MACHINE, "kubernetes: {version: '1.33'}", true)]
#[case::written_out(MACHINE, "", true)]
#[case::other_image("machine: {type: m, image: {name: plain, version: 1.1.0}}", "", false)]
#[case::label(MACHINE, "kubernetes: {version: 1.34.1}", false)]
fn field_that_is_left_out_is_not_a_change(#[case] machine: &str, #[case] spec_after: &str, #[case] is_clean: bool) {
    let rest = "minimum: 4, maximum: 9, volume: {type: fast, size: 10Gi}";
    let (before, after) = (with("", &format!("{MACHINE}, {rest}")), with(spec_after, &format!("{machine}, {rest}")));
    let profile = spec(PROFILE);
    for semantics in BOTH {
        let found = lines(&check(&profile, &after, Some(&before), &settings(semantics)).violations);
        assert_eq!(found.is_empty(), is_clean, "{found:?}");
        // Both manifests may leave out the same fields.
        let found = lines(&check(&profile, &after, Some(&after), &settings(semantics)).violations);
        assert_eq!(found, [""; 0]);
    }
}

#[rstest]
#[case("plain", "1.0.0", true)]
#[case("plain", "1.1.0", false)]
#[case("other", "1.0.0", false)]
fn in_place_update_is_judged_by_image_and_version(#[case] name: &str, #[case] version: &str, #[case] is_clean: bool) {
    let with_strategy = |strategy: &str, name: &str, version: &str| {
        with(
            "",
            &format!("machine: {{type: m, image: {{name: {name}, version: {version}}}}}, updateStrategy: {strategy}"),
        )
    };
    let before = with_strategy("AutoInPlaceUpdate", "plain", "1.0.0");
    let after = with_strategy("ManualInPlaceUpdate", name, version);
    let profile = spec(PROFILE);
    for semantics in BOTH {
        let found = lines(&check(&profile, &after, Some(&before), &settings(semantics)).violations);
        assert_eq!(found.is_empty(), is_clean, "{found:?}");
    }
}

const CHILD: &str = "{type: local, regions: [{name: eu, zones: [{name: z}]}],
    kubernetes: {versions: [{version: 1.33.5}]},
    volumeTypes: [{name: fast, class: premium}, {name: own, class: premium}],
    machineTypes: [{name: m, cpu: '4', memory: 8Gi, architecture: amd64}, {name: own, cpu: '4', memory: 8Gi, architecture: amd64}],
    machineImages: [{name: plain, versions: [
        {version: 1.0.0, architectures: [amd64]}, {version: 9.0.0, architectures: [amd64]}]}]}";

#[rstest]
#[case::in_the_hierarchy("p", MACHINE, &[])]
#[case::another_hierarchy("q", MACHINE, &["Invalid spec.cloudProfile q"])]
#[case::image("p", "machine: {type: m, image: {name: plain, version: 9.0.0}}", &["Invalid workers[0].machine.image.version 9.0.0"])]
#[case::machine_type("p", "machine: {type: own, image: {name: plain, version: 1.0.0}}", &["Invalid workers[0].machine.type own"])]
#[case::volume_type("p", "machine: {type: m, image: {name: plain, version: 1.0.0}}, volume: {type: own, size: 20Gi}", &["Invalid workers[0].volume.type own"])]
fn change_of_profile_is_refused(#[case] root: &str, #[case] worker: &str, #[case] expected: &[&str]) {
    let (old, new): (CloudProfileSpec, CloudProfileSpec) = (spec(CHILD), spec(PROFILE));
    let change = ReferenceChange {
        old: ReferencedProfile { name: "n", root: Some("p"), spec: Some(&old) },
        new: ReferencedProfile { name: root, root: Some(root), spec: Some(&new) },
    };
    let before = with("cloudProfile: {kind: NamespacedCloudProfile, name: n}", worker);
    let after = with(&format!("cloudProfile: {{kind: CloudProfile, name: {root}}}"), worker);
    for semantics in BOTH {
        let settings = settings(semantics);
        let profile = compiled(&new, &settings);
        let operation = ShootOperation::Update { old: &before };
        let outcome = check_shoot_changing_profile(&after, operation, Judge::new(&profile, settings), Some(&change));
        assert_eq!(lines(&outcome.violations), expected);
    }
}
