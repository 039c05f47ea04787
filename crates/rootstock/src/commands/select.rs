//! `select`: which flavor of an image version a machine type gets, which provider image that is, and why.

mod text;

use std::sync::Arc;

use rootstock_analysis::Profile;
use rootstock_capability_engine::{Explanation, Outcome};
use rootstock_core_model::{
    Capabilities, CloudProfileSpec, FieldPath, MachineImageVersion, MachineType, Quirks, Semantics, Settings,
};
use rootstock_provider_api::{
    Candidate, Fate, ImageChoice, ImageNotFound, ImageRequest, NotFoundReason, ProviderConfig, Registry,
};
use rootstock_report::render::json;
use rootstock_versioning::{Classification, Timestamp};

use crate::cli::{Format, SelectArguments, SettingsJson};
use crate::fit::Question;
use crate::lookup::named;
use crate::status::Failure;
use crate::{Status, Streams, clock, profile, worker_properties};

const SCHEMA: &str = "rootstock.select/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: SettingsJson,
    profile: &'a str,
    provider: &'a str,
    machine_type: &'a str,
    image: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'a str>,
    /// What the worker asks for; absent while workers have no capabilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<&'a Capabilities>,
    versions: Vec<VersionAnswer<'a>>,
    #[serde(skip)]
    knows_provider: bool,
}

/// The answer for one version.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct VersionAnswer<'a> {
    version: &'a str,
    /// What the version is at the instant asked for.
    classification: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expiration_date: Option<Timestamp>,
    /// Where each flavor of the explanation stands.
    flavor_paths: &'a [FieldPath],
    explanation: &'a Explanation,
    /// The quirks, each by itself, that change the answer; empty where Gardener answers the same.
    quirks: Vec<&'static str>,
    /// What the provider boots; `null` when no plug-in knows the provider or there is no `providerConfig`.
    provider_image: Option<ProviderAnswer>,
    /// What Gardener v1.150 boots, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    gardener_provider_image: Option<ProviderAnswer>,
    #[serde(skip)]
    question: &'a Question<'a>,
}

#[derive(PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
enum ProviderAnswer {
    Found(ImageChoice),
    NotFound(ImageNotFound),
}

impl ProviderAnswer {
    /// What is booted, as far as it matters for a comparison.
    fn reference(&self) -> Option<&str> {
        match self {
            Self::Found(choice) => Some(&choice.reference.value),
            Self::NotFound(_) => None,
        }
    }
}

pub(super) fn run(arguments: &SelectArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let resolved = arguments.settings.resolve(clock::now);
    let settings = resolved.settings;
    let worker = worker_properties::worker(&arguments.worker, &settings, streams)?;
    if arguments.worker.update_strategy.is_some() {
        worker_properties::require_gate("--update-strategy", &settings)?;
    }
    let profile = profile::load(&arguments.profile, registry, &settings, streams)?;
    let spec = profile.spec();
    let (type_index, machine_type) =
        named(spec.types(), |t| &t.name, &arguments.machine_type, "the profile has no machine type")?;
    let (image_index, image) = named(spec.images(), |i| &i.name, &arguments.image, "the profile has no machine image")?;
    if let Some(region) = &arguments.region {
        named(spec.regions.as_deref().unwrap_or_default(), |r| &r.name, region, "the profile has no region")?;
    }
    let versions: Vec<(usize, &MachineImageVersion)> = match &arguments.version {
        Some(version) => vec![named(image.offered(), |v| &v.version, version, "the image has no version")?],
        None => image.offered().iter().enumerate().collect(),
    };
    let prepared = profile::for_shoots(&profile, &settings)?;
    let catalog = prepared.catalog().catalog();
    let plugin = registry.get(&spec.provider_type);
    let demand = worker_properties::demand(&worker, prepared.catalog(), plugin.map(|plugin| plugin as _))?;
    let asked = demand.as_ref().map(|demand| &demand.demand().capabilities);
    let questions: Vec<(&MachineImageVersion, Question<'_>, Explanation)> = versions
        .into_iter()
        .filter_map(|(index, version)| {
            let compiled = catalog.images().get(image_index)?.versions().get(index)?;
            let machine_type = catalog.machine_types().get(type_index)?;
            let question = Question::new(spec, catalog, machine_type, image_index, compiled, demand.as_ref());
            let explanation = question.explain(&settings.quirks);
            Some((version, question, explanation))
        })
        .collect();
    let asker =
        Asker { profile: &profile, machine_type, image: &image.name, region: arguments.region.as_deref(), asked };
    let answer = Answer {
        settings: resolved.into(),
        profile: profile.name(),
        provider: &spec.provider_type,
        machine_type: &machine_type.name,
        image: &image.name,
        region: arguments.region.as_deref(),
        asked,
        knows_provider: registry.get(&spec.provider_type).is_some(),
        versions: questions
            .iter()
            .map(|(version, question, why)| asker.answer(version, question, why, &settings))
            .collect(),
    };
    let booted = |version: &VersionAnswer<'_>| {
        let image = version.provider_image.as_ref().is_none_or(|image| image.reference().is_some());
        image && matches!(version.explanation.outcome, Outcome::Selected { .. })
    };
    let status = if answer.versions.iter().any(booted) { Status::Clean } else { Status::Findings };
    let width = streams.width();
    match arguments.format.format {
        Format::Json => json::write_envelope(SCHEMA, super::VERSION, &answer, streams.out())?,
        Format::Text => text::write(&answer, width, streams.out())?,
    }
    Ok(status)
}

