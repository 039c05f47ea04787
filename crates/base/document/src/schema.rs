//! The fields of types of documents, as data.

/// The fields of a struct that documents are decoded into; made by [`Decodable`](macro@crate::Decodable).
///
/// ```
/// use rootstock_document::{Decodable, schema::{ObjectSchema, Shape}};
/// #[derive(Default, Decodable)]
/// #[serde(rename_all = "camelCase", default)]
/// struct Config { machine_types: Option<Vec<MachineType>> }
/// #[derive(Default, Decodable)]
/// #[serde(default)]
/// struct MachineType { #[decodable(key)] name: String, cpu: i32 }
///
/// let Shape::Object(config) = Config::SHAPE else { unreachable!() };
/// assert_eq!(config.fields[0].name, "machineTypes");
/// let Shape::List(Shape::Object(machine_type)) = config.fields[0].shape else { unreachable!() };
/// assert_eq!(machine_type.keys().map(|field| field.name).collect::<Vec<_>>(), ["name"]);
/// ```
#[derive(Debug)]
pub struct ObjectSchema {
    /// The name of the struct.
    pub type_name: &'static str,
    /// The fields, in the order of the struct.
    pub fields: &'static [FieldSchema],
}

/// A field of an [`ObjectSchema`].
#[derive(Debug)]
pub struct FieldSchema {
    /// The name in a document.
    pub name: &'static str,
    /// The form of the value.
    pub shape: Shape,
    /// True if the value tells an item of a list from the others: `#[decodable(key)]`.
    pub is_key: bool,
    /// The kind of thing that exists because it is named here: `#[decodable(offers = …)]`.
    pub offers: Option<Noun>,
    /// The kind of thing that is named here and exists elsewhere: `#[decodable(refers_to = …)]`.
    pub refers_to: Option<Noun>,
    /// The way in which two values are compared: `#[decodable(compare = …)]`.
    pub compare: Compare,
}

/// The form of a value.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Anything: a value that serde or the program reads.
    Any,
    /// A string, number or boolean, by the name of its type or its [token](crate::ScalarSyntax).
    Scalar(&'static str),
    /// An object with these fields.
    Object(&'static ObjectSchema),
    /// A list of such items.
    List(&'static Shape),
    /// An object with any keys and such values.
    Map(&'static Shape),
}

/// A kind of thing that documents name, in the words of whoever describes the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noun(pub &'static str);

/// The way in which two values of a field are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compare {
    /// By the value.
    #[default]
    Value,
    /// By the value of the whole object or list.
    Whole,
    /// By the value, in which order and repetition do not count. In a list of objects this is about the items that it has; their fields
    /// are compared by themselves.
    Set,
    /// By its effect, for which other code looks at more than the value. In a list of objects this is about the items that it has; their
    /// fields are compared by themselves.
    Effect,
}

impl FieldSchema {
    /// The kind of thing that the value names, here or elsewhere.
    #[must_use]
    pub fn noun(&self) -> Option<Noun> {
        self.offers.or(self.refers_to)
    }
}

impl Shape {
    /// The form of a value below: of a field, or of the items or entries, whatever their names.
    #[must_use]
    pub fn below(self, name: &str) -> Self {
        match self {
            Self::Object(schema) => schema.field(name).map_or(Self::Any, |field| field.shape),
            Self::List(value) | Self::Map(value) => *value,
            Self::Any | Self::Scalar(_) => Self::Any,
        }
    }
}

impl ObjectSchema {
    /// The field with a name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static FieldSchema> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The fields that tell an item of a list from the others.
    pub fn keys(&self) -> impl Iterator<Item = &'static FieldSchema> {
        self.fields.iter().filter(|field| field.is_key)
    }
}
