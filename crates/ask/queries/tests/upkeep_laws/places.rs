//! Setting and unsetting single fields and items of a profile.

use proptest::prelude::*;
use proptest::sample::select;
use rootstock_core_model::RawObject;
use rootstock_upkeep::{ProfileChange, Refusal};

use crate::setup::{Form, ask, ask_accepting, cases, fixtures, is_thorough, read, rules_of, text};

/// Settings that can be unset again by their path.
const SETTINGS: [&str; 12] = [
    "spec.volumeTypes[brand-new]={class: premium, minSize: 20Gi}",
    "spec.regions[*].labels[example.org/tier]=gold",
    "spec.regions[*].zones[*].unavailableVolumeTypes[brand-new]",
    "spec.machineTypes[*].usable=true",
    "spec.limits.maxNodesTotal=7",
    "spec.seedSelector.matchLabels[example.org/tier]=gold",
    "spec.machineImages[*].versions[*].kubeletVersionConstraint='>= 1.20'",
    "spec.machineImages[*].versions[*].inPlaceUpdates.supported=true",
    "spec.machineCapabilities[brandNew]={values: [one, two]}",
    "metadata.labels[example.org/tier]=gold",
    "metadata.annotations[example.org/team]='7'",
    "spec.seedSelector.providerTypes[brand-new]",
];

fn set(text: &str) -> ProfileChange {
    ProfileChange::Set(text.parse().unwrap())
}

fn unset(setting: &ProfileChange) -> ProfileChange {
    let ProfileChange::Set(setting) = setting else { panic!("{setting:?}") };
    ProfileChange::Unset { place: setting.place.clone() }
}

fn refused(refusal: Option<&Refusal>) -> Option<String> {
    refusal.map(|refusal| format!("{refusal}: {:?}", refusal.details()))
}

/// Returns every rule with findings, so that only the text matters.
fn all_rules(text: &str, made: Option<&Refusal>) -> Vec<String> {
    let new = match made {
        Some(Refusal::NewFindings(found)) => found.iter().map(|one| one.rule.name).collect(),
        _ => Vec::new(),
    };
    rules_of(text).into_iter().chain(new).map(str::to_owned).collect()
}

/// Settings can be made in most fixtures in any notation, and unsetting them restores the text.
fn check_all_settings(form: Form) {
    // Run each setting in each notation when thorough, else in one of them.
    let settings = SETTINGS.into_iter().enumerate().filter(|(number, _)| is_thorough() || number % 3 == form as usize);
    settings.for_each(|(_, setting)| check_set_and_unset(set(setting), form));
}

#[test]
fn unsetting_a_setting_restores_the_text() {
    check_all_settings(Form::Original);
}

#[test]
fn unsetting_a_setting_restores_the_text_in_json() {
    check_all_settings(Form::Json);
}

#[test]
fn unsetting_a_setting_restores_the_text_in_json_on_one_line() {
    check_all_settings(Form::JsonOnOneLine);
}

fn check_set_and_unset(setting: ProfileChange, form: Form) {
    let mut taken = 0;
    for path in fixtures() {
        let before = text(&path, form);
        if read(&before).is_none() {
            continue;
        }
        let first = ask(&before, std::slice::from_ref(&setting));
        let accept = all_rules(&before, first.refusal.as_ref());
        let made = ask_accepting(&before, std::slice::from_ref(&setting), accept.clone());
        // Errors and missing places are refused, but the text must never differ from the plan.
        if let Some(refusal) = &made.refusal {
            let is_unplanned = matches!(refusal, Refusal::Unplanned(_) | Refusal::Contradiction);
            assert!(!is_unplanned, "{}: {:?}", path.display(), refused(Some(refusal)));
            continue;
        }
        let there = made.text().unwrap().to_owned();
        let accept = [accept, all_rules(&there, None)].concat();
        let again = ask_accepting(&there, std::slice::from_ref(&setting), accept.clone());
        assert_eq!(again.text(), Some(there.as_str()), "{}: set twice", path.display());
        let back = ask_accepting(&there, &[unset(&setting)], accept);
        if let Some(back) = back.text() {
            // A setting that replaced an existing value has removed it.
            let unset_alone = ask_accepting(&before, &[unset(&setting)], all_rules(&before, None));
            if matches!(unset_alone.refusal, Some(Refusal::PlaceNotFound { .. })) {
                assert_eq!(back, &before, "{}", path.display());
                taken += 1;
            }
        } else {
            let refusal = back.refusal.as_ref().unwrap();
            assert!(!matches!(refusal, Refusal::Unplanned(_)), "{}: {:?}", path.display(), refused(Some(refusal)));
        }
    }
    assert!(taken >= 5, "{setting:?}: {taken}");
}

#[test]
fn field_without_value_is_refused() {
    let before = text(&fixtures()[0], Form::Original);
    let change = serde_json::from_str(r#"{"do": "set", "place": "spec.limits", "value": null}"#).unwrap();
    let answer = ask(&before, &[change]);
    assert!(matches!(answer.refusal, Some(Refusal::IncompatibleValue(_))), "{:?}", answer.refusal);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(100)) })]

    /// Two settings can be made in any order, at once or one after the other.
    #[test]
    fn the_order_of_settings_does_not_matter(
        path in select(fixtures()),
        form in select(vec![Form::Original, Form::Json, Form::JsonOnOneLine]),
        one in select(SETTINGS.to_vec()),
        other in select(SETTINGS.to_vec()),
    ) {
        let before = text(&path, form);
        if one == other || read(&before).is_none() {
            return Ok(());
        }
        let (one, other) = (set(one), set(other));
        let made = |changes: &[ProfileChange]| ask(&before, changes).text().map(str::to_owned);
        let (Some(there), Some(back)) = (made(&[one.clone(), other.clone()]), made(&[other, one])) else { return Ok(()) };
        let raw_object = |text: &str| RawObject::new(read(text).unwrap().1.written().unwrap().raw.node());
        prop_assert_eq!(raw_object(&there), raw_object(&back));
    }
}
