//! Locks over histories: generated ones, and the revisions in `fixtures`. Each moved image is one line, and nothing else is one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rootstock_guarantees::{Lock, LockChangeKind, LockSubject};
use serde_yaml::Value;

use crate::lock_laws::cosmetically_changed;
use crate::samples::{fixture, lock};

/// The place of a decision: class, image, and version.
type Place = (String, String, String);

/// Returns the lines of the decisions by their places, and the regions.
fn decisions(lock: &Lock) -> (BTreeMap<Place, String>, BTreeSet<String>) {
    let (mut class, mut found, mut regions) = (String::new(), BTreeMap::new(), BTreeSet::new());
    for line in lock.to_string().lines() {
        match line.split_once(' ') {
            Some(("class", label)) => class = label.to_owned(),
            Some(("region", name)) => {
                regions.insert(name.to_owned());
            }
            Some(("boots", words)) => {
                let mut words = words.split(' ').map(str::to_owned);
                let place = (class.clone(), words.next().unwrap(), words.next().unwrap());
                assert!(found.insert(place, line.to_owned()).is_none(), "{line}");
            }
            _ => {}
        }
    }
    (found, regions)
}

/// Checks that the changes between two revisions are the lines that differ, each told once. Returns their number by kind.
fn check_revision(before: &Lock, after: &Lock) -> BTreeMap<LockChangeKind, usize> {
    let (old, old_regions) = decisions(before);
    let (new, new_regions) = decisions(after);
    let mut told: BTreeMap<Place, LockChangeKind> = BTreeMap::new();
    let mut other_classes = BTreeSet::new();
    for change in after.changes_since(before) {
        match change.subject {
            LockSubject::Image { image, version, .. } => {
                let place = (change.class, image, version);
                assert!(told.insert(place.clone(), change.kind).is_none(), "{place:?} is listed twice");
            }
            LockSubject::Class => {
                other_classes.insert(change.class);
            }
            LockSubject::MachineType { .. } | LockSubject::Region { .. } => {}
        }
    }
    let is_in_both = |place: &Place| !other_classes.contains(&place.0);
    for place in old.keys().chain(new.keys()).filter(|place| is_in_both(place)) {
        let kind = told.get(place);
        match (old.get(place), new.get(place)) {
            (Some(_), None) => assert_eq!(kind, Some(&LockChangeKind::Removed), "{place:?}"),
            (None, Some(_)) => assert_eq!(kind, Some(&LockChangeKind::New), "{place:?}"),
            // References for regions that are new or gone are told with the region.
            (before, after) if old_regions == new_regions => assert_eq!(before != after, kind.is_some(), "{place:?}"),
            (before, after) => assert!(kind.is_none() || before != after, "{place:?}"),
        }
    }
    assert!(told.keys().all(|place| old.contains_key(place) || new.contains_key(place)));
    let mut kinds = BTreeMap::new();
    told.values().for_each(|kind| *kinds.entry(*kind).or_default() += 1);
    kinds
}

/// The revisions of a profile over a year, as its team made them.
#[test]
fn revisions_of_the_fixtures_are_told_line_by_line() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/upkeep/history");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let locks: Vec<Lock> = texts.iter().map(|text| lock(text)).collect();
    let mut kinds: BTreeMap<LockChangeKind, usize> = BTreeMap::new();
    for (number, lock_of_revision) in locks.iter().enumerate() {
        let same = lock(&cosmetically_changed(&texts[number]));
        assert_eq!(same.to_string(), lock_of_revision.to_string(), "{}", files[number].display());
        for earlier in &locks[..number] {
            let found = check_revision(earlier, lock_of_revision);
            found.into_iter().for_each(|(kind, count)| *kinds.entry(kind).or_default() += count);
        }
    }
    assert!(kinds.len() > 1, "{kinds:?}");
}

/// A step of a generated history.
#[derive(Debug, Clone)]
enum Step {
    /// Another reference.
    Move(Index),
    /// Another order, other comments, another style.
    Cosmetic,
    /// Another classification of a version.
    Classify(Index, &'static str),
    /// A version that is removed from both sections.
    Remove(Index),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => any::<Index>().prop_map(Step::Move),
        1 => Just(Step::Cosmetic),
        1 => (any::<Index>(), select(vec!["preview", "supported", "deprecated"])).prop_map(|(at, to)| Step::Classify(at, to)),
        1 => any::<Index>().prop_map(Step::Remove),
    ]
}

