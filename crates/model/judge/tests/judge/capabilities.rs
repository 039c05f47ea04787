//! Tests of the capability check against machine type and worker.

use rootstock_core_model::FeatureGates;
use rootstock_judge::{Before, Judge, Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::{Value, json};

use crate::samples::{WITH_WORKERS, documented, gardener, new_pool, under, worker};

const FITS: &[&str] = &[];
const OF_MACHINE: &[&str] = &["capabilities"];
const OF_WORKER: &[&str] = &["worker-capabilities"];

/// Returns the kinds of obstacles found by the capability check alone.
fn kinds(judge: Judge<'_>, pool: &Pool<'_>, version: &str, excludes_architecture: bool) -> Vec<&'static str> {
    let offer = judge.profile().offer("os", version).unwrap();
    let ask = if excludes_architecture { Judge::capabilities_except_architecture } else { Judge::capabilities };
    ask(judge, pool, &offer).iter().map(|obstacle| obstacle.kind().as_str()).collect()
}

fn disks() -> Value {
    json!({
        "machineCapabilities": [
            {"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "disk", "values": ["fast", "slow"]},
        ],
        "machineTypes": [
            {"name": "fast", "capabilities": {"architecture": ["amd64"], "disk": ["fast"]}},
            {"name": "any", "capabilities": {"disk": ["fast"]}},
        ],
        "machineImages": [{"name": "os", "versions": [
            {"version": "1.0.0", "capabilityFlavors": [{"architecture": ["amd64"], "disk": ["fast"]}]},
            {"version": "1.1.0", "capabilityFlavors": [{"architecture": ["amd64"], "disk": ["slow"]}]},
            {"version": "1.2.0", "capabilityFlavors": [
                {"architecture": ["amd64"], "disk": ["fast"], "gardener-gpuSupport": ["nvidia"]},
            ]},
            {"version": "1.3.0", "capabilityFlavors": [
                {"architecture": ["arm64"], "disk": ["slow"]}, {"architecture": ["amd64"], "disk": ["fast"]},
            ]},
        ]}],
    })
}

fn pool(machine_type: &str, gpu: Option<&str>) -> Value {
    let image = json!({"name": "os", "version": "1.0.0"});
    let gpu = gpu.map(|gpu| json!({"type": gpu}));
    json!({"machine": {"type": machine_type, "architecture": "amd64", "image": image, "gpu": gpu}})
}

#[rstest]
#[case::fits("fast", "1.0.0", None, FITS)]
#[case::another_disk("fast", "1.1.0", None, OF_MACHINE)]
#[case::no_machine_type("unknown", "1.1.0", None, FITS)]
#[case::without_the_gpu("fast", "1.0.0", Some("nvidia"), OF_WORKER)]
#[case::with_the_gpu("fast", "1.2.0", Some("nvidia"), FITS)]
#[case::with_another_gpu("fast", "1.2.0", Some("amd"), OF_WORKER)]
#[case::neither_disk_nor_gpu("fast", "1.1.0", Some("nvidia"), OF_MACHINE)]
fn the_machine_type_comes_before_the_worker(
    #[case] machine_type: &str,
    #[case] version: &str,
    #[case] gpu: Option<&str>,
    #[case] expected: &[&str],
) {
    let worker = worker(&pool(machine_type, gpu));
    let profile = under(WITH_WORKERS, &disks());
    for judge in [documented(&profile), gardener(&profile)] {
        assert_eq!(kinds(judge, &new_pool(judge, &worker), version, false), expected, "{:?}", judge.quirks());
    }
    // Without the gate a worker asks for nothing.
    let profile = under(FeatureGates::DEFAULT, &disks());
    let expected = if expected == OF_WORKER { FITS } else { expected };
    let judge = documented(&profile);
    assert_eq!(kinds(judge, &new_pool(judge, &worker), version, false), expected);
}

/// Later declarations in a profile are not held against an unchanged pool.
#[rstest]
#[case::nothing_changed(pool("fast", Some("nvidia")), FITS)]
#[case::another_machine_type(pool("any", Some("nvidia")), OF_WORKER)]
#[case::asks_for_more(pool("fast", None), OF_WORKER)]
#[case::another_image(
    json!({"machine": {"type": "fast", "architecture": "amd64", "image": {"name": "os", "version": "0.9.0"}, "gpu": {"type": "nvidia"}}}),
    OF_WORKER
)]
#[case::another_architecture(
    json!({"machine": {"type": "fast", "image": {"name": "os", "version": "1.0.0"}, "gpu": {"type": "nvidia"}}}),
    OF_WORKER
)]
fn an_unchanged_pool_keeps_its_image(#[case] before: Value, #[case] expected: &[&str]) {
    let profile = under(WITH_WORKERS, &disks());
    let (now, before) = (worker(&pool("fast", Some("nvidia"))), worker(&before));
    for judge in [documented(&profile), gardener(&profile)] {
        let context = PoolContext { before: Before::Pool(PoolProperties::from(&before)), ..PoolContext::default() };
        let pool = Pool::new(judge, PoolProperties::from(&now), context);
        assert_eq!(pool.has_same_demand(), expected == FITS);
        assert_eq!(kinds(judge, &pool, "1.0.0", false), expected);
        assert_eq!(kinds(judge, &pool, "1.1.0", false), OF_MACHINE, "the machine type is held against it");
    }
}

