//! Diagnostics while the user types.

use serde_json::{Value, json};

use crate::client::{Editor, brief};
use crate::folder::Folder;
use crate::{PROFILE, child};

const URI: &str = "file:///garden/profile.yaml";

#[test]
fn diagnostics_have_ranges_links_and_related_information() {
    let mut editor = Editor::new();
    let text = PROFILE.replace("cpu: \"4\"", "cpu: \"-4\"").replace(
        "plain-arm64-virtual:1.0.0\n          capabilities:\n            architecture: [arm64]",
        "plain-arm64-virtual:1.0.0\n          capabilities:\n            architecture: [amd64]",
    );
    editor.open(URI, &text);
    insta::assert_json_snapshot!(editor.diagnostics(URI));
    editor.quit();
}

#[test]
fn incremental_change_updates_diagnostics() {
    let mut editor = Editor::new();
    editor.open(URI, PROFILE);
    assert_eq!(editor.diagnostics_text(URI), "");
    let line = PROFILE.lines().position(|line| line.contains("memory: 16Gi")).unwrap();
    let place = |character| json!({"line": line, "character": character});
    let range = json!({"start": place(12), "end": place(16)});
    editor.change(URI, &json!([{"range": range, "text": "sixteen"}]));
    insta::assert_snapshot!(editor.diagnostics_text(URI));
    editor.quit();
}

#[test]
fn columns_use_the_negotiated_encoding() {
    let text = PROFILE.replace("- name: \"0\"", "- {name: \"ä😀\", spelt: x}");
    let columns = |capabilities: Value| {
        let mut editor = Editor::start(json!({"capabilities": capabilities}));
        editor.open(URI, &text);
        let diagnostics_text = editor.diagnostics_text(URI);
        editor.quit();
        diagnostics_text
            .lines()
            .find(|line| line.contains("unknown-field"))
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .to_owned()
    };
    let utf8 = columns(json!({"general": {"positionEncodings": ["utf-8"]}}));
    let utf16 = columns(json!({}));
    assert_eq!((utf8.as_str(), utf16.as_str()), ("58:24-58:29", "58:21-58:26"));
}

#[test]
fn broken_document_does_not_affect_documents_that_refer_to_it() {
    let mut editor = Editor::new();
    let shoot = "file:///garden/shoot.yaml";
    editor.open(URI, PROFILE);
    editor.open(shoot, &crate::shoot().replace("type: medium", "type: large"));
    let before = editor.diagnostics_text(shoot);
    assert!(before.contains("large"), "{before}");
    editor.replace(URI, &PROFILE.replace("  machineTypes:", "  machineTypes: {"));
    let broken = editor.diagnostics_text(URI);
    assert!(broken.contains("unreadable-document"), "{broken}");
    // The Shoot is checked against the previous profile.
    let line = json!({"line": 0, "character": 0});
    editor.change(shoot, &json!([{"range": {"start": line, "end": line}, "text": "# x\n"}]));
    assert_eq!(editor.diagnostics_text(shoot).lines().count(), before.lines().count());
    // Other documents in the broken file are checked as usual.
    editor.replace(URI, &format!("{PROFILE}---\n{}---\nbroken: [\n", child()));
    let both = editor.diagnostics_text(URI);
    assert_eq!(both.lines().filter(|line| line.contains("unreadable-document")).count(), 1, "{both}");
    editor.quit();
}

#[test]
fn foreign_documents_get_no_diagnostics() {
    let mut editor = Editor::new();
    for (uri, text) in [
        ("file:///a.yaml", "apiVersion: apps/v1\nkind: Deployment\nspec: {a: [\n"),
        ("file:///b.yaml", &PROFILE.replace("type: local", "type: {{ .Values.type }}")),
    ] {
        editor.open(uri, text);
    }
    editor.open(URI, "kind: CloudProfile\n");
    assert!(editor.diagnostics_text(URI).contains("spec"), "only the last change is checked");
    assert_eq!(editor.shown_uris(), [URI]);
    editor.quit();
}

