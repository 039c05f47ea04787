//! The parser of a lock's text.

use std::collections::BTreeMap;
use std::str::FromStr;

use rootstock_core_model::{FeatureGates, GardenerRelease, Semantics};
use rootstock_judge::ImageVersionName;
use rootstock_versioning::Timestamp;

use super::text::{line, semantics_name};
use super::{Boot, Lock, LockSettings, LockedClass, LockedProfile};

/// A mistake in the text of a lock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}; resolve the conflict, or write the lock anew with `rootstock lock --accept`")]
pub struct LockError {
    /// The line, from 1.
    pub line: usize,
    /// The mistake.
    pub problem: String,
}

impl FromStr for Lock {
    type Err = LockError;

    /// Parses the text of a lock. Empty lines and lines that start with `#` are ignored.
    fn from_str(text: &str) -> Result<Self, LockError> {
        let mut reader = Reader::default();
        for (number, line) in (1..).zip(text.lines()) {
            let failed = |problem| LockError { line: number, problem };
            if !line.is_empty() && !line.starts_with('#') {
                reader.line(line).map_err(failed)?;
            }
        }
        let missing =
            |what: &str| LockError { line: text.lines().count().max(1), problem: format!("there is no `{what}`") };
        let settings = LockSettings {
            semantics: reader.semantics.ok_or_else(|| missing(line::SEMANTICS))?,
            gates: reader.gates.ok_or_else(|| missing(line::GATES))?,
            gardener: reader.gardener.ok_or_else(|| missing(line::GARDENER))?,
            at: reader.at.ok_or_else(|| missing(line::AT))?,
        };
        Ok(Self { profiles: reader.profiles, ..Self::new(settings) })
    }
}

#[derive(Default)]
struct Reader {
    semantics: Option<Semantics>,
    gates: Option<FeatureGates>,
    gardener: Option<GardenerRelease>,
    at: Option<Timestamp>,
    profiles: BTreeMap<String, LockedProfile>,
    profile: Option<String>,
    class: Option<String>,
}

impl Reader {
    fn line(&mut self, text: &str) -> Result<(), String> {
        let words = words(text)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            [line::SEMANTICS, name] => {
                let known = [Semantics::Documented, Semantics::Gardener].into_iter();
                let found = known.into_iter().find(|one| semantics_name(*one) == *name);
                self.semantics = Some(found.ok_or_else(|| format!("there are no semantics `{name}`"))?);
            }
            [line::GATES, gates] => self.gates = Some(gates.parse().map_err(|error| format!("{error}"))?),
            [line::GARDENER, gardener] => {
                self.gardener = Some(gardener.parse().map_err(|error| format!("{error}"))?);
            }
            [line::AT, at] => self.at = Some(at.parse().map_err(|error| format!("{error}"))?),
            [line::PROFILE, name] => {
                if self.profiles.insert((*name).to_owned(), LockedProfile::default()).is_some() {
                    return Err(format!("profile `{name}` is there twice"));
                }
                (self.profile, self.class) = (Some((*name).to_owned()), None);
            }
            [line::REGION, name] => {
                if !self.current_profile()?.regions.insert((*name).to_owned()) {
                    return Err(format!("region `{name}` is there twice"));
                }
            }
            [line::CLASS, label] => {
                if self.current_profile()?.classes.insert((*label).to_owned(), LockedClass::default()).is_some() {
                    return Err(format!("class `{label}` is there twice"));
                }
                self.class = Some((*label).to_owned());
            }
            [line::MACHINE_TYPE, name] => {
                if !self.current_class()?.machine_types.insert((*name).to_owned()) {
                    return Err(format!("machine type `{name}` is there twice"));
                }
            }
            [line::BOOTS, image, version, flavor, references @ ..] => {
                let name = ImageVersionName { image: (*image).to_owned(), version: (*version).to_owned() };
                let mut boot = Boot { flavor: (*flavor).to_owned(), ..Boot::default() };
                for pair in references.chunks(2) {
                    let [region, reference] = pair else {
                        return Err(format!("`{}` has no reference", pair.concat()));
                    };
                    boot.references.insert((*region).to_owned(), (*reference).to_owned());
                }
                if self.current_class()?.boots.insert(name, boot).is_some() {
                    return Err(format!("image `{image}` `{version}` is there twice"));
                }
            }
            _ => return Err("this is not a line of a lock".to_owned()),
        }
        Ok(())
    }

    fn current_profile(&mut self) -> Result<&mut LockedProfile, String> {
        let profile = self.profile.as_ref().and_then(|name| self.profiles.get_mut(name));
        profile.ok_or_else(|| "the line must follow a `profile`".to_owned())
    }

    fn current_class(&mut self) -> Result<&mut LockedClass, String> {
        let label = self.class.clone();
        let class = label.and_then(|label| self.current_profile().ok()?.classes.get_mut(&label));
        class.ok_or_else(|| "the line must follow a `class`".to_owned())
    }
}

/// Splits a line at spaces; a word in double quotes is a JSON string.
fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        if rest.starts_with('"') {
            let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let word = strings.next().and_then(Result::ok).ok_or("a quote is not closed")?;
            rest = rest.get(strings.byte_offset()..).unwrap_or_default();
            rest = rest.strip_prefix(' ').unwrap_or(rest);
            words.push(word);
        } else {
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            words.push(word.to_owned());
            rest = after;
        }
    }
    Ok(words)
}
