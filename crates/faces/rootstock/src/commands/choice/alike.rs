//! What is the same for several things, told once.

use std::collections::HashMap;
use std::hash::Hash;

use super::ChoiceRow;

/// How many names are listed before the rest is counted.
const NAMED: usize = 60;

/// Names that share something.
pub(super) struct Alike<K> {
    pub(super) names: Vec<String>,
    pub(super) shared: K,
}

impl<K> Alike<K> {
    /// The names as far as anybody reads them, and how many more there are.
    pub(super) fn listed(&self) -> String {
        // One more is shorter by its name than by its count.
        let shown = if self.names.len() <= NAMED + 1 { self.names.len() } else { NAMED };
        let list = self.names.get(..shown).unwrap_or_default().join(", ");
        match self.names.len() - shown {
            0 => list,
            more => format!("{list} and {more} more"),
        }
    }
}

/// Names by what they share, in the order in which that comes up.
pub(super) fn alike<K: Clone + Eq + Hash>(named: impl IntoIterator<Item = (String, K)>) -> Vec<Alike<K>> {
    let mut groups: Vec<Alike<K>> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::new();
    for (name, shared) in named {
        let place = *places.entry(shared.clone()).or_insert_with(|| {
            groups.push(Alike { names: Vec::new(), shared });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(place) {
            group.names.push(name);
        }
    }
    groups
}

/// The rows of what can be chosen: one for each, in their order, or for those together that differ in nothing but the name.
pub(super) fn rows<O: ChoiceRow>(options: &[O]) -> Vec<Vec<String>> {
    let cells = options.iter().map(|option| {
        let node = [option.node().flavor_in_words(), option.node().booted().to_owned()];
        (option.head(), option.cells().into_iter().chain(node).collect::<Vec<_>>())
    });
    let row = |name, rest: Vec<String>| std::iter::once(name).chain(rest).collect();
    if O::IN_ORDER {
        cells.map(|(name, rest)| row(name, rest)).collect()
    } else {
        alike(cells).into_iter().map(|group| row(group.listed(), group.shared)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_names_the_rest_is_counted() {
        let of = |number| alike((0..number).map(|index| (index.to_string(), ()))).pop().unwrap().listed();
        assert!(of(61).ends_with(", 60"), "{}", of(61));
        assert!(of(62).ends_with(", 59 and 2 more"), "{}", of(62));
    }
}
