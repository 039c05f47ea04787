//! Benchmarks of decoding and checking thousands of region-mapped images, at one, two and four times the size of the
//! large sample profile: the comparison of the two sections must be linear in the number of flavors, not quadratic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rootstock_core_model::{CloudProfile, Semantics, Settings};
use rootstock_provider_api::Registry;
use rootstock_sample_profiles::{LargeProfile, Scale};
use serde_json::Value;

fn main() {
    divan::main();
}

/// Converts the large sample profile, which is for OpenStack, to a provider whose references are called `field`.
fn profile(provider: &str, field: &str, times: u32) -> CloudProfile {
    let mut profile = serde_json::to_value(LargeProfile::new(Scale::times(times))).unwrap();
    let spec = &mut profile["spec"];
    spec["type"] = provider.into();
    let mut images = spec["providerConfig"]["machineImages"].take();
    for entry in regions(&mut images) {
        let reference = entry["id"].take();
        let name = entry["name"].take();
        *entry = serde_json::json!({ "name": name, field: reference });
    }
    spec["providerConfig"] = serde_json::json!({
        "apiVersion": format!("{provider}.provider.extensions.gardener.cloud/v1alpha1"),
        "kind": "CloudProfileConfig",
        "machineImages": images,
    });
    serde_json::from_value(profile).unwrap()
}

fn regions(images: &mut Value) -> impl Iterator<Item = &mut Value> {
    let versions =
        images.as_array_mut().unwrap().iter_mut().flat_map(|image| image["versions"].as_array_mut().unwrap());
    let flavors = versions.flat_map(|version| version["capabilityFlavors"].as_array_mut().unwrap());
    flavors.flat_map(|flavor| flavor["regions"].as_array_mut().unwrap())
}

fn registry() -> Registry {
    rootstock_providers::registry().unwrap()
}

fn bench(bencher: Bencher, provider: &str, field: &str, times: u32, semantics: Semantics) {
    let profile = profile(provider, field, times);
    let settings = Settings::new(semantics, "2026-01-01T00:00:00Z".parse().unwrap());
    let registry = registry();
    let outcome = registry.check_cloud_profile(&profile.spec, &settings);
    assert!(outcome.violations.is_empty(), "{:?}", outcome.violations.first());
    let references = outcome.config.unwrap().image_references(&profile.spec).len();
    bencher
        .counter(ItemsCount::new(references))
        .bench_local(|| registry.check_cloud_profile(black_box(&profile.spec), &settings));
}

#[divan::bench(args = [1, 2, 4])]
fn aws(bencher: Bencher, times: u32) {
    bench(bencher, "aws", "ami", times, Semantics::Documented);
}

#[divan::bench(args = [1, 2, 4])]
fn aws_as_gardener(bencher: Bencher, times: u32) {
    bench(bencher, "aws", "ami", times, Semantics::Gardener);
}

#[divan::bench(args = [1, 2, 4])]
fn alicloud(bencher: Bencher, times: u32) {
    bench(bencher, "alicloud", "id", times, Semantics::Documented);
}
