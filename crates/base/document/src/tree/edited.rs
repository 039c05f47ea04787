//! A tree in which one value is exchanged, and everything behind it moves.

use std::sync::Arc;

use super::{Node, NodeId, Nodes, Parts, Shape, Tree};
use crate::ReadLimits;

/// What changes in a tree.
pub(crate) struct Edited<'e> {
    /// The text afterwards.
    pub(crate) source: &'e Arc<String>,
    /// By how many bytes everything behind the value moves.
    pub(crate) shift: i64,
    /// The lists and objects around the value, outermost first.
    pub(crate) ancestors: &'e [NodeId],
    /// The value: of an entry, or an item.
    pub(crate) value: NodeId,
    /// Where the lines end that were read, in the text afterwards.
    pub(crate) end: u32,
    /// A list or an object of nothing but the item or the entry, read from the text afterwards.
    pub(crate) read: &'e Tree,
}

impl Tree {
    /// The tree after a change; `None` if it is not as simple as that.
    pub(crate) fn edited(&self, change: &Edited<'_>, limits: &ReadLimits) -> Option<Self> {
        let old: &Parts = &self.0;
        let new: &Parts = &change.read.0;
        let parent = old.nodes.get(change.ancestors.last()?.0 as usize)?;
        let (root, is_object) = (new.nodes.first()?, parent.shape == Shape::Object);
        // The key of an entry stands before its value.
        let first_new = if is_object { 2 } else { 1 };
        let (from, to) = (change.value.0 as usize, self.after(change.value).0 as usize);
        let is_one = root.b == 1 && root.shape == parent.shape && new.effective.is_empty();
        let is_plain = old.effective.is_empty() && !old.has_aliases && !new.has_aliases;
        // What changed often has left much behind.
        let is_worn = old.extra.len() > old.source.len();
        if new.nodes.len() < first_new {
            return None;
        }
        let added = || new.nodes.range(first_new..new.nodes.len());
        let so_many = new.nodes.len() - first_new;
        let count = old.nodes.len() - (to - from) + so_many;
        if !is_one || !is_plain || is_worn || count > limits.nodes {
            return None;
        }
        // A block scalar goes up to what follows it, which was not read.
        if new.nodes.last()?.end >= change.end && (change.end as usize) < change.source.len() {
            return None;
        }
        let begins_alike = if is_object {
            let (before, now) = (self.raw(NodeId(from.checked_sub(1)? as u32)), change.read.raw(NodeId(1)));
            (before.start, before.end) == (now.start, now.end) && self.text(before) == change.read.text(now)
        } else {
            // The place of a list may be that of its first item.
            let is_first = change.ancestors.last()?.0 as usize + 1 == from;
            !is_first || old.nodes.get(from)?.start == added().next()?.start
        };
        if !begins_alike {
            return None;
        }
        let moved = |place: u32| (i64::from(place) + change.shift) as u32;
        let later = |id: u32| (i64::from(id) + so_many as i64 - (to - from) as i64) as u32;
        let mut nodes = Nodes::with_capacity(count + 16);
        nodes.copy_first(from, &old.nodes);
        for ancestor in change.ancestors {
            nodes.change_collection(ancestor.0 as usize, |node| {
                // What ends with the value ends where it ends now.
                node.end = if node.a as usize == to { root.end.max(node.start) } else { moved(node.end) };
                node.a = later(node.a);
            });
        }
        let (ids, texts) = ((from - first_new) as u32, old.extra.len() as u32);
        nodes.extend(added().map(|node| match node.shape {
            Shape::List | Shape::Object | Shape::Merged => Node { a: node.a + ids, ..node },
            _ if node.in_extra => Node { a: node.a + texts, ..node },
            _ => node,
        }));
        nodes.extend(old.nodes.range(to..old.nodes.len()).map(|node| {
            let node = Node { start: moved(node.start), end: moved(node.end), ..node };
            match node.shape {
                Shape::List | Shape::Object | Shape::Merged => Node { a: later(node.a), ..node },
                _ if node.in_extra => node,
                _ => Node { a: moved(node.a), ..node },
            }
        }));
        let mut extra = String::with_capacity(old.extra.len() + new.extra.len());
        extra.push_str(&old.extra);
        extra.push_str(&new.extra);
        let source = Arc::clone(change.source);
        Some(Self(Arc::new(Parts {
            source,
            extra,
            nodes,
            has_aliases: false,
            effective: Vec::new(),
            ranges: Vec::new(),
        })))
    }
}
