//! `migrate`: the migration from legacy fields to capabilities and back, with a proof.

mod text;

use clap::Args;
use rootstock_core_model::CapabilityDefinition;
use rootstock_migration::{
    CapabilityRename, ImageFilter, MigrationOptions, Refusal, SuffixMeaning, TypeValues, capability,
};
use rootstock_provider_api::Registry;
use rootstock_queries::{MigrateInput, MigrateOutcome, MigrateQuery, Query as _};
use rootstock_report::unified_diff;
use rootstock_sources::files::path_name;

use crate::cli::{AnswerArguments, CloudProfileArguments, Format};
use crate::failure::{Failure, InputError};
use crate::run::Run;
use crate::{Status, Streams, document, input, rewrite};

/// Migrate a CloudProfile from legacy fields to capabilities, and prove that machines get the same images
///
/// Both sections of the profile are migrated by editing the text, so that comments and order stay. The edited text is parsed again;
/// for every machine type, image version and region, the provider's image is compared with the one before, in both semantics, and
/// the result must not have errors that the profile does not have. Otherwise there is no output. The text goes to standard
/// output, and the proof to standard error.
///
/// With --suffix, versions with a meaningful suffix (`1592.2.0-gen2`) become flavors of one version. Machines may then get other
/// images, which you must accept with --accept-differences. A profile that already has capabilities is migrated further.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What would change?
      rootstock migrate cloudprofile.yaml --diff

  One image at a time, if the provider accepts mixed formats
      rootstock migrate cloudprofile.yaml --image gardenlinux@1877.5.0 \\
        --in-place

  Versions `…-gen2` become flavors; machine types that support only one generation are listed
      rootstock migrate cloudprofile.yaml --suffix gen2=hyperVGeneration:gen2 \\
        --suffix =hyperVGeneration:gen1 \\
        --machine-type 'Standard_A*=hyperVGeneration:gen1'

  The operator's own `secureBoot: [secure, none]` becomes `gardener-bootType`
      rootstock migrate cloudprofile.yaml \\
        --rename secureBoot=gardener-bootType:none=standard \\
        --feature-gates WorkerCapabilities=true

  And back
      rootstock migrate cloudprofile.yaml --rollback --diff

Exit status: 0 migrated or nothing to do, 1 refused (some machine would get another image, the result would have new \
errors, or the text cannot be edited), 2 the request does not apply to this profile, 3 the profile cannot be \
read.")]
pub(crate) struct MigrateArguments {
    #[command(flatten)]
    pub(crate) profile: CloudProfileArguments,

    /// Migrate only the provider's entries of this image, or of this version of it; may be given several times
    #[arg(long, short, value_name = "NAME[@VERSION]")]
    image: Vec<ImageFilter>,

    /// Register this capability, with the most preferred value first; may be given several times, most important first
    #[arg(long, value_name = "NAME=VALUES", value_parser = capability)]
    capability: Vec<CapabilityDefinition>,

    /// The meaning of a version suffix, in which * matches anything after the first dash; an empty suffix refers to versions without one
    #[arg(long, value_name = "SUFFIX=CAPABILITY:VALUE")]
    suffix: Vec<SuffixMeaning>,

    /// The values that machine types support, with * for any characters; other machine types support every value
    #[arg(long, short = 't', value_name = "NAME=CAPABILITY:VALUES")]
    machine_type: Vec<TypeValues>,

    /// Keep the versions with a suffix next to the version that they become flavors of, for Shoots that use them
    #[arg(long)]
    keep_suffixed: bool,

    /// Remove what `providerConfig` maps but `spec.machineImages` does not offer, which is an error with capabilities
    #[arg(long)]
    drop_surplus: bool,

    /// Turn a registered capability into one that workers ask for (gate WorkerCapabilities), with new names for values; may be given
    /// several times
    #[arg(long, value_name = "NAME=NAME:VALUE=VALUE", conflicts_with_all = ["image", "capability", "suffix", "machine_type", "keep_suffixed", "drop_surplus", "rollback"])]
    rename: Vec<CapabilityRename>,

    /// Migrate even if machines get other images because of --rename, --suffix, --machine-type or --rollback; without it, there is no
    /// output then
    #[arg(long)]
    accept_differences: bool,

    /// Migrate from capabilities back to legacy fields, if these can express the same
    #[arg(long, conflicts_with_all = ["image", "capability", "machine_type", "keep_suffixed", "drop_surplus"])]
    pub(crate) rollback: bool,

    /// Show the change as a unified diff
    #[arg(long, conflicts_with = "in_place")]
    pub(crate) diff: bool,

    /// Write the result to the file
    #[arg(long)]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

impl MigrateArguments {
    /// Returns the options for the library.
    pub(crate) fn options(&self) -> MigrationOptions {
        MigrationOptions {
            capabilities: self.capability.clone(),
            suffixes: self.suffix.clone(),
            machine_types: self.machine_type.clone(),
            images: self.image.clone(),
            keep_suffixed: self.keep_suffixed,
            drop_surplus: self.drop_surplus,
            renames: self.rename.clone(),
        }
    }
}

pub(super) fn run(arguments: &MigrateArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let path = &arguments.profile.path;
    if arguments.in_place {
        input::require_file(path, "--in-place")?;
    }
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let found = document::load(&arguments.profile, &[], &mut run)?;
    let query = MigrateQuery {
        rollback: arguments.rollback,
        accept_differences: arguments.accept_differences,
        options: arguments.options(),
    };
    let answer = query.ask(MigrateInput { analysis: &found.analysis, profile: &found.profile, asked: run.resolved })?;
    let is_json = arguments.answer.format == Format::Json;
    if let (MigrateOutcome::Done { edits, .. }, Some(text)) = (&answer.outcome, &answer.text) {
        if arguments.in_place && !edits.is_empty() {
            rewrite::replace(path, found.text(), text)
                .map_err(|reason| InputError::ReplaceError { file: path_name(path), reason })?;
        }
        if arguments.diff && !is_json {
            write!(streams.out.raw(), "{}", unified_diff(path.as_os_str().as_encoded_bytes(), found.text(), text))?;
        } else if !arguments.in_place && !is_json {
            write!(streams.out.raw(), "{text}")?;
        }
    }
    if is_json {
        streams.out.json(MigrateQuery::ANSWER_SCHEMA, &answer)?;
    }
    match &answer.refusal {
        Some(refusal) => {
            text::say_refusal(refusal, streams);
            Ok(status(refusal))
        }
        None => {
            if !is_json {
                text::say(&answer.outcome, arguments.rollback, streams);
            }
            Ok(Status::Clean)
        }
    }
}

const fn status(refusal: &Refusal) -> Status {
    match refusal {
        Refusal::InvalidOptions(_) => Status::UsageError,
        Refusal::Undecodable(_) => Status::Unreadable,
        Refusal::PlanMismatch(_) => Status::Internal,
        Refusal::Unsupported(_)
        | Refusal::RepeatedImage { .. }
        | Refusal::UnknownArchitecture { .. }
        | Refusal::Lossy(_)
        | Refusal::Obstacle(_)
        | Refusal::Unproven(_)
        | Refusal::Unaccepted(_)
        | Refusal::NewErrors(_) => Status::Findings,
    }
}
