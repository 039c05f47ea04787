//! Shoots and their profiles, asked in parallel.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rootstock_core_model::Shoot;
use rootstock_maintenance::{Answer, Profiles, ShootRow, Unreadable, for_each_shoot, for_each_whole_shoot};

use crate::Streams;
use crate::cli::{FleetArguments, TableFormat};
use crate::profile_set::{self, Unrendered};
use crate::progress::Progress;
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::status::Failure;

/// How many objects of each other kind were left out.
pub(crate) type OtherKinds = BTreeMap<String, usize>;

/// Shoots that are still to be read, and the profiles they refer to.
pub(crate) struct Fleet {
    pub(crate) profiles: Profiles,
    /// Whether one of the profiles could not be read.
    pub(crate) lacks_profiles: bool,
    pub(crate) shoots: ShootSources,
}

impl Fleet {
    /// Reads the profiles, and finds the shoots.
    pub(crate) fn open(arguments: &FleetArguments, unrendered: Unrendered, run: &mut Run<'_>) -> Result<Self, Failure> {
        let shoots = ShootSources::new(&arguments.shoots, &arguments.profiles, run.streams)?;
        let set = profile_set::load(&arguments.profiles, unrendered, run)?;
        Ok(Self { profiles: set.profiles, lacks_profiles: set.has_unreadable, shoots })
    }

    /// Asks about every shoot, and hands the answers over in the order of the shoots until there is enough.
    ///
    /// What should be a shoot and cannot be read is handed over as well; objects of other kinds are counted by kind.
    pub(crate) fn ask<S, T: Send>(
        shoots: ShootSources,
        format: TableFormat,
        streams: &mut Streams,
        state: impl Fn() -> S + Sync,
        question: impl Fn(&mut S, &ShootRow<'_>) -> T + Sync,
        sink: impl FnMut(Result<T, Unreadable>, &mut Streams) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<OtherKinds, Failure> {
        collect(format, streams, sink, |threads, each| for_each_shoot(shoots, threads, state, question, each))
    }

    /// The same about whole Shoots.
    pub(crate) fn ask_whole<S, T: Send>(
        shoots: ShootSources,
        format: TableFormat,
        streams: &mut Streams,
        state: impl Fn() -> S + Sync,
        question: impl Fn(&mut S, &Shoot) -> T + Sync,
        sink: impl FnMut(Result<T, Unreadable>, &mut Streams) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<OtherKinds, Failure> {
        collect(format, streams, sink, |threads, each| for_each_whole_shoot(shoots, threads, state, question, each))
    }
}

/// Hands the answers over in their order; `run` makes them on so many threads.
fn collect<T>(
    format: TableFormat,
    streams: &mut Streams,
    mut sink: impl FnMut(Result<T, Unreadable>, &mut Streams) -> Result<ControlFlow<()>, Failure>,
    run: impl FnOnce(usize, &mut dyn FnMut(Answer<T>) -> ControlFlow<()>),
) -> Result<OtherKinds, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut progress = Progress::new(format, streams);
    let mut failure = None;
    let mut other_kinds = OtherKinds::new();
    run(threads, &mut |answer| {
        progress.step(streams);
        let answer = match answer {
            Answer::Shoot(answer) => Ok(answer),
            Answer::Unreadable(Unreadable { kind: Some(kind), .. }) => {
                *other_kinds.entry(kind).or_default() += 1;
                return ControlFlow::Continue(());
            }
            Answer::Unreadable(unreadable) => Err(unreadable),
        };
        sink(answer, streams).unwrap_or_else(|error| {
            failure = Some(error);
            ControlFlow::Break(())
        })
    });
    progress.finish(streams);
    failure.map_or(Ok(other_kinds), Err)
}
