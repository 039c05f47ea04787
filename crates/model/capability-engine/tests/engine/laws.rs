//! Properties that hold for any input, with the naive implementation as the oracle.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rootstock_capability_engine::{CapabilitySet, SelectionError, SelectionOutcome, Vocabulary};
use rootstock_core_model::{Capabilities, CapabilityDefinition, Quirks};

use crate::naive::{self, Answer};

const NAMES: [&str; 5] = ["architecture", "storage", "boot", "network", "wide"];

/// Capability names for generated maps, including rarely registered ones.
const USED: [&str; 6] = ["architecture", "storage", "boot", "network", "wide", "unregistered"];

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(vec!["a", "b", "c"]).prop_map(str::to_owned),
        1 => select(vec!["y", "z"]).prop_map(str::to_owned),
        1 => (0..140_usize).prop_map(|number| format!("v{number}")),
    ]
}

/// Generates definitions that are mostly valid and sometimes not: empty, repeated, or with more values than a word has bits.
fn definitions() -> impl Strategy<Value = Vec<CapabilityDefinition>> {
    let values = prop_oneof![
        12 => vec(select(vec!["a", "b", "c"]).prop_map(str::to_owned), 1..4),
        1 => vec(value(), 0..5),
        2 => (60..140_usize).prop_map(|count| (0..count).map(|number| format!("v{number}")).collect()),
    ];
    let definition =
        (select(NAMES.to_vec()), values).prop_map(|(name, values)| CapabilityDefinition { name: name.into(), values });
    let regular = vec(definition, 0..7);
    (regular, prop::bool::weighted(0.8)).prop_map(|(mut definitions, unique)| {
        if unique {
            let mut seen = Vec::new();
            definitions.retain(|definition| {
                let new = !seen.contains(&definition.name);
                seen.push(definition.name.clone());
                new
            });
        }
        definitions
    })
}

fn capabilities() -> impl Strategy<Value = Capabilities> {
    vec((select(USED.to_vec()), vec(value(), 0..5)), 0..4).prop_map(Capabilities::from_iter)
}

pub(crate) fn by_engine(
    vocabulary: &Vocabulary,
    flavors: &[CapabilitySet],
    machine: &CapabilitySet,
    worker: Option<&CapabilitySet>,
    quirks: &Quirks,
) -> Answer {
    match vocabulary.select(flavors, machine, worker, quirks) {
        Ok(selection) => Answer::Flavor(selection.flavor),
        Err(SelectionError::NoneCompatible) => Answer::None,
        Err(SelectionError::Ambiguous { flavors }) => Answer::Ambiguous(flavors),
    }
}

pub(crate) fn with(quirk: &str) -> Quirks {
    Quirks::NONE.with(quirk, true).unwrap()
}

