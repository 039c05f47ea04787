//! What our reader of JSON reads, serde_json reads alike; and what serde_json reads as one object, ours reads.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_document::read::read;
use rootstock_document::{RawObject, ReadLimits};

fuzz_target!(|text: &str| {
    let file = read("a.json", text.as_bytes(), &ReadLimits::DEFAULT);
    let Ok(serde_json::Value::Object(value)) = serde_json::from_str(text) else { return };
    // What stands twice is a finding here, and the last one there; halves of characters and huge numbers are told apart in tests.
    let [document] = &file.documents[..] else { panic!("{} documents", file.documents.len()) };
    if !document.problems.is_empty() || text.contains("\\u") || text.bytes().any(|byte| matches!(byte, b'e' | b'E')) {
        return;
    }
    let ours = document.raw().cloned();
    let theirs = RawObject::from_serialize(&value).ok();
    assert!(ours == theirs || text.len() > 1 << 20 || value.is_empty());
});
