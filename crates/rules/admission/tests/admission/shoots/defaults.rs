//! Fields that the mutator fills in under documented semantics, and Gardener's deviations.

use rootstock_core_model::{CloudProfileSpec, Semantics};
use rstest::rstest;

use crate::shoots::support::{check, image, lines, settings, shoot, spec, with_worker};

/// A profile with Kubernetes versions of every stage.
fn kubernetes() -> CloudProfileSpec {
    spec(
        "{type: local, regions: [{name: eu}], kubernetes: {versions: [
            {version: 1.28.0, classification: preview}, {version: 1.27.3}, {version: 1.27.2},
            {version: 1.26.8, classification: deprecated, expirationDate: '2020-01-01T00:00:00Z'}, {version: 1.26.7},
            {version: 1.25.9, classification: deprecated},
            {version: 1.24.1, lifecycle: [{classification: supported, startTime: '2090-01-01T00:00:00Z'}]}]}}",
    )
}

const ANY: [Semantics; 2] = [Semantics::Documented, Semantics::Gardener];

#[rstest]
#[case("", "1.27.3")]
#[case("1", "1.27.3")]
#[case("1.", "1.27.3")]
#[case("1.27", "1.27.3")]
#[case("01.27", "1.27.3")]
#[case("1.027", "1.27.3")]
#[case("1.26", "1.26.7")]
#[case(".26", "1.26.7")]
#[case("1.27.9", "1.27.9")]
fn kubernetes_versions_are_completed(#[case] written: &str, #[case] expected: &str) {
    for semantics in ANY {
        let shoot = shoot(&format!("{{region: eu, kubernetes: {{version: '{written}'}}, provider: {{type: local}}}}"));
        let outcome = check(&kubernetes(), &shoot, None, &settings(semantics));
        assert_eq!(outcome.shoot.spec.kubernetes.version, expected);
    }
}

#[rstest]
#[case("1.25", "1.25", "1.25")]
#[case("1.24", "1.24", "1.24")]
#[case("1.28", "1.28", "1.28")]
#[case("1.2", "1.2", "1.2")]
#[case("2", "2", "2")]
#[case("v1.27", "v1.27", "v1")]
#[case("1.27-rc", "1.27-rc", "27-rc")]
#[case("1.x", "1.x", "x")]
#[case(" 1.27", " 1.27", " 1")]
fn unresolvable_versions_are_refused(#[case] written: &str, #[case] documented: &str, #[case] gardener: &str) {
    for (semantics, bad) in [(Semantics::Documented, documented), (Semantics::Gardener, gardener)] {
        let shoot = shoot(&format!("{{region: eu, kubernetes: {{version: '{written}'}}, provider: {{type: local}}}}"));
        let outcome = check(&kubernetes(), &shoot, None, &settings(semantics));
        assert_eq!(lines(&outcome.violations), [format!("Invalid spec.kubernetes.version {bad}")]);
    }
}

const IMAGES: &str = "{type: local, regions: [{name: eu}], kubernetes: {versions: [{version: 1.33.5}]},
    machineCapabilities: [{name: architecture, values: [amd64, arm64]}],
    machineTypes: [
        {name: m, cpu: '4', memory: 8Gi, capabilities: {architecture: [amd64]}},
        {name: arm, cpu: '4', memory: 8Gi, capabilities: {architecture: [arm64]}}],
    machineImages: [
        {name: first, versions: [
            {version: 1.0.0, capabilityFlavors: [{architecture: [amd64]}]},
            {version: 1.2.0, capabilityFlavors: [{architecture: [amd64]}]},
            {version: 1.2.3, capabilityFlavors: [{architecture: [amd64]}], classification: deprecated},
            {version: 1.3.0, capabilityFlavors: [{architecture: [amd64]}], classification: preview},
            {version: '24.0', capabilityFlavors: [{architecture: [amd64]}], classification: deprecated},
            {version: 24.0.1, capabilityFlavors: [{architecture: [amd64]}], classification: deprecated}]},
        {name: second, versions: [
            {version: 2.1.0, capabilityFlavors: [{architecture: [arm64]}]},
            {version: 2.1.1-suffixed, capabilityFlavors: [{architecture: [arm64]}]}]}]}";

