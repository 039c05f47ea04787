//! No input stops the server, and every request has one answer.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::Client;

/// Values as a client might send them by mistake.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z/~@.0-9]{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "profiles/tie.yaml",
            "..",
            "checked",
            "0@",
            "999999999999@/findings",
            "2026-06-01T00:00:00Z"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(argument(), inner, 0..4).prop_map(|fields| json!(fields)),
        ]
    })
}

fn argument() -> impl Strategy<Value = String> {
    let names = [
        "documents",
        "path",
        "name",
        "text",
        "role",
        "rule",
        "machineType",
        "image",
        "limit",
        "cursor",
        "at",
        "write",
        "policies",
        "unsafeFixes",
        "profile",
        "operation",
        "_meta",
        "x",
    ];
    prop::sample::select(names.to_vec()).prop_map(str::to_owned)
}

fn method() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["tools/call", "tools/list", "initialize", "server/discover", "ping", "x"])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        Client::new().send(&bytes);
    }

    #[test]
    fn each_request_has_one_answer(
        method in method(),
        tool in prop::sample::select(vec!["check", "explain", "select", "matrix", "images", "plan", "diff", "fix", "upkeep_propose"]),
        arguments in any_value(),
        params in prop::option::weighted(0.2, any_value()),
    ) {
        let params = params.unwrap_or_else(|| json!({"name": tool, "arguments": arguments}));
        let request = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let answers = Client::new().send(request.to_string().as_bytes());
        prop_assert_eq!(answers.len(), 1);
        prop_assert_eq!(&answers[0]["id"], &json!(7));
        prop_assert!(answers[0].get("result").is_some() != answers[0].get("error").is_some());
    }
}
