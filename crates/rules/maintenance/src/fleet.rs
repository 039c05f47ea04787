//! Fleets: any number of Shoots, read and processed one by one.

mod representatives;
mod stream;
mod summary;

use std::sync::Arc;

use rootstock_core_model::{Decode, Path, RawObject, Shoot};
use serde::{Deserialize, Serialize};

pub use representatives::{MAX_CHECKED_USERS, Representatives, ShootUses, unchecked_users_note};
pub use stream::{MAX_SHOOT_BYTES, ShootStream};
pub use summary::{FleetSummary, ReasonCount};

use crate::row::ShootRow;

/// A Shoot, parsed or as text.
#[derive(Debug, Clone)]
pub enum FleetItem {
    /// One Shoot as JSON text.
    Json(JsonShoot),
    /// One Shoot that the caller has parsed.
    Shoot(Box<Shoot>),
    /// An item that is not a Shoot.
    Unreadable(Unreadable),
}

/// One Shoot as JSON text.
#[derive(Debug, Clone)]
pub struct JsonShoot {
    /// The file it comes from, or `-`.
    pub source: Arc<str>,
    /// The index of the Shoot in that file, from 0.
    pub index: usize,
    /// The offset of its beginning in the file, in bytes.
    pub offset: u64,
    /// The line on which it begins, from 1, if the file is not JSON; then the text is not a part of the file.
    pub line: Option<u64>,
    /// The text, shared so that cloning is cheap.
    pub text: Arc<[u8]>,
}

/// An item that should be a Shoot but cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(rename_all = "camelCase")]
#[error("{source_name}: {message}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unreadable {
    /// The file it comes from, or `-`.
    #[serde(rename = "source")]
    pub source_name: String,
    /// The offset of the error in the file, in bytes, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The problem in one sentence.
    pub message: String,
    /// The kind of the object, if it is of another kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// The fields that are read from an item that cannot be parsed as a Shoot.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Head {
    kind: Option<String>,
    metadata: Option<Name>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Name {
    namespace: Option<String>,
    name: Option<String>,
}

impl Head {
    /// Returns ` (NAMESPACE/NAME)`, if it has a name.
    fn name(&self) -> String {
        let metadata = self.metadata.as_ref();
        let namespace = metadata.and_then(|it| it.namespace.as_ref()).map(|name| format!("{name}/"));
        let name = metadata.and_then(|it| it.name.as_ref());
        name.map(|name| format!(" ({}{name})", namespace.unwrap_or_default())).unwrap_or_default()
    }
}

/// The result for one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FleetAnswer<T> {
    /// The result for a Shoot.
    Shoot(T),
    /// An item that is not a Shoot.
    Unreadable(Unreadable),
}

impl JsonShoot {
    /// Parses the fields of a [`ShootRow`].
    fn row(&self) -> serde_json::Result<ShootRow<'_>> {
        match std::str::from_utf8(&self.text) {
            // Validating the whole text as UTF-8 once is faster than string by string.
            Ok(text) => serde_json::from_str(text),
            Err(_) => serde_json::from_slice(&self.text),
        }
    }

    /// Describes an error and its offset in the whole file.
    fn unreadable(&self, error: &serde_json::Error) -> Unreadable {
        // Lines and columns are relative to the beginning of this item, which is of no use to the user.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        let message = &unquoted(message).unwrap_or_else(|| message.to_owned());
        let head: Head = serde_json::from_slice(&self.text).unwrap_or_default();
        let (item, name) = (self.index + 1, head.name());
        let kind = head.kind.filter(|kind| kind != Shoot::KIND);
        if let Some(line) = self.line {
            return Unreadable {
                source_name: self.source.to_string(),
                offset: Some(self.offset),
                message: format!("line {line}{name}: cannot be read as a Shoot: {message}"),
                kind,
            };
        }
        let lines = self.text.split_inclusive(|byte| *byte == b'\n').take(error.line().saturating_sub(1));
        let before = lines.map(<[u8]>::len).sum::<usize>() + error.column().saturating_sub(1);
        let offset = self.offset + before as u64;
        Unreadable {
            source_name: self.source.to_string(),
            offset: Some(offset),
            message: format!("item {item}{name} cannot be read as a Shoot: {message}, at byte {offset}"),
            kind,
        }
    }
}

/// Returns the message about a version without quotes, which YAML reads as a number.
fn unquoted(message: &str) -> Option<String> {
    let (_, number) = message.split_once("floating point `").or_else(|| message.split_once("integer `"))?;
    let number = number.strip_suffix("`, expected a string")?;
    Some(format!("a string is expected, but `{number}` is a number: put it in quotes"))
}

impl FleetItem {
    /// Calls `question` with the Shoot, as far as a [`ShootRow`] contains it.
    ///
    /// ```
    /// use rootstock_maintenance::{FleetAnswer, ShootStream};
    /// let text = br#"{"items": [{"metadata": {"name": "a"}}, {"metadata": {"name": "b"}}]}"#;
    /// let names: Vec<_> = ShootStream::new("-", &text[..]).map(|item| item.ask(|shoot| shoot.name.to_string())).collect();
    /// assert_eq!(names, ["a", "b"].map(|name| FleetAnswer::Shoot(name.to_owned())));
    /// ```
    pub fn ask<T>(&self, question: impl FnOnce(&ShootRow<'_>) -> T) -> FleetAnswer<T> {
        let row = match self {
            Self::Shoot(shoot) => Ok(ShootRow::from(&**shoot)),
            Self::Unreadable(unreadable) => Err(unreadable.clone()),
            Self::Json(json) => json.row().map_err(|error| json.unreadable(&error)),
        };
        match row {
            Ok(row) => FleetAnswer::Shoot(question(&row)),
            Err(unreadable) => FleetAnswer::Unreadable(unreadable),
        }
    }

    /// Calls `question` with the whole Shoot, if a [`ShootRow`] is not enough. Parsing takes about twice as long.
    pub fn ask_whole<T>(&self, question: impl FnOnce(&Shoot) -> T) -> FleetAnswer<T> {
        let json = match self {
            Self::Shoot(shoot) => return FleetAnswer::Shoot(question(shoot)),
            Self::Unreadable(unreadable) => return FleetAnswer::Unreadable(unreadable.clone()),
            Self::Json(json) => json,
        };
        // Report the same errors as [`ask`](Self::ask).
        if let Err(error) = json.row() {
            return FleetAnswer::Unreadable(json.unreadable(&error));
        }
        match serde_json::from_slice::<Shoot>(&json.text) {
            Ok(shoot) => FleetAnswer::Shoot(question(&shoot)),
            // A null in place of a list or an object counts as absent.
            Err(error) => {
                match serde_json::from_slice::<RawObject>(&json.text).map(|raw| raw.decode_known(&Path::object())) {
                    Ok((shoot, violations)) if violations.is_empty() => FleetAnswer::Shoot(question(&shoot)),
                    _ => FleetAnswer::Unreadable(json.unreadable(&error)),
                }
            }
        }
    }

    /// Returns the number of bytes of its text.
    #[must_use]
    pub fn size(&self) -> usize {
        if let Self::Json(json) = self { json.text.len() } else { 0 }
    }
}
