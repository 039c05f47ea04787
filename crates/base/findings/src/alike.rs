//! Which of many names are shown to somebody who wrote another one.

use std::cmp::Reverse;

use rootstock_document::compared_of;

/// At most so many of the names: all as they are given, or those that begin as the value does, the most alike first.
/// Of a list that is longer than those of profiles they are looked for among the first ([`compared_of`]).
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
