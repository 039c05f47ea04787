//! What plug-ins say of lists for machine types and regions is true of their configurations.

use rootstock_core_model::{Path, Quirks, RawObject, Semantics, ViolationKind};
use serde_json::{Value, json};

/// Where a plug-in says that there is a list with such items, it reads one.
#[test]
fn every_keyed_list_is_read() {
    let mut tried = 0;
    for provider in rootstock_providers::registry().unwrap().iter() {
        let extension = provider.extension();
        for list in extension.keyed_lists {
            let wrap = |value: Value, field: &str| json!({field: value});
            let mut config = list.list.rsplit('.').fold(json!([{list.key: "x"}]), wrap);
            config["apiVersion"] = json!(extension.config.api_version);
            config["kind"] = json!(extension.config.kind);
            let config: RawObject = serde_json::from_value(config).unwrap();
            let quirks = Quirks::of(Semantics::Documented);
            let decoded = provider.decode(&config, &Path::root("spec").field("providerConfig"), &quirks);
            let is_unread = |kind| matches!(kind, ViolationKind::UnknownField | ViolationKind::TypeInvalid);
            let unread: Vec<String> =
                decoded.violations.iter().filter(|one| is_unread(one.kind)).map(ToString::to_string).collect();
            assert_eq!(unread, Vec::<String>::new(), "{}: {}", provider.name(), list.list);
            tried += 1;
        }
    }
    assert!(tried >= 10, "{tried}");
}
