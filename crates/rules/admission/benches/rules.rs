//! The rules alone, on the large sample profile at one, two and four times its size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark")]

use divan::{Bencher, black_box};
use rootstock_admission::{Operation, check_cloud_profile, check_defaulted_cloud_profile, default_cloud_profile};
use rootstock_core_model::{CloudProfile, Semantics, Settings};
use rootstock_sample_profiles::{LargeProfile, Scale};

fn main() {
    divan::main();
}

fn profile(times: u32) -> CloudProfile {
    let mut profile = serde_json::to_value(LargeProfile::new(Scale::times(times))).unwrap();
    profile["spec"].as_object_mut().unwrap().remove("providerConfig");
    serde_json::from_value(profile).unwrap()
}

fn settings() -> Settings {
    Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap())
}

/// Defaulting, validation and the stored form of a profile as a desired state.
#[divan::bench(args = [1, 2, 4])]
fn check(bencher: Bencher, times: u32) {
    let (profile, settings) = (profile(times), settings());
    bencher.bench_local(|| check_cloud_profile(black_box(&profile), Operation::State, &settings));
}

/// Validation alone, of a profile that already has its defaults, as the command runs it: the stored form is made on
/// demand.
#[divan::bench(args = [1, 2, 4])]
fn validate(bencher: Bencher, times: u32) {
    let (mut profile, settings) = (profile(times), settings());
    default_cloud_profile(&mut profile);
    bencher.bench_local(|| {
        check_defaulted_cloud_profile(&[], black_box(&profile), Operation::State, &settings).violations
    });
}

/// The whole check of an update that changes nothing.
#[divan::bench(args = [1, 2, 4])]
fn update(bencher: Bencher, times: u32) {
    let (profile, settings) = (profile(times), settings());
    bencher.bench_local(|| check_cloud_profile(black_box(&profile), Operation::Update { old: &profile }, &settings));
}

/// The cost of a copy of the profile, which every check pays once.
#[divan::bench(args = [1, 2, 4])]
fn copy(bencher: Bencher, times: u32) {
    let profile = profile(times);
    bencher.bench_local(|| black_box(&profile).clone());
}
