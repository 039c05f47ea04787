//! Refusals and their messages.

use rootstock_migration::{MigrationOptions, Refusal};
use rstest::rstest;

use crate::support::{fixture, migrated, options};

#[rstest]
#[case::unknown_provider("openstack.yaml", &[("type: openstack", "type: cirrus")], &[], "no plug-in knows provider `cirrus`")]
#[case::undecodable("openstack.yaml", &[("cpu: \"4\"", "cpu: [4]")], &[], "the profile cannot be decoded")]
#[case::no_config("openstack.yaml", &[("  providerConfig:", "  controlPlane: {}\n  other:")], &[], "the profile has no")]
#[case::unknown_image("openstack.yaml", &[], &["suse"], "there is no machine image `suse`")]
#[case::unknown_version("openstack.yaml", &[], &["coreos@1.0.0"], "machine image `coreos` has no version `1.0.0`")]
#[case::one_format("local.yaml", &[("    regions:", "        - {name: other, versions: [{version: 1.0.0}]}\n    regions:")],
    &["plain"], "")]
#[case::alias("openstack.yaml", &[
    ("    - version: 1.34.1", "    - version: 1.34.1\n  volumeTypes:\n  - &volume {class: a, name: b}\n  - *volume"),
    ("  - {name: small,", "  - &small {name: small,"), ("  regions:\n  - name: europe\n    zones", "  - *small\n  regions:\n  - name: europe\n    zones"),
    ], &[], "the text cannot be edited: line 44: an alias (`*…`) or merge key (`<<`) repeats this value")]
fn invalid_profile_is_refused(
    #[case] name: &str,
    #[case] replacements: &[(&str, &str)],
    #[case] images: &[&str],
    #[case] expected: &str,
) {
    let mut text = fixture(name);
    for (from, to) in replacements {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    match migrated(&text, &options(images, &[], &[])) {
        Err(refusal) => assert!(!expected.is_empty() && refusal.to_string().starts_with(expected), "{refusal}"),
        Ok(_) => assert!(expected.is_empty(), "it was migrated"),
    }
}

/// A suffix that no version has is a typo, not a migration without effect.
#[rstest]
#[case("gen2", Some("no version of the profile has the suffix `-gen2`; versions end in `-baremetal`"))]
#[case("metal", Some("no version of the profile has the suffix `-metal`; versions end in `-baremetal`"))]
#[case("baremetal", None)]
fn unknown_suffix_is_refused(#[case] suffix: &str, #[case] expected: Option<&str>) {
    let requested = format!("{suffix}=hypervisor:metal");
    let requested = options(&[], &[&requested, "=hypervisor:virtual"], &[]);
    let found = migrated(&fixture("suffixes.yaml"), &requested);
    let refusal = found.err().filter(|refusal| matches!(refusal, Refusal::InvalidOptions(_)));
    assert_eq!(refusal.map(|refusal| refusal.to_string()).as_deref(), expected);
}

#[test]
fn profile_that_lists_an_image_twice_is_refused() {
    let text = fixture("local.yaml");
    let (before, rest) = text.split_once("    machineImages:\n").unwrap();
    let (images, after) = rest.split_once("    regions:\n").unwrap();
    let twice = format!("{before}    machineImages:\n{images}{images}    regions:\n{after}");
    let refusal = migrated(&twice, &MigrationOptions::default()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "machine image `plain` is listed more than once; list it once, with all its versions"
    );
}

#[test]
fn architecture_that_gardener_does_not_know_is_refused() {
    let text = fixture("local.yaml").replace("[amd64, arm64] # one", "[amd64, riscv64] # one");
    let refusal = migrated(&text, &MigrationOptions::default()).unwrap_err();
    let expected = "the profile names architecture `riscv64`, but Gardener knows only `amd64` and `arm64`; correct it first, see `rootstock check`";
    assert_eq!(refusal.to_string(), expected);
}
