//! Completion, hover, definitions, references and renaming.

use serde_json::{Value, json};

use crate::client::Editor;
use crate::{PROFILE, child, shoot};

pub(crate) const PROFILE_URI: &str = "file:///garden/profile.yaml";
pub(crate) const SHOOT_URI: &str = "file:///garden/shoot.yaml";
pub(crate) const CHILD_URI: &str = "file:///garden/child.yaml";

/// Opens the profile, a Shoot, and a NamespacedCloudProfile.
pub(crate) fn garden() -> Editor {
    let mut editor = Editor::new();
    editor.open(PROFILE_URI, PROFILE);
    editor.open(SHOOT_URI, &shoot());
    editor.open(CHILD_URI, &child());
    editor
}

pub(crate) fn text_of(uri: &str) -> String {
    match uri {
        PROFILE_URI => PROFILE.to_owned(),
        SHOOT_URI => shoot(),
        _ => child(),
    }
}

/// Returns the position of the first `‸` in a text, and the text without it.
pub(crate) fn marked(text: &str) -> (String, Value) {
    let at = text.find('‸').expect("no mark");
    let line = text[..at].matches('\n').count();
    let character = text[..at].rsplit('\n').next().unwrap().encode_utf16().count();
    (text.replacen('‸', "", 1), json!({"line": line, "character": character}))
}

/// Replaces an open text, and sends a request for the position of its mark.
pub(crate) fn ask(editor: &mut Editor, method: &str, uri: &str, text: &str) -> Value {
    let (text, place) = marked(text);
    editor.replace(uri, &text);
    let mut params = json!({"textDocument": {"uri": uri}, "position": place});
    params["context"] = json!({"includeDeclaration": true, "triggerKind": 1});
    editor.ask(method, params)
}

