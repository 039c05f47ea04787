//! The parts of verdicts about whole objects that are compared.
//!
//! Such a verdict says more than Rootstock answers: texts, times, and errors in parts of a Shoot that Rootstock does not read.
//! Compared are the decision, the errors of the first phase with any, by kind and path, and the resulting versions.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::recorded::Row;

/// Fields of a Shoot that Rootstock does not check, some with the kind of the errors that it does not report. Errors in them are not
/// compared, and a Shoot that is refused only because of them is left out. Among them are the rules about self-hosted Shoots, which
/// are about the size of the control plane's pool and the namespace.
const UNREAD: [&str; 16] = [
    "metadata.namespace",
    "spec.addons",
    "spec.credentialsBindingName",
    "spec.dns",
    "spec.kubernetes.clusterAutoscaler",
    "spec.kubernetes.kubeAPIServer",
    "spec.kubernetes.kubeControllerManager",
    "spec.kubernetes.kubeScheduler",
    "spec.kubernetes.kubelet.systemReserved",
    "spec.maintenance.autoUpdate",
    "spec.networking",
    "spec.provider.workers[].kubernetes.kubelet.systemReserved",
    "spec.provider.workers[].maxSurge",
    "spec.provider.workers[].maxUnavailable",
    "spec.provider.workers[].minimum",
    "spec.systemComponents",
];

/// The errors about self-hosted Shoots at fields whose other errors are compared: the largest size of a control plane's pool, and
/// hibernation.
const SELF_HOSTED: [&str; 2] = ["Invalid spec.provider.workers[].maximum", "Forbidden spec.hibernation"];

/// The phases of the admission of a Shoot, in order.
const PHASES: [&str; 3] = ["mutate", "validate", "plugin"];

/// Returns the compared part of a verdict; `None` if the verdict does not count, because the state before cannot arise, or
/// because Gardener did not decide.
pub(crate) fn counted(row: &Row) -> Option<Cow<'_, Value>> {
    let expect = &row.expect;
    Some(Cow::Owned(match row.suite.as_str() {
        "shoot-admission" | "shoot-admission-titled" => shoot_admission(expect)?,
        "shoot-maintenance" => shoot_maintenance(expect)?,
        "shoot-profile-change" => shoot_profile_change(expect),
        "worker-pool-rollout" => worker_pool_rollout(row)?,
        "cloudprofile-usage" | "namespacedcloudprofile-usage" => usage(row)?,
        // The time of the next change differs by design: Gardener also looks again when nothing changes.
        "cloudprofile-status" => json!({ "kubernetes": expect.get("kubernetes")?, "images": expect.get("images")? }),
        _ => return Some(Cow::Borrowed(expect)),
    }))
}

/// Returns the kinds and paths of errors, each once. Gardener gives some errors at another index, so indices are left out.
pub(crate) fn kinds_and_paths<'v>(errors: impl IntoIterator<Item = &'v Value>) -> BTreeSet<String> {
    let text = |error: &'v Value, field| error.get(field).and_then(Value::as_str).unwrap_or_default();
    errors
        .into_iter()
        .map(|error| format!("{} {}", text(error, "kind"), without_indices(text(error, "path"))))
        .collect()
}

fn without_indices(path: &str) -> String {
    let mut parts = path.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| path + "[]" + part.split_once(']').map_or(part, |(_, rest)| rest))
}

/// Returns the errors of a list, without those in unread fields; `None` if there are only such errors.
fn read_errors(errors: &Value) -> Option<BTreeSet<String>> {
    let mut found = kinds_and_paths(errors.as_array()?);
    let had_errors = !found.is_empty();
    found.retain(|error| {
        !SELF_HOSTED.contains(&error.as_str())
            && !UNREAD.iter().any(|field| error.split_once(' ').is_some_and(|(_, path)| path.starts_with(field)))
    });
    (!had_errors || !found.is_empty()).then_some(found)
}

fn shoot_admission(expect: &Value) -> Option<Value> {
    if expect.get("oldValid")? == &json!(false) {
        return None;
    }
    let has_errors =
        |phase: &&&str| expect.get(**phase).and_then(Value::as_array).is_some_and(|errors| !errors.is_empty());
    match PHASES.iter().find(has_errors) {
        Some(phase) => Some(json!({ "kinds": read_errors(expect.get(*phase)?)? })),
        None => {
            Some(json!({ "kinds": [], "kubernetes": expect.get("kubernetes")?, "workers": expect.get("workers")? }))
        }
    }
}

fn shoot_maintenance(expect: &Value) -> Option<Value> {
    let decided = expect.get("oldValid")? == &json!(true) && expect.get("aborted").is_none();
    decided.then_some(())?;
    Some(json!({
        "refused": expect.get("refused")?,
        "kubernetes": expect.get("kubernetes")?,
        "workers": expect.get("workers")?,
    }))
}

fn shoot_profile_change(expect: &Value) -> Value {
    let errors = expect.get("errors").and_then(Value::as_array);
    json!({ "changeIsRefused": expect.get("change").is_some(), "kinds": kinds_and_paths(errors.into_iter().flatten()) })
}

