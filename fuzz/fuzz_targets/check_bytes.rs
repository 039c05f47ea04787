//! Like `check`, but with any bytes as input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_fuzz::{AT, run};

fuzz_target!(|text: &[u8]| {
    let run = run(&["check", "--no-config", "--at", AT, "-"], text);
    assert!(!run.out.iter().any(|byte| matches!(byte, 0..=9 | 11..=26 | 28..=31 | 127)), "what steers a terminal");
});
