//! Differences between an object and its new version: a copy, or the edited object itself.

use rootstock_document::{After, CopyAction, EditObstacle, Editor, Field, Fragment, NodeRef};

/// A field with a new value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FieldDifference {
    /// The keys that lead to the field.
    path: Vec<String>,
    new_value: NewValue,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq)]
enum NewValue {
    Text(String),
    /// A number or a boolean, which needs no quotes.
    Plain(String),
    Texts(Vec<String>),
}

impl FieldDifference {
    /// Creates a difference with a string. A number is written without quotes if the existing value has none.
    pub(crate) fn text(path: &[&str], text: impl Into<String>) -> Self {
        let text = text.into();
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0') || text == "0";
        Self::new(path, if is_number { NewValue::Plain(text) } else { NewValue::Text(text) })
    }

    /// Creates a difference with a string that is always written as a string.
    pub(crate) fn name(path: &[&str], name: impl Into<String>) -> Self {
        Self::new(path, NewValue::Text(name.into()))
    }

    pub(crate) fn boolean(path: &[&str], is: bool) -> Self {
        Self::new(path, NewValue::Plain(is.to_string()))
    }

    pub(crate) fn texts(path: &[&str], texts: &[String]) -> Self {
        Self::new(path, NewValue::Texts(texts.to_vec()))
    }

    fn new(path: &[&str], new_value: NewValue) -> Self {
        Self { path: path.iter().map(|&field| field.to_owned()).collect(), new_value }
    }

    /// Returns the existing value.
    fn at<'p>(&self, object: NodeRef<'p>) -> Option<NodeRef<'p>> {
        self.path.iter().try_fold(object, |node, field| node.get(field))
    }

    /// Returns the replacement of the existing value in a copy.
    fn copied<'a>(&self, old: NodeRef<'_>) -> CopyAction<'a> {
        match &self.new_value {
            NewValue::Plain(text) if old.as_str().is_none() => CopyAction::Instead(Fragment::Written(text.clone())),
            NewValue::Text(text) | NewValue::Plain(text) => CopyAction::Text(text.clone()),
            NewValue::Texts(texts) => CopyAction::Instead(Fragment::Texts(texts.clone())),
        }
    }

    /// Returns the value to write if the field is missing.
    fn fragment<'a>(&self) -> Fragment<'a> {
        match &self.new_value {
            NewValue::Text(text) => Fragment::Text(text.clone()),
            NewValue::Plain(text) => Fragment::Written(text.clone()),
            NewValue::Texts(texts) => Fragment::Texts(texts.clone()),
        }
    }
}

/// Returns the replacement of a node in a copy of an object.
pub(crate) fn change<'a>(
    object: NodeRef<'_>,
    differences: &[FieldDifference],
    node: NodeRef<'_>,
) -> Option<CopyAction<'a>> {
    differences.iter().find_map(|one| Some(one.copied(one.at(object).filter(|there| is(*there, node))?)))
}

/// Adds the fields to a copy that the original object lacks.
pub(crate) fn complete(copy: &mut Fragment<'_>, object: NodeRef<'_>, differences: &[FieldDifference]) {
    for one in differences.iter().filter(|one| one.at(object).is_none()) {
        put(copy, &one.path, one.fragment());
    }
}

fn put<'a>(copy: &mut Fragment<'a>, path: &[String], value: Fragment<'a>) {
    let (Some((key, rest)), Some(fields)) = (path.split_first(), fields_of(copy)) else { return };
    let there = fields.iter_mut().find(|field| field.key == *key);
    match there {
        Some(field) if !rest.is_empty() && is_object(&field.value) => put(&mut field.value, rest, value),
        Some(field) => field.value = nested(rest, value),
        None => fields.push(Field::new(key, nested(rest, value))),
    }
}

fn is_object(fragment: &Fragment<'_>) -> bool {
    match fragment {
        Fragment::InBrackets(inner) => is_object(inner),
        other => matches!(other, Fragment::Object(_)),
    }
}

/// Wraps a value in objects, one per key.
fn nested<'a>(path: &[String], value: Fragment<'a>) -> Fragment<'a> {
    path.iter().rev().fold(value, |value, key| Fragment::Object(vec![Field::new(key, value)]))
}

/// Writes the differences into an object.
pub(crate) fn edit<'p>(
    editor: &mut Editor<'p>,
    object: NodeRef<'p>,
    differences: &[FieldDifference],
) -> Result<(), EditObstacle> {
    let mut new = Fragment::Object(Vec::new());
    for one in differences {
        let Some((key, above)) = one.path.split_last() else { continue };
        let around = above.iter().try_fold(object, |node, field| node.get(field)).filter(|node| !node.is_empty());
        match (one.at(object), around, &one.new_value) {
            (Some(old), Some(around), new_value) => match new_value {
                NewValue::Plain(text) if old.as_str().is_none() => editor.replace_source(old, text)?,
                NewValue::Text(text) | NewValue::Plain(text) => editor.replace_text(old, text)?,
                NewValue::Texts(texts) => editor.replace_value(around, key, Fragment::Texts(texts.clone()))?,
            },
            (None, Some(around), _) => editor.add_field(around, After(&[]), key, one.fragment())?,
            // Several fields may belong to the same missing object.
            (_, None, _) => put(&mut new, &one.path, one.fragment()),
        }
    }
    let Fragment::Object(fields) = new else { return Ok(()) };
    fields.into_iter().try_for_each(|field| editor.add_field(object, After(&[]), &field.key, field.value.clone()))
}

/// Returns whether two nodes are at the same place of the text.
pub(crate) fn is(one: NodeRef<'_>, other: NodeRef<'_>) -> bool {
    one.span() == other.span() && one.key_span() == other.key_span()
}

/// Returns the fields of an object that is written anew.
pub(crate) fn fields_of<'f, 'a>(fragment: &'f mut Fragment<'a>) -> Option<&'f mut Vec<Field<'a>>> {
    match fragment {
        Fragment::Object(fields) => Some(fields),
        Fragment::InBrackets(inner) => fields_of(inner),
        _ => None,
    }
}
