//! The nodes of a tree, eight bytes each for most: a profile near the limit of etcd has a hundred thousand.

use std::ops::Range;

use super::{Node, NodeId, Shape};

/// The nodes of a tree, in document order.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    stored: Vec<Stored>,
    /// What does not fit into a node: in the order of those that it belongs to.
    rows: Vec<Row>,
}

/// A node as it is kept.
#[derive(Debug, Clone, Copy)]
struct Stored {
    start: u32,
    /// A number of at most [`Nodes::MOST`], and above it what the node is. For a scalar that stands in the source as it is meant, the
    /// number is the length of its text; for any other node the place of its row.
    rest: u32,
}

/// What is known of a node beside where it begins and what it is.
#[derive(Debug, Clone, Copy)]
struct Row {
    end: u32,
    a: u32,
    b: u32,
}

const BITS: u32 = 28;
const NUMBER: u32 = (1 << BITS) - 1;

// What a node is. First scalars that are nothing but their text; that of a quoted one begins behind the quote.
const PLAIN: u32 = 0;
const TEXT: u32 = 1 << BITS;
const QUOTED: u32 = 2 << BITS;
const NUMERAL: u32 = 3 << BITS;
// The others have a row: lists and objects, then scalars whose text stands elsewhere.
const ALIAS: u32 = 4 << BITS;
const LIST: u32 = 5 << BITS;
const OBJECT: u32 = 6 << BITS;
const MERGED: u32 = 7 << BITS;
const ODD_PLAIN: u32 = 8 << BITS;
const ODD_TEXT: u32 = 9 << BITS;
const ODD_NUMERAL: u32 = 10 << BITS;
/// Of one that stands elsewhere, that it stands among the extra ones.
const IN_EXTRA: u32 = 4 << BITS;

impl Nodes {
    /// So many nodes can be told apart, and a scalar has so many bytes: no limit may be above it.
    pub(crate) const MOST: usize = NUMBER as usize;

    pub(crate) fn with_capacity(nodes: usize) -> Self {
        // A list or an object has three nodes and more, as a rule.
        Self { stored: Vec::with_capacity(nodes), rows: Vec::with_capacity(nodes / 3) }
    }

