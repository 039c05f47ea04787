//! The size of a value as JSON, estimated without writing it.

use super::{NodeRef, Shape};

impl NodeRef<'_> {
    /// Returns an upper bound of the bytes of the value as compact JSON; `None` if it has aliases, merge keys or repeated keys.
    ///
    /// It looks at each node once, in the order of the document, and writes nothing.
    ///
    /// ```
    /// let raw: rootstock_document::RawObject = serde_json::from_str(r#"{"names": ["a", "b"]}"#)?;
    /// assert!(raw.node().compact_json_at_most() >= Some(r#"{"names":["a","b"]}"#.len() as u64));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn compact_json_at_most(self) -> Option<u64> {
        let parts = &self.tree.0;
        let mut bytes = 0;
        for node in parts.nodes.get(self.id.0 as usize..parts.after(self.id).0 as usize)? {
            // Quotes or brackets, and a comma or colon.
            bytes += 3 + match node.shape {
                Shape::List | Shape::Object => 0,
                Shape::Merged | Shape::Alias => return None,
                shape => {
                    let text = parts.text(*node);
                    let length = match shape {
                        _ if node.in_extra => text.len().max(4) * 6,
                        Shape::Text => text.len(),
                        // `no` is `false`.
                        Shape::Plain if text.starts_with(char::is_alphabetic) => text.len().max(3),
                        // The longest number is `-1.7976931348623157e308`.
                        _ => text.len().max(24),
                    };
                    let escaped = text.bytes().filter(|byte| matches!(byte, b'"' | b'\\' | b'\t')).count();
                    (length + escaped) as u64
                }
            };
        }
        Some(bytes)
    }
}
