//! Which lines of a text change.

use std::convert::Infallible;
use std::ops::Range;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, DiffHook as _, NoFinishHook, Replace, myers};

/// Two texts by their lines, each with its line break, and what becomes of them.
pub(crate) struct LineDiff<'t> {
    pub(crate) before: Vec<&'t str>,
    pub(crate) after: Vec<&'t str>,
    pub(crate) changes: Vec<DiffOp>,
}

impl<'t> LineDiff<'t> {
    pub(crate) fn of(before: &'t str, after: &'t str) -> Self {
        let (before, after): (Vec<_>, Vec<_>) = (lines(before), lines(after));
        // The library looks at every line before it begins; of a text of which a few lines change nearly all are the same.
        let first = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let least = before.len().min(after.len()) - first;
        let ends = before.iter().rev().zip(after.iter().rev()).take(least);
        let last = ends.take_while(|(one, other)| one == other).count();
        let (old, new) = (first..before.len() - last, first..after.len() - last);
        // What the library offers for texts links every algorithm that it has: a quarter of a megabyte.
        let mut found = NoFinishHook::new(Compact::new(Replace::new(Capture::new()), &before, &after));
        let done: Result<_, Infallible> = (|| {
            if first > 0 {
                found.equal(0, 0, first)?;
            }
            myers::diff(&mut found, &before, old.clone(), &after, new.clone())?;
            let mut found = found.into_inner();
            if last > 0 {
                found.equal(old.end, new.end, last)?;
            }
            found.finish()?;
            Ok(found)
        })();
        let Ok(found) = done;
        let changes = found.into_inner().into_inner().into_ops();
        Self { before, after, changes }
    }
}

/// What has to be replaced so that a text becomes another one: bytes of the text, whole lines, and what takes their place.
///
/// ```
/// use rootstock_report::replaced_lines;
///
/// assert_eq!(replaced_lines("a: 1\nb: 2\n", "a: 1\nb: 3\n"), [(5..10, "b: 3\n".to_owned())]);
/// ```
#[must_use]
pub fn replaced_lines(before: &str, after: &str) -> Vec<(Range<usize>, String)> {
    let diff = LineDiff::of(before, after);
    let mut at = 0;
    let mut replaced = Vec::new();
    for change in &diff.changes {
        let old: usize = diff.before.get(change.old_range()).unwrap_or_default().iter().map(|line| line.len()).sum();
        if !matches!(change, DiffOp::Equal { .. }) {
            replaced.push((at..at + old, diff.after.get(change.new_range()).unwrap_or_default().concat()));
        }
        at += old;
    }
    replaced
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::string_slice, reason = "tests")]

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_replaced_makes_the_other_text(before in "([a-c]?\r?\n?){0,12}", after in "([a-c]?\r?\n?){0,12}") {
            let mut text = String::new();
            let mut at = 0;
            for (span, new) in replaced_lines(&before, &after) {
                prop_assert!(at <= span.start, "replaced lines follow each other");
                text.push_str(&before[at..span.start]);
                text.push_str(&new);
                at = span.end;
            }
            text.push_str(&before[at..]);
            prop_assert_eq!(text, after);
        }
    }
}
