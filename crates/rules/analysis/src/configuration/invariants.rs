//! `[[invariants]]`: sentences about every worker that profiles admit.

use rootstock_core_model::matches_pattern;
use rootstock_guarantees::Invariant;
use toml::Spanned;
use toml::de::DeValue;

use super::Configuration;
use super::reader::Reader;

pub(super) const INVARIANT_KEYS: [&str; 2] = ["profile", "that"];

/// An invariant, and the profiles that it is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ConfiguredInvariant {
    pub(crate) invariant: Invariant,
    /// The profiles, `*` for anything; `None`: all.
    profile: Option<String>,
}

impl ConfiguredInvariant {
    /// Returns whether the invariant is about a profile.
    pub(crate) fn is_about(&self, profile: &str) -> bool {
        self.profile.as_deref().is_none_or(|pattern| matches_pattern(pattern, profile))
    }
}

impl Configuration {
    /// Returns the invariants about a profile, in the order of the file.
    pub fn invariants_of(&self, profile: &str) -> impl Iterator<Item = &Invariant> {
        self.invariants.iter().filter(move |one| one.is_about(profile)).map(|one| &one.invariant)
    }
}

impl Reader<'_> {
    pub(super) fn invariants(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(list) = value.get_ref().as_array() else {
            self.problem(&value.span(), "write each invariant as an `[[invariants]]` table");
            return;
        };
        for entry in list.iter() {
            self.invariant(entry);
        }
    }

    fn invariant(&mut self, entry: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table(entry, "an invariant") else { return };
        let (mut invariant, mut profile) = (None, None);
        let before = self.problems();
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref().as_str()) {
                ("that", Some(sentence)) => match sentence.parse::<Invariant>() {
                    Ok(parsed) => invariant = Some(parsed),
                    Err(problem) => self.problem(&value.span(), problem.to_string()),
                },
                ("profile", Some(pattern)) if !pattern.trim().is_empty() => profile = Some(pattern.to_owned()),
                ("that", _) => self
                    .problem(&value.span(), "`that` must be a sentence such as \"every worker always has an image\""),
                ("profile", _) => {
                    self.problem(&value.span(), "`profile` must be the name of a profile, `*` for anything")
                }
                (other, _) => self.unknown_key(&key.span(), other, &INVARIANT_KEYS),
            }
        }
        match invariant {
            Some(invariant) => self.configuration.invariants.push(ConfiguredInvariant { invariant, profile }),
            // Their mistakes have already been reported.
            None if self.problems() > before => {}
            None => self.problem(&entry.span(), "an invariant needs its sentence `that`"),
        }
    }
}
