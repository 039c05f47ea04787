//! `providers`: the linked provider plug-ins, and the description of one extension.

mod text;

use std::io::{self, Write as _};

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProviderQuery, ProvidersAnswer, ProvidersQuery};

use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::page::Page;
use crate::view::{AnswerView, answer_query};
use crate::{Status, Streams};

/// List the provider plug-ins that are linked into this program, or describe one
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
      rootstock providers
      rootstock providers openstack")]
pub(crate) struct ProvidersArguments {
    /// The provider, as in `spec.type`: describe its extension as far as the plug-in knows it, and the evidence behind its
    /// answers
    #[arg(value_name = "NAME")]
    pub(crate) provider: Option<String>,

    #[command(flatten)]
    pub(crate) answer: FormatArguments,
}

pub(super) fn run(
    arguments: &ProvidersArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    match &arguments.provider {
        Some(name) => {
            let query = ProviderQuery { provider: name.clone() };
            answer_query(&query, &query, registry, &arguments.answer, streams)
        }
        None => answer_query(arguments, &ProvidersQuery {}, registry, &arguments.answer, streams),
    }
}

impl AnswerView<ProvidersQuery> for ProvidersArguments {
    fn text(&self, answer: &ProvidersAnswer, page: &mut Page<'_>) -> io::Result<()> {
        answer.providers.iter().try_for_each(|provider| {
            page.title(provider.name)?;
            writeln!(page, "  providerConfig: {}, kind {}", provider.config.api_version, provider.config.kind)?;
            writeln!(page, "  package:        {} {}", provider.package.name, provider.package.version)?;
            writeln!(page, "  evidence:       {}", text::evidence_summary(&provider.evidence))?;
            writeln!(page, "  own rules:      {}", provider.rules.len())
        })
    }
}
