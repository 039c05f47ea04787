//! Extraction of objects from a reader one by one, with only one object in memory.
//!
//! The output of `kubectl get … -A -o json` or `-o yaml` is a single document with a long list in `items`. This module only finds
//! the start and end of each item and parses nothing: an invalid item does not end the stream, and a truncated stream yields all
//! complete items before the end. Consecutive documents are split likewise.

mod json;
mod yaml;

use std::io;

pub use json::JsonObjects;
pub use yaml::YamlObjects;

/// A part of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StreamEvent {
    /// An item of a list, or a document that is not a list.
    Object(StreamObject),
    /// The end of a list, after its items.
    ListEnd(ListEnd),
}

impl StreamEvent {
    /// Returns the object, if this is one.
    #[must_use]
    pub fn object(self) -> Option<StreamObject> {
        match self {
            Self::Object(object) => Some(object),
            Self::ListEnd(_) => None,
        }
    }
}

/// The end of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListEnd {
    /// The kind of the list; `None` if it has none.
    pub kind: Option<String>,
    /// The byte offset after the list.
    pub offset: u64,
}

/// The text of one object, or of a document that is not a list. It is not validated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StreamObject {
    /// The text, truncated to the maximum size of an object.
    pub text: Vec<u8>,
    /// The byte offset of its start.
    pub offset: u64,
    /// The length in bytes.
    pub length: u64,
    /// The line number of its start, from 1; 0 for JSON, where lines are not counted.
    pub line: u64,
    /// Whether the object is an item of a list.
    pub is_item: bool,
}

impl StreamObject {
    /// Returns whether the object exceeds the maximum size, and its text is therefore truncated.
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        self.length > self.text.len() as u64
    }

    /// Appends bytes, of which at most `most` in total are kept.
    fn keep(&mut self, bytes: &[u8], most: usize) {
        let left = most.saturating_sub(self.text.len());
        self.text.extend_from_slice(bytes.get(..left).unwrap_or(bytes));
        self.length += bytes.len() as u64;
    }
}

/// An error that ends a stream prematurely.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// A failure to read from the source.
    #[error("after {items} complete items, at {place}: reading failed: {source}")]
    Io {
        /// The number of complete items before the error.
        items: usize,
        /// The position of the error.
        place: StreamPosition,
        /// The cause.
        source: io::Error,
    },
    /// Truncated JSON.
    #[error(
        "after {items} complete items, at {place}: the JSON ends here, in the middle of it; was the output of kubectl cut off?"
    )]
    Truncated {
        /// The number of complete items before the error.
        items: usize,
        /// The position of the error.
        place: StreamPosition,
    },
    /// YAML that is truncated within a list: `kubectl` writes the list's kind after its items.
    #[error(
        "after {items} complete items, at {place}: the list ends here{}, without its `kind`; was the output of kubectl cut off?",
        if *.is_within_item { ", in the middle of another item" } else { "" }
    )]
    WithoutKind {
        /// The number of complete items before the error.
        items: usize,
        /// The position of the error.
        place: StreamPosition,
        /// Whether the stream ended within an item.
        is_within_item: bool,
    },
    /// Text that is not JSON, or not a list of objects.
    #[error("after {items} complete items, at {place}: expected {expected}, found `{found}`")]
    Malformed {
        /// The number of complete items before the error.
        items: usize,
        /// The position of the error.
        place: StreamPosition,
        /// The expected text.
        expected: &'static str,
        /// The actual character.
        found: char,
    },
}

impl StreamError {
    /// Returns the position at which the stream ended.
    #[must_use]
    pub const fn place(&self) -> StreamPosition {
        match self {
            Self::Io { place, .. }
            | Self::Truncated { place, .. }
            | Self::WithoutKind { place, .. }
            | Self::Malformed { place, .. } => *place,
        }
    }
}

/// A position in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamPosition {
    /// The byte offset.
    pub offset: u64,
    /// The line number, from 1; `None` for JSON.
    pub line: Option<u64>,
}

impl std::fmt::Display for StreamPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}"),
            None => write!(f, "byte {}", self.offset),
        }
    }
}
