//! Simulates requests of an API server: an AdmissionReview of any new and old object.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_core_model::ReadLimits;
use rootstock_core_model::read::read;
use rootstock_fuzz::{AT, Mutated, fixture, run};
use serde_json::{Value, json};

fn object(document: &Mutated) -> Option<Value> {
    let text = document.text();
    let file = read("a", text.as_bytes(), &ReadLimits::DEFAULT);
    serde_json::to_value(file.documents.first()?.raw()?).ok()
}

fuzz_target!(|input: (Mutated, Mutated, bool)| {
    let (new, old, is_update) = input;
    let kind = json!({"group": "core.gardener.cloud", "version": "v1beta1", "kind": "CloudProfile"});
    let operation = if is_update { "UPDATE" } else { "CREATE" };
    let old = if is_update { object(&old) } else { None };
    let review = json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {"uid": "1", "kind": kind, "operation": operation, "object": object(&new), "oldObject": old},
    });
    let profile = fixture("profiles/orchard.yaml");
    let _ = run(&["check", "--no-config", "--at", AT, "--profile", &profile, "-"], review.to_string().as_bytes());
});
