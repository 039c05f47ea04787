//! Checks that applying fixes twice changes nothing and introduces no errors.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_fuzz::{AT, Mutated, run};

fuzz_target!(|document: Mutated| {
    let fix = ["check", "--no-config", "--at", AT, "--fix", "-"];
    let once = run(&fix, document.text().as_bytes());
    let twice = run(&fix, &once.out);
    assert_eq!(String::from_utf8_lossy(&once.out), String::from_utf8_lossy(&twice.out));
    assert_eq!(once.status, twice.status);
});
