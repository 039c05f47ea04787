//! The users of a profile that changes.

use rootstock_analysis::{Analysis, Role};
use rootstock_maintenance::JsonShoot;

/// The number of Shoots that a change is checked against: more would take too much time and memory.
const MAX_COUNT: usize = 2_000;

/// Adds the users of a change to the analysis, until `has_time` returns false. Returns a note if some were skipped.
pub(crate) fn add_affected_shoots(
    analysis: &mut Analysis,
    users: &[&JsonShoot],
    has_time: impl Fn() -> bool,
) -> Option<String> {
    let mut count = 0;
    for shoot in users.iter().take(MAX_COUNT).take_while(|_| has_time()) {
        analysis.set(Role::Old, &format!("shoot {count}"), &shoot.text);
        count += 1;
    }
    let all = users.len();
    (count < all).then(|| format!("the change affects {all} Shoots; only {count} of them were checked"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::cell::Cell;

    use rootstock_core_model::{Semantics, Settings};

    use super::*;
    use crate::clock;

    #[test]
    fn users_beyond_the_limits_are_skipped() {
        let registry = rootstock_providers::registry().unwrap();
        let mut analysis = Analysis::new(registry, Settings::new(Semantics::Documented, clock::now()));
        let text = br#"{"kind":"Shoot","metadata":{"namespace":"a","name":"b"}}"#;
        let shoot = JsonShoot { source: "a".into(), index: 0, offset: 0, line: None, text: text.as_slice().into() };
        let note = |analysis: &mut Analysis, count, steps: usize| {
            let left = Cell::new(steps);
            let has_time = || left.replace(left.get().saturating_sub(1)) > 0;
            add_affected_shoots(analysis, &vec![&shoot; count], has_time)
        };
        assert_eq!(note(&mut analysis, MAX_COUNT, usize::MAX), None);
        let more = note(&mut analysis, MAX_COUNT + 1, usize::MAX).unwrap();
        assert_eq!(more, "the change affects 2001 Shoots; only 2000 of them were checked");
        let slow = note(&mut analysis, 10, 3).unwrap();
        assert_eq!(slow, "the change affects 10 Shoots; only 3 of them were checked");
    }
}
