//! What a value takes as JSON, told without writing it.

use memchr::memchr3_iter;

use super::scalar::{self, json_float};
use super::{Node, NodeId, NodeRef, Scalar, Shape, Tree, resolve};
use crate::in_json_quotes;

/// Quotes or brackets, and a comma or a colon.
const AROUND: u64 = 3;
/// `false`, for `no`.
const WORD: u64 = 3;
/// `-0.0000012345678901234567`, which may be written with an exponent.
const NUMBER: u64 = 25;

impl NodeRef<'_> {
    /// How many bytes the value takes as compact JSON, as Go writes it.
    ///
    /// ```
    /// let raw: rootstock_document::RawObject = serde_json::from_str(r#"{"names": ["a", "b"], "at": 1.50}"#)?;
    /// assert_eq!(raw.node().compact_json(), r#"{"names":["a","b"],"at":1.5}"#.len() as u64);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn compact_json(self) -> u64 {
        self.tree.compact_json(self.id.0).0
    }

    /// How many bytes the value takes as compact JSON at most, which is sooner told than [how many it takes](Self::compact_json): a
    /// comma stands behind everything, and nothing is given its type.
    ///
    /// ```
    /// let raw: rootstock_document::RawObject = serde_json::from_str(r#"{"names": ["a", "b"]}"#)?;
    /// assert_eq!(raw.node().compact_json_at_most(), 22);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn compact_json_at_most(self) -> u64 {
        // Where nothing stands for something else, what is below a node stands behind it.
        let mut below = self.id.0 as usize..self.tree.after(self.id).0 as usize;
        let all = below.try_fold(0, |all, place| Some(all + self.tree.most_of(place)?));
        let Some(all) = all else { return self.compact_json() };
        if self.tree.0.lends_json {
            return all;
        }
        // An escape takes a byte more, and stands for one of these.
        let source = self.tree.source().as_bytes().get(self.span().range()).unwrap_or_default();
        all + memchr3_iter(b'"', b'\\', b'\t', source).count() as u64
    }
}

impl Tree {
    /// The size of a value, and the place behind it.
    fn compact_json(&self, place: u32) -> (u64, u32) {
        let node = self.raw(NodeId(place));
        // Brackets, and a comma before all but the first.
        let around = |count: u32| 2 + u64::from(count.saturating_sub(1));
        match node.shape {
            Shape::Text => (self.text_size(node), place + 1),
            Shape::Plain => (scalar_size(resolve(self.text(node))), place + 1),
            Shape::Number => (scalar_size(scalar::json_number(self.text(node))), place + 1),
            Shape::List => (0..node.b).fold((around(node.b), place + 1), |(bytes, at), _| {
                let (size, after) = self.compact_json(at);
                (bytes + size, after)
            }),
            Shape::Object => (0..node.b).fold((around(node.b), place + 1), |(bytes, at), _| {
                // A key is one node.
                let key = self.text_size(self.raw(NodeId(at)));
                let (size, after) = self.compact_json(at + 1);
                (bytes + key + 1 + size, after)
            }),
            Shape::Merged => {
                let entries = self.node(NodeId(place)).entries();
                let around = around(u32::try_from(entries.len()).unwrap_or(u32::MAX));
                let sizes = entries.map(|(key, value)| in_json_quotes(key) + 1 + value.compact_json());
                (around + sizes.sum::<u64>(), self.after(NodeId(place)).0)
            }
            Shape::Alias => (self.compact_json(node.a).0, place + 1),
        }
    }

    /// What a node by itself takes at most, with a comma; `None` of one that stands for others.
    #[inline]
    fn most_of(&self, place: usize) -> Option<u64> {
        match self.0.nodes.scalar_in_place(place) {
            Some((Shape::Text, text)) => Some(AROUND + text.len() as u64),
            _ => self.most_of_other(self.0.nodes.get(place)?),
        }
    }

    fn most_of_other(&self, node: Node) -> Option<u64> {
        let text = || self.text(node).as_bytes();
        let length = u64::from(node.b);
        Some(
            AROUND
                + match node.shape {
                    Shape::Text if node.in_extra => in_json_quotes(self.text(node)) - 2,
                    Shape::Plain if node.in_extra => in_json_quotes(self.text(node)).max(NUMBER),
                    Shape::Text => length,
                    Shape::Plain if text().first().is_none_or(u8::is_ascii_alphabetic) => length.max(WORD),
                    Shape::Plain | Shape::Number => length.max(NUMBER),
                    Shape::List | Shape::Object => 0,
                    Shape::Merged | Shape::Alias => return None,
                },
        )
    }

    /// The size of a string.
    fn text_size(&self, node: Node) -> u64 {
        if self.0.lends_json && !node.in_extra { u64::from(node.b) + 2 } else { in_json_quotes(self.text(node)) }
    }
}

fn scalar_size(scalar: Scalar<'_>) -> u64 {
    match scalar {
        Scalar::Null | Scalar::Bool(true) => 4,
        Scalar::Bool(false) => 5,
        Scalar::Int(value) => u64::from(value < 0) + digits(value.unsigned_abs()),
        Scalar::Uint(value) => digits(value),
        Scalar::Float(value) => json_float(value).len() as u64,
        Scalar::Text(text) => in_json_quotes(text),
    }
}

fn digits(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or_default()) + 1
}
