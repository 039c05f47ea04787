//! `upkeep classify`: changes the classification of versions.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{Expiration, NewClassification, ProfileChange, VersionPattern};
use rootstock_versioning::{Classification, Timestamp};

use super::edit::{self, EditArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Set the classification of versions of machine images, or of Kubernetes
///
/// A version with stages (`lifecycle`) enters the stage at once: past stages are removed, later ones stay. With --from, the stage
/// begins at a date. This requires a `lifecycle`; a version without one gets it if the feature gate
/// VersionClassificationLifecycle is on.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Deprecated, with an expiration date at the end of the year
      rootstock upkeep classify aws.yaml 'gardenlinux@1592.*' -c deprecated \\
        --expires 2026-12-31

  Supported from a date on, for versions with stages
      rootstock upkeep classify aws.yaml kubernetes@1.35.2 -c supported \\
        --from 2026-07-01

Exit status: 0 classified, 1 refused (the result would have new findings, or the text cannot be edited), 2 the change \
does not apply to this profile, 3 something cannot be read, 5 Gardener would refuse the update.")]
pub(super) struct ClassifyArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The versions: IMAGE@VERSION or kubernetes@VERSION, where VERSION may contain the wildcard *
    #[arg(value_name = "VERSION", required = true)]
    versions: Vec<VersionPattern>,

    /// The classification
    #[arg(long, short, value_name = "CLASSIFICATION", value_parser = ["preview", "supported", "deprecated"])]
    classification: String,

    /// The start of the stage: a date or an instant [default: now]
    #[arg(long, value_name = "DATE", value_parser = crate::cli::beginning)]
    from: Option<Timestamp>,

    /// The expiration date: a date, which means its end in UTC, or an instant
    #[arg(long, value_name = "DATE", value_parser = crate::cli::end)]
    expires: Option<Timestamp>,
}

pub(super) fn run(
    arguments: &ClassifyArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let classification = Classification::from(arguments.classification.as_str());
    let changes = arguments.versions.iter().flat_map(|versions| {
        let classified = ProfileChange::Classify(NewClassification {
            versions: versions.clone(),
            classification: classification.clone(),
            from: arguments.from,
        });
        let versions = versions.clone();
        let expires = arguments.expires.map(|date| ProfileChange::Expire(Expiration { versions, date: Some(date) }));
        std::iter::once(classified).chain(expires)
    });
    edit::run(&arguments.edit, changes.collect(), registry, streams)
}
