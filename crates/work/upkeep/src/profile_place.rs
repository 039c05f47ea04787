//! Places in a profile; items of lists are identified by name.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;

use rootstock_analysis::configuration::matches_pattern;
use rootstock_document::NodeRef;
use serde::{Deserialize, Serialize};

use crate::UpkeepArgumentError;

const WILDCARD: char = '*';
const SPEC: &str = "spec";
const METADATA: &str = "metadata";
/// The field with the capabilities that identify flavors.
pub(crate) const CAPABILITIES: &str = "capabilities";

/// A field of a profile, or an item of a list by its name: `spec.machineTypes[m5.large].usable`,
/// `spec.regions[eu-1].zones[eu-1a].unavailableMachineTypes[m4.large]`.
///
/// An item is identified by its `name`, its `version` or its other identifying field; a string by itself. `*` matches anything.
/// Items without a name are identified by some of their fields: `capabilityFlavors[architecture:arm64,bootMode:uefi]`. Keys
/// with dots are written in brackets, too: `metadata.labels[example.org/team]`.
///
/// ```
/// use rootstock_upkeep::ProfilePlace;
/// let place: ProfilePlace = "spec.regions[eu-1].zones[*].unavailableVolumeTypes[fast]".parse()?;
/// assert_eq!(place.to_string(), "spec.regions[eu-1].zones[*].unavailableVolumeTypes[fast]");
/// assert!("status.regions".parse::<ProfilePlace>().is_err());
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        with = "String",
        description = "A field of a profile, or an item of a list by its name: `spec.machineTypes[m5.large].usable`."
    )
)]
pub struct ProfilePlace(Vec<Step>);

/// A step of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// A field of an object.
    Field(String),
    /// An item of a list, or a key of an object with arbitrary keys.
    Named(String),
}

impl ProfilePlace {
    pub(crate) fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Creates the place at the end of some steps.
    pub(crate) fn of(steps: &[Step]) -> Self {
        Self(steps.to_vec())
    }
}

impl Step {
    /// Returns the key, or the name of the item.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Field(name) | Self::Named(name) => name,
        }
    }

    /// Returns whether the step may match several items.
    pub(crate) fn is_pattern(&self) -> bool {
        matches!(self, Self::Named(name) if name.contains(WILDCARD))
    }

    /// Returns whether the step matches an item; `key` is the identifying field of the list.
    pub(crate) fn is(&self, item: NodeRef<'_>, key: &str) -> bool {
        let name = item.get(key).or(Some(item)).and_then(NodeRef::raw_text);
        name.is_some_and(|name| matches_pattern(self.text(), name)) || self.fields().is_some_and(|all| has(item, &all))
    }

    /// Returns the fields that identify an item, with their values.
    pub(crate) fn fields(&self) -> Option<Vec<(&str, Vec<&str>)>> {
        let Self::Named(name) = self else { return None };
        let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut positions = HashMap::new();
        for part in name.split(',') {
            let (field, value) =
                part.split_once(':').filter(|(field, value)| !field.is_empty() && !value.is_empty())?;
            let position = *positions.entry(field).or_insert(fields.len());
            match fields.get_mut(position) {
                Some((_, values)) => values.push(value),
                None => fields.push((field, vec![value])),
            }
        }
        Some(fields)
    }
}

/// Returns whether an item has some fields, directly or as capabilities.
pub(crate) fn has(item: NodeRef<'_>, fields: &[(&str, Vec<&str>)]) -> bool {
    let own = item.by_key();
    let capabilities = own.get(CAPABILITIES).map(|capabilities| capabilities.by_key()).unwrap_or_default();
    fields.iter().all(|(field, values)| {
        let there = own.get(field).or_else(|| capabilities.get(field));
        there.is_some_and(|there| match there.raw_text() {
            Some(text) => *values == [text],
            None if there.len() != values.len() => false,
            None => {
                let values: HashSet<&str> = values.iter().copied().collect();
                there.items().filter_map(NodeRef::raw_text).all(|one| values.contains(one))
            }
        })
    })
}

impl fmt::Display for ProfilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if position == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Named(name) => write!(f, "[{name}]")?,
            }
        }
        Ok(())
    }
}

impl From<ProfilePlace> for String {
    fn from(place: ProfilePlace) -> Self {
        place.to_string()
    }
}

impl TryFrom<String> for ProfilePlace {
    type Error = UpkeepArgumentError;

    fn try_from(text: String) -> Result<Self, UpkeepArgumentError> {
        text.parse()
    }
}

impl FromStr for ProfilePlace {
    type Err = UpkeepArgumentError;

    fn from_str(text: &str) -> Result<Self, UpkeepArgumentError> {
        let form = "a field below `spec`, `metadata.labels` or `metadata.annotations`, with items of lists by their names, for \
                    instance `spec.machineTypes[m5.large].usable`";
        let steps = steps(text).filter(|steps| is_editable(steps));
        steps.map(Self).ok_or_else(|| UpkeepArgumentError::new(text, form))
    }
}

fn is_editable(steps: &[Step]) -> bool {
    match steps {
        [Step::Field(first), Step::Field(_), ..] if first == SPEC => true,
        [Step::Field(first), Step::Field(second), _, ..] if first == METADATA => {
            second == "labels" || second == "annotations"
        }
        _ => false,
    }
}

fn steps(text: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        rest = if let Some(inner) = rest.strip_prefix('[') {
            let (name, rest) = inner.split_once(']').filter(|(name, _)| !name.is_empty() && !steps.is_empty())?;
            steps.push(Step::Named(name.to_owned()));
            rest
        } else {
            let field = if steps.is_empty() { rest } else { rest.strip_prefix('.')? };
            let end = field.find(['.', '[']).unwrap_or(field.len());
            let (name, rest) = field.split_at_checked(end).filter(|(name, _)| !name.is_empty())?;
            steps.push(Step::Field(name.to_owned()));
            rest
        };
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("")]
    #[case("spec")]
    #[case("kind")]
    #[case("metadata.name")]
    #[case("metadata.labels")]
    #[case("spec.")]
    #[case("spec..regions")]
    #[case("spec.regions[]")]
    #[case("spec.regions[a")]
    #[case("spec.regions[a]b")]
    #[case("[spec].regions")]
    fn invalid_place_is_refused(#[case] text: &str) {
        assert!(text.parse::<ProfilePlace>().is_err());
    }
}
