//! Tests of the messages about a demand, and of a compiled demand's results other than whether it fits.

use rootstock_core_model::{FeatureGates, Quirks, Worker};
use rootstock_worker_capabilities::{
    BuiltInCatalog, CompiledDemand, Demand, Entry, FlavorOmission, Property, WorkerCatalog, needs_gate,
};
use rstest::rstest;

use crate::worked_cases::{ON, choice, spec};

const TRUSTED: [Entry; 1] = [Entry {
    name: "trustedLaunch",
    values: &["off", "on"],
    on_flavor: FlavorOmission::All,
    property: Property::SecureBoot("on"),
}];

const AMD64: &str = r#"[{"name": "architecture", "values": ["amd64"]}]"#;
const BOTH: &str = r#"[{"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "x", "values": ["a", "b"]}]"#;

fn worker(text: &str) -> Worker {
    serde_json::from_str(text).unwrap()
}

fn demand(text: &str) -> Demand {
    Demand::of_worker(&BuiltInCatalog::FIRST, &worker(text)).demand
}

/// The gate is mentioned only if it would help: it is off, and the name would need no registration.
#[rstest]
#[case::reserved("gardener-bootType", FeatureGates::DEFAULT, true)]
#[case::of_the_provider("trustedLaunch", FeatureGates::DEFAULT, true)]
#[case::unknown_name("storageAccess", FeatureGates::DEFAULT, false)]
#[case::the_gate_is_on("gardener-bootType", ON, false)]
#[case::unknown_name_with_the_gate_on("storageAccess", ON, false)]
fn the_gate_is_mentioned_if_it_would_help(#[case] name: &str, #[case] gates: FeatureGates, #[case] is_named: bool) {
    let message = needs_gate(name, gates, &TRUSTED);
    assert_eq!(message.is_some(), is_named);
    let whole = |message: String| {
        message.starts_with(&format!("`{name}` is asked for")) && message.contains("WorkerCapabilities")
    };
    assert!(message.is_none_or(whole));
}

