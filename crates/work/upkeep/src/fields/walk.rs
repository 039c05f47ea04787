//! Resolves the steps of a place.

use rootstock_core_model::{CloudProfile, Decodable, FieldPath, GARDENER};
use rootstock_document::schema::Shape;
use rootstock_document::{NodeKind, NodeRef};

use crate::base::Base;
use crate::profile_place::Step;
use crate::{ProfilePlace, Refusal};

const NAME: &str = "name";

/// The shapes of lists, which determine how items are identified.
pub(crate) struct Lists {
    /// The shape of `providerConfig`.
    config: Shape,
}

/// The container of a new item.
pub(super) enum ItemContainer {
    /// An object with arbitrary keys.
    AnyKeys,
    /// A list of strings.
    Texts,
    /// A list of objects, with its identifying field.
    Items(&'static str),
}

impl Lists {
    pub(crate) fn of(base: &Base) -> Self {
        Self { config: base.profile().config().map_or(Shape::Any, |config| config.shape()) }
    }

    /// Returns the shape of the value at a place.
    fn shape(&self, steps: &[Step]) -> Shape {
        let (whole, steps) = match steps {
            [spec, config, steps @ ..] if [spec.text(), config.text()] == ["spec", "providerConfig"] => {
                (self.config, steps)
            }
            steps => (CloudProfile::SHAPE, steps),
        };
        steps.iter().fold(whole, |shape, step| shape.below(step.text()))
    }

    /// Returns the identifying field of a list: one that its items have, or else should have.
    pub(crate) fn key(&self, steps: &[Step], list: Option<NodeRef<'_>>) -> &'static str {
        let first = list.and_then(|list| list.items().next());
        let has = |key: &str| first.is_some_and(|first| first.get(key).is_some());
        match self.shape(steps) {
            _ if has(NAME) => NAME,
            Shape::List(Shape::Object(schema)) => {
                let keys = || schema.keys().filter(|key| matches!(key.shape, Shape::Scalar(_)));
                keys().find(|key| key.refers_to.is_some()).or(keys().next()).map_or(NAME, |key| key.name)
            }
            _ => GARDENER.identifying.iter().find(|key| has(key)).unwrap_or(&NAME),
        }
    }

    /// Returns the container at a place; the list may exist already.
    pub(super) fn container(&self, steps: &[Step], list: Option<NodeRef<'_>>) -> ItemContainer {
        let first = list.and_then(|list| list.items().next());
        match self.shape(steps) {
            _ if first.is_some_and(|first| first.kind() == NodeKind::Scalar) => ItemContainer::Texts,
            Shape::Map(_) if list.is_none() => ItemContainer::AnyKeys,
            Shape::List(Shape::Scalar(_)) => ItemContainer::Texts,
            _ => ItemContainer::Items(self.key(steps, list)),
        }
    }

    /// Returns whether each list on the way to a place has items of the form that the place and its value assume: objects have
    /// fields, and strings are their own value.
    pub(super) fn fit(&self, steps: &[Step], value: Option<NodeRef<'_>>) -> bool {
        (0..steps.len()).all(|position| {
            let (above, rest) = steps.split_at(position);
            match (rest, self.shape(above)) {
                ([Step::Named(_), Step::Named(_), ..], Shape::List(Shape::Object(_))) => false,
                ([Step::Named(_)], Shape::List(Shape::Object(_))) => {
                    value.is_none_or(|value| value.kind() == NodeKind::Object)
                }
                ([Step::Named(_), _, ..], Shape::List(Shape::Scalar(_))) => false,
                ([text], Shape::List(Shape::Scalar(_))) => {
                    value.is_none_or(|value| value.raw_text() == Some(text.text()))
                }
                _ => true,
            }
        })
    }

    /// Returns the positions of the items of a list that a step matches.
    pub(crate) fn items(&self, list: NodeRef<'_>, above: &[Step], step: &Step) -> Result<Vec<usize>, Refusal> {
        let key = self.key(above, Some(list));
        let found = list.items().enumerate().filter(|(_, item)| step.is(*item, key));
        let found: Vec<usize> = found.map(|(index, _)| index).collect();
        if found.len() > 1 && !step.is_pattern() {
            return Err(Refusal::SeveralItems { place: place(above, step), number: found.len() });
        }
        Ok(found)
    }
}

/// Returns the nodes at a place with their paths; empty if a step is missing.
pub(super) fn find<'p>(
    base: &'p Base,
    lists: &Lists,
    steps: &[Step],
) -> Result<Vec<(FieldPath, NodeRef<'p>)>, Refusal> {
    let mut found = vec![(FieldPath::root(), base.root())];
    for (position, step) in steps.iter().enumerate() {
        let above = steps.get(..position).unwrap_or_default();
        let mut next = Vec::new();
        for (path, node) in found {
            match (step, node.kind()) {
                (Step::Named(_), NodeKind::List) => {
                    for index in lists.items(node, above, step)? {
                        next.extend(node.items().nth(index).map(|item| (path.clone().index(index), item)));
                    }
                }
                (Step::Field(_), NodeKind::List) => return Err(needs_item(above)),
                (_, NodeKind::Object) => {
                    next.extend(node.get(step.text()).map(|child| (path.clone().field(step.text().to_owned()), child)));
                }
                (_, NodeKind::Scalar) => {}
            }
        }
        found = next;
    }
    Ok(found)
}

/// Returns the refusal for the first step that is missing, with its existing siblings.
pub(super) fn missing_place(base: &Base, lists: &Lists, steps: &[Step]) -> Refusal {
    for length in 1..=steps.len() {
        let (existing, last) = steps.split_at(length - 1);
        let (Ok(here), Some(step)) = (find(base, lists, existing), last.first()) else { break };
        if find(base, lists, steps.get(..length).unwrap_or_default()).is_ok_and(|found| !found.is_empty()) {
            continue;
        }
        let mut known = Vec::new();
        for (_, node) in here {
            let key = lists.key(existing, Some(node));
            known.extend(node.entries().map(|(key, _)| key.to_owned()));
            let name = |item: NodeRef<'_>| item.get(key).unwrap_or(item).raw_text().map(str::to_owned);
            known.extend(node.items().filter(|_| node.kind() == NodeKind::List).filter_map(name));
        }
        return Refusal::PlaceNotFound { place: place(existing, step), name: step.text().to_owned(), known };
    }
    let place = ProfilePlace::of(steps);
    Refusal::PlaceNotFound { name: place.to_string(), place, known: Vec::new() }
}

/// Returns whether a node is null or empty, so that a value replaces it.
pub(super) fn is_vacant(node: NodeRef<'_>) -> bool {
    node.is_null() || node.kind() != NodeKind::Scalar && node.is_empty()
}

pub(super) fn needs_item(above: &[Step]) -> Refusal {
    Refusal::NeedsItem(ProfilePlace::of(above))
}

fn place(above: &[Step], step: &Step) -> ProfilePlace {
    let mut steps = above.to_vec();
    steps.push(step.clone());
    ProfilePlace::of(&steps)
}
