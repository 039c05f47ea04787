//! Suites about whole objects: admission and maintenance of Shoots, changes of their profile, users of profiles, and the
//! status of a CloudProfile.

use rootstock_admission::{
    ProfileUsers, ReferenceChange, ReferencedProfile, ShootOperation, canonicalize_cloud_profile,
    check_namespaced_profile_users, check_profile_users, check_shoot, check_shoot_changing_profile,
    default_cloud_profile, default_namespaced_cloud_profile, render,
};
use rootstock_core_model::{
    CanonicalProfile, CloudProfile, CloudProfileSpec, NamespacedCloudProfile, RawObject, Settings, Severity, Shoot,
    Violation, Worker,
};
use rootstock_judge::{CompiledProfile, Judge};
use rootstock_maintenance::{Planner, ShootRow, VersionReport, versions_report};
use serde::Deserialize;
use serde_json::{Value, json};

use super::cloud_profile::{decoded, with_gates};
use super::findings::errors;
use super::{cloud_profile, namespaced};
use crate::answers::{Unreadable, strictly, undecodable};
use crate::counted::kinds_and_paths;

/// `shoot-admission`: answers with the kinds and paths of the errors, or with the versions of an accepted Shoot.
pub(crate) fn shoot(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(profile), Some(shoot)) = (stored_profile(input, "profile", settings), shoot_in(input, "shoot", settings))
    else {
        return Ok(undecodable());
    };
    let old = shoot_in(input, "oldShoot", settings);
    let settings = with_gates(settings, input);
    Ok(with_judge(&profile.spec, settings, |judge| {
        let operation = old.as_ref().map_or(ShootOperation::Create, |old| ShootOperation::Update { old });
        let outcome = check_shoot(&shoot, operation, judge);
        let found = kinds(&outcome.violations);
        match found.as_array().is_some_and(Vec::is_empty) {
            false => json!({ "kinds": found }),
            true => json!({
                "kinds": [],
                "kubernetes": outcome.shoot.spec.kubernetes.version,
                "workers": workers(&outcome.shoot.spec.provider.workers),
            }),
        }
    }))
}

fn workers(workers: &[Worker]) -> Value {
    let worker = |worker: &Worker| {
        let image = worker.machine.image.clone().unwrap_or_default();
        let mut fields = json!({
            "name": worker.name,
            "image": image.name,
            "version": image.version.unwrap_or_default(),
            "architecture": worker.machine.architecture,
        });
        if let (Some(version), Some(fields)) = (worker.kubernetes_version(), fields.as_object_mut()) {
            fields.insert("kubernetes".to_owned(), version.into());
        }
        let settings = image.provider_config.map(serde_json::to_value).and_then(Result::ok);
        if let (Some(settings), Some(fields)) = (settings, fields.as_object_mut()) {
            fields.insert("providerConfig".to_owned(), settings);
        }
        fields
    };
    workers.iter().map(worker).collect()
}

/// `shoot-maintenance`: answers with the versions after a maintenance run, and whether the API server refuses it.
pub(crate) fn maintenance(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(profile), Some(shoot)) = (stored_profile(input, "profile", settings), shoot_in(input, "shoot", settings))
    else {
        return Ok(undecodable());
    };
    let settings = with_gates(settings, input);
    Ok(with_judge(&profile.spec, settings, |judge| {
        let mut row = ShootRow::from(&shoot);
        let plan = Planner::new(judge.profile(), settings.quirks).shoot(&row, settings.now);
        row.apply(&plan);
        let workers = row.workers.iter().map(|worker| {
            let mut fields =
                json!({ "name": worker.name, "image": worker.image_name, "version": worker.image_version });
            if let (Some(version), Some(fields)) = (&worker.kubernetes_version, fields.as_object_mut()) {
                fields.insert("kubernetes".to_owned(), version.as_ref().into());
            }
            fields
        });
        let workers: Value = workers.collect();
        json!({ "refused": plan.is_rejected(), "kubernetes": row.kubernetes_version, "workers": workers })
    }))
}

