//! Changes for workers that ask for several things at once (GEP-54).

use rootstock_behavioural_diff::{ProfileSide, SpecialWorkerChanges, compare};
use rootstock_core_model::{FeatureGate, FeatureGates, Settings};
use rstest::rstest;

use crate::profiles::{Stored, decoded, settings};

/// Returns a profile for OpenStack whose only image has a flavor for each line of capabilities, and its reference in `europe`.
fn profile(flavors: &[(&str, &str)]) -> String {
    let core: String = flavors.iter().map(|(flavor, _)| format!("\n      - {{{flavor}}}")).collect();
    let mapped = flavors.iter().map(|(flavor, id)| {
        format!("\n        - capabilities: {{{flavor}}}\n          regions:\n          - {{name: europe, id: {id}}}")
    });
    let mapped: String = mapped.collect();
    format!(
        "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: workshop}}
spec:
  type: openstack
  machineCapabilities:
  - {{name: architecture, values: [amd64]}}
  kubernetes: {{versions: [{{version: 1.34.1}}]}}
  machineImages:
  - name: plain
    versions:
    - version: 1.0.0
      cri: [{{name: containerd}}]
      capabilityFlavors:{core}
  machineTypes:
  - {{name: m, cpu: '2', gpu: '0', memory: 4Gi}}
  regions:
  - {{name: europe, zones: [{{name: a}}]}}
  providerConfig:
    apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: plain
      versions:
      - version: 1.0.0
        capabilityFlavors:{mapped}
"
    )
}

/// Returns the requests of the workers that a change affects, with the images before and after.
fn affected(old: &[(&str, &str)], new: &[(&str, &str)]) -> Vec<String> {
    let gates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, true);
    let settings = Settings { gates, ..settings() };
    let [old, new] = [old, new].map(|flavors| Stored::under(decoded(&profile(flavors)), None, &settings));
    let changes = compare(&ProfileSide::new(&old.compiled, &settings), &ProfileSide::new(&new.compiled, &settings));
    let plain = changes.selections.iter().flat_map(|group| &group.blocks).flat_map(|block| &block.images);
    let plain = plain.map(|image| format!("plain: {:?} -> {:?}", image.from, image.to));
    plain.chain(changes.special_workers.iter().map(described)).collect()
}

fn described(workers: &SpecialWorkerChanges) -> String {
    let values: Vec<&str> =
        std::iter::once(workers.value).chain(workers.with.iter().map(|requested| requested.value)).collect();
    let images = workers.selections.iter().flat_map(|group| &group.blocks).flat_map(|block| &block.images);
    let images = images.map(|image| format!("{} -> {}", image.from.as_deref().unwrap(), image.to.as_deref().unwrap()));
    let pairs = workers.compatibility.iter().map(|group| format!("{:?}", group.verdict));
    format!("{}: {}", values.join(" + "), images.chain(pairs).collect::<Vec<_>>().join(", "))
}

const PLAIN: (&str, &str) = ("", "plain");
const SECURE: (&str, &str) = ("gardener-bootType: [secure]", "secure");
const BOTH: (&str, &str) = ("gardener-bootType: [secure], gardener-gpuSupport: [nvidia]", "both");
const TRUSTED: (&str, &str) = ("gardener-bootType: [secure], openstack-trustedLaunch: [enabled]", "trusted");

#[rstest]
#[case::exchanged(&[PLAIN, SECURE, BOTH], &[PLAIN, SECURE, (BOTH.0, "new")], &["secure + nvidia: both -> new"])]
#[case::removed(&[PLAIN, SECURE, BOTH], &[PLAIN, SECURE], &["secure + nvidia: Incompatible"])]
#[case::added(&[PLAIN, SECURE], &[PLAIN, SECURE, BOTH], &["secure + nvidia: Compatible"])]
#[case::of_provider(&[PLAIN, SECURE, TRUSTED], &[PLAIN, SECURE, (TRUSTED.0, "new")], &["secure + enabled: trusted -> new"])]
// Workers that only ask for one of them get the flavor as well, so those that ask for both are not repeated.
#[case::only_special_flavor(&[PLAIN, BOTH], &[PLAIN, (BOTH.0, "new")], &["secure: both -> new"])]
#[case::values_of_one_flavor(
    &[PLAIN, ("gardener-bootType: [secure], gardener-gpuSupport: [none, amd, intel]", "many")],
    &[PLAIN, ("gardener-bootType: [secure], gardener-gpuSupport: [none, amd]", "many")],
    &["secure + intel: Incompatible"]
)]
// A worker that explicitly asks for a neutral value may get another flavor than one that does not ask.
#[case::neutral_value(
    &[("gardener-gpuSupport: [nvidia]", "gpu"), ("gardener-updateType: [rolling], gardener-gpuSupport: [none]", "none")],
    &[("gardener-gpuSupport: [nvidia]", "new"), ("gardener-updateType: [rolling], gardener-gpuSupport: [none]", "none")],
    &["nvidia: gpu -> new"]
)]
#[case::same(&[PLAIN, SECURE, BOTH, TRUSTED], &[PLAIN, SECURE, BOTH, TRUSTED], &[])]
fn change_of_one_flavor_is_reported_for_workers_that_get_it(
    #[case] old: &[(&str, &str)],
    #[case] new: &[(&str, &str)],
    #[case] expected: &[&str],
) {
    assert_eq!(affected(old, new), expected);
}
