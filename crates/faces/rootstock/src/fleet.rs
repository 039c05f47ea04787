//! Shoots and their profiles, queried in parallel.

mod releases;

use std::path::PathBuf;

use rootstock_analysis::Role;
use rootstock_maintenance::{FleetAnswer, FleetItem, Profiles, Unreadable};
use rootstock_queries::{FleetProfiles, OtherKinds, Unrendered, UnusableProfile, skip_other_kinds};

use crate::cli::{FleetArguments, TableFormat};
use crate::failure::{Failure, InputError, UsageError};
use crate::progress::Progress;
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::threads::map_in_order;
use crate::{Streams, documents};

pub(crate) use self::releases::{OtherReleases, ShootReleases};

/// Unread Shoots, and the profiles that they refer to.
pub(crate) struct Fleet {
    pub(crate) profiles: Profiles,
    /// Whether one of the profiles could not be read.
    pub(crate) lacks_profiles: bool,
    pub(crate) shoots: ShootSources,
    /// The releases that Shoots name, and that do not decide.
    pub(crate) releases: OtherReleases,
}

impl Fleet {
    /// Reads the profiles and finds the Shoots. The first one decides the release of Gardener, unless one was set.
    pub(crate) fn open(arguments: &FleetArguments, unrendered: Unrendered, run: &mut Run<'_>) -> Result<Self, Failure> {
        let is_set = run.has_release();
        let shoots = run.open_shoots(&arguments.all_shoots(), &arguments.profiles)?;
        let releases = OtherReleases::new((!is_set).then_some(run.settings().gardener));
        let given = run.profiles(&arguments.profiles);
        if !given.is_empty() {
            let (profiles, lacks_profiles) = profiles(&given, unrendered, run)?;
            return Ok(Self { profiles, lacks_profiles, shoots, releases });
        }
        // As in `check`, the profiles may be among the Shoots. Standard input is read only once.
        let mut among = arguments.all_shoots();
        among.retain(|path| path.as_os_str() != "-");
        match profiles(&among, unrendered, run) {
            Ok((profiles, lacks_profiles)) if !among.is_empty() => {
                Ok(Self { profiles, lacks_profiles, shoots, releases })
            }
            Ok(_) | Err(Failure::InputError(InputError::MissingObject { .. })) => Err(UsageError::NoProfiles.into()),
            Err(other) => Err(other),
        }
    }
}

/// Reads every profile that the arguments name. Reports oddities in them, and uses the rest. The flag says whether a profile
/// could not be read.
fn profiles(paths: &[PathBuf], unrendered: Unrendered, run: &mut Run<'_>) -> Result<(Profiles, bool), Failure> {
    let mut analysis = run.analysis();
    documents::add_profiles(&mut analysis, paths, run.streams)?;
    let FleetProfiles { profiles, unusable } = FleetProfiles::of(&analysis, unrendered);
    let mut has_unreadable = analysis.has_unreadable(Role::Known);
    for unusable in unusable {
        match unusable {
            UnusableProfile::TooLarge { key, reason } => {
                has_unreadable = true;
                run.streams.say(format!("profile `{key}` cannot be compared: {reason}"));
            }
            UnusableProfile::NotRendered { key, reason } => {
                let namespace = key.namespace.as_deref().unwrap_or_default();
                run.streams.say(format!(
                    "the Shoots of NamespacedCloudProfile `{key}` cannot be planned: {}; give the parent, or the profile as \
                     stored in the cluster: kubectl get namespacedcloudprofile -n {namespace} {} -o yaml",
                    reason.reason(),
                    key.name
                ));
            }
        }
    }
    Ok((profiles, has_unreadable))
}

/// Asks a question about every Shoot, and passes the answers to `sink` in the order of the Shoots. Each thread has its own state.
///
/// Unreadable Shoots are passed to `sink`, too; objects of other kinds are counted by kind.
pub(crate) fn ask<S: Send, T: Send>(
    shoots: impl Iterator<Item = FleetItem>,
    (state, question): (impl Fn() -> S, impl Fn(&mut S, &FleetItem) -> FleetAnswer<T> + Sync),
    format: TableFormat,
    streams: &mut Streams,
    mut sink: impl FnMut(Result<T, Unreadable>, &mut Streams) -> Result<(), Failure>,
) -> Result<OtherKinds, Failure> {
    let mut progress = Progress::new(format, streams);
    let mut other_kinds = OtherKinds::new();
    let ask = |state: &mut S, shoot: FleetItem| question(state, &shoot);
    let done = map_in_order(shoots, FleetItem::size, state, ask, |answers| {
        for answer in answers {
            progress.step(streams);
            skip_other_kinds(answer, &mut other_kinds).map_or(Ok(()), |answer| sink(answer, streams))?;
        }
        Ok(())
    });
    progress.finish(streams);
    done.map(|()| other_kinds)
}
