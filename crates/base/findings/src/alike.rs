//! The selection of names that resemble a misspelled one.

use std::cmp::Reverse;

use rootstock_document::compared_of;

/// Returns at most `most` names: all of them in the given order, or those with the longest common prefix with the value, most
/// similar first. Lists that are longer than those of real profiles are only searched up to a limit ([`compared_of`]).
pub(crate) fn most_alike<'a, S: AsRef<str>>(value: &str, names: &'a [S], most: usize) -> impl Iterator<Item = &'a str> {
    let mut alike: Vec<(Reverse<usize>, usize, &str)> = Vec::new();
    if names.len() > most {
        let likeness = |name: &str| Reverse(value.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count());
        alike.extend(
            names
                .iter()
                .map(AsRef::as_ref)
                .take(compared_of(names.len()))
                .enumerate()
                .map(|(position, name)| (likeness(name), position, name)),
        );
        if alike.len() > most {
            alike.select_nth_unstable(most);
            alike.truncate(most);
        }
        alike.sort_unstable();
    } else {
        alike.extend(names.iter().map(|name| (Reverse(0), 0, name.as_ref())));
    }
    alike.into_iter().map(|(.., name)| name)
}
