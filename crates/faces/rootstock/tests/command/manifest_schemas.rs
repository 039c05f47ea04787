//! `schema`: the schemas of manifests and the configuration.

use std::fs;

use serde_json::Value;

use crate::{fixtures, run};

#[test]
fn schemas_are_listed() {
    let answer = run(&["schema"]).to_string();
    for provider in rootstock_providers::SHIPPED {
        assert!(answer.contains(&format!("\n{provider} ")), "{answer}");
    }
    assert_snapshot!(crate::without_providers(&answer));
}

#[test]
fn printed_schema_equals_the_stored_one() {
    let kept =
        fs::read_to_string(fixtures().join("../../schemas/core.gardener.cloud/cloudprofile_v1beta1.json")).unwrap();
    assert_eq!(run(&["schema", "cloudprofile"]).out, kept);
}

#[test]
fn unknown_schema_is_reported() {
    assert_snapshot!(run(&["schema", "CloudProfil"]));
}

#[test]
fn all_schemas_are_written_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let answer = run(&["schema", "--out", folder.path().to_str().unwrap()]);
    assert_eq!(answer.status, 0);
    let text = fs::read_to_string(folder.path().join("core.gardener.cloud/shoot_v1beta1.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(schema["title"], "Shoot");
    let defined = &schema["$defs"];
    assert_eq!(defined["Value"]["properties"], Value::Null);
    let kubelet = &defined["ShootKubernetes"]["properties"]["kubelet"]["properties"];
    let networking = &defined["ShootSpec"]["properties"]["networking"]["properties"];
    assert!(kubelet["evictionHard"].is_object() && kubelet["nodes"].is_null(), "{kubelet}");
    assert!(networking["nodes"].is_object() && networking["evictionHard"].is_null(), "{networking}");
}
