//! Updates to image versions for which the provider section has no image.

use rootstock_core_model::{CanonicalProfile, FeatureGates, Path, Quirks, RawObject, Semantics, Shoot};
use rootstock_judge::{CompiledProfile, ProviderSection};
use rootstock_maintenance::{FleetSummary, Planner, ShootPlan, ShootRow};
use rstest::rstest;
use serde_json::json;

use crate::samples::{NOW, shoot, spec, versions};

/// Version 1.0.0 exists for both architectures and in both regions, 1.1.0 only for amd64 in `eu`.
fn profile() -> CompiledProfile {
    let both = |version| json!({ "version": version, "architectures": ["amd64", "arm64"] });
    profile_with(&json!([{ "name": "os", "versions": [both("1.0.0"), both("1.1.0")] }]))
}

/// Like [`profile`], but with other images; the provider section is that of `os`.
fn profile_with(images: &serde_json::Value) -> CompiledProfile {
    let profile = spec(&json!({
        "type": "openstack",
        "regions": [{ "name": "eu" }, { "name": "us" }],
        "kubernetes": { "versions": versions("1.30.4:E 1.31.1") },
        "machineTypes": [{ "name": "small" }, { "name": "arm", "architecture": "arm64" }],
        "machineImages": images,
    }));
    let region = |name: &str, architecture: &str| json!({ "name": name, "id": format!("{name}-{architecture}"), "architecture": architecture });
    let config: RawObject = serde_json::from_value(json!({
        "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1",
        "kind": "CloudProfileConfig",
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0", "regions": [
                region("eu", "amd64"), region("eu", "arm64"), region("us", "amd64"), region("us", "arm64"),
            ] },
            { "version": "1.1.0", "regions": [region("eu", "amd64")] },
        ] }],
    }))
    .unwrap();
    let plugin = rootstock_providers::registry().unwrap().get("openstack").unwrap();
    let config = plugin.decode(&config, &Path::root("providerConfig"), &Quirks::NONE).config;
    let section = ProviderSection { plugin, config: Some(config) };
    CompiledProfile::with_provider(CanonicalProfile::named("example", profile), FeatureGates::default(), Some(section))
        .unwrap()
}

fn pool(name: &str, machine_type: &str, version: &str) -> serde_json::Value {
    json!({ "name": name, "machine": { "type": machine_type, "image": { "name": "os", "version": version } } })
}

fn asked(region: &str, machine_type: &str, version: &str) -> Shoot {
    shoot(&json!({
        "region": region,
        "maintenance": { "autoUpdate": { "machineImageVersion": true } },
        "provider": { "workers": [pool("a", machine_type, version)] },
    }))
}

/// The rejections and the warnings.
fn rejections_and_warnings(plan: &ShootPlan) -> [Vec<&'static str>; 2] {
    let refused = plan.rejections.iter().map(|rejection| rejection.code());
    [refused.collect(), plan.warnings.iter().map(|warning| warning.obstacle.kind().as_str()).collect()]
}

#[rstest]
#[case::mapped("eu", "small", "1.0.0", false)]
#[case::another_region("us", "small", "1.0.0", true)]
#[case::another_architecture("eu", "arm", "1.0.0", true)]
#[case::image_stays("us", "small", "1.1.0", false)]
fn update_to_unmapped_version_is_refused_or_warned(
    #[case] region: &str,
    #[case] machine_type: &str,
    #[case] version: &str,
    #[case] is_unmapped: bool,
) {
    let profile = profile();
    // Previous questions about other pools make no difference.
    let others = ["eu", "us"].iter().flat_map(|region| ["small", "arm"].map(|name| asked(region, name, "1.0.0")));
    let others: Vec<Shoot> = others.chain([asked("us", "small", "1.1.0")]).collect();
    let shoot = asked(region, machine_type, version);
    for quirks in [Quirks::NONE, Quirks::GARDENER_1_150, Planner::QUIRKS] {
        let mut planner = Planner::new(&profile, quirks);
        for _ in 0..2 {
            let plan = planner.shoot(&ShootRow::from(&shoot), NOW);
            let unmapped: Vec<&str> = if is_unmapped { vec!["unmapped"] } else { Vec::new() };
            let expected = if quirks == Quirks::NONE { [unmapped, Vec::new()] } else { [Vec::new(), unmapped] };
            assert_eq!(rejections_and_warnings(&plan), expected, "{quirks:?}");
            assert_eq!((plan.is_rejected(), plan.has_updates()), (!rejections_and_warnings(&plan)[0].is_empty(), true));
            for other in &others {
                _ = planner.shoot(&ShootRow::from(other), NOW);
            }
        }
    }
}

