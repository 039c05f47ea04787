//! Documents of hostile size are answered; `cargo xtask bench --hostile` limits the time and memory for them.

use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::{Capabilities, CloudProfile};
use rootstock_provider_api::ImageRequest;
use serde_json::{Value, json};

use crate::support::{check, settings};

const MANY: usize = 10_000;

fn profile(changes: &[(&str, Value)]) -> CloudProfile {
    let mut profile = crate::support::profile("openstack", &[]);
    for (path, value) in changes {
        let mut document = serde_json::to_value(&profile).unwrap();
        *document.pointer_mut(path).unwrap() = value.clone();
        profile = serde_json::from_value(document).unwrap();
    }
    profile
}

fn many(of: impl Fn(usize) -> Value) -> Value {
    (0..MANY).map(of).collect()
}

fn answer(profile: &CloudProfile) {
    for semantics in [Documented, Gardener] {
        let outcome = check(profile, semantics);
        let machine = Capabilities::new();
        let request = ImageRequest {
            image: "gardenlinux",
            version: "1877.5.0",
            region: Some("europe"),
            machine_type: None,
            machine_capabilities: &machine,
            architecture: None,
            worker_capabilities: None,
        };
        let config = outcome.config.unwrap();
        drop(config.select_image(&profile.spec, &request, &settings(semantics)));
        drop(config.image_references(&profile.spec));
    }
}

const VERSION: &str = "/spec/providerConfig/machineImages/0/versions/0";

#[test]
fn many_flavors() {
    let flavors = many(|index| json!({ "capabilities": { "architecture": ["amd64"] }, "image": index.to_string() }));
    answer(&profile(&[(VERSION, json!({ "version": "1877.5.0", "capabilityFlavors": flavors }))]));
}

#[test]
fn many_unregistered_values() {
    let values = many(|index| json!(format!("v{index}")));
    let flavor = json!({ "capabilities": { "hypervisor": values } });
    answer(&profile(&[(VERSION, json!({ "version": "1877.5.0", "capabilityFlavors": [flavor] }))]));
}

#[test]
fn many_images_that_do_not_match() {
    let core = many(|index| json!({ "name": format!("core-{index}"), "versions": [{ "version": "1.0.0" }] }));
    let provider = many(|index| json!({ "name": format!("provider-{index}"), "versions": [{ "version": "1.0.0" }] }));
    answer(&profile(&[("/spec/machineImages", core), ("/spec/providerConfig/machineImages", provider)]));
}

#[test]
fn many_regions_on_both_sides() {
    let core = many(|index| json!({ "name": format!("core-{index}") }));
    let regions = many(|index| json!({ "name": format!("provider-{index}"), "id": "a" }));
    let version = json!({ "version": "1877.5.0", "regions": regions });
    answer(&profile(&[("/spec/regions", core), (VERSION, version)]));
}

#[test]
fn many_architectures_and_load_balancer_classes() {
    let regions = many(|index| json!({ "name": "europe", "id": "a", "architecture": format!("a{index}") }));
    let classes = many(|index| json!({ "name": format!("c{}", index / 2), "purpose": "vpn" }));
    answer(&profile(&[
        (VERSION, json!({ "version": "1877.5.0", "regions": regions })),
        ("/spec/providerConfig/constraints/floatingPools/0", json!({ "name": "a", "loadBalancerClasses": classes })),
    ]));
}
