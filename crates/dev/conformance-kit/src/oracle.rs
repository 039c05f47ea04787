//! The choice of an image implemented literally from its definition, without any of the optimized code.

use rootstock_core_model::{ARCHITECTURE, Capabilities, DEFAULT_ARCHITECTURE, Semantics, VALID_ARCHITECTURES};

use super::question::Question;
use super::scenario::{Scenario, ScenarioFlavor};
use super::subject::Subject;
use rootstock_provider_api::{ImageChoice, ImageNotFound, LegacyLookup, NotFoundReason};

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    Reference(String),
    UnknownImage,
    UnknownVersion,
    NothingInRegion,
    Incompatible,
    Ambiguous,
    /// The profile has no such image, but the extension may find one elsewhere.
    Elsewhere,
    /// Gardener's extension chooses an image, and then fails because the image does not specify its architecture.
    Unusable,
}

impl Answer {
    pub(super) fn given(answer: &Result<ImageChoice, ImageNotFound>) -> Self {
        match answer {
            Ok(choice) => Self::Reference(choice.reference.value.clone()),
            Err(error) => match error.reason {
                NotFoundReason::UnknownImage => Self::UnknownImage,
                NotFoundReason::UnknownVersion => Self::UnknownVersion,
                NotFoundReason::NothingMapped | NotFoundReason::NotInRegion { .. } => Self::NothingInRegion,
                NotFoundReason::Incompatible => Self::Incompatible,
                NotFoundReason::Ambiguous => Self::Ambiguous,
                NotFoundReason::Elsewhere => Self::Elsewhere,
                NotFoundReason::ArchitectureUnwritten | NotFoundReason::Undecodable(_) => Self::Unusable,
            },
        }
    }
}

/// Returns the capabilities that the extension chooses by: the registered ones, or its defaults.
fn definitions(subject: &Subject, scenario: &Scenario) -> Vec<(String, Vec<String>)> {
    let registers = !scenario.definitions.is_empty() && subject.extension().released().knows_capabilities();
    if registers {
        return scenario.definitions.clone();
    }
    let architectures = VALID_ARCHITECTURES.map(str::to_owned).to_vec();
    match subject.extension().normalises_architecture {
        true => vec![(ARCHITECTURE.to_owned(), architectures)],
        false => Vec::new(),
    }
}

/// Returns the highest-ranking flavor among those that are available in the region and fit the machine and the worker;
/// it must be unique.
///
/// In documented semantics, the best remaining value of each capability counts first, then all remaining values, then
/// all values that the flavor declares. In Gardener's semantics, only the values that the flavor declares count.
pub(super) fn answer(subject: &Subject, scenario: &Scenario, question: &Question, semantics: Semantics) -> Answer {
    let unknown = |answer| if subject.extension().finds_images_elsewhere { Answer::Elsewhere } else { answer };
    let Some(image) = scenario.images.iter().find(|image| image.name == question.image) else {
        return unknown(Answer::UnknownImage);
    };
    let Some(version) = image.versions.iter().find(|version| version.version == question.version) else {
        return unknown(Answer::UnknownVersion);
    };
    let definitions = definitions(subject, scenario);
    let mut machine = question.machine.clone();
    if subject.extension().normalises_architecture && machine.get(ARCHITECTURE).is_none() {
        let registered = definitions.iter().find(|(name, _)| name == ARCHITECTURE).map(|(_, values)| values.as_slice());
        let architecture = match registered {
            Some([only]) => only.clone(),
            _ => question.architecture.clone().unwrap_or_else(|| DEFAULT_ARCHITECTURE.to_owned()),
        };
        machine.insert(ARCHITECTURE, vec![architecture]);
    }
    let chooses_by_capabilities =
        !scenario.definitions.is_empty() && subject.extension().released().knows_capabilities();
    if let (false, LegacyLookup::FirstEntry { of_architecture }) =
        (chooses_by_capabilities, subject.extension().legacy_lookup)
    {
        return first(version.flavors.iter(), question, of_architecture);
    }
    let named = subject.sample().everywhere_for.filter(|_| semantics == Semantics::Documented);
    let mut present = false;
    let mut ranked: Vec<(Vec<bool>, Answer)> = Vec::new();
    for flavor in &version.flavors {
        let Some(reference) = reference(flavor, &question.region, named) else { continue };
        present = true;
        let (mut best, mut left, mut own) = (Vec::new(), Vec::new(), Vec::new());
        let mut fits = true;
        for (name, values) in &definitions {
            let offers = |map: &Capabilities, value: &String| map.get(name).unwrap_or(values).contains(value);
            let has = |value: &String| offers(&flavor.capabilities, value);
            let asked = |value: &String| question.worker.as_ref().is_none_or(|worker| offers(worker, value));
            let stays = |value: &String| has(value) && offers(&machine, value) && asked(value);
            fits &= values.iter().any(stays);
            let first = values.iter().position(stays);
            best.extend((0..values.len()).map(|rank| Some(rank) == first));
            left.extend(values.iter().map(stays));
            own.extend(values.iter().map(has));
        }
        if fits {
            let rank = if semantics == Semantics::Documented { [best, left, own].concat() } else { own };
            let says_nothing = flavor.capabilities.get(ARCHITECTURE).is_none();
            let fails =
                semantics == Semantics::Gardener && subject.extension().needs_written_architecture && says_nothing;
            ranked.push((rank, if fails { Answer::Unusable } else { Answer::Reference(reference) }));
        }
    }
    let Some(highest) = ranked.iter().map(|(rank, _)| rank.clone()).max() else {
        return if present { Answer::Incompatible } else { Answer::NothingInRegion };
    };
    let mut winners = ranked.into_iter().filter(|(rank, _)| *rank == highest);
    match (winners.next(), winners.next()) {
        (Some((_, answer)), None) => answer,
        _ => Answer::Ambiguous,
    }
}

/// Returns the first flavor with a reference for the region, of the worker's architecture if that matters.
fn first<'f>(flavors: impl Iterator<Item = &'f ScenarioFlavor>, question: &Question, of_architecture: bool) -> Answer {
    let of_machine = question.machine.get(ARCHITECTURE).and_then(|values| values.first());
    let wanted = question.architecture.as_ref().or(of_machine).map_or(DEFAULT_ARCHITECTURE, String::as_str);
    let asked = question.worker.as_ref().and_then(|worker| worker.get(ARCHITECTURE));
    let mut answer = Answer::NothingInRegion;
    for flavor in flavors {
        let Some(reference) = reference(flavor, &question.region, None) else { continue };
        let own = flavor.capabilities.get(ARCHITECTURE).and_then(|values| values.first());
        let own = own.map_or(DEFAULT_ARCHITECTURE, String::as_str);
        let fits = own == wanted && asked.is_none_or(|values| values.iter().any(|one| one == own));
        if fits || !of_architecture {
            return Answer::Reference(reference);
        }
        answer = Answer::Incompatible;
    }
    answer
}

/// Returns the reference for exactly that region, or else the global one, if it applies to the flavor's architecture.
fn reference(flavor: &ScenarioFlavor, region: &str, named: Option<&str>) -> Option<String> {
    let own = flavor.capabilities.get(ARCHITECTURE);
    let is_named = own.zip(named).is_none_or(|(own, named)| own.iter().any(|one| one == named));
    let regional = flavor.regions.iter().find(|(name, _)| name == region).map(|(_, value)| value.clone());
    regional.or_else(|| flavor.everywhere.clone().filter(|_| is_named))
}
