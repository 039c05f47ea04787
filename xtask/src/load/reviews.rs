//! Reviews of some size: the creation of a profile that is fit to be let in.

use std::fs;
use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::failure::Failure;
use crate::repository;

/// Of 5 KB.
pub(super) fn small() -> Result<Vec<u8>, Failure> {
    padded("002-create-cloudprofiles-main.json", 5_000)
}

/// Of 1.5 MB.
pub(super) fn large() -> Result<Vec<u8>, Failure> {
    padded("018-create-cloudprofiles-main.json.gz", 1_500_000)
}

/// A recorded review, with a text for the rest among what the API server tells of managers: annotations of that size are refused.
fn padded(name: &str, bytes: usize) -> Result<Vec<u8>, Failure> {
    let path = repository::root().join("fixtures/reviews").join(name);
    let mut text = fs::read(&path).map_err(Failure::at(&path))?;
    if name.ends_with(".gz") {
        let mut unpacked = Vec::new();
        GzDecoder::new(text.as_slice()).read_to_end(&mut unpacked)?;
        text = unpacked;
    }
    let missing = bytes.saturating_sub(text.len());
    let mut review: Value = serde_json::from_slice(&text)?;
    if let Some(metadata) = review.pointer_mut("/request/object/metadata") {
        metadata["managedFields"] = serde_json::json!([{
            "manager": "load", "operation": "Update", "apiVersion": "core.gardener.cloud/v1beta1",
            "fieldsType": "FieldsV1", "fieldsV1": {format!("f:{}", "x".repeat(missing)): {}},
        }]);
    }
    Ok(serde_json::to_vec(&review)?)
}

/// The same as the end of the object, which is let in without being judged: all that is left is the way there and back.
pub(super) fn not_judged(review: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut review: Value = serde_json::from_slice(review)?;
    if let Some(request) = review.get_mut("request") {
        request["operation"] = "DELETE".into();
    }
    Ok(serde_json::to_vec(&review)?)
}
