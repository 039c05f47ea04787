//! The failures of an outage, so that each is logged once.

use std::collections::BTreeSet;

/// The number of causes that are remembered. Causes that contain a port or a version differ each time.
const MAX_COUNT: usize = 32;

/// The failures since the API server last answered.
#[derive(Debug, Default)]
pub(super) struct Outage(BTreeSet<String>);

impl Outage {
    /// Records a cause. Returns whether it is new.
    pub(super) fn is_new(&mut self, why: &str) -> bool {
        if self.0.contains(why) {
            return false;
        }
        if self.0.len() == MAX_COUNT {
            self.0.clear();
        }
        self.0.insert(why.to_owned())
    }

    /// Clears the causes. Returns whether there were any.
    pub(super) fn finish(&mut self) -> bool {
        !std::mem::take(&mut self.0).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternating_causes_are_reported_once() {
        let mut outage = Outage::default();
        let reported: Vec<&str> =
            ["refused", "timed out", "refused", "timed out"].into_iter().filter(|why| outage.is_new(why)).collect();
        assert_eq!(reported, ["refused", "timed out"]);
        assert!(outage.finish());
        assert!(!outage.finish());
        assert!(outage.is_new("refused"));
    }

    #[test]
    fn distinct_causes_use_bounded_memory() {
        let mut outage = Outage::default();
        assert!((0..1_000).all(|port| outage.is_new(&format!("port {port}"))));
        assert!(outage.0.len() <= MAX_COUNT);
    }
}
