//! Compares two revisions of a profile: lists the changes that turn one into the other.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rootstock_analysis::Profile;
use rootstock_core_model::{FeatureGates, RawObject};
use rootstock_document::{NodeKind, NodeRef};

use crate::base::Base;
use crate::fields::Lists;
use crate::profile_place::{CAPABILITIES, Step, has};
use crate::{ChangeList, FieldSetting, ItemOrder, ProfileChange, ProfilePlace, Refusal};

/// The object whose maps have keys that Gardener does not define.
const METADATA: &str = "metadata";
const ANY_NAMES: [&str; 2] = ["labels", "annotations"];
const SPEC: &str = "spec";

/// Lists the changes that turn one CloudProfile into another, for [`apply_in_order`](crate::apply_in_order): values that are
/// set, removals, and the order of items. Ignores the notation of scalars, and everything in `metadata` except labels and
/// annotations.
///
/// ```
/// use rootstock_analysis::{Analysis, ProfileKey, Role};
/// use rootstock_core_model::{Semantics, Settings};
/// use rootstock_upkeep::changes_between;
/// let profile = |size: &str| {
///     let text = format!("\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {{name: workshop}}
/// spec:
///   type: local
///   kubernetes: {{versions: [{{version: 1.34.1}}]}}
///   machineImages: [{{name: plain, versions: [{{version: 1.0.0}}]}}]
///   machineTypes: [{{name: small, cpu: 1, gpu: 0, memory: {size}}}]
///   regions: [{{name: here}}]
/// ");
///     let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
///     let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
///     analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
///     Ok::<_, Box<dyn std::error::Error>>(analysis.profile(&ProfileKey::global("workshop"))?)
/// };
/// let changes = changes_between(&profile("1Gi")?, &profile("2Gi")?)?;
/// let json = serde_json::to_string(&changes)?;
/// assert_eq!(json, r#"{"changes":[{"do":"set","place":"spec.machineTypes[small].memory","value":"2Gi"}]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`Refusal::Rendered`] or [`Refusal::Undecodable`] with the profile that cannot be compared.
pub fn changes_between(old: &Arc<Profile>, new: &Arc<Profile>) -> Result<ChangeList, NotComparable> {
    let of =
        |side, profile| Base::of(profile, FeatureGates::DEFAULT).map_err(|refusal| NotComparable { side, refusal });
    let (old, new) = (of(ComparedSide::Old, old)?, of(ComparedSide::New, new)?);
    let mut comparison = Comparison { lists: Lists::of(&old), steps: Vec::new(), changes: Vec::new() };
    for names in ANY_NAMES {
        let of =
            |base: &'_ Base| base.root().get(METADATA).and_then(|metadata| metadata.get(names)).map(RawObject::new);
        let (old, new) = (of(&old).unwrap_or_default(), of(&new).unwrap_or_default());
        comparison.steps = vec![Step::Field(METADATA.to_owned()), Step::Field(names.to_owned())];
        comparison.objects(old.node(), new.node());
    }
    comparison.steps = vec![Step::Field(SPEC.to_owned())];
    if let (Some(old), Some(new)) = (old.root().get(SPEC), new.root().get(SPEC)) {
        comparison.objects(old, new);
    }
    Ok(ChangeList { changes: comparison.changes })
}

/// The error for two profiles that cannot be compared.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the {side} profile: {refusal}")]
pub struct NotComparable {
    /// The profile that the error is about.
    pub side: ComparedSide,
    /// The reason.
    pub refusal: Refusal,
}

/// One of two compared profiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum ComparedSide {
    /// The profile as it is.
    Old,
    /// The desired profile.
    New,
}

struct Comparison {
    lists: Lists,
    steps: Vec<Step>,
    changes: Vec<ProfileChange>,
}

impl Comparison {
    fn place(&self) -> ProfilePlace {
        ProfilePlace::of(&self.steps)
    }

    fn at(&mut self, step: Step, compare: impl FnOnce(&mut Self)) {
        self.steps.push(step);
        compare(self);
        self.steps.pop();
    }

    fn set(&mut self, value: NodeRef<'_>) {
        let setting = FieldSetting { place: self.place(), value: Some(RawObject::new(value)) };
        self.changes.push(ProfileChange::Set(setting));
    }

