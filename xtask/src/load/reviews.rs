//! Reviews of certain sizes, which create a valid profile.

use std::fs;
use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::failure::Failure;
use crate::repository;

/// Returns a review of 5 KB.
pub(super) fn small() -> Result<Vec<u8>, Failure> {
    padded("002-create-cloudprofiles-main.json", 5_000)
}

/// Returns a review of 1.5 MB.
pub(super) fn large() -> Result<Vec<u8>, Failure> {
    padded("018-create-cloudprofiles-main.json.gz", 1_500_000)
}

/// Returns a review that creates a Shoot.
pub(super) fn of_shoot() -> Result<Vec<u8>, Failure> {
    padded("012-create-shoots-main.json", 0)
}

/// Pads a recorded review to a size. The padding is in `managedFields`, because annotations of that size are refused.
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

/// Turns a review into a deletion, which the server allows without judging it: the cost is that of the round trip.
pub(super) fn as_deletion(review: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut review: Value = serde_json::from_slice(review)?;
    if let Some(request) = review.get_mut("request") {
        request["operation"] = "DELETE".into();
    }
    Ok(serde_json::to_vec(&review)?)
}
