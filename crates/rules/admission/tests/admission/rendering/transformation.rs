//! Conversion of a NamespacedCloudProfile to its parent's format.

use rootstock_admission::in_parent_format;
use rstest::rstest;
use serde_json::{Value, json};

use crate::rendering::{child, parent, transformed, yaml};

const LEGACY: &str = "{type: local}";
const ONE: &str = "{machineCapabilities: [{name: architecture, values: [arm64]}]}";
const TWO: &str = "{machineCapabilities: [{name: architecture, values: [amd64, arm64]}, {name: disk, values: [a, b]}]}";
const NONE_REGISTERED: &str = "{machineCapabilities: [{name: disk, values: [a, b]}]}";

#[rstest]
#[case::tr01_one_flavor_for_each(
    "{architectures: [arm64, amd64]}",
    TWO,
    "[{architecture: [arm64]}, {architecture: [amd64]}]",
    "[arm64, amd64]"
)]
#[case::tr01_an_explicit_empty_list_counts_as_none(
    "{architectures: [amd64], capabilityFlavors: []}",
    TWO,
    "[{architecture: [amd64]}]",
    "[amd64]"
)]
#[case::tr02_flavors_stay(
    "{architectures: [arm64], capabilityFlavors: [{disk: [a]}]}",
    TWO,
    "[{disk: [a]}]",
    "[arm64]"
)]
#[case::tr03_architectures_from_flavors(
    "{capabilityFlavors: [{architecture: [arm64]}, {architecture: [amd64, arm64]}]}",
    LEGACY,
    "null",
    "[amd64, arm64]"
)]
#[case::tr03_the_legacy_list_wins(
    "{architectures: [arm64], capabilityFlavors: [{architecture: [amd64]}]}",
    LEGACY,
    "null",
    "[arm64]"
)]
#[case::tr03_flavors_without_architecture_vanish("{capabilityFlavors: [{disk: [a]}]}", LEGACY, "null", "null")]
fn versions(#[case] version: &str, #[case] over: &str, #[case] flavors: &str, #[case] architectures: &str) {
    let mut version = yaml(version);
    version["version"] = json!("1.0.0");
    let of = json!({"machineImages": [{"name": "os", "versions": [version]}]}).to_string();
    let result = &transformed(&of, over)["machineImages"][0]["versions"][0];
    assert_eq!(result.get("capabilityFlavors").unwrap_or(&Value::Null), &yaml(flavors));
    assert_eq!(result.get("architectures").unwrap_or(&Value::Null), &yaml(architectures));
}

/// The rules for updates distinguish absent from empty.
#[rstest]
#[case(TWO, Some(0), None)]
#[case(LEGACY, None, Some(0))]
fn flavors_without_architectures_are_empty_and_not_absent(
    #[case] over: &str,
    #[case] flavors: Option<usize>,
    #[case] architectures: Option<usize>,
) {
    let child = child("{machineImages: [{name: os, versions: [{version: 1.0.0}]}]}");
    let result = in_parent_format(&child.spec, &parent(over).spec);
    let version = &result.images()[0].offered()[0];
    assert_eq!(version.capability_flavors.as_ref().map(Vec::len), flavors);
    assert_eq!(version.architectures.as_ref().map(Vec::len), architectures);
}

#[rstest]
#[case::tr04_capabilities_stay("{capabilities: {disk: [a]}}", TWO, "{disk: [a]}", "null")]
#[case::tr05_the_only_registered("{}", ONE, "{architecture: [arm64]}", "null")]
#[case::tr05_the_only_registered_beats_the_field("{architecture: amd64}", ONE, "{architecture: [arm64]}", "amd64")]
#[case::tr05_the_legacy_field("{architecture: arm64}", TWO, "{architecture: [arm64]}", "arm64")]
#[case::tr05_amd64("{}", TWO, "{architecture: [amd64]}", "null")]
#[case::tr05_an_empty_field_is_a_value("{architecture: ''}", TWO, "{architecture: ['']}", "''")]
#[case::tr05_nothing_registered("{}", NONE_REGISTERED, "{architecture: [amd64]}", "null")]
#[case::tr06_the_first_value("{capabilities: {architecture: [arm64, amd64], disk: [a]}}", LEGACY, "null", "arm64")]
#[case::tr06_the_legacy_field_wins(
    "{architecture: amd64, capabilities: {architecture: [arm64]}}",
    LEGACY,
    "null",
    "amd64"
)]
#[case::tr06_no_architecture("{capabilities: {disk: [a]}}", LEGACY, "null", "null")]
fn machine_types(#[case] machine: &str, #[case] over: &str, #[case] capabilities: &str, #[case] architecture: &str) {
    let mut machine = yaml(machine);
    machine["name"] = json!("m");
    let result = &transformed(&json!({"machineTypes": [machine]}).to_string(), over)["machineTypes"][0];
    assert_eq!(result.get("capabilities").unwrap_or(&Value::Null), &yaml(capabilities));
    assert_eq!(result.get("architecture").unwrap_or(&Value::Null), &yaml(architecture));
    assert_eq!(result["usable"], json!(true));
}
