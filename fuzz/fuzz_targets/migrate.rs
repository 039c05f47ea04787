//! Checks that a migrated profile can be rolled back, and migrated again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock::Status;
use rootstock_fuzz::{AT, Mutated, run};

fuzz_target!(|document: Mutated| {
    let text = document.text();
    for more in [
        &[][..],
        &["--drop-surplus"],
        &["--suffix", "gen2=generation:v2", "--suffix", "=generation:v1", "--accept-differences"],
    ] {
        let there = run(&[&["migrate", "--at", AT, "-"], more].concat(), text.as_bytes());
        if there.status != Status::Clean {
            continue;
        }
        let again = run(&["migrate", "--at", AT, "-"], &there.out);
        assert_eq!(again.status, Status::Clean, "what was migrated cannot be migrated");
        let _ = run(&["migrate", "--rollback", "--at", AT, "-"], &there.out);
    }
});
