//! Estimation of a value's size as JSON, without serializing it.

use super::{NodeRef, Shape};

impl NodeRef<'_> {
    /// Returns an upper bound for the size of the value as compact JSON in bytes; `None` if it has aliases, merge keys or duplicate
    /// keys.
    ///
    /// Visits each node once, in document order, and does not serialize anything.
    ///
    /// ```
    /// let raw: rootstock_document::RawObject = serde_json::from_str(r#"{"names": ["a", "b"]}"#)?;
    /// assert!(raw.node().max_compact_json_size() >= Some(r#"{"names":["a","b"]}"#.len() as u64));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn max_compact_json_size(self) -> Option<u64> {
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
                        // `no` becomes `false`.
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
