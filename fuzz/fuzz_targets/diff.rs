//! Compares a profile with another one: `diff` and `check --against` refuse the same changes.
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
    // A profile with another name is not an update for `check`, but a renamed one for `diff`.
    if !judged || String::from_utf8_lossy(&check.messages).contains("there is no old") {
        return;
    }
    assert_eq!(diff.status == Status::Refused, check.status == Status::Findings);
});
