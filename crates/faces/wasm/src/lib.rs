//! The queries as one WebAssembly module with JSON in and out, for JavaScript, Go, Python and every other language that runs one.
//!
//! A request is a JSON object: a function by its name, documents, settings, and the question in the form of its
//! [schema](https://github.com/rootstock-rs/rootstock/tree/main/docs/schemas/questions). The answer is what the command prints with
//! `--format json`, byte for byte, or `{"error": {"kind": …, "message": …}}`.
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
//! | field of a request | what it is |
//! |---|---|
//! | `function` | a question by the name in the form of its answer: `matrix` for `rootstock.matrix/v1`; `hold`, `release` |
//! | `documents` | a list of `{"name", "text"}` or `{"name", "object"}`, with a `role`: `checked` (default), `known`, `old` |
//! | `question` | the question itself; absent means all defaults |
//! | `profile` | which profile is asked about: `NAME` or `NAMESPACE/NAME`; absent if there is one only |
//! | `at` | the instant at which versions are judged; a module has no clock |
//! | `semantics`, `featureGates`, `withoutExtensionWebhooks` | by whose rules |
//! | `operation`, `configuration`, `allowUnchecked` | of `check`: `state`, `create` or `update`; `{"name", "text"}` of a `rootstock.toml`, of `upkeep-propose`, too |
//! | `held` | the number of documents that an earlier `hold` has read |
//!
//! Questions about a change (`canonicalize`, `diff`, `default`, `rolls`) find the object before it in the role `old`; `diff`, `upkeep` and
//! `upkeep-propose` find the Shoots that use the profile in the role `known`.
//!
//! There are three modules: `queries.wasm` has `images`, `machine-types`, `matrix`, `resolve`, `select` and `versions`, of documents in
//! JSON; `rootstock.wasm` has `check`, `default` and `plan`, too, and reads YAML; `everything.wasm` answers every question.
//!
//! `hold` answers `{"held": NUMBER}`. Questions with that number are about what it has read, which is not read again, until `release`.
//!
//! The module exports its memory and `rootstock_alloc`, `rootstock_call` and `rootstock_free`, and imports nothing. A host asks for a
//! buffer of the request's length, writes the request there, calls with the buffer's address, reads the answer (address in the upper
//! 32 bits, length in the lower), and frees it. After a trap (a bug, or no memory left) an instance cannot be used any more, and a new
//! one has to be made: what it held is lost.

mod asking;
#[cfg(any(target_family = "wasm", test))]
mod buffers;
mod documents;
#[cfg(not(target_family = "wasm"))]
mod example;
#[cfg(target_family = "wasm")]
mod exports;
mod failure;
mod functions;
mod held;
mod module;
mod request;

#[cfg(not(target_family = "wasm"))]
pub use example::example_request;
pub use module::Module;
