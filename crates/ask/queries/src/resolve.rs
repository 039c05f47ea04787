//! `resolve`: the provider settings that a Shoot gets in a region, with the reasons.

use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::{Profile, ProfileKey, Role, Written, full_name};
use rootstock_core_model::{Settings, Shoot, nearest};
use rootstock_provider_api::{Provider, ProviderConfig, Registry, Resolution, ResolutionQuery, SettingAnswer};
use serde::{Deserialize, Serialize};

use crate::unknown::region;
use crate::{AppliedSettings, Example, Face, ProfileInput, Query, QueryError, QuerySubject, WasmModule};

/// Asks for the provider settings that a Shoot gets.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResolveQuery {
    /// The region; if absent, each region of the profile, or that of each Shoot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The other parameters that the settings depend on, by name: `domain`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
}

/// A profile, optionally Shoots, and the plug-ins.
#[derive(Debug, Clone, Copy)]
pub struct ResolveInput<'a> {
    /// The profile, and the settings to ask under.
    pub profile: ProfileInput<'a>,
    /// The Shoots; `None` asks about regions.
    pub shoots: Option<&'a [Arc<Written<Shoot>>]>,
    /// The registered plug-ins.
    pub registry: &'a Registry,
}

/// The provider settings that Shoots get.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ResolveAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The provider.
    pub provider: String,
    /// The parameters that were given in addition to the region.
    pub parameters: BTreeMap<String, String>,
    /// The answers, one for each region or Shoot.
    pub answers: Vec<RegionAnswer>,
}

/// The answer for one region, or for one Shoot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RegionAnswer {
    /// The Shoot, if the question was about Shoots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shoot: Option<String>,
    /// The region.
    pub region: String,
    /// The settings.
    #[serde(flatten)]
    pub resolution: Resolution,
}

impl ResolveAnswer {
    /// Returns whether each setting has a value, or candidates to choose from.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let mut settings = self.answers.iter().flat_map(|answer| &answer.resolution.settings);
        !settings.any(|setting| match &setting.answer {
            SettingAnswer::Refused { .. } | SettingAnswer::Missing { .. } => true,
            SettingAnswer::Choice { values } => values.is_empty(),
            _ => false,
        })
    }
}

impl Query for ResolveQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.resolve/v1";
    const SUBJECT: QuerySubject = QuerySubject::ProfileOrShoots;
    const EXAMPLE: Example = Example {
        command: "resolve fixtures/profiles/harbour.yaml -r asia --floating-pool fp-eu-1",
        question: r#"{"region": "asia", "parameters": {"floating-pool": "fp-eu-1"}}"#,
        files: &[(Role::Checked, "fixtures/profiles/harbour.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Queries;
    type Answer = ResolveAnswer;
    type Input<'a> = ResolveInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ResolveInput<'_>) -> Result<ResolveAnswer, QueryError> {
        let ProfileInput { profile, asked } = input.profile;
        let spec = profile.spec();
        let provider = spec.provider_type.as_str();
        let plugin = input.registry.get(provider).ok_or_else(|| QueryError::NoPlugin {
            provider: provider.to_owned(),
            known: input.registry.names().map(str::to_owned).collect(),
        })?;
        let config = profile.config().ok_or(QueryError::NoProviderConfig)?.as_ref();
        self.check_parameters(plugin)?;
        let answers = match input.shoots {
            Some(shoots) => {
                let answer = |written: &Arc<Written<Shoot>>| {
                    check_shoot(&written.object, profile)?;
                    Ok(self.shoot(config, &written.object, &asked.settings))
                };
                shoots.iter().map(answer).collect::<Result<_, QueryError>>()?
            }
            None => {
                region(spec, self.region.as_deref())?;
                let regions = spec.regions.iter().flatten();
                let wanted = regions.filter(|region| self.region.as_ref().is_none_or(|name| region.name == *name));
                wanted.map(|region| self.region(config, &region.name, &asked.settings)).collect()
            }
        };
        Ok(ResolveAnswer {
            settings: asked.into(),
            profile: profile.name().to_owned(),
            provider: provider.to_owned(),
            parameters: self.parameters.clone(),
            answers,
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let (profile, shoots) = (face.profile()?, face.shoots_of_profile()?);
        let profile = ProfileInput { profile: &profile, asked: face.asked()? };
        Ok(self.ask(ResolveInput { profile, shoots: shoots.as_deref(), registry: face.registry() })?)
    }
}

impl ResolveQuery {
    /// Checks that the provider knows the given parameters.
    fn check_parameters(&self, plugin: &dyn Provider) -> Result<(), QueryError> {
        let known = plugin.extension().resolution_parameters;
        let is_known = |name: &&String| known.iter().any(|parameter| parameter.name == name.as_str());
        match self.parameters.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => Err(QueryError::UnknownParameter {
                provider: plugin.name(),
                parameter: name.clone(),
                known: known.to_vec(),
                nearest: nearest(name, known.iter().map(|one| one.name)),
            }),
        }
    }

    fn region(&self, config: &dyn ProviderConfig, region: &str, settings: &Settings) -> RegionAnswer {
        let query = ResolutionQuery {
            region,
            parameters: &self.parameters,
            infrastructure_config: None,
            control_plane_config: None,
        };
        RegionAnswer { shoot: None, region: region.to_owned(), resolution: resolution(config, &query, settings) }
    }

    fn shoot(&self, config: &dyn ProviderConfig, shoot: &Shoot, settings: &Settings) -> RegionAnswer {
        let query = ResolutionQuery {
            region: &shoot.spec.region,
            parameters: &self.parameters,
            infrastructure_config: shoot.spec.provider.infrastructure_config.as_ref(),
            control_plane_config: shoot.spec.provider.control_plane_config.as_ref(),
        };
        let resolution = resolution(config, &query, settings);
        RegionAnswer { shoot: Some(full_name(shoot)), region: shoot.spec.region.clone(), resolution }
    }
}

/// Checks that the Shoot uses the profile, and that the profile has its region.
fn check_shoot(shoot: &Shoot, profile: &Profile) -> Result<(), QueryError> {
    let key = shoot.profile().map(|reference| ProfileKey::of(&reference, &shoot.metadata.namespace));
    match key {
        Some(key) if key != *profile.key() => {
            Err(QueryError::OtherProfile { shoot: full_name(shoot), key, asked: profile.key().clone() })
        }
        _ => Ok(region(profile.spec(), Some(&shoot.spec.region))?),
    }
}

/// Resolves the settings; empty for a provider without such settings.
fn resolution(config: &dyn ProviderConfig, query: &ResolutionQuery<'_>, settings: &Settings) -> Resolution {
    config.resolve(query, settings).unwrap_or_default()
}