    pub(crate) fn len(&self) -> usize {
        self.stored.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    pub(crate) fn first(&self) -> Option<Node> {
        self.get(0)
    }

    pub(crate) fn last(&self) -> Option<Node> {
        self.stored.last().map(|stored| self.node(*stored))
    }

    pub(crate) fn get(&self, place: usize) -> Option<Node> {
        self.stored.get(place).map(|stored| self.node(*stored))
    }

    pub(crate) fn shape(&self, place: usize) -> Option<Shape> {
        self.stored.get(place).map(|stored| stored.shape())
    }

    /// What a scalar is, and where its text stands, if it stands in the source as it is meant.
    pub(crate) fn scalar_in_place(&self, place: usize) -> Option<(Shape, Range<usize>)> {
        let stored = self.stored.get(place).filter(|stored| stored.rest < ALIAS)?;
        let start = stored.start as usize + usize::from(stored.kind() == QUOTED);
        Some((stored.shape(), start..start + (stored.rest & NUMBER) as usize))
    }

    /// The place behind a node and everything in it.
    pub(crate) fn after(&self, place: u32) -> u32 {
        match self.stored.get(place as usize) {
            Some(stored) if stored.is_collection() => self.row(*stored).map_or(place + 1, |row| row.a),
            _ => place + 1,
        }
    }

    pub(crate) fn push(&mut self, node: Node) {
        let Node { start, end, a, b, shape, in_extra } = node;
        let plain_end = start.wrapping_add(b);
        let is_its_text = !in_extra && a == start && end == plain_end;
        let is_quoted = !in_extra && a == start.wrapping_add(1) && end == plain_end.wrapping_add(2);
        let kind = match shape {
            Shape::Plain if is_its_text => PLAIN,
            Shape::Text if is_its_text => TEXT,
            Shape::Text if is_quoted => QUOTED,
            Shape::Number if is_its_text => NUMERAL,
            _ => Stored::kind_with_row(shape, in_extra),
        };
        let number = if kind < ALIAS { b } else { self.rows.len() as u32 };
        if kind >= ALIAS {
            self.rows.push(Row { end, a, b });
        }
        self.stored.push(Stored { start, rest: kind | number & NUMBER });
    }

    /// Adds a string in quotes that stands there as it is meant, of so many bytes without them.
    pub(crate) fn push_quoted(&mut self, start: u32, length: u32) {
        self.stored.push(Stored { start, rest: QUOTED | length & NUMBER });
    }

    /// Adds a list or an object that begins there.
    pub(crate) fn open(&mut self, shape: Shape, start: u32, end: u32) {
        let row = self.rows.len() as u32;
        self.rows.push(Row { end, a: 0, b: 0 });
        self.stored.push(Stored { start, rest: Stored::kind_with_row(shape, false) | row & NUMBER });
    }

    /// Adds the first nodes of another tree as they are, to none.
    pub(crate) fn copy_first(&mut self, count: usize, other: &Self) {
        let first = other.stored.get(..count).unwrap_or(&other.stored);
        let rows = first.iter().rev().find_map(|stored| stored.place_of_row()).map_or(0, |place| place + 1);
        self.stored.extend_from_slice(first);
        self.rows.extend_from_slice(other.rows.get(..rows).unwrap_or(&other.rows));
    }

    /// Says where a list or an object ends, which node stands behind it, and how much is in it.
    pub(crate) fn close(&mut self, id: NodeId, end: u32, after: NodeId, count: u32) {
        let Some(stored) = self.stored.get(id.0 as usize) else { return };
        if let Some(row) = stored.place_of_row().and_then(|place| self.rows.get_mut(place)) {
            // A list of one item that is nothing may begin behind the last character.
            row.end = end.max(stored.start);
            row.a = after.0;
            if stored.kind() != MERGED {
                row.b = count;
            }
        }
    }

    /// Changes the list or object at a place, if there is one, but for where it begins.
    pub(crate) fn change_collection(&mut self, place: usize, change: impl FnOnce(&mut Node)) {
        let Some(mut node) = self.get(place) else { return };
        let Some(stored) = self.stored.get_mut(place).filter(|stored| stored.is_collection()) else { return };
        change(&mut node);
        let Node { end, a, b, shape, .. } = node;
        stored.rest = stored.rest & NUMBER | Stored::kind_with_row(shape, false);
        if let Some(row) = stored.place_of_row().and_then(|place| self.rows.get_mut(place)) {
            *row = Row { end, a, b };
        }
    }

    /// The nodes at some places; those that there are.
    pub(crate) fn range(&self, places: Range<usize>) -> impl Iterator<Item = Node> {
        let end = places.end.min(self.stored.len());
        self.stored.get(places.start.min(end)..end).unwrap_or_default().iter().map(|stored| self.node(*stored))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Node> {
        self.range(0..self.len())
    }

    /// Gives back room that was reserved in vain, where that is worth a copy.
    pub(crate) fn give_back(&mut self) {
        if self.stored.capacity() > self.stored.len() * 2 {
            self.stored.shrink_to_fit();
            self.rows.shrink_to_fit();
        }
    }

    fn row(&self, stored: Stored) -> Option<&Row> {
        self.rows.get(stored.place_of_row()?)
    }

    fn node(&self, stored: Stored) -> Node {
        let Stored { start, rest } = stored;
        let shape = stored.shape();
        if rest < ALIAS {
            let (length, quote) = (rest & NUMBER, u32::from(stored.kind() == QUOTED));
            let a = start.wrapping_add(quote);
            return Node { start, end: a.wrapping_add(length + quote), a, b: length, shape, in_extra: false };
        }
        // Every node that needs one has a row.
        const NONE: Row = Row { end: 0, a: 0, b: 0 };
        let Row { end, a, b } = self.row(stored).copied().unwrap_or(NONE);
        Node { start, end, a, b, shape, in_extra: rest >= ODD_PLAIN | IN_EXTRA }
    }
}

impl Extend<Node> for Nodes {
    fn extend<I: IntoIterator<Item = Node>>(&mut self, nodes: I) {
        nodes.into_iter().for_each(|node| self.push(node));
    }
}

impl Stored {
    const fn kind_with_row(shape: Shape, in_extra: bool) -> u32 {
        let extra = if in_extra { IN_EXTRA } else { 0 };
        match shape {
            Shape::Plain => ODD_PLAIN | extra,
            Shape::Text => ODD_TEXT | extra,
            Shape::Number => ODD_NUMERAL | extra,
            Shape::Alias => ALIAS,
            Shape::List => LIST,
            Shape::Object => OBJECT,
            Shape::Merged => MERGED,
        }
    }

    const fn kind(self) -> u32 {
        self.rest & !NUMBER
    }

    const fn shape(self) -> Shape {
        match self.kind() {
            TEXT | QUOTED => Shape::Text,
            NUMERAL => Shape::Number,
            ALIAS => Shape::Alias,
            LIST => Shape::List,
            OBJECT => Shape::Object,
            MERGED => Shape::Merged,
            kind if kind | IN_EXTRA == ODD_TEXT | IN_EXTRA => Shape::Text,
            kind if kind | IN_EXTRA == ODD_NUMERAL | IN_EXTRA => Shape::Number,
            _ => Shape::Plain,
        }
    }

    fn is_collection(self) -> bool {
        (LIST..=MERGED).contains(&self.kind())
    }

    const fn place_of_row(self) -> Option<usize> {
        if self.rest >= ALIAS { Some((self.rest & NUMBER) as usize) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Nodes;
    use crate::tree::{Node, NodeId, Shape};

    const SHAPES: [Shape; 7] =
        [Shape::Plain, Shape::Text, Shape::Number, Shape::List, Shape::Object, Shape::Merged, Shape::Alias];

    fn some_nodes() -> Vec<Node> {
        let most = Nodes::MOST as u32;
        let mut nodes = Vec::new();
        for shape in SHAPES {
            let is_scalar = matches!(shape, Shape::Plain | Shape::Text | Shape::Number);
            for in_extra in [false, true].into_iter().filter(|in_extra| is_scalar || !in_extra) {
                for (start, end, a, b) in [
                    (3, 10, 3, 7),
                    (3, 12, 4, 7),
                    (3, 3, 3, 0),
                    (3, 5, 4, 0),
                    (3, 10, 4, 6),
                    (3, u32::MAX, 7, 12),
                    (u32::MAX, u32::MAX, u32::MAX, most),
                    (0, most, 0, most),
                    (0, 0, 0, 0),
                ] {
                    nodes.push(Node { start, end, a, b, shape, in_extra });
                }
            }
        }
        nodes
    }

    #[test]
    fn nodes_come_back_as_they_were() {
        let all = some_nodes();
        let mut nodes = Nodes::default();
        nodes.extend(all.iter().copied());
        assert_eq!(nodes.iter().collect::<Vec<_>>(), all);
        for count in 0..=all.len() + 1 {
            let mut copied = Nodes::default();
            copied.copy_first(count, &nodes);
            copied.extend(all.iter().copied().skip(count));
            assert_eq!(copied.iter().collect::<Vec<_>>(), all, "the first {count} copied");
        }
    }

    #[rstest]
    #[case(Shape::List, 9)]
    #[case(Shape::Object, 9)]
    #[case(Shape::Merged, 1)]
    fn what_is_closed_or_changed_keeps_its_place(#[case] shape: Shape, #[case] count: u32) {
        let mut nodes = Nodes::default();
        let before = Node { start: 1, end: 2, a: 1, b: 1, shape: Shape::Plain, in_extra: true };
        let opened = Node { start: 3, end: 4, a: 0, b: 1, shape, in_extra: false };
        nodes.extend([before, opened]);
        nodes.close(NodeId(1), 20, NodeId(7), 9);
        assert_eq!(nodes.last(), Some(Node { end: 20, a: 7, b: count, ..opened }));
        assert_eq!((nodes.after(0), nodes.after(1), nodes.after(2)), (1, 7, 3));
        nodes.change_collection(1, |node| node.end = 30);
        nodes.change_collection(0, |node| node.end = 30);
        assert_eq!(nodes.iter().collect::<Vec<_>>(), [before, Node { end: 30, a: 7, b: count, ..opened }]);
    }

    #[test]
    fn a_quoted_string_is_the_node_that_it_would_be() {
        let mut nodes = Nodes::default();
        nodes.push_quoted(3, 7);
        nodes.push(Node { start: 3, end: 12, a: 4, b: 7, shape: Shape::Text, in_extra: false });
        assert_eq!(nodes.first(), nodes.last());
    }
}
