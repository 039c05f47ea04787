//! Properties that hold for every profile.

use std::borrow::Cow;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use rootstock_admission::{
    AcceptedCloudProfile, Operation, canonicalize_cloud_profile, canonicalized_cloud_profile, check_cloud_profile,
    check_defaulted_cloud_profile, default_cloud_profile, defaulted_cloud_profile,
};
use rootstock_core_model::{Capabilities, CloudProfile, FeatureGate, Flavor, Semantics};
use serde_json::{Value, json};

use crate::cloud_profile::edited::{decode, settings};

fn word() -> impl Strategy<Value = String> {
    select(vec![
        "",
        "a",
        "b",
        "amd64",
        "arm64",
        "architecture",
        "hostType",
        "virtual",
        "metal",
        "gardener-x",
        "a b",
        "ä/-",
    ])
    .prop_map(str::to_owned)
}

fn version_text() -> impl Strategy<Value = String> {
    select(vec!["", "1.0.0", "1.0.1", "1.1", "2.0.0-gen2", "x", "1.34.1", "1.35.0", "v1", "1.0.0+b"])
        .prop_map(str::to_owned)
}

fn date() -> impl Strategy<Value = String> {
    select(vec!["2020-01-01T00:00:00Z", "2026-06-01T00:00:00Z", "2099-01-01T00:00:00Z"]).prop_map(str::to_owned)
}

fn classification() -> impl Strategy<Value = String> {
    select(vec!["preview", "supported", "deprecated", "expired", "unavailable", "x"]).prop_map(str::to_owned)
}

fn words() -> impl Strategy<Value = Value> {
    vec(word(), 0..3).prop_map(|words| json!(words))
}

fn capability_map() -> impl Strategy<Value = Value> {
    vec((word(), words()), 0..3).prop_map(|entries| Value::Object(entries.into_iter().collect()))
}

fn life() -> impl Strategy<Value = Value> {
    let stages = vec((classification(), option::of(date())), 0..3).prop_map(|stages| {
        let stages = stages.into_iter().map(|(name, start)| json!({"classification": name, "startTime": start}));
        Value::Array(stages.collect())
    });
    (version_text(), option::of(classification()), option::of(date()), option::of(stages)).prop_map(
        |(version, classification, date, stages)| {
            json!({"version": version, "classification": classification, "expirationDate": date, "lifecycle": stages})
        },
    )
}

fn image_version() -> impl Strategy<Value = Value> {
    (life(), words(), option::of(vec(capability_map(), 0..3)), option::of(version_text())).prop_map(
        |(mut version, architectures, flavors, constraint)| {
            version["architectures"] = architectures;
            version["capabilityFlavors"] = json!(flavors);
            version["kubeletVersionConstraint"] = json!(constraint);
            version
        },
    )
}

fn image() -> impl Strategy<Value = Value> {
    (word(), vec(image_version(), 0..4), option::of(word()))
        .prop_map(|(name, versions, strategy)| json!({"name": name, "versions": versions, "updateStrategy": strategy}))
}

fn machine_type() -> impl Strategy<Value = Value> {
    let quantity = select(vec!["0", "1.5", "-1Gi", "4"]);
    (word(), option::of(word()), capability_map(), quantity).prop_map(|(name, architecture, capabilities, cpu)| {
        json!({"name": name, "architecture": architecture, "capabilities": capabilities, "cpu": cpu})
    })
}

fn profile() -> impl Strategy<Value = Value> {
    let definitions = vec((word(), words()), 0..4).prop_map(|definitions| {
        Value::Array(definitions.into_iter().map(|(name, values)| json!({"name": name, "values": values})).collect())
    });
    (option::of(definitions), vec(image(), 0..4), vec(machine_type(), 0..5), vec(life(), 0..4), word()).prop_map(
        |(capabilities, images, types, kubernetes, name)| {
            json!({
                "metadata": {"name": name},
                "spec": {
                    "type": "local",
                    "machineCapabilities": capabilities,
                    "machineImages": images,
                    "machineTypes": types,
                    "kubernetes": {"versions": kubernetes},
                },
            })
        },
    )
}

/// All capabilities in a profile.
fn capabilities(profile: &CloudProfile) -> (Vec<&[Flavor]>, Vec<&Capabilities>) {
    let versions = profile.spec.images().iter().flat_map(|image| image.offered());
    let types = profile.spec.types().iter();
    (versions.map(|version| version.flavors()).collect(), types.map(|one| &one.capabilities).collect())
}