#[rstest]
#[case::nearly("nvidea", "did you mean `nvidia`?")]
#[case::far_off("quantum", "it has `none`")]
fn an_unknown_value_is_reported_with_an_alternative(#[case] value: &str, #[case] way_out: &str) {
    let read = Demand::of_worker(
        &BuiltInCatalog::FIRST,
        &worker(&format!(r#"{{"machine": {{"gpu": {{"type": "{value}"}}}}}}"#)),
    );
    let [error] = &read.errors[..] else { panic!("{:?}", read.errors) };
    assert_eq!(error.field(), "machine.gpu.type");
    let message = error.to_string();
    assert!(
        message.starts_with(&format!("`{value}` is not a value of capability `gardener-gpuSupport`; {way_out}")),
        "{message}"
    );
}

#[test]
fn requested_values_are_found_by_name() {
    let demand = demand(r#"{"machine": {"architecture": "arm64", "secureBoot": true}}"#);
    assert_eq!(demand.get("architecture"), Some(vec!["arm64"]));
    assert_eq!(demand.get("gardener-bootType"), Some(vec!["secure"]));
    assert_eq!(demand.get("gardener-gpuSupport"), None);
    assert_eq!(self::demand("{}").get("architecture"), None);
}

#[test]
fn a_demand_without_architecture_is_otherwise_unchanged() {
    let catalog = WorkerCatalog::new(&spec(BOTH, "{}", "{}"), ON, &[]).unwrap();
    let named = demand(r#"{"machine": {"architecture": "arm64", "secureBoot": true}}"#);
    let unnamed = demand(r#"{"machine": {"secureBoot": true}}"#);
    let any: CompiledDemand = catalog.compile(&named).for_any_architecture();
    assert_eq!(any.demand(), &unnamed);
    assert_eq!(any.set(), catalog.compile(&unnamed).set());
    assert_ne!(any.set(), catalog.compile(&named).set());
}

#[rstest]
#[case::none_written("{}", "")]
#[case::one(r#"{"capabilityFlavors": [{}]}"#, "")]
#[case::the_nearest_of_several(
    r#"{"capabilityFlavors": [{"architecture": []}, {}]}"#,
    " (of its 2 flavors, capabilityFlavors[1] is the closest)"
)]
fn closest_flavor_is_named(#[case] version: &str, #[case] which: &str) {
    let catalog = WorkerCatalog::new(&spec(AMD64, r#"{"gardener-gpuSupport": ["nvidia"]}"#, version), ON, &[]).unwrap();
    let (machine_type, version) = (&catalog.catalog().machine_types()[0], &catalog.catalog().images()[0].versions[0]);
    let misfit = catalog.misfit(machine_type, version, &catalog.compile(&demand("{}"))).unwrap();
    let [mismatch] = &misfit.mismatches[..] else { panic!("{misfit:?}") };
    assert_eq!(misfit.to_string(), format!("{mismatch}{which}"));
    assert!(!mismatch.to_string().is_empty());
    // The worker did not request a GPU, so the mismatch is between the image and the machine type.
    assert_eq!((mismatch.capability.as_str(), &mismatch.worker), ("gardener-gpuSupport", &None));
}

#[test]
fn gate_off_disables_built_in_capabilities() {
    let spec = spec(AMD64, "{}", "{}");
    let (on, off) =
        (WorkerCatalog::new(&spec, ON, &[]).unwrap(), WorkerCatalog::new(&spec, FeatureGates::DEFAULT, &[]).unwrap());
    assert!(on.has_worker_capabilities() && !off.has_worker_capabilities());
    let names = |catalog: &WorkerCatalog| -> Vec<&str> { catalog.built_in().iter().map(|entry| entry.name).collect() };
    assert_eq!(names(&on), BuiltInCatalog::FIRST.entries.iter().map(|entry| entry.name).collect::<Vec<_>>());
    assert!(names(&off).is_empty());
}

/// One flavor has the worker's architecture and another one fits the machine type, but no flavor does both.
#[rstest]
#[case::off(FeatureGates::DEFAULT)]
#[case::on(ON)]
fn one_flavor_must_fit_in_every_capability(#[case] gates: FeatureGates) {
    let version =
        r#"{"capabilityFlavors": [{"architecture": ["amd64"], "x": ["a"]}, {"architecture": ["arm64"], "x": ["b"]}]}"#;
    let catalog = WorkerCatalog::new(&spec(BOTH, r#"{"x": ["b"]}"#, version), gates, &[]).unwrap();
    let separate = Quirks::NONE.with("worker_architecture_is_separate", true).unwrap();
    let asks = |architecture: &str| {
        let demand = catalog.compile(&demand(&format!(r#"{{"machine": {{"architecture": "{architecture}"}}}}"#)));
        let (machine_type, version) =
            (&catalog.catalog().machine_types()[0], &catalog.catalog().images()[0].versions[0]);
        [Quirks::NONE, separate].map(|quirks| catalog.fits(machine_type, version, &demand, &quirks))
    };
    assert_eq!(asks("amd64"), [false, true]);
    assert_eq!(asks("arm64"), [true, true]);
}

#[test]
fn answer_without_worker_capabilities_equals_gate_off() {
    let version = r#"{"capabilityFlavors": [{"architecture": ["amd64"]}]}"#;
    let spec = spec(BOTH, r#"{"gardener-gpuSupport": ["nvidia"]}"#, version);
    let catalog = WorkerCatalog::new(&spec, ON, &[]).unwrap();
    assert_eq!(choice(&catalog, &demand("{}"), &Quirks::NONE), -1);
    let machine_type = &catalog.catalog().machine_types()[0];
    let fits = |image, version, architecture| {
        catalog.fits_without_worker_capabilities(machine_type, image, version, architecture, &Quirks::NONE)
    };
    assert!(fits(0, 0, None) && fits(0, 0, Some("amd64")));
    assert!(!fits(0, 0, Some("arm64")));
    assert!(!fits(1, 0, None) && !fits(0, 1, None), "there is no such image, and no such version");
}

/// Values that the worker does not request do not count in the ranking either: both flavors support secure boot, so the one
/// without a GPU is preferred.
#[test]
fn flavors_are_ranked_by_values_usable_for_the_worker() {
    let version = r#"{"capabilityFlavors": [
        {"gardener-bootType": ["standard", "secure"], "gardener-gpuSupport": ["nvidia"]},
        {"gardener-bootType": ["secure"], "gardener-gpuSupport": ["none"]}]}"#;
    let catalog = WorkerCatalog::new(&spec(AMD64, "{}", version), ON, &[]).unwrap();
    assert_eq!(choice(&catalog, &demand(r#"{"machine": {"secureBoot": true}}"#), &Quirks::NONE), 1);
    assert_eq!(choice(&catalog, &demand("{}"), &Quirks::NONE), 0);
}