/// The image chosen for the pool would be a new one.
#[rstest]
#[case::no_image(Value::Null)]
#[case::no_version(json!({"name": "os"}))]
#[case::empty_version(json!({"name": "os", "version": ""}))]
fn a_pool_without_an_image_does_not_count_as_unchanged(#[case] image: Value) {
    let profile = under(WITH_WORKERS, &disks());
    let mut same = pool("fast", Some("nvidia"));
    same["machine"]["image"] = image;
    let (now, before) = (worker(&same), worker(&same));
    for judge in [documented(&profile), gardener(&profile)] {
        let context = PoolContext { before: Before::Pool(PoolProperties::from(&before)), ..PoolContext::default() };
        let pool = Pool::new(judge, PoolProperties::from(&now), context);
        assert!(!pool.has_same_demand());
        assert_eq!(kinds(judge, &pool, "1.0.0", false), OF_WORKER);
    }
}

/// In documented semantics, one flavor must have the architecture and everything else; Gardener compares the architecture
/// separately.
#[rstest]
#[case::documented_one_flavor("1.0.0", "amd64", FITS, FITS)]
#[case::another_flavor_has_it("1.3.0", "arm64", OF_MACHINE, FITS)]
#[case::no_flavor_has_it("1.0.0", "arm64", OF_MACHINE, FITS)]
fn worker_architecture_is_compared(
    #[case] version: &str,
    #[case] architecture: &str,
    #[case] as_documented: &[&str],
    #[case] by_gardener: &[&str],
) {
    let profile = under(FeatureGates::DEFAULT, &disks());
    let worker = worker(&json!({"machine": {"type": "any", "architecture": architecture}}));
    for (judge, expected) in [(documented(&profile), as_documented), (gardener(&profile), by_gardener)] {
        assert_eq!(kinds(judge, &new_pool(judge, &worker), version, false), expected, "{:?}", judge.quirks());
    }
}

/// Differing architectures are reported separately, and not again with the flavors.
#[rstest]
#[case::disk("fast", Some("amd64"), "1.1.0", OF_MACHINE, OF_MACHINE)]
#[case::no_architecture_asked_for("fast", None, "1.1.0", FITS, OF_MACHINE)]
#[case::machine_and_worker_differ("fast", Some("arm64"), "1.3.0", FITS, FITS)]
#[case::machine_and_worker_differ_and_the_disk("fast", Some("arm64"), "1.1.0", FITS, OF_MACHINE)]
#[case::the_version_has_another("any", Some("arm64"), "1.1.0", FITS, OF_MACHINE)]
#[case::unknown_machine_type("unknown", Some("amd64"), "1.1.0", FITS, FITS)]
#[case::in_no_flavor_with_the_disk("any", Some("arm64"), "1.3.0", OF_MACHINE, FITS)]
fn an_architecture_mismatch_is_reported_once(
    #[case] machine_type: &str,
    #[case] architecture: Option<&str>,
    #[case] version: &str,
    #[case] as_documented: &[&str],
    #[case] by_gardener: &[&str],
) {
    let profile = under(FeatureGates::DEFAULT, &disks());
    let worker = worker(&json!({"machine": {"type": machine_type, "architecture": architecture}}));
    for (judge, expected) in [(documented(&profile), as_documented), (gardener(&profile), by_gardener)] {
        assert_eq!(kinds(judge, &new_pool(judge, &worker), version, true), expected, "{:?}", judge.quirks());
    }
}

/// Without capabilities, Gardener only compares the architectures of worker and image.
#[rstest]
#[case::the_same("amd", FITS, FITS)]
#[case::another_machine("arm", OF_MACHINE, FITS)]
fn legacy_profile_is_compared_by_architecture(
    #[case] machine_type: &str,
    #[case] as_documented: &[&str],
    #[case] by_gardener: &[&str],
) {
    let legacy = json!({
        "machineTypes": [{"name": "amd", "architecture": "amd64"}, {"name": "arm", "architecture": "arm64"}],
        "machineImages": [{"name": "os", "versions": [{"version": "1.0.0", "architectures": ["amd64"]}]}],
    });
    let worker = worker(&json!({"machine": {"type": machine_type}}));
    for gates in [FeatureGates::DEFAULT, WITH_WORKERS] {
        let profile = under(gates, &legacy);
        for (judge, expected) in [(documented(&profile), as_documented), (gardener(&profile), by_gardener)] {
            let pool = new_pool(judge, &worker);
            assert_eq!(kinds(judge, &pool, "1.0.0", false), expected, "{gates:?} {:?}", judge.quirks());
            // The pool existed and has not changed.
            let before = Before::Pool(PoolProperties::from(&worker));
            let context = PoolContext { before, ..PoolContext::default() };
            let pool = Pool::new(judge, PoolProperties::from(&worker), context);
            assert_eq!(kinds(judge, &pool, "1.0.0", false), expected, "{gates:?} {:?}", judge.quirks());
        }
    }
}

/// Worker demands also count in a profile without capabilities.
#[test]
fn a_profile_without_capabilities_has_no_gpu() {
    let profile = under(
        WITH_WORKERS,
        &json!({
            "machineTypes": [{"name": "amd", "architecture": "amd64"}],
            "machineImages": [{"name": "os", "versions": [{"version": "1.0.0", "architectures": ["amd64"]}]}],
        }),
    );
    let worker = worker(&json!({"machine": {"type": "amd", "gpu": {"type": "nvidia"}}}));
    for judge in [documented(&profile), gardener(&profile)] {
        assert_eq!(kinds(judge, &new_pool(judge, &worker), "1.0.0", false), OF_WORKER, "{:?}", judge.quirks());
    }
}
