//! The selection of names that resemble a misspelled one.

use std::cmp::Reverse;

use rootstock_document::comparison_limit;

/// Returns at most `most` names: all of them in the given order, or those with the longest common prefix with the value, most
/// similar first. Lists that are longer than those of real profiles are only searched up to a limit ([`comparison_limit`]).
pub(crate) fn most_similar<'a, S: AsRef<str>>(
    value: &str,
    names: &'a [S],
    most: usize,
) -> impl Iterator<Item = &'a str> {
    let mut similar: Vec<(Reverse<usize>, usize, &str)> = Vec::new();
    if names.len() > most {
        let similarity_rank = |name: &str| Reverse(value.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count());
        similar.extend(
            names
                .iter()
                .map(AsRef::as_ref)
                .take(comparison_limit(names.len()))
                .enumerate()
                .map(|(position, name)| (similarity_rank(name), position, name)),
        );
        if similar.len() > most {
            similar.select_nth_unstable(most);
            similar.truncate(most);
        }
        similar.sort_unstable();
    } else {
        similar.extend(names.iter().map(|name| (Reverse(0), 0, name.as_ref())));
    }
    similar.into_iter().map(|(.., name)| name)
}
