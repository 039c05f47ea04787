use rootstock_mcp::FileAccess;
use rstest::rstest;
use serde_json::{Value, json};

use crate::client::{Client, PROGRAM, fixtures};

#[rstest]
#[case::newest("2025-11-25", "2025-11-25")]
#[case::oldest("2024-11-05", "2024-11-05")]
#[case::unknown("2031-01-01", "2025-11-25")]
#[case::without_handshake("2026-07-28", "2025-11-25")]
fn handshake_agrees_on_a_version(#[case] requested: &str, #[case] agreed: &str) {
    let mut client = Client::new();
    let answer = client.ask("initialize", json!({"protocolVersion": requested, "capabilities": {}}));
    assert_eq!(answer["result"]["protocolVersion"], agreed);
    assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
    assert_eq!(client.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#), Vec::<Value>::new());
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

#[test]
fn request_with_its_version_needs_no_handshake() {
    let mut client = Client::new();
    let meta = |version: &str| json!({"_meta": {"io.modelcontextprotocol/protocolVersion": version}});
    let discovered = client.ask("server/discover", meta("2026-07-28"));
    assert_eq!(discovered["result"]["supportedVersions"], json!(["2026-07-28"]));
    let mut call = meta("2026-07-28");
    call["name"] = json!("explain");
    call["arguments"] = json!({"rule": "type-missing"});
    let answer = client.ask("tools/call", call);
    assert_eq!(answer["result"]["resultType"], "complete");
    let refused = client.ask("tools/list", meta("2031-01-01"));
    assert_eq!(refused["error"]["code"], -32022);
    assert_eq!(refused["error"]["data"], json!({"supported": ["2026-07-28"], "requested": "2031-01-01"}));
}

#[rstest]
#[case::no_json("{", -32700)]
#[case::nested(&"[".repeat(100_000), -32700)]
#[case::no_object("3", -32600)]
#[case::empty_batch("[]", -32600)]
#[case::no_method(r#"{"jsonrpc":"2.0","id":1}"#, -32600)]
#[case::null_id(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600)]
#[case::large_id(r#"{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}"#, -32600)]
#[case::large_batch(&format!("[{}]", vec![r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#; 101].join(",")), -32600)]
#[case::unknown_method(r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601)]
#[case::unknown_tool(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete"}}"#, -32602)]
#[case::long_method(&json!({"jsonrpc": "2.0", "id": 1, "method": "x".repeat(100_000)}).to_string(), -32601)]
#[case::long_id(&json!({"jsonrpc": "2.0", "id": "x".repeat(100_000), "method": "ping"}).to_string(), -32600)]
#[case::unknown_cursor(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}"#, -32602)]
#[case::long_version(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "x".repeat(100_000)}}}).to_string(), -32022)]
#[case::version_is_no_text(r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":[1]}}}"#, -32602)]
#[case::no_tool(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, -32602)]
fn wrong_message_has_an_error_and_the_next_one_an_answer(#[case] message: &str, #[case] code: i32) {
    let answers =
        Client::new().send(format!("{message}\n\n{{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}}").as_bytes());
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert_eq!(answers[0]["error"]["code"], code, "{}", answers[0]);
    assert!(answers[0].to_string().len() < 1000);
    assert_eq!(answers[1], json!({"jsonrpc": "2.0", "id": 2, "result": {}}));
}

#[rstest]
#[case::cancellation(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)]
#[case::unknown(r#"{"jsonrpc":"2.0","method":"notifications/unheard"}"#)]
#[case::response(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#)]
#[case::blank("  \n\n")]
#[case::batch(r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#)]
fn notification_has_no_answer(#[case] message: &str) {
    assert_eq!(Client::new().send(message.as_bytes()), Vec::<Value>::new());
}

#[test]
fn batch_has_one_answer() {
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    let answers = Client::new().send(batch.as_bytes());
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0].as_array().unwrap().len(), 2);
}

#[test]
fn message_that_is_too_long_is_skipped() {
    let long =
        format!("{{\"text\": \"{}\"}}\n{{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}}\n", "x".repeat(17 << 20));
    let answers = Client::new().send(long.as_bytes());
    assert_eq!(answers.len(), 2);
    assert!(answers[0]["error"]["message"].as_str().unwrap().contains("name documents by `path`"), "{}", answers[0]);
    assert_eq!(answers[1]["id"], 2);
}

#[test]
fn tools_are_listed_with_valid_schemas() {
    let mut client = Client::new();
    let tools = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    let tools = tools.as_array().unwrap();
    let brief: Vec<Value> = tools
        .iter()
        .map(|tool| {
            for schema in ["inputSchema", "outputSchema"] {
                jsonschema::draft202012::meta::validate(&tool[schema]).unwrap();
                jsonschema::draft202012::new(&tool[schema]).unwrap();
            }
            let names: Vec<&String> = tool["inputSchema"]["properties"].as_object().unwrap().keys().collect();
            json!({"name": tool["name"], "arguments": names, "required": tool["inputSchema"]["required"]})
        })
        .collect();
    insta::assert_json_snapshot!(brief);
    assert!(tools.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true));
    let mut writer = Client::start(&fixtures(), FileAccess::ReadWrite, &PROGRAM);
    let tools = writer.ask("tools/list", json!({}))["result"]["tools"].clone();
    let writing: Vec<&Value> =
        tools.as_array().unwrap().iter().filter(|tool| tool["annotations"]["readOnlyHint"] == false).collect();
    assert_eq!(writing.len(), 1);
    assert_eq!(writing[0]["name"], "fix");
}

/// A model pays for the list with every conversation.
#[test]
fn list_of_tools_is_short() {
    let list = Client::new().ask("tools/list", json!({})).to_string();
    assert!(list.len() < 30_000, "{}", list.len());
}
