//! Capabilities as written in a profile: the registered vocabulary, and the maps that use it.

mod builder;
mod help;
mod texts;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use rootstock_document::Decodable;
use rootstock_document::decode::Slot;
use rootstock_document::schema::Shape;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use smol_str::SmolStr;

use builder::{CapabilitiesBuilder, MAX_LINEAR_ENTRIES};
pub use help::{unregistered_name_help, unregistered_value_help};
use texts::{Text, Values};

use crate::nouns;

/// The name of the only mandatory capability.
pub const ARCHITECTURE: &str = "architecture";

/// The architectures that Gardener supports.
pub const VALID_ARCHITECTURES: [&str; 2] = [DEFAULT_ARCHITECTURE, "arm64"];

/// The architecture of machines and images that do not specify one.
pub const DEFAULT_ARCHITECTURE: &str = "amd64";

/// Returns Gardener's name for an architecture that is commonly called `name`; `None` if the name is not a known alias.
///
/// ```
/// use rootstock_core_model::architecture_from_alias;
/// assert_eq!(architecture_from_alias("x86_64"), Some("amd64"));
/// assert_eq!(architecture_from_alias("AArch64"), Some("arm64"));
/// assert_eq!(architecture_from_alias("amd46"), None); // one is never a slip of the other
/// ```
#[must_use]
pub fn architecture_from_alias(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "x86_64" | "x86-64" | "x64" | "amd" | "intel" => Some("amd64"),
        "aarch64" | "arm64v8" | "arm64/v8" | "arm" => Some("arm64"),
        other => VALID_ARCHITECTURES.into_iter().find(|valid| *valid == other),
    }
}

/// Returns whether `architecture` is only registered under an alias, so that the mistake is in the registration and not in its
/// uses.
///
/// ```
/// use rootstock_core_model::is_registered_by_alias;
/// assert!(is_registered_by_alias("amd64", &["x86_64", "arm64"]));
/// assert!(!is_registered_by_alias("arm64", &["x86_64", "arm64"]));
/// assert!(!is_registered_by_alias("arm64", &["amd64"]));
/// ```
#[must_use]
pub fn is_registered_by_alias(architecture: &str, registered: &[&str]) -> bool {
    !registered.contains(&architecture)
        && registered.iter().any(|name| architecture_from_alias(name) == Some(architecture))
}

/// The prefix of the names reserved by Gardener (GEP-54).
pub const RESERVED_PREFIX: &str = "gardener-";

/// One registered capability: `spec.machineCapabilities[i]`. Its values are in order of preference.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapabilityDefinition {
    /// The capability's name, unique in the profile.
    #[decodable(key, offers = nouns::CAPABILITY)]
    pub name: String,
    /// The values, most preferred first.
    #[decodable(offers = nouns::CAPABILITY_VALUE, compare = Effect)]
    pub values: Vec<String>,
}

/// A capability map: values by capability name, in document order.
///
/// A key without values (`storage: []`, `storage: null`) is present with an empty list, which differs from an absent key: an
/// absent capability means every registered value, and an empty list means none.
///
/// Cloning is cheap: a profile with its defaults and the stored profile share the maps that do not differ. Equal maps that are
/// read in succession are shared, too, because a profile has only a few distinct maps, repeated thousands of times.
///
/// ```
/// use rootstock_core_model::Capabilities;
/// let written: Capabilities = [("architecture", ["amd64"])].into_iter().collect();
/// let mut stored = written.clone();
/// stored.insert("architecture", vec!["arm64".to_owned()]);
/// assert_eq!(written.to_string(), "{architecture: [amd64]}");
/// assert_eq!(stored.to_string(), "{architecture: [arm64]}");
/// ```
///
/// ```
/// use rootstock_core_model::Capabilities;
/// let capabilities: Capabilities = serde_json::from_str(r#"{"architecture": ["amd64"], "storage": null}"#)?;
/// assert_eq!(capabilities.get("architecture"), Some(&["amd64".to_owned()][..]));
/// assert_eq!(capabilities.get("storage"), Some(&[][..]));
/// assert_eq!(capabilities.get("network"), None);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Capabilities(Option<Arc<[Entry]>>);

/// A name with its values. A profile has thousands of entries, and nearly all of them are a short name with a single value,
/// which needs no allocation.
type Entry = (SmolStr, SmallVec<[String; 1]>);

