//! How much of a hostile document is looked at before it is refused.

/// Bounds on what is read. Each has its own error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    /// Bytes of one document.
    pub document_bytes: usize,
    /// Objects and lists inside one another, aliases followed.
    pub depth: usize,
    /// Values and keys of one document.
    pub nodes: usize,
    /// Bytes of one scalar.
    pub scalar_bytes: usize,
    /// Aliases of one document.
    pub aliases: usize,
    /// Values and keys of one document with every alias followed.
    pub expanded_nodes: usize,
    /// Values and keys that aliases repeat, beside [`REPEATED_PER_NODE`] for each that is written: whoever reads the document
    /// holds each of them.
    pub repeated_nodes: usize,
    /// Bytes of the scalars that aliases repeat.
    pub expanded_bytes: usize,
    /// Documents of one file.
    pub documents: usize,
    /// Items of one list.
    pub list_items: usize,
}

/// How many values and keys aliases may repeat for each that is written.
pub const REPEATED_PER_NODE: usize = 4;

impl ReadLimits {
    /// Far above what a cluster can store (1.5 MiB per object), far below what hurts.
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
