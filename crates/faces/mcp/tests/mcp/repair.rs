//! Repairs copies of the profiles of `fixtures/agents` in at most three calls each.

use std::fs;
use std::path::PathBuf;

use rootstock_mcp::FileAccess;
use rstest::rstest;
use serde_json::json;

use crate::client::{Client, PROGRAM, fixtures};

const NOT_REPAIRABLE: &str = "not-repairable.yaml";

#[rstest]
fn profile_is_repaired_in_three_calls(#[files("../../../fixtures/agents/*.yaml")] path: PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    fs::copy(&path, folder.path().join(name)).unwrap();
    let mut client = Client::start(folder.path(), FileAccess::ReadWrite, &PROGRAM);
    let documents = json!([{"path": name}]);
    let found = client.call("check", json!({"documents": documents})).unwrap();
    assert_ne!(found["answer"]["summary"]["errors"], 0);
    let fixed = client.call("fix", json!({"documents": documents, "unsafeFixes": true, "write": true})).unwrap();
    let left = client.call("check", json!({"documents": documents})).unwrap();
    assert_eq!(client.calls, 3);
    assert_eq!(left["answer"]["summary"]["errors"], fixed["answer"]["summary"]["errors"]);
    if name == NOT_REPAIRABLE {
        assert_eq!(left["answer"]["findings"], found["answer"]["findings"]);
        assert_eq!(fixed["answer"]["texts"], json!([]));
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), fs::read(&path).unwrap());
    } else {
        assert_eq!(left["answer"]["summary"]["errors"], 0, "{left:#}");
        assert_eq!(fixed["answer"]["texts"][0]["written"], true);
    }
}

#[rstest]
fn text_is_repaired_in_two_calls(
    #[files("../../../fixtures/agents/*.yaml")]
    #[exclude("not-repairable")]
    path: PathBuf,
) {
    let mut client = Client::new();
    let text = fs::read_to_string(&path).unwrap();
    let documents = |text: &str| json!([{"name": "profile.yaml", "text": text}]);
    let fixed = client.call("fix", json!({"documents": documents(&text), "unsafeFixes": true})).unwrap();
    let after = fixed["answer"]["texts"][0]["text"].as_str().unwrap();
    let left = client.call("check", json!({"documents": documents(after)})).unwrap();
    assert_eq!(left["answer"]["summary"]["errors"], 0);
}

#[test]
fn diff_is_returned_without_writing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    fs::copy(fixtures().join("agents/unquoted-version.yaml"), &file).unwrap();
    let before = fs::read_to_string(&file).unwrap();
    for access in [FileAccess::ReadOnly, FileAccess::ReadWrite] {
        let mut client = Client::start(folder.path(), access, &PROGRAM);
        let fixed = client.call("fix", json!({"documents": [{"path": "profile.yaml"}]})).unwrap();
        let diff = fixed["answer"]["texts"][0]["diff"].as_str().unwrap();
        insta::allow_duplicates!(insta::assert_snapshot!(format!("{}\n{diff}", fixed["summary"].as_str().unwrap())));
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
    }
}

#[test]
fn writing_is_refused_without_permission() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    fs::copy(fixtures().join("agents/unquoted-version.yaml"), &file).unwrap();
    let before = fs::read_to_string(&file).unwrap();
    let mut client = Client::start(folder.path(), FileAccess::ReadOnly, &PROGRAM);
    let refused = client.call("fix", json!({"documents": [{"path": "profile.yaml"}], "write": true})).unwrap_err();
    insta::assert_snapshot!(refused);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn files_outside_the_roots_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, outside) = (folder.path().join("inside"), folder.path().join("outside"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::copy(fixtures().join("agents/unquoted-version.yaml"), outside.join("secret.yaml")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.join("secret.yaml"), inside.join("link.yaml")).unwrap();
        std::os::unix::fs::symlink(&outside, inside.join("folder")).unwrap();
    }
    let mut client = Client::start(&inside, FileAccess::ReadWrite, &PROGRAM);
    let absolute = outside.join("secret.yaml");
    let missing = client.call("check", json!({"documents": [{"path": "../outside/none.yaml"}]})).unwrap_err();
    for path in ["../outside/secret.yaml", "..", "/", "link.yaml", "folder", ".", absolute.to_str().unwrap()] {
        for tool in ["check", "fix"] {
            let refused = client.call(tool, json!({"documents": [{"path": path}]})).unwrap_err();
            assert!(refused.contains("where this server reads"), "{path}: {refused}");
        }
    }
    // The answers do not tell whether a file exists.
    let existing = client.call("check", json!({"documents": [{"path": "../outside/secret.yaml"}]})).unwrap_err();
    assert_eq!(missing.replace("none", "secret"), existing);
}

#[test]
fn file_is_written_although_an_old_document_has_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.yaml");
    fs::copy(fixtures().join("agents/unquoted-version.yaml"), &file).unwrap();
    let before = fs::read_to_string(&file).unwrap();
    let mut client = Client::start(folder.path(), FileAccess::ReadWrite, &PROGRAM);
    let documents = json!([{"name": "profile.yaml", "text": before, "role": "old"}, {"path": "profile.yaml"}]);
    let fixed = client.call("fix", json!({"documents": documents, "unsafeFixes": true, "write": true})).unwrap();
    assert_eq!(fixed["answer"]["texts"][0]["written"], true, "{fixed:#}");
    assert_ne!(fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn cursor_leads_through_the_answer_of_a_writing_call_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.yaml", "b.yaml", "c.yaml"] {
        fs::copy(fixtures().join("agents/unquoted-version.yaml"), folder.path().join(name)).unwrap();
    }
    let before = fs::read_to_string(folder.path().join("a.yaml")).unwrap();
    let mut client = Client::start(folder.path(), FileAccess::ReadWrite, &PROGRAM);
    let mut call = json!({"documents": [{"path": "."}], "write": true, "limit": 1});
    let mut next = call.clone();
    next["cursor"] = json!("1@/texts");
    let refused = client.call("fix", next.clone()).unwrap_err();
    insta::assert_snapshot!(refused);
    assert_eq!(fs::read_to_string(folder.path().join("a.yaml")).unwrap(), before);
    let first = client.call("fix", call.clone()).unwrap();
    assert_eq!(first["answer"]["texts"].as_array().unwrap().len(), 1);
    fs::write(folder.path().join("a.yaml"), &before).unwrap();
    let rest = client.call("fix", next.clone()).unwrap();
    assert_eq!(rest["part"][0]["name"], "b.yaml");
    assert_eq!(rest["part"][0]["written"], true);
    assert!(rest["part"][0]["diff"].as_str().unwrap().contains("@@"));
    assert_eq!(fs::read_to_string(folder.path().join("a.yaml")).unwrap(), before);
    // A call with other arguments is another call.
    next["unsafeFixes"] = json!(true);
    assert_eq!(client.call("fix", next).unwrap_err(), refused);
    call["documents"] = json!([{"path": "a.yaml"}]);
    client.call("fix", call).unwrap();
    assert_ne!(fs::read_to_string(folder.path().join("a.yaml")).unwrap(), before);
}
