//! Grouping of items with equal properties, so that these are listed only once.

use std::collections::HashMap;
use std::hash::Hash;

use super::ChoiceRow;

/// The number of names to list before the rest is counted.
const MAX_NAMES: usize = 60;

/// Names with an equal property.
pub(super) struct NameGroup<K> {
    pub(super) names: Vec<String>,
    pub(super) shared: K,
}

impl<K> NameGroup<K> {
    /// Returns the first names, and the number of omitted ones.
    pub(super) fn listed(&self) -> String {
        // A single name is shorter than "1 more".
        let shown = if self.names.len() <= MAX_NAMES + 1 { self.names.len() } else { MAX_NAMES };
        let list = self.names.get(..shown).unwrap_or_default().join(", ");
        match self.names.len() - shown {
            0 => list,
            more => format!("{list} and {more} more"),
        }
    }
}

/// Groups names by an equal property, in the order of first occurrence.
pub(super) fn grouped<K: Clone + Eq + Hash>(named: impl IntoIterator<Item = (String, K)>) -> Vec<NameGroup<K>> {
    let mut groups: Vec<NameGroup<K>> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::new();
    for (name, shared) in named {
        let place = *places.entry(shared.clone()).or_insert_with(|| {
            groups.push(NameGroup { names: Vec::new(), shared });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(place) {
            group.names.push(name);
        }
    }
    groups
}

/// Returns the rows of the candidates. If their order is meaningful, each has its own row; otherwise candidates that differ only
/// in name share one.
/// `names_regions` adds the region of each provider image that is valid in one region only.
pub(super) fn rows<O: ChoiceRow>(options: &[O], names_regions: bool) -> Vec<Vec<String>> {
    let cells = options.iter().map(|option| {
        let node = option.node();
        let region = node.reference.as_ref().and_then(|reference| reference.region.as_ref());
        let booted = match region.filter(|_| names_regions) {
            Some(region) => format!("{} in {region}", node.booted()),
            None => node.booted().to_owned(),
        };
        let node = [node.flavor_in_words(), booted];
        (option.head(), option.cells().into_iter().chain(node).collect::<Vec<_>>())
    });
    let row = |name, rest: Vec<String>| std::iter::once(name).chain(rest).collect();
    if O::IS_ORDERED {
        cells.map(|(name, rest)| row(name, rest)).collect()
    } else {
        grouped(cells).into_iter().map(|group| row(group.listed(), group.shared)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_beyond_the_limit_are_counted() {
        let of = |number| grouped((0..number).map(|index| (index.to_string(), ()))).pop().unwrap().listed();
        assert!(of(61).ends_with(", 60"), "{}", of(61));
        assert!(of(62).ends_with(", 59 and 2 more"), "{}", of(62));
    }
}
