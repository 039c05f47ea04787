//! What can be asked about NamespacedCloudProfiles alone.

use clap::{Args, ValueEnum};

use super::{AnswerArguments, Form, ProfileArguments};

/// In which form a rendered profile is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderFormat {
    /// The object as the cluster has it, with comments
    Yaml,
    /// For programs; versioned, see docs/json-output.md
    Json,
}

impl Form for RenderFormat {
    const DEFAULT: &'static str = "yaml";
}

/// Show what the Shoots of a NamespacedCloudProfile get, and what in it comes from where
///
/// The profile is laid over its parent as Gardener does it, `providerConfig` included, and printed as the cluster would
/// have it: with the result in `status.cloudProfileSpec`. What is not the parent's is marked with the place it comes
/// from. Nothing is refused here; what Gardener would refuse is told by `rootstock check`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What do Shoots get of this profile?
      rootstock render namespacedcloudprofile.yaml --parent cloudprofile.yaml

  Both from the cluster
      kubectl get cloudprofile gcp -o yaml > gcp.yaml
      kubectl get namespacedcloudprofile -n garden-dev ours -o yaml | rootstock render - --parent gcp.yaml

  Which values are not the parent's?
      rootstock render ours.yaml --parent gcp.yaml --format json | jq .provenance")]
pub(crate) struct RenderArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<RenderFormat>,
}