impl Capabilities {
    /// Creates a map without any capabilities.
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    fn entries(&self) -> &[Entry] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Returns whether no capability is declared.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Returns whether both maps share memory, which implies that they are equal. The reverse does not hold.
    fn shares_memory_with(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (None, None) => true,
            _ => false,
        }
    }

    /// Returns the number of declared capabilities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Returns the values of a capability; `None` if it is not declared.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[String]> {
        self.entries().iter().find(|(key, _)| key == name).map(|(_, values)| values.as_slice())
    }

    /// Declares a capability. If it is already declared, replaces its values but keeps its position.
    pub fn insert(&mut self, name: impl AsRef<str>, values: Vec<String>) {
        let (name, values) = (name.as_ref(), SmallVec::from_vec(values));
        match self.entries().iter().position(|(key, _)| key == name) {
            Some(place) => {
                let entries = self.0.as_mut().map(Arc::make_mut).unwrap_or_default();
                if let Some((_, old)) = entries.get_mut(place) {
                    *old = values;
                }
            }
            None => {
                let new = (SmolStr::new(name), values);
                self.0 = Some(self.entries().iter().cloned().chain([new]).collect());
            }
        }
    }

    /// Iterates over names and values in document order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.entries().iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }
}

impl<N: AsRef<str>, V: Into<String>, L: IntoIterator<Item = V>> FromIterator<(N, L)> for Capabilities {
    fn from_iter<I: IntoIterator<Item = (N, L)>>(iter: I) -> Self {
        let mut builder = CapabilitiesBuilder::default();
        for (name, values) in iter {
            builder.values.extend(values.into_iter().map(|value| Cow::Owned(value.into())));
            builder.put(Cow::Owned(name.as_ref().to_owned()));
        }
        Self(builder.finish())
    }
}

impl fmt::Display for Capabilities {
    /// Formats the map as one line of YAML: `{architecture: [amd64], hypervisor: [v1, v2]}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, (name, values)) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{name}: [{}]", values.join(", "))?;
        }
        f.write_str("}")
    }
}

impl PartialEq for Capabilities {
    /// Compares as maps: the order of keys does not matter, but the order of values does.
    fn eq(&self, other: &Self) -> bool {
        if self.shares_memory_with(other) {
            return true;
        }
        match self.len() {
            length if length != other.len() => false,
            ..MAX_LINEAR_ENTRIES => self.iter().all(|(name, values)| other.get(name) == Some(values)),
            _ => {
                let other: HashMap<&str, &[String]> = other.iter().collect();
                self.iter().all(|(name, values)| other.get(name) == Some(&values))
            }
        }
    }
}

impl Eq for Capabilities {}

impl Serialize for Capabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (name, values) in self.iter() {
            map.serialize_entry(name, values)?;
        }
        map.end()
    }
}

impl Decodable for Capabilities {
    const SHAPE: Shape = Shape::Map(&Shape::List(&Shape::Scalar("String")));

    fn slot(&mut self) -> Slot<'_> {
        Slot::by_serde(self)
    }
}

impl Decodable for Flavor {
    const SHAPE: Shape = Capabilities::SHAPE;

    fn slot(&mut self) -> Slot<'_> {
        Slot::by_serde(self)
    }
}

impl<'de> Deserialize<'de> for Capabilities {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor;
        impl<'de> Visitor<'de> for MapVisitor {
            type Value = Capabilities;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of capability names and value lists")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Capabilities, A::Error> {
                let mut builder = CapabilitiesBuilder::default();
                while let Some(Text(name)) = map.next_key()? {
                    map.next_value_seed(Values(&mut builder.values))?;
                    builder.put(name);
                }
                Ok(Capabilities(builder.finish()))
            }

            fn visit_unit<E>(self) -> Result<Capabilities, E> {
                Ok(Capabilities::new())
            }
        }
        deserializer.deserialize_map(MapVisitor)
    }
}

/// The name under which a [`Flavor`] asks its deserializer to tolerate one common mistake.
pub(crate) const FLAVOR_TOKEN: &str = "$rootstock::Flavor";

/// One image flavor of the core section: `spec.machineImages[].versions[].capabilityFlavors[k]`.
///
/// In the document the item *is* the capability map (`- architecture: [amd64]`). Gardener cannot decode a map nested under
/// `capabilities:`, as used in the provider section; the document reader reports the extra level and ignores it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Flavor(pub Capabilities);

impl Serialize for Flavor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Flavor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Newtype;
        impl<'de> Visitor<'de> for Newtype {
            type Value = Flavor;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of capability names and value lists")
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Flavor, D::Error> {
                Capabilities::deserialize(inner).map(Flavor)
            }
        }
        deserializer.deserialize_newtype_struct(FLAVOR_TOKEN, Newtype)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Capabilities {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Capabilities".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "Values by the name of the capability.",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Flavor {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Flavor".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Capabilities::json_schema(generator)
    }
}
