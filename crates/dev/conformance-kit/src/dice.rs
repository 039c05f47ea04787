//! Random numbers that are the same in every run, so that a broken law stays broken.

/// `SplitMix64`: one multiplication chain over a counter.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Creates dice; the same seed gives the same rolls.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.bits() % bound).unwrap_or(0)
    }

    /// Returns true with a probability of 1 in `of`.
    pub fn once_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// Picks one of `items`, if there are any.
    pub fn one<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Picks each of `items` with a probability of one half, in random order.
    pub fn some<T: Clone>(&mut self, items: &[T]) -> Vec<T> {
        let mut chosen: Vec<T> = items.iter().filter(|_| self.once_in(2)).cloned().collect();
        self.shuffle(&mut chosen);
        chosen
    }

    /// Like [`Self::some`], but picks at least one item.
    pub fn at_least_one<T: Clone>(&mut self, items: &[T]) -> Vec<T> {
        let chosen = self.some(items);
        if chosen.is_empty() { self.one(items).cloned().into_iter().collect() } else { chosen }
    }

    /// Shuffles `items`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
