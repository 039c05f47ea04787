//! The Shoots, one after the other, however many there are.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;

use rootstock_analysis::{ProfileKey, full_name};
use rootstock_behavioural_diff::{FleetChanges, ShootChanges, ShootComparer, ShootComparison};
use rootstock_core_model::Shoot;
use rootstock_maintenance::for_each_whole_shoot;

use super::DiffArguments;
use super::{json, text};
use crate::Streams;
use crate::cli::{Format, TableFormat};
use crate::fleet::{self, OtherKinds};
use crate::shoot_sources::ShootSources;
use crate::spool::Spool;
use crate::status::Failure;

/// What there is to say about the Shoots together.
#[derive(Default)]
pub(super) struct FleetAnswer {
    pub(super) changes: FleetChanges,
    /// Inputs that cannot be read.
    pub(super) unreadable: usize,
    /// Shoots of other profiles, by what they refer to.
    pub(super) elsewhere: BTreeMap<String, usize>,
    /// Objects of other kinds, which were left out.
    pub(super) other_kinds: OtherKinds,
}

/// The comparisons of the profile and of the NamespacedCloudProfiles below it, by what leads to them.
pub(super) struct Comparisons<'c, 'a> {
    /// That of the profile comes first.
    all: Vec<ShootComparison<'c, 'a>>,
    by_key: BTreeMap<ProfileKey, usize>,
}

impl<'c, 'a> Comparisons<'c, 'a> {
    pub(super) fn new(key: ProfileKey, profile: ShootComparison<'c, 'a>) -> Self {
        Self { all: vec![profile], by_key: BTreeMap::from([(key, 0)]) }
    }

    pub(super) fn add(&mut self, key: ProfileKey, comparison: ShootComparison<'c, 'a>) {
        self.by_key.insert(key, self.all.len());
        self.all.push(comparison);
    }

    /// The number of the one that a Shoot is compared by; one that names no profile is taken for one of this profile.
    fn of(&self, shoot: &Shoot) -> Result<usize, ProfileKey> {
        let Some(reference) = shoot.profile() else { return Ok(0) };
        let key = ProfileKey::of(&reference, &shoot.metadata.namespace);
        self.by_key.get(&key).copied().ok_or(key)
    }
}

/// Comparers, made when they are needed.
struct Comparers<'c, 'a> {
    comparisons: &'c Comparisons<'c, 'a>,
    made: BTreeMap<usize, ShootComparer<'c, 'a>>,
}

impl<'c, 'a> Comparers<'c, 'a> {
    fn compare(&mut self, number: usize, shoot: &Shoot) -> Option<ShootChanges> {
        let comparer = match self.made.entry(number) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(free) => free.insert(ShootComparer::new(self.comparisons.all.get(number)?)),
        };
        Some(comparer.compare(shoot))
    }
}

/// What one Shoot adds to the answer.
enum Part {
    Compared { changes: Box<ShootChanges>, written: Vec<u8> },
    Elsewhere(String),
}

/// Compares every Shoot. What there is to say about each of them waits in the spool.
pub(super) fn ask(
    shoots: ShootSources,
    comparisons: &Comparisons<'_, '_>,
    arguments: &DiffArguments,
    streams: &mut Streams,
) -> Result<(FleetAnswer, Spool), Failure> {
    let format = arguments.answer.format;
    let mut answer = FleetAnswer::default();
    let mut spool = Spool::new(format == Format::Json);
    let is_listed = format == Format::Json || arguments.details;
    let progress = if format == Format::Json { TableFormat::Json } else { TableFormat::Text };
    let state = || Comparers { comparisons, made: BTreeMap::new() };
    let width = streams.width();
    let question = |comparers: &mut Comparers<'_, '_>, shoot: &Shoot| match comparisons.of(shoot) {
        Err(key) => Part::Elsewhere(shown(&key)),
        Ok(number) => {
            let changes = Box::new(comparers.compare(number, shoot).unwrap_or_default());
            let mut written = Vec::new();
            if is_listed && !changes.is_empty() {
                let done = match format {
                    Format::Json => json::shoot(&changes, &mut written),
                    Format::Text => text::shoot(&changes, &full_name(shoot), width, &mut written),
                };
                // Writing to memory does not fail.
                debug_assert!(done.is_ok());
            }
            Part::Compared { changes, written }
        }
    };
    let ask = |threads, each: &mut dyn FnMut(_) -> _| for_each_whole_shoot(shoots, threads, state, question, each);
    let other_kinds = fleet::ask(progress, streams, ask, |part, streams| {
        match part {
            Ok(Part::Compared { changes, written }) => {
                answer.changes.add(&changes);
                if !written.is_empty() {
                    spool.push(&written)?;
                }
            }
            Ok(Part::Elsewhere(reference)) => *answer.elsewhere.entry(reference).or_default() += 1,
            Err(unreadable) => {
                answer.unreadable += 1;
                streams.say(&unreadable.to_string());
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    answer.other_kinds = other_kinds;
    answer.changes.sort();
    Ok((answer, spool))
}

/// A reference in words.
fn shown(key: &ProfileKey) -> String {
    format!("{} {key}", key.kind())
}
