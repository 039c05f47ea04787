//! The changes of a worker pool that replace its nodes, as far as they depend on the provider.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{
    FieldPath, NodeKind, NodeRef, Path, RawObject, Scalar, Segment, Worker, nearest, suggestion_suffix,
};
use serde::Serialize;

/// A worker pool before and after.
#[derive(Debug, Clone, Copy)]
pub struct WorkerChange<'a> {
    /// The current pool.
    pub old: &'a Worker,
    /// The new pool.
    pub new: &'a Worker,
    /// The current pool, with the fields that [`Worker`] omits.
    pub old_written: Option<NodeRef<'a>>,
    /// The new pool, with the fields that [`Worker`] omits.
    pub new_written: Option<NodeRef<'a>>,
    /// The major and minor of the pool's new Kubernetes version, if it can be parsed.
    pub kubernetes: Option<(u64, u64)>,
}

/// The fields of a worker that the provider's extension adds to the hash of its pool: changing them replaces nodes.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollingFields {
    /// Whether `volume.encrypted` counts; `None` if unknown.
    pub encryption: Option<bool>,
    /// The fields of `dataVolumes[]` that count; `None` if unknown.
    pub data_volumes: Option<&'static [&'static str]>,
    /// The fields of `providerConfig` that count.
    pub config: RollingConfig,
}

/// The fields of a worker's `providerConfig` whose changes replace its nodes.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RollingConfig {
    /// For pools with at least this minor version of Kubernetes 1, the given settings and everything below them; for
    /// older ones everything except `nodeTemplate.virtualCapacity`. List indices are omitted, as in `dataVolumes.iops`.
    /// A field that is in neither list is unknown.
    Chosen {
        /// The minor version.
        since: u64,
        /// The settings.
        settings: &'static [&'static str],
        /// The settings that do not affect existing nodes, including everything below them.
        without_effect: &'static [&'static str],
    },
    /// The changes that the plug-in determines itself.
    Own {
        /// The settings that it reads, in words.
        settings: &'static [&'static str],
        /// The function that returns the changes of the worker at a path.
        #[serde(skip)]
        find: fn(&WorkerChange<'_>, &Path<'_>) -> RollingChanges,
    },
    /// Unknown fields: the extension has not been examined.
    Unknown,
}

/// The changes of a worker, from the perspective of the provider's extension.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RollingChanges {
    /// The changed fields that count.
    pub counted: Vec<ChangedField>,
    /// The changed fields that may count; the plug-in does not know.
    pub unknown: Vec<ChangedField>,
}

/// The setting that never counts.
const VIRTUAL_CAPACITY: &str = "nodeTemplate.virtualCapacity";

/// The identity fields of every `providerConfig`.
const IDENTITY: [&str; 2] = ["apiVersion", "kind"];

impl RollingFields {
    /// The rules of an extension that has not been examined.
    pub const UNKNOWN: Self = Self { encryption: None, data_volumes: None, config: RollingConfig::Unknown };

    /// Returns the changed fields of the worker at path `worker`, by whether they count. For in-place updates the
    /// extensions add nothing to the fields that count for every provider.
    #[must_use]
    pub fn changes(&self, change: &WorkerChange<'_>, worker: &Path<'_>) -> RollingChanges {
        let mut changes = RollingChanges::default();
        let RollingChanges { counted, unknown } = &mut changes;
        let encrypted = written(change, &["volume", "encrypted"], worker);
        match self.encryption {
            Some(true) => counted.extend(encrypted),
            Some(false) => {}
            None => unknown.extend(encrypted),
        }
        let volumes = written(change, &["dataVolumes"], worker);
        match self.data_volumes {
            Some(fields) => {
                let list = worker.field("dataVolumes").to_field_path();
                counted.extend(volumes.into_iter().filter(|one| is_one_of(&below(&one.path, &list), fields)));
            }
            None => unknown.extend(volumes),
        }
        match self.config {
            RollingConfig::Chosen { since, settings, without_effect } => {
                let is_chosen = change.kubernetes.is_some_and(|version| version >= (1, since));
                let config = worker.field("providerConfig").to_field_path();
                for changed in whole_provider_config(change, worker) {
                    let setting = below(&changed.path, &config);
                    if is_one_of(&setting, &[VIRTUAL_CAPACITY]) {
                        continue;
                    }
                    if !is_chosen || is_one_of(&setting, settings) {
                        counted.push(changed);
                    } else if !is_known(&setting, &[settings, without_effect, &IDENTITY, &[VIRTUAL_CAPACITY]]) {
                        unknown.push(changed.because(unknown_field_reason(&setting, settings)));
                    }
                }
            }
            RollingConfig::Own { find, .. } => {
                let found = find(change, worker);
                counted.extend(found.counted);
                unknown.extend(found.unknown);
            }
            RollingConfig::Unknown => unknown.extend(whole_provider_config(change, worker)),
        }
        if change.new.is_in_place() {
            counted.clear();
        }
        changes
    }
}

