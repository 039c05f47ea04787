//! `diff`: the effects of a change of a profile, and the Shoots that it affects.

pub(super) mod fleet;
pub(super) mod markdown;
pub(super) mod sides;
pub(super) mod text;

use std::path::{Path, PathBuf};

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{DiffDetail, DiffHead, DiffQuery, Query as _};

use crate::cli::{AnswerArguments, CLUSTER, Format, MergeRequestFormat};
use crate::failure::Failure;
use crate::garden::name::SHOOTS;
use crate::run::Run;
use crate::{Status, Streams, input};

/// Show the effects of a change of a CloudProfile: on machine types, on images, and on the Shoots that use it
///
/// Comments, the order of keys and the spelling of quantities have no effect; reordering the values of a capability changes which
/// image is booted. Both profiles answer the same questions about everything that they have in common: which machine types and
/// images are compatible, which provider image is booted in each region and why, how versions are classified now and later, and
/// which defaults new workers get. With Shoots, the answer also lists workers that would get another image, updates that would be
/// refused, differences in the next maintenance, and removed items that are still in use. With NamespacedCloudProfiles, it lists
/// those that the change breaks, and those that render differently.
///
/// OLD and NEW may be two versions of a NamespacedCloudProfile: the comparison is about what their Shoots get.
///
/// The update itself is judged as well, as `check NEW --against OLD` does: it is refused if NamespacedCloudProfiles or Shoots use
/// what it removes. Errors that OLD has as well are counted separately, and do not refuse it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What does this edit change?
      kubectl get cloudprofile aws -o yaml > old.yaml
      rootstock diff old.yaml new.yaml

  And for whom?
      kubectl get shoots -A -o json | rootstock diff old.yaml new.yaml -

  Both for a live garden
      kubectl rootstock diff new.yaml --cluster

  Which NamespacedCloudProfiles does it break?
      kubectl get namespacedcloudprofiles -A -o yaml |
        rootstock diff old.yaml new.yaml --children -

  For a comment in a merge request
      rootstock diff old.yaml new.yaml shoots.json --format markdown

  Every machine type, image version and Shoot by name
      rootstock diff old.yaml new.yaml shoots.json --details

Exit status: 0 no behavioural change, 1 a change, 2 wrong usage, 3 something cannot be read, 5 the update would be \
refused (regardless of other changes).")]
pub(crate) struct DiffArguments {
    /// A file with the old CloudProfile, or - for standard input. Omit it with --cluster to compare with the garden
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// A file with the new CloudProfile, or - for standard input
    #[arg(value_name = "NEW", required_unless_present = CLUSTER)]
    new: Option<PathBuf>,

    /// Shoots: files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "SHOOTS")]
    shoots: Vec<PathBuf>,

    /// Shoots, as in SHOOTS; may be given several times
    #[arg(long = "shoots", value_name = "PATH")]
    more_shoots: Vec<PathBuf>,

    /// NamespacedCloudProfiles that refer to the profile: files, directories or -; may be given several times. Those in OLD or
    /// NEW are compared as well
    #[arg(long, alias = "with", value_name = "PATH")]
    pub(crate) children: Vec<PathBuf>,

    /// A file with the parent CloudProfile, if OLD and NEW are NamespacedCloudProfiles and do not contain it
    #[arg(long, short, alias = "profile", value_name = "PATH", conflicts_with = "children")]
    pub(crate) parent: Option<PathBuf>,

    /// The profile to compare if a file has several
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Show only the summary: the kinds of changes, and their number
    #[arg(long, conflicts_with = "details")]
    pub(crate) summary: bool,

    /// List every machine type, image version and Shoot, instead of the first of each kind
    #[arg(long)]
    pub(crate) details: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<MergeRequestFormat>,
}

impl DiffArguments {
    /// Returns the paths of the old and the new profile; the old one is `None` if it is read from the garden.
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
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    // The source of Shoots is determined first, so that standard input is read only once.
    let given = [arguments.shoots.as_slice(), &arguments.more_shoots].concat();
    let shoots = run.open_given_shoots(&run.or_from_garden(&given, SHOOTS), &profiles)?;
    let asked = run.resolved;
    let shoot_format = match arguments.answer.format {
        MergeRequestFormat::Json => Format::Json,
        MergeRequestFormat::Text | MergeRequestFormat::Markdown => Format::Text,
    };
    let sides = sides::load(arguments, &mut run)?;
    let (head, spool) = sides.compare(asked, registry, |comparison| {
        let Some(shoots) = shoots else { return Ok((comparison.head(None), None)) };
        let (fleet, spool) = fleet::ask(shoots, comparison, shoot_format, arguments.details, streams)?;
        Ok::<_, Failure>((comparison.head(Some(fleet)), Some(spool)))
    })??;
    match arguments.answer.format {
        MergeRequestFormat::Json => match spool {
            Some(spool) => spool.unspool_into(DiffQuery::ANSWER_SCHEMA, &head, streams.out.raw())?,
            None => streams.out.json(DiffQuery::ANSWER_SCHEMA, &head)?,
        },
        MergeRequestFormat::Text => text::write(&head, &title(arguments), spool, streams)?,
        MergeRequestFormat::Markdown => markdown::write(&head, &title(arguments), spool, streams)?,
    }
    Ok(status(&head))
}

/// Returns the exit status. Unreadable input takes precedence over everything, and a refusal over changes, because those will not
/// happen.
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

/// Returns a path as it was given.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { rootstock_sources::files::path_name(path) }
}
