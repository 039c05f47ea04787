//! `select`: which flavor of an image version a machine type gets, which provider image that is, and why.

mod text;

use rootstock_capability_engine::{Explanation, Outcome};
use rootstock_core_model::{Capabilities, FieldPath, MachineImageVersion, Quirks, Semantics, Settings};
use rootstock_judge::{Judge, Obstacle, Offer, Pool, PoolProperties, Surroundings};
use rootstock_provider_api::{ImageChoice, ImageNotFound, Registry};
use rootstock_versioning::{Classification, Timestamp};

use crate::cli::SelectArguments;
use crate::fit::Question;
use crate::lookup::{named, region};
use crate::run::Run;
use crate::status::Failure;
use crate::{Status, Streams, profile, worker_properties};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.select/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: AppliedSettings,
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
    /// What keeps the worker from having the version; absent if nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<Obstacle>,
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

impl From<Result<ImageChoice, ImageNotFound>> for ProviderAnswer {
    fn from(choice: Result<ImageChoice, ImageNotFound>) -> Self {
        match choice {
            Ok(choice) => Self::Found(choice),
            Err(not_found) => Self::NotFound(not_found),
        }
    }
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
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let settings = run.settings();
    let mut worker = worker_properties::worker(&arguments.worker, &settings, run.streams)?;
    if arguments.worker.update_strategy.is_some() {
        worker_properties::require_gate("--update-strategy", &settings)?;
    }
    let profile = profile::load(&arguments.profile, &mut run)?;
    let spec = profile.spec();
    let (type_index, machine_type) =
        named(spec.types(), |t| &t.name, &arguments.machine_type, "the profile has no machine type")?;
    let (image_index, image) = named(spec.images(), |i| &i.name, &arguments.image, "the profile has no machine image")?;
    region(spec, arguments.region.as_deref())?;
    let versions: Vec<(usize, &MachineImageVersion)> = match &arguments.version {
        Some(version) => vec![named(image.offered(), |v| &v.version, version, "the image has no version")?],
        None => image.offered().iter().enumerate().collect(),
    };
    let compiled = profile::compiled(&profile, &settings)?;
    let judge = Judge::new(&compiled, settings);
    worker.machine.machine_type.clone_from(&machine_type.name);
    let region = arguments.region.as_deref();
    let around = Surroundings { region: region.unwrap_or_default(), ..Surroundings::default() };
    let pool = Pool::new(judge, PoolProperties::from(&worker), around);
    let demand = worker_properties::demand(&pool, judge)?;
    let asked = demand.map(|demand| &demand.demand().capabilities);
    let catalog = compiled.catalog().catalog();
    let questions: Vec<(Offer<'_>, Question<'_>, Explanation)> = versions
        .into_iter()
        .filter_map(|(index, _)| {
            let offer = compiled.offers_at(image_index).nth(index)?;
            let machine_type = catalog.machine_types().get(type_index)?;
            let question = Question::new(spec, catalog, machine_type, image_index, offer.compiled, demand);
            let explanation = question.explain(&settings.quirks);
            Some((offer, question, explanation))
        })
        .collect();
    let answer = Answer {
        settings: run.resolved.into(),
        profile: profile.name(),
        provider: &spec.provider_type,
        machine_type: &machine_type.name,
        image: &image.name,
        region,
        asked,
        knows_provider: compiled.plugin().is_some(),
        versions: questions.iter().map(|(offer, question, why)| answer(judge, &pool, offer, question, why)).collect(),
    };
    let booted = |version: &VersionAnswer<'_>| {
        let image = version.provider_image.as_ref().is_none_or(|image| image.reference().is_some());
        image && matches!(version.explanation.outcome, Outcome::Selected { .. })
    };
    let status = if answer.versions.iter().any(booted) { Status::Clean } else { Status::Findings };
    run.streams.answer(arguments.answer.format, SCHEMA, &answer, |width, out| text::write(&answer, width, out))?;
    Ok(status)
}

/// The answer for one version.
fn answer<'a>(
    judge: Judge<'_>,
    pool: &Pool<'_>,
    offer: &Offer<'a>,
    question: &'a Question<'a>,
    explanation: &'a Explanation,
) -> VersionAnswer<'a> {
    let settings = judge.settings();
    let gardener = Judge::new(judge.profile(), Settings { quirks: Semantics::Gardener.quirks(), ..*settings });
    let choice = judge.choice(pool, offer);
    let mut obstacle = choice.as_ref().and_then(|choice| choice.as_ref().err()).map(Obstacle::from);
    if explanation.outcome == Outcome::NoneCompatible {
        obstacle = judge.capabilities(pool, offer).or(obstacle);
    }
    let provider_image = choice.map(ProviderAnswer::from);
    let gardener_image = gardener.choice(pool, offer).map(ProviderAnswer::from);
    let differs = match (&provider_image, &gardener_image) {
        (Some(ours), Some(theirs)) => ours.reference() != theirs.reference(),
        _ => false,
    };
    VersionAnswer {
        version: offer.text(),
        classification: judge.classification(offer).to_string(),
        expiration_date: offer.version.expiration_date,
        flavor_paths: &question.paths,
        quirks: if explanation.gardener.is_some() || differs {
            deciding_quirks(question, explanation, settings)
        } else {
            Vec::new()
        },
        explanation,
        obstacle,
        provider_image,
        gardener_provider_image: gardener_image.filter(|_| differs),
        question,
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

/// A classification that keeps a version from being used.
fn is_inactive(classification: &str) -> bool {
    !Classification::from(classification).is_active()
}
