//! Equality of values.

use std::collections::HashMap;

use super::{NodeKind, NodeRef, Scalar};

impl PartialEq for NodeRef<'_> {
    /// Compares by meaning: the order of keys and the notation of numbers and strings are irrelevant.
    fn eq(&self, other: &Self) -> bool {
        if self.tree.shares_with(other.tree) && self.target() == other.target() {
            return true;
        }
        match (self.kind(), other.kind()) {
            (NodeKind::Scalar, NodeKind::Scalar) => same_scalar(*self, *other),
            (NodeKind::List, NodeKind::List) => self.len() == other.len() && self.items().eq(other.items()),
            (NodeKind::Object, NodeKind::Object) => same_entries(*self, *other),
            _ => false,
        }
    }
}

fn same_scalar(one: NodeRef<'_>, other: NodeRef<'_>) -> bool {
    match (one.as_scalar(), other.as_scalar()) {
        (Some(Scalar::Float(a)), Some(Scalar::Float(b))) => a == b || (a.is_nan() && b.is_nan()),
        (Some(Scalar::Float(a)), Some(Scalar::Int(b))) | (Some(Scalar::Int(b)), Some(Scalar::Float(a))) => {
            a == b as f64
        }
        (a, b) => a == b,
    }
}

fn same_entries(one: NodeRef<'_>, other: NodeRef<'_>) -> bool {
    if one.len() != other.len() {
        return false;
    }
    // Fast path: most of the compared objects are copies with the keys in the same order.
    if one.entries().zip(other.entries()).all(|((a, _), (b, _))| a == b) {
        return one.entries().zip(other.entries()).all(|((_, a), (_, b))| a == b);
    }
    let values: HashMap<&str, NodeRef<'_>> = other.entries().collect();
    one.entries().all(|(key, value)| values.get(key).is_some_and(|twin| value == *twin))
}
