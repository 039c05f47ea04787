//! The users of a profile that changes.

use rootstock_analysis::{Analysis, Role};
use rootstock_maintenance::{JsonShoot, MAX_CHECKED_USERS, unchecked_users_note};

/// The Shoots that a change of profiles affects.
#[derive(Debug, Default)]
pub(crate) struct AffectedShoots<'g> {
    /// Shoots that together use everything that any of them uses.
    pub(crate) representatives: Vec<&'g JsonShoot>,
    pub(crate) others: Vec<&'g JsonShoot>,
}

/// Adds the users of a change to the analysis, until `has_time` returns false. Returns a note if some were skipped.
pub(crate) fn add_affected_shoots(
    analysis: &mut Analysis,
    users: &AffectedShoots<'_>,
    has_time: impl Fn() -> bool,
) -> Option<String> {
    let mut count = 0;
    for shoot in users.representatives.iter().chain(&users.others).take(MAX_CHECKED_USERS).take_while(|_| has_time()) {
        analysis.set(Role::Old, &format!("shoot {count}"), &shoot.text);
        count += 1;
    }
    let representatives = users.representatives.len();
    unchecked_users_note(count, representatives + users.others.len(), representatives)
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
        let note = |analysis: &mut Analysis, representatives, others, steps: usize| {
            let left = Cell::new(steps);
            let has_time = || left.replace(left.get().saturating_sub(1)) > 0;
            let users = AffectedShoots { representatives: vec![&shoot; representatives], others: vec![&shoot; others] };
            add_affected_shoots(analysis, &users, has_time)
        };
        assert_eq!(note(&mut analysis, 2, MAX_CHECKED_USERS - 2, usize::MAX), None);
        let more = note(&mut analysis, 2, MAX_CHECKED_USERS - 1, usize::MAX).unwrap();
        assert_eq!(more, "the change affects 2001 Shoots; 2000 of them were checked, with all versions that they use");
        let slow = note(&mut analysis, 10, 0, 3).unwrap();
        assert_eq!(slow, "the change affects 10 Shoots; 3 of them were checked");
    }
}
