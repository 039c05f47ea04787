//! `default`: Shoots as the mutator would leave them, and what it filled in and why.

use std::collections::HashMap;
use std::path::PathBuf;

use rootstock_admission::{Filled, MutatedShoot, ShootOperation, default_shoot, mutate_shoot};
use rootstock_analysis::full_name;
use rootstock_core_model::{FieldPath, RawObject, Settings, Shoot, Violation, emit};
use rootstock_judge::Judge;
use rootstock_provider_api::Registry;

use crate::cli::{DefaultArguments, Format};
use crate::other_semantics::{self, Difference};
use crate::overlay::{Overlay, Setting};
use crate::run::Run;
use crate::status::Failure;
use crate::table::printable;
use crate::{Status, Streams, documents, input};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.default/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: AppliedSettings,
    shoots: Vec<ShootAnswer<'a>>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct ShootAnswer<'a> {
    shoot: Overlay<'a>,
    filled: &'a [Filled],
    refused: Vec<String>,
    /// What the other semantics would fill in, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<&'a Difference>,
}

/// One Shoot and what became of it.
struct Done {
    raw: RawObject,
    name: String,
    settings: Vec<Setting>,
    filled: Vec<Filled>,
    violations: Vec<Violation>,
    otherwise: Option<Difference>,
}

pub(super) fn run(arguments: &DefaultArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let paths = arguments.profiles.iter().chain([&arguments.shoot]).chain(&arguments.against);
    input::read_standard_input_once(paths)?;
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let (resolved, settings) = (run.resolved, &run.settings());
    let shoots = documents::shoots(&arguments.shoot, &mut run)?;
    let old = old_shoots(arguments.against.as_ref(), &mut run)?;
    let mut analysis = run.analysis();
    documents::add_profiles(&mut analysis, &arguments.profiles, run.streams)?;
    let mut done = Vec::new();
    for written in &shoots {
        let name = full_name(&written.object);
        let compiled = documents::compiled_for(&analysis, &written.object)?;
        let operation = old.get(&name).map_or(ShootOperation::Create, |old| ShootOperation::Update { old });
        let mut shoot = written.object.clone();
        default_shoot(&mut shoot);
        let ask = |settings: &Settings| mutate_shoot(&shoot, operation, Judge::new(&compiled, *settings));
        let mutated = ask(settings);
        let otherwise = other_semantics::compare(settings, resolved.semantics, &mutated, ask, instead);
        let mut settings = mutated.filled.iter().map(setting).collect::<Result<Vec<_>, _>>()?;
        settings.extend(kept_configs(&shoot, &mutated.shoot));
        done.push(Done {
            raw: written.raw.clone(),
            name,
            settings,
            filled: mutated.filled,
            violations: mutated.violations,
            otherwise,
        });
    }
    match arguments.answer.format {
        Format::Json => {
            let shoots = done.iter().map(|done| ShootAnswer {
                shoot: Overlay::new(done.raw.node(), &done.settings),
                filled: &done.filled,
                refused: done.violations.iter().map(ToString::to_string).collect(),
                otherwise: done.otherwise.as_ref(),
            });
            let answer = Answer { settings: resolved.into(), shoots: shoots.collect() };
            streams.json(SCHEMA, &answer)?;
        }
        Format::Text => write(&done, streams)?,
    }
    let is_refused = done.iter().any(|done| !done.violations.is_empty());
    Ok(if is_refused { Status::Findings } else { Status::Clean })
}

/// The Shoots as they were before, by their names.
fn old_shoots(path: Option<&PathBuf>, run: &mut Run<'_>) -> Result<HashMap<String, Shoot>, Failure> {
    let Some(path) = path else { return Ok(HashMap::new()) };
    let shoots = documents::shoots(path, run)?.into_iter().map(|written| {
        let mut shoot = written.object.clone();
        default_shoot(&mut shoot);
        (full_name(&shoot), shoot)
    });
    Ok(shoots.collect())
}

/// What the second answer fills in instead of the first.
fn instead(ours: &MutatedShoot, theirs: &MutatedShoot) -> Vec<String> {
    let value_of = |answer: &MutatedShoot, path: &FieldPath| {
        answer.filled.iter().find(|filled| filled.path == *path).map(|filled| filled.value.clone())
    };
    let mut instead = Vec::new();
    for filled in &theirs.filled {
        if value_of(ours, &filled.path).as_ref() != Some(&filled.value) {
            instead.push(format!("{} gets `{}`", filled.path, filled.value));
        }
    }
    for filled in &ours.filled {
        if value_of(theirs, &filled.path).is_none() {
            instead.push(format!("nothing is filled in at {}", filled.path));
        }
    }
    if theirs.violations.is_empty() != ours.violations.is_empty() {
        instead.push(match theirs.violations.first() {
            Some(violation) => format!("the Shoot is refused: {violation}"),
            None => "the Shoot is not refused".to_owned(),
        });
    }
    instead
}

fn setting(filled: &Filled) -> Result<Setting, Failure> {
    let value = RawObject::from_serialize(&filled.value).map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(Setting { path: filled.path.clone(), value })
}

/// The settings of images that were kept, where nothing was said about the image.
fn kept_configs(before: &Shoot, after: &Shoot) -> Vec<Setting> {
    let pairs = before.spec.provider.workers.iter().zip(&after.spec.provider.workers).enumerate();
    let kept = pairs.filter(|(_, (before, _))| before.machine.image.is_none()).filter_map(|(index, (_, after))| {
        let value = after.machine.image.as_ref()?.provider_config.clone()?;
        let path = FieldPath::root().field("spec").field("provider").field("workers").index(index);
        Some(Setting { path: path.field("machine").field("image").field("providerConfig"), value })
    });
    kept.collect()
}

/// The Shoots on standard output, the reasons on standard error.
fn write(done: &[Done], streams: &mut Streams) -> Result<(), Failure> {
    for (position, done) in done.iter().enumerate() {
        let text = emit::to_yaml(&Overlay::new(done.raw.node(), &done.settings))
            .map_err(|error| Failure::Unreadable(format!("Shoot `{}` cannot be written: {error}", done.name)))?;
        let separator = if position == 0 { "" } else { "---\n" };
        write!(streams.out(), "{separator}{text}")?;
    }
    for done in done {
        for filled in &done.filled {
            let before = filled.before.as_ref().map(|before| format!("`{before}` becomes ")).unwrap_or_default();
            streams.say(&printable(format!(
                "{}: {}: {before}`{}`: {}",
                done.name, filled.path, filled.value, filled.because
            )));
        }
        for violation in &done.violations {
            streams.say(&printable(format!("{}: cannot be filled in: {violation}", done.name)));
        }
        if let Some(otherwise) = &done.otherwise {
            streams.say(&printable(format!("{}: {}", done.name, otherwise.in_words())));
        }
        if done.filled.is_empty() && done.violations.is_empty() {
            streams.say(&printable(format!("{}: there is nothing to fill in", done.name)));
        }
    }
    Ok(())
}
