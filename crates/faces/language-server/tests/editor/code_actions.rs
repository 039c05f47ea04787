//! Code actions.

use serde_json::{Value, json};

use crate::PROFILE;
use crate::client::Editor;

const URI: &str = "file:///garden/profile.yaml";

fn actions(editor: &mut Editor, line: usize, only: Option<&str>) -> Value {
    let place = json!({"line": line, "character": 6});
    let mut context = json!({"diagnostics": editor.diagnostics(URI)});
    if let Some(only) = only {
        context["only"] = json!([only]);
    }
    let range = json!({"start": place, "end": place});
    editor.ask("textDocument/codeAction", json!({"textDocument": {"uri": URI}, "range": range, "context": context}))
}

/// Returns the text after the edits of an action.
fn apply_action(text: &str, action: &Value) -> String {
    let mut lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    lines.insert(0, 0);
    let at =
        |place: &Value| lines[place["line"].as_u64().unwrap() as usize] + place["character"].as_u64().unwrap() as usize;
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": URI, "version": 1}));
    let mut edits: Vec<&Value> = change["edits"].as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(at(&edit["range"]["start"])));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(at(&edit["range"]["start"])..at(&edit["range"]["end"]), edit["newText"].as_str().unwrap());
    }
    text
}

fn broken() -> String {
    PROFILE.replace("version: 1.0.0", "version: 1.0").replace("cpu: \"4\"", "cpus: \"4\"")
}

#[test]
fn a_finding_at_the_cursor_is_fixed() {
    let mut editor = Editor::new();
    let text = broken();
    editor.open(URI, &text);
    let line = text.lines().position(|line| line.contains("cpus")).unwrap();
    let found = actions(&mut editor, line, Some("quickfix"));
    let titles: Vec<&str> = found.as_array().unwrap().iter().map(|it| it["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["rename it to `cpu`"], "{found:#}");
    assert_eq!(found[0]["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(apply_action(&text, &found[0]), text.replacen("cpus", "cpu", 1));
    assert_eq!(actions(&mut editor, 0, Some("quickfix")), json!([]));
    editor.quit();
}

/// Fixing a typo restores the original value.
#[rstest::rstest]
#[case::a_classification("classification: supported", "classification: suported", "supported")]
#[case::a_provider("type: local", "type: locl", "local")]
#[case::a_quantity("memory: 16Gi", "memory: 16GiB", "16Gi")]
#[case::a_value("hostType: [metal]", "hostType: [metl]", "metal")]
fn misspelled_value_is_replaced(#[case] right: &str, #[case] wrong: &str, #[case] meant: &str) {
    let mut editor = Editor::new();
    let text = PROFILE.replacen(right, wrong, 1);
    assert_ne!(text, PROFILE);
    editor.open(URI, &text);
    let line = text.lines().position(|line| line.contains(wrong)).unwrap();
    let character = text.lines().nth(line).unwrap().len() - 2;
    let place = json!({"line": line, "character": character});
    let context = json!({"diagnostics": [], "only": ["quickfix"]});
    let params = json!({"textDocument": {"uri": URI}, "range": {"start": place, "end": place}, "context": context});
    let found = editor.ask("textDocument/codeAction", params);
    assert_eq!(found[0]["title"], format!("replace it by `{meant}`"), "{found:#}");
    assert_eq!(apply_action(&text, &found[0]), PROFILE);
    editor.quit();
}

#[test]
fn fix_all_matches_the_command() {
    let mut editor = Editor::new();
    let text = broken();
    editor.open(URI, &text);
    let found = actions(&mut editor, 0, Some("source.fixAll"));
    assert_eq!(found.as_array().unwrap().len(), 1, "{found:#}");
    assert_eq!(found[0]["kind"], "source.fixAll.rootstock");
    let mut analysis = rootstock_analysis::Analysis::new(
        rootstock_providers::registry().unwrap(),
        rootstock_core_model::Settings::new(
            rootstock_core_model::Semantics::Documented,
            "2026-06-01T00:00:00Z".parse().unwrap(),
        ),
    );
    analysis.set(rootstock_analysis::Role::Checked, "profile.yaml", text.as_bytes());
    let fixed = analysis.apply_safe_fixes().texts.remove(0).after;
    assert_ne!(fixed, text);
    assert_eq!(apply_action(&text, &found[0]), fixed);
    editor.replace(URI, PROFILE);
    assert_eq!(actions(&mut editor, 0, None), json!([]), "there is nothing to fix");
    editor.quit();
}
