//! Versions with a suffix that become flavors.

use rootstock_migration::{Intent, MigrationOptions, Refusal};

use crate::support::{fixture, migrated, must_migrate, options, shown};

const SUFFIXES: [&str; 2] = ["baremetal=hypervisor:baremetal", "=hypervisor:virtual"];
const TYPES: [&str; 2] = ["metal-*=hypervisor:baremetal", "small=hypervisor:virtual"];

#[test]
fn versions_with_a_suffix_become_flavors() {
    insta::assert_snapshot!(shown(&must_migrate(&fixture("suffixes.yaml"), &options(&[], &SUFFIXES, &TYPES))));
}

#[test]
fn unlisted_machine_types_support_every_value() {
    let migration = must_migrate(&fixture("suffixes.yaml"), &options(&[], &SUFFIXES, &[]));
    let notes: Vec<String> = migration.notes.iter().map(ToString::to_string).collect();
    assert!(
        notes
            .iter()
            .any(|note| note.starts_with("no values of `hypervisor` were given for machine types `small`, `metal-")),
        "{notes:#?}"
    );
    assert!(migration.proof.differences.iter().all(|one| one.intent == Some(Intent::SuffixRemoved)));
}

#[test]
fn order_of_values_decides_for_types_with_both() {
    let values = |text: &str| rootstock_migration::capability(text).unwrap();
    let requested = MigrationOptions {
        capabilities: vec![values("hypervisor=virtual,baremetal")],
        ..options(&[], &SUFFIXES[..1], &TYPES)
    };
    let migration = must_migrate(&fixture("suffixes.yaml"), &requested);
    let changed = |difference: &&rootstock_migration::ProofDifference| {
        difference.version == "1592.2.0" && difference.machine_types.iter().any(|name| name == "nested")
    };
    assert!(migration.proof.differences.iter().find(changed).is_none(), "{:#?}", migration.proof.differences);
}

#[test]
fn suffixed_versions_are_kept_on_request() {
    let requested = MigrationOptions { keep_suffixed: true, ..options(&[], &SUFFIXES, &TYPES) };
    insta::assert_snapshot!(shown(&must_migrate(&fixture("suffixes.yaml"), &requested)));
}

#[test]
fn meaning_of_versions_without_a_suffix_is_required() {
    let refusal = migrated(&fixture("suffixes.yaml"), &options(&[], &SUFFIXES[..1], &[])).unwrap_err();
    assert!(matches!(refusal, Refusal::InvalidOptions(_)), "{refusal}");
    assert_eq!(
        refusal.to_string(),
        "versions without a suffix have no value of `hypervisor`; give it with an empty suffix: `=hypervisor:VALUE`"
    );
}
