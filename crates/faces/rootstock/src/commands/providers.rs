//! `providers`: which plug-ins are linked into this program, and what one of them says of its extension.

mod text;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::{ProviderQuery, ProvidersQuery};

use crate::cli::FormatArguments;
use crate::failure::Failure;
use crate::prose::TITLE;
use crate::{Status, Streams};

/// List the provider plug-ins that are linked into this program, or describe one
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
      rootstock providers
      rootstock providers openstack")]
pub(crate) struct ProvidersArguments {
    /// The provider, as `spec.type` names it: what its extension is and does, as far as the plug-in knows, and what its
    /// answers are held against
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
    streams.set_output(&arguments.answer.output)?;
    let format = arguments.answer.format;
    if let Some(name) = &arguments.provider {
        let query = ProviderQuery { provider: name.clone() };
        return streams.ask(&query, registry, format, text::write);
    }
    streams.ask(&ProvidersQuery {}, registry, format, |answer, _, out| {
        answer.providers.iter().try_for_each(|provider| {
            writeln!(out, "{TITLE}{}{TITLE:#}", provider.name)?;
            writeln!(out, "  providerConfig: {}, kind {}", provider.config.api_version, provider.config.kind)?;
            writeln!(out, "  package:        {} {}", provider.package.name, provider.package.version)?;
            writeln!(out, "  held against:   {}", text::held_against(&provider.evidence))?;
            writeln!(out, "  own rules:      {}", provider.rules.len())
        })
    })
}
