//! One pair, one selection, the whole matrix: on the large sample profile, at once, twice and four times its size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark")]

use divan::{Bencher, black_box};
use rootstock_capability_engine::{CapabilitySet, Vocabulary};
use rootstock_core_model::{CloudProfile, Quirks};
use rootstock_sample_profiles::{LargeProfile, Scale};

fn main() {
    divan::main();
}

fn profile(times: u32) -> CloudProfile {
    let mut profile = serde_json::to_value(LargeProfile::new(Scale::times(times))).unwrap();
    profile["spec"].as_object_mut().unwrap().remove("providerConfig");
    serde_json::from_value(profile).unwrap()
}

struct Compiled {
    vocabulary: Vocabulary,
    machine_types: Vec<CapabilitySet>,
    flavors: Vec<CapabilitySet>,
}

fn compiled() -> Compiled {
    let spec = profile(1).spec;
    let vocabulary = Vocabulary::new(spec.capability_definitions());
    let machine_types = spec.types().iter().map(|entry| vocabulary.compile(&entry.capabilities)).collect();
    let version = &spec.images()[0].offered()[0];
    let flavors = version.flavors().iter().map(|flavor| vocabulary.compile(&flavor.0)).collect();
    Compiled { vocabulary, machine_types, flavors }
}

/// 1080 machine types × 6 flavors, one by one.
#[divan::bench]
fn pair(bencher: Bencher) {
    let Compiled { vocabulary, machine_types, flavors } = compiled();
    let pairs = machine_types.len() * flavors.len();
    bencher.counter(divan::counter::ItemsCount::new(pairs)).bench_local(|| {
        let mut compatible = 0;
        for machine_type in black_box(&machine_types) {
            for flavor in black_box(&flavors) {
                compatible += usize::from(black_box(&vocabulary).compatible(flavor, machine_type));
            }
        }
        compatible
    });
}

/// The best of 6 flavors for each of 1080 machine types.
#[divan::bench(args = ["documented", "gardener"])]
fn selection(bencher: Bencher, semantics: &str) {
    let Compiled { vocabulary, machine_types, flavors } = compiled();
    let quirks = if semantics == "gardener" { Quirks::GARDENER_1_150 } else { Quirks::NONE };
    bencher.counter(divan::counter::ItemsCount::new(machine_types.len())).bench_local(|| {
        let mut found = 0;
        for machine_type in black_box(&machine_types) {
            found += vocabulary.select(black_box(&flavors), machine_type, None, &quirks).map_or(0, |best| best.flavor);
        }
        found
    });
}
