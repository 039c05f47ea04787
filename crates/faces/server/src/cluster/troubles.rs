//! The failures of an outage, so that each is logged once.

use std::collections::BTreeSet;

/// The number of causes that are remembered. Causes that contain a port or a version differ each time.
const MOST: usize = 32;

/// The failures since the API server last answered.
#[derive(Debug, Default)]
pub(super) struct Troubles(BTreeSet<String>);

impl Troubles {
    /// Records a cause. Returns whether it is new.
    pub(super) fn is_news(&mut self, why: &str) -> bool {
        if self.0.contains(why) {
            return false;
        }
        if self.0.len() == MOST {
            self.0.clear();
        }
        self.0.insert(why.to_owned())
    }

    /// Clears the causes. Returns whether there were any.
    pub(super) fn are_over(&mut self) -> bool {
        !std::mem::take(&mut self.0).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternating_causes_are_reported_once() {
        let mut troubles = Troubles::default();
        let told: Vec<&str> =
            ["refused", "timed out", "refused", "timed out"].into_iter().filter(|why| troubles.is_news(why)).collect();
        assert_eq!(told, ["refused", "timed out"]);
        assert!(troubles.are_over());
        assert!(!troubles.are_over());
        assert!(troubles.is_news("refused"));
    }

    #[test]
    fn distinct_causes_use_bounded_memory() {
        let mut troubles = Troubles::default();
        assert!((0..1_000).all(|port| troubles.is_news(&format!("port {port}"))));
        assert!(troubles.0.len() <= MOST);
    }
}
