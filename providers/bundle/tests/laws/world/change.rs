//! Changes of a profile: versions are added and removed, images are unmapped, machine types change.

use rootstock_conformance_kit::Dice;
use rootstock_core_model::FeatureGates;
use serde_json::{Value, json};

use super::profile;

/// Applies a random change, or none if the document lacks the chosen place.
pub(super) fn apply(document: &mut Value, dice: &mut Dice) {
    let spec = &mut document["spec"];
    match dice.below(18) {
        0 => remove(at(spec, &["machineImages", "*", "versions"], dice), dice),
        1 => remove(at(spec, &["machineImages", "*", "versions", "*", "capabilityFlavors"], dice), dice),
        2 => remove(at(spec, &["providerConfig", "machineImages", "*", "versions"], dice), dice),
        3 => remove(
            at(spec, &["providerConfig", "machineImages", "*", "versions", "*", "capabilityFlavors"], dice),
            dice,
        ),
        4 => {
            let path = ["providerConfig", "machineImages", "*", "versions", "*", "capabilityFlavors", "*", "regions"];
            remove(at(spec, &path, dice), dice);
        }
        5 => remove(at(spec, &["providerConfig", "machineImages", "*", "versions", "*", "regions"], dice), dice),
        6 => remove(at(spec, &["machineTypes"], dice), dice),
        7 => remove(at(spec, &["kubernetes", "versions"], dice), dice),
        8 => remove(at(spec, &["regions"], dice), dice),
        9 | 14 | 15 => add_version(spec, dice),
        10 | 16 => {
            let list = if dice.once_in(3) { ["kubernetes", "versions", "*"].as_slice() } else { &IMAGE_VERSION };
            if let Some(Value::Object(version)) = at(spec, list, dice) {
                version.retain(|field, _| !["classification", "expirationDate", "lifecycle"].contains(&field.as_str()));
                version.extend(profile::lifecycle_fields(FeatureGates::DEFAULT, dice));
            }
        }
        11 => {
            if let Some(Value::Object(version)) = at(spec, &IMAGE_VERSION, dice) {
                version.retain(|field, _| {
                    !["cri", "kubeletVersionConstraint", "inPlaceUpdates"].contains(&field.as_str())
                });
                profile::requirements(version, dice);
            }
        }
        13 => {
            if let Some(Value::String(name)) = at(spec, &["machineImages", "*", "name"], dice) {
                *name = name.to_uppercase();
            }
        }
        12 => {
            if let Some(machine_type) = at(spec, &["machineTypes", "*"], dice) {
                machine_type["usable"] = false.into();
            }
        }
        _ => {
            let name = at(spec, &["machineTypes", "*", "name"], dice).cloned();
            if let Some((zone, name)) = at(spec, &["regions", "*", "zones", "*"], dice).zip(name) {
                zone["unavailableMachineTypes"] = json!([name]);
            }
        }
    }
}

const IMAGE_VERSION: [&str; 4] = ["machineImages", "*", "versions", "*"];

/// Returns a place below `value`; `*` is a random item of a list.
fn at<'v>(value: &'v mut Value, path: &[&str], dice: &mut Dice) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match (*step, value) {
        ("*", Value::Array(items)) => {
            let index = dice.below(items.len());
            items.get_mut(index)
        }
        (field, value) => value.get_mut(field),
    })
}

fn remove(list: Option<&mut Value>, dice: &mut Dice) {
    if let Some(Value::Array(items)) = list
        && items.len() > 1
    {
        items.remove(dice.below(items.len()));
    }
}

/// Adds a copy of a version, to both sections or to only one.
fn add_version(spec: &mut Value, dice: &mut Dice) {
    let Some(image) = at(spec, &["machineImages", "*"], dice) else { return };
    let name = image["name"].clone();
    let Some(Value::Array(versions)) = image.get_mut("versions") else { return };
    let Some(mut version) = dice.one(versions).cloned() else { return };
    let old = version["version"].clone();
    let new: Value = (*dice.one(&["1.0.2", "1.1.1", "2.0.1", "4.0.0"]).unwrap()).into();
    if versions.iter().any(|version| version["version"] == new) {
        return;
    }
    version["version"] = new.clone();
    if let Value::Object(fields) = &mut version {
        fields.retain(|field, _| !["classification", "expirationDate", "lifecycle"].contains(&field.as_str()));
    }
    versions.push(version);
    if dice.once_in(4) {
        return;
    }
    let images = spec.pointer_mut("/providerConfig/machineImages").and_then(Value::as_array_mut);
    for image in images.into_iter().flatten().filter(|image| image["name"] == name) {
        let Some(Value::Array(versions)) = image.get_mut("versions") else { continue };
        let same: Vec<Value> = versions.iter().filter(|version| version["version"] == old).cloned().collect();
        versions.extend(same.into_iter().map(|mut version| {
            version["version"] = new.clone();
            version
        }));
    }
}
