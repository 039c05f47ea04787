//! Differences between the two semantics, and the quirks behind them.

use std::collections::HashMap;
use std::fmt;

use rootstock_core_model::{Quirks, Release, Semantics, Settings};
use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::QueryContext;

/// The answer under the other semantics, if it is different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Difference {
    /// The semantics that answer differently.
    pub semantics: Semantics,
    /// The release of Gardener that answers differently; absent if it is the newest one that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<Release>,
    /// The first maintenance run that differs; absent if there is no such run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// The quirks that change the answer on their own; empty if only a combination does.
    pub quirks: Vec<&'static str>,
    /// The other answer, in words.
    pub instead: Vec<String>,
}

impl fmt::Display for Difference {
    /// Formats as one sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.gardener {
            Some(release) => write!(f, "Gardener v{release} decides differently here")?,
            None => f.write_str(&self.semantics.decide_differently(self.gardener))?,
        }
        write!(f, ": {}", self.instead.join("; "))?;
        match self.quirks.as_slice() {
            [] => Ok(()),
            [one] => write!(f, " (quirk {one})"),
            several => write!(f, " (quirks {})", several.join(", ")),
        }
    }
}

/// Asks the same question under the other semantics. `differ` describes how the second answer differs from the first;
/// an empty list means that the difference does not matter.
pub(crate) fn compare<T>(
    asked: QueryContext,
    ours: &T,
    mut ask: impl FnMut(&Settings) -> T,
    differ: impl Fn(&T, &T) -> Vec<String>,
) -> Option<Difference> {
    let (semantics, settings) = (asked.semantics.other(), asked.settings);
    let other = settings.under(semantics);
    let theirs = ask(&other);
    let instead = differ(ours, &theirs);
    if instead.is_empty() {
        return None;
    }
    let mut quirks = Vec::new();
    for quirk in Quirks::table() {
        let theirs = other.quirks.get(quirk.name).filter(|on| settings.quirks.get(quirk.name) != Some(*on));
        let Some(switched) = theirs.and_then(|on| settings.quirks.with(quirk.name, on)) else { continue };
        if !differ(ours, &ask(&Settings { quirks: switched, ..settings })).is_empty() {
            quirks.push(quirk.name);
        }
    }
    let gardener = settings.gardener_if_other(semantics);
    Some(Difference { semantics, gardener, at: None, quirks, instead })
}

/// The names in a list of choices, each with its details.
pub(crate) type Offers = Vec<(String, String)>;

/// Describes how two lists of choices differ. The order matters only for the first entry, and only if `leads`.
pub(crate) fn describe_offer_differences<'o>(ours: &'o Offers, theirs: &'o Offers, leads: bool) -> Vec<String> {
    let mut instead = Vec::new();
    // If a name occurs twice, the first entry counts.
    let named = |offers: &'o Offers| -> HashMap<&'o str, &'o str> {
        offers.iter().rev().map(|(name, with)| (name.as_str(), with.as_str())).collect()
    };
    let (our, their) = (named(ours), named(theirs));
    let missing = |from: &HashMap<&str, &str>, of: &Offers| {
        let missing = of.iter().filter(|(name, _)| !from.contains_key(name.as_str()));
        missing.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let (added, removed) = (missing(&our, theirs), missing(&their, ours));
    if !added.is_empty() {
        instead.push(format!("{} can be chosen as well", listed(&added)));
    }
    if !removed.is_empty() {
        instead.push(format!("{} cannot be chosen", listed(&removed)));
    }
    let others = theirs.iter().filter(|(name, with)| our.get(name.as_str()).is_some_and(|other| other != with));
    instead.extend(describe_replacements(others.map(|(name, with)| (name, with))));
    if let (true, Some((ours, _)), Some((theirs, _))) = (leads, ours.first(), theirs.first())
        && ours != theirs
    {
        instead.push(format!("{theirs} comes first"));
    }
    instead
}

/// Describes the first few entries that get something else, and counts the others.
pub(crate) fn describe_replacements(
    others: impl Iterator<Item = (impl fmt::Display, impl fmt::Display)>,
) -> Vec<String> {
    few(others.map(|(name, with)| format!("{name} gets {with}")), |more| format!("{more} more get something else"))
}

/// Returns the first few sentences, and one that counts the others.
pub(crate) fn few(mut sentences: impl Iterator<Item = String>, rest: impl Fn(usize) -> String) -> Vec<String> {
    let mut few: Vec<String> = sentences.by_ref().take(LISTED).collect();
    let more = sentences.count();
    few.extend((more > 0).then(|| rest(more)));
    few
}

/// The number of names in a sentence.
const LISTED: usize = 5;

fn listed(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(LISTED).map(String::as_str).collect();
    match names.len().checked_sub(LISTED) {
        Some(more @ 1..) => format!("{} and {more} more", shown.join(", ")),
        _ => shown.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses `a=1 b=2` as offers.
    fn offers(text: &str) -> Offers {
        let pairs = text.split_whitespace().filter_map(|one| one.split_once('='));
        pairs.map(|(name, with)| (name.to_owned(), with.to_owned())).collect()
    }

    #[test]
    fn differences_between_offers_are_described() {
        let cases: [(&str, &str, bool, &[&str]); 8] = [
            ("a=1 b=2", "a=1 b=2", true, &[]),
            ("a=1", "a=1 b=2", true, &["b can be chosen as well"]),
            ("a=1 b=2 c=3", "a=1", true, &["b, c cannot be chosen"]),
            ("a=1 b=2", "b=2 a=1", false, &[]),
            ("a=1 b=2", "b=2 a=1", true, &["b comes first"]),
            ("a=1 b=2", "a=2 b=2", true, &["a gets 2"]),
            ("a=1 a=2", "a=1 a=1", false, &[]),
            (
                "a=1 b=1 c=1 d=1 e=1 f=1 g=1",
                "a=2 b=2 c=2 d=2 e=2 f=2 g=2",
                false,
                &["a gets 2", "b gets 2", "c gets 2", "d gets 2", "e gets 2", "2 more get something else"],
            ),
        ];
        for (ours, theirs, leads, expected) in cases {
            assert_eq!(
                describe_offer_differences(&offers(ours), &offers(theirs), leads),
                expected,
                "{ours} | {theirs}"
            );
        }
    }
}
