//! The law that following advice changes no answer: if a flavor, value or capability is removed as advised, every
//! machine type still gets the same image, in every region and in both semantics.
//!
//! Advice that announces a change in its text is not followed: a machine type without an image, a version without a
//! machine type, a flavor without an image in a region.

use rootstock_core_model::{FieldPath, Quirks, Segment, Semantics, Settings};
use serde_json::Value;

use crate::judge::Judge;
use crate::trial::{LawViolation, Verdict, assert_law};
use crate::world::{World, objects};

/// Removes the object at `path` that the advice of a rule calls useless. Returns whether there is anything to remove.
fn follow(profile: &mut Value, rule: &str, path: &FieldPath) -> bool {
    match rule {
        "flavor-never-selected" => {
            let Some(flavor) = take(profile, path) else { return false };
            let version = find(profile, &path.parent().unwrap().parent().unwrap()).unwrap().clone();
            let image = path.segments().get(..3).map(|segments| segments.to_vec()).unwrap_or_default();
            let name = find(profile, &of(&image)).unwrap()["name"].clone();
            let images = profile["spec"]["providerConfig"]["machineImages"].as_array_mut().into_iter().flatten();
            for image in images.filter(|image| image["name"] == name) {
                let versions = image["versions"].as_array_mut().into_iter().flatten();
                for entry in versions.filter(|entry| entry["version"] == version["version"]) {
                    if let Some(flavors) = entry["capabilityFlavors"].as_array_mut() {
                        flavors.retain(|own| {
                            own.get("capabilities").unwrap_or(&Value::Object(serde_json::Map::new())) != &flavor
                        });
                    }
                }
            }
            true
        }
        "capability-value-unused" => take(profile, path).is_some(),
        "capability-without-effect" => {
            let Some(definition) = path.parent().and_then(|definition| take(profile, &definition)) else {
                return false;
            };
            forget(&mut profile["spec"], definition["name"].as_str().unwrap());
            true
        }
        _ => false,
    }
}

/// Removes a capability from every map that has it.
fn forget(value: &mut Value, capability: &str) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, own| key != capability || !own.is_array());
            fields.values_mut().for_each(|one| forget(one, capability));
        }
        Value::Array(items) => items.iter_mut().for_each(|one| forget(one, capability)),
        _ => {}
    }
}

fn of(segments: &[Segment]) -> FieldPath {
    segments.iter().fold(FieldPath::root(), |path, segment| match segment {
        Segment::Field(name) => path.field(name.clone()),
        Segment::Index(index) => path.index(*index),
    })
}

fn find<'v>(value: &'v mut Value, path: &FieldPath) -> Option<&'v mut Value> {
    path.segments().iter().try_fold(value, |value, segment| match segment {
        Segment::Field(name) => value.get_mut(name.as_ref()),
        Segment::Index(index) => value.get_mut(*index),
    })
}

fn take(value: &mut Value, path: &FieldPath) -> Option<Value> {
    let Some(Segment::Index(index)) = path.segments().last() else { return None };
    let list = find(value, &path.parent()?)?.as_array_mut()?;
    (*index < list.len()).then(|| list.remove(*index))
}

fn changes_nothing(world: &World, judge: &Judge<'_>) -> Verdict {
    // Other mistakes must be fixed first, so advice about entries without a counterpart is not followed.
    if !judge.objects().halves_agree {
        return Ok(0);
    }
    let mut count = 0;
    for advice in judge.advice(&world.profile) {
        let mut followed = world.clone();
        if !follow(&mut followed.profile, advice.rule.name, &advice.path) {
            continue;
        }
        let describe = || format!("{advice}\nfollowed:\n{}", serde_yaml::to_string(&followed.profile["spec"]).unwrap());
        let Some(objects) = objects(judge.objects().plugin, &followed) else {
            return Err(LawViolation::new(format!("{}: the result cannot be read", advice.rule.name), describe()));
        };
        for semantics in [Semantics::Documented, Semantics::Gardener] {
            let settings = Settings { quirks: Quirks::of(semantics), ..*judge.settings() };
            let before = Judge::under(judge.objects(), settings).selections();
            let after = Judge::under(&objects, settings).selections();
            if let Some((before, after)) = before.iter().zip(&after).find(|(before, after)| before != after) {
                let details = format!("{semantics:?}: {before:?}, then {after:?}\n{}", describe());
                return Err(LawViolation::new(format!("{} changes an answer", advice.rule.name), details));
            }
        }
        count += 1;
    }
    Ok(count)
}

#[test]
fn following_advice_changes_no_image() {
    assert_law(500, changes_nothing);
}
