//! Rolling back to legacy fields.

use rootstock_migration::{MigrationOptions, Refusal};
use rstest::rstest;

use crate::support::{fixture, must_migrate, options, rolled_back, shown};

#[rstest]
#[case("openstack")]
#[case("local")]
fn round_trip_is_lossless(#[case] name: &str) {
    let there = must_migrate(&fixture(&format!("{name}.yaml")), &MigrationOptions::default());
    let back = rolled_back(&there.text, &MigrationOptions::default()).unwrap_or_else(|refusal| panic!("{refusal:#?}"));
    assert!(back.proof.differences.is_empty());
    insta::assert_snapshot!(format!("back_{name}"), shown(&back));
    let again = must_migrate(&back.text, &MigrationOptions::default());
    let twice = rolled_back(&again.text, &MigrationOptions::default()).unwrap();
    assert_eq!(twice.text, back.text);
}

#[test]
fn flavors_become_versions_with_a_suffix() {
    let suffixes =
        options(&[], &["baremetal=hypervisor:baremetal", "=hypervisor:virtual"], &["metal-*=hypervisor:baremetal"]);
    let there = must_migrate(&fixture("suffixes.yaml"), &suffixes);
    let back = rolled_back(&there.text, &suffixes).unwrap_or_else(|refusal| panic!("{refusal:#?}"));
    insta::assert_snapshot!(shown(&back));
}

#[test]
fn inexpressible_capabilities_are_listed() {
    let suffixes =
        options(&[], &["baremetal=hypervisor:baremetal", "=hypervisor:virtual"], &["metal-*=hypervisor:baremetal"]);
    let there = must_migrate(&fixture("suffixes.yaml"), &suffixes);
    let refusal = rolled_back(&there.text, &MigrationOptions::default()).unwrap_err();
    let Refusal::Lossy(lost) = &refusal else { panic!("{refusal}") };
    insta::assert_snapshot!(lost.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn legacy_profile_stays_unchanged() {
    let back = rolled_back(&fixture("openstack.yaml"), &MigrationOptions::default()).unwrap();
    assert!(back.edits.is_empty(), "{:?}", back.edits);
}
