//! The days on which changes are allowed.

use rootstock_analysis::configuration::{Freeze, MAX_DAYS, UpkeepPolicies};
use rootstock_versioning::{Day, Weekday};
use serde::Serialize;

/// A reason why nothing is proposed on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DayObstacle {
    /// A weekday without changes.
    #[error("{day} is a {weekday}, and no changes are made on that weekday")]
    Weekday {
        /// The day.
        day: Day,
        /// The weekday.
        weekday: Weekday,
    },
    /// A freeze.
    #[error("{day} is in the freeze from {from} to {to}{}", with_reason(.reason.as_deref()))]
    Freeze {
        /// The day.
        day: Day,
        /// The first day of the freeze.
        from: Day,
        /// The last day of the freeze.
        to: Day,
        /// The reason of the freeze.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

fn with_reason(reason: Option<&str>) -> String {
    reason.map(|reason| format!(": {reason}")).unwrap_or_default()
}

/// Returns the reason why changes are not allowed on a day.
pub(super) fn obstacle(policies: &UpkeepPolicies, day: Day) -> Option<DayObstacle> {
    let weekday = day.weekday();
    if !policies.weekdays.is_empty() && !policies.weekdays.contains(&weekday) {
        return Some(DayObstacle::Weekday { day, weekday });
    }
    let holds = |freeze: &&Freeze| freeze.from <= day && day <= freeze.to;
    let freeze = policies.freezes.iter().find(holds)?;
    Some(DayObstacle::Freeze { day, from: freeze.from, to: freeze.to, reason: freeze.reason.clone() })
}

/// Returns the first day, starting at `from`, on which changes are allowed.
pub(super) fn first_allowed(policies: &UpkeepPolicies, from: Day) -> Option<Day> {
    (0..MAX_DAYS).map(|days| from.plus(i64::from(days))).find(|day| obstacle(policies, *day).is_none())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(&[], None, "2026-06-06", Some("2026-06-06"))]
    // 2026-06-06 is a Saturday.
    #[case(&[Weekday::Tuesday, Weekday::Thursday], None, "2026-06-06", Some("2026-06-09"))]
    #[case(&[Weekday::Tuesday, Weekday::Thursday], None, "2026-06-10", Some("2026-06-11"))]
    #[case(&[], Some(("2026-06-05", "2026-06-08")), "2026-06-05", Some("2026-06-09"))]
    #[case(&[], Some(("2026-06-05", "2026-06-08")), "2026-06-04", Some("2026-06-04"))]
    #[case(&[Weekday::Tuesday], Some(("2026-06-05", "2026-06-09")), "2026-06-05", Some("2026-06-16"))]
    #[case(&[], Some(("2026-01-01", "2099-12-31")), "2026-06-05", None)]
    fn first_allowed_day_is_found(
        #[case] weekdays: &[Weekday],
        #[case] freeze: Option<(&str, &str)>,
        #[case] from: &str,
        #[case] expected: Option<&str>,
    ) {
        let freezes =
            freeze.map(|(from, to)| Freeze { from: from.parse().unwrap(), to: to.parse().unwrap(), reason: None });
        let policies = UpkeepPolicies {
            weekdays: weekdays.to_vec(),
            freezes: freezes.into_iter().collect(),
            ..UpkeepPolicies::default()
        };
        let found = first_allowed(&policies, from.parse().unwrap());
        assert_eq!(found.map(|day| day.to_string()).as_deref(), expected);
    }
}
