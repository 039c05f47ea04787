//! Plans and other questions about any Shoots on a real profile.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_fuzz::{AT, Mutated, fixture, run};

fuzz_target!(|document: Mutated| {
    let text = document.text();
    let profile = fixture("profiles/orchard.yaml");
    for question in [
        &["plan", "-p", &profile, "-"][..],
        &["plan", "-p", &profile, "-", "--until", "9999-01-01T00:00:00Z"],
        &["plan", "-p", &profile, "-", "--format", "csv"],
        &["usage", "-p", &profile, "-"],
        &["default", "-p", &profile, "-"],
        &["check", "--no-config", "--profile", &profile, "-"],
    ] {
        let _ = run(&[question, &["--at", AT]].concat(), text.as_bytes());
    }
});
