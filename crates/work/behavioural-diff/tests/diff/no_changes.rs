//! Changes without effect: comments, the order of keys and lists, spelling, and a lossless migration.

use rootstock_behavioural_diff::compare;
use rootstock_core_model::CloudProfile;
use rstest::rstest;

use crate::profiles::{Stored, changes, edited, fixture};

#[rstest]
#[case("base/local.yaml")]
#[case("base/local-legacy.yaml")]
#[case("base/openstack.yaml")]
#[case("base/openstack-legacy.yaml")]
#[case("profiles/orchard.yaml")]
#[case("profiles/greenhouse.yaml")]
#[case("documents/complete-cloudprofile.yaml")]
#[case("profiles/openstack-capabilities.yaml")]
fn json_form_has_no_changes(#[case] name: &str) {
    let text = fixture(name);
    let old = Stored::of_yaml(&text);
    // As JSON: no comments, another order of keys.
    let json = serde_json::to_value(&old.profile).unwrap();
    let again: CloudProfile = serde_json::from_value(json).unwrap();
    let new = Stored::new(again, Some(&old.profile));
    let changes = compare(&old.side(), &new.side());
    assert!(changes.is_empty(), "{changes:?}");
    let back = compare(&new.side(), &old.side());
    assert!(back.is_empty(), "{back:?}");
}

#[rstest]
#[case::quantity("profiles/orchard.yaml", &[("memory: 16Gi", "memory: 16384Mi"), ("cpu: \"4\"", "cpu: 4000m")])]
#[case::comments("profiles/orchard.yaml", &[("# not for old kubelets", "# really not"), ("# end of life", "")])]
#[case::order_of_architectures("profiles/orchard.yaml", &[("[amd64, arm64]", "[arm64, amd64]")])]
#[case::defaults_written_out("profiles/orchard.yaml", &[("name: quince # end of life", "name: quince\n    updateStrategy: major")])]
#[case::order_of_flavors("base/local.yaml", &[("      - architecture: [amd64]\n        hostType: [virtual]\n      - architecture: [amd64]\n        hostType: [metal]\n",
    "      - architecture: [amd64]\n        hostType: [metal]\n      - hostType: [virtual]\n        architecture: [amd64]\n")])]
fn equivalent_spelling_has_no_changes(#[case] name: &str, #[case] edits: &[(&str, &str)]) {
    let old = fixture(name);
    let changes = changes(&old, &edited(&old, edits));
    assert!(changes.is_empty(), "{changes:?}");
}

/// Compares a legacy profile with its migrated form, both sections included.
#[test]
fn lossless_migration_has_no_changes() {
    let legacy = fixture("base/openstack-legacy.yaml");
    let capabilities = MIGRATED;
    let there = changes(&legacy, capabilities);
    assert!(there.is_empty(), "{there:?}");
    let back = changes(capabilities, &legacy);
    assert!(back.is_empty(), "{back:?}");
}

/// `base/openstack-legacy.yaml`, migrated by hand.
const MIGRATED: &str = include_str!("openstack-migrated.yaml");
