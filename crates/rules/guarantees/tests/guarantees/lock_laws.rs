//! Laws of locks: cosmetic changes and time change no line, each move changes one, and the text is read as it was written.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rootstock_core_model::{Semantics, Settings};
use rootstock_guarantees::{Lock, LockChangeKind};
use rootstock_sample_profiles::{LargeProfile, Scale};
use rstest::rstest;
use serde_yaml::Value;

use crate::samples::{documented, fixture, lock, lock_under, settings};

/// The most bytes that the lock of the large profile may have.
const MAX_BYTES: usize = 512 * 1024;

/// The fields with lists whose order has no effect.
const UNORDERED: [&str; 6] = ["machineTypes", "machineImages", "versions", "capabilityFlavors", "regions", "zones"];

const FIXTURES: [&str; 10] = [
    "greenhouse.yaml",
    "openstack-capabilities.yaml",
    "openstack-legacy.yaml",
    "harbour.yaml",
    "nursery.yaml",
    "orchard.yaml",
    "preferences.yaml",
    "quirk.yaml",
    "special-workers.yaml",
    "tie.yaml",
];

/// Reverses every list whose order has no effect.
fn reversed(value: &mut Value) {
    match value {
        Value::Mapping(map) => {
            for (key, value) in map.iter_mut() {
                if let (Some(key), Value::Sequence(list)) = (key.as_str(), &mut *value)
                    && UNORDERED.contains(&key)
                {
                    list.reverse();
                }
                reversed(value);
            }
        }
        Value::Sequence(list) => list.iter_mut().for_each(reversed),
        _ => {}
    }
}

pub(crate) fn cosmetically_changed(text: &str) -> String {
    let mut value: Value = serde_yaml::from_str(text).unwrap();
    reversed(&mut value);
    // Serializing drops the comments and changes the style.
    format!("# A new comment.\n\n{}", serde_yaml::to_string(&value).unwrap())
}

/// Returns the lines that only one of two texts has.
fn differing_lines(one: &str, other: &str) -> [usize; 2] {
    let (one, other): (BTreeSet<&str>, BTreeSet<&str>) = (one.lines().collect(), other.lines().collect());
    [one.difference(&other).count(), other.difference(&one).count()]
}

#[rstest]
fn cosmetic_change_changes_no_line(
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
    #[values(false, true)] has_worker_capabilities: bool,
) {
    let settings = settings(semantics, has_worker_capabilities);
    for name in FIXTURES {
        let text = fixture(name);
        let (before, after) = (lock_under(&text, settings), lock_under(&cosmetically_changed(&text), settings));
        similar(&before, &after, name);
    }
}

fn similar(before: &Lock, after: &Lock, name: &str) {
    let (one, other) = (before.to_string(), after.to_string());
    assert_eq!(differing_lines(&one, &other), [0, 0], "{name}");
    assert_eq!(one, other, "{name}");
    assert_eq!(after.changes_since(before), [], "{name}");
}

#[test]
fn passing_time_changes_no_line() {
    let later = Settings { now: "2046-01-01T00:00:00Z".parse().unwrap(), ..documented() };
    for name in FIXTURES {
        let text = fixture(name);
        let before = lock(&text);
        let after = lock_under(&text, later).succeeding(&before);
        similar(&before, &after, name);
    }
}

#[test]
fn text_is_read_as_it_was_written() {
    for name in FIXTURES {
        let lock = lock(&fixture(name));
        assert_eq!(lock.to_string().parse::<Lock>(), Ok(lock), "{name}");
    }
}

#[test]
fn lock_of_the_large_profile_is_small() {
    let lock = lock(&LargeProfile::new(Scale::times(1)).to_yaml().unwrap());
    let text = lock.to_string();
    assert!(text.len() <= MAX_BYTES, "{}", text.len());
    assert_eq!((lock.decisions(), text.matches("\nclass ").count()), (1320, 6));
    let lines = text.lines().filter(|line| line.starts_with("boots ")).count();
    assert_eq!(lines, lock.decisions());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Another reference for a flavor in a region moves one image, on one line.
    #[test]
    fn each_move_is_one_line(place in 0..1000_usize, cosmetic: bool) {
        let text = LargeProfile::new(Scale::percent(3)).to_yaml().unwrap();
        let ids: Vec<usize> = text.match_indices(" id: ").map(|(at, _)| at + 5).collect();
        let at = ids[place % ids.len()];
        let mut moved = text.clone();
        moved.replace_range(at..at + 8, "rebuilt0");
        if cosmetic {
            moved = cosmetically_changed(&moved);
        }
        let (before, after) = (lock(&text), lock(&moved));
        prop_assert_eq!(differing_lines(&before.to_string(), &after.to_string()), [1, 1]);
        let changes = after.changes_since(&before);
        prop_assert_eq!(changes.len(), 1);
        prop_assert_eq!(changes[0].kind, LockChangeKind::Moved);
    }
}
