//! `check`: admission reviews are judged as the operations that they request.

use crate::{AT, fixtures, run, run_with_input};

fn review(name: &str) -> String {
    std::fs::read_to_string(fixtures().join("../reviews").join(name)).unwrap()
}

#[test]
fn reviews_are_checked_as_their_operation() {
    let reviews = ["002-create-cloudprofiles-main.json", "013-update-shoots-main.json", "015-delete-shoots-main.json"];
    let paths = reviews.map(|name| format!("../reviews/{name}"));
    let [create, update, delete] = &paths;
    assert_snapshot!(run(&["check", "--at", AT, "--profile", "local-clean.yaml", create, update, delete]));
}

#[test]
fn update_review_is_checked_against_the_old_object() {
    let versions = |old, new| {
        let [from, to] = ["1.31", "1.31.4"].map(|version| format!(r#""kubernetes":{{"version":"{version}"}}"#));
        let text = review("013-update-shoots-main.json").replace(&to, &to.replace("1.31.4", new));
        text.replace(&from, &from.replace("1.31", old))
    };
    let refused = |old, new| {
        let answer = run_with_input(&["check", "--at", AT, "-", "--profile", "local-clean.yaml"], &versions(old, new));
        answer.out.contains("field: spec.kubernetes.version")
    };
    assert!(refused("1.34.1", "1.33.5"));
    assert!(!refused("1.33.5", "1.34.1"));
}

#[test]
fn several_reviews_in_one_text_are_numbered() {
    let text =
        format!("{}\n{}", review("002-create-cloudprofiles-main.json"), review("017-delete-cloudprofiles-main.json"));
    let answer = run_with_input(&["check", "--at", AT, "-", "--format", "json"], &text);
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let documents = json["documents"].as_array().unwrap();
    let outcomes =
        documents.iter().map(|it| (it["location"]["file"].as_str().unwrap(), it["outcome"].as_str().unwrap()));
    assert_eq!(outcomes.collect::<Vec<_>>(), [("-#1", "checked"), ("-#2", "not-checked")], "{answer}");
    assert_eq!(documents[1]["reason"], "a deletion is not judged");
}
