//! Targets of decoding: a slot for each part of a value.
//!
//! serde generates code for each type and each of its fields. A slot is a pointer with the few functions that its kind needs, so
//! that all types share one decoder.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::DecodeError;
use super::node::NodeDeserializer;
use crate::schema::Shape;
use crate::{RawObject, Releases};

/// A type that values of documents can be decoded into; see [`decode`](super::decode()).
///
/// Structs derive it ([`Decodable`](macro@crate::Decodable)), with the field names that serde uses. Missing and invalid values keep
/// the default of the struct, as do fields of nested structs; lists and maps replace their default.
///
/// ```
/// use rootstock_document::{Decodable, Hints, Path, RawObject, decode::decode};
/// #[derive(Default, Decodable)]
/// #[serde(rename_all = "camelCase", default)]
/// struct Config { machine_types: Vec<String>, zone: Option<String> }
/// let raw: RawObject = serde_json::from_str(r#"{"machineTypes": ["a", 7], "zone": null}"#)?;
/// let (config, problems) = decode::<Config>(raw.node(), &Path::root("config"), &Hints::NONE);
/// assert_eq!((config.machine_types, config.zone), (vec!["a".to_owned(), "7".to_owned()], None));
/// assert_eq!(problems[0].path.to_string(), "config.machineTypes[1]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    note = "derive `rootstock_document::Decodable` for a struct",
    note = "for a type that serde can read: `rootstock_document::decodable_by_serde!({Self})`, or `#[decodable(by_serde)]` on the field"
)]
pub trait Decodable {
    /// The form of the type's values in documents.
    const SHAPE: Shape = Shape::Any;

    /// Returns the slot for a value of the type.
    fn slot(&mut self) -> Slot<'_>;
}

/// The target of a decoded value.
pub struct Slot<'s>(pub(super) Target<'s>);

impl<'s> Slot<'s> {
    /// A slot for the fields of a struct.
    pub fn fields(fields: &'s mut dyn Fields) -> Self {
        Self(Target::Fields(fields))
    }

    /// A slot for a value that serde reads: an enum, a number, a type of another crate.
    pub fn by_serde<T: DeserializeOwned>(value: &'s mut T) -> Self {
        Self(Target::Value(value))
    }

    /// Stores a string if the slot is for one; returns the slot otherwise.
    pub(super) fn try_set_text(self, text: &str) -> Result<(), Self> {
        match self.0 {
            Target::Text(slot) => {
                *slot = text.to_owned();
                Ok(())
            }
            _ => Err(self),
        }
    }
}

/// A struct with decodable fields; derived together with [`Decodable`](macro@crate::Decodable).
pub trait Fields {
    /// Returns the name of the struct, by which [`Hints`](crate::Hints) refer to it.
    fn type_name(&self) -> &'static str;
    /// Returns the names of the fields, at most 128.
    fn names(&self) -> &'static [&'static str];
    /// Returns the slot for the field at this index of the names; `None` if the index is out of bounds.
    fn slot_of(&mut self, index: usize) -> Option<Slot<'_>>;
    /// Returns the releases that have each field; empty if all releases have all fields.
    fn releases(&self) -> &'static [Releases] {
        &[]
    }
}

/// A wrapper that makes a type decodable if serde can read it.
///
/// ```
/// use rootstock_document::{Hints, Path, RawObject, decode::{BySerde, decode}};
/// #[derive(Default, serde::Deserialize)]
/// #[serde(default)]
/// struct Config { name: String, size: i32 }
/// let raw: RawObject = serde_json::from_str(r#"{"name": "a", "sise": 3}"#)?;
/// let (BySerde(config), problems) = decode::<BySerde<Config>>(raw.node(), &Path::root("config"), &Hints::NONE);
/// assert_eq!((config.name.as_str(), config.size), ("a", 0));
/// assert_eq!(problems[0].help, "did you mean `size`?");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BySerde<T>(pub T);

impl<T: DeserializeOwned> Decodable for BySerde<T> {
    fn slot(&mut self) -> Slot<'_> {
        Slot::by_serde(&mut self.0)
    }
}

