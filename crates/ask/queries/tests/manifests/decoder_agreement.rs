//! The schemas accept exactly the documents that the decoder reads.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

#[path = "../../examples/schema_cases/cases.rs"]
mod cases;

use std::collections::HashMap;
use std::path::Path;

use rootstock_queries::manifest_schemas;

#[test]
fn schemas_agree_with_the_decoder() {
    let mut cases = cases::Cases::default();
    cases.add_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures"));
    let schemas = manifest_schemas(&rootstock_providers::registry().unwrap());
    let validators: HashMap<&str, jsonschema::Validator> =
        schemas.iter().map(|it| (it.name.as_str(), jsonschema::draft202012::new(&it.schema).unwrap())).collect();
    let mut wrong = Vec::new();
    let mut refused = 0;
    for case in &cases.cases {
        let errors: Vec<String> = validators[case.schema.as_str()]
            .iter_errors(&case.document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        refused += usize::from(!case.is_read);
        if errors.is_empty() != case.is_read {
            let text: String = errors.join("; ").chars().take(300).collect();
            wrong.push(format!("{} is {}read: {text}", case.name, if case.is_read { "" } else { "not " }));
        }
    }
    assert!(cases.cases.len() > 5_000 && refused > 2_000, "{} cases, {refused} refused", cases.cases.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.cases.len(), wrong[..wrong.len().min(60)].join("\n"));
}
