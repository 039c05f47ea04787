//! The law that following advice changes no answer: if a flavor, value or capability is removed as advised, or a fix of
//! advice is applied, every machine type and every worker still gets the same image, in every region and in both
//! semantics.
//!
//! Advice that announces a change in its text is not followed: a machine type without an image, a version without a
//! machine type, a flavor without an image in a region.

use rootstock_core_model::{Change, FieldPath, Fix, Quirks, Segment, Semantics, Settings, Violation};
use serde_json::Value;

use crate::judge::Judge;
use crate::trial::{LawViolation, Verdict, assert_law, assert_law_on_every};
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
                    if let Some(flavors) = entry.get_mut("capabilityFlavors").and_then(Value::as_array_mut) {
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

/// Applies a fix to a profile.
fn apply(profile: &mut Value, fix: &Fix) {
    for change in &fix.changes {
        match change {
            Change::Replace { path, text } => *find(profile, path).unwrap() = serde_yaml::from_str(text).unwrap(),
            change => panic!("no advice has such a change yet: {change:?}"),
        }
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
        if follow(&mut followed.profile, advice.rule.name, &advice.path) {
            same_answers(judge, &followed, &advice)?;
            count += 1;
        }
    }
    Ok(count)
}

/// Tests that the fixes of the advice on a profile change nothing.
fn fixes_change_nothing(world: &World, judge: &Judge<'_>) -> Verdict {
    let mut count = 0;
    let mut world = world.clone();
    let machine_types = world.profile["spec"]["machineTypes"].as_array_mut().into_iter().flatten();
    machine_types.for_each(|machine_type| machine_type["memory"] = "16".into());
    for advice in judge.advice(&world.profile) {
        let Some(fix) = &advice.fix else { continue };
        let mut fixed = world.clone();
        apply(&mut fixed.profile, fix);
        same_answers(judge, &fixed, &advice)?;
        let left = judge.advice(&fixed.profile);
        if left.iter().any(|left| (left.rule.name, &left.path) == (advice.rule.name, &advice.path)) {
            let how = format!("{}: the fix does not resolve it", advice.rule.name);
            return Err(LawViolation::new(how, advice.to_string()));
        }
        count += 1;
    }
    Ok(count)
}

/// Compares the answers of a world with those of one in which advice was followed.
fn same_answers(judge: &Judge<'_>, followed: &World, advice: &Violation) -> Result<(), LawViolation> {
    let describe = || format!("{advice}\nfollowed:\n{}", serde_yaml::to_string(&followed.profile["spec"]).unwrap());
    let Some(objects) = objects(judge.objects().plugin, followed) else {
        return Err(LawViolation::new(format!("{}: the result cannot be read", advice.rule.name), describe()));
    };
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let settings = Settings { quirks: Quirks::of(semantics), ..*judge.settings() };
        let (before, after) = (Judge::under(judge.objects(), settings), Judge::under(&objects, settings));
        let answers = [before.selections(), after.selections()];
        if let Some((before, after)) = answers[0].iter().zip(&answers[1]).find(|(before, after)| before != after) {
            let details = format!("{semantics:?}: {before:?}, then {after:?}\n{}", describe());
            return Err(LawViolation::new(format!("{} changes an answer", advice.rule.name), details));
        }
        // The workers of the Shoot may have demands. The reason why one has no image may be another.
        for worker in &judge.objects().shoot.spec.provider.workers {
            for image in before.images() {
                let [did, does] = [&before, &after].map(|judge| judge.select_image(worker, &image)?.ok());
                if did != does {
                    let details = format!("{semantics:?}, {image:?}: {did:?}, then {does:?}\n{}", describe());
                    let how = format!("{} changes the answer for a worker", advice.rule.name);
                    return Err(LawViolation::new(how, details));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn following_advice_changes_no_image() {
    assert_law(500, changes_nothing);
}

#[test]
fn fix_of_advice_changes_no_image() {
    assert_law_on_every(15, 5_000, fixes_change_nothing);
}
