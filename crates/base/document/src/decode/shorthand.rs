//! Lists of named items written as objects, and items written as just their name: reported, and read as the author meant them.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::form::Named;
use super::node::NodeDeserializer;
use super::wording;
use crate::tree::resolve;
use crate::{
    Applicability, Change, Fix, NodeKind, NodeRef, Path, Problem, ProblemKind, RawObject, Scalar, Segment, Shorthand,
};

/// The two fields of a named item, or the only field of an item that is written as its name.
#[derive(Clone, Copy)]
pub(super) struct NameAndValue<'a> {
    pub(super) hint: &'static Shorthand,
    /// The name, until it has been read.
    pub(super) name: Option<&'a str>,
    /// The value, or the name itself.
    pub(super) node: NodeRef<'a>,
    /// Whether the value is still unread.
    pub(super) has_value: bool,
}

/// Returns the two fields of an entry that is an item, if the hints know items of type `token` in this form.
pub(super) fn of_entry<'a>(
    named: &Named<'_, 'a>,
    list: &NodeDeserializer<'_, 'a>,
    token: &str,
) -> Option<NameAndValue<'a>> {
    let hint = list.context.hints.shorthand(token).filter(|hint| !hint.value.is_empty())?;
    named.hint.set(Some(hint));
    Some(NameAndValue { hint, name: Some(named.name), node: named.value, has_value: true })
}

/// Reads an item that is written as its name; `None` if the hints do not know this form for its type.
pub(super) fn of_text<'a>(item: &NodeDeserializer<'_, 'a>, token: &str) -> Option<NameAndValue<'a>> {
    // Nearly every item is an object.
    let Some(Scalar::Text(name)) = item.scalar() else { return None };
    let hint = item.context.hints.shorthand(token)?;
    if !item.form_is_reported {
        item.context.report(|| text_instead_of_object(item, hint.key, name));
    }
    Some(NameAndValue { hint, name: Some(name), node: item.node, has_value: false })
}

/// Returns the problem for a value that should be an object with these fields; a text is suggested as the value of the identifying
/// field.
pub(super) fn expected_object(item: &NodeDeserializer<'_, '_>, fields: &[&str]) -> Problem {
    let key = item.context.hints.identifying.iter().find(|key| fields.contains(key));
    match (key, item.scalar()) {
        (Some(key), Some(Scalar::Text(text))) => text_instead_of_object(item, key, text),
        _ => wording::wrong_type(ProblemKind::WrongType, item.path, item.node, "an object"),
    }
}

/// Returns the problem for a text in the place of an object.
fn text_instead_of_object(item: &NodeDeserializer<'_, '_>, key: &str, text: &str) -> Problem {
    let is_item = matches!(item.path.to_field_path().segments().last(), Some(Segment::Index(_)));
    let dash = if is_item { "- " } else { "" };
    // Keep the quotes of a text that would be another type without them.
    let quote = if matches!(resolve(text), Scalar::Text(_)) { "" } else { "\"" };
    wording::wrong_type(ProblemKind::WrongType, item.path, item.node, "an object")
        .with_help(format!("write `{dash}{key}: {quote}{text}{quote}`"))
}

/// Returns the problem for an object in the place of a list of named items.
pub(super) fn problem(path: &Path<'_>, node: NodeRef<'_>, hint: &Shorthand) -> Problem {
    let problem = wording::wrong_type(ProblemKind::WrongType, path, node, "a list");
    let problem = problem.with_help(format!("write a list of `{}` and `{}`", hint.key, hint.value));
    let field = path.to_field_path();
    match (field.parent(), field.segments().last(), written_out(node, hint)) {
        (Some(object), Some(Segment::Field(name)), Some(value)) => problem.with_fix(Fix {
            title: format!("write a list of `{}` and `{}`", hint.key, hint.value),
            applicability: Applicability::Suggested,
            changes: vec![Change::Rewrite {
                path: object,
                fields: vec![name.to_string()],
                name: name.to_string(),
                value,
                merged: Vec::new(),
            }],
        }),
        _ => problem,
    }
}

/// Returns the list that the author meant, if its items are written in a shorter form.
pub(super) fn written_out(node: NodeRef<'_>, hint: &Shorthand) -> Option<RawObject> {
    let items: Vec<WholeItem<'_>> = match node.kind() {
        NodeKind::Object if !hint.value.is_empty() => {
            node.entries().map(|(name, value)| WholeItem { hint, name, value: Some(value) }).collect()
        }
        NodeKind::List => {
            let named = node.items().map(|item| Some(WholeItem { hint, name: item.as_str()?, value: None }));
            named.collect::<Option<_>>()?
        }
        NodeKind::Object | NodeKind::Scalar => return None,
    };
    if items.is_empty() { None } else { RawObject::from_serialize(&items).ok() }
}

/// An item with both of its fields.
struct WholeItem<'a> {
    hint: &'a Shorthand,
    name: &'a str,
    value: Option<NodeRef<'a>>,
}

impl Serialize for WholeItem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.hint.key, self.name)?;
        match self.value {
            // The author meant a list with one item.
            Some(value) if value.as_str().is_some() => map.serialize_entry(self.hint.value, &[value])?,
            Some(value) => map.serialize_entry(self.hint.value, &value)?,
            None => {}
        }
        map.end()
    }
}
