//! Documents of folders, and what becomes of them when one value is another, each with the schema it is for and whether it can be
//! read: one JSON object on a line, for validators that are not ours.
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
