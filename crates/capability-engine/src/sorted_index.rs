//! Finding things by name without copying the names.

/// The indices of a list, sorted by a text of its items. The list itself is handed in again on each use.
#[derive(Debug, Clone, Default)]
pub(crate) struct SortedIndex(Vec<usize>);

impl SortedIndex {
    pub(crate) fn new<T>(items: &[T], text: impl Fn(&T) -> &str) -> Self {
        let mut indices: Vec<usize> = (0..items.len()).collect();
        // Stable, so that of items with the same text the first one is found.
        indices.sort_by_key(|index| items.get(*index).map(&text));
        Self(indices)
    }

    /// The first item with that text.
    pub(crate) fn find<T>(&self, items: &[T], text: impl Fn(&T) -> &str, wanted: &str) -> Option<usize> {
        let at = self.0.partition_point(|index| items.get(*index).is_some_and(|item| text(item) < wanted));
        let index = *self.0.get(at)?;
        items.get(index).is_some_and(|item| text(item) == wanted).then_some(index)
    }
}
