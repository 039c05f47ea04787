//! `resolve`: the provider's settings that a Shoot gets in a region, and the reasons.

mod text;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::slice;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileInput, Query as _, ResolveAnswer, ResolveInput, ResolveQuery};

use crate::cli::{AnswerArguments, ProfileArguments};
use crate::failure::{Failure, UsageError};
use crate::page::Page;
use crate::run::Run;
use crate::view::{self, AnswerView};
use crate::{Status, Streams, documents, input, profile};

/// Show the provider's settings that a Shoot gets in a region, and the reasons
///
/// For OpenStack: the floating pool with its settings, the load balancer provider, and the Keystone URL. Every profile entry that
/// could have applied is listed with the outcome. If Gardener deviates from its documentation, the answer says so.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Which settings apply in each region?
      rootstock resolve cloudprofile.yaml

  May a Shoot use this floating pool, which entry applies, and with which settings?
      rootstock resolve cloudprofile.yaml --region europe --domain demo \\
        --floating-pool fp-europe-1

  What does this Shoot get?
      rootstock resolve cloudprofile.yaml --shoot shoot.yaml

Exit status: 0 everything is resolved, 1 something is refused or missing.")]
pub(crate) struct ResolveArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// The region [default: all regions of the profile]
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    /// The domain of the Shoot's credentials; short for --with domain=NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) domain: Option<String>,

    /// The Shoot's floating pool; short for --with floating-pool=NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) floating_pool: Option<String>,

    /// Any other parameter of the provider's settings; may be given several times
    #[arg(long = "with", value_name = "NAME=VALUE")]
    pub(crate) with: Vec<String>,

    /// A file with Shoots, or - for standard input; use their regions and settings
    #[arg(long, value_name = "FILE", conflicts_with = "region")]
    pub(crate) shoot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

pub(super) fn run(arguments: &ResolveArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once([&arguments.profile.path].into_iter().chain(&arguments.shoot))?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let query = ResolveQuery { region: arguments.region.clone(), parameters: parameters(arguments)? };
    // The Shoot decides the release of Gardener.
    let shoots = arguments.shoot.as_ref().map(|path| documents::shoots(slice::from_ref(path), &mut run)).transpose()?;
    let profile = profile::load(&arguments.profile, &mut run)?;
    let over = ResolveInput {
        profile: ProfileInput { profile: &profile, asked: run.resolved },
        shoots: shoots.as_deref(),
        registry,
    };
    let answer = query.ask(over)?;
    view::write(arguments, &answer, arguments.answer.format, run.streams)
}

impl AnswerView<ResolveQuery> for ResolveArguments {
    fn text(&self, answer: &ResolveAnswer, page: &mut Page<'_>) -> io::Result<()> {
        text::write(answer, page)
    }

    fn status(&self, answer: &ResolveAnswer) -> Status {
        if answer.is_settled() { Status::Clean } else { Status::Findings }
    }
}

/// Returns the given parameters by name, except for the region.
fn parameters(arguments: &ResolveArguments) -> Result<BTreeMap<String, String>, Failure> {
    let shorthands = [("domain", &arguments.domain), ("floating-pool", &arguments.floating_pool)];
    let given = shorthands.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)));
    let mut parameters: BTreeMap<String, String> = given.collect();
    for text in &arguments.with {
        let Some((name, value)) = text.split_once('=') else {
            return Err(UsageError::NotAPair { text: text.clone() }.into());
        };
        if parameters.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(UsageError::GivenTwice { name: name.to_owned() }.into());
        }
    }
    Ok(parameters)
}
