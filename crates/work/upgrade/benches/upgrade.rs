#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]
//! The cost of one step of Gardener for a landscape of 50 profiles and 20 000 Shoots, without reading its files.

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::{FeatureGateSettings, Semantics, Settings};
use rootstock_sample_profiles::{Fleet, LargeProfile, Scale};
use rootstock_upgrade::{UpgradeSide, compare};

const PROFILES: usize = 50;
const SHOOTS: usize = 20_000;
const STEPS: [(&str, &str); 15] = [
    ("1.135", "1.136"),
    ("1.136", "1.137"),
    ("1.137", "1.138"),
    ("1.138", "1.139"),
    ("1.139", "1.140"),
    ("1.140", "1.141"),
    ("1.141", "1.142"),
    ("1.142", "1.143"),
    ("1.143", "1.144"),
    ("1.144", "1.145"),
    ("1.145", "1.146"),
    ("1.146", "1.147"),
    ("1.147", "1.148"),
    ("1.148", "1.149"),
    ("1.149", "1.150"),
];

fn main() {
    divan::main();
}

static LANDSCAPE: LazyLock<Analysis> = LazyLock::new(|| {
    let large = LargeProfile::new(Scale::percent(5));
    let settings = Settings::new(Semantics::Gardener, "2026-06-01T00:00:00Z".parse().unwrap());
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set_prefers_checked(true);
    let name = |number: usize| format!("{}-{number}", LargeProfile::NAME);
    let profile = large.to_json().unwrap();
    for number in 0..PROFILES {
        let text = profile.replace(LargeProfile::NAME, &name(number));
        analysis.set(Role::Checked, &format!("profile-{number}.json"), text.as_bytes());
    }
    let mut fleet = vec![String::new(); PROFILES];
    for (number, shoot) in Fleet::new(&large, SHOOTS).enumerate() {
        let of = number % PROFILES;
        let text = serde_json::to_string(&shoot).unwrap().replace(LargeProfile::NAME, &name(of));
        fleet.get_mut(of).unwrap().push_str(&format!("{text}\n---\n"));
    }
    for (number, text) in fleet.iter().enumerate() {
        analysis.set(Role::Checked, &format!("shoots-{number}.yaml"), text.as_bytes());
    }
    analysis
});

/// Reads the landscape as the next release does.
#[divan::bench(sample_count = 5)]
fn side(bencher: Bencher<'_, '_>) {
    let landscape = &*LANDSCAPE;
    bencher.bench_local(|| {
        UpgradeSide::new(black_box(landscape), "1.149".parse().unwrap(), &FeatureGateSettings::default())
    });
}

/// Compares all documents on one thread; the command uses one for each processor.
#[divan::bench(args = STEPS, sample_count = 5)]
fn step(bencher: Bencher<'_, '_>, (from, to): (&str, &str)) {
    let side = |release: &str| UpgradeSide::new(&LANDSCAPE, release.parse().unwrap(), &FeatureGateSettings::default());
    let (before, after) = (side(from), side(to));
    bencher.counter(ItemsCount::new(PROFILES + SHOOTS)).bench_local(|| {
        compare([&before, &after], |comparison| {
            let mut comparer = comparison.comparer();
            comparison.documents().map(|document| comparer.compare(document).changes.len()).sum::<usize>()
        })
    });
}
