//! Checks any document in both semantics, as text and as JSON: no panic, no internal error, and valid JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_fuzz::{AT, Mutated, run};

fuzz_target!(|document: Mutated| {
    let text = document.text();
    for semantics in ["documented", "gardener"] {
        let arguments = ["check", "--no-config", "--at", AT, "--semantics", semantics, "-"];
        let plain = run(&arguments, text.as_bytes());
        let json = run(&[&arguments[..], &["--format", "json"]].concat(), text.as_bytes());
        assert_eq!(plain.status, json.status);
        assert!(serde_json::from_slice::<serde_json::Value>(&json.out).is_ok());
    }
});
