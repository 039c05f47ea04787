//! Any difference between two profiles can be expressed as changes.

use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rootstock_analysis::Profile;
use rootstock_queries::UpkeepAnswer;
use rootstock_upkeep::{ItemOrder, ProfileChange, Refusal, changes_between};
use serde_json::Value;

use crate::setup::{Form, ask_in_order, cases, fixtures, read, rules_of, text};

/// Returns the consecutive revisions of a profile.
fn history() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/upkeep/history");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|one| one == "yaml")).collect();
    all.sort();
    all
}

fn profile(text: &str) -> Option<Arc<Profile>> {
    read(text).map(|(_, profile)| profile)
}

/// Changes one profile into the other, accepting all findings. Returns the changes and the answer.
fn changed(before: &str, next: &str) -> Option<(Vec<ProfileChange>, UpkeepAnswer)> {
    let changes = changes_between(&profile(before)?, &profile(next)?).ok()?.changes;
    let accept = [rules_of(before), rules_of(next)].concat().into_iter().map(str::to_owned).collect();
    let answer = ask_in_order(before, &changes, accept);
    Some((changes, answer))
}

/// Returns the remaining changes.
fn remaining_changes(changed: &str, next: &str) -> Vec<ProfileChange> {
    changes_between(&profile(changed).unwrap(), &profile(next).unwrap()).unwrap().changes
}

/// Every revision can be changed into the two before and after it, and the first one into the last.
#[test]
fn every_revision_can_be_changed_into_others() {
    let all: Vec<String> = history().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for (one, before) in all.iter().enumerate() {
        let last = all.len() - 1;
        for (other, next) in all.iter().enumerate() {
            if one.abs_diff(other) > 2 && one.abs_diff(other) < last {
                continue;
            }
            let (changes, answer) = changed(before, next).unwrap();
            let refused = answer.refusal.as_ref().map(|refusal| format!("{refusal}: {:?}", refusal.details()));
            assert_eq!(refused, None, "{one} to {other}");
            let text = answer.text().unwrap().to_owned();
            assert_eq!(remaining_changes(&text, next), [], "{one} to {other}: {changes:?}");
            assert_eq!(changes.is_empty(), one == other, "{one} to {other}");
        }
    }
}

#[test]
fn anchor_is_not_moved_behind_its_alias() {
    let filters = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/profiles/filters.yaml");
    let before = std::fs::read_to_string(filters).unwrap();
    let place = "spec.machineImages[grain].versions".parse().unwrap();
    let order = ProfileChange::Order(ItemOrder { place, first: vec!["1.0.9".to_owned()] });
    let refusal = ask_in_order(&before, &[order], Vec::new()).refusal;
    let Some(Refusal::Obstacle(obstacle)) = refusal else { panic!("{refusal:?}") };
    assert!(before.lines().nth(obstacle.line as usize - 1).unwrap().contains("&gvisor"), "{obstacle}");
    assert!(obstacle.reason.contains("alias"), "{obstacle}");
}

#[test]
fn anchored_value_with_an_alias_is_not_replaced() {
    let filters = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/profiles/filters.yaml");
    let before = std::fs::read_to_string(filters).unwrap();
    let setting = "spec.machineImages[grain].versions[2.0.0].cri=[{containerRuntimes: [{type: gvisor}]}]";
    let refusal = ask_in_order(&before, &[ProfileChange::Set(setting.parse().unwrap())], Vec::new()).refusal;
    let Some(Refusal::Obstacle(obstacle)) = refusal else { panic!("{refusal:?}") };
    assert!(before.lines().nth(obstacle.line as usize - 1).unwrap().contains("&gvisor"), "{obstacle}");
    assert!(obstacle.reason.contains("alias"), "{obstacle}");
}

/// An edit at any place of a profile.
#[derive(Debug, Clone)]
enum RandomEdit {
    Remove,
    Copy(u16),
    Write(u16),
    First,
}

fn random_edit() -> impl Strategy<Value = (Index, RandomEdit)> {
    let random_edit = prop_oneof![
        Just(RandomEdit::Remove),
        (0..900_u16).prop_map(RandomEdit::Copy),
        (1..900_u16).prop_map(RandomEdit::Write),
        Just(RandomEdit::First),
    ];
    (any::<Index>(), random_edit)
}

/// Collects the JSON pointers of all values that can be edited.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value)).collect()
        }
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in below {
        let place = format!("{at}/{key}");
        places(value, &place, all);
        all.push(place);
    }
}

fn apply_random_edit(profile: &mut Value, index: Index, random_edit: &RandomEdit) {
    let mut all = Vec::new();
    places(&profile["spec"], "/spec", &mut all);
    if all.is_empty() {
        return;
    }
    let place = index.get(&all);
    let (parent, key) = place.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/").replace("~0", "~");
    match (profile.pointer_mut(parent).unwrap(), random_edit) {
        (Value::Object(fields), RandomEdit::Remove) => drop(fields.remove(&key)),
        (Value::Array(items), RandomEdit::Remove) => drop(items.remove(key.parse().unwrap())),
        (Value::Array(items), RandomEdit::First) => {
            let item = items.remove(key.parse().unwrap());
            items.insert(0, item);
        }
        (Value::Array(items), RandomEdit::Copy(number)) => {
            let index: usize = key.parse().unwrap();
            let mut copy = items[index].clone();
            let name = match &mut copy {
                Value::Object(fields) if fields.contains_key("name") => fields.get_mut("name"),
                Value::Object(fields) => fields.get_mut("version"),
                other => Some(other),
            };
            if let Some(Value::String(name)) = name {
                name.push_str(&number.to_string());
            }
            items.insert(usize::from(*number) % (items.len() + 1), copy);
        }
        (parent, RandomEdit::Write(number)) => {
            let value = match parent {
                Value::Object(fields) => fields.get_mut(&key),
                Value::Array(items) => items.get_mut(key.parse::<usize>().unwrap()),
                _ => None,
            };
            match value {
                Some(Value::String(text)) => text.push_str(&number.to_string()),
                Some(Value::Number(old)) => *old = (*number).into(),
                Some(Value::Bool(old)) => *old = !*old,
                _ => {}
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(400)) })]

    /// After any edit of a profile, the changes between both versions lead from one to the other.
    #[test]
    fn any_edit_can_be_expressed_as_changes(
        path in select([fixtures(), history()].concat()),
        form in select(vec![Form::Original, Form::Original, Form::Json, Form::JsonOnOneLine]),
        random_edits in proptest::collection::vec(random_edit(), 1..6),
    ) {
        let before = text(&path, form);
        let Ok(mut value) = serde_yaml::from_str::<Value>(&before) else { return Ok(()) };
        if !value["spec"].is_object() {
            return Ok(());
        }
        random_edits.iter().for_each(|(index, random_edit)| apply_random_edit(&mut value, *index, random_edit));
        let next = serde_yaml::to_string(&value).unwrap();
        let Some((changes, answer)) = changed(&before, &next) else { return Ok(()) };
        match &answer.refusal {
            None => prop_assert_eq!(remaining_changes(answer.text().unwrap(), &next), [], "{:?}", changes),
            // Errors are refused, and so are edits that would need guessing.
            Some(Refusal::NewFindings(_) | Refusal::Obstacle(_)) => {}
            Some(refusal) => prop_assert!(false, "{}: {:?}: {:?}", refusal, refusal.details(), changes),
        }
    }
}
