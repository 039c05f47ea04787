//! Classifications of a version: preview, supported, deprecated, expired, or not available yet.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The classification of a version.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Classification {
    /// Before the first lifecycle stage. Never part of a profile, only computed.
    Unavailable,
    /// Opt-in only; automatic updates do not select it.
    Preview,
    /// The normal state.
    #[default]
    Supported,
    /// Still usable; automatic updates move away from it.
    Deprecated,
    /// Not usable for new clusters; force updates move away from it.
    Expired,
    /// Any other text, as written.
    Unknown(String),
}

impl Classification {
    /// The classifications that a profile may contain, in Gardener's order.
    pub const WRITABLE: [&'static str; 4] = ["deprecated", "expired", "preview", "supported"];

    /// Returns the name of the classification in a profile.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Unavailable => "unavailable",
            Self::Preview => "preview",
            Self::Supported => "supported",
            Self::Deprecated => "deprecated",
            Self::Expired => "expired",
            Self::Unknown(text) => text,
        }
    }

    /// Returns the position in the lifecycle: unavailable 0, preview 1, supported 2, deprecated 3, expired 4; unknown 0.
    #[must_use]
    pub const fn rank(&self) -> u8 {
        match self {
            Self::Unavailable | Self::Unknown(_) => 0,
            Self::Preview => 1,
            Self::Supported => 2,
            Self::Deprecated => 3,
            Self::Expired => 4,
        }
    }

    /// Returns whether the version is neither expired nor unavailable.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        !matches!(self, Self::Expired | Self::Unavailable)
    }
}

impl From<&str> for Classification {
    fn from(text: &str) -> Self {
        match text {
            "unavailable" => Self::Unavailable,
            "preview" => Self::Preview,
            "supported" => Self::Supported,
            "deprecated" => Self::Deprecated,
            "expired" => Self::Expired,
            other => Self::Unknown(other.to_owned()),
        }
    }
}

impl fmt::Display for Classification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Classification {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Classification".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "The classification of a version; unknown ones are kept as written.",
            "examples": ["unavailable", "preview", "supported", "deprecated", "expired"]
        })
    }
}

impl Serialize for Classification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Classification {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::from(text.as_str()))
    }
}
