//! The landscape settings of `rootstock.toml` in the editor.

use serde_json::json;

use crate::client::{Editor, brief};
use crate::folder::Folder;
use crate::{PROFILE, shoot};

#[test]
fn profiles_outside_of_the_folder_are_known() {
    let folder = Folder::new();
    folder.write("profiles/profile.yaml", PROFILE);
    folder.write("shoots/rootstock.toml", "[landscape]\nprofiles = [\"../profiles\"]\n");
    folder.write("shoots/shoot.yaml", &shoot().replace("medium", "mediun"));
    let root = folder.uri("shoots");
    let mut editor = Editor::start(json!({"capabilities": {}, "workspaceFolders": [{"uri": root, "name": "shoots"}]}));
    let uri = folder.uri("shoots/shoot.yaml");
    assert!(brief(&editor.next_or_shown(&uri)).contains("mediun"), "the profile is unknown");
    // Without the setting, the profile is unknown.
    folder.write("shoots/rootstock.toml", "");
    editor.notify("workspace/didChangeWatchedFiles", folder.changed(&["shoots/rootstock.toml"]));
    assert!(!brief(&editor.next_diagnostics(&uri)).contains("mediun"), "the profile is still known");
    editor.quit();
}

/// The gate of capabilities is on since v1.146.
#[test]
fn shoots_of_the_folder_name_the_release() {
    const GATE: &str = "CloudProfileCapabilities";
    let folder = Folder::new();
    folder.write("profile.yaml", include_str!("../../../../../fixtures/profiles/local-clean.yaml"));
    let of = |version: &str| format!("{}status: {{gardener: {{version: {version}}}}}\n", shoot());
    folder.write("shoot.yaml", &of("v1.145.3"));
    let root = folder.uri("");
    let mut editor = Editor::start(json!({"capabilities": {}, "workspaceFolders": [{"uri": root, "name": "all"}]}));
    let uri = folder.uri("profile.yaml");
    let findings = brief(&editor.next_or_shown(&uri));
    assert!(findings.contains(GATE), "{findings}");
    assert_eq!(
        editor.logged,
        [
            "the release of Gardener is v1.145.3, as in `status.gardener.version` of Shoot `garden-dev/crazy-botany`; `gardener` in \
          rootstock.toml sets another one"
        ]
    );
    folder.write("shoot.yaml", &of("v1.146.0"));
    editor.notify("workspace/didChangeWatchedFiles", folder.changed(&["shoot.yaml"]));
    assert!(!brief(&editor.next_diagnostics(&uri)).contains(GATE));
    assert_eq!(editor.logged.len(), 2);
    folder.write("shoot.yaml", &of("v1.136.0"));
    folder.write("rootstock.toml", "[landscape]\nfeature-gates.VersionClassificationLifecycle = true\n");
    editor.notify("workspace/didChangeWatchedFiles", folder.changed(&["shoot.yaml", "rootstock.toml"]));
    let unused = "the release of Gardener is not v1.136.0, as in `status.gardener.version` of Shoot `garden-dev/crazy-botany`: \
                  Gardener v1.136.0 has no feature gate VersionClassificationLifecycle: it exists since v1.137";
    assert_eq!(editor.next_logged(), unused);
    folder.write("rootstock.toml", "[landscape]\ngardener = \"1.140\"\n");
    editor.notify("workspace/didChangeWatchedFiles", folder.changed(&["rootstock.toml"]));
    while !brief(&editor.next_diagnostics(&uri)).contains(GATE) {}
    assert_eq!(editor.logged.len(), 3);
    // A release that is not known is named, whatever its source.
    folder.write("rootstock.toml", "[landscape]\ngardener = \"1.155\"\nextensions = { aws = \"1.99\" }\n");
    editor.notify("workspace/didChangeWatchedFiles", folder.changed(&["rootstock.toml"]));
    assert_eq!(
        editor.next_logged(),
        "Gardener v1.155 is not known yet; the answer is that of v1.150, the newest known release; v1.99 of the extension for provider \
         `aws` is not known yet; the answer is that of v1.73, the newest known release"
    );
    editor.quit();
}

/// Completion and hover know the fields of the release that findings are about.
#[rstest::rstest]
#[case::newest("1.150", "controlPlane", "zones", Some("Since Gardener v1.150."))]
#[case::not_yet("1.149", "controlPlane", "zones", None)]
#[case::removed("1.150", "kubelet", "systemReserved", None)]
#[case::not_removed_yet("1.140", "kubelet", "systemReserved", Some("Removed in Gardener v1.141; use kubeReserved"))]
fn fields_are_those_of_the_release(
    #[case] release: &str,
    #[case] object: &str,
    #[case] field: &str,
    #[case] releases: Option<&str>,
) {
    let folder = Folder::new();
    folder.write("profile.yaml", PROFILE);
    folder.write("rootstock.toml", &format!("[landscape]\ngardener = \"{release}\"\n"));
    let root = folder.uri("");
    let mut editor = Editor::start(json!({"capabilities": {}, "workspaceFolders": [{"uri": root, "name": "all"}]}));
    let uri = folder.uri("shoot.yaml");
    let parent = if object == "kubelet" { "  kubernetes:\n    kubelet:\n      " } else { "  controlPlane:\n    " };
    let of = |word: &str| format!("apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nspec:\n{parent}{word}");
    let mut ask = |method: &str, word: &str| {
        let before = of(word);
        editor.open(&uri, &format!("{}: {{}}\n", of(field)));
        editor
            .replace(&uri, &if method.ends_with("hover") { format!("{}: {{}}\n", of(field)) } else { before.clone() });
        let last = before.lines().last().unwrap();
        let place = json!({"line": before.lines().count() - 1, "character": last.len()});
        let answer = editor.ask(method, json!({"textDocument": {"uri": uri}, "position": place}));
        editor.close(&uri);
        answer
    };
    let word = &field[..3];
    let offered = ask("textDocument/completion", word);
    let is_offered = offered.as_array().unwrap().iter().any(|item| item["label"] == field);
    assert_eq!(is_offered, releases.is_some(), "{offered}");
    let hover = ask("textDocument/hover", word);
    let shown = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains(releases.unwrap_or_default()) && shown.is_empty() == releases.is_none(), "{hover}");
    editor.quit();
}
