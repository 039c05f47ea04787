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
fn without_machine_types_every_type_supports_everything() {
    let migration = must_migrate(&fixture("suffixes.yaml"), &options(&[], &SUFFIXES, &[]));
    let said: Vec<String> = migration.notes.iter().map(ToString::to_string).collect();
    assert!(
        said.iter()
            .any(|note| note.starts_with("no values of `hypervisor` were given for machine types `small`, `metal-")),
        "{said:#?}"
    );
    assert!(migration.proof.differences.iter().all(|one| one.intent == Some(Intent::SuffixRemoved)));
}

#[test]
fn the_order_of_values_decides_what_types_with_both_get() {
    let values = |text: &str| rootstock_migration::capability(text).unwrap();
    let asked = MigrationOptions {
        capabilities: vec![values("hypervisor=virtual,baremetal")],
        ..options(&[], &SUFFIXES[..1], &TYPES)
    };
    let migration = must_migrate(&fixture("suffixes.yaml"), &asked);
    let changed = |difference: &&rootstock_migration::ProofDifference| {
        difference.version == "1592.2.0" && difference.machine_types.iter().any(|name| name == "nested")
    };
    assert!(migration.proof.differences.iter().find(changed).is_none(), "{:#?}", migration.proof.differences);
}

#[test]
fn versions_with_a_suffix_can_stay_for_those_who_use_them() {
    let asked = MigrationOptions { keep_suffixed: true, ..options(&[], &SUFFIXES, &TYPES) };
    insta::assert_snapshot!(shown(&must_migrate(&fixture("suffixes.yaml"), &asked)));
}

#[test]
fn meaning_of_versions_without_a_suffix_is_required() {
    let refusal = migrated(&fixture("suffixes.yaml"), &options(&[], &SUFFIXES[..1], &[])).unwrap_err();
    assert!(matches!(refusal, Refusal::Impossible(_)), "{refusal}");
    assert_eq!(
        refusal.to_string(),
        "versions without a suffix have no value of `hypervisor`; give it with an empty suffix: `=hypervisor:VALUE`"
    );
}
