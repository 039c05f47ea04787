//! Which changes of a worker pool replace its nodes, as far as only the provider knows.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{FieldPath, NodeKind, NodeRef, Path, RawObject, Scalar, Worker};
use serde::Serialize;

/// A worker pool before and after.
#[derive(Debug, Clone, Copy)]
pub struct WorkerChange<'a> {
    /// The pool as it is.
    pub old: &'a Worker,
    /// The pool as it is to be.
    pub new: &'a Worker,
    /// Whether the pool's nodes are told apart by the new hash (gate `NewWorkerPoolHash`): then the `providerConfig` as a
    /// whole does not count, and the provider says which of its fields do.
    pub new_hash: bool,
}

/// A field whose change replaces the nodes of a worker pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangedField {
    /// The field, in the new Shoot.
    pub path: FieldPath,
    /// What it was; none if it was not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// What it will be; none if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
    /// What makes it count, where the field alone does not tell; a sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub because: String,
}

impl ChangedField {
    /// The field at `path`, if it changes.
    #[must_use]
    pub fn of(path: &Path<'_>, old: Option<String>, new: Option<String>) -> Option<Self> {
        (old != new).then(|| Self { path: path.to_field_path(), old, new, because: String::new() })
    }

    /// The same, with what makes it count.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.because = reason.into();
        self
    }
}

/// The `providerConfig` as a whole, which is what counts for a provider that says nothing else: every value in it that
/// changes, whatever it means.
#[must_use]
pub fn whole_provider_config(change: &WorkerChange<'_>, worker: &Path<'_>) -> Vec<ChangedField> {
    let mut changed = Vec::new();
    if change.new_hash {
        return changed;
    }
    let (old, new) = (change.old.provider_config.as_ref(), change.new.provider_config.as_ref());
    let path = worker.field("providerConfig").to_field_path();
    changed_values(old.map(RawObject::node), new.map(RawObject::node), &path, &mut changed);
    changed
}

/// Adds every scalar below `path` that differs, and what is there on one side only.
pub fn changed_values(
    old: Option<NodeRef<'_>>,
    new: Option<NodeRef<'_>>,
    path: &FieldPath,
    changed: &mut Vec<ChangedField>,
) {
    if old == new {
        return;
    }
    let kinds = [old, new].map(|side| side.map(NodeRef::kind));
    let before = changed.len();
    if kinds.iter().flatten().all(|kind| *kind == NodeKind::Object) {
        let mut seen = HashSet::new();
        for (key, _) in [old, new].into_iter().flatten().flat_map(NodeRef::entries) {
            if seen.insert(key) {
                let (old, new) = (old.and_then(|old| old.get(key)), new.and_then(|new| new.get(key)));
                changed_values(old, new, &path.clone().field(key.to_owned()), changed);
            }
        }
    } else if kinds.iter().flatten().all(|kind| *kind == NodeKind::List) {
        let [old, new] = [old, new].map(|side| side.into_iter().flat_map(NodeRef::items).collect::<Vec<_>>());
        if let Some(pairs) = by_name(&old, &new) {
            for (index, [old, new]) in pairs {
                changed_values(old, new, &path.clone().index(index), changed);
            }
            return;
        }
        for index in 0..old.len().max(new.len()) {
            changed_values(old.get(index).copied(), new.get(index).copied(), &path.clone().index(index), changed);
        }
    }
    if changed.len() == before {
        // Two lists with the same items in another order, or something empty that was not there.
        let (old, new) = (old.map(shown), new.map(shown));
        changed.push(ChangedField { path: path.clone(), old, new, because: String::new() });
    }
}

/// The items of two lists in pairs by their `name`, each with its index in the new list, or else in the old one; `None` if
/// the items have no names of their own.
fn by_name<'a>(old: &[NodeRef<'a>], new: &[NodeRef<'a>]) -> Option<Vec<(usize, [Option<NodeRef<'a>>; 2])>> {
    let names = |items: &[NodeRef<'a>]| -> Option<Vec<&'a str>> {
        let names: Vec<&str> = items.iter().map(|item| item.get("name")?.as_str()).collect::<Option<_>>()?;
        let unique: HashSet<&str> = names.iter().copied().collect();
        (unique.len() == names.len()).then_some(names)
    };
    let positions = |names: Vec<&'a str>| names.into_iter().enumerate().map(|(index, name)| (name, index)).collect();
    let (before, after): (HashMap<&str, usize>, HashMap<&str, usize>) =
        (positions(names(old)?), positions(names(new)?));
    let item = |items: &[NodeRef<'a>], index: Option<&usize>| index.and_then(|index| items.get(*index).copied());
    let kept = names(new)?.into_iter().enumerate();
    let kept = kept.map(|(index, name)| (index, [item(old, before.get(name)), new.get(index).copied()]));
    let gone = names(old)?.into_iter().enumerate().filter(|(_, name)| !after.contains_key(name));
    let gone = gone.map(|(index, _)| (index, [old.get(index).copied(), None]));
    Some(kept.chain(gone).collect())
}

/// A value in words: scalars as they are, anything else by its form.
fn shown(node: NodeRef<'_>) -> String {
    match (node.kind(), node.as_scalar()) {
        (NodeKind::Object, _) => "{…}".to_owned(),
        (NodeKind::List, _) => "[…]".to_owned(),
        (NodeKind::Scalar, Some(Scalar::Text(text))) => text.to_owned(),
        (NodeKind::Scalar, _) => node.raw_text().unwrap_or("null").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn changed(old: &str, new: &str, new_hash: bool) -> Vec<String> {
        let worker = |json: &str| Worker {
            provider_config: serde_json::from_str::<Option<RawObject>>(json).unwrap(),
            ..Worker::default()
        };
        let (old, new) = (worker(old), worker(new));
        let change = WorkerChange { old: &old, new: &new, new_hash };
        let text = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        whole_provider_config(&change, &Path::root("w"))
            .into_iter()
            .map(|field| format!("{}: {} {}", field.path, text(field.old), text(field.new)))
            .collect()
    }

    #[rstest]
    #[case::equal(r#"{"a": 1, "b": 2}"#, r#"{"b": 2, "a": 1}"#, &[])]
    #[case::scalar(r#"{"a": 1}"#, r#"{"a": "x"}"#, &["w.providerConfig.a: 1 x"])]
    #[case::deep(r#"{"a": {"b": [1, 2]}}"#, r#"{"a": {"b": [1, 3, 4]}}"#, &["w.providerConfig.a.b[1]: 2 3", "w.providerConfig.a.b[2]: - 4"])]
    #[case::one_side("null", r#"{"a": {"b": true}}"#, &["w.providerConfig.a.b: - true"])]
    #[case::by_name(r#"{"l": [{"name": "a", "v": 1}, {"name": "b", "v": 1}]}"#, r#"{"l": [{"name": "b", "v": 2}, {"name": "c"}]}"#, &["w.providerConfig.l[0].v: 1 2", "w.providerConfig.l[1].name: - c", "w.providerConfig.l[0].name: a -", "w.providerConfig.l[0].v: 1 -"])]
    #[case::empty("null", "{}", &["w.providerConfig: - {…}"])]
    #[case::form(r#"{"a": [1]}"#, r#"{"a": {"b": 1}}"#, &["w.providerConfig.a: […] {…}"])]
    fn every_value_that_changes_is_named(#[case] old: &str, #[case] new: &str, #[case] expected: &[&str]) {
        assert_eq!(changed(old, new, false), expected);
        assert!(changed(old, new, true).is_empty(), "the new hash leaves the whole out");
    }
}
