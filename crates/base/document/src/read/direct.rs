//! The direct parser for YAML: an optional fast path besides the complete parser.
//!
//! It parses YAML in the style of `kubectl`, Helm and human authors (block and flow style, quotes, block scalars, comments,
//! multi-line values) into the tree in one pass, without tokens. It declines anchors, tags, `?` keys and everything else that it
//! does not handle with certainty; the complete parser then reads the document. For documents that it accepts, the tree, positions
//! and oddities are identical to those of the complete parser: `tests/document/both_parsers.rs` and the fuzz target `both_parsers`
//! compare the two.
//!
//! With it, `check` takes 17 ms of CPU for a profile of 1.4 MB, without it 50 ms (`benches/read.rs` measures both parsers). Speed
//! is its only purpose: without this file and its folder, the complete parser would read every document, with the same results.
//! Only [`YamlParser`](super::YamlParser) selects between the two.

mod block;
mod block_scalar;
mod bytes;
mod escapes;
mod flow;
mod lines;
mod plain;
mod quoted;
mod text_check;

use std::sync::Arc;

use crate::tree::{Builder, Fault, Parsed};
use crate::{ReadLimits, Span};

/// The maximum length of a key in bytes; longer keys are left to the complete parser, which has a limit in characters.
const MAX_KEY_LENGTH: usize = 1000;

/// The document is left to the complete parser, because it is unusual or invalid.
#[derive(Debug)]
struct Declined;

impl From<Box<Fault>> for Declined {
    /// Drops the error: the complete parser finds the same one, or an earlier one.
    fn from(_: Box<Fault>) -> Self {
        Self
    }
}

type Accepted<T = ()> = Result<T, Declined>;

/// Parses the only document in `chunk` of `source`; `None` means undecided, not invalid.
pub(super) fn parse(source: &Arc<String>, chunk: Span, limits: &ReadLimits) -> Option<Parsed> {
    let bytes = source.as_bytes().get(..chunk.end as usize)?;
    let start = chunk.start as usize;
    if !text_check::is_supported(bytes.get(start..)?) {
        return None;
    }
    let mut reader = Reader {
        bytes,
        at: start,
        // A value or key takes about thirteen bytes in typical documents, sometimes fewer.
        builder: Builder::new(source.clone(), (bytes.len() - start) / 10, limits),
        levels: Vec::with_capacity(16),
        pending: Pending::Root,
        column: None,
        breaks: 0,
        saw_comment: false,
        content_end: start,
        scratch: String::new(),
    };
    reader.document().ok()?;
    Some(reader.builder.finish())
}

struct Reader<'s, 'l> {
    /// The file, up to the end of the document.
    bytes: &'s [u8],
    at: usize,
    builder: Builder<'l>,
    /// The open block lists and objects, innermost last.
    levels: Vec<Level>,
    pending: Pending,
    /// The column of `at` if it is the first character of its line's content; `None` at the end.
    column: Option<usize>,
    /// The number of line breaks between the last token and `at`.
    breaks: usize,
    /// Whether there is a comment in between.
    saw_comment: bool,
    /// The end of the last line that contains more than a comment.
    content_end: usize,
    scratch: String,
}

/// An open list or object in block style.
#[derive(Debug, Clone, Copy)]
struct Level {
    column: usize,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Object,
    List,
    /// A list whose dashes are aligned with the key that it belongs to.
    ListBelowKey,
}

/// The possible content of the next line.
#[derive(Debug, Clone, Copy)]
enum Pending {
    Nothing,
    /// The entire document.
    Root,
    /// The value of a key; an omitted value is located at the colon.
    Value(usize),
    /// An item of a list; an omitted item is located at this offset.
    Item(usize),
}
