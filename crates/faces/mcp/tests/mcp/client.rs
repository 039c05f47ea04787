//! A scripted client.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rootstock_analysis::configuration::Configuration;
use rootstock_mcp::{FileAccess, Host, McpServer};
use rootstock_provider_api::Registry;
use rootstock_versioning::Timestamp;
use serde_json::{Value, json};

/// A program that writes files, and has the configuration of a text.
pub(crate) struct Program(pub(crate) &'static str);

impl Host for Program {
    fn now(&self) -> Timestamp {
        "2026-06-01T00:00:00Z".parse().unwrap()
    }

    fn configuration(&self, registry: &Registry) -> Result<Configuration, String> {
        Configuration::read("rootstock.toml", self.0, registry).map_err(|errors| errors[0].to_string())
    }

    fn replace(&self, path: &Path, before: &str, after: &str) -> Result<(), String> {
        assert_eq!(fs::read_to_string(path).unwrap(), before);
        fs::write(path, after).map_err(|why| why.to_string())
    }
}

pub(crate) const PROGRAM: Program = Program("");

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures")
}

pub(crate) struct Client<'h> {
    server: McpServer<'h>,
    pub(crate) calls: usize,
}

/// The result of a call: the text of an error, or the structured content.
pub(crate) type Outcome = Result<Value, String>;

impl Client<'static> {
    /// Starts a server that reads the fixtures.
    pub(crate) fn new() -> Self {
        Self::start(&fixtures(), FileAccess::ReadOnly, &PROGRAM)
    }
}

impl<'h> Client<'h> {
    pub(crate) fn start(root: &Path, access: FileAccess, program: &'h Program) -> Self {
        let registry = rootstock_providers::registry().unwrap();
        Self { server: McpServer::new(registry, &[root.to_owned()], access, program).unwrap(), calls: 0 }
    }

    /// Sends bytes, and returns the answers.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Vec<Value> {
        let mut answers = Vec::new();
        self.server.serve(&mut io::BufReader::new(bytes), &mut answers).unwrap();
        let lines = String::from_utf8(answers).unwrap();
        assert!(lines.is_empty() || lines.ends_with('\n'));
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params});
        let answers = self.send(request.to_string().as_bytes());
        let [answer] = answers.as_slice() else { panic!("{answers:?}") };
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!("a")));
        answer.clone()
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Outcome {
        self.calls += 1;
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer:#}"));
        if result["isError"] == true {
            return Err(text.to_owned());
        }
        let content = result["structuredContent"].clone();
        assert_eq!(content["summary"], text);
        assert_eq!(serde_json::from_str::<Value>(result["content"][1]["text"].as_str().unwrap()).unwrap(), content);
        Ok(content)
    }
}

/// Returns a document of the fixtures.
pub(crate) fn document(path: &str, role: &str) -> Value {
    json!({"path": path, "role": role})
}
