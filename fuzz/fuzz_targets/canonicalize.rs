//! Checks that canonicalization is idempotent.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock::Status;
use rootstock_fuzz::{AT, Mutated, run};

fuzz_target!(|document: Mutated| {
    let text = document.text();
    let canonicalize = ["canonicalize", "--at", AT, "-"];
    let _ = run(&["canonicalize", "--diff", "--at", AT, "-"], text.as_bytes());
    let once = run(&canonicalize, text.as_bytes());
    // Only a document without errors has a form that is stored.
    if once.status != Status::Clean || String::from_utf8_lossy(&once.messages).contains("would not store it") {
        return;
    }
    let twice = run(&canonicalize, &once.out);
    assert_eq!(String::from_utf8_lossy(&once.out), String::from_utf8_lossy(&twice.out));
});
