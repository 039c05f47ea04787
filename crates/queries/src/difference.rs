//! Where the other semantics answer something else, and which quirks make them do so.

use std::fmt;

use rootstock_core_model::{Quirks, Semantics, Settings};
use rootstock_versioning::Timestamp;
use serde::Serialize;

use crate::Asked;

/// What the other semantics answer, where that is something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// Whose answer this is.
    pub semantics: Semantics,
    /// The run of maintenance in which it departs; absent if there is no such run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// The quirks that change the answer, each by itself; none if only several together do.
    pub quirks: Vec<&'static str>,
    /// What the answer is then, in words.
    pub instead: Vec<String>,
}

impl fmt::Display for Difference {
    /// In one sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", decides_differently(self.semantics), self.instead.join("; "))?;
        match self.quirks.as_slice() {
            [] => Ok(()),
            [one] => write!(f, " (quirk {one})"),
            several => write!(f, " (quirks {})", several.join(", ")),
        }
    }
}

/// Asks the other semantics the same question. `differ` says in words what the second answer has instead of the first;
/// nothing if that does not matter.
pub(crate) fn compare<T>(
    asked: Asked,
    ours: &T,
    mut ask: impl FnMut(&Settings) -> T,
    differ: impl Fn(&T, &T) -> Vec<String>,
) -> Option<Difference> {
    let (semantics, settings) = (asked.semantics.other(), asked.settings);
    let theirs = ask(&Settings { quirks: Quirks::of(semantics), ..settings });
    let instead = differ(ours, &theirs);
    if instead.is_empty() {
        return None;
    }
    let mut quirks = Vec::new();
    for quirk in Quirks::table() {
        let switched = settings.quirks.get(quirk.name).and_then(|on| settings.quirks.with(quirk.name, !on));
        let Some(switched) = switched else { continue };
        if !differ(ours, &ask(&Settings { quirks: switched, ..settings })).is_empty() {
            quirks.push(quirk.name);
        }
    }
    Some(Difference { semantics, at: None, quirks, instead })
}

/// Who decides differently, as the beginning of a sentence.
#[must_use]
pub const fn decides_differently(semantics: Semantics) -> &'static str {
    match semantics {
        Semantics::Gardener => "Gardener v1.150 decides differently here",
        Semantics::Documented => "The documents say otherwise here",
    }
}

/// What a list offers: names, and what comes with each.
pub(crate) type Offers = Vec<(String, String)>;

/// What differs between two lists of offers, in words. Their order counts for the first one only, if it `leads`.
pub(crate) fn offers_instead(ours: &Offers, theirs: &Offers, leads: bool) -> Vec<String> {
    let mut instead = Vec::new();
    let missing = |from: &Offers, of: &Offers| {
        let missing = of.iter().filter(|(name, _)| !from.iter().any(|(known, _)| known == name));
        missing.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let (added, removed) = (missing(ours, theirs), missing(theirs, ours));
    if !added.is_empty() {
        instead.push(format!("{} can be chosen as well", listed(&added)));
    }
    if !removed.is_empty() {
        instead.push(format!("{} cannot be chosen", listed(&removed)));
    }
    for (name, with) in theirs {
        if ours.iter().any(|(known, other)| known == name && other != with) {
            instead.push(format!("{name} gets {with}"));
        }
    }
    if let (true, Some((ours, _)), Some((theirs, _))) = (leads, ours.first(), theirs.first())
        && ours != theirs
    {
        instead.push(format!("{theirs} comes first"));
    }
    instead
}

/// How many names a sentence lists.
const LISTED: usize = 5;

fn listed(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(LISTED).map(String::as_str).collect();
    match names.len().checked_sub(LISTED) {
        Some(more @ 1..) => format!("{} and {more} more", shown.join(", ")),
        _ => shown.join(", "),
    }
}
