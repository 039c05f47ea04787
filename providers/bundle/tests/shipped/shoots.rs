//! Shoots whose image is not mapped in their region: some extensions reject them.

use rootstock_admission::{ShootOperation, canonicalize_cloud_profile, check_shoot};
use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{CanonicalProfile, Decode, Path, RawObject, Shoot};
use rootstock_judge::{CompiledProfile, Judge, ProviderSection};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{check, findings, profile, settings};

/// Returns the findings for a Shoot in a region of the profile without any mapping.
fn found(base: &str, machine_type: &str, semantics: Semantics) -> Vec<String> {
    let mut profile = profile(base, &[("spec.regions.1", "{name: elsewhere, zones: [{name: elsewhere-a}]}")]);
    let config = check(&profile, semantics).config;
    canonicalize_cloud_profile(&mut profile, None);
    let plugin = rootstock_providers::registry().unwrap().get(&profile.spec.provider_type).unwrap();
    let section = ProviderSection { plugin, config };
    let settings = settings(semantics);
    let compiled = CompiledProfile::with_provider(
        CanonicalProfile::named("", profile.spec.clone()),
        settings.gates,
        Some(section),
    )
    .unwrap();
    let judge = Judge::new(&compiled, settings);

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/base/shoot-openstack.yaml");
    let mut shoot: Value = serde_yaml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    shoot["spec"]["region"] = json!("elsewhere");
    shoot["spec"]["provider"] = json!({
        "type": profile.spec.provider_type,
        "workers": [{
            "name": "one", "minimum": 1, "maximum": 1, "maxSurge": 1, "zones": ["elsewhere-a"],
            "machine": {"type": machine_type, "image": {"name": "gardenlinux", "version": "1877.5.0"}},
        }],
    });
    let raw: RawObject = serde_json::from_value(shoot).unwrap();
    let (shoot, _) = raw.decode_known::<Shoot>(&Path::object());
    let outcome = check_shoot(&shoot, ShootOperation::Create, judge);
    let images = findings(&outcome.violations).into_iter().filter(|line| line.contains("image"));
    images.collect()
}

/// Alibaba Cloud admits the Shoot (quirk `unmapped_image_is_admitted`), AWS itself rejects it.
#[rstest]
#[case::aws("aws", "m7i.large", "error", "error", "")]
#[case::alicloud("alicloud", "ecs.g7.xlarge", "error", "warning", ".version")]
fn an_unmapped_image(
    #[case] base: &str,
    #[case] machine_type: &str,
    #[case] documented: &str,
    #[case] gardener: &str,
    #[case] below: &str,
) {
    let rule = "worker-image-not-in-region spec.provider.workers[0].machine.image";
    assert_eq!(found(base, machine_type, Documented), [format!("{documented} {rule}.version")]);
    assert_eq!(found(base, machine_type, Gardener), [format!("{gardener} {rule}{below}")]);
}
