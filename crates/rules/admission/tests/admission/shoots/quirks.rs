//! A minimal example of each quirk about Shoots: the documented behavior, Gardener's behavior, and a check that this
//! one switch makes the difference.

use rootstock_core_model::{CloudProfileSpec, Quirks, Semantics, Settings, Shoot};
use rstest::rstest;

use crate::shoots::support::{check, image, lines, settings, shoot, spec, with_worker};

fn with(quirk: &str, base: Quirks, on: bool) -> Settings {
    let mut settings = settings(Semantics::Documented);
    settings.quirks = base.with(quirk, on).unwrap();
    settings
}

/// The answers with the quirk off and on, with any setting of the other quirks.
fn differ(quirk: &str, answer: impl Fn(&Settings) -> String) -> (String, String) {
    let off = answer(&with(quirk, Quirks::NONE, false));
    let on = answer(&with(quirk, Quirks::NONE, true));
    assert_eq!(answer(&with(quirk, Quirks::GARDENER_1_150, true)).is_empty(), on.is_empty(), "{quirk} alone decides");
    (off, on)
}

fn verdict(spec: &CloudProfileSpec, shoot: &Shoot, old: Option<&Shoot>, settings: &Settings) -> String {
    lines(&check(spec, shoot, old, settings).violations).join(", ")
}

fn profile(images: &str) -> CloudProfileSpec {
    spec(&format!(
        "{{type: local, regions: [{{name: eu}}], kubernetes: {{versions: [{{version: 1.33.5}}, {{version: 1.34.1}}]}},
           machineCapabilities: [{{name: architecture, values: [amd64, arm64]}}, {{name: host, values: [virtual, metal]}}],
           machineTypes: [
             {{name: m, cpu: '4', memory: 16Gi, capabilities: {{architecture: [amd64], host: [virtual]}}}},
             {{name: s, cpu: '4', memory: 8Gi, capabilities: {{architecture: [amd64], host: [virtual]}}}},
             {{name: metal, cpu: '4', memory: 16Gi, architecture: amd64, capabilities: {{host: [metal]}}}}],
           machineImages: {images}}}"
    ))
}

const WORKER: &str = "{name: a, machine: {type: m}}";
const PLAIN: &str = "[{name: i, versions: [{version: 1.0.0, capabilityFlavors: [{architecture: [amd64]}]}]}]";

#[test]
fn default_image_may_be_inactive() {
    let spec = profile(
        "[{name: i, versions: [
            {version: 1.9.0, capabilityFlavors: [{architecture: [amd64]}]},
            {version: 2.0.0, expirationDate: '2020-01-01T00:00:00Z', capabilityFlavors: [{architecture: [amd64]}]}]}]",
    );
    let answer = |settings: &Settings| image(&check(&spec, &with_worker(WORKER), None, settings));
    assert_eq!(differ("default_image_may_be_inactive", answer), ("i 1.9.0".into(), "i 2.0.0".into()));
}

#[test]
fn default_image_by_any_version() {
    let spec = profile(
        "[{name: i, versions: [{version: 1.0.0, capabilityFlavors: [{architecture: [amd64], host: [metal]}]}]},
          {name: j, versions: [{version: 2.0.0, capabilityFlavors: [{architecture: [amd64]}]}]}]",
    );
    let answer = |settings: &Settings| verdict(&spec, &with_worker(WORKER), None, settings);
    let (off, on) = differ("default_image_by_any_version", answer);
    assert_eq!((off.as_str(), on.starts_with("Invalid workers[0].machine.image")), ("", true), "{on}");
    let outcome = check(&spec, &with_worker(WORKER), None, &settings(Semantics::Documented));
    assert_eq!(image(&outcome), "j 2.0.0");
}

#[test]
fn default_image_may_be_rejected() {
    let spec = profile(
        "[{name: i, versions: [
            {version: 1.0.0, capabilityFlavors: [{architecture: [amd64]}]},
            {version: 1.1.0, kubeletVersionConstraint: '< 1.30', capabilityFlavors: [{architecture: [amd64]}]}]}]",
    );
    let answer = |settings: &Settings| verdict(&spec, &with_worker(WORKER), None, settings);
    let (off, on) = differ("default_image_may_be_rejected", answer);
    assert_eq!((off.as_str(), on.starts_with("Invalid workers[0].machine.image")), ("", true), "{on}");
}

#[rstest]
#[case("spec.kubernetes.version", "1.33.5.1", "")]
#[case("workers[0].machine.image.version", "", "1.0.0.1")]
fn four_part_versions_are_major_only(#[case] path: &str, #[case] kubernetes: &str, #[case] version: &str) {
    let kubernetes = if kubernetes.is_empty() { "1.33.5" } else { kubernetes };
    let version = if version.is_empty() { "1.0.0" } else { version };
    let shoot = shoot(&format!(
        "{{region: eu, kubernetes: {{version: {kubernetes}}}, provider: {{type: local, workers: [
            {{name: a, machine: {{type: m, image: {{name: i, version: {version}}}}}}}]}}}}"
    ));
    let spec = profile(PLAIN);
    let (off, on) = differ("four_part_versions_are_major_only", |settings| verdict(&spec, &shoot, None, settings));
    assert!(off.starts_with(&format!("Invalid {path}")), "{off}");
    assert_eq!(on, "");
}

