//! `providers`: which plug-ins are linked into this program.

use rootstock_provider_api::{ConfigIdentity, Package, Registry};

use crate::cli::Format;
use crate::prose::TITLE;
use crate::status::Failure;
use crate::{Status, Streams};

const SCHEMA: &str = "rootstock.providers/v1";

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct ProviderJson {
    name: &'static str,
    config: ConfigIdentity,
    package: Package,
    rules: Vec<&'static str>,
}

#[derive(serde::Serialize)]
struct Answer {
    providers: Vec<ProviderJson>,
}

pub(super) fn run(format: Format, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let providers: Vec<ProviderJson> = registry
        .iter()
        .map(|provider| ProviderJson {
            name: provider.name(),
            config: provider.config_identity(),
            package: provider.package(),
            rules: provider.rules().iter().map(|rule| rule.name).collect(),
        })
        .collect();
    let answer = Answer { providers };
    streams.answer(format, SCHEMA, &answer, |_, out| {
        answer.providers.iter().try_for_each(|provider| {
            writeln!(out, "{TITLE}{}{TITLE:#}", provider.name)?;
            writeln!(out, "  providerConfig: {}, kind {}", provider.config.api_version, provider.config.kind)?;
            writeln!(out, "  package:        {} {}", provider.package.name, provider.package.version)?;
            writeln!(out, "  own rules:      {}", provider.rules.len())
        })
    })?;
    Ok(Status::Clean)
}
