//! Tests of a worker pool's current and previous properties.

use rootstock_core_model::{FeatureGates, Path};
use rootstock_judge::{Before, Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::{Value, json};

use crate::samples::{WITH_WORKERS, documented, profile, provided, under, worker};

#[test]
fn every_property_of_a_worker_is_read() {
    let worker = worker(&json!({
        "machine": {
            "type": "large", "architecture": "arm64", "secureBoot": true, "gpu": {"type": "amd"},
            "image": {"name": "os", "version": "1.0.0", "providerConfig": {"channel": "beta"}},
        },
        "cri": {"name": "cri-o", "containerRuntimes": [{"type": "kata"}, {"type": "gvisor"}]},
        "kubernetes": {"version": "1.31.0"},
        "updateStrategy": "AutoInPlaceUpdate",
        "providerConfig": {"kind": "WorkerConfig"},
    }));
    let pool = PoolProperties::from(&worker);
    assert_eq!((pool.machine_type, pool.architecture), ("large", Some("arm64")));
    assert_eq!((pool.image, pool.version), (Some("os"), Some("1.0.0")));
    assert_eq!((pool.cri, pool.container_runtimes), (Some("cri-o"), vec!["kata", "gvisor"]));
    assert_eq!((pool.kubernetes_version, pool.gpu_type), (Some("1.31.0"), Some("amd")));
    assert!(pool.is_in_place && pool.has_secure_boot);
    assert!(pool.image_config.is_some() && pool.provider_config.is_some());
}

#[rstest]
#[case(json!({"machine": {"type": "large"}}))]
#[case(json!({"machine": {"type": "large", "secureBoot": false}, "updateStrategy": "AutoRollingUpdate"}))]
fn a_minimal_worker_has_default_properties(#[case] of: Value) {
    let worker = worker(&of);
    let expected = PoolProperties { machine_type: "large", ..PoolProperties::default() };
    assert_eq!(PoolProperties::from(&worker), expected);
}

/// An invalid architecture is ignored if it is reported elsewhere, and counts otherwise.
#[rstest]
#[case::exists("arm64", true, Some("arm64"))]
#[case::does_not_exist("sparc", true, None)]
#[case::is_not_passed_over("sparc", false, Some("sparc"))]
fn an_unknown_architecture(
    #[case] written: &str,
    #[case] ignores_unknown_architecture: bool,
    #[case] expected: Option<&str>,
) {
    let profile = profile(&json!({}));
    let properties = PoolProperties { architecture: Some(written), ..PoolProperties::default() };
    let context = PoolContext { ignores_unknown_architecture, ..PoolContext::default() };
    let pool = Pool::new(documented(&profile), properties, context);
    assert_eq!(pool.architecture, expected);
    assert_eq!(pool.demand.demand().architecture.as_deref(), expected);
}

#[test]
fn surroundings_are_looked_up() {
    let profile = profile(&json!({"regions": [{"name": "eu"}], "machineTypes": [{"name": "large"}]}));
    let judge = documented(&profile);
    let at = |region, kubernetes_version| {
        let properties = PoolProperties { machine_type: "large", ..PoolProperties::default() };
        Pool::new(judge, properties, PoolContext { region, kubernetes_version, ..PoolContext::default() })
    };
    let (here, there) = (at("eu", "1.30.0"), at("us", ""));
    assert_eq!((here.region, there.region), (Some("eu"), None));
    assert_eq!((here.kubelet.map(|version| version.to_string()).as_deref(), there.kubelet), (Some("1.30.0"), None));
    assert_eq!(here.machine_type.map(|(machine_type, _)| machine_type.name.as_str()), Some("large"));
}

fn properties() -> PoolProperties<'static> {
    PoolProperties {
        machine_type: "large",
        architecture: Some("amd64"),
        image: Some("os"),
        version: Some("1.0.0"),
        cri: Some("containerd"),
        container_runtimes: vec!["kata"],
        ..PoolProperties::default()
    }
}

