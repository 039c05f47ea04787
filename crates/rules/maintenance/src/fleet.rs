//! Any number of Shoots, read and asked one by one.

mod stream;
mod summary;

use std::sync::Arc;

use rootstock_core_model::{Decode, Path, RawObject, Shoot};
use serde::{Deserialize, Serialize};

pub use stream::{MAX_SHOOT_BYTES, ShootStream};
pub use summary::{FleetSummary, ReasonCount};

use crate::row::ShootRow;

/// A Shoot that is still to be read, or already is.
#[derive(Debug, Clone)]
pub enum FleetItem {
    /// One Shoot as JSON text.
    Json(JsonShoot),
    /// One Shoot, read by somebody else.
    Shoot(Box<Shoot>),
    /// Something that is no Shoot.
    Unreadable(Unreadable),
}

/// One Shoot as JSON text.
#[derive(Debug, Clone)]
pub struct JsonShoot {
    /// The file it comes from, or `-`.
    pub source: Arc<str>,
    /// Which of the Shoots of that file it is, from 0.
    pub index: usize,
    /// Where in the file it begins, in bytes.
    pub offset: u64,
    /// The line on which it begins, from 1, where the file is not JSON: then the text is not what stands there.
    pub line: Option<u64>,
    /// The text; whoever keeps Shoots hands out copies for nothing.
    pub text: Arc<[u8]>,
}

/// Something that should be a Shoot and cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(rename_all = "camelCase")]
#[error("{source_name}: {message}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unreadable {
    /// The file it comes from, or `-`.
    #[serde(rename = "source")]
    pub source_name: String,
    /// Where in the file the mistake is, in bytes, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What it is instead, if it is an object of another kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// What is looked at in an item that cannot be read as a Shoot.
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
    /// ` (NAMESPACE/NAME)`, if it has a name.
    fn name(&self) -> String {
        let metadata = self.metadata.as_ref();
        let namespace = metadata.and_then(|it| it.namespace.as_ref()).map(|name| format!("{name}/"));
        let name = metadata.and_then(|it| it.name.as_ref());
        name.map(|name| format!(" ({}{name})", namespace.unwrap_or_default())).unwrap_or_default()
    }
}

/// The answer to one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FleetAnswer<T> {
    /// For a Shoot.
    Shoot(T),
    /// For what is none.
    Unreadable(Unreadable),
}

impl JsonShoot {
    /// What is looked at in it.
    fn row(&self) -> serde_json::Result<ShootRow<'_>> {
        match std::str::from_utf8(&self.text) {
            // Once for all of it is faster than string by string.
            Ok(text) => serde_json::from_str(text),
            Err(_) => serde_json::from_slice(&self.text),
        }
    }

    /// What is wrong with it, and where in the whole file.
    fn unreadable(&self, error: &serde_json::Error) -> Unreadable {
        // Lines and columns count from the beginning of this item, which helps nobody.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
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

impl FleetItem {
    /// Asks about the Shoot, as far as a [`ShootRow`] knows it.
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

    /// Asks about the whole Shoot, where a [`ShootRow`] is not enough. Reading takes about twice as long.
    pub fn ask_whole<T>(&self, question: impl FnOnce(&Shoot) -> T) -> FleetAnswer<T> {
        let json = match self {
            Self::Shoot(shoot) => return FleetAnswer::Shoot(question(shoot)),
            Self::Unreadable(unreadable) => return FleetAnswer::Unreadable(unreadable.clone()),
            Self::Json(json) => json,
        };
        // Mistakes are the same for whom a few fields are enough.
        if let Err(error) = json.row() {
            return FleetAnswer::Unreadable(json.unreadable(&error));
        }
        match serde_json::from_slice::<Shoot>(&json.text) {
            Ok(shoot) => FleetAnswer::Shoot(question(&shoot)),
            // A null in the place of a list or an object is as good as nothing.
            Err(error) => {
                match serde_json::from_slice::<RawObject>(&json.text).map(|raw| raw.decode_known(&Path::object())) {
                    Ok((shoot, violations)) if violations.is_empty() => FleetAnswer::Shoot(question(&shoot)),
                    _ => FleetAnswer::Unreadable(json.unreadable(&error)),
                }
            }
        }
    }

    /// The number of bytes of its text.
    #[must_use]
    pub fn size(&self) -> usize {
        if let Self::Json(json) = self { json.text.len() } else { 0 }
    }
}