#[test]
fn worker_architecture_is_separate() {
    let spec = profile(
        "[{name: i, versions: [{version: 1.0.0, capabilityFlavors: [
            {architecture: [arm64], host: [virtual]}, {architecture: [amd64], host: [metal]}]}]}]",
    );
    let worker = "{name: a, machine: {type: metal, architecture: arm64, image: {name: i, version: 1.0.0}}}";
    let mut spec = spec;
    // The architecture of the machine type is unknown.
    spec.machine_types.as_mut().unwrap()[2].architecture = None;
    let answer = |settings: &Settings| verdict(&spec, &with_worker(worker), None, settings);
    let (off, on) = differ("worker_architecture_is_separate", answer);
    assert_eq!(off, "Invalid workers[0].machine.image.version 1.0.0");
    assert_eq!(on, "");
}

#[test]
fn shoot_errors_hide_others() {
    let worker = "{name: a, machine: {type: gone, image: {name: gone, version: 1.0.0}}, cri: {name: docker}}";
    let spec = profile(PLAIN);
    let mut counts = [Semantics::Documented, Semantics::Gardener].map(|semantics| {
        // A whole version: the mutator leaves `i` alone.
        let shoot = with_worker(&worker.replace("name: gone,", "name: i,").replace("1.0.0", "1.0.9"));
        check(&spec, &shoot, None, &settings(semantics)).violations.len()
    });
    assert_eq!(counts, [3, 1], "cri, machine type and image; Gardener stops at the form");
    counts = [Semantics::Documented, Semantics::Gardener].map(|semantics| {
        let shoot = with_worker("{name: a, machine: {type: gone, image: {name: i, version: 1.0.9}}}");
        check(&spec, &shoot, None, &settings(semantics)).violations.len()
    });
    assert_eq!(counts, [2, 1], "machine type and image; Gardener stops at the first error about the machine");
}

#[test]
fn partial_version_may_downgrade() {
    let mut spec = profile(PLAIN);
    spec.kubernetes = serde_yaml::from_str(
        "{versions: [{version: 1.34.1}, {version: 1.33.5, classification: deprecated}, {version: 1.33.4}]}",
    )
    .unwrap();
    let old = shoot("{region: eu, kubernetes: {version: 1.33.5}, provider: {type: local}}");
    let new = shoot("{region: eu, kubernetes: {version: '1.33'}, provider: {type: local}}");
    let answer = |settings: &Settings| verdict(&spec, &new, Some(&old), settings);
    let (off, on) = differ("partial_version_may_downgrade", answer);
    assert_eq!((off.as_str(), on.as_str()), ("", "Forbidden spec.kubernetes.version"));
    let image_of = |settings: &Settings| {
        let spec = profile(
            "[{name: i, versions: [
                {version: 1.0.4, capabilityFlavors: [{architecture: [amd64]}]},
                {version: 1.0.5, classification: deprecated, capabilityFlavors: [{architecture: [amd64]}]}]}]",
        );
        let old = with_worker("{name: a, machine: {type: m, architecture: amd64, image: {name: i, version: 1.0.5}}}");
        let new = with_worker("{name: a, machine: {type: m, image: {name: i, version: '1.0'}}}");
        image(&check(&spec, &new, Some(&old), settings))
    };
    assert_eq!(differ("partial_version_may_downgrade", image_of), ("i 1.0.5".into(), "i 1.0.4".into()));
}

#[test]
fn kubelet_settings_leak() {
    let shoot = shoot(
        "{region: eu, kubernetes: {version: 1.33.5}, provider: {type: local, workers: [
            {name: a, machine: {type: m}, kubernetes: {kubelet: {kubeReserved: {memory: 12Gi}}}},
            {name: b, machine: {type: s}, kubernetes: {}}, {name: c, machine: {type: s}}]}}",
    );
    let spec = profile(PLAIN);
    let (off, on) = differ("kubelet_settings_leak", |settings| verdict(&spec, &shoot, None, settings));
    assert_eq!(off, "");
    assert_eq!(on, "Invalid workers[1].kubernetes.kubelet kubeReserved memory: 12Gi");
}

/// Workers without kubelet settings inherit those of the Shoot, but only if the worker has `kubernetes` at all.
#[test]
fn kubelet_settings_are_inherited() {
    let shoot = shoot(
        "{region: eu, kubernetes: {version: 1.33.5, kubelet: {kubeReserved: {cpu: '4'}}}, provider: {type: local, workers: [
            {name: a, machine: {type: m}, kubernetes: {}}, {name: b, machine: {type: m}}]}}",
    );
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let found = verdict(&profile(PLAIN), &shoot, None, &settings(semantics));
        assert_eq!(found, "Invalid workers[0].kubernetes.kubelet kubeReserved CPU: 4");
    }
}
