//! The question for a provider's settings on the command line.

use std::path::PathBuf;

use clap::Args;

use super::{AnswerArguments, ProfileArguments};

/// Show which of the provider's settings a Shoot gets in a region, and why
///
/// For OpenStack: the floating pool, what comes with it, the load balancer provider, and where Keystone is. Every entry of
/// the profile that could have decided is named, with what became of it. Where Gardener v1.150 answers differently from its
/// documentation, the answer says so.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What is there in each region?
      rootstock resolve cloudprofile.yaml

  May a Shoot take this floating pool, which entry is that, and what comes with it?
      rootstock resolve cloudprofile.yaml --region europe --domain demo --floating-pool fp-europe-1

  What does this Shoot get?
      rootstock resolve cloudprofile.yaml --shoot shoot.yaml

Exit status: 0 everything is settled, 1 something is refused or missing.")]
pub(crate) struct ResolveArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// The region; without it, every region of the profile
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    /// The domain of the Shoot's credentials: --with domain=NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) domain: Option<String>,

    /// The Shoot's floating pool: --with floating-pool=NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) floating_pool: Option<String>,

    /// Anything else that the provider's settings depend on; may be given several times
    #[arg(long = "with", value_name = "NAME=VALUE")]
    pub(crate) with: Vec<String>,

    /// A file with Shoots, or - for standard input: region and settings are theirs
    #[arg(long, value_name = "FILE", conflicts_with = "region")]
    pub(crate) shoot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}
