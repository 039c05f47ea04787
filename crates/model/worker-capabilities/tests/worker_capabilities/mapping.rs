//! Tests of the mapping from worker properties to capabilities: the proposal's own table, and its open questions (Q9…Q12).

use rootstock_core_model::Worker;
use rootstock_worker_capabilities::{BuiltInCatalog, Demand, DemandError};
use rstest::rstest;

fn worker(json: &str) -> Worker {
    serde_json::from_str(json).unwrap()
}

fn asked(json: &str) -> String {
    let read = Demand::of_worker(&BuiltInCatalog::FIRST, &worker(json));
    assert_eq!(read.errors, []);
    let texts = read.demand.capabilities.iter().map(|(name, values)| format!("{name}={}", values.join("+")));
    texts.collect::<Vec<_>>().join(" ").replace("gardener-", "")
}

#[rstest]
#[case::nothing("{}", "bootType=standard updateType=rolling")]
#[case::secure(r#"{"machine": {"secureBoot": true}}"#, "bootType=secure updateType=rolling")]
#[case::insecure(r#"{"machine": {"secureBoot": false}}"#, "bootType=standard updateType=rolling")]
#[case::rolling(r#"{"updateStrategy": "AutoRollingUpdate"}"#, "bootType=standard updateType=rolling")]
#[case::in_place(r#"{"updateStrategy": "AutoInPlaceUpdate"}"#, "bootType=standard updateType=inPlace")]
#[case::manual(r#"{"updateStrategy": "ManualInPlaceUpdate"}"#, "bootType=standard updateType=inPlace")]
#[case::unknown_strategy(r#"{"updateStrategy": "InPlace"}"#, "bootType=standard updateType=rolling")]
#[case::nvidia(r#"{"machine": {"gpu": {"type": "nvidia"}}}"#, "bootType=standard updateType=rolling gpuSupport=nvidia")]
#[case::amd(r#"{"machine": {"gpu": {"type": "amd"}}}"#, "bootType=standard updateType=rolling gpuSupport=amd")]
#[case::intel(r#"{"machine": {"gpu": {"type": "intel"}}}"#, "bootType=standard updateType=rolling gpuSupport=intel")]
#[case::no_gpu(r#"{"machine": {"gpu": {"type": "none"}}}"#, "bootType=standard updateType=rolling gpuSupport=none")]
fn properties_become_capabilities(#[case] json: &str, #[case] expected: &str) {
    assert_eq!(asked(json), expected);
}

/// Q12: the proposal would treat a typo as `none`.
#[rstest]
#[case("nvdia")]
#[case("NVIDIA")]
#[case("")]
fn an_unknown_gpu_is_an_error(#[case] value: &str) {
    let read = Demand::of_worker(
        &BuiltInCatalog::FIRST,
        &worker(&format!(r#"{{"machine": {{"gpu": {{"type": "{value}"}}}}}}"#)),
    );
    let [DemandError::UnknownValue { field: "machine.gpu.type", value: found, supported, .. }] = &read.errors[..]
    else {
        panic!("{:?}", read.errors)
    };
    assert_eq!(found, value);
    assert_eq!(supported, &["none", "nvidia", "amd", "intel"]);
    assert_eq!(read.demand.get("gardener-gpuSupport"), None, "nothing is asked for instead");
}

/// Q2: the whole prefix is reserved, and it is case-sensitive.
#[rstest]
#[case("gardener-bootType", true)]
#[case("gardener-anything", true)]
#[case("gardener-", true)]
#[case("Gardener-bootType", false)]
#[case("gardener", false)]
#[case("openstack-trustedLaunch", false)]
fn the_prefix_is_reserved(#[case] name: &str, #[case] reserved: bool) {
    assert_eq!(BuiltInCatalog::FIRST.reserves(name), reserved);
}
