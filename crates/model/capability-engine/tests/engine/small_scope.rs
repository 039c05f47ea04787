//! Exhaustive tests in small worlds: every vocabulary of up to three capabilities with up to three values, with every machine
//! type and as many sets of flavors as time permits. Sets of one flavor are always covered; sets of two and three only if the
//! vocabulary is small. Most mistakes in a comparison already show in a small world.
//!
//! For optimized builds: `cargo xtask ci --only "small inputs"`.

use rootstock_capability_engine::{CapabilitySet, Vocabulary};
use rootstock_core_model::{Capabilities, CapabilityDefinition, Quirks};

use crate::laws::{by_engine, outcome, with};
use crate::naive;

/// The maximum number of worlds of one vocabulary for each size of the set of flavors.
const MAX_WORLDS: usize = 150_000;

/// Returns every vocabulary as the number of values per capability. The names do not matter.
fn vocabularies() -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..3 {
        last = last
            .iter()
            .flat_map(|shape| (1..=3).map(move |values| shape.iter().copied().chain([values]).collect()))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

pub(crate) fn definitions(shape: &[usize]) -> Vec<CapabilityDefinition> {
    let values = |count: usize| (0..count).map(|value| format!("v{value}")).collect();
    let named = shape.iter().enumerate();
    named.map(|(at, count)| CapabilityDefinition { name: format!("c{at}"), values: values(*count) }).collect()
}

/// Returns every map over a vocabulary, with any nonempty set of values for each capability. Omitting a capability equals
/// listing all of its values, so omission is only tried once per capability.
fn maps(shape: &[usize]) -> Vec<Capabilities> {
    let mut all: Vec<Vec<(String, Vec<String>)>> = vec![Vec::new()];
    for (at, count) in shape.iter().enumerate() {
        let sets = (1_u32..1 << count).map(|bits| {
            (0..*count).filter(|value| bits & (1 << value) != 0).map(|value| format!("v{value}")).collect()
        });
        let sets: Vec<Vec<String>> = sets.collect();
        all = all
            .iter()
            .flat_map(|map| {
                sets.iter().map(|set| map.iter().cloned().chain([(format!("c{at}"), set.clone())]).collect())
            })
            .collect();
    }
    let left_out = (0..shape.len()).map(|out| {
        let others = shape.iter().enumerate().filter(move |(at, _)| *at != out);
        others.map(|(at, _)| (format!("c{at}"), vec!["v0".to_owned()])).collect::<Vec<_>>()
    });
    all.extend(left_out);
    all.into_iter().map(Capabilities::from_iter).collect()
}

/// Returns all multisets of `size` out of `count` items, as indices; their order does not matter.
pub(crate) fn sets_of(size: usize, count: usize) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let next = |set: &Vec<usize>| set.last().copied().unwrap_or_default();
        sets = sets
            .iter()
            .flat_map(|set| (next(set)..count).map(move |one| set.iter().copied().chain([one]).collect()))
            .collect();
    }
    sets
}

struct World<'w> {
    vocabulary: &'w Vocabulary,
    definitions: &'w [CapabilityDefinition],
    flavors: Vec<Capabilities>,
    compiled: Vec<CapabilitySet>,
}

impl World<'_> {
    /// Asserts that the engine, the naive implementation and the explanation agree.
    fn agree(
        &self,
        machine: (&Capabilities, &CapabilitySet),
        worker: Option<(&Capabilities, &CapabilitySet)>,
        quirks: &[Quirks],
    ) {
        let (flavors, sets) = (&self.flavors, &self.compiled);
        let documented =
            naive::select_as_documented(flavors, machine.0, worker.map(|worker| worker.0), self.definitions);
        let here = || format!("{:?} {flavors:?} on {:?} for {worker:?}", self.definitions, machine.0);
        let ours = by_engine(self.vocabulary, sets, machine.1, worker.map(|worker| worker.1), &Quirks::NONE);
        assert_eq!(ours, documented, "{}", here());
        if worker.is_none() {
            let gardener = naive::select_like_gardener(flavors, machine.0, self.definitions);
            let ours = by_engine(self.vocabulary, sets, machine.1, None, &Quirks::GARDENER_1_150);
            assert_eq!(ours, gardener, "like Gardener: {}", here());
        }
        for quirks in quirks {
            let worker = worker.map(|worker| worker.1);
            let ours = by_engine(self.vocabulary, sets, machine.1, worker, quirks);
            let explained = self.vocabulary.explain(sets, machine.1, worker, quirks);
            assert_eq!(explained.outcome, outcome(&ours), "{}", here());
            let outcomes = self.vocabulary.candidate_outcomes(sets, machine.1, worker, quirks);
            assert_eq!(outcomes, explained.candidate_outcomes(), "{}", here());
        }
    }
}

fn try_all(shape: &[usize]) -> usize {
    let definitions = definitions(shape);
    let vocabulary = Vocabulary::new(&definitions);
    let maps = maps(shape);
    let sets: Vec<CapabilitySet> = maps.iter().map(|map| vocabulary.compile(map)).collect();
    let quirks = [Quirks::NONE, Quirks::GARDENER_1_150, with("rank_by_own_values"), with("rank_by_all_values")];
    let mut tried = 0;
    for size in 0..=3 {
        // n maps form n·(n+1)/2 pairs with repetition, and so on.
        let worlds = (0..size).fold(1, |count, at| count * (maps.len() + at) / (at + 1)) * maps.len();
        if worlds > MAX_WORLDS && size > 1 {
            break;
        }
        for places in sets_of(size, maps.len()) {
            let flavors = places.iter().map(|place| maps[*place].clone()).collect();
            let compiled = places.iter().map(|place| sets[*place].clone()).collect();
            let world = World { vocabulary: &vocabulary, definitions: &definitions, flavors, compiled };
            for machine in maps.iter().zip(&sets) {
                world.agree(machine, None, &quirks);
                tried += 1;
                if worlds * maps.len() <= MAX_WORLDS {
                    for worker in maps.iter().zip(&sets) {
                        world.agree(machine, Some(worker), &quirks[..1]);
                        tried += 1;
                    }
                }
            }
        }
    }
    tried
}

#[test]
#[ignore = "takes a minute where it is not built for speed"]
fn engine_agrees_with_naive_selection_on_small_inputs() {
    let shapes = vocabularies();
    assert_eq!(shapes.len(), 1 + 3 + 9 + 27);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let tried: usize = std::thread::scope(|scope| {
        let work = || {
            let mut tried = 0;
            while let Some(shape) = shapes.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                tried += try_all(shape);
            }
            tried
        };
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().map(|one| one.join().unwrap()).sum()
    });
    println!("{tried} worlds of {} vocabularies", shapes.len());
    assert!(tried > 1_000_000, "{tried}");
}
