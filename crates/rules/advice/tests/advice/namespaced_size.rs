//! A NamespacedCloudProfile is stored with the whole rendered profile, so its size counts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests")]

use rootstock_advice::advise_namespaced;
use rootstock_core_model::{CloudProfileSpec, NamespacedCloudProfile, Semantics, Settings};
use rstest::rstest;
use serde_json::{Value, json};

#[rstest]
#[case::small(100, &[])]
#[case::near(13_000, &["profile-near-size-limit"])]
#[case::over(20_000, &["profile-over-size-limit"])]
fn rendered_profile_counts(#[case] types: usize, #[case] expected: &[&str]) {
    let machine_type = |number: usize| json!({ "name": format!("m{number:05}"), "cpu": "4", "gpu": "0", "memory": "16Gi", "usable": true, "storage": { "class": "x" } });
    let types: Value = (0..types).map(machine_type).collect();
    let rendered: CloudProfileSpec = serde_json::from_value(json!({ "machineTypes": types })).unwrap();
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let child = NamespacedCloudProfile::default();
    let found = advise_namespaced(&child, &CloudProfileSpec::default(), &rendered, &settings, &[]);
    let rules: Vec<&str> = found.iter().map(|violation| violation.rule.name).collect();
    assert_eq!(rules, expected);
}
