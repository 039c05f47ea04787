//! Worked cases, and the open questions of the proposal about matching (ARCHITECTURE.md: Q3…Q8, Q11, Q13…Q18).

use rootstock_capability_engine::SelectionError;
use rootstock_core_model::{CloudProfileSpec, FeatureGate, FeatureGates, Quirks, Worker};
use rootstock_worker_capabilities::{Demand, DemandError, Entry, FlavorOmission, Property, WorkerCatalog};
use rstest::rstest;
use serde_json::{Value, json};

pub(crate) const ON: FeatureGates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, true);

pub(crate) fn spec(definitions: &str, machine: &str, version: &str) -> CloudProfileSpec {
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let mut version = parse(version);
    version["version"] = json!("1.0.0");
    serde_json::from_value(json!({
        "machineCapabilities": parse(definitions),
        "machineTypes": [{"name": "m", "capabilities": parse(machine)}],
        "machineImages": [{"name": "i", "versions": [version]}],
    }))
    .unwrap()
}

/// Returns the selected flavor, `-1` if none fits, or `-2` if several cannot be distinguished.
pub(crate) fn choice(catalog: &WorkerCatalog, demand: &Demand, quirks: &Quirks) -> i64 {
    let machine_type = catalog.catalog().machine_type("m").unwrap();
    let version = catalog.catalog().image("i").unwrap().version("1.0.0").unwrap();
    let demand = catalog.compile(demand);
    let fits = catalog.fits(machine_type, version, &demand, quirks);
    match catalog.select(machine_type, version, &demand, quirks) {
        Ok(selection) => {
            assert!(fits || quirks.selection.worker_architecture_is_separate);
            selection.flavor as i64
        }
        Err(SelectionError::NoneCompatible) => {
            assert_eq!(fits, catalog.misfit(machine_type, version, &demand).is_none());
            -1
        }
        Err(SelectionError::Ambiguous { .. }) => -2,
    }
}

fn demand(catalog: &WorkerCatalog, worker: &str) -> Demand {
    let worker: Worker = serde_json::from_str(worker).unwrap();
    Demand::of_worker(catalog.built_in_catalog(), &worker).demand
}

const AMD64: &str = r#"[{"name": "architecture", "values": ["amd64"]}]"#;
const DEFAULT: &str = "{}";
const SECURE: &str = r#"{"machine": {"secureBoot": true}}"#;
const NVIDIA: &str = r#"{"machine": {"gpu": {"type": "nvidia"}}}"#;
const IN_PLACE: &str = r#"{"updateStrategy": "AutoInPlaceUpdate"}"#;