/// Expects whether machine, image and runtimes are unchanged.
#[rstest]
#[case::nothing(properties(), [true, true, true])]
#[case::machine_type(PoolProperties { machine_type: "small", ..properties() }, [false, true, true])]
#[case::architecture(PoolProperties { architecture: Some("arm64"), ..properties() }, [false, false, true])]
#[case::image(PoolProperties { image: Some("other"), ..properties() }, [true, false, false])]
#[case::version(PoolProperties { version: Some("1.1.0"), ..properties() }, [true, false, false])]
#[case::interface(PoolProperties { cri: None, ..properties() }, [true, true, false])]
#[case::runtimes(PoolProperties { container_runtimes: Vec::new(), ..properties() }, [true, true, false])]
fn changed_properties_are_detected(#[case] old: PoolProperties<'static>, #[case] expected: [bool; 3]) {
    let profile = profile(&json!({}));
    let before = Before::Pool(old.clone());
    let pool = Pool::new(documented(&profile), properties(), PoolContext { before, ..PoolContext::default() });
    assert_eq!([pool.has_same_machine(), pool.has_same_image(), pool.has_same_runtimes()], expected);
    assert_eq!(pool.old_version(), old.version);
    assert_eq!(pool.old(), Some(&old));
    assert!(!pool.has_same_demand(), "nothing is asked with the gate off");
}

#[rstest]
#[case(Before::Nothing)]
#[case(Before::Unknown)]
fn a_new_pool_has_no_unchanged_properties(#[case] before: Before<'static>) {
    let profile = profile(&json!({}));
    let pool = Pool::new(documented(&profile), properties(), PoolContext { before, ..PoolContext::default() });
    assert_eq!([pool.has_same_machine(), pool.has_same_image(), pool.has_same_runtimes()], [false; 3]);
    assert_eq!((pool.old(), pool.old_version()), (None, None));
}

#[test]
fn an_existing_pool_without_a_version_has_an_empty_old_version() {
    let profile = profile(&json!({}));
    let before = Before::Pool(PoolProperties { version: None, ..properties() });
    let pool = Pool::new(documented(&profile), properties(), PoolContext { before, ..PoolContext::default() });
    assert_eq!(pool.old_version(), Some(""));
}

#[rstest]
#[case::gate_off(FeatureGates::DEFAULT, &["architecture"])]
#[case::gate_on(WITH_WORKERS, &["architecture", "gardener-bootType", "gardener-gpuSupport", "gardener-updateType"])]
fn the_demand_depends_on_the_gate(#[case] gates: FeatureGates, #[case] expected: &[&str]) {
    let profile = under(gates, &json!({}));
    let properties = PoolProperties { is_in_place: true, has_secure_boot: true, gpu_type: Some("amd"), ..properties() };
    let pool = Pool::new(documented(&profile), properties, PoolContext::default());
    let asked = pool.asked();
    let mut names: Vec<&str> = asked.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    assert_eq!(names, expected);
    assert!(pool.problems().is_empty());
}

fn openstack(gates: FeatureGates) -> rootstock_judge::CompiledProfile {
    let section =
        json!({"apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig"});
    provided(gates, "openstack", &json!({"type": "openstack"}), &section)
}

/// The demand from a worker's `providerConfig`, and the errors in it with their paths.
#[rstest]
#[case::trusted(
    json!({"apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "WorkerConfig", "trustedLaunch": {"enabled": true}}),
    Some("amd"), 4, &[],
)]
#[case::of_another_provider(
    json!({"apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "WorkerConfig", "trustedLaunch": {"enabled": true}}),
    None, 2, &["workers[0].providerConfig"],
)]
#[case::not_a_switch(
    json!({"apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "WorkerConfig", "trustedLaunch": {"enabled": "yes"}}),
    None, 2, &["workers[0].providerConfig.trustedLaunch.enabled"],
)]
#[case::not_a_gpu(
    json!({"apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "WorkerConfig"}),
    Some("matrox"), 2, &["machine.gpu.type: `matrox` is not a value of capability `gardener-gpuSupport`"],
)]
fn provider_settings_of_a_worker_are_read(
    #[case] config: Value,
    #[case] gpu: Option<&str>,
    #[case] asked: usize,
    #[case] problems: &[&str],
) {
    let worker = worker(&json!({
        "machine": {"type": "large", "gpu": gpu.map(|gpu| json!({"type": gpu}))}, "providerConfig": config,
    }));
    let profile = openstack(WITH_WORKERS);
    let root = Path::root("workers");
    let pool = Pool::at(documented(&profile), PoolProperties::from(&worker), PoolContext::default(), &root.index(0));
    assert_eq!(pool.asked().len(), asked);
    let messages = pool.problems();
    assert_eq!(messages.len(), problems.len(), "{messages:?}");
    for (messages, expected) in messages.iter().zip(problems) {
        assert!(messages.starts_with(expected), "{messages}");
    }
    // With the gate off, the configuration is not read.
    let profile = openstack(FeatureGates::DEFAULT);
    let pool = Pool::new(documented(&profile), PoolProperties::from(&worker), PoolContext::default());
    assert_eq!((pool.asked().len(), pool.problems().len()), (0, 0));
}
