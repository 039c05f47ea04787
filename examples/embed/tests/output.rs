//! A test of the program's output.

use std::process::Command;

#[test]
fn example_prints_findings_options_and_plan() {
    let output = Command::new(env!("CARGO_BIN_EXE_embed")).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    for expected in ["spec.provider.workers[0].zones[0]", "a may have plain 1.1.0", "\"1.1.0\""] {
        assert!(text.contains(expected), "{expected} is missing:\n{text}");
    }
}
