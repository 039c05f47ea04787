//! The verdicts recorded from the providers' extensions.

use rootstock_vectors::{files_by_extension_release, recorded_files};

#[test]
fn recorded_answers_are_reproduced() {
    let mut suites: Vec<String> = recorded_files().unwrap().into_iter().map(|file| file.suite).collect();
    suites.retain(|suite| suite.starts_with("provider-") || suite == "worker-pool-rollout");
    suites.sort();
    suites.dedup();
    assert!(suites.len() > 20);
    for suite in suites {
        assert_eq!(rootstock_vectors::differences(&suite).unwrap(), "", "{suite}");
    }
}

/// A part of the suites, chosen so that every provider is asked; `cargo xtask conformance` compares all.
#[test]
fn recorded_answers_of_each_release_are_reproduced() {
    let files = files_by_extension_release().unwrap();
    assert_eq!(files.len(), 15);
    for file in files.iter().filter(|file| !file.suite.ends_with("-namespaced")).step_by(3) {
        assert_eq!(rootstock_vectors::differences_by_release(&file.suite).unwrap(), "", "{}", file.suite);
    }
}
