//! Checks that no message stops the server for agents, and that every line has at most one answer.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use rootstock_analysis::configuration::Configuration;
use rootstock_fuzz::AT;
use rootstock_mcp::{FileAccess, Host, McpServer};
use rootstock_provider_api::Registry;
use rootstock_versioning::Timestamp;

struct Program;

impl Host for Program {
    fn now(&self) -> Timestamp {
        AT.parse().unwrap()
    }

    fn configuration(&self, _: &Registry) -> Result<Configuration, String> {
        Ok(Configuration::default())
    }

    fn replace(&self, path: &Path, _: &str, _: &str) -> Result<(), String> {
        panic!("{} would be written", path.display())
    }
}

fuzz_target!(|input: &[u8]| {
    let roots = [Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/agents")];
    let registry = rootstock_providers::registry().unwrap();
    let mut server = McpServer::new(registry, &roots, FileAccess::ReadOnly, &Program).unwrap();
    let (mut lines, mut answers) = (input, Vec::new());
    server.serve(&mut lines, &mut answers).unwrap();
    let answers = String::from_utf8(answers).unwrap();
    assert!(answers.lines().count() <= input.split(|byte| *byte == b'\n').count());
    assert!(answers.lines().all(|answer| serde_json::from_str::<serde_json::Value>(answer).is_ok()));
});
