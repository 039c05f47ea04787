//! Exhaustive tests of whole profiles in small scope, and of the layout of bits.
//!
//! The profiles have up to two capabilities with up to two values, up to three flavors and two machine types, in both
//! semantics; the reference is the naive implementation of the documents' sentences and of Gardener's walk. Two reductions:
//!
//! - The order of flavors only changes their indices (`laws.rs`), so lists of flavors are taken as multisets.
//! - A machine type's answer does not depend on the others, apart from sharing a compiled set with an equal one. So each is
//!   combined with itself and with its successor, in place of all others.
//!
//! Left out: workers with demands, unregistered values, and repeated definitions, which `small_scope.rs` and `laws.rs` cover.

use rootstock_capability_engine::{Catalog, SelectionError, Vocabulary};
use rootstock_core_model::{
    Capabilities, CapabilityDefinition, CloudProfileSpec, Flavor, MachineImage, MachineImageVersion, MachineType,
    Quirks,
};

use crate::naive::{self, Answer};
use crate::small_scope::{definitions, sets_of};

/// Returns every map over a vocabulary; each capability is omitted or has any nonempty set of values.
fn maps(shape: &[usize]) -> Vec<Capabilities> {
    let mut all: Vec<Vec<(String, Vec<String>)>> = vec![Vec::new()];
    for (at, count) in shape.iter().enumerate() {
        all = all
            .iter()
            .flat_map(|map| {
                (0..1_u32 << count).map(move |bits| {
                    let values = (0..*count).filter(|value| bits & (1 << value) != 0).map(|value| format!("v{value}"));
                    let values: Vec<String> = values.collect();
                    let entry = (!values.is_empty()).then(|| (format!("c{at}"), values));
                    map.iter().cloned().chain(entry).collect()
                })
            })
            .collect();
    }
    all.into_iter().map(Capabilities::from_iter).collect()
}

fn machine_type(name: &str, capabilities: &Capabilities) -> MachineType {
    MachineType { name: name.to_owned(), capabilities: capabilities.clone(), ..MachineType::default() }
}

fn profile(
    definitions: &[CapabilityDefinition],
    flavors: &[Capabilities],
    types: [&Capabilities; 2],
) -> CloudProfileSpec {
    let flavors = flavors.iter().map(|flavor| Flavor(flavor.clone())).collect();
    let version = MachineImageVersion {
        version: "1.0.0".to_owned(),
        capability_flavors: Some(flavors),
        ..MachineImageVersion::default()
    };
    let image = MachineImage { name: "i".to_owned(), versions: Some(vec![version]), ..MachineImage::default() };
    CloudProfileSpec {
        machine_capabilities: Some(definitions.to_vec()),
        machine_types: Some(vec![machine_type("a", types[0]), machine_type("b", types[1])]),
        machine_images: Some(vec![image]),
        ..CloudProfileSpec::default()
    }
}

/// Returns whether a machine type fits, and its flavor, as the documents and as Gardener say.
fn expected(flavors: &[Capabilities], machine: &Capabilities, known: &[CapabilityDefinition]) -> [(bool, Answer); 2] {
    // A version without flavors counts as one that declares nothing; Gardener lets it pass, and selects nothing.
    let nothing = [Capabilities::new()];
    let documented = if flavors.is_empty() { &nothing } else { flavors };
    let fits = documented.iter().any(|flavor| naive::compatible(&[flavor, machine], known));
    [
        (fits, naive::select_as_documented(documented, machine, None, known)),
        (fits || flavors.is_empty(), naive::select_like_gardener(flavors, machine, known)),
    ]
}

fn answer(catalog: &Catalog, machine_type: usize, quirks: &Quirks) -> (bool, Answer) {
    let (machine_type, version) = (&catalog.machine_types()[machine_type], &catalog.images()[0].versions[0]);
    let selected = match catalog.select(machine_type, version, None, quirks) {
        Ok(selection) => Answer::Flavor(selection.flavor),
        Err(SelectionError::NoneCompatible) => Answer::None,
        Err(SelectionError::Ambiguous { flavors }) => Answer::Ambiguous(flavors),
    };
    (catalog.fits(machine_type, version, None, quirks), selected)
}

/// Whether everything is tried that takes more than seconds.
fn is_complete() -> bool {
    std::env::var("ROOTSTOCK_LAWS").is_ok_and(|value| value == "all")
}

