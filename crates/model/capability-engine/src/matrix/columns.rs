//! The flavors of a profile as columns of bits.

use std::sync::Arc;

use super::BITS;
use crate::layout::Field;
use crate::{CapabilitySet, Vocabulary};

/// The bit positions of each distinct list of flavors. Lists are packed: a list of up to 64 flavors lies in one word, and a
/// longer one does not share its words.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    places: Vec<Place>,
    words: usize,
}

/// The bit positions of one list of flavors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The first word, and the one after the last.
    pub(super) words: (usize, usize),
    /// The shift of the first word, and the mask of the list's bits after shifting.
    pub(super) shift: u32,
    pub(super) mask: u64,
}

impl Columns {
    pub(super) fn new(lists: &[Arc<[CapabilitySet]>]) -> Self {
        let mut columns = Self { places: Vec::with_capacity(lists.len() + 1), words: 0 };
        // The number of bits used in the last word.
        let mut taken = BITS;
        for list in lists {
            let length = list.len();
            if taken + length > BITS {
                columns.words += length.div_ceil(BITS);
                taken = 0;
            }
            let first = columns.words - length.div_ceil(BITS);
            let mask = if length < BITS { (1 << length) - 1 } else { u64::MAX };
            columns.places.push(Place { words: (first, columns.words), shift: taken as u32, mask });
            taken = if length > BITS { BITS } else { taken + length };
        }
        columns
    }

    /// The number of words per row.
    pub(super) const fn words(&self) -> usize {
        self.words
    }

    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn place(&self, column: usize) -> Option<Place> {
        self.places.get(column).copied()
    }

    /// Appends a column of one bit, in a word of its own.
    pub(super) fn add_single(&mut self) {
        self.places.push(Place { words: (self.words, self.words + 1), shift: 0, mask: 1 });
        self.words += 1;
    }
}

/// The values of all flavors, indexed by value, so that a machine type is compared with 64 flavors at a time.
pub(super) struct Flavors<'c> {
    vocabulary: &'c Vocabulary,
    /// The number of words per row.
    words: usize,
    /// The bits of all flavors.
    all: Vec<u64>,
    /// For each position in the first two words of a set, the flavors that have the value at that position.
    by_position: Vec<u64>,
    /// The positions of each capability, as bits of those words. Empty if sets are longer: then each flavor has a rest.
    capabilities: Vec<[u64; 2]>,
    /// The flavors to compare one by one if the machine type has a rest, too: word, bit and capabilities.
    with_rest: Vec<(usize, u64, &'c CapabilitySet)>,
}

impl<'c> Flavors<'c> {
    pub(super) fn new(vocabulary: &'c Vocabulary, lists: &'c [Arc<[CapabilitySet]>], columns: &Columns) -> Self {
        let words = columns.words();
        let (all, by_position) = (vec![0; words], vec![0; 2 * BITS * words]);
        let capabilities = vocabulary.capabilities().iter().filter(|_| vocabulary.layout.is_short());
        let capabilities = capabilities.map(|capability| in_head(capability.field)).collect();
        let mut flavors = Self { vocabulary, words, all, by_position, capabilities, with_rest: Vec::new() };
        for (list, place) in lists.iter().zip(&columns.places) {
            for (index, flavor) in list.iter().enumerate() {
                let bit = index + place.shift as usize;
                flavors.enter(flavor, place.words.0 + bit / BITS, 1 << (bit % BITS));
            }
        }
        flavors
    }

    fn enter(&mut self, flavor: &'c CapabilitySet, word: usize, bit: u64) {
        let add = |words: &mut [u64], place: usize| words.get_mut(place).into_iter().for_each(|word| *word |= bit);
        add(&mut self.all, word);
        positions(flavor.head).for_each(|position| add(&mut self.by_position, position * self.words + word));
        if flavor.rest.is_some() {
            self.with_rest.push((word, bit, flavor));
        }
    }

    /// Appends a row with the flavors that fit a machine type. `any` is a scratch buffer.
    pub(super) fn push_fitting(&self, machine_type: &CapabilitySet, rows: &mut Vec<u64>, any: &mut Vec<u64>) {
        let start = rows.len();
        rows.extend_from_slice(&self.all);
        let Some(row) = rows.get_mut(start..) else { return };
        for [first, second] in &self.capabilities {
            any.clear();
            any.resize(self.words, 0);
            let [a, b] = machine_type.head;
            for position in positions([a & first, b & second]) {
                let place = position * self.words;
                let having = self.by_position.get(place..place + self.words).unwrap_or_default();
                any.iter_mut().zip(having).for_each(|(any, having)| *any |= having);
            }
            row.iter_mut().zip(&*any).for_each(|(row, any)| *row &= any);
        }
        if machine_type.rest.is_some() {
            for (number, bit, flavor) in &self.with_rest {
                let Some(word) = row.get_mut(*number) else { continue };
                let fits = self.vocabulary.compatible(flavor, machine_type);
                *word = if fits { *word | bit } else { *word & !bit };
            }
        }
    }
}

/// The bits of a capability in the first two words of a set.
fn in_head(field: Field) -> [u64; 2] {
    let mut head = [0; 2];
    for (number, mask) in field.masks() {
        head.get_mut(number).into_iter().for_each(|word| *word |= mask);
    }
    head
}

/// Iterates over the positions of the values in the first two words of a set.
fn positions(head: [u64; 2]) -> impl Iterator<Item = usize> {
    head.into_iter().enumerate().flat_map(|(number, mut bits)| {
        std::iter::from_fn(move || {
            let place = bits.leading_zeros();
            bits &= !((1 << (BITS - 1)) >> place.min(63));
            (place < u64::BITS).then_some(number * BITS + place as usize)
        })
    })
}