#[test]
fn a_folder_is_read_and_watched() {
    let folder = Folder::new();
    folder.write("garden/profile.yaml", &PROFILE.replace("cpu: \"4\"", "cpu: \"-4\""));
    folder.write("garden/rootstock.toml", "[severity]\nquantity-negative = \"off\"\n");
    let root = folder.uri("garden");
    let mut editor = Editor::start(json!({"capabilities": {}, "workspaceFolders": [{"uri": root, "name": "garden"}]}));
    let [profile, configuration, shoot] =
        ["profile.yaml", "rootstock.toml", "shoot.yaml"].map(|name| format!("{root}/{name}"));
    insta::assert_snapshot!(brief(&editor.next_diagnostics(&configuration)));
    assert!(brief(&editor.next_or_shown(&profile)).contains("-4"));
    // The Shoot's profile is read from the disk.
    editor.open(&shoot, &crate::shoot());
    assert_eq!(editor.diagnostics_text(&shoot), "");
    // Changed files are read again, and a closed document has the text of its file.
    folder.write("garden/profile.yaml", PROFILE);
    folder.write("garden/rootstock.toml", "");
    let changed = folder.changed(&["garden/profile.yaml", "garden/rootstock.toml"]);
    editor.notify("workspace/didChangeWatchedFiles", changed);
    assert_eq!(brief(&editor.next_diagnostics(&profile)), "");
    editor.open(&profile, "kind: CloudProfile\n");
    assert_ne!(editor.diagnostics_text(&profile), "");
    editor.close(&profile);
    assert_eq!(brief(&editor.next_diagnostics(&profile)), "");
    editor.quit();
}

#[test]
fn broken_invariant_is_a_finding() {
    let folder = Folder::new();
    folder.write("profile.yaml", PROFILE);
    folder.write("rootstock.toml", "[[invariants]]\nthat = \"every worker has the image no-such-image\"\n");
    let mut editor = Editor::new();
    let profile = folder.uri("profile.yaml");
    editor.open(&profile, PROFILE);
    assert!(editor.diagnostics_text(&profile).contains("does not hold for a worker on machine type"));
    editor.quit();
}

/// Helix and Neovim start a server like this outside of a repository.
#[test]
fn without_a_folder_files_next_to_a_document_are_read() {
    let folder = Folder::new();
    folder.write("profile.yaml", PROFILE);
    folder.write("below/broken.yaml", "kind: CloudProfile\n");
    let mut editor = Editor::new();
    let (shoot, other) = (folder.uri("shoot.yaml"), folder.uri("other.yaml"));
    editor.open(&other, "kind: Deployment\n");
    editor.open(&shoot, &crate::shoot().replace("medium", "mediun"));
    assert!(editor.diagnostics_text(&shoot).contains("mediun"), "the profile in the same folder is unknown");
    assert_eq!(editor.shown_uris(), [&*shoot], "the folder may be a whole home directory");
    // Changed files there are read again.
    folder.write("profile.yaml", &PROFILE.replace("name: medium\n", "name: mediun\n"));
    editor.notify("workspace/didChangeWatchedFiles", folder.changed(&["profile.yaml"]));
    assert_eq!(brief(&editor.next_diagnostics(&shoot)), "");
    editor.quit();
}

#[test]
fn without_a_folder_the_folder_of_the_configuration_is_read() {
    let folder = Folder::new();
    folder.write("profiles/profile.yaml", PROFILE);
    folder.write("rootstock.toml", "[severity]\nshoot-machine-type-unknwon = \"off\"\n");
    let mut editor = Editor::new();
    let shoot = folder.uri("shoots/shoot.yaml");
    editor.open(&shoot, &crate::shoot().replace("medium", "mediun"));
    assert!(editor.diagnostics_text(&shoot).contains("mediun"), "the profile of the folder is unknown");
    assert!(brief(&editor.next_or_shown(&folder.uri("rootstock.toml"))).contains("unknwon"));
    editor.quit();
}
