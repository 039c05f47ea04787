//! `upgrade-check`: releases that are not known, documents that are not compared, and code scanning.

use rstest::rstest;

use crate::{AT, Answer, run, run_with_input};

const PROFILE: &str = "../upgrade/profile.yaml";
const SHOOTS: &str = "../upgrade/shoots.yaml";

fn upgrade(arguments: &[&str]) -> Answer {
    run(&[&["upgrade-check", PROFILE, SHOOTS, "--at", AT], arguments].concat())
}

#[rstest]
#[case(&["--from", "1.151", "--to", "1.152"], &["1.151", "1.152"])]
#[case(&["--from", "1.150", "--to", "1.151"], &["1.151"])]
#[case(&["--from", "1.149", "--to", "1.152"], &["1.151", "1.152"])]
fn unknown_release_is_named_and_not_ready(#[case] arguments: &[&str], #[case] unknown: &[&str]) {
    let answer = upgrade(arguments);
    assert_eq!(answer.status, 1, "{answer}");
    assert!(!answer.out.contains("Nothing changes") || arguments[1] == "1.149", "{answer}");
    let sarif = upgrade(&[arguments, &["--format", "sarif"]].concat());
    let json = upgrade(&[arguments, &["--format", "json"]].concat());
    assert!(json.out.contains("\"unknownReleases\""), "{json}");
    for release in unknown {
        let sentence = format!("Gardener v{release} is not known yet, and answered as v1.150");
        assert!(answer.out.contains(&sentence) && sarif.out.contains(&sentence), "{answer}{sarif}");
    }
}

#[rstest]
#[case("1.149")]
#[case("1.151")]
fn another_major_version_is_refused(#[case] from: &str) {
    let answer = upgrade(&["--from", from, "--to", "2.0"]);
    assert_eq!(answer.status, 2, "{answer}");
    assert!(answer.messages.contains(&format!("the way from v{from} to v2.0 is not known")), "{answer}");
}

#[test]
fn improvements_are_notes_for_code_scanning() {
    let answer = upgrade(&["--from", "1.148", "--to", "1.149", "--format", "sarif"]);
    let parsed: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let results = parsed["runs"][0]["results"].as_array().unwrap();
    let accepted =
        |one: &&serde_json::Value| one["message"]["text"].as_str().unwrap().contains("accepted from then on");
    let levels: Vec<_> = results.iter().filter(accepted).map(|one| one["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["note", "note"], "{answer}");
    assert!(parsed["runs"][0].get("invocations").is_none(), "{answer}");
}

#[rstest]
#[case("text", "not compared: <stdin>: line 1, column 4: `[` is opened and never closed")]
#[case("sarif", "\"executionSuccessful\": false")]
fn unreadable_document_is_described(#[case] format: &str, #[case] expected: &str) {
    let arguments = ["upgrade-check", "-", "--from", "1.149", "--to", "1.150", "--format", format];
    let answer = run_with_input(&arguments, "a: [\n");
    assert_eq!(answer.status, 3, "{answer}");
    assert!(answer.out.contains(expected) && !answer.out.contains("Nothing changes"), "{answer}");
}
