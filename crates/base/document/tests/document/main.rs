//! Tests of parsing and editing: parsers compared with each other and with other libraries, edits, limits.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    unreachable_pub,
    reason = "tests"
)]

mod both_parsers;
mod comments;
mod compare;
mod control_characters;
mod copies;
mod defaults;
mod documents;
mod editing;
mod emit;
mod fixes;
mod items;
mod json;
mod json_size;
mod json_stream;
mod kubernetes_parser;
mod kyaml;
mod last_scalar;
mod limits;
mod line_breaks;
mod long_lists;
mod marked_comments;
mod moved;
mod mutation;
mod reference_parser;
mod removal;
mod styles;
mod support;
