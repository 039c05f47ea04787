//! The test of a law on all worlds.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::judge::Judge;
use crate::kept;
use crate::shrink::shrunk;
use crate::world::{Source, World, Written};

/// The number of worlds per provider: together more than ten thousand.
const ALL: u64 = 800;

/// The number of worlds per provider unless `ROOTSTOCK_LAWS` is `all`, as in `cargo xtask ci --all`.
const FEW: u64 = 100;

static EACH: LazyLock<u64> =
    LazyLock::new(|| if std::env::var_os("ROOTSTOCK_LAWS").is_some_and(|tried| tried == "all") { ALL } else { FEW });

/// The maximum number of different violations that are shown.
const MAX_SHOWN: usize = 12;

/// The verdict of a law on a world: the number of tested cases, or the violation.
pub(crate) type Verdict = Result<usize, LawViolation>;

/// A violation of a law.
#[derive(Debug)]
pub(crate) struct LawViolation {
    /// The kind of violation, without names of a world: only one world is shown per kind.
    pub(crate) how: String,
    /// The details.
    pub(crate) details: String,
}

impl LawViolation {
    pub(crate) fn new(how: impl Into<String>, details: impl Into<String>) -> Self {
        Self { how: how.into(), details: details.into() }
    }
}

/// All worlds, grouped by provider, as text, which takes a tenth of the memory.
static WORLDS: LazyLock<Vec<(&'static str, Vec<Written>)>> = LazyLock::new(|| {
    let registry = rootstock_providers::registry().unwrap();
    let worlds = rootstock_providers::SHIPPED.iter().map(|provider| {
        let source = Source::new(&registry, provider);
        (*provider, (0..*EACH).map(|seed| Written::new(&source.world(seed))).collect())
    });
    worlds.collect()
});

/// Tests a law on all worlds of all shipped providers, and on those kept in files. With all worlds it must be tested on
/// at least `least` cases, or it would prove nothing; with fewer worlds on proportionally fewer.
#[track_caller]
pub(crate) fn assert_law(least: usize, law: impl Fn(&World, &Judge<'_>) -> Verdict) {
    assert_law_on_every(1, least, law);
}

/// Like [`assert_law`], but only on every `step`th world, for a law that takes long. An even `step` would leave settings out.
#[track_caller]
pub(crate) fn assert_law_on_every(step: usize, least: usize, law: impl Fn(&World, &Judge<'_>) -> Verdict) {
    let registry = rootstock_providers::registry().unwrap();
    let (mut tested, mut worlds) = (0, 0);
    let mut broken: BTreeMap<String, Vec<(&'static str, World)>> = BTreeMap::new();
    let mut attempt = |source: &Source<'_>, world: World| {
        let Some(objects) = source.read(&world) else { return };
        worlds += 1;
        match law(&world, &Judge::new(&objects)) {
            Ok(count) => tested += count,
            Err(found) => broken.entry(found.how).or_default().push((source.provider, world)),
        }
    };
    for (provider, written) in WORLDS.iter() {
        let source = Source::new(&registry, provider);
        let kept = kept::worlds().into_iter().filter(|world| world.profile["spec"]["type"] == *provider);
        written.iter().step_by(step).map(Written::read).chain(kept).for_each(|world| attempt(&source, world));
    }
    if broken.is_empty() {
        let share = usize::try_from(ALL / *EACH).unwrap();
        println!("{worlds} worlds, tested {tested} times");
        assert!(worlds >= 10_000 / share / step, "only {worlds} worlds could be read");
        assert!(tested >= least / share / step, "tested only {tested} times");
        return;
    }
    let mut report = format!("broken in {} ways\n", broken.len());
    for (how, mut examples) in broken.into_iter().take(MAX_SHOWN) {
        examples.sort_by_key(|(_, world)| world.profile.to_string().len() + world.shoot.to_string().len());
        let mut providers: Vec<&str> = examples.iter().map(|(provider, _)| *provider).collect();
        let count = providers.len();
        providers.sort_unstable();
        providers.dedup();
        let (provider, world) = examples.swap_remove(0);
        let source = Source::new(&registry, provider);
        let verdict = |world: &World| source.read(world).map(|objects| law(world, &Judge::new(&objects)));
        let smallest = shrunk(world, |world| matches!(verdict(world), Some(Err(found)) if found.how == how));
        let details = verdict(&smallest).and_then(Result::err).map(|found| found.details).unwrap_or_default();
        _ = writeln!(report, "\n==== {how}\n{count} worlds of {}\n{details}\n{smallest}", providers.join(", "));
    }
    panic!("{report}");
}
