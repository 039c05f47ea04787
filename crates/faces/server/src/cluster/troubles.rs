//! What went wrong in an outage, so that each of it is told once.

use std::collections::BTreeSet;

/// How many are kept apart: causes that name a port or a version are another each time.
const MOST: usize = 32;

/// What has gone wrong since the API server answered.
#[derive(Debug, Default)]
pub(super) struct Troubles(BTreeSet<String>);

impl Troubles {
    /// Notes a cause; whether it has not been told yet.
    pub(super) fn is_news(&mut self, why: &str) -> bool {
        if self.0.contains(why) {
            return false;
        }
        if self.0.len() == MOST {
            self.0.clear();
        }
        self.0.insert(why.to_owned())
    }

    /// The API server answers; whether that is news.
    pub(super) fn are_over(&mut self) -> bool {
        !std::mem::take(&mut self.0).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_that_alternate_are_told_once() {
        let mut troubles = Troubles::default();
        let told: Vec<&str> =
            ["refused", "timed out", "refused", "timed out"].into_iter().filter(|why| troubles.is_news(why)).collect();
        assert_eq!(told, ["refused", "timed out"]);
        assert!(troubles.are_over());
        assert!(!troubles.are_over());
        assert!(troubles.is_news("refused"));
    }

    #[test]
    fn causes_that_are_never_the_same_take_no_room() {
        let mut troubles = Troubles::default();
        assert!((0..1_000).all(|port| troubles.is_news(&format!("port {port}"))));
        assert!(troubles.0.len() <= MOST);
    }
}
