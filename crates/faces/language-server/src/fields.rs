//! Completion and hover from the schemas: the fields and values that may be written at a place, and the meaning of a field.

use std::ops::Range;

use rootstock_core_model::read::File;
use rootstock_core_model::{FieldPath, NodeKind, NodeRef, Span};
use rootstock_queries::{FieldValue, ManifestSchema, SchemaField};

/// A proposal for completion.
#[derive(Debug)]
pub(crate) struct Candidate {
    /// The name of the field, or the value.
    pub(crate) name: String,
    /// The type of the field in a few words.
    pub(crate) holds: String,
    /// The description of the field.
    pub(crate) meaning: String,
    /// The text to insert after the name of a field.
    pub(crate) suffix: &'static str,
}

/// The node at a place of a document.
struct LocatedNode<'a> {
    root: NodeRef<'a>,
    path: FieldPath,
    /// The object that has the field, if the place is a key.
    key_of: Option<NodeRef<'a>>,
    /// The list that has the value as an item.
    item_of: Option<NodeRef<'a>>,
    span: Range<usize>,
}

/// Returns the fields, or the values of a field, that may replace an unknown word.
pub(crate) fn candidates(schemas: &[ManifestSchema], file: &File, word: &Range<usize>) -> Vec<Candidate> {
    let Some(written) = node_at(file, word) else { return Vec::new() };
    let Some(object) = written.key_of else {
        let field = schema_field(schemas, written.root, &written.path);
        let values = field.map(|field| field.values()).unwrap_or_default();
        let value =
            |name: &str| Candidate { name: name.to_owned(), holds: String::new(), meaning: String::new(), suffix: "" };
        return values.into_iter().map(value).collect();
    };
    let Some(owner) = written.path.parent().and_then(|path| schema_field(schemas, written.root, &path)) else {
        return Vec::new();
    };
    let missing = owner.fields().filter(|field| object.get(field.name).is_none());
    let candidate = |field: SchemaField<'_>| Candidate {
        name: field.name.to_owned(),
        holds: field.type_in_words(),
        meaning: field.description().to_owned(),
        suffix: if field.value() == FieldValue::Other { ": " } else { ":" },
    };
    missing.map(candidate).collect()
}

/// Returns the other keys of the object around a key, or the other items of the list around a value, because a duplicate would be
/// the next mistake.
pub(crate) fn sibling_names<'a>(root: NodeRef<'a>, bytes: &Range<usize>) -> Vec<&'a str> {
    let Some(written) = find_node(root, root, FieldPath::root(), bytes) else { return Vec::new() };
    let is_other = |span: Option<Span>| span.is_some_and(|span| span.range() != written.span);
    let keys = written.key_of.into_iter().flat_map(NodeRef::entries);
    let keys = keys.filter(|(_, value)| is_other(value.key_span())).map(|(key, _)| key);
    let items = written.item_of.into_iter().flat_map(NodeRef::items).filter(|item| is_other(Some(item.span())));
    keys.chain(items.filter_map(NodeRef::raw_text)).collect()
}

/// Returns the description of the field whose name is at an offset, with the API that it belongs to, and the range of the name.
pub(crate) fn meaning(schemas: &[ManifestSchema], file: &File, offset: usize) -> Option<(String, Range<usize>)> {
    let written = node_at(file, &(offset..offset)).filter(|written| written.key_of.is_some())?;
    let field = schema_field(schemas, written.root, &written.path)?;
    let holds = field.type_in_words();
    let holds = if holds.is_empty() { holds } else { format!(": {holds}") };
    let source = source(schemas, &written)?;
    Some((format!("**{}**{holds}  \n{}  \n{source}", field.name, field.description()), written.span))
}

/// Returns the kind and API version that define the field.
fn source(schemas: &[ManifestSchema], written: &LocatedNode<'_>) -> Option<String> {
    let config = FieldPath::root().field("spec").field("providerConfig");
    let is_below = written.path.segments().len() > 2 && written.path.segments().starts_with(config.segments());
    let (path, object) = if is_below {
        (config, written.root.get("spec")?.get("providerConfig")?)
    } else {
        (FieldPath::root(), written.root)
    };
    let title = schema_field(schemas, written.root, &path)?.title();
    let version = object.get("apiVersion").and_then(NodeRef::as_str).unwrap_or_default();
    Some(format!("*{title}, {version}*"))
}

/// Returns the schema of an object's field.
fn schema_field<'s>(schemas: &'s [ManifestSchema], root: NodeRef<'_>, path: &FieldPath) -> Option<SchemaField<'s>> {
    let kind = root.get("kind")?.as_str()?;
    let schema = schemas.iter().find(|schema| schema.name == kind)?;
    let spec = root.get("spec");
    let by_type = spec.and_then(|spec| spec.get("type")?.as_str());
    let by_itself = || spec?.get("providerConfig")?.get("apiVersion")?.as_str();
    schema.field(path, by_type.or_else(by_itself))
}

/// Finds the node at some bytes of a text.
fn node_at<'a>(file: &'a File, bytes: &Range<usize>) -> Option<LocatedNode<'a>> {
    file.documents.iter().find_map(|document| {
        let root = document.raw()?.node();
        find_node(root, root, FieldPath::root(), bytes)
    })
}

fn find_node<'a>(
    root: NodeRef<'a>,
    node: NodeRef<'a>,
    path: FieldPath,
    bytes: &Range<usize>,
) -> Option<LocatedNode<'a>> {
    let holds = |span: &Range<usize>| span.start <= bytes.start && bytes.end <= span.end;
    match node.kind() {
        NodeKind::Scalar => {
            let span = node.span().range();
            holds(&span).then_some(LocatedNode { root, path, key_of: None, item_of: None, span })
        }
        NodeKind::Object => node.entries().filter(|(_, value)| !value.is_alias()).find_map(|(name, value)| {
            let path = path.clone().field(name.to_owned());
            match value.key_span().map(Span::range).filter(&holds) {
                Some(span) => Some(LocatedNode { root, path, key_of: Some(node), item_of: None, span }),
                None if holds(&value.span().range()) => find_node(root, value, path, bytes),
                None => None,
            }
        }),
        NodeKind::List => {
            let mut items = node.items().enumerate().filter(|(_, item)| !item.is_alias());
            items.find_map(|(index, item)| {
                let found =
                    holds(&item.span().range()).then(|| find_node(root, item, path.clone().index(index), bytes))??;
                let item_of = if item.kind() == NodeKind::Scalar { Some(node) } else { found.item_of };
                Some(LocatedNode { item_of, ..found })
            })
        }
    }
}
