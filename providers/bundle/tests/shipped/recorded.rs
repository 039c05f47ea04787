//! The verdicts recorded from the providers' extensions.

use rootstock_vectors::recorded_files;

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