pub(crate) fn outcome(answer: &Answer) -> SelectionOutcome {
    match answer.clone() {
        Answer::Flavor(flavor) => SelectionOutcome::Selected { flavor },
        Answer::None => SelectionOutcome::NoneCompatible,
        Answer::Ambiguous(flavors) => SelectionOutcome::Ambiguous { flavors },
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sets_compare_like_maps(definitions in definitions(), maps in vec(capabilities(), 3)) {
        let vocabulary = Vocabulary::new(&definitions);
        let sets: Vec<CapabilitySet> = maps.iter().map(|map| vocabulary.compile(map)).collect();
        let (a, b, c) = (&sets[0], &sets[1], &sets[2]);
        let expected = naive::compatible(&[&maps[0], &maps[1]], &definitions);
        prop_assert_eq!(vocabulary.compatible(a, b), expected);
        prop_assert_eq!(vocabulary.compatible(b, a), expected);
        prop_assert_eq!(vocabulary.compatible_with_worker(a, b, None), expected);
        prop_assert_eq!(vocabulary.mismatches(a, b, None).is_empty(), expected);
        let jointly = naive::compatible(&[&maps[0], &maps[1], &maps[2]], &definitions);
        prop_assert_eq!(vocabulary.compatible_with_worker(a, b, Some(c)), jointly);
        prop_assert_eq!(vocabulary.mismatches(a, b, Some(c)).is_empty(), jointly);
        prop_assert_eq!(a == b, naive::equal(&maps[0], &maps[1], &definitions));
        prop_assert_eq!(a.is_subset(b) && b.is_subset(a), a == b);
        let both = a.intersection(b);
        prop_assert!(both.is_subset(a) && both.is_subset(b));
        prop_assert_eq!(&vocabulary.compile(&vocabulary.to_capabilities(a)), a);
    }

    #[test]
    fn selections_agree_with_naive_selections(
        definitions in definitions(),
        maps in vec(capabilities(), 1..6),
        machine_map in capabilities(),
        worker_map in prop::option::of(capabilities()),
    ) {
        let vocabulary = Vocabulary::new(&definitions);
        let flavors: Vec<CapabilitySet> = maps.iter().map(|map| vocabulary.compile(map)).collect();
        let machine = vocabulary.compile(&machine_map);
        let worker = worker_map.as_ref().map(|map| vocabulary.compile(map));

        let documented = naive::select_as_documented(&maps, &machine_map, worker_map.as_ref(), &definitions);
        prop_assert_eq!(&by_engine(&vocabulary, &flavors, &machine, worker.as_ref(), &Quirks::NONE), &documented);
        if let Ok(selection) = vocabulary.select(&flavors, &machine, worker.as_ref(), &Quirks::NONE) {
            let fits = |flavor: &&CapabilitySet| vocabulary.compatible_with_worker(flavor, &machine, worker.as_ref());
            prop_assert_eq!(selection.compatible, flavors.iter().filter(fits).count());
        }
        let gardener = naive::select_like_gardener(&maps, &machine_map, &definitions);
        prop_assert_eq!(&by_engine(&vocabulary, &flavors, &machine, None, &Quirks::GARDENER_1_150), &gardener);

        let explained = vocabulary.explain(&flavors, &machine, worker.as_ref(), &Quirks::NONE);
        prop_assert_eq!(&explained.outcome, &outcome(&documented));
        prop_assert_eq!(explained.gardener, (outcome(&gardener) != outcome(&documented)).then(|| outcome(&gardener)));
        for (quirks, worker) in [
            (Quirks::NONE, worker.as_ref()),
            (Quirks::GARDENER_1_150, None),
            (with("rank_by_own_values"), worker.as_ref()),
            (with("rank_by_all_values"), worker.as_ref()),
        ] {
            // The explained walk ends where the selection does.
            let explained = vocabulary.explain(&flavors, &machine, worker, &quirks);
            let outcomes = vocabulary.candidate_outcomes(&flavors, &machine, worker, &quirks);
            prop_assert_eq!(&outcomes, &explained.candidate_outcomes());
            // Rows are either complete or counted.
            let values = explained.values();
            let within = vocabulary.explain_within(values, &flavors, &machine, worker, &quirks);
            prop_assert_eq!(&within, &explained);
            if let Some(less) = values.checked_sub(1) {
                let counted = vocabulary.explain_within(less, &flavors, &machine, worker, &quirks);
                prop_assert!(counted.capabilities.is_empty() && counted.walk.is_empty());
                prop_assert!(counted.candidate_outcomes().is_empty());
                prop_assert_eq!((counted.left_out, counted.outcome), (values, explained.outcome.clone()));
                prop_assert_eq!((counted.compatible, counted.gardener), (explained.compatible.clone(), explained.gardener.clone()));
            }
            let left = explained.walk.last().map_or(explained.compatible, |step| step.remaining.clone());
            let shown = match left[..] {
                [] => SelectionOutcome::NoneCompatible,
                [flavor] => SelectionOutcome::Selected { flavor },
                _ => SelectionOutcome::Ambiguous { flavors: left },
            };
            prop_assert_eq!(shown, explained.outcome);
        }
    }

    #[test]
    fn the_order_of_flavors_does_not_matter(
        definitions in definitions(),
        shuffled in vec(capabilities(), 1..6).prop_map(|maps| maps.into_iter().enumerate().collect::<Vec<_>>()).prop_shuffle(),
        machine in capabilities(),
    ) {
        let vocabulary = Vocabulary::new(&definitions);
        let machine = vocabulary.compile(&machine);
        let mut ordered = shuffled.clone();
        ordered.sort_by_key(|(index, _)| *index);
        let compile = |maps: &[(usize, Capabilities)]| -> Vec<CapabilitySet> {
            maps.iter().map(|(_, map)| vocabulary.compile(map)).collect()
        };
        for quirks in [Quirks::NONE, Quirks::GARDENER_1_150] {
            let one = by_engine(&vocabulary, &compile(&ordered), &machine, None, &quirks);
            let other = match by_engine(&vocabulary, &compile(&shuffled), &machine, None, &quirks) {
                Answer::Flavor(flavor) => Answer::Flavor(shuffled[flavor].0),
                Answer::Ambiguous(flavors) => {
                    let mut flavors: Vec<usize> = flavors.iter().map(|flavor| shuffled[*flavor].0).collect();
                    flavors.sort_unstable();
                    Answer::Ambiguous(flavors)
                }
                Answer::None => Answer::None,
            };
            prop_assert_eq!(one, other);
        }
    }
}
