//! What a parser or the builder has to say about a document.

use std::fmt;

use super::NodeId;
use crate::{ProblemKind, Span};

/// Why a document cannot be read. It comes in a box: whoever reads hands a result on for every value, and that fits a register then.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) kind: ProblemKind,
    pub(crate) span: Span,
    pub(crate) detail: String,
    pub(crate) help: String,
}

impl Fault {
    pub(crate) fn unreadable(span: Span, detail: impl Into<String>) -> Box<Self> {
        Box::new(Self { kind: ProblemKind::Unreadable, span, detail: detail.into(), help: String::new() })
    }

    pub(crate) fn limit(span: Span, detail: impl Into<String>) -> Box<Self> {
        Box::new(Self { kind: ProblemKind::BeyondLimit, span, detail: detail.into(), help: String::new() })
    }

    pub(crate) fn with_help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = help.into();
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

/// Something in a readable document that deserves a finding.
#[derive(Debug, Clone)]
pub(crate) enum Oddity {
    /// A key that its object has already.
    DuplicateKey { key: NodeId, first: NodeId },
    /// A key that its object has directly and through `<<`.
    MergeOverride { key: NodeId, first: NodeId },
    /// A key whose text is not what Kubernetes reads.
    KeyReadAs { key: NodeId, written: String },
    /// A tag that Kubernetes does not know, and ignores.
    ForeignTag { span: Span, inside: NodeId, tag: String },
}

impl Oddity {
    /// The node that tells which part of the document it belongs to.
    pub(crate) fn node(&self) -> NodeId {
        match self {
            Self::DuplicateKey { key, .. } | Self::MergeOverride { key, .. } | Self::KeyReadAs { key, .. } => *key,
            Self::ForeignTag { inside, .. } => *inside,
        }
    }
}