/// Rule, value and severity of every finding, without the paths, sorted.
fn unplaced(profile: &CloudProfile, semantics: Semantics) -> Vec<String> {
    let mut settings = settings(semantics);
    settings.gates = settings.gates.with(FeatureGate::VersionClassificationLifecycle, true);
    let outcome = check_cloud_profile(profile, Operation::State, &settings);
    let mut findings: Vec<String> = outcome
        .violations
        .iter()
        .map(|violation| format!("{} {:?} {:?}", violation.rule.name, violation.kind, violation.severity))
        .collect();
    findings.sort();
    findings
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn checks_never_panic_and_agree_about_the_outcome(new in profile(), old in profile(), gate: bool) {
        let (new, old) = (decode(&new), decode(&old));
        for semantics in [Semantics::Documented, Semantics::Gardener] {
            let mut settings = settings(semantics);
            settings.gates = settings.gates.with(FeatureGate::VersionClassificationLifecycle, gate);
            for operation in [Operation::State, Operation::Create, Operation::Update { old: &old }] {
                let outcome = check_cloud_profile(&new, operation, &settings);
                prop_assert_eq!(outcome.errors().next().is_none(), outcome.canonical.is_some());
                let defaulted = defaulted_cloud_profile(&new);
                let (_, accepted) = check_defaulted_cloud_profile(&[], &defaulted, operation, &settings).into_accepted();
                let stored = accepted.as_ref().map(AcceptedCloudProfile::stored);
                prop_assert_eq!(stored, outcome.canonical.as_ref());
                if let (Some(accepted), Some(stored)) = (&accepted, stored) {
                    prop_assert_eq!(capabilities(accepted.profile_for_matching()), capabilities(stored));
                }
                prop_assert!(outcome.violations.iter().all(|violation| !violation.to_string().is_empty()));
            }
        }
    }

    #[test]
    fn the_stored_form_is_stable(profile in profile(), old in option::of(profile())) {
        let mut once = decode(&profile);
        default_cloud_profile(&mut once);
        let old = old.map(|old| decode(&old));
        canonicalize_cloud_profile(&mut once, old.as_ref());
        let mut twice = once.clone();
        default_cloud_profile(&mut twice);
        canonicalize_cloud_profile(&mut twice, old.as_ref());
        prop_assert_eq!(once, twice);
    }

    /// Only a profile that would not change is borrowed; any other is copied.
    #[test]
    fn unchanged_profile_is_not_copied(profile in profile(), is_defaulted: bool, is_canonical: bool) {
        let mut profile = decode(&profile);
        if is_defaulted { default_cloud_profile(&mut profile) }
        if is_canonical { canonicalize_cloud_profile(&mut profile, None) }
        let mut expected = profile.clone();
        default_cloud_profile(&mut expected);
        let defaulted = defaulted_cloud_profile(&profile);
        prop_assert_eq!(matches!(defaulted, Cow::Borrowed(_)), expected == profile);
        prop_assert_eq!(&*defaulted, &expected);
        canonicalize_cloud_profile(&mut expected, None);
        let canonical = canonicalized_cloud_profile(&profile);
        prop_assert_eq!(matches!(canonical, Cow::Borrowed(_)), expected == profile);
        prop_assert_eq!(&*canonical, &expected);
    }

    /// If Gardener refuses a profile, documented semantics report at least one error too, except for collisions of
    /// version keys across images, which the documents do not mention.
    #[test]
    fn documented_semantics_are_no_more_lenient(profile in profile()) {
        let profile = decode(&profile);
        let refused = check_cloud_profile(&profile, Operation::State, &settings(Semantics::Gardener));
        let mut refusals = refused.errors().filter(|violation| violation.rule.name != "machine-image-version-duplicate");
        if refusals.next().is_some() {
            let documented = check_cloud_profile(&profile, Operation::State, &settings(Semantics::Documented));
            prop_assert!(documented.errors().next().is_some(), "{:#?}", refused.violations);
        }
    }

    #[test]
    fn the_order_of_images_and_types_does_not_matter(profile in profile()) {
        let forwards = decode(&profile);
        let mut backwards = forwards.clone();
        if let Some(images) = &mut backwards.spec.machine_images { images.reverse() }
        if let Some(types) = &mut backwards.spec.machine_types { types.reverse() }
        prop_assert_eq!(unplaced(&forwards, Semantics::Documented), unplaced(&backwards, Semantics::Documented));
    }
}