/// `shoot-profile-change`: answers whether the change of the profile is refused, and with the other errors.
pub(crate) fn profile_change(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let profiles: Vec<CloudProfile> = list(input, "profiles", settings);
    let children: Vec<NamespacedCloudProfile> = list(input, "ncps", settings);
    let (Some(shoot), Some(old)) = (shoot_in(input, "shoot", settings), shoot_in(input, "oldShoot", settings)) else {
        return Ok(undecodable());
    };
    let referenced = |shoot: &Shoot| -> Option<(String, String, CloudProfileSpec)> {
        let reference = shoot.profile()?;
        let child = children.iter().find(|child| reference.is_namespaced() && child.metadata.name == reference.name);
        let root = child.map_or(&reference.name, |child| &child.spec.parent.name);
        let root = profiles.iter().find(|profile| profile.metadata.name == *root)?;
        let mut stored = root.clone();
        default_cloud_profile(&mut stored);
        canonicalize_cloud_profile(&mut stored, None);
        let spec = child.map_or_else(|| stored.spec.clone(), |child| render(&stored, child, settings).spec);
        Some((reference.name, root.metadata.name.clone(), spec))
    };
    let (Some(before), Some(after)) = (referenced(&old), referenced(&shoot)) else { return Ok(undecodable()) };
    let is_same = old.profile() == shoot.profile();
    let change = (!is_same).then(|| ReferenceChange { old: as_referenced(&before), new: as_referenced(&after) });
    Ok(with_judge(&after.2, *settings, |judge| {
        let operation = ShootOperation::Update { old: &old };
        let outcome = check_shoot_changing_profile(&shoot, operation, judge, change.as_ref());
        let (of_change, others): (Vec<&Violation>, Vec<&Violation>) = outcome
            .violations
            .iter()
            .partition(|found| found.rule.name.starts_with("shoot-profile-") && !found.rule.name.contains("-name"));
        json!({ "changeIsRefused": !of_change.is_empty(), "kinds": kinds(others) })
    }))
}

/// Returns a profile by name, root and spec.
fn as_referenced((name, root, spec): &(String, String, CloudProfileSpec)) -> ReferencedProfile<'_> {
    ReferencedProfile { name, root: Some(root), spec: Some(spec) }
}

/// `cloudprofile-usage`: answers with the errors of an update, and with the objects in use that it removes.
pub(crate) fn cloud_profile_users(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(old), Some(new)) = (stored_profile(input, "old", settings), decoded(input, "new", settings)) else {
        return Ok(undecodable());
    };
    let (children, shoots) = (list::<NamespacedCloudProfile>(input, "ncps", settings), shoots_in(input));
    let users = ProfileUsers {
        children: children.iter().collect(),
        shoots: shoots.iter().collect(),
        ..ProfileUsers::default()
    };
    let settings = with_gates(settings, input);
    let found = check_profile_users(&[], &old, &new, &users, &settings);
    with_used(cloud_profile::update(input, &settings)?, &found)
}

/// `namespacedcloudprofile-usage`: like [`cloud_profile_users`], but for a NamespacedCloudProfile.
pub(crate) fn child_users(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(parent), Some(mut old), Some(new)) = (
        stored_profile(input, "profile", settings),
        namespaced::child(input, "old", settings),
        namespaced::child(input, "new", settings),
    ) else {
        return Ok(undecodable());
    };
    default_namespaced_cloud_profile(&mut old);
    let shoots = shoots_in(input);
    let users = ProfileUsers { shoots: shoots.iter().collect(), ..ProfileUsers::default() };
    let found = check_namespaced_profile_users(&old, &new, &parent, &users, settings);
    let of_update = json!({ "parent": input.get("profile"), "old": input.get("old"), "new": input.get("new") });
    with_used(namespaced::update(&of_update, settings)?, &found)
}

