//! Tests of the image lookup in the provider section.

use rootstock_core_model::{ARCHITECTURE, FeatureGates};
use rootstock_judge::{CompiledProfile, ImageDemand, Judge, ObstacleKind, Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::{Value, json};

use crate::samples::{WITH_WORKERS, documented, gardener, profile, provided};

const MAPPED: &[&str] = &[];

/// Builds a profile with images for two disks: `1.0.0` is mapped everywhere, `1.1.0` only in `eu`, and `1.2.0` with the wrong
/// disk.
fn mapped(gates: FeatureGates) -> CompiledProfile {
    let versions = ["1.0.0", "1.1.0", "1.2.0"].map(|version| {
        let flavors = json!([{"architecture": ["amd64"], "disk": ["fast"]}]);
        json!({"version": version, "capabilityFlavors": flavors})
    });
    let core = json!({
        "type": "openstack",
        "regions": [{"name": "eu"}, {"name": "us"}],
        "machineCapabilities": [
            {"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "disk", "values": ["fast", "slow"]},
        ],
        "machineTypes": [
            {"name": "fast", "capabilities": {"architecture": ["amd64"], "disk": ["fast"]}},
            {"name": "slow", "capabilities": {"architecture": ["amd64"], "disk": ["slow"]}},
        ],
        "machineImages": [{"name": "os", "versions": versions}],
    });
    let flavor = |disk: &str, regions: &[&str]| -> Value {
        let regions = regions.iter().map(|region| json!({"name": region, "id": format!("{region}-{disk}")}));
        let regions: Vec<Value> = regions.collect();
        json!([{"capabilities": {"architecture": ["amd64"], "disk": [disk]}, "regions": regions}])
    };
    let section = json!({
        "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1",
        "kind": "CloudProfileConfig",
        "machineImages": [{"name": "os", "versions": [
            {"version": "1.0.0", "capabilityFlavors": flavor("fast", &["eu", "us"])},
            {"version": "1.1.0", "capabilityFlavors": flavor("fast", &["eu"])},
            {"version": "1.2.0", "capabilityFlavors": flavor("slow", &["eu", "us"])},
        ]}],
    });
    provided(gates, "openstack", &core, &section)
}

fn pool<'a>(judge: Judge<'a>, machine_type: &'a str, region: &'a str) -> Pool<'a> {
    let properties = PoolProperties { machine_type, architecture: Some("amd64"), ..PoolProperties::default() };
    Pool::new(judge, properties, PoolContext { region, ..PoolContext::default() })
}

#[rstest]
#[case::everywhere("1.0.0", "fast", "us", MAPPED)]
#[case::in_this_region("1.1.0", "fast", "eu", MAPPED)]
#[case::in_another_region("1.1.0", "fast", "us", &["no image is mapped for region `us`; there are mappings for `eu`"])]
#[case::unknown_machine_type("1.1.0", "unknown", "us", MAPPED)]
#[case::the_region_does_not_matter("1.1.0", "fast", "", MAPPED)]
#[case::it_is_the_flavor("1.0.0", "slow", "us", MAPPED)]
fn a_version_needs_an_image(
    #[case] version: &str,
    #[case] machine_type: &str,
    #[case] region: &str,
    #[case] expected: &[&str],
) {
    let profile = mapped(FeatureGates::DEFAULT);
    let judge = documented(&profile);
    let offer = profile.offer("os", version).unwrap();
    let pool = pool(judge, machine_type, region);
    let obstacle = judge.mapping(&pool, &offer);
    assert_eq!(crate::samples::messages(&obstacle), expected);
    // `obstacles` only reports it if there is no other obstacle.
    assert_eq!(
        judge.obstacles(&pool, &offer).iter().any(|one| one.kind() == ObstacleKind::Unmapped),
        !expected.is_empty()
    );
    if let Some(obstacle) = obstacle {
        assert_eq!(serde_json::to_value(&obstacle).unwrap()["elsewhere"], json!(true));
    }
    assert_eq!(judge.without_mappings().mapping(&pool, &offer), None);
    assert_eq!(judge.without_mappings().choice(&pool, &offer), None);
}

/// The flavors of the profile fit, but those of the provider section do not, so the image is missing.
#[test]
fn an_image_mapped_to_other_flavors_is_missing() {
    let profile = mapped(FeatureGates::DEFAULT);
    let judge = documented(&profile);
    let offer = profile.offer("os", "1.2.0").unwrap();
    let pool = pool(judge, "fast", "eu");
    let obstacle = judge.mapping(&pool, &offer);
    assert_eq!(obstacle.as_ref().map(|obstacle| obstacle.kind().as_str()), Some("unmapped"));
    assert_eq!(serde_json::to_value(&obstacle).unwrap()["elsewhere"], json!(false));
}

