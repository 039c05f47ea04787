//! Values for places of a profile.

use std::str::FromStr;

use rootstock_core_model::RawObject;
use rootstock_document::{ReadLimits, read};
use serde::{Deserialize, Serialize};

use crate::{ProfilePlace, UpkeepArgumentError};

/// A place of a profile and its new value.
///
/// An object is merged into the existing one: its fields are added or changed, fields that are null are removed, and others
/// stay. Any other value replaces the existing one. A missing place is added, with everything on the path to it.
///
/// As one argument: the place, followed by `=` and the value in YAML. An item of a list may be added without a value.
///
/// ```
/// use rootstock_upkeep::FieldSetting;
/// let setting: FieldSetting = "spec.volumeTypes[fast]={class: premium}".parse()?;
/// assert_eq!(setting.place.to_string(), "spec.volumeTypes[fast]");
/// assert_eq!(setting.value.unwrap_or_default().get("class").and_then(|class| class.as_str()), Some("premium"));
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "A place in a profile, and its new value.")
)]
pub struct FieldSetting {
    /// The place.
    pub place: ProfilePlace,
    /// The new value; absent: an item with only its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<RawObject>,
}

impl FromStr for FieldSetting {
    type Err = UpkeepArgumentError;

    fn from_str(text: &str) -> Result<Self, UpkeepArgumentError> {
        let form = "PLACE=VALUE, or the name of a new item, for instance `spec.limits.maxNodesTotal=100` or \
                    `spec.regions[eu-1].zones[eu-1c]`";
        let Some((place, value)) = split(text) else {
            let place = text.parse()?;
            return if text.ends_with(']') {
                Ok(Self { place, value: None })
            } else {
                Err(UpkeepArgumentError::new(text, form))
            };
        };
        let value = parsed(value).ok_or_else(|| UpkeepArgumentError::new(text, form))?;
        Ok(Self { place: place.parse()?, value: Some(value) })
    }
}

/// Splits place and value at the first `=` outside brackets.
fn split(text: &str) -> Option<(&str, &str)> {
    let mut inside = false;
    let at = text.find(|letter| {
        inside = letter == '[' || inside && letter != ']';
        letter == '=' && !inside
    })?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Parses a value in YAML: a list, an object, a number, a boolean or a quoted string; anything else is plain text.
fn parsed(value: &str) -> Option<RawObject> {
    let is_number = value.parse::<i64>().is_ok_and(|number| number.to_string() == value);
    if value == "null" {
        return Some(RawObject::default());
    }
    if !is_number && !matches!(value, "true" | "false") && !value.starts_with(['{', '[', '"', '\'']) {
        return RawObject::from_serialize(&value).ok();
    }
    let file = read::read("value", value.as_bytes(), &ReadLimits::default());
    let [document] = file.documents.as_slice() else { return None };
    document.raw().filter(|_| document.problems.is_empty()).cloned()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("spec.limits.maxNodesTotal=100", "100")]
    #[case("spec.machineTypes[a=b].usable=true", "true")]
    #[case("spec.x=1.30", "\"1.30\"")]
    #[case("spec.x='1'", "\"1\"")]
    #[case("spec.x=", "\"\"")]
    #[case("spec.x=a=b", "\"a=b\"")]
    #[case("spec.x=[a, {b: 1}]", "[\"a\",{\"b\":1}]")]
    #[case("spec.x=yes", "\"yes\"")]
    #[case("spec.x=a: b", "\"a: b\"")]
    #[case("spec.x=>= 1.32, < 1.36", "\">= 1.32, < 1.36\"")]
    #[case("spec.x=null", "null")]
    fn value_is_parsed_as_yaml(#[case] text: &str, #[case] json: &str) {
        let setting: FieldSetting = text.parse().unwrap();
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(setting.value, Some(RawObject::from_serialize(&value).unwrap()));
    }

    #[rstest]
    #[case("spec.x")]
    #[case("spec.x={")]
    #[case("=1")]
    #[case("spec.x=[a: b: c]")]
    fn invalid_settings_are_refused(#[case] text: &str) {
        assert!(text.parse::<FieldSetting>().is_err());
    }
}
