//! The nodes of a tree, sixteen bytes each: a profile near the limit of etcd has a hundred thousand.

use std::ops::Range;

use super::{Node, NodeId, Shape};

/// The nodes of a tree, in document order.
#[derive(Debug, Default)]
pub(crate) struct Nodes(Vec<Stored>);

/// A node as it is kept.
#[derive(Debug, Clone, Copy)]
struct Stored {
    start: u32,
    end: u32,
    a: u32,
    /// `b`, which is at most [`Nodes::MOST`], and above it the shape and whether the text is an extra one.
    rest: u32,
}

const BITS: u32 = 28;
const NUMBER: u32 = (1 << BITS) - 1;
const IN_EXTRA: u32 = 1 << 31;

impl Nodes {
    /// So many nodes can be told apart, and a scalar has so many bytes: no limit may be above it.
    pub(crate) const MOST: usize = NUMBER as usize;

    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Self(Vec::with_capacity(nodes))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn first(&self) -> Option<Node> {
        self.get(0)
    }

    pub(crate) fn last(&self) -> Option<Node> {
        self.0.last().map(Stored::node)
    }

    pub(crate) fn get(&self, place: usize) -> Option<Node> {
        self.0.get(place).map(Stored::node)
    }

    /// The place behind a node and everything in it.
    pub(crate) fn after(&self, place: u32) -> u32 {
        match self.0.get(place as usize) {
            Some(stored) if stored.is_collection() => stored.a,
            _ => place + 1,
        }
    }

    pub(crate) fn push(&mut self, node: Node) {
        self.0.push(Stored::of(node));
    }

    /// Adds the first nodes of another tree as they are.
    pub(crate) fn copy_first(&mut self, count: usize, other: &Self) {
        self.0.extend_from_slice(other.0.get(..count).unwrap_or(&other.0));
    }

    /// Says where a list or an object ends, which node stands behind it, and how much is in it.
    pub(crate) fn close(&mut self, id: NodeId, end: u32, after: NodeId, count: u32) {
        if let Some(stored) = self.0.get_mut(id.0 as usize) {
            // A list of one item that is nothing may begin behind the last character.
            stored.end = end.max(stored.start);
            stored.a = after.0;
            if stored.shape() != Shape::Merged {
                stored.rest = stored.rest & !NUMBER | count & NUMBER;
            }
        }
    }

    /// Changes the node at a place, if there is one.
    pub(crate) fn change(&mut self, place: usize, change: impl FnOnce(&mut Node)) {
        if let Some(stored) = self.0.get_mut(place) {
            let mut node = stored.node();
            change(&mut node);
            *stored = Stored::of(node);
        }
    }

    /// The nodes at some places; those that there are.
    pub(crate) fn range(&self, places: Range<usize>) -> impl Iterator<Item = Node> {
        let end = places.end.min(self.0.len());
        self.0.get(places.start.min(end)..end).unwrap_or_default().iter().map(Stored::node)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Node> {
        self.0.iter().map(Stored::node)
    }

    /// Gives back room that was reserved in vain, where that is worth a copy.
    pub(crate) fn give_back(&mut self) {
        if self.0.capacity() > self.0.len() * 2 {
            self.0.shrink_to_fit();
        }
    }
}

impl Extend<Node> for Nodes {
    fn extend<I: IntoIterator<Item = Node>>(&mut self, nodes: I) {
        self.0.extend(nodes.into_iter().map(Stored::of));
    }
}

impl Stored {
    fn of(node: Node) -> Self {
        let Node { start, end, a, b, shape, in_extra } = node;
        let tag = (shape as u32) << BITS | if in_extra { IN_EXTRA } else { 0 };
        Self { start, end, a, rest: b & NUMBER | tag }
    }

    fn node(&self) -> Node {
        let Self { start, end, a, rest } = *self;
        Node { start, end, a, b: rest & NUMBER, shape: self.shape(), in_extra: rest & IN_EXTRA != 0 }
    }

    fn is_collection(&self) -> bool {
        matches!(self.shape(), Shape::List | Shape::Object | Shape::Merged)
    }

    fn shape(&self) -> Shape {
        match (self.rest & !IN_EXTRA) >> BITS {
            0 => Shape::Plain,
            1 => Shape::Text,
            2 => Shape::Number,
            3 => Shape::List,
            4 => Shape::Object,
            5 => Shape::Merged,
            _ => Shape::Alias,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Nodes, Stored};
    use crate::tree::{Node, Shape};

    #[rstest]
    #[case(Shape::Plain)]
    #[case(Shape::Text)]
    #[case(Shape::Number)]
    #[case(Shape::List)]
    #[case(Shape::Object)]
    #[case(Shape::Merged)]
    #[case(Shape::Alias)]
    fn a_node_comes_back_as_it_was(#[case] shape: Shape) {
        let most = Nodes::MOST as u32;
        for (a, b) in [(0, 0), (7, 12), (u32::MAX, most)] {
            for in_extra in [false, true] {
                let node = Node { start: 3, end: u32::MAX, a, b, shape, in_extra };
                assert_eq!(Stored::of(node).node(), node);
            }
        }
    }
}
