//! The questions about CloudProfiles as tools for agents: a server of the Model Context Protocol on two streams.
//!
//! The server has no rules of its own. A tool is a question of the table in `rootstock-queries`; its input schema is that of the
//! question, with documents and settings added. The answer is that of the command line with `--format json`, shortened: a summary,
//! the first items of each list, and a cursor for the rest. The server reads files only below its roots, and writes them only if it
//! may: `fix` alone writes, through the program that starts the server.
//!
//! `rootstock mcp` serves the standard streams. A message is one line of JSON; the server handles one at a time:
//!
//! ```
//! use rootstock_mcp::{FileAccess, Host, McpServer};
//! # use std::path::Path;
//! # use rootstock_analysis::configuration::Configuration;
//! # use rootstock_provider_api::Registry;
//! # use rootstock_versioning::Timestamp;
//! # struct Program;
//! # impl Host for Program {
//! #     fn now(&self) -> Timestamp { Timestamp::from_unix_seconds(1_780_000_000) }
//! #     fn configuration(&self, _: &Registry) -> Result<Configuration, String> { Ok(Configuration::default()) }
//! #     fn replace(&self, _: &Path, _: &str, _: &str) -> Result<(), String> { Err("read-only".to_owned()) }
//! # }
//!
//! let roots = ["../../../fixtures".into()];
//! let mut server = McpServer::new(rootstock_providers::registry()?, &roots, FileAccess::ReadOnly, &Program).map_err(|(_, why)| why)?;
//! let call = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
//!     "name": "check", "arguments": {"documents": [{"path": "profiles/local-clean.yaml"}]}
//! }}"#;
//! let mut answers = Vec::new();
//! server.serve(&mut call.replace('\n', " ").as_bytes(), &mut answers)?;
//! assert!(String::from_utf8(answers)?.contains("0 errors"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The protocol is small enough to be read here: JSON-RPC on lines, and five methods. The library for it (`rmcp`) needs an
//! asynchronous runtime, which the command does not have.

mod arguments;
mod call;
mod documents;
mod extract;
mod fix;
mod message;
mod protocol;
mod schema;
mod server;
mod session;
mod summary;
mod tool;

pub use documents::FileAccess;
pub use server::{McpServer, ServeError};
pub use session::Host;
