//! `providers`: which plug-ins are linked into this program.

use rootstock_provider_api::Registry;
use rootstock_queries::ProvidersQuery;

use crate::cli::Format;
use crate::failure::Failure;
use crate::prose::TITLE;
use crate::{Status, Streams};

pub(super) fn run(format: Format, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    streams.ask(&ProvidersQuery {}, registry, format, |answer, _, out| {
        answer.providers.iter().try_for_each(|provider| {
            writeln!(out, "{TITLE}{}{TITLE:#}", provider.name)?;
            writeln!(out, "  providerConfig: {}, kind {}", provider.config.api_version, provider.config.kind)?;
            writeln!(out, "  package:        {} {}", provider.package.name, provider.package.version)?;
            writeln!(out, "  own rules:      {}", provider.rules.len())
        })
    })
}
