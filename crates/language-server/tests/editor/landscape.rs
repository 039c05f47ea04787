//! What `rootstock.toml` says of the landscape holds in the editor.

use serde_json::json;

use crate::client::{Editor, brief};
use crate::{PROFILE, shoot};

#[test]
fn profiles_outside_of_the_folder_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("profiles/profile.yaml", PROFILE);
    write("shoots/rootstock.toml", "[landscape]\nprofiles = [\"../profiles\"]\n");
    write("shoots/shoot.yaml", &shoot().replace("medium", "mediun"));
    let root = format!("file://{}/shoots", folder.path().display());
    let mut editor = Editor::start(json!({"capabilities": {}, "workspaceFolders": [{"uri": root, "name": "shoots"}]}));
    let uri = format!("{root}/shoot.yaml");
    assert!(brief(&editor.next_or_shown(&uri)).contains("mediun"), "the profile is not known");
    // Without it nobody can tell.
    write("shoots/rootstock.toml", "");
    let changed = json!({"changes": [{"uri": format!("{root}/rootstock.toml"), "type": 2}]});
    editor.tell("workspace/didChangeWatchedFiles", changed);
    assert!(!brief(&editor.next_diagnostics(&uri)).contains("mediun"), "the profile is still known");
    editor.quit();
}
