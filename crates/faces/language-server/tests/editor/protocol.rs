//! Initialization, and unsupported messages.

use serde_json::{Value, json};

use crate::client::Editor;

#[test]
fn supported_capabilities_are_announced() {
    let editor = Editor::new();
    insta::assert_json_snapshot!(editor.capabilities);
    editor.quit();
}

#[test]
fn positions_are_in_bytes_if_the_editor_supports_them() {
    let editor = Editor::start(json!({"capabilities": {"general": {"positionEncodings": ["utf-16", "utf-8"]}}}));
    assert_eq!(editor.capabilities["positionEncoding"], "utf-8");
    editor.quit();
}

#[test]
fn unknown_requests_are_refused_and_the_server_continues() {
    let mut editor = Editor::new();
    let error = editor.response("textDocument/colorPresentation", json!({})).unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str()),
        (-32601, "the server does not support `textDocument/colorPresentation`")
    );
    let error = editor.response("textDocument/codeAction", json!({"textDocument": 1})).unwrap_err();
    assert_eq!(error.code, -32602);
    editor.notify("textDocument/didOpen", Value::Null);
    editor.notify("$/setTrace", json!({"value": "off"}));
    editor.quit();
}

#[test]
fn files_are_watched_if_the_editor_supports_it() {
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let mut editor = Editor::start(json!({"capabilities": capabilities}));
    editor.open("file:///a.yaml", "a: b\n");
    editor.response("nothing", Value::Null).unwrap_err();
    assert_eq!(editor.server_requests, ["client/registerCapability"]);
    editor.quit();
}
