//! The mapping of spans from a text to its edited version.

use std::ops::Range;

/// The difference between a text and its previous version: a common prefix and suffix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shift {
    /// The length of the common prefix in bytes.
    start: usize,
    /// The start of the common suffix in the previous text and in the current one.
    before: usize,
    now: usize,
}

impl Shift {
    pub(crate) fn between(before: &str, now: &str) -> Self {
        let same = |(one, other): &(u8, u8)| one == other;
        let start = before.bytes().zip(now.bytes()).take_while(same).count();
        let most = before.len().min(now.len()) - start;
        let end = before.bytes().rev().zip(now.bytes().rev()).take(most).take_while(same).count();
        Self { start, before: before.len() - end, now: now.len() - end }
    }

    /// Returns the inverse, from the current text to the previous one.
    pub(crate) const fn inverse(self) -> Self {
        Self { start: self.start, before: self.now, now: self.before }
    }

    /// Returns the current place of a span; `None` if its text has changed.
    pub(crate) fn span(self, span: &Range<usize>) -> Option<Range<usize>> {
        let moved = |at: usize| at - self.before + self.now;
        match () {
            () if span.end <= self.start => Some(span.clone()),
            () if span.start >= self.before => Some(moved(span.start)..moved(span.end)),
            () if span.start <= self.start && span.end >= self.before => Some(span.start..moved(span.end)),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_around_a_change_move_and_spans_within_it_are_lost() {
        let shift = Shift::between("one two three", "one 2 2 three");
        assert_eq!(shift.span(&(0..3)), Some(0..3));
        assert_eq!(shift.span(&(8..13)), Some(8..13));
        assert_eq!(Shift::between("a b c", "a bbb c").span(&(4..5)), Some(6..7));
        assert_eq!(Shift::between("a bxb c", "a b c").span(&(0..7)), Some(0..5));
        assert_eq!(Shift::between("a xyz c", "a c").span(&(3..5)), None);
        assert_eq!(Shift::between("aa", "aaa").span(&(0..2)), Some(0..2));
    }
}
