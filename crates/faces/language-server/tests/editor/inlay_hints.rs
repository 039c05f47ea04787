//! Inlay hints.

use std::fmt::Write as _;
use std::ops::Range;

use serde_json::{Value, json};

use crate::client::Editor;
use crate::names::{CHILD_URI, PROFILE_URI, garden};
use crate::{PROFILE, child};

fn ask(editor: &mut Editor, uri: &str, lines: &Range<usize>) -> Value {
    let range = json!({"start": {"line": lines.start, "character": 0}, "end": {"line": lines.end, "character": 0}});
    editor.ask("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}))
}

/// Returns the lines that have hints, each hint between two `‸`.
fn with_hints(editor: &mut Editor, uri: &str, text: &str, lines: &Range<usize>) -> String {
    let hints = ask(editor, uri, lines);
    let mut shown = String::new();
    for (number, line) in text.lines().enumerate() {
        for hint in hints.as_array().unwrap().iter().filter(|hint| hint["position"]["line"] == number) {
            let units: Vec<u16> = line.encode_utf16().collect();
            let character = usize::try_from(hint["position"]["character"].as_u64().unwrap()).unwrap();
            let [before, after] = [&units[..character], &units[character..]].map(|it| String::from_utf16(it).unwrap());
            writeln!(shown, "{before}‸ {}‸{after}", hint["label"].as_str().unwrap()).unwrap();
        }
    }
    shown
}

#[test]
fn hints_show_compatible_versions_and_omitted_values() {
    let mut editor = garden();
    // A flavor and a machine type with omitted capabilities, in flow and block style, next to comments.
    let text = PROFILE
        .replacen(
            "      - architecture: [arm64]\n        hostType: [virtual]\n",
            "      - {hostType: [virtual]} # für 🌱\n",
            1,
        )
        .replacen("      architecture: [amd64]\n      hostType: [metal]\n", "      hostType: [metal] # später\n\n", 1);
    assert_eq!(text.matches("architecture:").count(), PROFILE.matches("architecture:").count() - 2);
    editor.replace(PROFILE_URI, &text);
    let all = with_hints(&mut editor, PROFILE_URI, &text, &(0..1000));
    insta::assert_snapshot!(all);
    // Only visible lines get hints.
    let line = text.lines().position(|line| line.contains("- name: metal")).unwrap();
    let part = with_hints(&mut editor, PROFILE_URI, &text, &(line + 1..line + 2));
    assert!(part.contains("- name: metal‸") && !part.contains("medium"), "{part}");
    editor.quit();
}

/// Hints that come and go would move the text that is typed.
#[test]
fn hints_stay_while_the_user_types() {
    let mut editor = garden();
    let before = with_hints(&mut editor, PROFILE_URI, PROFILE, &(0..1000));
    assert!(before.contains("compatible with"), "{before}");
    let broken = PROFILE.replacen("  machineTypes:\n", "  broken: [\n  machineTypes:\n", 1);
    editor.replace(PROFILE_URI, &broken);
    assert_eq!(with_hints(&mut editor, PROFILE_URI, &broken, &(0..1000)), before);
    // Only visible lines get hints, as before.
    let line = broken.lines().position(|line| line.contains("- name: metal")).unwrap();
    let part = with_hints(&mut editor, PROFILE_URI, &broken, &(line..line + 1));
    assert!(part.contains("- name: metal‸") && !part.contains("medium-arm"), "{part}");
    editor.quit();
}

#[test]
fn child_has_hints_from_its_rendered_form() {
    let mut editor = garden();
    let own = "  machineTypes:\n  - name: own\n    cpu: \"2\"\n    gpu: \"0\"\n    memory: 4Gi\n    capabilities: {architecture: [arm64]}\n";
    let text = format!("{}\n{own}", child().trim_end());
    editor.replace(CHILD_URI, &text);
    insta::assert_snapshot!(with_hints(&mut editor, CHILD_URI, &text, &(0..1000)));
    // A second document with the same name must not hide the hints that both share.
    let other = "file:///garden/other.yaml";
    editor.open(other, &text.replace("name: own", "name: other"));
    assert_eq!(ask(&mut editor, CHILD_URI, &(0..1000)).as_array().map(Vec::len), Some(2));
    assert_eq!(ask(&mut editor, other, &(0..1000)).as_array().map(Vec::len), Some(1));
    editor.quit();
}

#[test]
fn unreadable_documents_get_no_hints() {
    let mut editor = Editor::new();
    editor.open("file:///a.yaml", "a: [\n");
    for uri in ["file:///a.yaml", "file:///unknown.yaml"] {
        assert_eq!(ask(&mut editor, uri, &(0..9)), Value::Array(Vec::new()));
    }
    editor.quit();
}
