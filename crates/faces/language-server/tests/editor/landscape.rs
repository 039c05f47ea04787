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
