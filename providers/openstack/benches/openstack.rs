//! Benchmarks of decoding, checking and selecting from the OpenStack section of the large sample profile, at one, two and
//! four times its size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark")]

use std::sync::Arc;

use divan::{Bencher, black_box};
use rootstock_core_model::{CloudProfile, Path, Quirks, Semantics, Settings};
use rootstock_provider_api::{ImageRequest, Provider, ProviderConfig};
use rootstock_provider_openstack::OpenStack;
use rootstock_sample_profiles::{LargeProfile, Scale};

fn main() {
    divan::main();
}

fn profile(times: u32) -> CloudProfile {
    serde_json::from_value(serde_json::to_value(LargeProfile::new(Scale::times(times))).unwrap()).unwrap()
}

fn config(profile: &CloudProfile) -> Arc<dyn ProviderConfig> {
    let decoded = OpenStack.decode(profile.spec.provider_config.as_ref().unwrap(), &Path::root("spec"), &Quirks::NONE);
    assert!(decoded.violations.is_empty());
    decoded.config
}

fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, "2026-01-01T00:00:00Z".parse().unwrap())
}

#[divan::bench(args = [1, 2, 4])]
fn decode(bencher: Bencher, times: u32) {
    let profile = profile(times);
    let raw = profile.spec.provider_config.as_ref().unwrap();
    bencher.bench_local(|| OpenStack.decode(black_box(raw), &Path::root("spec"), &Quirks::NONE));
}

/// All checks: the form, the comparison in both directions, and regions without an image.
#[divan::bench(args = [1, 2, 4])]
fn check(bencher: Bencher, times: u32) {
    let profile = profile(times);
    let (config, settings) = (config(&profile), settings(Semantics::Documented));
    let checks = config.checks();
    assert!(checks.check(&profile.spec, &settings).is_empty());
    bencher.bench_local(|| checks.check(black_box(&profile.spec), &settings));
}

/// The checks that Gardener makes.
#[divan::bench(args = [1, 2, 4])]
fn check_as_gardener(bencher: Bencher, times: u32) {
    let profile = profile(times);
    let (config, settings) = (config(&profile), settings(Semantics::Gardener));
    let checks = config.checks();
    bencher.bench_local(|| checks.check(black_box(&profile.spec), &settings));
}

#[divan::bench]
fn select_image(bencher: Bencher) {
    let profile = profile(1);
    let (config, settings) = (config(&profile), settings(Semantics::Documented));
    let image = &profile.spec.images()[0];
    let region = profile.spec.regions.iter().flatten().next().map(|region| region.name.as_str());
    let version = &image.offered()[0].version;
    let request = ImageRequest::new(&image.name, version, region, &profile.spec.types()[0]);
    config.select_image(&profile.spec, &request, &settings).unwrap();
    bencher.bench_local(|| config.select_image(black_box(&profile.spec), &request, &settings));
}
