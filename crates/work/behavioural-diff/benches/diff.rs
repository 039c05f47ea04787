#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]
//! The cost of a comparison: of the large profile with itself, with its storage preference reversed, and of its Shoots.

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rootstock_admission::{canonicalize_cloud_profile, default_cloud_profile};
use rootstock_behavioural_diff::{ProfileSide, ShootComparer, ShootComparison, compare};
use rootstock_core_model::{CanonicalProfile, CloudProfile, Semantics, Settings, Shoot};
use rootstock_judge::{CompiledProfile, ProviderSection};
use rootstock_sample_profiles::{Fleet, LargeProfile, Scale};

static LARGE: LazyLock<LargeProfile> = LazyLock::new(|| LargeProfile::new(Scale::times(1)));

fn main() {
    divan::main();
}

struct Stored {
    compiled: CompiledProfile,
}

fn settings() -> Settings {
    Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap())
}

fn stored(text: &str) -> Stored {
    let registry = rootstock_providers::registry().unwrap();
    let mut profile: CloudProfile = serde_json::from_str(text).unwrap();
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    let config = registry.check_cloud_profile(&profile.spec, &settings()).config;
    let section = registry.get(&profile.spec.provider_type).map(|plugin| ProviderSection { plugin, config });
    Stored {
        compiled: CompiledProfile::with_provider(
            CanonicalProfile::named("large", profile.spec),
            settings().gates,
            section,
        )
        .unwrap(),
    }
}

impl Stored {
    fn side(&self) -> ProfileSide<'_> {
        ProfileSide::new(&self.compiled, &settings())
    }
}

/// Returns the large profile, and a copy with its storage preference reversed.
fn both() -> (Stored, Stored) {
    let text = LARGE.to_json().unwrap();
    (stored(&text), stored(&text.replace(r#"["NVMe","SCSI"]"#, r#"["SCSI","NVMe"]"#)))
}

#[divan::bench]
fn with_itself(bencher: Bencher<'_, '_>) {
    let (one, other) = (stored(&LARGE.to_json().unwrap()), stored(&LARGE.to_json().unwrap()));
    bencher.bench_local(|| black_box(compare(&one.side(), &other.side())).is_empty());
}

#[divan::bench]
fn reordered(bencher: Bencher<'_, '_>) {
    let (one, other) = both();
    bencher.bench_local(|| black_box(compare(&one.side(), &other.side())).selections.len());
}

/// Compares parsed Shoots, beginning with an empty cache.
#[divan::bench(args = [1_000, 10_000])]
fn shoots(bencher: Bencher<'_, '_>, count: usize) {
    let (one, other) = both();
    let (one, other) = (one.side(), other.side());
    let comparison = ShootComparison::new(&one, &other);
    let fleet = Fleet::new(&LARGE, count).map(|shoot| serde_json::to_value(&shoot).unwrap());
    let fleet: Vec<Shoot> = fleet.map(|shoot| serde_json::from_value(shoot).unwrap()).collect();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let mut comparer = ShootComparer::new(&comparison);
        fleet.iter().map(|shoot| comparer.compare(shoot).images.len()).sum::<usize>()
    });
}