/// The fields of a worker that is updated in place in which a change is refused.
const FIXED_IN_PLACE: [&str; 5] = ["cri.name", "machine.image.name", "machine.type", "updateStrategy", "volume"];

fn worker_pool_rollout(row: &Row) -> Option<Value> {
    let expect = &row.expect;
    (expect.get("oldErrors")? == &json!(0)).then_some(())?;
    let mut pools = expect.get("pools")?.clone();
    // Gardener hashes even a pool whose change is refused.
    let workers = row.input.pointer("/shoot/spec/provider/workers").and_then(Value::as_array);
    let mut refuse = |worker: &Value| {
        let name = worker.get("name").and_then(Value::as_str);
        if let Some(pool) = name.and_then(|name| pools.get_mut(name)) {
            *pool = "refused".into();
        }
    };
    for error in expect.get("errors").and_then(Value::as_array).into_iter().flatten() {
        let path = error.get("path").and_then(Value::as_str).unwrap_or_default();
        let worker = path.strip_prefix("spec.provider.workers[").and_then(|rest| rest.split_once("]."));
        if path == "spec.systemComponents.nodeLocalDNS" {
            let is_in_place = |worker: &&Value| {
                let strategy = worker.get("updateStrategy").and_then(Value::as_str);
                strategy.is_some_and(|strategy| strategy.ends_with("InPlaceUpdate"))
            };
            workers.into_iter().flatten().filter(is_in_place).for_each(&mut refuse);
        }
        let is_invalid = error.get("kind").and_then(Value::as_str) == Some("Invalid");
        let Some((index, _)) = worker.filter(|(_, field)| is_invalid && FIXED_IN_PLACE.contains(field)) else {
            continue;
        };
        let index = index.parse::<usize>().ok();
        index.and_then(|index| workers?.get(index)).into_iter().for_each(&mut refuse);
    }
    Some(json!({ "pools": pools }))
}

fn usage(row: &Row) -> Option<Value> {
    let references = row.expect.get("references")?.as_array();
    let images = row.input.pointer("/new/spec/machineImages").and_then(Value::as_array);
    let is_left =
        |name: &str| images.into_iter().flatten().any(|image| image.get("name").and_then(Value::as_str) == Some(name));
    let is_child = row.suite.starts_with("namespaced");
    let name = |sentence: &Value| {
        let name = used_name(sentence.as_str()?)?;
        // An image that is removed with all its versions is one finding.
        let image = name.split_once('/').map(|(image, _)| image.to_owned());
        Some(image.filter(|image| !is_child && !is_left(image)).unwrap_or(name))
    };
    let used: BTreeSet<String> = references.into_iter().flatten().filter_map(name).collect();
    Some(json!({ "errors": row.expect.get("errors")?, "used": used }))
}

/// Returns the object in use that a sentence of the ResourceReferenceManager names, or the limit that is exceeded.
fn used_name(sentence: &str) -> Option<String> {
    if sentence.starts_with("the total minimum node count") {
        return Some("maxNodesTotal".to_owned());
    }
    let name = sentence.split(['"', '\'']).nth(1)?;
    let values = sentence.split_once("with values [").and_then(|(_, rest)| rest.split_once(']'));
    Some(values.map_or_else(|| name.to_owned(), |(values, _)| format!("{name}: {values}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_left_out() {
        let paths = [
            ("spec.provider.workers[3].zones[12]", "spec.provider.workers[].zones[]"),
            ("spec.kubernetes.versions[].expirationDate", "spec.kubernetes.versions[].expirationDate"),
            ("spec.region", "spec.region"),
        ];
        for (path, expected) in paths {
            assert_eq!(without_indices(path), expected);
        }
    }

    #[test]
    fn used_object_is_named() {
        let sentences = [
            ("unable to delete Machine image version 'a/1.0.0' from CloudProfile \"p\" - in use", "a/1.0.0"),
            ("unable to delete Kubernetes version \"1.36.1\" from CloudProfile \"p\" - in use", "1.36.1"),
            (
                "unable to delete MachineCapability \"net\" with values [standard] from CloudProfile \"p\"",
                "net: standard",
            ),
            ("the total minimum node count of all worker pools of shoot \"n/s\" must not exceed 1", "maxNodesTotal"),
        ];
        for (sentence, expected) in sentences {
            assert_eq!(used_name(sentence).as_deref(), Some(expected));
        }
    }

    #[test]
    fn shoot_refused_for_an_unread_field_only_is_left_out() {
        let refused = |paths: &[&str]| {
            let error = |path: &&str| json!({ "kind": "Invalid", "path": path, "bad": "" });
            let errors: Vec<Value> = paths.iter().map(error).collect();
            json!({ "oldValid": true, "mutate": [], "validate": errors, "plugin": [] })
        };
        assert_eq!(shoot_admission(&refused(&["spec.networking.nodes"])), None);
        let kept = json!({ "kinds": ["Invalid spec.region"] });
        assert_eq!(shoot_admission(&refused(&["spec.networking.nodes", "spec.region"])), Some(kept));
    }
}
