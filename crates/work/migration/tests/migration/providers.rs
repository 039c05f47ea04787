//! Providers whose legacy formats differ: regions with architectures, one entry for each architecture, features.

use rootstock_migration::{Intent, MigrationOptions};
use rstest::rstest;

use crate::support::{fixture, must_migrate, options, rolled_back, shown};

const GENERATIONS: [&str; 2] = ["gen2=hyperVGeneration:gen2", "=hyperVGeneration:gen1"];

#[test]
fn example_of_gep_33_is_migrated() {
    let types = ["Standard_S896om=hyperVGeneration:gen2", "*_v2=hyperVGeneration:gen1", "*ps_v5=hyperVGeneration:gen2"];
    let migration = must_migrate(&fixture("azure.yaml"), &options(&[], &GENERATIONS, &types));
    insta::assert_snapshot!(shown(&migration));
    assert!(migration.proof.differences.iter().all(|one| one.intent == Some(Intent::SuffixRemoved)));
}

#[rstest]
#[case("azure.yaml")]
#[case("aws.yaml")]
#[case("gcp.json")]
fn architectures_only_migration_has_no_differences(#[case] name: &str) {
    let migration = must_migrate(&fixture(name), &MigrationOptions::default());
    insta::assert_snapshot!(format!("architectures_{name}"), shown(&migration));
    assert!(migration.proof.differences.is_empty());
}

#[rstest]
#[case("aws.yaml")]
#[case("gcp.json")]
fn migrated_profile_is_rolled_back(#[case] name: &str) {
    let there = must_migrate(&fixture(name), &MigrationOptions::default());
    let back = rolled_back(&there.text, &MigrationOptions::default()).unwrap_or_else(|refusal| panic!("{refusal:#?}"));
    insta::assert_snapshot!(format!("and_back_{name}"), shown(&back));
}
