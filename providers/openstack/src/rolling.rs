//! The settings of a worker that replace its nodes when they change: the server group, the labels that are marked for
//! it, and the security groups. Other changes of `providerConfig` do not affect existing nodes.

use std::collections::BTreeMap;

use rootstock_core_model::{Decode, Path, RawObject, Segment, ViolationKind, Worker};
use rootstock_provider_api::{ChangedField, RollingChanges, WorkerChange, whole_provider_config};

use crate::worker_config::WorkerConfig;

/// The settings that count, in words.
pub(crate) const SETTINGS: [&str; 3] =
    ["serverGroup.policy", "machineLabels with triggerRollingOnUpdate", "additionalSecurityGroups"];

pub(crate) fn fields(change: &WorkerChange<'_>, worker: &Path<'_>) -> RollingChanges {
    RollingChanges { counted: counted(change, worker), unknown: unknown(change, worker) }
}

fn counted(change: &WorkerChange<'_>, worker: &Path<'_>) -> Vec<ChangedField> {
    let (old, new) = (read(change.old), read(change.new));
    let path = worker.field("providerConfig");
    let mut changed = Vec::new();
    let policy = |config: &WorkerConfig| config.server_group.as_ref().map(|group| group.policy.clone());
    let server_group = path.field("serverGroup");
    let field = ChangedField::of(&server_group.field("policy"), policy(&old), policy(&new));
    changed.extend(field.map(|field| field.because("machines are created in another server group")));
    changed.extend(labels(&old, &new, &path.field("machineLabels")));
    let groups = |config: &WorkerConfig| {
        let mut groups = config.additional_security_groups.clone();
        groups.sort();
        Some(groups.join(", ")).filter(|groups| !groups.is_empty())
    };
    changed.extend(ChangedField::of(&path.field("additionalSecurityGroups"), groups(&old), groups(&new)));
    changed
}

/// Finds changes of fields that the extension does not have, so that their effect is unknown.
fn unknown(change: &WorkerChange<'_>, worker: &Path<'_>) -> Vec<ChangedField> {
    let changed = whole_provider_config(change, worker);
    let mut found = documented_only(&changed, worker);
    found.extend(misspelled(change, &changed, worker));
    found
}

/// Finds changes of the field that GEP-54 defines and no release of the extension has.
fn documented_only(changed: &[ChangedField], worker: &Path<'_>) -> Vec<ChangedField> {
    let config = worker.field("providerConfig");
    let field = config.field("trustedLaunch").to_field_path();
    let own = changed.iter().filter(|one| one.path.segments().starts_with(field.segments()));
    own.cloned()
        .map(|one| one.because("GEP-54 describes `trustedLaunch`, but no release of the extension supports it"))
        .collect()
}

/// Finds fields that neither the extension nor the documents have, if they or a sibling changes.
fn misspelled(change: &WorkerChange<'_>, changed: &[ChangedField], worker: &Path<'_>) -> Vec<ChangedField> {
    let Some(config) = change.new.provider_config.as_ref().filter(|_| !changed.is_empty()) else { return Vec::new() };
    let path = worker.field("providerConfig");
    let (_, found) = config.decode::<WorkerConfig>(&path);
    let root = path.to_field_path().segments().len();
    let unknown = found.into_iter().filter(|violation| violation.kind == ViolationKind::UnknownField);
    let unknown = unknown.filter_map(|violation| {
        let segments = violation.path.segments();
        let (last, parent) = segments.split_last()?;
        let touches = |field: &ChangedField| {
            let changed = field.path.segments();
            changed.starts_with(segments) || (parent.len() > root && changed.starts_with(parent))
        };
        if !changed.iter().any(touches) {
            return None;
        }
        let Segment::Field(name) = last else { return None };
        let near = if violation.help.is_empty() { String::new() } else { format!("; {}", violation.help) };
        let because = format!("the extension has no field `{name}`{near}");
        Some(ChangedField { path: violation.path.clone(), old: None, new: None, because })
    });
    unknown.collect()
}

/// Compares the marked labels by name: labels that are marked, unmarked, added or removed, or that get another value.
fn labels(old: &WorkerConfig, new: &WorkerConfig, list: &Path<'_>) -> Vec<ChangedField> {
    let marked = |config: &WorkerConfig| -> BTreeMap<String, String> {
        let labels = config.machine_labels.iter().filter(|label| label.trigger_rolling_on_update);
        labels.map(|label| (label.name.clone(), label.value.clone())).collect()
    };
    let (before, after) = (marked(old), marked(new));
    let position =
        |config: &WorkerConfig, name: &str| config.machine_labels.iter().position(|label| label.name == name);
    let mut changed = Vec::new();
    for name in before.keys().chain(after.keys().filter(|name| !before.contains_key(*name))) {
        let (was, is) = (before.get(name).cloned(), after.get(name).cloned());
        let label = position(new, name);
        let because = match (&was, &is, label) {
            (Some(_), None, Some(_)) => format!("label `{name}` is no longer marked with triggerRollingOnUpdate"),
            (None, Some(_), _) if position(old, name).is_some() => {
                format!("label `{name}` is now marked with triggerRollingOnUpdate")
            }
            _ => format!("label `{name}` is marked with triggerRollingOnUpdate"),
        };
        let field = match label {
            Some(index) => ChangedField::of(&list.index(index).field("value"), was, is),
            None => ChangedField::of(list, was, is),
        };
        changed.extend(field.map(|field| field.because(because)));
    }
    changed
}

