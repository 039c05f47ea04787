//! `diff`: what a change of a profile changes, and for whom.

pub(super) mod fleet;
pub(super) mod sides;
pub(super) mod text;

use std::path::{Path, PathBuf};

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{DiffDetail, DiffHead, DiffQuery, Query as _};

use crate::cli::{AnswerArguments, CLUSTER, Format};
use crate::failure::Failure;
use crate::garden::name::SHOOTS;
use crate::run::Run;
use crate::shoot_sources::ShootSources;
use crate::{Status, Streams, input};

/// Show what a change of a CloudProfile changes: for machine types and images, and for the Shoots that use it
///
/// Comments, the order of keys and the spelling of quantities change nothing; reordering the values of a capability changes
/// which image is booted. Both profiles are asked the same questions, for everything that both have: which machine types and
/// images fit, which provider image is booted in each region and why, what versions are and will be, what new workers get by
/// default. Given Shoots as well, the answer tells which of their workers would get another image, which updates would be
/// refused, what the next maintenance does differently, and what is in use but removed. Given NamespacedCloudProfiles, it tells which of them
/// the change breaks, and which are rendered to something else.
///
/// OLD and NEW may be two forms of a NamespacedCloudProfile: what their Shoots get is compared.
///
/// The update itself is judged as well, as `check NEW --against OLD` does: NamespacedCloudProfiles and Shoots that use what it
/// removes refuse it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What does this edit change?
      kubectl get cloudprofile aws -o yaml > old.yaml
      rootstock diff old.yaml new.yaml

  And for whom?
      kubectl get shoots -A -o json | rootstock diff old.yaml new.yaml -

  Both, of a live garden
      kubectl rootstock diff new.yaml --cluster

  Which NamespacedCloudProfiles does it break?
      kubectl get namespacedcloudprofiles -A -o yaml |
        rootstock diff old.yaml new.yaml --children -

  Every machine type, image version and Shoot by name
      rootstock diff old.yaml new.yaml shoots.json --details

Exit status: 0 no behavioural change, 1 a change, 2 wrong usage, 3 something cannot be read, 5 the update would be \
refused (whatever else it changes).")]
pub(crate) struct DiffArguments {
    /// A file with the CloudProfile as it is, or - for standard input. With --cluster it is left out where the garden has it
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// A file with the CloudProfile as it is to be, or - for standard input
    #[arg(value_name = "NEW", required_unless_present = CLUSTER)]
    new: Option<PathBuf>,

    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "SHOOTS")]
    pub(crate) shoots: Vec<PathBuf>,

    /// NamespacedCloudProfiles below the profile: files, directories or -; may be given several times. Those that stand beside
    /// OLD or NEW are compared as well
    #[arg(long, alias = "with", value_name = "PATH")]
    pub(crate) children: Vec<PathBuf>,

    /// The CloudProfile that is the parent of NamespacedCloudProfiles OLD and NEW, where it does not stand beside them
    #[arg(long, short, alias = "profile", value_name = "PATH", conflicts_with = "children")]
    pub(crate) parent: Option<PathBuf>,

    /// Which profile, when there are several in a file
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Only the first lines of the text: what changes, and how often
    #[arg(long, conflicts_with = "details")]
    pub(crate) summary: bool,

    /// Name every machine type, image version and Shoot, and not only the first of each kind
    #[arg(long)]
    pub(crate) details: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

impl DiffArguments {
    /// Where the profile is as it is, and as it is to be; nothing for what is read from the garden.
    fn paths(&self) -> (Option<&Path>, &Path) {
        match &self.new {
            Some(new) => (Some(&self.old), new),
            None => (None, &self.old),
        }
    }
}

pub(super) fn run(arguments: &DiffArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut profiles = vec![arguments.old.clone()];
    profiles.extend(arguments.new.clone());
    profiles.extend(arguments.children.iter().chain(&arguments.parent).cloned());
    input::read_standard_input_once(&profiles)?;
    let mut run = Run::answering(&arguments.answer, registry, streams)?;
    let asked = run.resolved;
    // Where Shoots come from is found out first, so that standard input is read only once.
    let shoots = match run.or_of_garden(&arguments.shoots, SHOOTS).as_slice() {
        [] => None,
        paths => Some(ShootSources::new(paths, &profiles, run.streams)?),
    };
    let sides = sides::load(arguments, &mut run)?;
    let (head, spool) = sides.compare(asked, registry, |comparison| {
        let Some(shoots) = shoots else { return Ok((comparison.head(None), None)) };
        let (fleet, spool) = fleet::ask(shoots, comparison, arguments.answer.format, arguments.details, streams)?;
        Ok::<_, Failure>((comparison.head(Some(fleet)), Some(spool)))
    })??;
    match arguments.answer.format {
        Format::Json => match spool {
            Some(spool) => spool.unspool_below(DiffQuery::FORM, &head, streams.out.raw())?,
            None => streams.out.json(DiffQuery::FORM, &head)?,
        },
        Format::Text => text::write(&head, &title(arguments), spool, streams)?,
    }
    Ok(status(&head))
}

/// What cannot be read outweighs everything, a refusal outweighs changes that will not happen.
pub(super) fn status(head: &DiffHead) -> Status {
    if head.fleet.as_ref().is_some_and(|fleet| fleet.unreadable > 0) {
        Status::Unreadable
    } else if head.update.refused {
        Status::Refused
    } else if head.changed {
        Status::Findings
    } else {
        Status::Clean
    }
}

fn title(arguments: &DiffArguments) -> text::Title {
    let (old, new) = arguments.paths();
    let (from, against) = match old {
        Some(old) => (shown(old), format!("--against {}", old.display())),
        None => ("the garden cluster".to_owned(), format!("--{CLUSTER}")),
    };
    text::Title {
        heading: format!("{from} -> {}", shown(new)),
        see: Some(format!("rootstock check {} {against}", new.display())),
        summary_only: arguments.summary,
        detail: if arguments.details { DiffDetail::All } else { DiffDetail::First },
    }
}

/// A path as it was given.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { rootstock_sources::files::path_name(path) }
}
