#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]
//! The cost of a decision, and how it scales with the size of a fleet.
//!
//! Uses the large profile, and its fleets of 1 to 4 pools per Shoot as `kubectl get shoots -A -o json` prints them.
//! Parsing the JSON is included.

use std::sync::{Arc, LazyLock};

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rootstock_core_model::{CanonicalProfile, CloudProfile, FeatureGates, Quirks};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{
    FleetAnswer, FleetSummary, Moment, NO_HORIZON, Planner, Planners, Profiles, ShootRow, ShootStream,
};
use rootstock_sample_profiles::{Fleet, LargeProfile, Scale};
use rootstock_versioning::Timestamp;

static LARGE: LazyLock<LargeProfile> = LazyLock::new(|| LargeProfile::new(Scale::times(1)));

static PROFILE: LazyLock<Arc<CloudProfile>> =
    LazyLock::new(|| Arc::new(serde_json::from_str(&serde_json::to_string(&*LARGE).unwrap()).unwrap()));

static PROFILES: LazyLock<Profiles> = LazyLock::new(|| {
    let mut profiles = Profiles::new();
    profiles.insert(compiled());
    profiles
});

static FLEET: LazyLock<Vec<u8>> = LazyLock::new(|| fleet(2_000));

fn main() {
    divan::main();
}

/// 2026-06-01T00:00:00Z.
const NOW: Timestamp = Timestamp::from_unix_seconds(1_780_272_000);

fn compiled() -> CompiledProfile {
    CompiledProfile::with_provider(CanonicalProfile::from_stored(Arc::clone(&PROFILE)), FeatureGates::DEFAULT, None)
        .unwrap()
}

fn fleet(shoots: usize) -> Vec<u8> {
    let mut json = Vec::new();
    Fleet::new(&LARGE, shoots).write_json(&mut json).unwrap();
    json
}

fn rows(json: &[u8]) -> Vec<ShootRow<'_>> {
    #[derive(serde::Deserialize)]
    struct List<'a> {
        #[serde(borrow)]
        items: Vec<ShootRow<'a>>,
    }
    serde_json::from_slice::<List<'_>>(json).unwrap().items
}

#[divan::bench]
fn compile_a_profile(bencher: Bencher<'_, '_>) {
    LazyLock::force(&PROFILE);
    bencher.bench(compiled);
}

/// The machine images of 2000 Shoots, by a planner with a warm cache.
#[divan::bench]
fn one_worker(bencher: Bencher<'_, '_>) {
    decide(bencher, true);
}

/// The machine images of 2000 Shoots, by a planner with an empty cache.
#[divan::bench]
fn one_worker_of_an_unknown_fleet(bencher: Bencher<'_, '_>) {
    decide(bencher, false);
}

fn decide(bencher: Bencher<'_, '_>, warm: bool) {
    let profile = compiled();
    let shoots = rows(&FLEET);
    let workers: usize = shoots.iter().map(|shoot| shoot.workers.len()).sum();
    let mut planner = Planner::new(&profile, Quirks::NONE);
    bencher.counter(ItemsCount::new(workers)).bench_local(|| {
        if !warm {
            planner = Planner::new(&profile, Quirks::NONE);
        }
        for shoot in &shoots {
            for worker in &shoot.workers {
                black_box(planner.image(worker, &shoot.kubernetes_version, shoot.auto_update_images, NOW));
            }
        }
    });
}

/// The explanation for each worker: the outcome of every version of its image.
#[divan::bench]
fn explain_one_worker(bencher: Bencher<'_, '_>) {
    let profile = compiled();
    let shoots = rows(&FLEET);
    let mut planner = Planner::new(&profile, Quirks::NONE);
    let mut workers = shoots.iter().flat_map(|shoot| shoot.workers.iter().map(move |worker| (shoot, worker))).cycle();
    bencher.bench_local(|| {
        let (shoot, worker) = workers.next().unwrap();
        planner.explain_image(worker, &shoot.kubernetes_version, shoot.auto_update_images, NOW)
    });
}

/// A fleet, from JSON to plans and their summary.
#[divan::bench(args = [1_000, 5_000, 20_000, 100_000], sample_count = 5)]
fn plan_a_fleet(bencher: Bencher<'_, '_>, shoots: usize) {
    LazyLock::force(&PROFILES);
    let json = fleet(shoots);
    bencher.counter(ItemsCount::new(shoots)).bench_local(|| {
        let mut summary = FleetSummary::default();
        let mut planners = Planners::new(&PROFILES, Quirks::NONE);
        for shoot in ShootStream::new("-", &*json) {
            if let FleetAnswer::Shoot(plan) = shoot.ask(|shoot| planners.plan(shoot, Moment::NextWindow(NOW))) {
                summary.add(&plan);
            }
        }
        assert_eq!(summary.shoots, shoots);
    });
}

/// A fleet, simulated until it is stable.
#[divan::bench(args = [1_000, 5_000], sample_count = 3)]
fn simulate_a_fleet(bencher: Bencher<'_, '_>, shoots: usize) {
    LazyLock::force(&PROFILES);
    let json = fleet(shoots);
    bencher.counter(ItemsCount::new(shoots)).bench_local(|| {
        let mut steps = 0;
        let mut planners = Planners::new(&PROFILES, Quirks::NONE);
        for shoot in ShootStream::new("-", &*json) {
            if let FleetAnswer::Shoot(timeline) = shoot.ask(|shoot| planners.timeline(shoot, NOW, NO_HORIZON)) {
                steps += timeline.steps.len();
            }
        }
        steps
    });
}

/// The Kubernetes version of a Shoot's control plane, one of 42.
#[divan::bench]
fn one_control_plane(bencher: Bencher<'_, '_>) {
    let profile = compiled();
    let shoots = rows(&FLEET);
    let mut planner = Planner::new(&profile, Quirks::NONE);
    bencher.counter(ItemsCount::new(shoots.len())).bench_local(|| {
        for shoot in &shoots {
            black_box(planner.kubernetes(&shoot.kubernetes_version, shoot.auto_update_kubernetes, NOW));
        }
    });
}
