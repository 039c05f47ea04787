//! Which of many names are shown to somebody who wrote another one.

use std::cmp::Reverse;

/// How many are looked at for those that are like the value. A profile has some hundred machine types; with ten thousand of something
/// and a finding about each, to look at all of them for each would take minutes.
const COMPARED: usize = 4096;

/// Those among which the one that was meant is looked for.
pub(crate) fn compared<S: AsRef<str>>(names: &[S]) -> impl Iterator<Item = &str> {
    names.iter().take(COMPARED).map(AsRef::as_ref)
}

/// At most so many of the names: all as they are given, or those that begin as the value does, the most alike first.
pub(crate) fn most_alike<'a, S: AsRef<str>>(value: &str, names: &'a [S], most: usize) -> impl Iterator<Item = &'a str> {
    let mut alike: Vec<(Reverse<usize>, usize, &str)> = Vec::new();
    if names.len() > most {
        let likeness = |name: &str| Reverse(value.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count());
        alike.extend(compared(names).enumerate().map(|(position, name)| (likeness(name), position, name)));
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