/// Implements [`Decodable`](trait@crate::Decodable) for types that serde can read; scalars may have a name for their schema.
///
/// ```
/// #[derive(Default, serde::Deserialize)]
/// enum Policy { #[default] Soft, Hard }
/// #[derive(Default, serde::Deserialize)]
/// struct Port(u16);
/// rootstock_document::decodable_by_serde!(Policy, Port as "port");
/// ```
#[macro_export]
macro_rules! decodable_by_serde {
    ($($type:ty $(as $scalar:expr)?),+ $(,)?) => {
        $(impl $crate::Decodable for $type {
            $(const SHAPE: $crate::schema::Shape = $crate::schema::Shape::Scalar($scalar);)?

            fn slot(&mut self) -> $crate::decode::Slot<'_> {
                $crate::decode::Slot::by_serde(self)
            }
        })+
    };
}

decodable_by_serde!(bool as "bool", i8 as "i8", i16 as "i16", i32 as "i32", i64 as "i64");
decodable_by_serde!(u8 as "u8", u16 as "u16", u32 as "u32", u64 as "u64", f32 as "f32", f64 as "f64");

/// The kind of a slot.
pub(super) enum Target<'s> {
    Fields(&'s mut dyn Fields),
    Optional(&'s mut dyn Optional),
    List(&'s mut dyn List),
    Map(&'s mut dyn Map),
    Text(&'s mut String),
    Raw(&'s mut RawObject),
    Value(&'s mut dyn Value),
}

/// A value that may be absent.
pub(super) trait Optional {
    /// Stores that the value is absent.
    fn absent(&mut self);
    /// Returns the slot for a value that is present.
    fn present(&mut self) -> Slot<'_>;
}

/// A list.
pub(super) trait List {
    /// Clears the list and reserves room for this number of items.
    fn begin(&mut self, items: usize);
    /// Appends a default item and returns its slot.
    fn add(&mut self) -> Slot<'_>;
    /// Removes the last item again.
    fn remove_last(&mut self);
}

/// An object with arbitrary keys.
pub(super) trait Map {
    /// Clears the map.
    fn begin(&mut self);
    /// Returns the slot for the value of a key.
    fn value(&mut self, key: &str) -> Slot<'_>;
}

/// A value that serde can read.
pub(super) trait Value {
    /// Reads the value from the node.
    fn read(&mut self, node: NodeDeserializer<'_, '_>) -> Result<(), DecodeError>;
}

impl<T: DeserializeOwned> Value for T {
    fn read(&mut self, node: NodeDeserializer<'_, '_>) -> Result<(), DecodeError> {
        *self = T::deserialize(node)?;
        Ok(())
    }
}

impl Decodable for String {
    const SHAPE: Shape = Shape::Scalar("String");

    fn slot(&mut self) -> Slot<'_> {
        Slot(Target::Text(self))
    }
}

impl Decodable for RawObject {
    fn slot(&mut self) -> Slot<'_> {
        Slot(Target::Raw(self))
    }
}

impl<T: Decodable> Decodable for Box<T> {
    const SHAPE: Shape = T::SHAPE;

    fn slot(&mut self) -> Slot<'_> {
        (**self).slot()
    }
}

impl<T: Decodable + Default> Decodable for Option<T> {
    const SHAPE: Shape = T::SHAPE;

    fn slot(&mut self) -> Slot<'_> {
        Slot(Target::Optional(self))
    }
}

impl<T: Decodable + Default> Optional for Option<T> {
    fn absent(&mut self) {
        *self = None;
    }

    fn present(&mut self) -> Slot<'_> {
        self.insert(T::default()).slot()
    }
}

impl<T: Decodable + Default> Decodable for Vec<T> {
    const SHAPE: Shape = Shape::List(const { &T::SHAPE });

    fn slot(&mut self) -> Slot<'_> {
        Slot(Target::List(self))
    }
}

impl<T: Decodable + Default> List for Vec<T> {
    fn begin(&mut self, items: usize) {
        self.clear();
        // Most lists have one item, and `reserve` would make room for four.
        self.reserve_exact(items);
    }

    fn add(&mut self) -> Slot<'_> {
        self.push_mut(T::default()).slot()
    }

    fn remove_last(&mut self) {
        self.pop();
    }
}

impl<T: Decodable + Default> Decodable for BTreeMap<String, T> {
    const SHAPE: Shape = Shape::Map(const { &T::SHAPE });

    fn slot(&mut self) -> Slot<'_> {
        Slot(Target::Map(self))
    }
}

impl<T: Decodable + Default> Map for BTreeMap<String, T> {
    fn begin(&mut self) {
        self.clear();
    }

    fn value(&mut self, key: &str) -> Slot<'_> {
        self.entry(key.to_owned()).or_default().slot()
    }
}
