//! Comparing a profile with another: `diff` and `check --against` refuse the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock::Status;
use rootstock_fuzz::{AT, Mutated, ORCHARD, fixture, run};

fuzz_target!(|document: Mutated| {
    let text = document.of(ORCHARD);
    let old = fixture("profiles/orchard.yaml");
    let diff = run(&["diff", &old, "-", "--at", AT], text.as_bytes());
    let check = run(&["check", "--no-config", "--advice", "off", "--against", &old, "-", "--at", AT], text.as_bytes());
    let judged = matches!(diff.status, Status::Clean | Status::Findings | Status::Refused)
        && matches!(check.status, Status::Clean | Status::Findings);
    // What has another name is no update of it for `check`, and what is renamed for `diff`.
    if !judged || String::from_utf8_lossy(&check.messages).contains("there is no old") {
        return;
    }
    assert_eq!(diff.status == Status::Refused, check.status == Status::Findings);
});
