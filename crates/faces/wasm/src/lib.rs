//! The queries as a WebAssembly module with JSON input and output, for JavaScript, Go, Python and other languages with a runtime.
//!
//! A request is a JSON object: the name of a function, documents, settings, and a question that matches its
//! [schema](https://github.com/rootstock-rs/rootstock/tree/main/docs/schemas/questions). The answer is the output of the command
//! line with `--format json`, byte for byte, or `{"error": {"kind": …, "message": …}}`. If a release of the settings is newer than those
//! that are known, `unknownReleases` at the end of the answer has a sentence for each.
//!
//! ```
//! let mut module = rootstock_wasm::Module::new()?;
//! let request = r#"{
//!     "function": "versions",
//!     "at": "2026-01-01T00:00:00Z",
//!     "documents": [{"name": "profile.yaml", "text": "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: local}\nspec: {kubernetes: {versions: [{version: 1.33.1}]}}\n"}]
//! }"#;
//! let answer: serde_json::Value = serde_json::from_slice(&module.call(request.as_bytes()))?;
//! assert_eq!(answer["kubernetes"][0]["version"], "1.33.1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | request field | meaning |
//! |---|---|
//! | `function` | `hold`, `release`, or a question, named like the form of its answer: `matrix` for `rootstock.matrix/v1` |
//! | `documents` | a list of `{"name", "text"}` or `{"name", "object"}`, with a `role`: `checked` (default), `known`, `old` |
//! | `question` | the fields of the question; absent for the defaults |
//! | `profile` | the profile: `NAME` or `NAMESPACE/NAME`; may be absent if there is only one |
//! | `at` | the instant at which versions are judged; a module has no clock |
//! | `semantics`, `gardener`, `featureGates`, `withoutExtensionWebhooks` | the rules by which objects are judged |
//! | `operation`, `allowUnchecked` | for `check`: `state`, `create` or `update`; whether unchecked documents are accepted |
//! | `configuration` | for `check` and `upkeep-propose`: a `rootstock.toml` as `{"name", "text"}` |
//! | `held` | the number of documents from an earlier `hold` |
//!
//! For questions about a change (`canonicalize`, `diff`, `default`, `rolls`), the previous object has the role `old`; for `diff`,
//! `upkeep` and `upkeep-propose`, the Shoots that use the profile have the role `known`.
//!
//! There are three modules: `queries.wasm` has `images`, `machine-types`, `matrix`, `resolve`, `select` and `versions` for JSON
//! documents; `rootstock.wasm` adds `check`, `default` and `plan`, and parses YAML; `everything.wasm` answers every question.
//!
//! `hold` parses documents once, and answers `{"held": NUMBER}`. Questions with this number refer to them until `release`.
//!
//! The module exports its memory and `rootstock_alloc`, `rootstock_call` and `rootstock_free`, and imports nothing. A host
//! allocates a buffer of the request's length, writes the request into it, calls with the buffer's address, reads the answer (the
//! address in the upper 32 bits, the length in the lower), and frees it. After a trap (a bug, or out of memory) the instance is not
//! usable any more and its documents are lost: the host must create a new one.

#[cfg(any(target_family = "wasm", test))]
mod buffers;
mod context;
mod documents;
#[cfg(not(target_family = "wasm"))]
mod example;
#[cfg(target_family = "wasm")]
mod exports;
mod failure;
mod functions;
mod module;
mod request;
mod state;

#[cfg(not(target_family = "wasm"))]
pub use example::example_request;
pub use module::Module;
