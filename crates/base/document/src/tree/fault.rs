//! Faults and oddities that a parser or the builder finds in a document.

use std::fmt;

use super::NodeId;
use crate::{ProblemKind, Span};

/// The reason why a document is unreadable. It is boxed so that the result for each value fits in a register.
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

/// A peculiarity of a readable document that deserves a finding.
#[derive(Debug, Clone)]
pub(crate) enum TreeWarning {
    /// A duplicate key.
    DuplicateKey { key: NodeId, first: NodeId },
    /// A key that is both in its object and merged into it with `<<`.
    MergeOverride { key: NodeId, first: NodeId },
    /// A key that Kubernetes reads differently from how it is written.
    KeyReadAs { key: NodeId, written: String },
    /// A tag that Kubernetes does not know and ignores.
    ForeignTag { span: Span, inside: NodeId, tag: String },
}

impl TreeWarning {
    /// Returns the node that determines the part of the document to which it belongs.
    pub(crate) fn node(&self) -> NodeId {
        match self {
            Self::DuplicateKey { key, .. } | Self::MergeOverride { key, .. } | Self::KeyReadAs { key, .. } => *key,
            Self::ForeignTag { inside, .. } => *inside,
        }
    }
}
