//! Limits that protect against hostile documents.

/// Limits on the input. Each has its own error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// The number of bytes in a document.
    pub document_bytes: usize,
    /// The nesting depth of objects and lists, with aliases resolved.
    pub depth: usize,
    /// The number of values and keys in a document.
    pub nodes: usize,
    /// The number of bytes in a scalar.
    pub scalar_bytes: usize,
    /// The number of aliases in a document.
    pub aliases: usize,
    /// The number of values and keys in a document with all aliases resolved.
    pub expanded_nodes: usize,
    /// The number of values and keys that aliases repeat, in addition to [`REPEATED_PER_NODE`] for each written one: users of the
    /// document may hold a copy of each.
    pub repeated_nodes: usize,
    /// The number of bytes in scalars that aliases repeat.
    pub expanded_bytes: usize,
    /// The number of documents in a file.
    pub documents: usize,
    /// The number of items in a list.
    pub list_items: usize,
}

/// The number of values and keys that aliases may repeat for each one in the text.
pub const REPEATED_PER_NODE: usize = 4;

impl ReadLimits {
    /// Limits far above the size of objects that a cluster can store (1.5 MiB each), but low enough to bound time and memory.
    pub const DEFAULT: Self = Self {
        document_bytes: 16 << 20,
        depth: 128,
        nodes: 2_000_000,
        scalar_bytes: 4 << 20,
        aliases: 10_000,
        expanded_nodes: 2_500_000,
        repeated_nodes: 20_000,
        expanded_bytes: 16 << 20,
        documents: 100_000,
        list_items: 500_000,
    };
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
