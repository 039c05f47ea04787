//! Incremental checks: the objects judged again when an input changes, and the findings, which must not depend on it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use proptest::prelude::*;
use rootstock_advice::AdviceOptions;
use rootstock_analysis::{Analysis, CheckCounts, CheckMode, Checked, ProfileKey, Role};
use rootstock_core_model::{Semantics, Settings};
use rootstock_report::ReportAnswer;

const PROFILE: &str = include_str!("../../../../fixtures/base/local.yaml");
const CHILD: &str = include_str!("../../../../fixtures/base/ncp.yaml");
const SHOOT: &str = include_str!("../../../../fixtures/base/shoot.yaml");

fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, "2026-06-01T00:00:00Z".parse().unwrap())
}

fn analysis() -> Analysis {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings(Semantics::Documented));
    analysis.set_advice(Some(AdviceOptions::default()));
    analysis
}

/// Returns a Shoot of a NamespacedCloudProfile.
fn shoot_of_child() -> String {
    SHOOT
        .replace("name: crazy-botany", "name: of-child")
        .replace("kind: CloudProfile\n    name: local", "kind: NamespacedCloudProfile\n    name: ours")
}

/// Returns an analysis of two CloudProfiles, a NamespacedCloudProfile, and Shoots of all three.
fn sample() -> Analysis {
    let mut analysis = analysis();
    analysis.set(Role::Checked, "local.yaml", PROFILE.as_bytes());
    analysis.set(Role::Checked, "other.yaml", PROFILE.replace("name: local\n", "name: other\n").as_bytes());
    analysis.set(Role::Checked, "child.yaml", CHILD.as_bytes());
    analysis.set(Role::Checked, "shoot.yaml", SHOOT.as_bytes());
    analysis.set(Role::Checked, "shoot-of-child.yaml", shoot_of_child().as_bytes());
    let other = SHOOT.replace("name: crazy-botany", "name: of-other").replace("    name: local", "    name: other");
    analysis.set(Role::Checked, "shoot-of-other.yaml", other.as_bytes());
    analysis
}

/// Returns the number of judgements in a check after a change.
fn counts_after(analysis: &mut Analysis, change: impl FnOnce(&mut Analysis)) -> CheckCounts {
    let _ = analysis.check();
    let before = analysis.check_counts();
    change(analysis);
    let _ = analysis.check();
    let after = analysis.check_counts();
    CheckCounts {
        cloud_profiles: after.cloud_profiles - before.cloud_profiles,
        namespaced_cloud_profiles: after.namespaced_cloud_profiles - before.namespaced_cloud_profiles,
        shoots: after.shoots - before.shoots,
        updates: after.updates - before.updates,
    }
}

fn counts(cloud_profiles: usize, namespaced_cloud_profiles: usize, shoots: usize, updates: usize) -> CheckCounts {
    CheckCounts { cloud_profiles, namespaced_cloud_profiles, shoots, updates }
}

#[test]
fn analysis_is_shared_between_threads() {
    fn is_shared<T: Send + Sync + 'static>(_: &T) {}
    is_shared(&sample());
    let sample = sample();
    let reports = std::thread::scope(|scope| {
        let checks = [scope.spawn(|| sample.check()), scope.spawn(|| sample.check())];
        checks.map(|check| check.join().unwrap().report.findings.len())
    });
    assert_eq!(reports[0], reports[1]);
    assert_eq!(sample.check_counts(), counts(2, 1, 3, 0));
}

/// Returns the findings of a check as JSON.
fn json(checked: &Checked) -> String {
    serde_json::to_string(&ReportAnswer::from(&checked.report)).unwrap()
}

