//! The bit layout of registered values, and operations on all capabilities of a word at once.
//!
//! Positions count from the most significant bit of the first word, so that the order of positions is the order of preference,
//! and comparing words as integers compares preferences. A capability is a *field*: a run of positions. A field of up to 64
//! values never crosses a word boundary; a wider one starts at a boundary and shares its words with no other field.

const BITS: usize = u64::BITS as usize;

/// Returns the word and the bit of a position.
pub(crate) const fn place(position: usize) -> (usize, u64) {
    (position / BITS, 1 << (BITS - 1 - position % BITS))
}

/// Iterates over the positions of the bits of a word.
pub(crate) fn positions_in(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = bits.leading_zeros() as usize;
        let (_, bit) = place(first);
        bits &= !bit;
        (first < BITS).then_some(word * BITS + first)
    })
}

/// The positions of one capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    start: usize,
    width: usize,
}

impl Field {
    /// Returns the position of the value with the given rank; 0 is the most preferred.
    pub(crate) const fn position(self, rank: usize) -> usize {
        self.start + rank
    }

    /// Returns the rank of the value at the given position.
    pub(crate) const fn rank(self, position: usize) -> usize {
        position.saturating_sub(self.start)
    }

    const fn is_wide(self) -> bool {
        self.width > BITS
    }

    /// Iterates over the words of this field, each with the mask of the field's bits.
    pub(crate) fn masks(self) -> impl Iterator<Item = (usize, u64)> {
        let end = self.start + self.width;
        (self.start / BITS..end.div_ceil(BITS)).map(move |word| {
            let from = self.start.saturating_sub(word * BITS);
            let to = (end - word * BITS).min(BITS);
            (word, (u64::MAX << (BITS - (to - from))) >> from)
        })
    }
}

/// Returns the top bit of each nonempty field, with one addition, one OR and one AND for all fields of a word.
///
/// Adding the bits below a field's top bit to an all-ones mask carries into the top bit if and only if one of them is set, and
/// never beyond it.
#[inline]
const fn occupied(bits: u64, tops: u64) -> u64 {
    let below = !tops;
    ((bits & below).wrapping_add(below) | bits) & tops
}

/// The layout of a vocabulary's fields.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// For each word, the top bit of every field in it. Words of wide fields have none.
    tops: Vec<u64>,
    /// The first two words of `tops`; no realistic vocabulary has more.
    head: [u64; 2],
    /// For each word and each shift by 1, 2, 4 … 32: the bits whose neighbour at that distance above belongs to the same field.
    within: Vec<[u64; 6]>,
    /// The number of shifts needed to reach from the top of a word's widest field to its end.
    shifts: usize,
    /// The fields with more than 64 values.
    wide: Vec<Field>,
}

impl Layout {
    /// Lays out one field per width, in order. A width of 0 takes one bit, which is never set.
    pub(crate) fn new(widths: impl IntoIterator<Item = usize>) -> (Self, Vec<Field>) {
        let mut fields = Vec::new();
        let mut next = 0_usize;
        for width in widths {
            let width = width.max(1);
            if next % BITS + width > BITS {
                next = next.next_multiple_of(BITS);
            }
            fields.push(Field { start: next, width });
            next += width;
            if width > BITS {
                next = next.next_multiple_of(BITS);
            }
        }
        // A layout with wide fields is never short, because the quick check only handles fields within a word.
        let least = if fields.iter().any(|field| field.is_wide()) { 3 } else { 0 };
        let words = next.div_ceil(BITS).max(least);
        let mut layout = Self {
            tops: vec![0; words],
            head: [0; 2],
            within: vec![[0; 6]; words],
            shifts: 0,
            wide: fields.iter().copied().filter(|field| field.is_wide()).collect(),
        };
        for field in &fields {
            layout.enter(*field);
        }
        for (head, tops) in layout.head.iter_mut().zip(&layout.tops) {
            *head = *tops;
        }
        (layout, fields)
    }