/// Returns every changed value at or below a field of the worker, as written.
fn written(change: &WorkerChange<'_>, fields: &[&'static str], worker: &Path<'_>) -> Vec<ChangedField> {
    let path = fields.iter().fold(worker.to_field_path(), |path, field| path.field(*field));
    let mut changed = Vec::new();
    let [old, new] = [change.old_written, change.new_written].map(|side| {
        let node = fields.iter().try_fold(side?, |node, field| node.get(field))?;
        (!node.is_null()).then_some(node)
    });
    changed_values(old, new, &path, &mut changed);
    changed
}

/// Returns the names of the fields below `root`, without list indices, as in `dataVolumes.iops`.
fn below(path: &FieldPath, root: &FieldPath) -> String {
    let segments = path.segments().iter().skip(root.segments().len());
    let names = segments.filter_map(|segment| match segment {
        Segment::Field(name) => Some(name.as_ref()),
        Segment::Index(_) => None,
    });
    names.collect::<Vec<&str>>().join(".")
}

/// Whether a field is one of `fields`, or below one of them.
fn is_one_of(field: &str, fields: &[&str]) -> bool {
    fields.iter().any(|one| field.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// Whether a field is a known one, is below one, or contains one.
fn is_known(field: &str, known: &[&[&str]]) -> bool {
    let holds = |one: &&str| field.is_empty() || one.strip_prefix(field).is_some_and(|rest| rest.starts_with('.'));
    known.iter().any(|fields| is_one_of(field, fields) || fields.iter().any(holds))
}

fn unknown_field_reason(field: &str, settings: &[&str]) -> String {
    let near = nearest(field, settings.iter().copied()).map(suggestion_suffix);
    format!("the extension has no known field `{field}`{}", near.unwrap_or_default())
}

/// A field whose change replaces the nodes of a worker pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangedField {
    /// The path in the new Shoot.
    pub path: FieldPath,
    /// The old value; `None` if the field was absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// The new value; `None` if the field is removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
    /// The reason why it counts, if the field alone does not explain it; a sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub because: String,
}

impl ChangedField {
    /// Returns the field at `path`, if it changes.
    #[must_use]
    pub fn of(path: &Path<'_>, old: Option<String>, new: Option<String>) -> Option<Self> {
        (old != new).then(|| Self { path: path.to_field_path(), old, new, because: String::new() })
    }

    /// Sets the reason why it counts.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.because = reason.into();
        self
    }
}

/// Returns every changed value of the `providerConfig`, whatever it means.
#[must_use]
pub fn whole_provider_config(change: &WorkerChange<'_>, worker: &Path<'_>) -> Vec<ChangedField> {
    let mut changed = Vec::new();
    let (old, new) = (change.old.provider_config.as_ref(), change.new.provider_config.as_ref());
    let path = worker.field("providerConfig").to_field_path();
    changed_values(old.map(RawObject::node), new.map(RawObject::node), &path, &mut changed);
    changed
}

/// Adds every scalar below `path` that differs, or that only one side has.
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
        // Either lists with the same items in another order, or an empty value on one side only.
        let (old, new) = (old.map(shown), new.map(shown));
        changed.push(ChangedField { path: path.clone(), old, new, because: String::new() });
    }
}

/// Pairs the items of two lists by their `name`, each with its index in the new list, or else in the old one; `None` if
/// the names are missing or not unique.
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
    let removed = names(old)?.into_iter().enumerate().filter(|(_, name)| !after.contains_key(name));
    let removed = removed.map(|(index, _)| (index, [old.get(index).copied(), None]));
    Some(kept.chain(removed).collect())
}