#[test]
fn parallel_check_equals_sequential_check() {
    let shoot = ("shoot.yaml", SHOOT.as_bytes());
    let broken = ("broken.yaml", b"spec: [".as_slice());
    let (mut read, mut one_by_one) = (sample(), sample());
    // One input is already there, one is unreadable, and one is given twice: the last one counts.
    let analysis = &read;
    let inputs: Vec<_> = std::thread::scope(|scope| {
        let start = |(name, bytes)| scope.spawn(move || analysis.read(Role::Checked, name, bytes));
        [shoot, broken, broken].map(start).map(|thread| thread.join().unwrap()).into_iter().flatten().collect()
    });
    assert_eq!(inputs.len(), 2);
    inputs.into_iter().for_each(|input| read.add(input));
    one_by_one.set(Role::Checked, broken.0, broken.1);
    let check = &read.start_check();
    let found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = check.documents().map(|document| scope.spawn(move || check.judge(document))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(json(&check.report(found)), json(&one_by_one.check()));
    assert_eq!(read.check_counts(), counts(2, 1, 3, 0));
}

/// Returns a profile that is long enough for changes to be parsed separately.
fn long(profile: &str) -> Vec<u8> {
    let comment = "  # a comment\n".repeat(20_000);
    profile.replacen("  kubernetes:\n", &format!("{comment}  kubernetes:\n"), 1).into_bytes()
}

/// Edits by a user who types, deletes and pastes, some of which make the text unreadable.
const TYPED: [(&str, &str); 12] = [
    ("name: medium\n", "name: medium2\n"),
    ("  - name: medium\n", "  - name: medium\n    usable: false\n"),
    ("[amd64]", "[amd64, arm64]"),
    ("[virtual]", "[virtual"),
    ("[virtual\n", "[virtual]\n"),
    ("cpu: \"4\"", "cpu: \"4"),
    ("memory: 16Gi\n", "memory: 16Gi\n    memory: 8Gi\n"),
    ("  # a comment\n", ""),
    ("classification: supported", "classification: süpported"),
    ("kind: CloudProfile\n", "kind: CloudProfile\n---\n"),
    ("---\n", ""),
    ("image: registry.example/plain-amd64-metal", "image: &a registry.example/plain-amd64-metal"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn edited_long_text_equals_fresh_input(
        changes in prop::collection::vec((0..TYPED.len(), 0..6_usize, any::<bool>()), 1..8),
    ) {
        let mut text = String::from_utf8(long(PROFILE)).unwrap();
        let mut edited = analysis();
        edited.set(Role::Checked, "long.yaml", text.as_bytes());
        for (change, which, is_back) in changes {
            let (there, instead) = TYPED[change];
            let (there, instead) = if is_back && !instead.is_empty() { (instead, there) } else { (there, instead) };
            let Some((at, _)) = text.match_indices(there).nth(which).or_else(|| text.match_indices(there).next()) else { continue };
            text.replace_range(at..at + there.len(), instead);
            let is_readable = |analysis: &Analysis| analysis.unreadable(Role::Checked, "long.yaml").next().is_none();
            if is_readable(&edited) {
                edited.keep_known("long.yaml");
            }
            edited.set(Role::Checked, "long.yaml", text.as_bytes());
            if is_readable(&edited) {
                edited.remove(Role::Known, "long.yaml");
            }
            let mut fresh = analysis();
            fresh.set(Role::Checked, "long.yaml", text.as_bytes());
            prop_assert_eq!(json(&edited.check()), json(&fresh.check()));
        }
    }
}

#[test]
fn second_check_is_fully_cached() {
    assert_eq!(counts_after(&mut sample(), |_| {}), counts(0, 0, 0, 0));
}

#[test]
fn identical_text_is_not_rechecked() {
    let counted = counts_after(&mut sample(), |sample| sample.set(Role::Checked, "local.yaml", PROFILE.as_bytes()));
    assert_eq!(counted, counts(0, 0, 0, 0));
}

#[test]
fn changed_shoot_is_rechecked_alone() {
    let counted = counts_after(&mut sample(), |sample| {
        sample.set(Role::Checked, "shoot.yaml", SHOOT.replace("maximum: 2", "maximum: 3").as_bytes());
    });
    assert_eq!(counted, counts(0, 0, 1, 0));
}

#[test]
fn changed_profile_is_rechecked_with_child_and_shoots() {
    let counted = counts_after(&mut sample(), |sample| {
        sample.set(Role::Checked, "local.yaml", PROFILE.replace("16Gi", "32Gi").as_bytes());
    });
    assert_eq!(counted, counts(1, 1, 2, 0));
}

#[test]
fn changed_child_is_rechecked_with_its_shoots() {
    let counted = counts_after(&mut sample(), |sample| {
        sample.set(Role::Checked, "child.yaml", format!("{CHILD}  kubernetes: {{}}\n").as_bytes());
    });
    // Advice about its parent depends on what it names.
    assert_eq!(counted, counts(1, 1, 1, 0));
}

#[test]
fn removed_profile_is_missing_for_its_users() {
    let mut sample = sample();
    let counted = counts_after(&mut sample, |sample| assert!(sample.remove(Role::Checked, "local.yaml")));
    // The child is judged without its parent, and its Shoot is not judged.
    assert_eq!(counted, counts(0, 1, 0, 0));
    let findings = sample.check().report.findings.into_iter().map(|finding| finding.violation);
    let missed: Vec<_> =
        findings.filter(|found| found.rule.name == "shoot-without-profile").map(|found| found.detail).collect();
    assert!(missed.iter().any(|detail| detail.contains("its CloudProfile `local` is not among")), "{missed:?}");
    assert!(!sample.remove(Role::Checked, "local.yaml"));
}

#[test]
fn changed_settings_recheck_everything() {
    let mut sample = sample();
    let counted = counts_after(&mut sample, |sample| sample.set_settings(settings(Semantics::Gardener)));
    assert_eq!(counted, counts(2, 1, 3, 0));
    let counted = counts_after(&mut sample, |sample| sample.set_settings(settings(Semantics::Gardener)));
    assert_eq!(counted, counts(0, 0, 0, 0));
}

#[test]
fn another_release_of_gardener_reads_everything_again() {
    let mut analysis = analysis();
    analysis.set(Role::Checked, "local.yaml", format!("{PROFILE}status: {{}}\n").as_bytes());
    let unknown = |analysis: &Analysis| {
        let findings = analysis.check().report.findings.into_iter();
        findings.filter(|finding| finding.violation.rule.name == "unknown-field").count()
    };
    assert_eq!(unknown(&analysis), 0);
    let (semantics, now) = (Semantics::Documented, analysis.settings().now);
    analysis.set_settings(Settings::at_release(semantics, "1.136".parse().unwrap(), now));
    assert_eq!(unknown(&analysis), 1);
    analysis.set_settings(Settings::at_release(semantics, "1.137".parse().unwrap(), now));
    assert_eq!(unknown(&analysis), 0);
}

#[test]
fn update_is_rechecked_after_a_user_changes() {
    let mut sample = sample();
    sample.set_mode(CheckMode::Update);
    let old = [PROFILE, CHILD, &PROFILE.replace("name: local\n", "name: other\n")].join("---\n");
    sample.set(Role::Old, "old.yaml", old.as_bytes());
    assert_eq!(counts_after(&mut sample, |_| {}), counts(0, 0, 0, 0));
    let counted = counts_after(&mut sample, |sample| {
        sample.set(
            Role::Checked,
            "shoot-of-child.yaml",
            shoot_of_child().replace("maximum: 2", "maximum: 3").as_bytes(),
        );
    });
    // The updates of the child and of its parent; `other` is unrelated.
    assert_eq!(counted, counts(0, 0, 1, 2));
}

#[test]
fn fixing_rechecks_only_changed_inputs() {
    let mut sample = sample();
    sample.set(Role::Checked, "shoot.yaml", SHOOT.replace("\"0\"", "0").as_bytes());
    let _ = sample.check();
    let before = sample.check_counts();
    let outcome = sample.apply_safe_fixes();
    assert_eq!(outcome.texts.len(), 1, "{:?}", outcome.report.fixes);
    assert_eq!(sample.check_counts(), CheckCounts { shoots: before.shoots + 1, ..before });
}

#[test]
fn into_fixed_report_equals_fix_report() {
    for discards_results in [false, true] {
        let mut sample = sample();
        sample.set_discards_results(discards_results);
        sample.set(Role::Checked, "shoot.yaml", SHOOT.replace("\"0\"", "0").as_bytes());
        let by_reference = sample.apply_safe_fixes();
        let first = sample.check().report;
        let (mended, outcome) = sample.into_fixed(first, rootstock_core_model::Applicability::Safe);
        assert_eq!(outcome.texts, by_reference.texts);
        assert_eq!(mended.text(Role::Checked, "shoot.yaml"), Some(outcome.texts[0].after.as_str()));
        let messages = |report: &rootstock_report::Report| -> Vec<String> {
            report.findings.iter().map(|finding| finding.violation.to_string()).collect()
        };
        assert_eq!(messages(&mended.check().report), messages(&outcome.report));
        assert_eq!(messages(&outcome.report), messages(&by_reference.report));
    }
}

#[test]
fn profile_is_created_once() {
    let sample = sample();
    let key = ProfileKey::namespaced("garden-dev", "ours");
    let (one, other) = (sample.profile(&key).unwrap(), sample.profile(&key).unwrap());
    assert!(std::sync::Arc::ptr_eq(&one, &other));
    // A webhook judges each review at another instant, with the same profiles.
    let mut later = sample.clone();
    later.set_settings(Settings { now: "2027-01-01T00:00:00Z".parse().unwrap(), ..*sample.settings() });
    assert!(std::sync::Arc::ptr_eq(&one, &later.profile(&key).unwrap()));
    later.set_settings(Settings::new(Semantics::Gardener, sample.settings().now));
    assert!(!std::sync::Arc::ptr_eq(&one, &later.profile(&key).unwrap()));
    assert_eq!(one.parent().unwrap().name(), "local");
    assert!(one.config().is_some());
    let missing = sample.profile(&ProfileKey::global("none")).unwrap_err();
    assert_eq!(missing.to_string(), "its CloudProfile `none` is not among the inputs");
}

#[test]
fn profile_in_stored_form_is_shared() {
    let stored_of = |text: &str| {
        let mut analysis = analysis();
        analysis.set(Role::Checked, "local.yaml", text.as_bytes());
        let profile = analysis.profile(&ProfileKey::global("local")).unwrap();
        let is_shared = std::ptr::eq(profile.stored(), &*profile.written().unwrap().object);
        (serde_json::to_string(profile.stored()).unwrap(), is_shared)
    };
    let (stored, is_shared) = stored_of(PROFILE);
    assert!(!is_shared);
    assert_eq!(stored_of(&stored), (stored, true));
}

#[test]
fn removed_input_is_freed() {
    let mut sample = sample();
    sample.set_mode(CheckMode::Update);
    sample.set(Role::Old, "old.yaml", [PROFILE, CHILD, SHOOT].join("---\n").as_bytes());
    let _ = sample.check();
    let keys = [ProfileKey::global("local"), ProfileKey::namespaced("garden-dev", "ours")];
    let made = keys.map(|key| std::sync::Arc::downgrade(&sample.profile(&key).unwrap()));
    for name in ["local.yaml", "child.yaml"] {
        assert!(sample.remove(Role::Checked, name));
    }
    let _ = sample.check();
    assert!(made.iter().all(|profile| profile.upgrade().is_none()));
}

#[test]
fn object_input_is_located_in_json() {
    let mut analysis = analysis();
    let profile: serde_json::Value = serde_yaml::from_str(&PROFILE.replace("16Gi", "much")).unwrap();
    analysis.set_object(Role::Checked, "profile", &profile);
    let report = analysis.check().report;
    let is_memory =
        |finding: &&rootstock_report::Finding| finding.violation.path.to_string() == "spec.machineTypes[0].memory";
    let finding = report.findings.iter().find(is_memory).unwrap();
    let place = finding.place.clone().unwrap();
    assert_eq!(report.source(finding.source).unwrap().slice(&place.span), "\"much\"");
}

/// Returns texts that depend on each other, and some that are unreadable.
fn texts() -> Vec<String> {
    let update = PROFILE.replace("version: 1.33.5", "version: 1.33.6").replace("16Gi", "much");
    vec![
        PROFILE.to_owned(),
        update,
        CHILD.to_owned(),
        format!(
            "{CHILD}  kubernetes:\n    versions: [{{version: 1.34.1, expirationDate: \"2027-01-01T00:00:00Z\"}}]\n"
        ),
        SHOOT.to_owned(),
        SHOOT.replace("1.34.1", "1.33.5"),
        shoot_of_child(),
        [PROFILE, CHILD, SHOOT].join("---\n"),
        "broken: [\n".to_owned(),
        "# nothing\n".to_owned(),
        "kind: Seed\n".to_owned(),
    ]
}

#[derive(Debug, Clone)]
enum Change {
    Set(Role, usize, usize),
    Remove(Role, usize),
    Unavailable(Role, usize),
    Settings(Semantics),
    CheckMode(CheckMode),
    Check,
}

fn change() -> impl Strategy<Value = Change> {
    let role = || prop_oneof![3 => Just(Role::Checked), 1 => Just(Role::Known), 1 => Just(Role::Old)];
    let mode = prop_oneof![Just(CheckMode::State), Just(CheckMode::Create), Just(CheckMode::Update)];
    prop_oneof![
        8 => (role(), 0..5_usize, 0..texts().len()).prop_map(|(role, name, text)| Change::Set(role, name, text)),
        2 => (role(), 0..5_usize).prop_map(|(role, name)| Change::Remove(role, name)),
        1 => (role(), 0..5_usize).prop_map(|(role, name)| Change::Unavailable(role, name)),
        1 => prop_oneof![Just(Semantics::Documented), Just(Semantics::Gardener)].prop_map(Change::Settings),
        2 => mode.prop_map(Change::CheckMode),
        4 => Just(Change::Check),
    ]
}

fn shown(analysis: &Analysis) -> String {
    let checked = analysis.check();
    let mut text = Vec::new();
    serde_json::to_writer(&mut text, &ReportAnswer::from(&checked.report)).unwrap();
    let notices =
        checked.notices.iter().chain(&analysis.notices_about_known()).map(ToString::to_string).collect::<Vec<_>>();
    format!("{}\n{}", String::from_utf8(text).unwrap(), notices.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn incremental_check_equals_fresh_check(changes in prop::collection::vec(change(), 1..24)) {
        let texts = texts();
        let mut changed = analysis();
        let mut now = settings(Semantics::Documented);
        let mut mode = CheckMode::State;
        let mut inputs: Vec<(Role, usize, Option<usize>)> = Vec::new();
        for change in changes {
            let mut put = |role, name, text| match inputs.iter_mut().find(|input| (input.0, input.1) == (role, name)) {
                Some(input) => input.2 = text,
                None => inputs.push((role, name, text)),
            };
            match change {
                Change::Set(role, name, text) => {
                    put(role, name, Some(text));
                    changed.set(role, &name.to_string(), texts[text].as_bytes());
                }
                Change::Unavailable(role, name) => {
                    put(role, name, None);
                    changed.set_unavailable(role, &name.to_string(), "gone");
                }
                Change::Remove(role, name) => {
                    inputs.retain(|input| (input.0, input.1) != (role, name));
                    changed.remove(role, &name.to_string());
                }
                Change::Settings(semantics) => {
                    now = settings(semantics);
                    changed.set_settings(now);
                }
                Change::CheckMode(other) => {
                    mode = other;
                    changed.set_mode(mode);
                }
                Change::Check => _ = changed.check(),
            }
        }
        let mut fresh = analysis();
        fresh.set_settings(now);
        fresh.set_mode(mode);
        for (role, name, text) in inputs {
            match text {
                Some(text) => fresh.set(role, &name.to_string(), texts[text].as_bytes()),
                None => fresh.set_unavailable(role, &name.to_string(), "gone"),
            }
        }
        prop_assert_eq!(shown(&changed), shown(&fresh));
    }
}

/// A single object has the findings that it has in an analysis with advice, as `rootstock check` makes one.
#[test]
fn single_object_gets_advice() {
    let text = std::fs::read_to_string("../../../fixtures/profiles/orchard.yaml").unwrap();
    let object: serde_json::Value = serde_yaml::from_str(&text).unwrap();
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let registry = rootstock_providers::registry().unwrap();
    let names = |mut found: Vec<String>| {
        found.sort();
        found
    };
    let single = rootstock_analysis::check(&object, registry.clone(), settings);
    let mut analysis = Analysis::new(registry, settings);
    analysis.set_advice(Some(AdviceOptions::default()));
    analysis.set_object(Role::Checked, "object", &object);
    let whole = analysis.check().report.findings.into_iter().map(|finding| finding.violation.to_string());
    let single = names(single.iter().map(ToString::to_string).collect());
    assert_eq!(single, names(whole.collect()));
    assert!(single.iter().any(|finding| finding.contains(": Advice: ")), "{single:?}");
}
