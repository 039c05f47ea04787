//! Lookup of a document's fields in its schema, for editors.

use rootstock_core_model::{FieldPath, Segment};
use serde_json::Value;

use super::ManifestSchema;

/// A field, an item of a list, or the document itself.
#[derive(Debug, Clone, Copy)]
pub struct SchemaField<'s> {
    /// The name; empty for list items and the document itself.
    pub name: &'s str,
    root: &'s Value,
    /// The schema at the place of the field, with its own description.
    written: &'s Value,
}

/// The type of a field's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldValue {
    /// An object.
    Object,
    /// A list.
    List,
    /// A scalar, or any value.
    Other,
}

impl ManifestSchema {
    /// Looks up the field at a path. The schema of `spec.providerConfig` depends on `provider`: the value of
    /// `spec.type`, or the `apiVersion` of the configuration itself.
    ///
    /// ```
    /// use rootstock_core_model::FieldPath;
    /// use rootstock_queries::manifest_schemas;
    ///
    /// let schemas = manifest_schemas(&rootstock_providers::registry()?);
    /// let path = FieldPath::root().field("spec").field("machineTypes").index(0).field("usable");
    /// let field = schemas[0].field(&path, None).ok_or("no such field")?;
    /// assert_eq!(field.description(), "Whether Shoots may use it; true if absent.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn field(&self, path: &FieldPath, provider: Option<&str>) -> Option<SchemaField<'_>> {
        let mut field = self.root();
        for (depth, segment) in path.segments().iter().enumerate() {
            field = match segment {
                Segment::Index(_) => field.item()?,
                Segment::Field(name) => field.field(name)?,
            };
            let own = provider.filter(|_| depth == 1 && field.name == "providerConfig");
            if let Some(config) = own.and_then(|provider| config_of(&self.schema, provider)) {
                field = SchemaField { written: config, ..field };
            }
        }
        Some(field)
    }

    /// Returns the document itself.
    pub(super) const fn root(&self) -> SchemaField<'_> {
        SchemaField { name: "", root: &self.schema, written: &self.schema }
    }
}

impl<'s> SchemaField<'s> {
    /// Returns the description, in sentences.
    #[must_use]
    pub fn description(&self) -> &'s str {
        let described =
            [self.written, self.schema()].into_iter().find_map(|schema| schema.get("description")?.as_str());
        described.unwrap_or_default()
    }

    /// Returns the title of an object; empty for most.
    #[must_use]
    pub fn title(&self) -> &'s str {
        self.schema().get("title").and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns the type of the value.
    #[must_use]
    pub fn value(&self) -> FieldValue {
        let schema = self.schema();
        if schema.get("items").is_some() && schema.get("properties").is_none() {
            FieldValue::List
        } else if schema
            .get("properties")
            .or_else(|| schema.get("additionalProperties"))
            .is_some_and(|it| !it.is_boolean())
        {
            FieldValue::Object
        } else {
            FieldValue::Other
        }
    }

    /// Describes the type in a few words: `list of objects`, `string`.
    #[must_use]
    pub fn type_in_words(&self) -> String {
        let schema = self.schema();
        match schema.get("type") {
            Some(Value::String(one)) => self.describe_type(one),
            Some(Value::Array(several)) => {
                let names = several.iter().filter_map(Value::as_str).filter(|name| *name != "null");
                names.map(|name| self.describe_type(name)).collect::<Vec<_>>().join(" or ")
            }
            _ => String::new(),
        }
    }

    fn describe_type(&self, json_type: &str) -> String {
        match json_type {
            "array" => match self.item().map(|item| item.type_in_words()) {
                Some(items) if !items.is_empty() => format!("list of {items}s"),
                _ => "list".to_owned(),
            },
            "integer" => "whole number".to_owned(),
            other => other.to_owned(),
        }
    }

    /// Returns the known values: all that are allowed, or examples.
    #[must_use]
    pub fn values(&self) -> Vec<&'s str> {
        let schema = self.schema();
        let lists = ["enum", "examples"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
        let mut values: Vec<&str> = lists.chain(schema.get("const")).filter_map(Value::as_str).collect();
        values.retain(|value| !value.is_empty());
        values
    }

    /// Returns the fields of an object, in the order of the schema.
    pub fn fields(&self) -> impl Iterator<Item = Self> {
        let (root, fields) = (self.root, self.schema().get("properties").and_then(Value::as_object));
        fields.into_iter().flatten().map(move |(name, written)| Self { name, root, written })
    }

    fn field(&self, name: &str) -> Option<Self> {
        self.fields().find(|field| field.name == name)
    }

    pub(super) fn item(&self) -> Option<Self> {
        Some(Self { name: "", written: self.schema().get("items")?, ..*self })
    }

    /// Resolves a reference.
    fn schema(&self) -> &'s Value {
        resolve_reference(self.root, self.written)
    }
}

fn resolve_reference<'s>(root: &'s Value, written: &'s Value) -> &'s Value {
    let reference = written.get("$ref").and_then(Value::as_str);
    reference.and_then(|reference| root.pointer(reference.trim_start_matches('#'))).unwrap_or(written)
}

/// Returns the schema of a provider's `providerConfig`, by the provider's name or by the group and version of its API.
fn config_of<'s>(root: &'s Value, provider: &str) -> Option<&'s Value> {
    const SPEC: &str = "/properties/spec/properties";
    let choices = root.get("allOf")?.as_array()?;
    let choice = choices.iter().find(|choice| {
        let is = |place: &str| choice.pointer(&format!("/if{SPEC}{place}/const")).is_some_and(|name| name == provider);
        is("/type") || is("/providerConfig/properties/apiVersion")
    })?;
    Some(resolve_reference(root, choice.pointer(&format!("/then{SPEC}/providerConfig"))?))
}
