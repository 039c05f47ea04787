//! Snapshots of the catalogue, and of the demands of workers.

use rootstock_core_model::Worker;
use rootstock_worker_capabilities::{BuiltInCatalog, Demand};
use serde_json::json;

#[test]
fn built_in_catalog_in_force() {
    insta::assert_json_snapshot!(BuiltInCatalog::FIRST);
}

/// Maps each property of a worker to its capability, or to the reason why there is none.
#[test]
fn demands() {
    let workers = [
        json!({}),
        json!({"machine": {"architecture": "arm64"}}),
        json!({"machine": {"secureBoot": true}}),
        json!({"machine": {"secureBoot": false}}),
        json!({"updateStrategy": "AutoRollingUpdate"}),
        json!({"updateStrategy": "AutoInPlaceUpdate"}),
        json!({"updateStrategy": "ManualInPlaceUpdate"}),
        json!({"machine": {"gpu": {"type": "nvidia"}}}),
        json!({"machine": {"gpu": {"type": "none"}}}),
        json!({"machine": {"gpu": {"type": "nvidai"}}}),
        json!({"machine": {"gpu": {"type": "quantum"}}}),
        json!({"machine": {"architecture": "amd64", "secureBoot": true, "gpu": {"type": "amd"}}, "updateStrategy": "AutoInPlaceUpdate"}),
    ];
    let mut text = String::new();
    for properties in workers {
        let worker: Worker = serde_json::from_value(properties.clone()).unwrap();
        let read = Demand::of_worker(&BuiltInCatalog::FIRST, &worker);
        text.push_str(&format!("{properties}\n    {}\n", serde_json::to_string(&read.demand).unwrap()));
        for error in &read.errors {
            text.push_str(&format!("    {}: {error}\n", error.field()));
        }
    }
    insta::assert_snapshot!(text);
}
