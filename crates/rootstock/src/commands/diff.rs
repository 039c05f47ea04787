//! `diff`: what a change of a profile changes, and for whom.

mod fleet;
mod json;
mod sides;
mod text;

use std::path::Path;

use clap::Args;
use rootstock_analysis::ProfileKey;
use rootstock_behavioural_diff::{NamespacedChanges, ProfileChanges, ProfileSide, ShootComparison, compare};
use rootstock_provider_api::Registry;
use std::path::PathBuf;

use self::fleet::{Comparisons, FleetAnswer};
use self::sides::{Sides, Update};
use crate::cli::{AnswerArguments, Format};
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::status::Failure;
use crate::{Status, Streams, input, profile};
use rootstock_queries::Asked;

/// The whole answer, but for the Shoots one by one.
struct Answer<'a> {
    arguments: &'a DiffArguments,
    resolved: Asked,
    sides: &'a Sides,
    changes: ProfileChanges,
    /// What changes for the NamespacedCloudProfiles below the profile.
    children: Vec<NamespacedChanges>,
    update: &'a Update,
    /// None if no Shoots were given.
    fleet: Option<FleetAnswer>,
}

impl Answer<'_> {
    /// Whether the API server would refuse the update: because of what it says, or of what is still in use.
    fn is_refused(&self) -> bool {
        let in_use = |fleet: &FleetAnswer| fleet.changes.removed.iter().any(|group| group.thing.is_guarded());
        self.update.is_refused() || self.fleet.as_ref().is_some_and(in_use)
    }

    /// Whether anything behaves differently.
    fn is_change(&self) -> bool {
        !self.changes.is_empty()
            || self.children.iter().any(|child| !child.is_empty())
            || self.fleet.as_ref().is_some_and(|fleet| !fleet.changes.is_empty())
    }
}

/// Show what a change of a CloudProfile changes: for machine types and images, and for the Shoots that use it
///
/// Comments, the order of keys and the spelling of quantities change nothing; reordering the values of a capability changes
/// which image is booted. Both profiles are asked the same questions, for everything that both have: which machine types and
/// images fit, which provider image is booted in each region and why, what versions are and will be, what new workers get by
/// default. Given Shoots as well, the answer tells which of their workers would get another image, which updates would be
/// refused, what the next maintenance does differently, and what is in use and gone. Given NamespacedCloudProfiles, it tells which of them
/// the change breaks, and which are rendered to something else.
///
/// The update itself is judged as well, as `check NEW --against OLD` does.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What does this edit change?
      kubectl get cloudprofile aws -o yaml > old.yaml
      rootstock diff old.yaml new.yaml

  And for whom?
      kubectl get shoots -A -o json | rootstock diff old.yaml new.yaml -

  Which NamespacedCloudProfiles does it break?
      kubectl get namespacedcloudprofiles -A -o yaml | rootstock diff old.yaml new.yaml --with -

  Every machine type, image version and Shoot by name
      rootstock diff old.yaml new.yaml shoots.json --details

Exit status: 0 no behavioural change, 1 a change, 2 wrong usage, 3 something cannot be read, 5 the update would be refused
(whatever else it changes).")]
pub(crate) struct DiffArguments {
    /// A file with the CloudProfile as it is, or - for standard input
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,

    /// A file with the CloudProfile as it is to be, or - for standard input
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "SHOOTS")]
    pub(crate) shoots: Vec<PathBuf>,

    /// NamespacedCloudProfiles below the profile: files, directories or -; may be given several times. Those that stand beside
    /// OLD or NEW are compared as well
    #[arg(long = "with", value_name = "PATH")]
    pub(crate) children: Vec<PathBuf>,

    /// Which CloudProfile, when there are several in a file
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Name every machine type, image version and Shoot, and not only the first of each kind
    #[arg(long)]
    pub(crate) details: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

pub(super) fn run(arguments: &DiffArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut profiles = vec![arguments.old.clone(), arguments.new.clone()];
    profiles.extend(arguments.children.iter().cloned());
    input::read_standard_input_once(&profiles)?;
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let (resolved, settings) = (run.resolved, run.settings());
    // Where Shoots come from is found out first, so that standard input is read only once.
    let shoots = match &arguments.shoots[..] {
        [] => None,
        paths => Some(ShootSources::new(paths, &profiles, run.streams)?),
    };
    let (sides, update) = sides::load(arguments, &mut run)?;
    let (old, new) = (profile::compiled(&sides.old, &settings)?, profile::compiled(&sides.new, &settings)?);
    let side = |profile| ProfileSide::new(profile, &settings);
    let (old, new) = (side(&old), side(&new));
    let changes = compare(&old, &new);
    let rendered = sides.children.iter().map(|child| sides::rendered(child, &settings));
    let rendered = rendered.collect::<Result<Vec<_>, Failure>>()?;
    let rendered: Vec<[ProfileSide<'_>; 2]> = rendered.iter().map(|[old, new]| [side(old), side(new)]).collect();
    let below = sides.children.iter().zip(&rendered);
    let children = below.map(|(child, rendered)| sides.child_changes(child, rendered, &changes, registry)).collect();
    let (fleet, spool) = match shoots {
        Some(shoots) => {
            let mut comparisons = Comparisons::new(ProfileKey::global(sides.name()), ShootComparison::new(&old, &new));
            for (child, [old, new]) in sides.children.iter().zip(&rendered) {
                comparisons.add(child.key.clone(), ShootComparison::new(old, new));
            }
            let (fleet, spool) = fleet::ask(shoots, &comparisons, arguments, streams)?;
            (Some(fleet), Some(spool))
        }
        None => (None, None),
    };
    let answer = Answer { arguments, resolved, sides: &sides, changes, children, update: &update, fleet };
    match arguments.answer.format {
        Format::Json => json::write(&answer, spool, streams)?,
        Format::Text => text::write(&answer, spool, streams)?,
    }
    Ok(status(&answer))
}

/// What cannot be read outweighs everything, a refusal outweighs changes that will not happen.
fn status(answer: &Answer<'_>) -> Status {
    if answer.fleet.as_ref().is_some_and(|fleet| fleet.unreadable > 0) {
        Status::Unreadable
    } else if answer.is_refused() {
        Status::Refused
    } else if answer.is_change() {
        Status::Findings
    } else {
        Status::Clean
    }
}

/// A path as it was given.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