    fn unset(&mut self) {
        self.changes.push(ProfileChange::Unset { place: self.place() });
    }

    /// Lists additions before removals, because removing the last field of an object or item of a list removes the container,
    /// too.
    fn objects(&mut self, old: NodeRef<'_>, new: NodeRef<'_>) {
        let (old_fields, new_fields) = (old.by_key(), new.by_key());
        for (key, value) in new.entries().filter(|(_, value)| !value.is_null()) {
            self.at(field(key), |all| match old_fields.get(key).filter(|there| !there.is_null()) {
                Some(there) => all.values(*there, value),
                None => all.set(value),
            });
        }
        for (key, _) in old.entries().filter(|(_, value)| !value.is_null()) {
            if new_fields.get(key).is_none_or(|there| there.is_null()) {
                self.at(field(key), Self::unset);
            }
        }
    }

    fn values(&mut self, old: NodeRef<'_>, new: NodeRef<'_>) {
        match (old.kind(), new.kind()) {
            _ if old == new => {}
            // Gardener reads a quoted number the same, or not at all.
            (NodeKind::Scalar, NodeKind::Scalar) if old.raw_text() == new.raw_text() => {}
            (NodeKind::Object, NodeKind::Object) if !old.is_empty() && !new.is_empty() => self.objects(old, new),
            (NodeKind::List, NodeKind::List) if !old.is_empty() && !new.is_empty() => self.of_lists(old, new),
            (NodeKind::Object, NodeKind::Object) if new.is_empty() => {
                self.unset();
                self.set(new);
            }
            _ => self.set(new),
        }
    }

    fn of_lists(&mut self, old: NodeRef<'_>, new: NodeRef<'_>) {
        let (Some(there), Some(wanted)) = (self.names(old), self.names(new)) else { return self.set(new) };
        if !are_unique(old, &there, &wanted) || !are_unique(new, &wanted, &there) {
            return self.set(new);
        }
        let is_of_texts = new.items().all(|item| item.kind() == NodeKind::Scalar);
        let set = |names: &[String]| names.iter().cloned().collect::<BTreeSet<String>>();
        let (all_there, all_wanted) = (set(&there), set(&wanted));
        if is_of_texts && all_there != all_wanted {
            return self.set(new);
        }
        let named = |name: &String| Step::Named(name.clone());
        let same: HashMap<&String, NodeRef<'_>> = there.iter().zip(old.items()).collect();
        for (name, item) in wanted.iter().zip(new.items()) {
            self.at(named(name), |all| match same.get(name) {
                Some(same) => all.values(*same, item),
                None => all.set(item),
            });
        }
        for removed in there.iter().filter(|name| !all_wanted.contains(*name)) {
            self.at(named(removed), Self::unset);
        }
        let stay = there.iter().filter(|name| all_wanted.contains(*name));
        let is: Vec<&String> = stay.chain(wanted.iter().filter(|name| !all_there.contains(*name))).collect();
        let first = names_to_move(&is, &wanted);
        if !first.is_empty() {
            let order = ItemOrder { place: self.place(), first: first.to_vec() };
            self.changes.push(ProfileChange::Order(order));
        }
    }

    /// Returns the names of the items of a list, if all of them can be used in a place.
    fn names(&self, list: NodeRef<'_>) -> Option<Vec<String>> {
        let key = self.lists.key(&self.steps, Some(list));
        let can_be_written = |name: &String| !name.is_empty() && !name.contains([']', '*']);
        list.items().map(|item| name(item, key).filter(can_be_written)).collect()
    }
}

/// Returns whether each name identifies exactly one item of a list, and no other name identifies any.
fn are_unique(list: NodeRef<'_>, names: &[String], others: &[String]) -> bool {
    let own: HashSet<&String> = names.iter().collect();
    if own.len() != names.len() {
        return false;
    }
    // A plain name belongs to its item only; a name made of fields may match several items.
    let by_fields = |name: &&String| name.contains(':');
    if !names.iter().chain(others).any(|name| by_fields(&name)) {
        return true;
    }
    let items = ItemsByValue::of(list);
    names
        .iter()
        .enumerate()
        .filter(|(_, name)| by_fields(name))
        .all(|(own, name)| items.named(name).all(|item| item == own))
        && others.iter().filter(by_fields).all(|name| own.contains(name) || items.named(name).next().is_none())
}

