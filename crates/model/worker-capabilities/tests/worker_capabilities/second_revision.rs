//! Tests of a later draft of the proposal as another constant: other names and values, registration by operators, and omission
//! meaning all values.

use rootstock_core_model::{Quirks, Worker};
use rootstock_worker_capabilities::{
    BuiltInCatalog, Demand, DemandError, Entry, FlavorOmission, Property, Registrar, WorkerCatalog,
};
use rstest::rstest;

use crate::worked_cases::{ON, choice, spec};

const SECOND: BuiltInCatalog = BuiltInCatalog {
    revision: "GEP-54, later draft: worker capability requirements",
    registration: Registrar::ByOperator,
    entries: &[
        Entry {
            name: "gardener-boot-type",
            values: &["standard", "secure"],
            on_flavor: FlavorOmission::All,
            property: Property::SecureBoot("secure"),
        },
        Entry {
            name: "gardener-update-type",
            values: &["rolling", "in-place"],
            on_flavor: FlavorOmission::All,
            property: Property::UpdateStrategy("in-place"),
        },
    ],
};

const REGISTERED: &str = r#"[{"name": "architecture", "values": ["amd64"]},
    {"name": "gardener-update-type", "values": ["rolling", "in-place"]}]"#;
const UNREGISTERED: &str = r#"[{"name": "architecture", "values": ["amd64"]}]"#;

#[rstest]
#[case::omission_means_all(REGISTERED, "{}", "AutoInPlaceUpdate", 0)]
#[case::declared(REGISTERED, r#"{"capabilityFlavors": [{"gardener-update-type": ["rolling"]}]}"#, "AutoInPlaceUpdate", -1)]
#[case::rolling_needs_no_registration(UNREGISTERED, "{}", "AutoRollingUpdate", 0)]
fn second_revision_is_supported(
    #[case] definitions: &str,
    #[case] version: &str,
    #[case] strategy: &str,
    #[case] expected: i64,
) {
    let catalog = WorkerCatalog::with_built_in_catalog(&spec(definitions, "{}", version), ON, SECOND, &[]).unwrap();
    let worker: Worker = serde_json::from_str(&format!(r#"{{"updateStrategy": "{strategy}"}}"#)).unwrap();
    let demand = Demand::of_worker(&SECOND, &worker).demand;
    assert_eq!(catalog.unknown(&demand), []);
    assert_eq!(choice(&catalog, &demand, &Quirks::NONE), expected);
}

#[test]
fn unregistered_capabilities_cannot_be_requested() {
    let catalog = WorkerCatalog::with_built_in_catalog(&spec(UNREGISTERED, "{}", "{}"), ON, SECOND, &[]).unwrap();
    let worker: Worker = serde_json::from_str(r#"{"updateStrategy": "AutoInPlaceUpdate"}"#).unwrap();
    let unknown = catalog.unknown(&Demand::of_worker(&SECOND, &worker).demand);
    let [DemandError::UnknownCapability { capability, field, .. }] = &unknown[..] else { panic!("{unknown:?}") };
    assert_eq!((capability.as_str(), *field), ("gardener-update-type", "updateStrategy"));
    assert!(!SECOND.reserves("gardener-update-type"));
}
