//! The expected value of a profile after a change of a place.

use rootstock_core_model::RawObject;
use rootstock_document::{NodeKind, NodeRef};

use super::item_name::{ItemName, NameValue};
use super::order::in_order;
use super::walk::{ItemContainer, Lists, is_vacant};
use crate::profile_place::Step;
use crate::{FieldSetting, ItemOrder, ProfilePlace};

/// A value that is partly unchanged.
#[derive(Debug)]
pub(super) enum Expected<'a> {
    Unchanged(NodeRef<'a>),
    /// A string: an existing string stays one.
    Text(String),
    Object(Vec<(String, Expected<'a>)>),
    List(Vec<Expected<'a>>),
}

impl<'a> Expected<'a> {
    pub(super) fn set(lists: &Lists, root: NodeRef<'a>, setting: &'a FieldSetting) -> Self {
        match &setting.value {
            Some(new) if new.is_null() => Self::unset(lists, root, &setting.place),
            new => Setting { lists, steps: setting.place.steps(), new: new.as_ref() }.at(root, 0),
        }
    }

    pub(super) fn unset(lists: &Lists, root: NodeRef<'a>, place: &ProfilePlace) -> Self {
        without(lists, root, &[], place.steps()).unwrap_or(Self::Object(Vec::new()))
    }

    pub(super) fn ordered(lists: &Lists, root: NodeRef<'a>, order: &ItemOrder) -> Self {
        in_order_at(lists, root, order, 0)
    }

    /// Returns whether a node has the expected value.
    pub(super) fn is(&self, node: NodeRef<'_>) -> bool {
        match self {
            Self::Unchanged(old) => *old == node,
            Self::Text(text) => node.as_str() == Some(text),
            Self::Object(fields) => {
                node.kind() == NodeKind::Object
                    && node.len() == fields.len()
                    && fields.iter().all(|(key, value)| node.get(key).is_some_and(|own| value.is(own)))
            }
            Self::List(items) => {
                node.kind() == NodeKind::List
                    && node.len() == items.len()
                    && items.iter().zip(node.items()).all(|(item, own)| item.is(own))
            }
        }
    }
}

struct Setting<'s, 'a> {
    lists: &'s Lists,
    steps: &'s [Step],
    new: Option<&'a RawObject>,
}

impl<'a> Setting<'_, 'a> {
    /// Returns the expected value of an existing node that `position` steps lead to.
    fn at(&self, node: NodeRef<'a>, position: usize) -> Expected<'a> {
        let above = self.steps.get(..position).unwrap_or_default();
        let Some(step) = self.steps.get(position) else {
            return self.new.map_or(Expected::Unchanged(node), |new| merged(node, new.node()));
        };
        let comes = !self.steps.iter().skip(position).any(Step::is_pattern);
        if is_vacant(node) {
            return if comes { self.new_at(position) } else { Expected::Unchanged(node) };
        }
        match node.kind() {
            NodeKind::List => {
                let chosen = self.lists.items(node, above, step).unwrap_or_default();
                let own = node.items().enumerate().map(|(index, item)| match chosen.contains(&index) {
                    true => self.at(item, position + 1),
                    false => Expected::Unchanged(item),
                });
                let mut items: Vec<Expected<'a>> = own.collect();
                if chosen.is_empty() && !step.is_pattern() {
                    items.push(self.item(step, self.lists.container(above, Some(node)), position));
                }
                Expected::List(items)
            }
            _ => {
                let own = node.entries().map(|(key, child)| match key == step.text() {
                    true => (key.to_owned(), self.at(child, position + 1)),
                    false => (key.to_owned(), Expected::Unchanged(child)),
                });
                let mut fields: Vec<(String, Expected<'a>)> = own.collect();
                if node.get(step.text()).is_none() && comes {
                    fields.push((step.text().to_owned(), self.new_at(position + 1)));
                }
                Expected::Object(fields)
            }
        }
    }

    /// Like [`Self::at`], but for a missing node.
    fn new_at(&self, position: usize) -> Expected<'a> {
        let Some(step) = self.steps.get(position) else {
            return self.new.map_or(Expected::Object(Vec::new()), |new| plain(new.node()));
        };
        match (step, self.lists.container(self.steps.get(..position).unwrap_or_default(), None)) {
            (Step::Field(name), _) | (Step::Named(name), ItemContainer::AnyKeys) => {
                Expected::Object(vec![(name.clone(), self.new_at(position + 1))])
            }
            (step, container) => Expected::List(vec![self.item(step, container, position)]),
        }
    }

    /// Returns an item to add to a list.
    fn item(&self, step: &Step, container: ItemContainer, position: usize) -> Expected<'a> {
        let text = |text: &str| Expected::Text(text.to_owned());
        let key = match container {
            ItemContainer::Texts | ItemContainer::AnyKeys => return text(step.text()),
            ItemContainer::Items(key) => key,
        };
        let Expected::Object(mut fields) = self.new_at(position + 1) else { return text(step.text()) };
        let value = self.new.filter(|_| position + 1 == self.steps.len());
        let above = self.steps.get(..position).unwrap_or_default();
        let name = ItemName { key, step, above, value };
        let missing = name.missing_in(|key| fields.iter().any(|(known, _)| known == key));
        for (field, value) in missing {
            let value = match value {
                NameValue::One(one) => text(one),
                NameValue::All(all) => Expected::List(all.into_iter().map(text).collect()),
            };
            fields.push((field.to_owned(), value));
        }
        Expected::Object(fields)
    }
}

/// Merges a value into an existing one.
fn merged<'a>(old: NodeRef<'a>, new: NodeRef<'a>) -> Expected<'a> {
    match (old.kind(), new.kind()) {
        (NodeKind::Object, NodeKind::Object) => {
            let stays = |key: &str| !new.get(key).is_some_and(NodeRef::is_null);
            let own = old.entries().filter(|(key, _)| stays(key)).map(|(key, child)| match new.get(key) {
                Some(value) => (key.to_owned(), merged(child, value)),
                None => (key.to_owned(), Expected::Unchanged(child)),
            });
            let more = new.entries().filter(|(key, value)| old.get(key).is_none() && !value.is_null());
            Expected::Object(own.chain(more.map(|(key, value)| (key.to_owned(), plain(value)))).collect())
        }
        (NodeKind::Scalar, NodeKind::Scalar) if old.as_str().is_some() => {
            Expected::Text(new.raw_text().unwrap_or_default().to_owned())
        }
        _ => plain(new),
    }
}

/// Returns a value without its null fields.
fn plain(new: NodeRef<'_>) -> Expected<'_> {
    match new.kind() {
        NodeKind::Object => {
            let fields = new.entries().filter(|(_, value)| !value.is_null());
            Expected::Object(fields.map(|(key, value)| (key.to_owned(), plain(value))).collect())
        }
        _ => Expected::Unchanged(new),
    }
}

/// Removes a place from a value. Returns `None` if nothing remains.
fn without<'a>(lists: &Lists, node: NodeRef<'a>, above: &[Step], steps: &[Step]) -> Option<Expected<'a>> {
    let (step, rest) = steps.split_first()?;
    let below = [above, std::slice::from_ref(step)].concat();
    match node.kind() {
        NodeKind::List => {
            let chosen = lists.items(node, above, step).unwrap_or_default();
            let items: Vec<Expected<'a>> = node
                .items()
                .enumerate()
                .filter_map(|(index, item)| match chosen.contains(&index) {
                    true => without(lists, item, &below, rest),
                    false => Some(Expected::Unchanged(item)),
                })
                .collect();
            (!items.is_empty() || node.is_empty()).then_some(Expected::List(items))
        }
        NodeKind::Object => {
            let fields: Vec<(String, Expected<'a>)> = node
                .entries()
                .filter_map(|(key, child)| match key == step.text() {
                    true => Some((key.to_owned(), without(lists, child, &below, rest)?)),
                    false => Some((key.to_owned(), Expected::Unchanged(child))),
                })
                .collect();
            (!fields.is_empty() || node.is_empty()).then_some(Expected::Object(fields))
        }
        NodeKind::Scalar => Some(Expected::Unchanged(node)),
    }
}

/// Returns a value in which the list at the place is reordered.
fn in_order_at<'a>(lists: &Lists, node: NodeRef<'a>, order: &ItemOrder, position: usize) -> Expected<'a> {
    let steps = order.place.steps();
    let above = steps.get(..position).unwrap_or_default();
    let unchanged = Expected::Unchanged(node);
    match (steps.get(position), node.kind()) {
        (None, _) => match in_order(lists, node, above, &order.first) {
            Ok(Ok(wanted)) => {
                let items = wanted.into_iter().filter_map(|index| node.items().nth(index));
                Expected::List(items.map(Expected::Unchanged).collect())
            }
            _ => unchanged,
        },
        (Some(step), NodeKind::List) => {
            let chosen = lists.items(node, above, step).unwrap_or_default();
            let items = node.items().enumerate().map(|(index, item)| match chosen.contains(&index) {
                true => in_order_at(lists, item, order, position + 1),
                false => Expected::Unchanged(item),
            });
            Expected::List(items.collect())
        }
        (Some(step), NodeKind::Object) => {
            let fields = node.entries().map(|(key, child)| match key == step.text() {
                true => (key.to_owned(), in_order_at(lists, child, order, position + 1)),
                false => (key.to_owned(), Expected::Unchanged(child)),
            });
            Expected::Object(fields.collect())
        }
        (Some(_), NodeKind::Scalar) => unchanged,
    }
}
