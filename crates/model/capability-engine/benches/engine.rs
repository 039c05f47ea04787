//! Benchmarks for one pair, one selection and the whole matrix, on the large sample profile at one, two and four times its
//! size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs, reason = "a benchmark")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rootstock_capability_engine::{CapabilitySet, Catalog, Vocabulary};
use rootstock_core_model::{CapabilityDefinition, CloudProfile, Quirks};
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

/// 1080 machine types × 6 flavors, pair by pair.
#[divan::bench]
fn pair(bencher: Bencher) {
    let Compiled { vocabulary, machine_types, flavors } = compiled();
    let pairs = machine_types.len() * flavors.len();
    bencher.counter(ItemsCount::new(pairs)).bench_local(|| {
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
    bencher.counter(ItemsCount::new(machine_types.len())).bench_local(|| {
        let mut found = 0;
        for machine_type in black_box(&machine_types) {
            found += vocabulary.select(black_box(&flavors), machine_type, None, &quirks).map_or(0, |best| best.flavor);
        }
        found
    });
}

/// Compiling the profile: vocabulary, machine types, versions, flavors.
#[divan::bench(args = [1, 2, 4])]
fn catalog(bencher: Bencher, times: u32) {
    let spec = profile(times).spec;
    bencher.bench_local(|| Catalog::new(black_box(&spec)).unwrap());
}

/// The support matrix, reading every cell: machine types × versions, so doubling the profile quadruples the cells.
#[divan::bench(args = [1, 2, 4])]
fn matrix(bencher: Bencher, times: u32) {
    let catalog = Catalog::new(&profile(times).spec).unwrap();
    let cells = catalog.machine_types().len() * catalog.versions().count();
    bencher.counter(ItemsCount::new(cells)).bench_local(|| {
        let matrix = black_box(&catalog).matrix(&Quirks::NONE).unwrap();
        let row = |machine_type| matrix.row(machine_type).map(|cell| cell.count()).sum::<usize>();
        (0..catalog.machine_types().len()).map(row).sum::<usize>()
    });
}

/// Like `matrix`, but without sharing: no two machine types and no two versions are equal.
#[divan::bench(args = [1, 2, 4])]
fn matrix_of_distinct_sets(bencher: Bencher, times: u32) {
    let mut spec = profile(times).spec;
    let marks: Vec<String> = (0..16).map(|bit| format!("mark-{bit}")).collect();
    let marked = |number: usize| {
        let chosen = (0..15).filter(|bit| number >> bit & 1 == 1).chain([15]);
        chosen.map(|bit| marks[bit].clone()).collect::<Vec<_>>()
    };
    for (number, machine_type) in spec.machine_types.iter_mut().flatten().enumerate() {
        machine_type.capabilities.insert("mark", marked(number));
    }
    let versions = spec.machine_images.iter_mut().flatten().flat_map(|image| image.versions.iter_mut().flatten());
    for (number, version) in versions.enumerate() {
        for flavor in version.capability_flavors.iter_mut().flatten() {
            flavor.0.insert("mark", marked(number));
        }
    }
    spec.machine_capabilities
        .as_mut()
        .unwrap()
        .push(CapabilityDefinition { name: "mark".to_owned(), values: marks.clone() });
    let catalog = Catalog::new(&spec).unwrap();
    let cells = catalog.machine_types().len() * catalog.versions().count();
    bencher.counter(ItemsCount::new(cells)).bench_local(|| {
        let matrix = black_box(&catalog).matrix(&Quirks::NONE).unwrap();
        let row = |machine_type| matrix.row(machine_type).map(|cell| cell.count()).sum::<usize>();
        (0..catalog.machine_types().len()).map(row).sum::<usize>()
    });
}