/// Returns the lists of versions of the images of a section.
fn versions<'v>(root: &'v mut Value, section: &[&str]) -> Vec<(String, &'v mut Vec<Value>)> {
    let images = section.iter().fold(root, |value, key| &mut value[*key])["machineImages"].as_sequence_mut().unwrap();
    let with_name = |image: &'v mut Value| {
        let name = image["name"].as_str().unwrap().to_owned();
        Some((name, image.get_mut("versions")?.as_sequence_mut()?))
    };
    images.iter_mut().filter_map(with_name).collect()
}

/// Calls a function for each reference of the provider section.
fn each_reference(value: &mut Value, change: &mut impl FnMut(&mut Value)) {
    match value {
        Value::Mapping(map) => {
            for (key, value) in map.iter_mut() {
                match key.as_str() {
                    Some("id" | "ami" | "image") if value.is_string() => change(value),
                    _ => each_reference(value, change),
                }
            }
        }
        Value::Sequence(list) => list.iter_mut().for_each(|value| each_reference(value, change)),
        _ => {}
    }
}

/// Makes a step; returns the references that it replaces, or the version that it removes.
fn make(step: &Step, number: usize, text: &str) -> (String, Option<String>, Option<(String, String)>) {
    let mut root: Value = serde_yaml::from_str(text).unwrap();
    let (mut replaced, mut removed) = (None, None);
    match step {
        Step::Cosmetic => return (cosmetically_changed(text), None, None),
        Step::Move(at) => {
            let section = &mut root["spec"]["providerConfig"]["machineImages"];
            let mut count = 0;
            each_reference(section, &mut |_| count += 1);
            let (at, mut seen) = (at.index(count), 0);
            each_reference(section, &mut |value| {
                if seen == at {
                    replaced = value.as_str().map(str::to_owned);
                    *value = format!("moved-{number}").into();
                }
                seen += 1;
            });
        }
        Step::Classify(at, to) => {
            let mut lists = versions(&mut root, &["spec"]);
            let mut all: Vec<&mut Value> = lists.iter_mut().flat_map(|(_, list)| list.iter_mut()).collect();
            if !all.is_empty() {
                let at = at.index(all.len());
                all[at]["classification"] = (*to).into();
            }
        }
        Step::Remove(at) => {
            let names = versions(&mut root, &["spec"]).into_iter().flat_map(|(image, list)| {
                let of = |one: &Value| (image.clone(), one["version"].as_str().unwrap().to_owned());
                list.iter().map(of).collect::<Vec<_>>()
            });
            let names: Vec<(String, String)> = names.collect();
            if names.len() > 1 {
                let (image, version) = names[at.index(names.len())].clone();
                for section in [&["spec"][..], &["spec", "providerConfig"]] {
                    for (_, list) in versions(&mut root, section).into_iter().filter(|(name, _)| *name == image) {
                        list.retain(|one| one["version"].as_str() != Some(&version));
                    }
                }
                removed = Some((image, version));
            }
        }
    }
    (serde_yaml::to_string(&root).unwrap(), replaced, removed)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Each step changes exactly the lines of the decisions that it is about.
    #[test]
    fn generated_history_is_told_line_by_line(
        name in select(vec!["greenhouse.yaml", "openstack-capabilities.yaml", "harbour.yaml", "nursery.yaml"]),
        steps in proptest::collection::vec(step(), 1..8),
    ) {
        let mut text = fixture(name);
        let first = lock(&text);
        let mut before = first.clone();
        for (number, step) in steps.iter().enumerate() {
            let (changed, replaced, removed) = make(step, number, &text);
            let after = lock(&changed);
            let kinds = check_revision(&before, &after);
            let (old, _) = decisions(&before);
            let (new, _) = decisions(&after);
            let booted = |line: &str| replaced.as_ref().is_some_and(|one| line.split(' ').any(|word| word == one));
            let is_removed = |place: &Place| removed.as_ref().is_some_and(|(image, version)| (&place.1, &place.2) == (image, version));
            let expected = old.iter().filter(|(place, line)| booted(line) || is_removed(place)).count();
            let differing = old.iter().filter(|(place, line)| new.get(*place) != Some(*line)).count();
            match step {
                Step::Cosmetic | Step::Classify(..) => prop_assert_eq!((differing, kinds.len()), (0, 0), "{:?}", step),
                // Flavors may share a reference, of which one has moved.
                Step::Move(_) => prop_assert!(differing <= expected && kinds.values().sum::<usize>() == differing, "{:?}", step),
                Step::Remove(_) => prop_assert_eq!(differing, expected, "{:?}", step),
            }
            (text, before) = (changed, after);
        }
        check_revision(&first, &before);
    }
}
