//! Lists of changes in files.

use rootstock_core_model::RawObject;
use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::reference_list::read_list;
use crate::{ListError, ProfileChange};

/// A list of changes, which are applied in order.
///
/// ```
/// use rootstock_upkeep::ChangeList;
/// let text = "\
/// changes:
/// - {do: set, place: 'spec.volumeTypes[fast]', value: {class: premium}}
/// - {do: remove, image: gardenlinux, version: 1592.1.0}
/// ";
/// assert_eq!(ChangeList::read("changes.yaml", text.as_bytes())?.changes.len(), 2);
/// assert!(ChangeList::read("changes.yaml", text.replace("place", "plaec").as_bytes()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "A list of changes to a profile, which are applied in order.")
)]
pub struct ChangeList {
    /// The changes.
    pub changes: Vec<ProfileChange>,
}

/// Like [`ChangeList`], but with undecoded changes.
#[derive(Default, Decodable)]
#[serde(default)]
struct RawChangeList {
    changes: Vec<RawObject>,
}

impl ChangeList {
    /// Parses a list in YAML or JSON; `name` is the file name.
    ///
    /// # Errors
    ///
    /// Returns an error if any part of the list is invalid: a list is used as a whole or not at all.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, ListError> {
        let raw: RawChangeList = read_list(name, bytes, "a list of changes must be a single document with `changes`")?;
        let changes =
            raw.changes.iter().enumerate().map(|(index, raw)| read_change(raw, index)).collect::<Result<_, _>>()?;
        Ok(Self { changes })
    }
}

fn read_change(raw: &RawObject, index: usize) -> Result<ProfileChange, ListError> {
    let wrong = |reason: String| ListError::InvalidChange { index, reason };
    let text = serde_json::to_string(raw).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(without_place(&error.to_string())))
}

/// Strips the line and column, because they refer to an internal text.
fn without_place(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("{do: vanish}", "change 1: unknown variant `vanish`")]
    #[case("{do: set, plaec: spec.x, value: 1}", "change 1: unknown field `plaec`, expected `place` or `value`")]
    #[case("{do: set, place: kind, value: 1}", "change 1: `kind` is invalid")]
    #[case("{do: add, version: 1.35.0, classificaton: preview}", "change 1: unknown field `classificaton`")]
    #[case(
        "{do: add, image: a, version: 1.0.0, references: [{regoin: x, reference: z}]}",
        "change 1: unknown field `regoin`, expected one of"
    )]
    fn unknown_fields_and_variants_are_refused(#[case] change: &str, #[case] message: &str) {
        let error =
            ChangeList::read("changes.yaml", format!("changes: [{change}]").as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