pub(crate) fn labels(items: &Value) -> Vec<&str> {
    items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

#[rstest::rstest]
#[case::a_machine_type(SHOOT_URI, "type: medium\n", "type: ‸\n", &["medium", "medium-arm", "metal"])]
#[case::one_begun(SHOOT_URI, "type: medium\n", "type: med‸\n", &["medium", "medium-arm", "metal"])]
#[case::an_image(SHOOT_URI, "name: plain", "name: ‸", &["plain"])]
#[case::its_version(SHOOT_URI, "version: 1.0.0", "version: ‸", &["1.0.0"])]
#[case::a_kubernetes_version(SHOOT_URI, "version: 1.34.1", "version: 1.3‸", &["1.33.5", "1.34.1"])]
#[case::a_region(SHOOT_URI, "region: local", "region: \"‸\"", &["local"])]
#[case::a_profile(SHOOT_URI, "name: advised", "name: ‸", &["advised"])]
#[case::a_parent(CHILD_URI, "name: advised", "name: ‸", &["advised"])]
#[case::a_capability_of_a_flavor(PROFILE_URI, "- architecture: [arm64]\n", "- ‸\n", &["architecture"])]
#[case::nothing_for_a_complete_flavor(PROFILE_URI, "hostType: [virtual]\n      - architecture: [amd64]", "hostType: [virtual]\n        ‸\n      - architecture: [amd64]", &[])]
#[case::a_capability_of_a_machine_type(PROFILE_URI, "capabilities:\n      architecture: [arm64]", "capabilities:\n      arch‸", &["architecture"])]
#[case::a_value(PROFILE_URI, "architecture: [arm64]", "architecture: [‸]", &["amd64", "arm64"])]
#[case::a_further_value(PROFILE_URI, "architecture: [arm64]", "architecture: [arm64, ‸", &["amd64"])]
#[case::another_value(PROFILE_URI, "architecture: [arm64]", "architecture: [arm‸64]", &["amd64", "arm64"])]
#[case::an_image_of_the_provider_section(PROFILE_URI, "CloudProfileConfig\n    machineImages:\n    - name: plain", "CloudProfileConfig\n    machineImages:\n    - name: ‸", &["plain"])]
#[case::nothing_for_a_new_name(PROFILE_URI, "name: medium\n", "name: ‸\n", &[])]
fn matching_names_are_offered(#[case] uri: &str, #[case] from: &str, #[case] to: &str, #[case] expected: &[&str]) {
    let mut editor = garden();
    let before = text_of(uri);
    assert!(before.contains(from));
    let items = ask(&mut editor, "textDocument/completion", uri, &before.replacen(from, to, 1));
    assert_eq!(labels(&items), expected);
    editor.quit();
}

#[test]
fn names_are_offered_while_another_place_is_broken() {
    let mut editor = garden();
    let text = shoot().replacen("type: medium", "type: ‸", 1) + "\n broken: [\n";
    let items = ask(&mut editor, "textDocument/completion", SHOOT_URI, &text);
    assert_eq!(labels(&items), ["medium", "medium-arm", "metal"]);
    // The profile may be broken as well.
    editor.replace(PROFILE_URI, &PROFILE.replace("  machineTypes:", "  machineTypes: {"));
    let items =
        ask(&mut editor, "textDocument/completion", SHOOT_URI, &shoot().replacen("region: local", "region: ‸", 1));
    assert_eq!(labels(&items), ["local"]);
    editor.quit();
}

#[test]
fn completion_adds_quotes_and_colons() {
    let mut editor = garden();
    let text = PROFILE.replace("version: 1.0.0", "version: \"1.0\"");
    editor.replace(PROFILE_URI, &text);
    let items =
        ask(&mut editor, "textDocument/completion", SHOOT_URI, &shoot().replacen("version: 1.0.0", "version: 1‸", 1));
    assert_eq!(items[0]["textEdit"]["newText"], "\"1.0\"");
    let text = text.replacen("      architecture: [arm64]", "      a‸", 1);
    let items = ask(&mut editor, "textDocument/completion", PROFILE_URI, &text);
    assert_eq!(items[0]["textEdit"]["newText"], "architecture: ");
    editor.quit();
}

#[rstest::rstest]
#[case::a_kubernetes_version(SHOOT_URI, "1.34.1", "1.34‸.1")]
#[case::an_image_version(PROFILE_URI, "version: 1.0.0", "version: 1‸.0.0")]
#[case::a_machine_type(SHOOT_URI, "type: medium", "type: med‸ium")]
#[case::a_flavor(PROFILE_URI, "- architecture: [arm64]", "-‸ architecture: [arm64]")]
#[case::a_flavor_of_the_provider_section(
    PROFILE_URI,
    "image: registry.example/plain-arm64",
    "image: regis‸try.example/plain-arm64"
)]
#[case::a_capability(PROFILE_URI, "      hostType: [metal]", "      host‸Type: [metal]")]
fn hover_explains_a_name(#[case] uri: &str, #[case] from: &str, #[case] to: &str) {
    let mut editor = garden();
    let before = text_of(uri);
    assert!(before.contains(from));
    let hover = ask(&mut editor, "textDocument/hover", uri, &before.replacen(from, to, 1));
    let name = std::thread::current().name().unwrap().rsplit("case_").next().unwrap().to_owned();
    insta::assert_snapshot!(name, hover["contents"]["value"].as_str().unwrap_or("nothing"));
    editor.quit();
}

fn lines(locations: &Value) -> Vec<String> {
    let line = |location: &Value| {
        let uri = location["uri"].as_str().unwrap().rsplit('/').next().unwrap();
        format!("{uri}:{}", location["range"]["start"]["line"].as_u64().unwrap() + 1)
    };
    locations.as_array().unwrap().iter().map(line).collect()
}

#[test]
fn definitions_and_references_are_found() {
    let mut editor = garden();
    let definition = "textDocument/definition";
    let found = ask(&mut editor, definition, SHOOT_URI, &shoot().replacen("type: medium", "type: ‸medium", 1));
    assert_eq!(lines(&found), ["profile.yaml:34"]);
    let found = ask(&mut editor, definition, SHOOT_URI, &shoot().replacen("name: advised", "name: ‸advised", 1));
    assert_eq!(lines(&found), ["profile.yaml:6"]);
    // A flavor and its counterpart.
    let core = PROFILE.replacen("- architecture: [arm64]", "-‸ architecture: [arm64]", 1);
    let (_, mark) = marked(&core);
    let found = ask(&mut editor, definition, PROFILE_URI, &core);
    assert_eq!(lines(&found).len(), 1, "{found}");
    assert!(found[0]["range"]["start"]["line"].as_u64() > mark["line"].as_u64());
    let found = ask(
        &mut editor,
        "textDocument/references",
        PROFILE_URI,
        &PROFILE.replacen("name: advised", "name: adv‸ised", 1),
    );
    assert_eq!(lines(&found), ["profile.yaml:6", "shoot.yaml:11", "child.yaml:11"]);
    editor.quit();
}

