//! Lists of a `providerConfig` whose items are for one machine type or region each.

use rootstock_core_model::{FieldPath, nouns};
use rootstock_document::schema::{ObjectSchema, Shape};
use serde::{Serialize, Serializer};

/// A list of a `providerConfig`, other than its images, whose items are for one machine type or region of the profile
/// each.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyedList {
    /// The path in `providerConfig`: names of fields, separated by dots.
    pub list: String,
    /// The field of an item that names the machine type or region.
    pub key: &'static str,
    /// The kind of object that the key refers to.
    pub names: KeyedBy,
}

/// The kind of object that the items of a [`KeyedList`] are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum KeyedBy {
    /// Machine types.
    MachineType,
    /// Regions.
    Region,
}

impl KeyedList {
    /// Returns the path of the list in a profile.
    #[must_use]
    pub fn path(&self) -> FieldPath {
        let config = FieldPath::root().field("spec").field("providerConfig");
        self.list.split('.').fold(config, |path, field| path.field(field.to_owned()))
    }
}

/// Every [`KeyedList`] of a `providerConfig`.
///
/// These are the lists whose items have a [key](rootstock_document::schema::FieldSchema::is_key) that
/// [refers](rootstock_document::schema::FieldSchema::refers_to) to a machine type or region.
///
/// ```
/// use rootstock_core_model::{Decodable, nouns};
/// use rootstock_provider_api::KeyedLists;
/// #[derive(Default, Decodable)]
/// #[serde(rename_all = "camelCase", default)]
/// struct Config { count_fault_domains: Vec<DomainCount> }
/// #[derive(Default, Decodable)]
/// #[serde(default)]
/// struct DomainCount { #[decodable(key, refers_to = nouns::REGION)] region: String, count: i32 }
///
/// let lists = KeyedLists::of(Config::SHAPE).all();
/// assert_eq!(lists[0].path().to_string(), "spec.providerConfig.countFaultDomains");
/// assert_eq!(lists[0].key, "region");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct KeyedLists(Shape);

impl KeyedLists {
    /// Returns the lists of a type of configuration.
    #[must_use]
    pub const fn of(config: Shape) -> Self {
        Self(config)
    }

    /// Returns the lists of machine types, then those of regions; less nested ones first.
    #[must_use]
    pub fn all(self) -> Vec<KeyedList> {
        let mut lists = Vec::new();
        if let Shape::Object(config) = self.0 {
            collect(config, "", &mut lists);
        }
        lists.sort_by_key(|list| (list.names, list.list.matches('.').count(), list.list.clone()));
        lists
    }
}

fn collect(object: &ObjectSchema, above: &str, lists: &mut Vec<KeyedList>) {
    for field in object.fields {
        let path = format!("{above}{}", field.name);
        match field.shape {
            Shape::Object(inner) => collect(inner, &format!("{path}."), lists),
            Shape::List(Shape::Object(item)) => lists.extend(item.keys().find_map(|key| {
                let names = match key.refers_to? {
                    nouns::MACHINE_TYPE => KeyedBy::MachineType,
                    nouns::REGION => KeyedBy::Region,
                    _ => return None,
                };
                Some(KeyedList { list: path.clone(), key: key.name, names })
            })),
            Shape::Any | Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) => {}
        }
    }
}

impl Serialize for KeyedLists {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.all().serialize(serializer)
    }
}