fn read(worker: &Worker) -> WorkerConfig {
    let read = |config: &RawObject| config.decode_known::<WorkerConfig>(&Path::object()).0;
    worker.provider_config.as_ref().map(read).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn worker(config: &str) -> Worker {
        let config = serde_json::from_str::<Option<RawObject>>(config).unwrap();
        Worker { provider_config: config, ..Worker::default() }
    }

    #[rstest]
    #[case::nothing("null", r#"{"nodeTemplate": {"capacity": {"cpu": "1"}}}"#, &[])]
    #[case::identity("null", r#"{"apiVersion": "x", "kind": "y"}"#, &[])]
    #[case::trusted_launch("null", r#"{"trustedLaunch": {"enabled": true}}"#, &[])]
    #[case::policy(r#"{"serverGroup": {"policy": "a"}}"#, r#"{"serverGroup": {"policy": "b"}}"#, &["serverGroup.policy"])]
    #[case::group("null", r#"{"serverGroup": {"policy": "b"}}"#, &["serverGroup.policy"])]
    #[case::no_group(r#"{"serverGroup": {"policy": "b"}}"#, "null", &["serverGroup.policy"])]
    #[case::label(
        r#"{"machineLabels": [{"name": "a", "value": "1", "triggerRollingOnUpdate": true}]}"#,
        r#"{"machineLabels": [{"name": "a", "value": "2", "triggerRollingOnUpdate": true}]}"#,
        &["machineLabels[0].value"]
    )]
    #[case::unmarked_label(
        r#"{"machineLabels": [{"name": "a", "value": "1"}]}"#,
        r#"{"machineLabels": [{"name": "a", "value": "2"}]}"#,
        &[]
    )]
    #[case::marked_now(
        r#"{"machineLabels": [{"name": "a", "value": "1"}]}"#,
        r#"{"machineLabels": [{"name": "a", "value": "1", "triggerRollingOnUpdate": true}]}"#,
        &["machineLabels[0].value"]
    )]
    #[case::label_removed(
        r#"{"machineLabels": [{"name": "a", "value": "1", "triggerRollingOnUpdate": true}]}"#,
        r#"{"machineLabels": []}"#,
        &["machineLabels"]
    )]
    #[case::order_of_labels(
        r#"{"machineLabels": [{"name": "a", "triggerRollingOnUpdate": true}, {"name": "b", "triggerRollingOnUpdate": true}]}"#,
        r#"{"machineLabels": [{"name": "b", "triggerRollingOnUpdate": true}, {"name": "a", "triggerRollingOnUpdate": true}]}"#,
        &[]
    )]
    #[case::groups(r#"{"additionalSecurityGroups": ["a"]}"#, r#"{"additionalSecurityGroups": ["a", "b"]}"#, &["additionalSecurityGroups"])]
    #[case::order_of_groups(r#"{"additionalSecurityGroups": ["a", "b"]}"#, r#"{"additionalSecurityGroups": ["b", "a"]}"#, &[])]
    fn counted_changes_are_listed(#[case] old: &str, #[case] new: &str, #[case] expected: &[&str]) {
        let (old, new) = (worker(old), worker(new));
        let path = Path::root("w");
        let change = WorkerChange { old: &old, new: &new, old_written: None, new_written: None, kubernetes: None };
        let paths: Vec<String> = fields(&change, &path)
            .counted
            .iter()
            .map(|field| field.path.to_string().replace("w.providerConfig.", ""))
            .collect();
        assert_eq!(paths, expected);
    }

    #[rstest]
    #[case::of_a_label_that_changes(
        r#"{"machineLabels": [{"name": "a", "value": "b", "triggerRollingUpdate": true}]}"#,
        r#"{"machineLabels": [{"name": "a", "value": "c", "triggerRollingUpdate": true}]}"#,
        &["machineLabels[0].triggerRollingUpdate"]
    )]
    #[case::of_a_label_that_stays(
        r#"{"machineLabels": [{"name": "a", "value": "b", "triggerRollingUpdate": true}], "nodeTemplate": {"capacity": {"cpu": "1"}}}"#,
        r#"{"machineLabels": [{"name": "a", "value": "b", "triggerRollingUpdate": true}]}"#,
        &[]
    )]
    #[case::that_changes(r#"{"serverGrup": {"policy": "a"}}"#, r#"{"serverGrup": {"policy": "b"}}"#, &["serverGrup"])]
    #[case::trusted_launch(r#"{"trustedLaunch": {"enabled": false}}"#, r#"{"trustedLaunch": {"enabled": true}}"#, &["trustedLaunch.enabled"])]
    #[case::trusted_launch_is_removed(r#"{"trustedLaunch": {"enabled": true}, "kind": "a"}"#, r#"{"kind": "a"}"#, &["trustedLaunch.enabled"])]
    #[case::that_stays(r#"{"serverGrup": 1, "machineLabels": []}"#, r#"{"serverGrup": 1}"#, &[])]
    fn unknown_fields_are_listed(#[case] old: &str, #[case] new: &str, #[case] expected: &[&str]) {
        let (old, new) = (worker(old), worker(new));
        let change = WorkerChange { old: &old, new: &new, old_written: None, new_written: None, kubernetes: None };
        let unknown = fields(&change, &Path::root("w")).unknown;
        let paths: Vec<String> =
            unknown.iter().map(|field| field.path.to_string().replace("w.providerConfig.", "")).collect();
        assert_eq!(paths, expected);
    }
}