/// Who asks: everything but the version.
struct Asker<'a> {
    profile: &'a Profile,
    machine_type: &'a MachineType,
    image: &'a str,
    region: Option<&'a str>,
    asked: Option<&'a Capabilities>,
}

impl<'a> Asker<'a> {
    fn answer(
        &self,
        version: &'a MachineImageVersion,
        question: &'a Question<'a>,
        explanation: &'a Explanation,
        settings: &Settings,
    ) -> VersionAnswer<'a> {
        let spec = self.profile.spec();
        let ask = |config: &dyn ProviderConfig, settings: &Settings| self.ask(config, spec, &version.version, settings);
        let config = self.profile.config().map(Arc::as_ref);
        let provider_image = config.map(|config| ask(config, settings));
        let gardener = Settings { quirks: Semantics::Gardener.quirks(), ..*settings };
        let gardener_image = config.map(|config| ask(config, &gardener));
        let differs = match (&provider_image, &gardener_image) {
            (Some(ours), Some(theirs)) => ours.reference() != theirs.reference(),
            _ => false,
        };
        VersionAnswer {
            version: &version.version,
            classification: version.lifecycle().at(settings.now).to_string(),
            expiration_date: version.expiration_date,
            flavor_paths: &question.paths,
            quirks: if explanation.gardener.is_some() || differs {
                deciding_quirks(question, explanation, settings)
            } else {
                Vec::new()
            },
            explanation,
            provider_image,
            gardener_provider_image: gardener_image.filter(|_| differs),
            question,
        }
    }

    fn ask(
        &self,
        config: &dyn ProviderConfig,
        spec: &CloudProfileSpec,
        version: &str,
        settings: &Settings,
    ) -> ProviderAnswer {
        let request = ImageRequest {
            worker_capabilities: self.asked,
            ..ImageRequest::new(self.image, version, self.region, self.machine_type)
        };
        match config.select_image(spec, &request, settings) {
            Ok(choice) => ProviderAnswer::Found(choice),
            Err(not_found) => ProviderAnswer::NotFound(not_found),
        }
    }
}

/// The quirks that change the answer when each is switched by itself.
fn deciding_quirks(question: &Question<'_>, explanation: &Explanation, settings: &Settings) -> Vec<&'static str> {
    Quirks::TABLE
        .iter()
        .filter_map(|quirk| {
            let on = settings.quirks.get(quirk.name)?;
            let switched = settings.quirks.with(quirk.name, !on)?;
            (question.explain(&switched).outcome != explanation.outcome).then_some(quirk.name)
        })
        .collect()
}

/// Why there is no image. Where a region was asked for and a flavor lacks it, that is what stands in the way.
pub(super) fn why_not_found(not_found: &ImageNotFound) -> String {
    let lacks_region = |candidate: &Candidate| matches!(candidate.fate, Fate::NotInRegion { .. });
    match not_found.reason {
        NotFoundReason::Incompatible if not_found.candidates.iter().any(lacks_region) => {
            "no flavor that has an image in the region is compatible with the machine type".to_owned()
        }
        _ => not_found.reason.to_string(),
    }
}

/// A classification that keeps a version from being used.
fn is_inactive(classification: &str) -> bool {
    !Classification::from(classification).is_active()
}
