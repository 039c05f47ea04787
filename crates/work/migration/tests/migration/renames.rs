//! Registered capabilities that become capabilities that workers ask for.

use rootstock_core_model::{FeatureGate, Settings};
use rootstock_migration::{MigrationOptions, Refusal};
use rstest::rstest;

use crate::support::{fixture, migrated_with, settings, shown};

fn with_gate() -> Settings {
    let mut settings = settings();
    settings.gates = settings.gates.with(FeatureGate::WorkerCapabilities, true);
    settings
}

fn options(renames: &[&str]) -> MigrationOptions {
    let renames = renames.iter().map(|text| text.parse().unwrap()).collect();
    MigrationOptions { renames, ..MigrationOptions::default() }
}

const RENAME: &str = "secureBoot=gardener-bootType:none=standard";

#[test]
fn own_capability_becomes_one_that_workers_ask_for() {
    let migrated = migrated_with(&fixture("own-secure-boot.yaml"), &options(&[RENAME]), with_gate());
    insta::assert_snapshot!(shown(&migrated.unwrap()));
}

#[rstest]
#[case::gate_is_off(&[RENAME], settings(), "with the feature gate WorkerCapabilities, which is off")]
#[case::unregistered(&["secureboot=gardener-bootType"], with_gate(), "registers no capability `secureboot`; did you mean `secureBoot`?")]
#[case::not_asked_for(&["secureBoot=gardener-boottype"], with_gate(), "did you mean `gardener-bootType`?")]
#[case::no_counterpart(&["secureBoot=gardener-bootType"], with_gate(), "add its new name: secureBoot=gardener-bootType:none=standard")]
#[case::misspelt_counterpart(&["secureBoot=gardener-bootType:none=standrad"], with_gate(), "`standrad` is not a value of `gardener-bootType`")]
#[case::unknown_value(&["secureBoot=gardener-bootType:none=standard,of=standard"], with_gate(), "`of` is not a value of `secureBoot`")]
fn unusable_names_are_refused(#[case] renames: &[&str], #[case] settings: Settings, #[case] expected: &str) {
    let refusal = migrated_with(&fixture("own-secure-boot.yaml"), &options(renames), settings).unwrap_err();
    assert!(matches!(refusal, Refusal::InvalidOptions(_)), "{refusal:?}");
    assert!(refusal.to_string().contains(expected), "{refusal}");
}

#[test]
fn name_in_use_is_refused() {
    let text = fixture("own-secure-boot.yaml").replace(
        "capabilities: {secureBoot: [none]}",
        "capabilities: {secureBoot: [none], gardener-bootType: [secure]}",
    );
    let refusal = migrated_with(&text, &options(&[RENAME]), with_gate()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "`gardener-bootType` is used in the profile already; remove it from flavors and machine types"
    );
}

#[test]
fn other_steps_are_refused() {
    let options = MigrationOptions { keep_suffixed: true, ..options(&[RENAME]) };
    let refusal = migrated_with(&fixture("own-secure-boot.yaml"), &options, with_gate()).unwrap_err();
    assert!(refusal.to_string().contains("renamed alone"), "{refusal}");
}
