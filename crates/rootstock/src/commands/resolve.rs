//! `resolve`: which of the provider's settings a Shoot gets in a region, and why.

mod text;

use std::collections::BTreeMap;

use rootstock_analysis::full_name;
use rootstock_core_model::{Settings, Shoot, nearest};
use rootstock_provider_api::{Provider, ProviderConfig, Registry, Resolution, ResolutionQuery, SettingAnswer};

use crate::cli::ResolveArguments;
use crate::lookup::region;
use crate::run::Run;
use crate::status::Failure;
use crate::{Status, Streams, documents, input, profile};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.resolve/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: AppliedSettings,
    profile: &'a str,
    provider: &'a str,
    /// What was given beside the region.
    parameters: &'a BTreeMap<String, String>,
    answers: Vec<RegionAnswer>,
}

/// The answer for one region, or for one Shoot.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct RegionAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    shoot: Option<String>,
    region: String,
    #[serde(flatten)]
    resolution: Resolution,
}

pub(super) fn run(arguments: &ResolveArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let shoot_path = arguments.shoot.as_deref();
    input::read_standard_input_once([&arguments.profile.path].into_iter().chain(&arguments.shoot))?;
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let settings = run.settings();
    let profile = profile::load(&arguments.profile, &mut run)?;
    let spec = profile.spec();
    let provider = spec.provider_type.as_str();
    let plugin = registry.get(provider).ok_or_else(|| {
        let names: Vec<&str> = registry.names().collect();
        Failure::Unreadable(format!(
            "no plug-in knows provider `{provider}`; there are plug-ins for {}",
            names.join(", ")
        ))
    })?;
    let unreadable = || Failure::Unreadable("the profile has no readable `spec.providerConfig`".to_owned());
    let config = profile.config().ok_or_else(unreadable)?.as_ref();
    let parameters = parameters(arguments, plugin)?;
    let asker = Asker { config, parameters: &parameters, settings: &settings };
    let answers: Vec<RegionAnswer> = if let Some(path) = shoot_path {
        let shoots = documents::shoots(path, &mut run)?;
        shoots.iter().map(|written| asker.shoot(&written.object)).collect()
    } else {
        let regions = spec.regions.as_deref().unwrap_or_default();
        region(spec, arguments.region.as_deref())?;
        let wanted = regions.iter().filter(|region| arguments.region.as_ref().is_none_or(|name| region.name == *name));
        wanted.map(|region| asker.region(&region.name)).collect()
    };
    let answer =
        Answer { settings: run.resolved.into(), profile: profile.name(), provider, parameters: &parameters, answers };
    run.streams.answer(arguments.answer.format, SCHEMA, &answer, |width, out| text::write(&answer, width, out))?;
    let settings = answer.answers.iter().flat_map(|answer| &answer.resolution.settings);
    let is_open =
        |answer: &SettingAnswer| matches!(answer, SettingAnswer::Refused { .. } | SettingAnswer::Missing { .. });
    Ok(if settings.map(|setting| &setting.answer).any(is_open) { Status::Findings } else { Status::Clean })
}

/// What every question has in common.
struct Asker<'a> {
    config: &'a dyn ProviderConfig,
    parameters: &'a BTreeMap<String, String>,
    settings: &'a Settings,
}

impl Asker<'_> {
    fn region(&self, region: &str) -> RegionAnswer {
        let query = ResolutionQuery {
            region,
            parameters: self.parameters,
            infrastructure_config: None,
            control_plane_config: None,
        };
        self.ask(None, &query)
    }

    fn shoot(&self, shoot: &Shoot) -> RegionAnswer {
        let query = ResolutionQuery {
            region: &shoot.spec.region,
            parameters: self.parameters,
            infrastructure_config: shoot.spec.provider.infrastructure_config.as_ref(),
            control_plane_config: shoot.spec.provider.control_plane_config.as_ref(),
        };
        self.ask(Some(full_name(shoot)), &query)
    }

    fn ask(&self, shoot: Option<String>, query: &ResolutionQuery<'_>) -> RegionAnswer {
        let resolution = self.config.resolve(query, self.settings).unwrap_or_default();
        RegionAnswer { shoot, region: query.region.to_owned(), resolution }
    }
}

/// What was given beside the region, as far as the provider knows it.
fn parameters(arguments: &ResolveArguments, plugin: &dyn Provider) -> Result<BTreeMap<String, String>, Failure> {
    let shorthands = [("domain", &arguments.domain), ("floating-pool", &arguments.floating_pool)];
    let given = shorthands.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)));
    let mut parameters: BTreeMap<String, String> = given.collect();
    for text in &arguments.with {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Failure::Usage(format!("`{text}` is not of the form NAME=VALUE")));
        };
        if parameters.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(Failure::Usage(format!("`{name}` is given twice")));
        }
    }
    let known = plugin.resolution_parameters();
    for name in parameters.keys() {
        if known.iter().any(|parameter| parameter.name == name) {
            continue;
        }
        let names: Vec<String> = known.iter().map(|one| format!("{} ({})", one.name, one.meaning)).collect();
        let known_names = known.iter().map(|one| one.name);
        let hint = nearest(name, known_names).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        return Err(Failure::Usage(match names.is_empty() {
            true => format!("the settings of provider `{}` depend on the region only, not on {name}", plugin.name()),
            false => {
                format!("provider `{}` does not know {name}, but {}{hint}", plugin.name(), names.join(" and "))
            }
        }));
    }
    Ok(parameters)
}
