//! What a value takes as JSON, told without writing it.

use super::{Node, NodeRef, Shape};

impl NodeRef<'_> {
    /// How many bytes the value takes as compact JSON at most: all scalars are taken for strings, and a comma stands behind
    /// everything. Escapes are rare; a text full of them is counted a little short.
    ///
    /// ```
    /// let raw: rootstock_document::RawObject = serde_json::from_str(r#"{"names": ["a", "b"]}"#)?;
    /// assert_eq!(raw.node().compact_json_at_most(), 22);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn compact_json_at_most(self) -> u64 {
        const AROUND: u64 = 3;
        let length = |node: Node| match node.shape {
            Shape::Plain | Shape::Text | Shape::Number => AROUND + u64::from(node.b),
            Shape::List | Shape::Object | Shape::Merged | Shape::Alias => AROUND,
        };
        // Where nothing stands for something else, what is below a node stands behind it.
        let below = self.id.0 as usize..self.tree.after(self.id).0 as usize;
        let nodes = self.tree.0.nodes.range(below);
        let (all, is_plain) = nodes.fold((0, true), |(all, is_plain), node| {
            (all + length(node), is_plain && !matches!(node.shape, Shape::Merged | Shape::Alias))
        });
        if is_plain {
            return all;
        }
        let own = length(self.tree.resolved(self.id));
        let fields = self.entries().map(|(key, value)| AROUND + key.len() as u64 + value.compact_json_at_most());
        let items = self.items().map(Self::compact_json_at_most);
        own + fields.sum::<u64>() + items.sum::<u64>()
    }
}
