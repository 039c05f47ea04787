//! The parser of `[upkeep]`: a team's policies.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use rootstock_facts::{FactMapping, FactMeaning};
use rootstock_versioning::{Day, Weekday};
use toml::Spanned;
use toml::de::DeValue;

use super::super::policies::{Freeze, KUBERNETES, MAX_DAYS, MAX_VERSIONS, NewVersions, VersionPolicy};
use super::Reader;

pub(in super::super) const UPKEEP_KEYS: [&str; 5] = ["fact", "freeze", "policy", "prune-days", "weekdays"];
pub(in super::super) const FACT_KEYS: [&str; 4] = ["because", "capability", "of", "values"];
pub(in super::super) const FREEZE_KEYS: [&str; 3] = ["from", "reason", "to"];
pub(in super::super) const POLICY_KEYS: [&str; 8] = [
    "deprecated-days",
    "end-of-life-days",
    "new-versions",
    "of",
    "preview-days",
    "profile",
    "supported",
    "supported-per-minor",
];

/// A value and its span.
type Entry<'t, 'i> = &'t Spanned<DeValue<'i>>;

impl Reader<'_> {
    pub(super) fn upkeep(&mut self, value: Entry<'_, '_>) {
        let Some(table) = self.table(value, "`upkeep`") else { return };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "weekdays" => self.weekdays(value),
                "prune-days" => {
                    self.configuration.upkeep.prune_days = self.number(value, "prune-days", "days", 0..=MAX_DAYS);
                }
                "fact" => self.tables(value, "fact", Self::fact),
                "freeze" => self.tables(value, "freeze", Self::freeze),
                "policy" => self.tables(value, "policy", Self::policy),
                other => self.unknown_key(&key.span(), other, &UPKEEP_KEYS),
            }
        }
    }

    fn tables(&mut self, value: Entry<'_, '_>, key: &str, each: fn(&mut Self, Entry<'_, '_>)) {
        match value.get_ref().as_array() {
            Some(list) => list.iter().for_each(|entry| each(self, entry)),
            None => self.problem(&value.span(), format!("write each `{key}` as a `[[upkeep.{key}]]` table")),
        }
    }

    fn weekdays(&mut self, value: Entry<'_, '_>) {
        let Some(list) = value.get_ref().as_array() else {
            self.problem(&value.span(), "`weekdays` must be a list of days: [\"tuesday\", \"wednesday\"]");
            return;
        };
        for day in list.iter() {
            let text = day.get_ref().as_str().unwrap_or_default();
            match text.parse::<Weekday>() {
                Ok(day) => self.configuration.upkeep.weekdays.push(day),
                Err(problem) => self.problem(&day.span(), problem.to_string()),
            }
        }
    }

    fn freeze(&mut self, entry: Entry<'_, '_>) {
        let Some(table) = self.table(entry, "a freeze") else { return };
        let (mut from, mut to, mut reason) = (None, None, None);
        let before = self.problems.len();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "from" => from = self.day(value, "from"),
                "to" => to = self.day(value, "to").map(|day| (day, value.span())),
                "reason" => reason = self.text(value, "reason"),
                other => self.unknown_key(&key.span(), other, &FREEZE_KEYS),
            }
        }
        match (from, to) {
            (Some(from), Some((to, place))) if to < from => {
                self.problem(&place, format!("the freeze ends on {to}, before it begins on {from}"));
            }
            (Some(from), Some((to, _))) => self.configuration.upkeep.freezes.push(Freeze { from, to, reason }),
            // Their mistakes have already been reported.
            _ if self.problems.len() > before => {}
            _ => self.problem(&entry.span(), "a freeze needs its first day `from` and its last day `to`"),
        }
    }

    fn fact(&mut self, entry: Entry<'_, '_>) {
        let Some(table) = self.table(entry, "a fact") else { return };
        let before = self.problems.len();
        let mut mapping = FactMapping::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "of" => mapping.fact = self.text(value, "of").unwrap_or_default(),
                "capability" => mapping.capability = self.text(value, "capability").unwrap_or_default(),
                "because" => mapping.because = self.text(value, "because").unwrap_or_default(),
                "values" => mapping.values = self.meanings(value),
                other => self.unknown_key(&key.span(), other, &FACT_KEYS),
            }
        }
        if self.problems.len() > before {
            return;
        }
        if mapping.fact.is_empty() || mapping.capability.is_empty() || mapping.values.is_empty() {
            self.problem(&entry.span(), "a fact needs `of`: the name of the fact, its `capability`, and `values`");
            return;
        }
        self.configuration.facts.push(mapping);
    }

    /// Parses the values of a capability for the values of a fact, in the order of the text.
    fn meanings(&mut self, value: Entry<'_, '_>) -> Vec<FactMeaning> {
        let Some(table) = self.table(value, "`values`") else { return Vec::new() };
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let meaning = |(key, value): (&Spanned<std::borrow::Cow<'_, str>>, Entry<'_, '_>)| {
            let capability = self.text(value, key.get_ref())?;
            Some(FactMeaning { fact: key.get_ref().to_string(), capability: vec![capability] })
        };
        entries.into_iter().filter_map(meaning).collect()
    }

    fn policy(&mut self, entry: Entry<'_, '_>) {
        let Some(table) = self.table(entry, "a policy") else { return };
        let before = self.problems.len();
        let mut policy = VersionPolicy::default();
        let mut of_kubernetes = None;
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "of" => policy.of = self.text(value, "of").unwrap_or_default(),
                "profile" => policy.profile = self.text(value, "profile"),
                "preview-days" => policy.preview_days = self.number(value, "preview-days", "days", 0..=MAX_DAYS),
                "deprecated-days" => {
                    policy.deprecated_days = self.number(value, "deprecated-days", "days", 1..=MAX_DAYS);
                }
                "end-of-life-days" => {
                    of_kubernetes = Some(key);
                    policy.end_of_life_days = self.number(value, "end-of-life-days", "days", 0..=MAX_DAYS);
                }
                "new-versions" => {
                    of_kubernetes = Some(key);
                    policy.new_versions = self.new_versions(value);
                }
                "supported" => policy.supported = self.versions(value, "supported"),
                "supported-per-minor" => policy.supported_per_minor = self.versions(value, "supported-per-minor"),
                other => self.unknown_key(&key.span(), other, &POLICY_KEYS),
            }
        }
        if self.problems.len() > before {
            return;
        }
        if policy.of.is_empty() {
            self.problem(&entry.span(), "a policy needs `of`: `kubernetes`, or the name of a machine image");
            return;
        }
        if let Some(key) = of_kubernetes.filter(|_| policy.of != KUBERNETES) {
            let problem = format!("`{}` is for versions of `kubernetes`, not of `{}`", key.get_ref(), policy.of);
            self.problem(&key.span(), problem);
            return;
        }
        self.configuration.upkeep.policies.push(policy);
    }

    fn new_versions(&mut self, value: Entry<'_, '_>) -> Option<NewVersions> {
        let written = value.get_ref().as_str();
        let read = [NewVersions::Patches, NewVersions::Minors].into_iter().find(|one| written == Some(one.as_str()));
        if read.is_none() {
            self.problem(&value.span(), "`new-versions` must be \"patches\" or \"minors\"");
        }
        read
    }

    fn versions(&mut self, value: Entry<'_, '_>, key: &str) -> Option<NonZeroU32> {
        self.number(value, key, "versions", 1..=MAX_VERSIONS).and_then(NonZeroU32::new)
    }

    /// Parses a number within bounds.
    pub(super) fn number(
        &mut self,
        value: Entry<'_, '_>,
        key: &str,
        of: &str,
        bounds: RangeInclusive<u32>,
    ) -> Option<u32> {
        let number = value.get_ref().as_integer();
        let number = number.and_then(|number| u32::from_str_radix(number.as_str(), number.radix()).ok());
        let number = number.filter(|number| bounds.contains(number));
        if number.is_none() {
            let (least, most) = bounds.into_inner();
            self.problem(&value.span(), format!("`{key}` must be a whole number of {of} from {least} to {most}"));
        }
        number
    }

    /// Parses a date, written as a TOML date or as a string.
    fn day(&mut self, value: Entry<'_, '_>, key: &str) -> Option<Day> {
        let written = match value.get_ref() {
            DeValue::Datetime(date) => date.to_string(),
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        let read: Option<Day> = written.parse().ok();
        if read.is_none() {
            self.problem(&value.span(), format!("`{key}` must be a date of the form 2026-12-31"));
        }
        read
    }

    /// Parses a non-empty string.
    fn text(&mut self, value: Entry<'_, '_>, key: &str) -> Option<String> {
        let text = value.get_ref().as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned);
        if text.is_none() {
            self.problem(&value.span(), format!("`{key}` must be a string that is not empty"));
        }
        text
    }
}
