//! Checks that every question about a profile has an answer or a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_fuzz::{AT, Mutated, fixture, run};

fuzz_target!(|document: Mutated| {
    let text = document.text();
    let parent = fixture("profiles/orchard.yaml");
    for question in [
        &["matrix", "-"][..],
        &["matrix", "--why", "-"],
        &["versions", "-"],
        &["select", "-", "-t", "a", "-i", "b"],
        &["images", "-", "-t", "a"],
        &["machine-types", "-", "-i", "b"],
        &["resolve", "-"],
        &["render", "-", "--parent", &parent],
    ] {
        let _ = run(&[question, &["--at", AT]].concat(), text.as_bytes());
    }
});
