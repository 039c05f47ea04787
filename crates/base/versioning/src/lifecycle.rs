//! The lifecycle of a version: its classification at an instant, and later transitions.

use serde::{Deserialize, Serialize};

use crate::{Classification, Timestamp};

/// A stage of a lifecycle (GEP-32).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LifecycleStage {
    /// The classification of the version in this stage; a stage without one gets an unknown classification.
    pub classification: Classification,
    /// The start of the stage; a stage without one always counts as started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_time: Option<Timestamp>,
}

impl Default for LifecycleStage {
    /// Returns a stage with an empty classification: the field is required and has no valid default.
    fn default() -> Self {
        Self { classification: Classification::Unknown(String::new()), start_time: None }
    }
}

/// All lifecycle data of a version in a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VersionLifecycle<'a> {
    /// The legacy classification.
    pub classification: Option<&'a Classification>,
    /// The legacy expiration date.
    pub expiration_date: Option<Timestamp>,
    /// The stages; if there are any, the legacy fields are ignored.
    pub stages: &'a [LifecycleStage],
}

/// A change in a version's classification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Transition {
    /// The last instant with the previous classification.
    pub after: Timestamp,
    /// The classification after that.
    pub classification: Classification,
}

impl VersionLifecycle<'_> {
    /// Returns the classification of the version at an instant.
    ///
    /// A stage or expiration takes effect strictly after its instant. The last stage in list order that has started wins; if none
    /// has, the version is unavailable. A version without lifecycle data is supported.
    ///
    /// ```
    /// use rootstock_versioning::{Classification, Timestamp, VersionLifecycle};
    /// let dated = VersionLifecycle { expiration_date: Some("2026-03-31T23:59:59Z".parse()?), ..Default::default() };
    /// assert_eq!(dated.at("2026-03-31T23:59:59Z".parse()?), Classification::Supported);
    /// assert_eq!(dated.at("2026-04-01T00:00:00Z".parse()?), Classification::Expired);
    /// # Ok::<(), rootstock_versioning::TimestampError>(())
    /// ```
    #[must_use]
    pub fn at(&self, now: Timestamp) -> Classification {
        self.classify(|start| start < now)
    }

    /// Returns the classification right after an instant, when a stage that starts at it is in effect.
    #[must_use]
    pub fn just_after(&self, instant: Timestamp) -> Classification {
        self.classify(|start| start <= instant)
    }

    /// Returns the changes in classification from an instant on, in chronological order.
    ///
    /// Includes only real changes: a stage that starts after a later one in the list has no effect.
    ///
    /// ```
    /// use rootstock_versioning::{Classification, LifecycleStage, Timestamp, VersionLifecycle};
    /// let stage = |classification, start: &str| LifecycleStage { classification, start_time: start.parse().ok() };
    /// let stages = [
    ///     stage(Classification::Preview, ""),
    ///     stage(Classification::Supported, "2026-02-01T00:00:00Z"),
    ///     stage(Classification::Expired, "2027-02-01T00:00:00Z"),
    /// ];
    /// let lifecycle = VersionLifecycle { stages: &stages, ..Default::default() };
    /// let transitions = lifecycle.transitions("2026-06-01T00:00:00Z".parse()?);
    /// assert_eq!(transitions.len(), 1);
    /// assert_eq!(transitions[0].classification, Classification::Expired);
    /// # Ok::<(), rootstock_versioning::TimestampError>(())
    /// ```
    #[must_use]
    pub fn transitions(&self, now: Timestamp) -> Vec<Transition> {
        let mut starts: Vec<Timestamp> = if self.stages.is_empty() {
            self.expiration_date.into_iter().collect()
        } else {
            self.stages.iter().filter_map(|stage| stage.start_time).collect()
        };
        // A stage that starts at this very instant is not in effect yet.
        starts.retain(|start| *start >= now);
        starts.sort_unstable();
        starts.dedup();
        let mut current = self.at(now);
        let mut transitions = Vec::with_capacity(starts.len());
        for after in starts {
            let classification = self.just_after(after);
            if classification != current {
                current = classification.clone();
                transitions.push(Transition { after, classification });
            }
        }
        transitions
    }

    /// Returns the classification, given which starts are in the past.
    fn classify(&self, has_begun: impl Fn(Timestamp) -> bool) -> Classification {
        if self.stages.is_empty() {
            return match self.expiration_date {
                Some(date) if has_begun(date) => Classification::Expired,
                _ => self.classification.cloned().unwrap_or_default(),
            };
        }
        self.stages
            .iter()
            .rfind(|stage| stage.start_time.is_none_or(&has_begun))
            .map_or(Classification::Unavailable, |stage| stage.classification.clone())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    /// Parses `supported preview@10`: classifications with the second at which they start.
    fn stages(text: &str) -> Vec<LifecycleStage> {
        text.split_whitespace()
            .map(|word| {
                let (name, start) = word.split_once('@').map_or((word, None), |(name, start)| (name, Some(start)));
                LifecycleStage { classification: name.into(), start_time: start.map(second) }
            })
            .collect()
    }

    fn second(text: &str) -> Timestamp {
        Timestamp::from_unix_seconds(text.parse().unwrap())
    }

    fn at_second(lifecycle: &VersionLifecycle<'_>, now: i64) -> String {
        lifecycle.at(Timestamp::from_unix_seconds(now)).to_string()
    }

    #[rstest]
    #[case("supported", 0, "supported")]
    #[case("preview@10", 10, "unavailable")]
    #[case("preview@10", 11, "preview")]
    #[case("preview supported@10 deprecated@20 expired@30", 25, "deprecated")]
    #[case("preview supported@10 deprecated@20 expired@30", 31, "expired")]
    // The order of the list decides, not the dates.
    #[case("deprecated@20 supported@10", 30, "supported")]
    #[case("supported@10 supported@10", 11, "supported")]
    // Values that Gardener would refuse are returned unchanged.
    #[case("unavailable", 0, "unavailable")]
    #[case("retired", 0, "retired")]
    fn last_started_stage_sets_the_classification(#[case] text: &str, #[case] now: i64, #[case] expected: &str) {
        let stages = stages(text);
        let classification = Classification::Preview;
        let lifecycle = VersionLifecycle { stages: &stages, ..Default::default() };
        assert_eq!(at_second(&lifecycle, now), expected);
        let with_legacy_fields = VersionLifecycle {
            classification: Some(&classification),
            expiration_date: Some(Timestamp::from_unix_seconds(-1)),
            stages: &stages,
        };
        assert_eq!(at_second(&with_legacy_fields, now), expected, "the legacy fields do not count");
    }

    #[rstest]
    #[case(None, None, "supported")]
    #[case(Some("preview"), None, "preview")]
    #[case(Some("preview"), Some("99"), "expired")]
    #[case(Some("preview"), Some("100"), "preview")]
    #[case(None, Some("99"), "expired")]
    #[case(None, Some("101"), "supported")]
    #[case(Some("deprecated"), Some("99"), "expired")]
    #[case(Some("retired"), None, "retired")]
    fn legacy_fields_set_the_classification(
        #[case] name: Option<&str>,
        #[case] expires: Option<&str>,
        #[case] expected: &str,
    ) {
        let classification = name.map(Classification::from);
        let lifecycle = VersionLifecycle {
            classification: classification.as_ref(),
            expiration_date: expires.map(second),
            stages: &[],
        };
        assert_eq!(at_second(&lifecycle, 100), expected);
    }

    #[rstest]
    #[case("preview supported@10 deprecated@20", 0, "supported@10 deprecated@20")]
    #[case("preview supported@10 deprecated@20", 10, "supported@10 deprecated@20")]
    #[case("preview supported@10 deprecated@20", 11, "deprecated@20")]
    #[case("preview supported@10 deprecated@20", 21, "")]
    #[case("deprecated@20 supported@10", 0, "supported@10")]
    #[case("preview@10", 0, "preview@10")]
    #[case("supported supported@10", 0, "")]
    fn transitions_are_listed(#[case] text: &str, #[case] now: i64, #[case] expected: &str) {
        let stages = stages(text);
        let lifecycle = VersionLifecycle { stages: &stages, ..Default::default() };
        let transitions = lifecycle.transitions(Timestamp::from_unix_seconds(now));
        let listed: Vec<String> = transitions
            .iter()
            .map(|transition| format!("{}@{}", transition.classification, transition.after.unix_seconds()))
            .collect();
        assert_eq!(listed.join(" "), expected);
    }

    #[test]
    fn expiration_is_a_transition() {
        let lifecycle = VersionLifecycle { expiration_date: Some(second("10")), ..Default::default() };
        let expiration = Transition { after: second("10"), classification: Classification::Expired };
        assert_eq!(lifecycle.transitions(second("3")), [expiration]);
        assert_eq!(lifecycle.transitions(second("11")), []);
    }

    proptest! {
        /// The classification changes at each transition, and only there.
        #[test]
        fn transitions_are_complete(
            list in prop::collection::vec((0..6_usize, prop::option::of(0..20_i64)), 0..6),
            now in 0..20_i64,
        ) {
            let names = ["unavailable", "preview", "supported", "deprecated", "expired", "retired"];
            let stages: Vec<_> = list
                .iter()
                .map(|(name, start)| LifecycleStage {
                    classification: names[*name].into(),
                    start_time: start.map(Timestamp::from_unix_seconds),
                })
                .collect();
            let lifecycle = VersionLifecycle { stages: &stages, ..Default::default() };
            let mut reported = lifecycle.at(Timestamp::from_unix_seconds(now));
            let mut transitions = lifecycle.transitions(Timestamp::from_unix_seconds(now)).into_iter().peekable();
            for second in now..25 {
                let instant = Timestamp::from_unix_seconds(second);
                while transitions.peek().is_some_and(|transition| transition.after < instant) {
                    let transition = transitions.next().unwrap();
                    prop_assert_ne!(&reported, &transition.classification);
                    reported = transition.classification;
                }
                prop_assert_eq!(&reported, &lifecycle.at(instant));
            }
            prop_assert!(transitions.peek().is_none());
        }
    }
}
