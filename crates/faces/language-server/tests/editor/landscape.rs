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
    editor.quit();
}
