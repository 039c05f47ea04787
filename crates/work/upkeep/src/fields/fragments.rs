//! Values to add to a text.

use rootstock_core_model::RawObject;
use rootstock_document::{Field, Fragment, Item, NodeKind, NodeRef};

use super::item_name::{ItemName, NameValue};
use super::walk::{Holder, Lists};
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
pub(super) fn way<'a>(lists: &Lists, above: &[Step], steps: &[Step], new: Option<&RawObject>) -> Fragment<'a> {
    let Some((step, rest)) = steps.split_first() else {
        return new.map_or_else(|| Fragment::Object(Vec::new()), |new| value(new.node()));
    };
    let below = [above, std::slice::from_ref(step)].concat();
    let inner = || way(lists, &below, rest, new);
    let named = || Fragment::Object(vec![Field::new(step.text(), inner())]);
    match (step, lists.holder(above, None)) {
        (Step::Field(_), _) | (_, Holder::AnyKeys) => named(),
        (Step::Named(name), Holder::Texts) => Fragment::texts([name]),
        (Step::Named(_), Holder::Items(key)) => {
            let name = ItemName { key, step, above, value: new.filter(|_| rest.is_empty()) };
            Fragment::List(vec![Item::new(item(&name, inner()))])
        }
    }
}

/// Returns an item of a list of objects: its other fields, preceded by any identifying field that they lack.
pub(super) fn item<'a>(name: &ItemName<'_>, said: Fragment<'a>) -> Fragment<'a> {
    let own = match said {
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
