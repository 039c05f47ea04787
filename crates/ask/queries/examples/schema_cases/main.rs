//! Prints the documents of folders and variants of them that differ in one value, each with its schema and whether it
//! can be read: one JSON object per line, for testing the schemas with other validators.
//!
//! ```console
//! $ cargo run -p rootstock-queries --features manifests --example schema_cases -- fixtures
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "an example for tests"
)]

mod cases;

use std::path::PathBuf;

use serde_json::json;

fn main() {
    let mut cases = cases::Cases::default();
    for folder in std::env::args_os().skip(1).map(PathBuf::from) {
        cases.add_folder(&folder);
    }
    for case in cases.cases {
        println!(
            "{}",
            json!({"name": case.name, "schema": case.schema, "valid": case.is_read, "document": case.document})
        );
    }
}
