//! Admission of Shoots on the large sample profile: the cost of preparing the profile, and how checks scale with the
//! number of workers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark")]

use std::sync::Arc;

use divan::{Bencher, black_box};
use rootstock_admission::{
    ShootOperation, WorkerQuestion, canonicalize_cloud_profile, check_shoot, default_cloud_profile, image_options,
};
use rootstock_core_model::{CanonicalProfile, CloudProfile, Path, Quirks, Semantics, Settings, Shoot, Worker};
use rootstock_judge::{CompiledProfile, Judge, ProviderSection};
use rootstock_provider_api::Decoded;
use rootstock_sample_profiles::{LargeProfile, Scale};

fn main() {
    divan::main();
}

fn settings() -> Settings {
    Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap())
}

/// The profile in its stored form, and its provider section.
fn sample() -> (CloudProfile, Decoded) {
    let mut profile: CloudProfile =
        serde_json::from_value(serde_json::to_value(LargeProfile::new(Scale::times(1))).unwrap()).unwrap();
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    let registry = rootstock_providers::registry().unwrap();
    let plugin = registry.get(&profile.spec.provider_type).unwrap();
    let decoded =
        plugin.decode(profile.spec.provider_config.as_ref().unwrap(), &Path::root("providerConfig"), &Quirks::NONE);
    (profile, decoded)
}

/// A Shoot whose workers cycle through the machine types.
fn shoot(profile: &CloudProfile, workers: usize, image: Option<(&str, &str)>) -> Shoot {
    let spec = &profile.spec;
    let mut shoot = Shoot::default();
    shoot.spec.region.clone_from(&spec.regions.as_ref().unwrap()[0].name);
    shoot.spec.provider.provider_type.clone_from(&spec.provider_type);
    for index in 0..workers {
        let machine_type = &spec.types()[index % spec.types().len()].name;
        let image = image.map(|(name, version)| serde_json::json!({ "name": name, "version": version }));
        let worker =
            serde_json::json!({ "name": format!("w{index}"), "machine": { "type": machine_type, "image": image } });
        shoot.spec.provider.workers.push(serde_json::from_value(worker).unwrap());
    }
    shoot
}

fn with_profile<R>(run: impl FnOnce(&CloudProfile, Judge<'_>) -> R) -> R {
    let (profile, decoded) = sample();
    let registry = rootstock_providers::registry().unwrap();
    let plugin = registry.get(&profile.spec.provider_type).unwrap();
    let section = ProviderSection { plugin, config: Some(decoded.config) };
    let settings = settings();
    let compiled = CompiledProfile::with_provider(
        CanonicalProfile::named("", profile.spec.clone()),
        settings.gates,
        Some(section),
    )
    .unwrap();
    run(&profile, Judge::new(&compiled, settings))
}

/// Compiling the profile.
#[divan::bench]
fn prepare(bencher: Bencher) {
    let (profile, _) = sample();
    let profile = Arc::new(profile);
    let gates = settings().gates;
    bencher.bench_local(|| {
        CompiledProfile::with_provider(CanonicalProfile::from_stored(Arc::clone(black_box(&profile))), gates, None)
            .unwrap()
    });
}

/// Workers that do not specify an image.
#[divan::bench(args = [1, 10, 100])]
fn default_images(bencher: Bencher, workers: usize) {
    with_profile(|profile, judge| {
        let shoot = shoot(profile, workers, None);
        bencher.bench_local(|| check_shoot(black_box(&shoot), ShootOperation::Create, judge));
    });
}

/// Workers with an image version that does not exist: each finding suggests versions that fit.
#[divan::bench(args = [1, 10, 100])]
fn refused_workers(bencher: Bencher, workers: usize) {
    with_profile(|profile, judge| {
        let name = profile.spec.images()[0].name.clone();
        let shoot = shoot(profile, workers, Some((&name, "0.0.1")));
        bencher.bench_local(|| check_shoot(black_box(&shoot), ShootOperation::Create, judge));
    });
}

/// The question that the dashboard asks.
#[divan::bench]
fn images_for_a_worker(bencher: Bencher) {
    with_profile(|profile, judge| {
        let worker: Worker = shoot(profile, 1, None).spec.provider.workers.remove(0);
        let region = profile.spec.regions.as_ref().unwrap()[0].name.clone();
        let question =
            WorkerQuestion { worker: &worker, region: &region, kubernetes_version: "1.33.5", capabilities: None };
        bencher.bench_local(|| image_options(judge, black_box(question)));
    });
}