#[rstest]
#[case("eu", Some("eu-fast"))]
#[case("us", None)]
fn the_choice_is_the_image_of_the_region(#[case] region: &str, #[case] expected: Option<&str>) {
    let profile = mapped(FeatureGates::DEFAULT);
    let judge = documented(&profile);
    let choice = judge.choice(&pool(judge, "fast", region), &profile.offer("os", "1.1.0").unwrap()).unwrap();
    let chosen = choice.map(|choice| serde_json::to_value(choice.reference).unwrap()["value"].clone());
    assert_eq!(chosen.ok(), expected.map(|id| json!(id)));
}

/// If the extension finds images in another way, it cannot be determined whether one exists.
#[test]
fn images_found_by_the_extension_are_not_reported_as_missing() {
    let core = json!({
        "type": "hcloud",
        "regions": [{"name": "eu"}],
        "machineTypes": [{"name": "plain"}],
        "machineImages": [{"name": "os", "versions": [{"version": "1.0.0"}]}],
    });
    let section =
        json!({"apiVersion": "hcloud.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig"});
    let profile = provided(FeatureGates::DEFAULT, "hcloud", &core, &section);
    let judge = documented(&profile);
    let offer = profile.offer("os", "1.0.0").unwrap();
    let pool = pool(judge, "plain", "eu");
    assert!(judge.choice(&pool, &offer).is_some_and(|choice| choice.is_err()));
    assert_eq!(judge.mapping(&pool, &offer), None);
}

/// If the architecture is one of the capabilities, it is requested there, too; Gardener requests it separately.
#[test]
fn demand_includes_architecture_and_capabilities() {
    let profile = mapped(WITH_WORKERS);
    let asked = |judge: Judge<'_>| {
        let properties = PoolProperties {
            machine_type: "fast",
            architecture: Some("amd64"),
            gpu_type: Some("nvidia"),
            ..PoolProperties::default()
        };
        let wish = judge.wish(&Pool::new(judge, properties, PoolContext::default()));
        assert_eq!(wish.architecture.as_deref(), Some("amd64"));
        let names: Vec<String> = wish.capabilities.iter().map(|(name, values)| format!("{name} {values:?}")).collect();
        names
    };
    let by_gardener = [
        r#"gardener-bootType ["standard"]"#,
        r#"gardener-updateType ["rolling"]"#,
        r#"gardener-gpuSupport ["nvidia"]"#,
    ];
    assert_eq!(asked(gardener(&profile)), by_gardener);
    let as_documented = asked(documented(&profile));
    assert_eq!(as_documented.len(), 4);
    assert!(as_documented.contains(&format!(r#"{ARCHITECTURE} ["amd64"]"#)), "{as_documented:?}");
}

/// A worker without an architecture has that of its machine type.
#[test]
fn a_request_has_all_known_properties() {
    let profile = profile(&json!({"machineTypes": [{"name": "arm", "architecture": "arm64"}]}));
    let (machine_type, _) = profile.machine_type("arm").unwrap();
    let plain = ImageDemand::default();
    let request = plain.request("os", "1.0.0", Some("eu"), machine_type);
    assert_eq!((request.image, request.version, request.region), ("os", "1.0.0", Some("eu")));
    assert_eq!((request.machine_type, request.architecture), (Some("arm"), Some("arm64")));
    assert!(request.worker_capabilities.is_none());
    let mut demand = ImageDemand { architecture: Some("amd64".to_owned()), ..ImageDemand::default() };
    demand.capabilities.insert("disk", vec!["fast".to_owned()]);
    let request = demand.request("os", "1.0.0", None, machine_type);
    assert_eq!(request.architecture, Some("amd64"));
    assert_eq!(request.worker_capabilities, Some(&demand.capabilities));
}

/// In documented semantics, changed pools are refused; in Gardener's, only by extensions that look up the image themselves.
#[rstest]
#[case::looks_itself("aws", true)]
#[case::does_not("openstack", false)]
fn unmapped_images_are_refused(#[case] by: &str, #[case] by_gardener: bool) {
    let section = json!({"apiVersion": format!("{by}.provider.extensions.gardener.cloud/v1alpha1"), "kind": "CloudProfileConfig"});
    let profile = provided(FeatureGates::DEFAULT, by, &json!({"type": by}), &section);
    for is_unchanged in [false, true] {
        assert_eq!(documented(&profile).refuses_unmapped(is_unchanged), !is_unchanged);
        assert_eq!(gardener(&profile).refuses_unmapped(is_unchanged), by_gardener);
    }
}

#[test]
fn unmapped_images_of_an_unknown_provider_pass_under_the_quirk() {
    let profile = profile(&json!({"type": "mine"}));
    assert!(!gardener(&profile).refuses_unmapped(false));
    assert!(documented(&profile).refuses_unmapped(false));
}
