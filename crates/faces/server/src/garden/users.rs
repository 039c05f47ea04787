//! Those who use a profile that changes.

use rootstock_analysis::{Analysis, Role};
use rootstock_maintenance::JsonShoot;

/// The most Shoots that a change is held against: more take longer than anybody waits, and more memory than there is.
const MOST: usize = 2_000;

/// Lays Shoots beside what is judged, as they are now, for as long as there is time; what there is to say if these are not all.
pub(crate) fn hold_against(
    analysis: &mut Analysis,
    users: &[&JsonShoot],
    has_time: impl Fn() -> bool,
) -> Option<String> {
    let mut count = 0;
    for shoot in users.iter().take(MOST).take_while(|_| has_time()) {
        analysis.set(Role::Old, &format!("shoot {count}"), &shoot.text);
        count += 1;
    }
    let all = users.len();
    (count < all).then(|| format!("{all} Shoots use what changes; only {count} of them were looked at"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::cell::Cell;

    use rootstock_core_model::{Semantics, Settings};

    use super::*;
    use crate::clock;

    #[test]
    fn many_are_looked_at_and_not_all() {
        let registry = rootstock_providers::registry().unwrap();
        let mut analysis = Analysis::new(registry, Settings::new(Semantics::Documented, clock::now()));
        let text = br#"{"kind":"Shoot","metadata":{"namespace":"a","name":"b"}}"#;
        let shoot = JsonShoot { source: "a".into(), index: 0, offset: 0, line: None, text: text.as_slice().into() };
        let told = |analysis: &mut Analysis, count, steps: usize| {
            let left = Cell::new(steps);
            let has_time = || left.replace(left.get().saturating_sub(1)) > 0;
            hold_against(analysis, &vec![&shoot; count], has_time)
        };
        assert_eq!(told(&mut analysis, MOST, usize::MAX), None);
        let more = told(&mut analysis, MOST + 1, usize::MAX).unwrap();
        assert_eq!(more, "2001 Shoots use what changes; only 2000 of them were looked at");
        let slow = told(&mut analysis, 10, 3).unwrap();
        assert_eq!(slow, "10 Shoots use what changes; only 3 of them were looked at");
    }
}