#[rstest]
#[case::first_image("m", None, "first 1.2.0")]
#[case::first_that_fits("arm", None, "second 2.1.1-suffixed")]
#[case::newest("m", Some("name: first"), "first 1.2.0")]
#[case::minor("m", Some("name: first, version: '1.2'"), "first 1.2.0")]
#[case::with_v("m", Some("name: first, version: v1.2"), "first 1.2.0")]
#[case::major("m", Some("name: first, version: '01'"), "first 1.2.0")]
#[case::minor_of_any_major("m", Some("name: first, version: '.0'"), "first 1.0.0")]
#[case::deprecated_if_nothing_else("m", Some("name: first, version: '24'"), "first 24.0.1")]
#[case::literal_wins("m", Some("name: first, version: '24.0'"), "first 24.0")]
#[case::whole_versions_are_left_alone("m", Some("name: first, version: 1.3.0"), "first 1.3.0")]
fn machine_images_are_completed(#[case] machine_type: &str, #[case] image_yaml: Option<&str>, #[case] expected: &str) {
    let image_field = image_yaml.map(|yaml| format!(", image: {{{yaml}}}")).unwrap_or_default();
    let shoot = with_worker(&format!("{{name: a, machine: {{type: {machine_type}{image_field}}}}}"));
    for semantics in ANY {
        let outcome = check(&spec(IMAGES), &shoot, None, &settings(semantics));
        let errors: Vec<_> = outcome.errors().cloned().collect();
        assert_eq!(lines(&errors), <[String; 0]>::default(), "{semantics:?}");
        assert_eq!(image(&outcome), expected, "{semantics:?}");
    }
}

#[rstest]
#[case("name: first, version: '+1'", "Invalid workers[0].machine.image.version +1", "Invalid workers[0] +1")]
#[case(
    "name: first, version: 1.2-foo",
    "Invalid workers[0].machine.image.version 1.2-foo",
    "Invalid workers[0] 1.2-foo"
)]
#[case("name: none", "Invalid workers[0].machine.image.name none", "Invalid workers[0] none")]
#[case("name: first, version: '9'", "Invalid workers[0].machine.image first@9", "Invalid workers[0] first@9")]
#[case("name: second", "Invalid workers[0].machine.image second@", "Invalid workers[0] second@")]
fn images_that_cannot_be_completed_are_refused(#[case] yaml: &str, #[case] documented: &str, #[case] gardener: &str) {
    let shoot = with_worker(&format!("{{name: a, machine: {{type: m, image: {{{yaml}}}}}}}"));
    for (semantics, line) in [(Semantics::Documented, documented), (Semantics::Gardener, gardener)] {
        assert_eq!(lines(&check(&spec(IMAGES), &shoot, None, &settings(semantics)).violations), [line]);
    }
}

#[rstest]
#[case::nothing_asked_for("", "first 1.0.0")]
#[case::name_only(", image: {name: first}", "first 1.0.0")]
#[case::the_same(", image: {name: first, version: 1.0.0}", "first 1.0.0")]
#[case::another_image(", image: {name: second}", "second 2.1.1-suffixed")]
#[case::another_version(", image: {name: first, version: 1.2.0}", "first 1.2.0")]
fn a_worker_keeps_its_image(#[case] image_field: &str, #[case] expected: &str) {
    let machine_type = if expected.starts_with("second") { "arm" } else { "m" };
    let old = with_worker("{name: a, machine: {type: m, architecture: amd64, image: {name: first, version: 1.0.0}}}");
    let new = with_worker(&format!("{{name: a, machine: {{type: {machine_type}{image_field}}}}}"));
    for semantics in ANY {
        assert_eq!(image(&check(&spec(IMAGES), &new, Some(&old), &settings(semantics))), expected);
    }
}

/// Every field that is filled in has a reason.
#[test]
fn fill_reasons_are_recorded() {
    let shoot = shoot(
        "{region: eu, kubernetes: {version: '1.33'}, provider: {type: local, workers: [
            {name: a, machine: {type: arm}}, {name: b, machine: {type: gone, image: {name: first}}}]}}",
    );
    let outcome = check(&spec(IMAGES), &shoot, None, &settings(Semantics::Documented));
    let trace: Vec<String> =
        outcome.filled.iter().map(|filled| format!("{} = {}: {}", filled.path, filled.value, filled.because)).collect();
    insta::assert_snapshot!(trace.join("\n"));
    insta::assert_json_snapshot!("trace_as_json", outcome.filled);
}