/// Formats a value: scalars as they are, anything else by its kind.
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

    fn changed(old: &str, new: &str) -> Vec<String> {
        let worker = |json: &str| Worker {
            provider_config: serde_json::from_str::<Option<RawObject>>(json).unwrap(),
            ..Worker::default()
        };
        let (old, new) = (worker(old), worker(new));
        let change = WorkerChange { old: &old, new: &new, old_written: None, new_written: None, kubernetes: None };
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
        assert_eq!(changed(old, new), expected);
    }

    const CHOSEN: RollingFields = RollingFields {
        encryption: Some(true),
        data_volumes: Some(&["size", "type"]),
        config: RollingConfig::Chosen {
            since: 34,
            settings: &["nodeTemplate.capacity", "dataVolumes.iops"],
            without_effect: &["cpuOptions.amdSevSnp"],
        },
    };

    fn changes(rolling: RollingFields, old: &str, new: &str, kubernetes: (u64, u64)) -> (Vec<String>, Vec<String>) {
        let read = |json: &str| serde_json::from_str::<RawObject>(json).unwrap();
        let (old_raw, new_raw) = (read(old), read(new));
        let worker = |raw: &RawObject| Worker {
            provider_config: raw.node().get("providerConfig").map(RawObject::new),
            ..Worker::default()
        };
        let (old, new) = (worker(&old_raw), worker(&new_raw));
        let (old_written, new_written) = (Some(old_raw.node()), Some(new_raw.node()));
        let change = WorkerChange { old: &old, new: &new, old_written, new_written, kubernetes: Some(kubernetes) };
        let RollingChanges { counted, unknown } = rolling.changes(&change, &Path::root("w"));
        let paths = |fields: Vec<ChangedField>| fields.iter().map(|one| one.path.to_string()).collect();
        (paths(counted), paths(unknown))
    }

    #[rstest]
    #[case::encryption(r#"{"volume": {"size": "1Gi"}}"#, r#"{"volume": {"size": "1Gi", "encrypted": true}}"#, (1, 33), &["w.volume.encrypted"])]
    #[case::a_volume("{}", r#"{"dataVolumes": [{"name": "d", "size": "10Gi"}]}"#, (1, 34), &["w.dataVolumes[0].size"])]
    #[case::its_name(r#"{"dataVolumes": [{"name": "d", "encrypted": true}]}"#, r#"{"dataVolumes": [{"name": "d"}]}"#, (1, 34), &[])]
    #[case::virtual_capacity("{}", r#"{"providerConfig": {"nodeTemplate": {"virtualCapacity": {"a": "1"}}}}"#, (1, 34), &[])]
    #[case::and_of_old_pools("{}", r#"{"providerConfig": {"nodeTemplate": {"virtualCapacity": {"a": "1"}}}}"#, (1, 33), &[])]
    #[case::capacity("{}", r#"{"providerConfig": {"nodeTemplate": {"capacity": {"a": "1"}}}}"#, (1, 34), &["w.providerConfig.nodeTemplate.capacity.a"])]
    #[case::chosen(r#"{"providerConfig": {"dataVolumes": [{"name": "a", "iops": 1}], "cpuOptions": {"amdSevSnp": 1}}}"#, r#"{"providerConfig": {"dataVolumes": [{"name": "a", "iops": 2}], "cpuOptions": {"amdSevSnp": 2}}}"#, (1, 35), &["w.providerConfig.dataVolumes[0].iops"])]
    #[case::everything_of_old_pools(r#"{"providerConfig": {"other": 1}}"#, r#"{"providerConfig": {"other": 2}}"#, (1, 33), &["w.providerConfig.other"])]
    #[case::api_version_and_kind("{}", r#"{"providerConfig": {"apiVersion": "a", "kind": "b"}}"#, (1, 34), &[])]
    #[case::nothing_in_it("{}", r#"{"providerConfig": {"nodeTemplate": {}}}"#, (1, 34), &[])]
    #[case::an_unknown_field_of_old_pools("{}", r#"{"providerConfig": {"nodeTemplat": {"capacity": "1"}}}"#, (1, 33), &["w.providerConfig.nodeTemplat.capacity"])]
    fn rolling_fields_are_counted(
        #[case] old: &str,
        #[case] new: &str,
        #[case] kubernetes: (u64, u64),
        #[case] expected: &[&str],
    ) {
        let (counted, unknown) = changes(CHOSEN, old, new, kubernetes);
        assert_eq!((counted, unknown), (expected.iter().map(|one| (*one).to_owned()).collect(), Vec::new()));
    }

    #[rstest]
    #[case::not_a_prefix_of_a_name("{}", r#"{"providerConfig": {"nodeTemplate": {"capacityOther": "1"}}}"#, &["w.providerConfig.nodeTemplate.capacityOther"])]
    #[case::that_changes(r#"{"providerConfig": {"dataVolumes": [{"name": "a", "iop": 1}]}}"#, r#"{"providerConfig": {"dataVolumes": [{"name": "a", "iop": 2}]}}"#, &["w.providerConfig.dataVolumes[0].iop"])]
    #[case::that_stays(r#"{"providerConfig": {"other": 1}}"#, r#"{"providerConfig": {"other": 1, "kind": "b"}}"#, &[])]
    fn unknown_fields_of_the_config_are_listed(#[case] old: &str, #[case] new: &str, #[case] expected: &[&str]) {
        let (counted, unknown) = changes(CHOSEN, old, new, (1, 34));
        assert_eq!(counted, Vec::<String>::new());
        assert_eq!(unknown, expected);
        assert_eq!(
            unknown_field_reason("dataVolumes.iop", &["dataVolumes.iops"]),
            "the extension has no known field `dataVolumes.iop`; did you mean `dataVolumes.iops`?"
        );
    }

    #[test]
    fn unknown_fields_are_reported_separately() {
        let new = r#"{"volume": {"encrypted": true}, "dataVolumes": [{"name": "d"}], "providerConfig": {"a": 1}}"#;
        let (counted, unknown) = changes(RollingFields::UNKNOWN, "{}", new, (1, 34));
        assert_eq!(counted, Vec::<String>::new());
        assert_eq!(unknown, ["w.volume.encrypted", "w.dataVolumes[0].name", "w.providerConfig.a"]);
    }
}