#[test]
fn capability_is_renamed_in_both_sections() {
    let mut editor = garden();
    let (text, place) = marked(&PROFILE.replacen("name: hostType", "name: ‸hostType", 1));
    editor.replace(PROFILE_URI, &text);
    let at = json!({"textDocument": {"uri": PROFILE_URI}, "position": place});
    assert!(editor.ask("textDocument/prepareRename", at.clone())["start"].is_object());
    let mut params = at;
    params["newName"] = json!("on");
    let edit = editor.ask("textDocument/rename", params);
    let edits = edit["documentChanges"][0]["edits"].as_array().unwrap();
    assert_eq!(edits.len(), text.matches("hostType").count());
    assert!(edits.iter().all(|edit| edit["newText"] == "\"on\""), "{edits:?}");
    let (text, place) = marked(&PROFILE.replacen("name: medium\n", "name: ‸medium\n", 1));
    editor.replace(PROFILE_URI, &text);
    let params = json!({"textDocument": {"uri": PROFILE_URI}, "position": place, "newName": "large"});
    let refused = editor.response("textDocument/rename", params).unwrap_err();
    assert_eq!(refused.message, "only capabilities and their values can be renamed");
    editor.quit();
}

#[test]
fn outline_lists_objects_and_named_items() {
    let mut editor = garden();
    let symbols = editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": PROFILE_URI}}));
    let mut shown = String::new();
    outline(&symbols, 0, &mut shown);
    insta::assert_snapshot!(shown);
    let folds = editor.ask("textDocument/foldingRange", json!({"textDocument": {"uri": CHILD_URI}}));
    let folds: Vec<_> =
        folds.as_array().unwrap().iter().map(|it| (it["startLine"].as_u64(), it["endLine"].as_u64())).collect();
    let expected = [(2, 10), (4, 6), (7, 10), (8, 10)].map(|(start, end)| (Some(start), Some(end)));
    assert_eq!(folds, expected);
    editor.quit();
}

/// Otherwise an editor would collapse its outline and open its folds with each such letter.
#[test]
fn the_outline_stays_while_the_user_types() {
    let mut editor = garden();
    let ask = |editor: &mut Editor, method: &str| {
        editor.ask(method, json!({"textDocument": {"uri": PROFILE_URI}})).as_array().unwrap().clone()
    };
    let outline_text = |symbols: Vec<Value>| {
        let mut shown = String::new();
        outline(&Value::Array(symbols), 0, &mut shown);
        shown
    };
    let ends = |folds: Vec<Value>| folds.iter().map(|it| it["endLine"].as_u64().unwrap()).collect::<Vec<_>>();
    let symbols = outline_text(ask(&mut editor, "textDocument/documentSymbol"));
    let folds = ends(ask(&mut editor, "textDocument/foldingRange"));
    // One and two lines that are not YAML.
    for line in ["  broken: [\n", "  broken: [\n  more: {\n"] {
        editor.replace(PROFILE_URI, &PROFILE.replacen("  machineTypes:\n", &format!("{line}  machineTypes:\n"), 1));
        assert_eq!(
            without_line_numbers(&outline_text(ask(&mut editor, "textDocument/documentSymbol"))),
            without_line_numbers(&symbols)
        );
        let added = line.lines().count() as u64;
        let at = PROFILE.lines().position(|line| line == "  machineTypes:").unwrap() as u64;
        let moved: Vec<u64> = folds.iter().map(|end| if *end < at { *end } else { end + added }).collect();
        assert_eq!(ends(ask(&mut editor, "textDocument/foldingRange")), moved);
    }
    editor.replace(PROFILE_URI, PROFILE);
    assert_eq!(outline_text(ask(&mut editor, "textDocument/documentSymbol")), symbols);
    editor.quit();
}

/// Returns an outline without its line numbers.
fn without_line_numbers(shown: &str) -> Vec<&str> {
    shown.lines().map(|line| line.split(" (").next().unwrap()).collect()
}

fn outline(symbols: &Value, depth: usize, shown: &mut String) {
    for symbol in symbols.as_array().into_iter().flatten() {
        let line = symbol["range"]["start"]["line"].as_u64().unwrap() + 1;
        shown.push_str(&format!("{}{} ({line})\n", "  ".repeat(depth), symbol["name"].as_str().unwrap()));
        outline(&symbol["children"], depth + 1, shown);
    }
}
