//! Tests of the command with acme.

use std::process::{Command, Output};

const PROFILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/profile.yaml");
const BROKEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/broken.yaml");

fn rootstock(arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rootstock-acme")).args(arguments).output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

#[test]
fn acme_profile_is_checked() {
    let (output, text) = rootstock(&["check", PROFILE]);
    assert_eq!(output.status.code(), Some(0), "{text}");
}

#[test]
fn own_and_common_rules_report_mistakes() {
    let (output, text) = rootstock(&["check", BROKEN]);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for rule in ["acme-gateway-repeated", "provider-flavor-unmapped", "unknown-field"] {
        assert!(text.contains(rule), "{rule} is missing:\n{text}");
    }
}

#[test]
fn acme_rule_is_explained() {
    let (output, text) = rootstock(&["explain", "acme-gateway-repeated"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("A region has more than one gateway."), "{text}");
}

#[test]
fn acme_image_is_selected() {
    let (output, text) = rootstock(&["select", PROFILE, "--image", "plain", "--machine-type", "medium-arm", "--region", "south"]);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("plain-arm64-south"), "{text}");
}

#[test]
fn shipped_providers_remain_available() {
    let (output, text) = rootstock(&["rules"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("acme-gateway-repeated") && text.contains("openstack-"), "{text}");
}
