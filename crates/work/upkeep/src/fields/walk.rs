//! From the steps of a place to what stands there.

use rootstock_core_model::{FieldPath, Segment};
use rootstock_document::{NodeKind, NodeRef};

use crate::base::Base;
use crate::profile_place::Step;
use crate::{ProfilePlace, Refusal};

/// The fields of objects that have any keys.
const ANY_KEYS: [&str; 4] = ["labels", "annotations", "capabilities", "matchLabels"];
/// The fields of lists of strings.
const TEXTS: [&str; 5] =
    ["unavailableMachineTypes", "unavailableVolumeTypes", "architectures", "values", "providerTypes"];

const NAME: &str = "name";
/// The lists whose items have no `name`, and what names those.
const OTHER_KEYS: [(&str, &str); 4] = [
    ("versions", "version"),
    ("containerRuntimes", "type"),
    ("lifecycle", "classification"),
    ("matchExpressions", "key"),
];

/// What names the items of lists.
pub(crate) struct Lists(Vec<(FieldPath, &'static str)>);

/// What an item that is not there yet comes into.
pub(super) enum Holder {
    /// An object that has any keys.
    AnyKeys,
    /// A list of strings.
    Texts,
    /// A list of objects that this field names.
    Items(&'static str),
}

impl Lists {
    pub(crate) fn of(base: &Base) -> Self {
        let lists = base.profile().config().map(|config| config.extension().keyed_lists).unwrap_or_default();
        Self(lists.iter().map(|list| (list.path(), list.key)).collect())
    }

    /// The field that names the items of the list at the end of some steps: what they have, or else should have.
    pub(crate) fn key(&self, steps: &[Step], list: Option<NodeRef<'_>>) -> &'static str {
        let is_at = |path: &FieldPath| {
            let fields = steps.iter().map(|step| Segment::Field(step.text().to_owned().into()));
            fields.eq(path.segments().iter().cloned())
        };
        let own = self.0.iter().find(|(path, _)| is_at(path)).map(|(_, key)| *key);
        let has_name = list.and_then(|list| list.items().next()).is_some_and(|first| first.get(NAME).is_some());
        let name = steps.last().map(Step::text);
        let other = OTHER_KEYS.iter().find(|(list, _)| Some(*list) == name).map(|(_, key)| *key);
        if has_name { NAME } else { own.or(other).unwrap_or(NAME) }
    }

    /// What the place at the end of some steps holds; there may be a list already.
    pub(super) fn holder(&self, steps: &[Step], list: Option<NodeRef<'_>>) -> Holder {
        let first = list.and_then(|list| list.items().next());
        if first.is_some_and(|first| first.kind() == NodeKind::Scalar) {
            return Holder::Texts;
        }
        let name = steps.last().map(Step::text).unwrap_or_default();
        let above = steps.iter().rev().nth(1).map(Step::text).unwrap_or_default();
        if list.is_none() && ANY_KEYS.contains(&name) {
            Holder::AnyKeys
        } else if TEXTS.contains(&name) || above == "capabilities" {
            Holder::Texts
        } else {
            Holder::Items(self.key(steps, list))
        }
    }

    /// The positions of the items of a list that a step names.
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

/// What some steps lead to, each with its path. Nothing is found where something is missing on the way.
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

/// The first place on the way where nothing stands, and what stands beside it.
pub(super) fn nothing_at(base: &Base, lists: &Lists, steps: &[Step]) -> Refusal {
    for length in 1..=steps.len() {
        let (way, last) = steps.split_at(length - 1);
        let (Ok(here), Some(step)) = (find(base, lists, way), last.first()) else { break };
        if find(base, lists, steps.get(..length).unwrap_or_default()).is_ok_and(|found| !found.is_empty()) {
            continue;
        }
        let mut known = Vec::new();
        for (_, node) in here {
            let key = lists.key(way, Some(node));
            known.extend(node.entries().map(|(key, _)| key.to_owned()));
            let name = |item: NodeRef<'_>| item.get(key).unwrap_or(item).raw_text().map(str::to_owned);
            known.extend(node.items().filter(|_| node.kind() == NodeKind::List).filter_map(name));
        }
        return Refusal::NothingThere { place: place(way, step), name: step.text().to_owned(), known };
    }
    let place = ProfilePlace::of(steps);
    Refusal::NothingThere { name: place.to_string(), place, known: Vec::new() }
}

/// Whether nothing stands there that something could be put into.
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
