//! Mappings for regions that the profile does not have, for every provider.

use rootstock_core_model::Semantics::{Documented, Gardener};
use rstest::rstest;
use serde_json::Value;

use crate::support::{check, findings, profile};

/// Collects the dotted paths of all names of regions below a value.
fn region_names(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            let path = format!("{path}.{key}");
            if key == "regions" {
                let regions = value.as_array().map_or(0, Vec::len);
                found.extend((0..regions).map(|index| format!("{path}.{index}.name")));
            } else {
                region_names(value, &path, found);
            }
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| region_names(item, &format!("{path}.{index}"), found));
        }
        _ => {}
    }
}

/// A misspelled region in one entry is reported there, and only by Rootstock.
#[rstest]
fn a_region_that_does_not_exist(
    #[values("alicloud", "alicloud-legacy", "aws", "aws-legacy", "openstack", "openstack-legacy", "stackit")]
    base: &str,
) {
    let own = profile(base, &[]);
    let images = serde_json::to_value(own.spec.provider_config.as_ref().unwrap()).unwrap()["machineImages"].clone();
    let mut names = Vec::new();
    region_names(&images, "spec.providerConfig.machineImages", &mut names);
    assert!(!names.is_empty(), "{base} has regions");
    for name in names {
        let strange = profile(base, &[(&name, "nowhere")]);
        let place = name.replace(".0", "[0]").replace(".1", "[1]").replace(".2", "[2]");
        let found = findings(&check(&strange, Documented).violations);
        assert!(found.contains(&format!("warning provider-region-unknown {place}")), "{place}: {found:?}");
        let gardener = findings(&check(&strange, Gardener).violations);
        assert!(!gardener.iter().any(|line| line.contains("provider-region-unknown")), "{gardener:?}");
    }
}
