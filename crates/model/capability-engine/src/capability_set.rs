//! A capability set: the values that one machine type, flavor or worker supports, as bits.

use crate::layout::{Field, place, positions_in};

/// The values of every registered capability that a machine type, a flavor or a worker supports, after defaulting.
///
/// Created by [`Vocabulary::compile`](crate::Vocabulary::compile) and meaningful only together with that vocabulary. Two sets
/// are equal if and only if the maps they were compiled from are equal after defaulting: the order and repetition of values do
/// not matter, and unregistered names are ignored.
///
/// Unregistered values have no bit. They are kept separately, because Gardener does not drop them: `z` fits `z` even if `z` is
/// not registered. They never affect the ranking.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CapabilitySet {
    /// The first two words; for every realistic vocabulary, these are all of them.
    pub(crate) head: [u64; 2],
    /// The rest of the set; `None` if it would be empty.
    pub(crate) rest: Option<Box<Rest>>,
}

/// The part of a set that only unusually large vocabularies or unregistered values need.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rest {
    /// The words after the first two.
    tail: Vec<u64>,
    /// The unregistered values as (capability index, value), sorted and deduplicated.
    unregistered: Vec<(usize, String)>,
}

impl CapabilitySet {
    /// An empty set.
    pub(crate) fn nothing(words: usize) -> Self {
        let head = [0; 2];
        Self::with_rest(head, vec![0; words.saturating_sub(head.len())], Vec::new())
    }

    fn with_rest(head: [u64; 2], tail: Vec<u64>, unregistered: Vec<(usize, String)>) -> Self {
        let needed = !(tail.is_empty() && unregistered.is_empty());
        Self { head, rest: needed.then(|| Box::new(Rest { tail, unregistered })) }
    }

    fn tail(&self) -> &[u64] {
        self.rest.as_ref().map_or(&[], |rest| &rest.tail)
    }

    fn all_unregistered(&self) -> &[(usize, String)] {
        self.rest.as_ref().map_or(&[], |rest| &rest.unregistered)
    }

    /// Iterates over all words, at least two.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        self.head.iter().chain(self.tail()).copied()
    }

    /// Returns the word with a number; zero beyond the last one.
    #[inline]
    pub(crate) fn word(&self, number: usize) -> u64 {
        let word = self.head.get(number).or_else(|| self.tail().get(number - self.head.len()));
        word.copied().unwrap_or_default()
    }

    /// Returns whether everything in this set is also in the other.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        let theirs = other.all_unregistered();
        self.words().zip(other.words()).all(|(own, theirs)| own & !theirs == 0)
            && self.all_unregistered().iter().all(|entry| theirs.binary_search(entry).is_ok())
    }

    /// Returns the values in both sets, capability by capability. A capability may come out empty.
    ///
    /// ```
    /// use rootstock_capability_engine::Vocabulary;
    /// use rootstock_core_model::{Capabilities, CapabilityDefinition};
    ///
    /// let disk = CapabilityDefinition { name: "disk".into(), values: vec!["fast".into(), "slow".into()] };
    /// let vocabulary = Vocabulary::new(&[disk]);
    /// let slow = vocabulary.compile(&Capabilities::from_iter([("disk", ["slow"])]));
    /// assert_eq!(slow.intersection(vocabulary.everything()), slow);
    /// assert!(slow.is_subset(vocabulary.everything()));
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let ([a, b], [c, d]) = (self.head, other.head);
        let head = [a & c, b & d];
        let (Some(own), Some(theirs)) = (&self.rest, &other.rest) else { return Self { head, rest: None } };
        let common = own.unregistered.iter().filter(|entry| theirs.unregistered.binary_search(entry).is_ok());
        let tail = own.tail.iter().zip(&theirs.tail).map(|(a, b)| a & b);
        Self::with_rest(head, tail.collect(), common.cloned().collect())
    }

    /// Returns the number of values in the set.
    pub(crate) fn count(&self) -> usize {
        let registered: usize = self.words().map(|word| word.count_ones() as usize).sum();
        registered + self.all_unregistered().len()
    }

    /// Returns whether the set contains the registered value at `position`.
    pub(crate) fn has(&self, position: usize) -> bool {
        let (word, bit) = place(position);
        self.word(word) & bit != 0
    }

    /// Iterates over the positions of the registered values of one capability, in order of preference.
    pub(crate) fn positions(&self, field: Field) -> impl Iterator<Item = usize> {
        field.masks().flat_map(|(word, mask)| positions_in(word, self.word(word) & mask))
    }

    pub(crate) fn add(&mut self, position: usize) {
        let (word, bit) = place(position);
        if let Some(bits) = self.word_mut(word) {
            *bits |= bit;
        }
    }

    /// Removes all registered values of one capability.
    pub(crate) fn clear(&mut self, field: Field) {
        for (word, mask) in field.masks() {
            if let Some(bits) = self.word_mut(word) {
                *bits &= !mask;
            }
        }
    }

    fn word_mut(&mut self, word: usize) -> Option<&mut u64> {
        match word.checked_sub(self.head.len()) {
            None => self.head.get_mut(word),
            Some(word) => self.rest.as_mut()?.tail.get_mut(word),
        }
    }

    /// Sets the unregistered values.
    pub(crate) fn set_unregistered(&mut self, mut values: Vec<(usize, String)>) {
        if !values.is_empty() {
            values.sort_unstable();
            values.dedup();
            self.rest.get_or_insert_default().unregistered = values;
        }
    }

    /// Returns whether the two sets may have unregistered values in common.
    pub(crate) fn unregistered_may_meet(&self, other: &Self) -> bool {
        !(self.all_unregistered().is_empty() || other.all_unregistered().is_empty())
    }

    /// The unregistered values of one capability.
    pub(crate) fn unregistered(&self, capability: usize) -> impl Iterator<Item = &str> {
        let values = self.all_unregistered();
        let from = values.partition_point(|(index, _)| *index < capability);
        values.iter().skip(from).take_while(move |(index, _)| *index == capability).map(|(_, value)| value.as_str())
    }
}