    fn enter(&mut self, field: Field) {
        for (word, mask) in field.masks() {
            if !field.is_wide()
                && let Some(tops) = self.tops.get_mut(word)
            {
                *tops |= mask & !(mask >> 1);
            }
            for (shift, within) in (0..).zip(self.within.get_mut(word).into_iter().flatten()) {
                let inner = mask & (mask >> (1 << shift));
                *within |= inner;
                if inner != 0 {
                    self.shifts = self.shifts.max(shift as usize + 1);
                }
            }
        }
    }

    /// The number of words per set.
    pub(crate) fn words(&self) -> usize {
        self.tops.len()
    }

    /// Returns whether sets of this layout fit into the head of a [`CapabilitySet`](crate::CapabilitySet).
    pub(crate) fn is_short(&self) -> bool {
        self.tops.len() <= self.head.len()
    }

    /// Returns whether every field of a short set has a bit set.
    #[inline]
    pub(crate) const fn every_field_of_head_is_occupied(&self, [first, second]: [u64; 2]) -> bool {
        let [first_tops, second_tops] = self.head;
        (occupied(first, first_tops) ^ first_tops) | (occupied(second, second_tops) ^ second_tops) == 0
    }

    /// Returns whether every field has a bit set in the words with these numbers.
    pub(crate) fn every_field_is_occupied(&self, bits: impl Fn(usize) -> u64) -> bool {
        self.tops.iter().enumerate().all(|(word, tops)| *tops == 0 || occupied(bits(word), *tops) == *tops)
            && self.wide.iter().all(|field| field.masks().any(|(word, mask)| bits(word) & mask != 0))
    }

    /// Keeps only the most preferred value of each field.
    #[inline]
    pub(crate) fn keep_most_preferred(&self, words: &mut [u64]) {
        for (bits, within) in words.iter_mut().zip(&self.within) {
            // Everything at or below the first value of its field …
            let mut smeared = *bits;
            for (shift, mask) in within.iter().enumerate().take(self.shifts) {
                smeared |= (smeared >> (1 << shift)) & mask;
            }
            // … except those with a smeared bit directly above.
            let [one_below, ..] = within;
            *bits = smeared & !((smeared >> 1) & one_below);
        }
        for field in &self.wide {
            let mut found = false;
            for (word, _) in field.masks() {
                if let Some(bits) = words.get_mut(word) {
                    *bits = if found { 0 } else { *bits };
                    found |= *bits != 0;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stay_within_words() {
        let (layout, fields) = Layout::new([2, 60, 3, 64, 65, 0, 1, 200, 5]);
        assert_eq!(layout.words(), 1 + 1 + 1 + 2 + 1 + 4 + 1);
        for field in fields {
            let words = field.masks().count();
            assert_eq!(words, field.width.div_ceil(64), "{field:?}");
            let bits: u32 = field.masks().map(|(_, mask)| mask.count_ones()).sum();
            assert_eq!(bits as usize, field.width);
            let (word, bit) = place(field.position(0));
            let (first, mask) = field.masks().next().unwrap();
            assert!(word == first && mask & bit == bit && (mask & !(mask >> 1) == bit));
        }
    }

    #[test]
    fn keeps_the_most_preferred_value_of_each_field() {
        let (layout, _) = Layout::new([3, 2, 64, 130]);
        let mut words = [0b0_1101 << 59, 0x00ff, 0, 0b11, u64::MAX << 62];
        layout.keep_most_preferred(&mut words);
        assert_eq!(words, [0b0_1001 << 59, 0x0080, 0, 0b10, 0]);
        // The greatest possible distance between two values of a field within one word.
        for rest in 0..63 {
            let mut words = [0, 1 << 63 | 1 << rest, 0, 0, 0];
            layout.keep_most_preferred(&mut words);
            assert_eq!(words[1], 1 << 63, "{rest}");
        }
    }
}