#[test]
fn warning_names_the_missing_mapping() {
    let profile = profile();
    let plan = Planner::new(&profile, Quirks::of(Semantics::Gardener))
        .shoot(&ShootRow::from(&asked("us", "small", "1.0.0")), NOW);
    insta::assert_snapshot!(plan.warnings[0].warning(), @"worker a: image os 1.1.0: no image is mapped for region `us`; there are mappings for `eu`; the update is accepted, but the machines of the pool cannot be created; map the version in the profile's `providerConfig`, or remove it from the profile");
    let mut summary = FleetSummary::default();
    summary.add(&plan);
    let lines: Vec<_> = summary.reasons().map(|it| (it.subject, it.image, it.outcome, it.reason, it.count)).collect();
    assert!(lines.contains(&("machine-image", "os", "warning", "unmapped", 1)), "{lines:?}");
    let plan = Planner::new(&profile, Quirks::NONE).shoot(&ShootRow::from(&asked("us", "small", "1.0.0")), NOW);
    assert_eq!(plan.rejections[0].worker(), "a");
    insta::assert_snapshot!(plan.rejections[0], @"worker a: image os 1.1.0: no image is mapped for region `us`; there are mappings for `eu`, so the update is refused as a whole; map the version in the profile's `providerConfig`, or remove it from the profile");
}

/// Gardener looks images up case-insensitively, but admits them by their exact name: no mapping is checked for a name
/// that differs in case, and cached answers for one image are not used for another.
#[test]
fn image_names_differing_in_case_are_distinct() {
    let versions = json!([{ "version": "1.0.0" }, { "version": "1.1.0" }]);
    let [upper, lower, mixed] = ["OS", "os", "Os"].map(|name| json!({ "name": name, "versions": versions }));
    let shoot_with = |image: &str| {
        let machine = json!({ "type": "small", "image": { "name": image, "version": "1.0.0" } });
        shoot(&json!({
            "region": "eu",
            "maintenance": { "autoUpdate": { "machineImageVersion": true } },
            "provider": { "workers": [{ "name": "a", "machine": machine }] },
        }))
    };
    let [asks_upper, asks_lower, asks_mixed] = ["OS", "os", "Os"].map(shoot_with);
    let outcomes_of = |profile: &CompiledProfile, asked: &[&Shoot]| -> Vec<[Vec<&'static str>; 2]> {
        let mut planner = Planner::new(profile, Quirks::GARDENER_1_150);
        asked.iter().map(|shoot| rejections_and_warnings(&planner.shoot(&ShootRow::from(*shoot), NOW))).collect()
    };
    let alone = profile_with(&json!([upper]));
    assert_eq!(outcomes_of(&alone, &[&asks_lower]), [[vec!["image-name"], Vec::new()]]);
    let all = profile_with(&json!([upper, lower, mixed]));
    let (unmapped, mapped) = ([Vec::new(), vec!["unmapped"]], [Vec::new(), Vec::new()]);
    let asked = [&asks_upper, &asks_lower, &asks_mixed];
    assert_eq!(outcomes_of(&all, &asked), [unmapped.clone(), mapped.clone(), unmapped.clone()]);
    let asked = [&asks_mixed, &asks_lower, &asks_upper];
    assert_eq!(outcomes_of(&all, &asked), [unmapped.clone(), mapped, unmapped]);
}
