//! Fields of manifests by their name, the end of their path, or one of their values.

use std::collections::BTreeMap;

use super::{ManifestSchema, SchemaField};

/// The greatest depth of a field; schemas may contain themselves.
const MAX_DEPTH: usize = 12;

/// Fields with the same meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundFields {
    /// The kinds of documents and the paths in them: `CloudProfile spec.machineTypes[].usable`.
    pub places: Vec<String>,
    /// The description, in sentences.
    pub description: String,
    /// The type in a few words.
    pub value_type: String,
    /// The known values.
    pub values: Vec<String>,
}

/// Returns the fields that a text means: a name, the end of a path, or a value that a field knows; upper and lower case are the same.
/// Fields with the same description come as one.
///
/// ```
/// use rootstock_queries::{find_fields, manifest_schemas};
///
/// let schemas = manifest_schemas(&rootstock_providers::registry()?);
/// let found = find_fields(&schemas, "machineTypes[0].usable");
/// assert_eq!(found[0].description, "Whether Shoots may use it; true if absent.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_fields(schemas: &[ManifestSchema], text: &str) -> Vec<FoundFields> {
    let wanted: Vec<&str> = text.trim().split('.').map(|part| part.split('[').next().unwrap_or_default()).collect();
    if wanted.iter().any(|part| part.is_empty() || part.contains(char::is_whitespace)) {
        return Vec::new();
    }
    let mut found = Found { wanted, names: Vec::new(), by_name: BTreeMap::new(), by_value: BTreeMap::new() };
    for schema in schemas {
        found.visit(&schema.name, "", schema.root());
    }
    let found_fields = if found.by_name.is_empty() { found.by_value } else { found.by_name };
    let fields = found_fields.into_iter().map(|((description, value_type, values), places)| FoundFields {
        places,
        description,
        value_type,
        values,
    });
    let mut fields: Vec<FoundFields> = fields.collect();
    // The shortest path first: the most general of several meanings.
    fields.sort_by_key(|field| field.places.first().map_or(0, String::len));
    fields
}

/// The places of fields by description, type and values.
type Meanings = BTreeMap<(String, String, Vec<String>), Vec<String>>;

struct Found<'w> {
    wanted: Vec<&'w str>,
    /// The names of the fields from the document to the present one.
    names: Vec<String>,
    by_name: Meanings,
    by_value: Meanings,
}

impl Found<'_> {
    fn visit(&mut self, kind: &str, path: &str, object: SchemaField<'_>) {
        if self.names.len() >= MAX_DEPTH {
            return;
        }
        for field in object.fields() {
            let path = if path.is_empty() { field.name.to_owned() } else { format!("{path}.{}", field.name) };
            self.names.push(field.name.to_owned());
            let values: Vec<String> = field.values().into_iter().map(str::to_owned).collect();
            let is_named = self.names.len() >= self.wanted.len()
                && self
                    .names
                    .iter()
                    .rev()
                    .zip(self.wanted.iter().rev())
                    .all(|(name, part)| name.eq_ignore_ascii_case(part));
            let has_value =
                matches!(self.wanted.as_slice(), [value] if values.iter().any(|one| one.eq_ignore_ascii_case(value)));
            let meanings = match (is_named, has_value) {
                (true, _) => Some(&mut self.by_name),
                (false, true) => Some(&mut self.by_value),
                (false, false) => None,
            };
            if let Some(meanings) = meanings {
                let meaning = (field.description().to_owned(), field.type_in_words(), values);
                meanings.entry(meaning).or_default().push(format!("{kind} {path}"));
            }
            match field.item() {
                Some(item) => self.visit(kind, &format!("{path}[]"), item),
                None => self.visit(kind, &path, field),
            }
            self.names.pop();
        }
    }
}