/// The items of a list by the values of their fields and capabilities, so that a name is compared with few of them.
struct ItemsByValue<'l> {
    items: Vec<NodeRef<'l>>,
    by_value: HashMap<&'l str, HashMap<&'l str, Vec<usize>>>,
}

impl<'l> ItemsByValue<'l> {
    fn of(list: NodeRef<'l>) -> Self {
        let items: Vec<NodeRef<'l>> = list.items().collect();
        let mut by_value: HashMap<_, HashMap<_, Vec<usize>>> = HashMap::new();
        for (index, item) in items.iter().enumerate() {
            let capabilities = item.get(CAPABILITIES).into_iter().flat_map(NodeRef::entries);
            for (field, value) in item.entries().chain(capabilities) {
                let texts = value.raw_text().into_iter().chain(value.items().filter_map(NodeRef::raw_text));
                let (texts, of_field) = (texts.collect::<HashSet<&str>>(), by_value.entry(field).or_default());
                texts.into_iter().for_each(|text| of_field.entry(text).or_default().push(index));
            }
        }
        Self { items, by_value }
    }

    /// Returns the positions of the items in which a field has one of some values, by value.
    fn with(&self, field: &str, values: &[&str]) -> Vec<&Vec<usize>> {
        let values: HashSet<&str> = values.iter().copied().collect();
        let of_field = self.by_value.get(field);
        values.into_iter().filter_map(|value| of_field?.get(value)).collect()
    }

    /// Returns the positions of the items that a name made of fields identifies.
    fn named(&self, name: &str) -> impl Iterator<Item = usize> {
        let step = Step::Named(name.to_owned());
        let fields = step.fields().unwrap_or_default();
        let count = |items: &Vec<&Vec<usize>>| items.iter().map(|items| items.len()).sum::<usize>();
        let fewest =
            fields.iter().map(|(field, values)| self.with(field, values)).min_by_key(count).unwrap_or_default();
        let fewest: BTreeSet<usize> = fewest.into_iter().flatten().copied().collect();
        let found = fewest.into_iter().filter(|index| self.items.get(*index).is_some_and(|item| has(*item, &fields)));
        found.collect::<Vec<_>>().into_iter()
    }
}

fn field(key: &str) -> Step {
    if key.contains(['.', '[']) { Step::Named(key.to_owned()) } else { Step::Field(key.to_owned()) }
}

/// Returns the name of an item: its identifying field, the string itself, or else its capabilities.
fn name(item: NodeRef<'_>, key: &str) -> Option<String> {
    if let Some(name) = item.get(key).or(Some(item).filter(|item| item.kind() == NodeKind::Scalar)) {
        return name.raw_text().map(str::to_owned);
    }
    let capabilities = item.get(CAPABILITIES).unwrap_or(item);
    let parts: Option<Vec<String>> = capabilities
        .entries()
        .flat_map(|(name, values)| values.items().map(move |value| Some(format!("{name}:{}", value.as_str()?))))
        .collect();
    parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join(","))
}

/// Returns the names to move to the front for the wanted order: all but the longest suffix that is already in order.
fn names_to_move<'w>(is: &[&String], wanted: &'w [String]) -> &'w [String] {
    let mut rest = is;
    let mut count = wanted.len();
    for name in wanted.iter().rev() {
        match rest.iter().rposition(|one| *one == name) {
            Some(index) => rest = rest.get(..index).unwrap_or_default(),
            None => break,
        }
        count -= 1;
    }
    wanted.get(..count).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("a b c", "a b c", 0)]
    #[case("a b c", "c a b", 1)]
    #[case("a b c", "b c a", 2)]
    #[case("a b c d", "a c b d", 2)]
    fn fewest_names_are_moved(#[case] is: &str, #[case] wanted: &str, #[case] number: usize) {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (is, wanted) = (words(is), words(wanted));
        assert_eq!(names_to_move(&is.iter().collect::<Vec<_>>(), &wanted).len(), number);
    }
}
