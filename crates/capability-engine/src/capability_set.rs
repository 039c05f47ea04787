//! What one machine type, flavor or worker supports, as bits.

use crate::layout::{Words, place};

/// The values of every registered capability that a machine type, a flavor or a worker supports, after defaulting.
///
/// Made by [`Vocabulary::compile`](crate::Vocabulary::compile) and meaningful only together with that vocabulary. Two
/// sets are equal exactly if the maps they come from are equal after defaulting: order and repetition of values do not
/// matter, names that are not registered do not count.
///
/// Values outside the registered ones have no bit. They are kept beside, because Gardener does not drop them: `z` fits
/// `z` even where nobody registered `z`. They never rank.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CapabilitySet {
    pub(crate) words: Words,
    pub(crate) unregistered: Option<Box<Unregistered>>,
}

/// Values that are not registered, as (index of the capability, value), sorted, each once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Unregistered(Vec<(usize, String)>);

impl Unregistered {
    pub(crate) fn new(mut values: Vec<(usize, String)>) -> Option<Box<Self>> {
        values.sort_unstable();
        values.dedup();
        (!values.is_empty()).then(|| Box::new(Self(values)))
    }

    pub(crate) fn of(&self, capability: usize) -> impl Iterator<Item = &str> {
        let from = self.0.partition_point(|(index, _)| *index < capability);
        self.0.iter().skip(from).take_while(move |(index, _)| *index == capability).map(|(_, value)| value.as_str())
    }

    fn contains(&self, entry: &(usize, String)) -> bool {
        self.0.binary_search(entry).is_ok()
    }

    fn common(&self, other: &Self) -> Option<Box<Self>> {
        Self::new(self.0.iter().filter(|entry| other.contains(entry)).cloned().collect())
    }
}

impl CapabilitySet {
    /// Whether everything in this set is in the other, too.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(own, theirs)| own & !theirs == 0)
            && match (&self.unregistered, &other.unregistered) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(own), Some(theirs)) => own.0.iter().all(|entry| theirs.contains(entry)),
            }
    }

    /// What both sets have, capability by capability. A capability may come out empty.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self {
            words: self.words.iter().zip(&other.words).map(|(own, theirs)| own & theirs).collect(),
            unregistered: match (&self.unregistered, &other.unregistered) {
                (Some(own), Some(theirs)) => own.common(theirs),
                _ => None,
            },
        }
    }

    /// Whether the set has the registered value at that position.
    pub(crate) fn has(&self, position: usize) -> bool {
        let (word, bit) = place(position);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    pub(crate) fn add(&mut self, position: usize) {
        let (word, bit) = place(position);
        if let Some(bits) = self.words.get_mut(word) {
            *bits |= bit;
        }
    }

    /// The values of one capability that are not registered.
    pub(crate) fn unregistered(&self, capability: usize) -> impl Iterator<Item = &str> {
        self.unregistered.iter().flat_map(move |values| values.of(capability))
    }
}
