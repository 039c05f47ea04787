//! Values to add to a text.

use rootstock_core_model::RawObject;
use rootstock_document::{Field, Fragment, Item, NodeKind, NodeRef};

use super::item_name::{ItemName, NameValue};
use super::walk::{ItemContainer, Lists};
use crate::profile_place::Step;

/// Returns a value without its null fields.
pub(super) fn value<'a>(node: NodeRef<'_>) -> Fragment<'a> {
    match node.kind() {
        NodeKind::Object => Fragment::Object(fields(node)),
        _ => Fragment::of(node),
    }
}

fn fields<'a>(object: NodeRef<'_>) -> Vec<Field<'a>> {
    let fields = object.entries().filter(|(_, value)| !value.is_null());
    fields.map(|(key, node)| Field::new(key, value(node))).collect()
}

/// Returns the value to add at the missing place `above`, with everything on the way to the new value.
pub(super) fn nested_value<'a>(lists: &Lists, above: &[Step], steps: &[Step], new: Option<&RawObject>) -> Fragment<'a> {
    let Some((step, rest)) = steps.split_first() else {
        return new.map_or_else(|| Fragment::Object(Vec::new()), |new| value(new.node()));
    };
    let below = [above, std::slice::from_ref(step)].concat();
    let inner = || nested_value(lists, &below, rest, new);
    let named = || Fragment::Object(vec![Field::new(step.text(), inner())]);
    match (step, lists.container(above, None)) {
        (Step::Field(_), _) | (_, ItemContainer::AnyKeys) => named(),
        (Step::Named(name), ItemContainer::Texts) => Fragment::texts([name]),
        (Step::Named(_), ItemContainer::Items(key)) => {
            let name = ItemName { key, step, above, value: new.filter(|_| rest.is_empty()) };
            Fragment::List(vec![Item::new(item(&name, inner()))])
        }
    }
}

/// Returns an item of a list of objects: its other fields, preceded by any identifying field that they lack.
pub(super) fn item<'a>(name: &ItemName<'_>, given: Fragment<'a>) -> Fragment<'a> {
    let own = match given {
        Fragment::Object(fields) => fields,
        _ => Vec::new(),
    };
    let mut all: Vec<Field<'a>> = Vec::new();
    for (field, values) in name.missing_in(|key| own.iter().any(|field| field.key == key)) {
        let value = match values {
            NameValue::One(text) => Fragment::Text(text.to_owned()),
            NameValue::All(texts) => Fragment::texts(texts),
        };
        all.push(Field::new(field, value));
    }
    all.extend(own);
    Fragment::Object(all)
}
