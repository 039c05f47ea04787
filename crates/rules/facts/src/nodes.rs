//! Values of fields in printed JSON and YAML.

use rootstock_core_model::{Capabilities, Quantity};
use rootstock_document::{NodeKind, NodeRef};
use rootstock_versioning::Timestamp;

use crate::SourceError;

/// Returns a string.
pub(crate) fn text(node: NodeRef<'_>, field: &str) -> Option<String> {
    node.get(field)?.as_str().map(str::to_owned)
}

/// Returns a field that is a string, a number, or a boolean, as written: `1592.2` is a number in YAML.
pub(crate) fn written<'a>(node: NodeRef<'a>, field: &str) -> Option<&'a str> {
    let value = node.get(field).filter(|value| !value.is_null())?;
    value.as_str().or_else(|| value.raw_text())
}

/// Returns whether a field is true, in any spelling.
pub(crate) fn is_true(node: NodeRef<'_>, field: &str) -> Option<bool> {
    written(node, field)?.to_ascii_lowercase().parse().ok()
}

/// Returns an instant; `None` also if the source writes it in another form.
pub(crate) fn instant(node: NodeRef<'_>, field: &str) -> Option<Timestamp> {
    node.get(field)?.as_str()?.parse().ok()
}

/// Returns the strings of a list.
pub(crate) fn strings<'a>(node: NodeRef<'a>, field: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    node.get(field).into_iter().flat_map(NodeRef::items).filter_map(NodeRef::as_str)
}

/// Returns a whole number as a quantity.
pub(crate) fn count(node: NodeRef<'_>, field: &str) -> Option<Quantity> {
    written(node, field)?.parse::<u64>().ok()?.to_string().parse().ok()
}

/// Returns an amount in MiB as a quantity.
pub(crate) fn mebibytes(node: NodeRef<'_>, field: &str) -> Option<Quantity> {
    format!("{}Mi", written(node, field)?.parse::<u64>().ok()?).parse().ok()
}

/// Returns an amount in GiB, which may have a fraction, as a quantity.
pub(crate) fn gibibytes(text: &str) -> Option<Quantity> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole = whole.parse::<u64>().ok()?.checked_mul(1024)?;
    let digits: u32 = fraction.len().min(6).try_into().ok()?;
    let part = match fraction.get(..fraction.len().min(6)) {
        None | Some("") => 0,
        Some(part) => part.parse::<u64>().ok()? * 1024 / 10_u64.pow(digits),
    };
    format!("{}Mi", whole.checked_add(part)?).parse().ok()
}

/// Returns the items of a list, which may be in a field or alone, because a query may print just the list.
pub(crate) fn list<'a>(
    node: NodeRef<'a>,
    fields: &[&'static str],
    expected: &'static str,
) -> Result<impl Iterator<Item = NodeRef<'a>> + use<'a>, SourceError> {
    let other = |problem: String| SourceError::WrongFormat { expected, problem };
    let mut list = node;
    for field in fields {
        list = match list.get(field) {
            None if list.kind() == NodeKind::List => break,
            Some(list) => list,
            None => return Err(other(format!("there is no field `{field}`"))),
        };
    }
    if list.kind() == NodeKind::List { Ok(list.items()) } else { Err(other("there is no list".to_owned())) }
}

/// Returns the first item of a list that may be in fields or alone.
pub(crate) fn first<'a>(node: NodeRef<'a>, fields: &[&'static str]) -> Option<NodeRef<'a>> {
    list(node, fields, "").ok()?.next()
}

/// Adds the values of a fact, unless there are none.
pub(crate) fn add<V: Into<String>>(
    attributes: &mut Capabilities,
    fact: &'static str,
    values: impl IntoIterator<Item = V>,
) {
    let mut values: Vec<String> = values.into_iter().map(Into::into).collect();
    values.sort_unstable();
    values.dedup();
    if !values.is_empty() {
        attributes.insert(fact, values);
    }
}