/// With `ROOTSTOCK_LAWS=all`, every pair of machine types.
#[test]
fn catalog_agrees_with_the_documents_on_every_small_profile() {
    let mut tried = 0;
    for shape in [&[1][..], &[2], &[1, 1], &[1, 2], &[2, 1], &[2, 2]] {
        let (known, maps) = (definitions(shape), maps(shape));
        for places in (0..=3).flat_map(|size| sets_of(size, maps.len())) {
            let flavors: Vec<Capabilities> = places.iter().map(|place| maps[*place].clone()).collect();
            let expected: Vec<_> = maps.iter().map(|machine| expected(&flavors, machine, &known)).collect();
            for first in 0..maps.len() {
                for second in [first, (first + 1) % maps.len()] {
                    let catalog = Catalog::new(&profile(&known, &flavors, [&maps[first], &maps[second]])).unwrap();
                    for (at, machine) in [first, second].into_iter().enumerate() {
                        for (quirks, expected) in [Quirks::NONE, Quirks::GARDENER_1_150].iter().zip(&expected[machine])
                        {
                            assert_eq!(
                                answer(&catalog, at, quirks),
                                *expected,
                                "{known:?} {flavors:?} {:?}",
                                maps[machine]
                            );
                            tried += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 100_000, "{tried}");
}

/// Returns every way to distribute a number of values to capabilities.
fn compositions(values: usize) -> Vec<Vec<usize>> {
    // Each bit says whether the next value begins another capability.
    let cuts = 0..1_u32 << (values - 1);
    cuts.map(|cuts| {
        let mut shape = vec![1];
        for value in 0..values - 1 {
            if cuts & (1 << value) == 0 { *shape.last_mut().unwrap() += 1 } else { shape.push(1) }
        }
        shape
    })
    .collect()
}

/// A set of values, as a list of booleans in the order of the vocabulary.
fn map_of(shape: &[usize], has: &[bool]) -> Capabilities {
    let mut has = has.iter();
    let entries = shape.iter().enumerate().map(|(at, count)| {
        let of_capability: Vec<bool> = has.by_ref().take(*count).copied().collect();
        let values = of_capability.iter().enumerate().filter(|(_, has)| **has).map(|(value, _)| format!("v{value}"));
        (format!("c{at}"), values.collect::<Vec<_>>())
    });
    Capabilities::from_iter(entries.collect::<Vec<_>>())
}

/// Compares two compiled sets and what is made of them with the lists of values that they stand for.
fn layout_agrees(vocabulary: &Vocabulary, shape: &[usize], one: &[bool], other: &[bool]) {
    let compiled = |has: &[bool]| vocabulary.compile(&map_of(shape, has));
    let listed = |set: &rootstock_capability_engine::CapabilitySet| vocabulary.to_capabilities(set);
    let (a, b) = (compiled(one), compiled(other));
    assert_eq!(listed(&a), map_of(shape, one), "{shape:?}");
    let both: Vec<bool> = one.iter().zip(other).map(|(one, other)| *one && *other).collect();
    assert_eq!(listed(&a.intersection(&b)), map_of(shape, &both), "{shape:?} {one:?} {other:?}");
    assert_eq!(a.is_subset(&b), both == one, "{shape:?} {one:?} {other:?}");
    let mut left = both.iter();
    let is_compatible = shape.iter().all(|count| left.by_ref().take(*count).fold(false, |any, has| any | has));
    assert_eq!(vocabulary.compatible(&a, &b), is_compatible, "{shape:?} {one:?} {other:?}");
    assert_eq!(a == b, one == other, "{shape:?} {one:?} {other:?}");
}

/// Every distribution of up to twelve values: all sets of up to six values, or of up to nine in a complete run, each with two
/// partners; beyond that, all values but one with the same or the next one.
#[test]
fn layout_agrees_with_lists_for_every_width_up_to_twelve() {
    for values in 1..=12 {
        let bits = |set: u32| -> Vec<bool> { (0..values).map(|value| set & (1 << value) != 0).collect() };
        let all = (1_u32 << values) - 1;
        let pairs: Vec<(u32, u32)> = if values <= if is_complete() { 9 } else { 6 } {
            (0..=all).flat_map(|set| [(set, (set * 5 + 3) & all), (set, !set & all)]).collect()
        } else {
            let one = |value: usize| 1_u32 << value;
            (0..values).map(|value| (all ^ one(value), one((value + value % 2) % values))).collect()
        };
        for shape in compositions(values) {
            let vocabulary = Vocabulary::new(&definitions(&shape));
            for (one, other) in &pairs {
                layout_agrees(&vocabulary, &shape, &bits(*one), &bits(*other));
            }
        }
    }
}
