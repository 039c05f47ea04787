//! Objects cut out of a reader one by one, without holding more than one.
//!
//! What `kubectl get … -A -o json` or `-o yaml` prints is one document with a long list under `items`. Only its frame is read here,
//! up to the beginning and end of each item, and nothing is parsed: an item with a mistake in it does not end the stream, and a
//! stream that ends early yields what came before. Documents that follow one another are cut likewise.

mod json;
mod yaml;

use std::io;

pub use json::JsonObjects;
pub use yaml::YamlObjects;

/// What a stream is cut into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cut {
    /// An item of a list, or a document that is no list.
    Object(CutObject),
    /// A list ends here, behind its items.
    ListEnd(ListEnd),
}

impl Cut {
    /// The object, if it is one.
    #[must_use]
    pub fn object(self) -> Option<CutObject> {
        match self {
            Self::Object(object) => Some(object),
            Self::ListEnd(_) => None,
        }
    }
}

/// The end of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListEnd {
    /// What the list says of its kind; `None` if it says nothing.
    pub kind: Option<String>,
    /// Behind it, in bytes.
    pub offset: u64,
}

/// The text of one object, or of a document that is not a list. Whether it can be read is for others to find out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CutObject {
    /// The text, up to as many bytes as one object may have.
    pub text: Vec<u8>,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
    /// The line on which it begins, from 1; 0 in JSON, whose lines nobody counts.
    pub line: u64,
    /// Whether it is an item of a list.
    pub is_item: bool,
}

impl CutObject {
    /// Whether it is larger than an object may be, and its text therefore cut off.
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        self.length > self.text.len() as u64
    }

    /// Adds bytes, of which `most` are kept in all.
    fn keep(&mut self, bytes: &[u8], most: usize) {
        let left = most.saturating_sub(self.text.len());
        self.text.extend_from_slice(bytes.get(..left).unwrap_or(bytes));
        self.length += bytes.len() as u64;
    }
}

/// Why a stream ends before its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The source cannot be read.
    #[error("after {items} complete items, at {place}: reading failed: {source}")]
    Io {
        /// How many items were read.
        items: usize,
        /// Where.
        place: StreamPlace,
        /// Why.
        source: io::Error,
    },
    /// The JSON ends within something.
    #[error(
        "after {items} complete items, at {place}: the JSON ends here, in the middle of it; was the output of kubectl cut off?"
    )]
    Truncated {
        /// How many items were complete.
        items: usize,
        /// Where.
        place: StreamPlace,
    },
    /// The YAML ends within a list: `kubectl` writes the list's kind behind its items.
    #[error(
        "after {items} complete items, at {place}: the list ends here{}, without its `kind`; was the output of kubectl cut off?",
        if *.is_within_item { ", in the middle of one more" } else { "" }
    )]
    WithoutKind {
        /// How many items were complete.
        items: usize,
        /// Where.
        place: StreamPlace,
        /// Whether an item had begun.
        is_within_item: bool,
    },
    /// The text is not JSON, or not a list of objects.
    #[error("after {items} complete items, at {place}: expected {expected}, found `{found}`")]
    Malformed {
        /// How many items were read.
        items: usize,
        /// Where.
        place: StreamPlace,
        /// What would have been right.
        expected: &'static str,
        /// What is there.
        found: char,
    },
}

impl StreamError {
    /// Where the stream ended.
    #[must_use]
    pub const fn place(&self) -> StreamPlace {
        match self {
            Self::Io { place, .. }
            | Self::Truncated { place, .. }
            | Self::WithoutKind { place, .. }
            | Self::Malformed { place, .. } => *place,
        }
    }
}

/// A place in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamPlace {
    /// In bytes.
    pub offset: u64,
    /// The line, from 1, of YAML.
    pub line: Option<u64>,
}

impl std::fmt::Display for StreamPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}"),
            None => write!(f, "byte {}", self.offset),
        }
    }
}
