//! Rendering of NamespacedCloudProfiles: conversion, merge, provider configurations, origins, properties.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod documented_example;
mod laws;
mod merge;
mod origins;
mod provider_config;
mod provider_section;
mod transformation;

use rootstock_admission::{Rendered, default_namespaced_cloud_profile, in_parent_format, render};
use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, Decode, NamespacedCloudProfile, NamespacedCloudProfileSpec, Path, RawObject,
    Semantics, Settings,
};
use serde_json::Value;

pub const BOTH: [Semantics; 2] = [Semantics::Documented, Semantics::Gardener];

pub fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, "2026-06-01T00:00:00Z".parse().unwrap())
}

fn raw(yaml: &str) -> RawObject {
    let value: Value = serde_yaml::from_str(yaml).unwrap();
    serde_json::from_value(value).unwrap()
}

/// A CloudProfile with the given `spec`.
pub fn parent(spec: &str) -> CloudProfile {
    let (spec, violations) = raw(spec).decode::<CloudProfileSpec>(&Path::root("spec"));
    assert!(violations.is_empty(), "{violations:?}");
    CloudProfile { spec, ..CloudProfile::default() }
}

/// A NamespacedCloudProfile with the given `spec`.
pub fn child(spec: &str) -> NamespacedCloudProfile {
    let (spec, violations) = raw(spec).decode::<NamespacedCloudProfileSpec>(&Path::root("spec"));
    assert!(violations.is_empty(), "{violations:?}");
    NamespacedCloudProfile { spec, ..NamespacedCloudProfile::default() }
}

/// The NamespacedCloudProfile in the format of its parent, as JSON.
pub fn transformed(of: &str, over: &str) -> Value {
    let (parent, mut child) = (parent(over), child(of));
    default_namespaced_cloud_profile(&mut child);
    serde_json::to_value(in_parent_format(&child.spec, &parent.spec)).unwrap()
}

pub fn rendered(child_spec: &str, parent_spec: &str, semantics: Semantics) -> Rendered {
    render(&parent(parent_spec), &child(child_spec), &settings(semantics))
}

/// The rendered spec as JSON.
pub fn spec(child_spec: &str, parent_spec: &str, semantics: Semantics) -> Value {
    serde_json::to_value(rendered(child_spec, parent_spec, semantics).spec).unwrap()
}

pub fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap()
}