#[rstest]
#[case::neutral_defaults(r#"{}"#, DEFAULT, 0)]
#[case::nothing_declared_is_not_secure(r#"{}"#, SECURE, -1)]
#[case::the_secure_one(r#"{"capabilityFlavors": [{"gardener-bootType": ["secure"]}, {}]}"#, SECURE, 0)]
#[case::the_plain_one(r#"{"capabilityFlavors": [{"gardener-bootType": ["secure"]}, {}]}"#, DEFAULT, 1)]
#[case::wider_wins_the_tie(r#"{"capabilityFlavors": [{"gardener-bootType": ["standard", "secure"]}, {}]}"#, DEFAULT, 0)]
#[case::no_gpu_prefers_none(r#"{"capabilityFlavors": [{"gardener-gpuSupport": ["nvidia"]}, {}]}"#, DEFAULT, 1)]
#[case::nvidia(r#"{"capabilityFlavors": [{"gardener-gpuSupport": ["nvidia"]}, {}]}"#, NVIDIA, 0)]
#[case::in_place(r#"{"inPlaceUpdates": {"supported": true}}"#, IN_PLACE, 0)]
#[case::in_place_also_rolls(r#"{"inPlaceUpdates": {"supported": true}}"#, DEFAULT, 0)]
#[case::not_in_place(r#"{}"#, IN_PLACE, -1)]
#[case::in_place_unsupported(r#"{"inPlaceUpdates": {"supported": false}}"#, IN_PLACE, -1)]
#[case::only_in_place(
    r#"{"inPlaceUpdates": {"supported": true}, "capabilityFlavors": [{"gardener-updateType": ["inPlace"]}]}"#,
    DEFAULT,
    -1
)]
#[case::an_empty_list_matches_nothing(r#"{"capabilityFlavors": [{"gardener-bootType": []}]}"#, DEFAULT, -1)]
fn worked_cases(#[case] version: &str, #[case] worker: &str, #[case] expected: i64) {
    let catalog = WorkerCatalog::new(&spec(AMD64, r#"{"architecture": ["amd64"]}"#, version), ON, &[]).unwrap();
    assert_eq!(choice(&catalog, &demand(&catalog, worker), &Quirks::NONE), expected);
}

/// Q13, Q16: machine types may also declare the names; `[nvidia]` excludes plain images.
#[rstest]
#[case(r#"{"gardener-gpuSupport": ["nvidia"]}"#, DEFAULT, 0)]
#[case(r#"{"gardener-gpuSupport": ["nvidia", "none"]}"#, DEFAULT, 1)]
#[case(r#"{"gardener-gpuSupport": ["none"]}"#, NVIDIA, -1)]
fn machine_types_may_declare_worker_capabilities(#[case] machine: &str, #[case] worker: &str, #[case] expected: i64) {
    let version = r#"{"capabilityFlavors": [{"gardener-gpuSupport": ["nvidia"]}, {}]}"#;
    let catalog = WorkerCatalog::new(&spec(AMD64, machine, version), ON, &[]).unwrap();
    assert_eq!(choice(&catalog, &demand(&catalog, worker), &Quirks::NONE), expected);
}

/// Q14: each pair of image [a, b], machine type [b, c] and worker [a, c] has a value in common, but all three do not.
#[test]
fn flavor_machine_type_and_worker_must_share_a_value() {
    let definitions = r#"[{"name": "architecture", "values": ["amd64"]}, {"name": "x", "values": ["a", "b", "c"]}]"#;
    let spec = spec(definitions, r#"{"x": ["b", "c"]}"#, r#"{"capabilityFlavors": [{"x": ["a", "b"]}]}"#);
    let catalog = WorkerCatalog::new(&spec, ON, &[]).unwrap();
    let of = |values: &[&str]| demand(&catalog, DEFAULT).and(&[("x", values.to_vec())].into_iter().collect());
    assert_eq!(choice(&catalog, &of(&["a", "c"]), &Quirks::NONE), -1);
    assert_eq!(choice(&catalog, &of(&["a", "b"]), &Quirks::NONE), 0);
}

/// Q7: nothing can be declared in a profile without definitions, so special demands fail there.
#[rstest]
#[case(DEFAULT, "amd64", true)]
#[case(DEFAULT, "arm64", false)]
#[case(SECURE, "amd64", false)]
#[case(NVIDIA, "amd64", false)]
fn legacy_images_have_neutral_capabilities(#[case] worker: &str, #[case] architecture: &str, #[case] expected: bool) {
    let spec: CloudProfileSpec = serde_json::from_str(
        r#"{"machineTypes": [{"name": "m"}], "machineImages": [{"name": "i", "versions": [{"version": "1.0.0"}]}]}"#,
    )
    .unwrap();
    let catalog = WorkerCatalog::new(&spec, ON, &[]).unwrap();
    let mut demand = demand(&catalog, worker);
    demand.architecture = Some(architecture.to_owned());
    let (machine_type, version) = (&catalog.catalog().machine_types()[0], &catalog.catalog().images()[0].versions[0]);
    for quirks in [Quirks::NONE, Quirks::GARDENER_1_150] {
        assert_eq!(catalog.fits(machine_type, version, &catalog.compile(&demand), &quirks), expected);
    }
}

static TRUSTED: &[Entry] = &[Entry {
    name: "cloud-trusted",
    values: &["disabled", "enabled"],
    on_flavor: FlavorOmission::Neutral,
    property: Property::ProviderConfig,
}];

/// Q18: capabilities contributed by a provider follow the same rules, unless the operator registers the name: the operator's
/// definition takes precedence.
#[rstest]
#[case::not_declared(AMD64, "{}", -1)]
#[case::declared(AMD64, r#"{"capabilityFlavors": [{}, {"cloud-trusted": ["enabled"]}]}"#, 1)]
#[case::registered_means_all(
    r#"[{"name": "architecture", "values": ["amd64"]}, {"name": "cloud-trusted", "values": ["enabled", "disabled"]}]"#,
    "{}",
    0
)]
fn provider_capabilities_are_added(#[case] definitions: &str, #[case] version: &str, #[case] expected: i64) {
    let catalog = WorkerCatalog::new(&spec(definitions, "{}", version), ON, TRUSTED).unwrap();
    let demand = demand(&catalog, DEFAULT).and(&[("cloud-trusted", ["enabled"])].into_iter().collect());
    assert_eq!(catalog.unknown(&demand), []);
    assert_eq!(choice(&catalog, &demand, &Quirks::NONE), expected);
}

/// Q17: requesting an unregistered capability is an error, and so is a value that the operator's definition lacks.
#[test]
fn every_request_is_checked() {
    let asked = |catalog: &WorkerCatalog| {
        catalog.unknown(&demand(catalog, DEFAULT).and(&[("cloud-trusted", ["enabled"])].into_iter().collect()))
    };
    let catalog = WorkerCatalog::new(&spec(AMD64, "{}", "{}"), ON, &[]).unwrap();
    assert!(matches!(&asked(&catalog)[..], [DemandError::UnknownCapability { field: "providerConfig", .. }]));
    let definitions =
        r#"[{"name": "architecture", "values": ["amd64"]}, {"name": "cloud-trusted", "values": ["on", "off"]}]"#;
    let catalog = WorkerCatalog::new(&spec(definitions, "{}", "{}"), ON, TRUSTED).unwrap();
    assert!(matches!(&asked(&catalog)[..], [DemandError::UnknownValue { value, .. }] if value == "enabled"));
}

/// The parts of the message about a rejected worker.
#[test]
fn the_nearest_flavor_is_named() {
    let version = r#"{"capabilityFlavors": [
        {"gardener-bootType": ["secure"], "gardener-gpuSupport": ["amd"]}, {"gardener-bootType": ["secure"]}]}"#;
    let catalog = WorkerCatalog::new(&spec(AMD64, r#"{"gardener-gpuSupport": ["none"]}"#, version), ON, &[]).unwrap();
    let machine_type = catalog.catalog().machine_type("m").unwrap();
    let version = &catalog.catalog().images()[0].versions[0];
    let misfit = catalog.misfit(machine_type, version, &catalog.compile(&demand(&catalog, DEFAULT))).unwrap();
    assert_eq!((misfit.flavor, misfit.flavors, misfit.mismatches.len()), (Some(1), 2, 1));
    let mismatch = &misfit.mismatches[0];
    assert_eq!(mismatch.capability, "gardener-bootType");
    assert_eq!(
        (&mismatch.flavor[..], mismatch.worker.as_deref()),
        (&["secure".to_owned()][..], Some(&["standard".to_owned()][..]))
    );
    let secure = catalog.compile(&demand(&catalog, SECURE));
    assert_eq!(catalog.misfit(machine_type, version, &secure), None);
}