/// Adds the objects in use to an answer about an update.
fn with_used(mut answer: Value, found: &[Violation]) -> Result<Value, Unreadable> {
    let used: std::collections::BTreeSet<String> = found.iter().filter_map(used_name).collect();
    if let Some(fields) = answer.as_object_mut() {
        fields.retain(|name, _| name == "errors");
        fields.insert("used".to_owned(), serde_json::to_value(used)?);
    }
    Ok(answer)
}

/// Returns the object in use that a finding is about, as Gardener writes it.
fn used_name(found: &Violation) -> Option<String> {
    let mut quoted = found.detail.split('`').skip(1).step_by(2);
    Some(match found.rule.name {
        "kubernetes-version-in-use" => quoted.next()?.to_owned(),
        "machine-image-in-use" => {
            let first = quoted.next()?;
            if found.detail.starts_with("version ") { format!("{}/{first}", quoted.next()?) } else { first.to_owned() }
        }
        "machine-image-of-children" => quoted.next()?.to_owned(),
        "capability-in-use" => {
            let words: Vec<&str> = found.detail.split(" of capability ").collect();
            let [values, rest] = words[..] else { return None };
            let name = rest.split('`').nth(1)?;
            let values: Vec<&str> = values.split('`').skip(1).step_by(2).collect();
            format!("{name}: {}", values.join(" "))
        }
        "max-nodes-exceeded" => "maxNodesTotal".to_owned(),
        _ => return None,
    })
}

/// `cloudprofile-status`: answers with the classification of each version.
pub(crate) fn status(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(profile) = stored_profile(input, "profile", settings) else { return Ok(undecodable()) };
    let report = versions_report(&profile.spec, settings.now, &settings.quirks);
    let row = |version: &VersionReport| json!([version.version, version.classification.as_str()]);
    let images = report.machine_images.iter().flat_map(|image| {
        image.versions.iter().map(|version| json!([image.name, version.version, version.classification.as_str()]))
    });
    let images: Value = images.collect();
    Ok(json!({ "kubernetes": report.kubernetes.iter().map(row).collect::<Value>(), "images": images }))
}

fn kinds<'v>(violations: impl IntoIterator<Item = &'v Violation>) -> Value {
    let errors = errors(violations);
    kinds_and_paths(errors.as_array().into_iter().flatten()).into_iter().map(Value::from).collect()
}

/// Returns the Shoot in a field of the input, unless it is absent or has a field that the release does not know.
pub(crate) fn shoot_in(input: &Value, field: &str, settings: &Settings) -> Option<Shoot> {
    let raw = RawObject::deserialize(input.get(field)?).ok()?;
    let unknown = Shoot::unrecognized_fields_at(raw.node(), settings.gardener);
    if unknown.iter().any(|found| found.severity == Severity::Error) {
        return None;
    }
    Shoot::deserialize(input.get(field)?).ok()
}

fn shoots_in(input: &Value) -> Vec<Shoot> {
    let items = input.get("shoots").and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| Shoot::deserialize(item).ok()).collect()
}

fn list<T: rootstock_document::Decodable + Default>(input: &Value, field: &str, settings: &Settings) -> Vec<T> {
    let items = input.get(field).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| strictly(&json!({ "item": item }), "item", settings)).collect()
}

/// Returns the profile in a field of the input as Gardener stores it.
fn stored_profile(input: &Value, field: &str, settings: &Settings) -> Option<CloudProfile> {
    let mut profile = decoded(input, field, settings)?;
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    Some(profile)
}

fn with_judge(spec: &CloudProfileSpec, settings: Settings, ask: impl FnOnce(Judge<'_>) -> Value) -> Value {
    match CompiledProfile::with_provider(CanonicalProfile::named("", spec.clone()), settings.gates, None) {
        Ok(profile) => ask(Judge::new(&profile, settings)),
        Err(error) => json!({ "error": error.to_string() }),
    }
}
