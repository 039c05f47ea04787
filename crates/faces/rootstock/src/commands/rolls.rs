//! `rolls`: the worker pools that a change of a Shoot rolls or updates in place, and the fields that cause it.

mod text;

use std::io;
use std::path::PathBuf;
use std::slice;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{Query as _, RollsAnswer, RollsInput, RollsQuery};

use crate::cli::{AnswerArguments, CLUSTER};
use crate::failure::Failure;
use crate::page::Page;
use crate::run::Run;
use crate::view::{self, AnswerView};
use crate::{Status, Streams, documents, input};

/// Show which worker pools a change of a Shoot rolls or updates in place, and the fields that cause it
///
/// The fields that count for every provider are Gardener's: Kubernetes minor version, machine type, image, disk, container
/// runtime interface, kubelet settings, credential rotations, operations that an annotation requests, and node-local DNS for
/// pools below Kubernetes 1.34 or with IPVS.
/// The provider's extension adds its own; if those are unknown, the answer says so.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Will applying this manifest replace nodes?
      kubectl get shoot -n garden-dev apple -o yaml > old.yaml
      rootstock rolls old.yaml new.yaml

  The same with a manifest that leaves versions to Gardener
      rootstock rolls old.yaml new.yaml --profile cloudprofile.yaml

  The same compared with the garden
      kubectl rootstock rolls new.yaml --cluster

Exit status: 0 no node is drained, 1 nodes are replaced, updated in place or deleted, or the effect is unknown, 2 \
wrong usage, 3 a Shoot or its profile cannot be read or is missing, 5 the change would be refused.")]
pub(crate) struct RollsArguments {
    /// A file with the old Shoots, or - for standard input. Omit it with --cluster to compare with the garden
    #[arg(value_name = "OLD_SHOOT")]
    pub(crate) old: PathBuf,

    /// A file with the new Shoots, or - for standard input
    #[arg(value_name = "NEW_SHOOT", required_unless_present = CLUSTER)]
    pub(crate) new: Option<PathBuf>,

    /// The profiles that supply what the new Shoots omit: files, directories or -; may be given several times [default: those
    /// listed in rootstock.toml]
    #[arg(long = "profile", short, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,

    /// Omit Shoots whose nodes do not change
    #[arg(long)]
    pub(crate) only_changes: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

pub(super) fn run(arguments: &RollsArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let paths = arguments.profiles.iter().chain([&arguments.old]).chain(&arguments.new);
    input::read_standard_input_once(paths)?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let (old, new) = match &arguments.new {
        Some(new) => (
            documents::shoots(slice::from_ref(&arguments.old), &mut run)?,
            documents::shoots(slice::from_ref(new), &mut run)?,
        ),
        None => {
            let new = documents::shoots(slice::from_ref(&arguments.old), &mut run)?;
            (documents::shoots_in_garden(&new, &mut run)?, new)
        }
    };
    let mut analysis = run.analysis();
    let given = run.profiles(&arguments.profiles);
    documents::add_profiles(&mut analysis, &given, run.streams)?;
    let profiles = (!given.is_empty()).then_some(&analysis);
    let query = RollsQuery { only_changes: arguments.only_changes };
    let answer = query.ask(RollsInput { old: &old, new: &new, profiles, registry, asked: run.resolved })?;
    for name in &answer.left_out {
        streams.say(format!("{name} is not among the new Shoots, and is skipped"));
    }
    view::write(arguments, &answer, arguments.answer.format, streams)
}

impl AnswerView<RollsQuery> for RollsArguments {
    fn text(&self, answer: &RollsAnswer, page: &mut Page<'_>) -> io::Result<()> {
        text::write(answer, page)
    }

    fn status(&self, answer: &RollsAnswer) -> Status {
        if answer.is_refused() {
            Status::Refused
        } else if answer.keeps_all_nodes() {
            Status::Clean
        } else {
            Status::Findings
        }
    }
}
