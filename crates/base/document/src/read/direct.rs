//! The direct reader of YAML: a fast path beside the complete parser, which may be deleted.
//!
//! It reads YAML as `kubectl`, Helm and people write it (block and flow style, quotes, block scalars, comments, values of several
//! lines) into the tree in one pass, without tokens. It declines anchors, tags, `?` keys and whatever it is not sure of, and the
//! complete parser reads the document. Where it accepts a document, tree, places and oddities are those of the complete parser:
//! `tests/document/both_parsers.rs` and the fuzz target `both_parsers` compare the two.
//!
//! With it `check` takes 17 ms of CPU for a profile of 1.4 MB, without it 50 ms (`benches/read.rs` measures both readers). That is all it
//! is for: without this file and its folder the complete parser reads every document, and the program gives the same answers.
//! [`YamlParser`](super::YamlParser) chooses between the two; nothing else knows of it.

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

/// Longer keys are for the complete parser, which has a bound in characters.
const LONGEST_KEY: usize = 1000;

/// The document is not for this reader: it is unusual, or something is wrong with it.
#[derive(Debug)]
struct Declined;

impl From<Box<Fault>> for Declined {
    /// The complete parser finds the same, or something before it.
    fn from(_: Box<Fault>) -> Self {
        Self
    }
}

type Accepted<T = ()> = Result<T, Declined>;

/// Reads the one document in `chunk` of `source`; `None` is no verdict about it.
pub(super) fn parse(source: &Arc<String>, chunk: Span, limits: &ReadLimits) -> Option<Parsed> {
    let bytes = source.as_bytes().get(..chunk.end as usize)?;
    let start = chunk.start as usize;
    if !text_check::is_for_us(bytes.get(start..)?) {
        return None;
    }
    let mut reader = Reader {
        bytes,
        at: start,
        // A value or key takes thirteen bytes in what people write, or somewhat less.
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
    /// The file up to the end of the document.
    bytes: &'s [u8],
    at: usize,
    builder: Builder<'l>,
    /// The block lists and objects that are open, innermost last.
    levels: Vec<Level>,
    pending: Pending,
    /// The column at which the line begins that `at` is the first character of; `None` at the end.
    column: Option<usize>,
    /// The line breaks between what was read last and `at`.
    breaks: usize,
    /// Whether a comment stands between them.
    saw_comment: bool,
    /// The end of the last line that holds more than a comment.
    content_end: usize,
    scratch: String,
}

/// A list or object in block style that is open.
#[derive(Debug, Clone, Copy)]
struct Level {
    column: usize,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Object,
    List,
    /// A list whose dashes stand below the key that it belongs to.
    ListBelowKey,
}

/// What a line that follows may hold.
#[derive(Debug, Clone, Copy)]
enum Pending {
    Nothing,
    /// The whole document.
    Root,
    /// The value of a key; if there is none it stands at the colon.
    Value(usize),
    /// A list's item; if there is none it stands at this place.
    Item(usize),
}
