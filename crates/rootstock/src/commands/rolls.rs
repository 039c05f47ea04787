//! `rolls`: which worker pools a change of a Shoot rolls, which it updates in place, and because of which field.

mod text;

use std::sync::Arc;

use rootstock_admission::{ShootOperation, default_shoot, mutate_shoot};
use rootstock_analysis::{Analysis, Written, full_name};
use rootstock_core_model::{Quirks, Settings, Shoot};
use rootstock_judge::Judge;
use rootstock_maintenance::{PoolEffect, PoolRollout, Rollout, RolloutOptions, ShootDocument, rollout};
use rootstock_provider_api::Registry;

use crate::cli::RollsArguments;
use crate::run::Run;
use crate::status::Failure;
use crate::{Status, Streams, documents, input};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.rolls/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    settings: AppliedSettings,
    shoots: Vec<ShootAnswer>,
}

/// What becomes of one Shoot.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct ShootAnswer {
    shoot: String,
    /// Whether there was no such Shoot before.
    is_new: bool,
    pools: Vec<PoolAnswer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// What becomes of one worker pool.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct PoolAnswer {
    #[serde(flatten)]
    pool: PoolRollout,
    /// What Gardener v1.150 does, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    gardener: Option<PoolEffect>,
}

pub(super) fn run(arguments: &RollsArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let paths = arguments.profiles.iter().chain([&arguments.old, &arguments.new]);
    input::read_standard_input_once(paths)?;
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let settings = run.settings();
    let old = documents::shoots(&arguments.old, &mut run)?;
    let new = documents::shoots(&arguments.new, &mut run)?;
    let mut analysis = run.analysis();
    documents::add_profiles(&mut analysis, &arguments.profiles, run.streams)?;
    let profiles = (!arguments.profiles.is_empty()).then_some(&analysis);
    let mut asker = Asker { registry, settings: &settings, new_hash: arguments.new_hash, profiles, shoots: Vec::new() };
    for waiting in new {
        let name = full_name(&waiting.object);
        let before = old.iter().find(|one| full_name(&one.object) == name);
        // Two files of one Shoot each are about that Shoot, whatever it is called.
        let before =
            before.or_else(|| old.first().filter(|_| old.len() == 1 && waiting.object.metadata.name.is_empty()));
        asker.ask(name, before.map(Arc::as_ref), &waiting)?;
    }
    for gone in &old {
        let name = full_name(&gone.object);
        if !asker.shoots.iter().any(|answer| answer.shoot == name) {
            run.streams.say(&crate::table::printable(format!("{name} is not among the new Shoots, and left out")));
        }
    }
    let answer = Answer { settings: run.resolved.into(), shoots: asker.shoots };
    run.streams.answer(arguments.answer.format, SCHEMA, &answer, |width, out| text::write(&answer, width, out))?;
    let is_quiet = |effect| matches!(effect, PoolEffect::Created | PoolEffect::Applied | PoolEffect::Untouched);
    let pools = answer.shoots.iter().flat_map(|shoot| &shoot.pools);
    Ok(if pools.map(|pool| pool.pool.effect).all(is_quiet) { Status::Clean } else { Status::Findings })
}

/// What all questions have in common, and the answers so far.
struct Asker<'a> {
    registry: &'a Registry,
    settings: &'a Settings,
    new_hash: bool,
    /// What fills in the new Shoots, if anything does.
    profiles: Option<&'a Analysis>,
    shoots: Vec<ShootAnswer>,
}

impl Asker<'_> {
    fn ask(&mut self, name: String, before: Option<&Written<Shoot>>, after: &Written<Shoot>) -> Result<(), Failure> {
        let empty = Shoot::default();
        let mut old = before.map_or(&empty, |before| &before.object).clone();
        default_shoot(&mut old);
        let mut notes = Vec::new();
        let new = self.filled_in(before.map(|_| &old), &after.object, &mut notes)?;
        let provider = &new.spec.provider.provider_type;
        let plugin = self.registry.get(provider);
        if plugin.is_none() {
            notes.push(format!(
                "no plug-in knows provider `{provider}`, so that every change of a worker's providerConfig counts"
            ));
        }
        let quirks = &self.settings.quirks;
        let judge = |quirks| -> Rollout {
            let options =
                RolloutOptions { provider: plugin.map(|plugin| plugin as _), new_hash: self.new_hash, quirks };
            let raw = before.map_or(&after.raw, |before| &before.raw);
            rollout(ShootDocument { shoot: &old, raw }, ShootDocument { shoot: &new, raw: &after.raw }, options)
        };
        let rollout = judge(quirks);
        let gardener = (*quirks == Quirks::NONE).then(|| judge(&Quirks::GARDENER_1_150));
        let pools = rollout.pools.into_iter().enumerate().map(|(index, pool)| {
            let other = gardener.as_ref().and_then(|gardener| gardener.pools.get(index)).map(|pool| pool.effect);
            PoolAnswer { gardener: other.filter(|effect| *effect != pool.effect), pool }
        });
        self.shoots.push(ShootAnswer { shoot: name, is_new: before.is_none(), pools: pools.collect(), notes });
        Ok(())
    }

    /// The new Shoot as Gardener fills it in, if a profile was given.
    fn filled_in(&self, old: Option<&Shoot>, new: &Shoot, notes: &mut Vec<String>) -> Result<Shoot, Failure> {
        let mut shoot = new.clone();
        default_shoot(&mut shoot);
        let Some(profiles) = self.profiles else {
            let is_open = shoot.spec.provider.workers.iter().any(|worker| {
                worker.machine.image.as_ref().is_none_or(|image| image.version.is_none() || image.name.is_empty())
            });
            if is_open {
                notes.push(
                    "a worker does not say which image version it has, and is taken to keep its own; --profile \
                            fills it in"
                        .to_owned(),
                );
            }
            return Ok(shoot);
        };
        let compiled = documents::compiled_for(profiles, &shoot)?;
        let operation = old.map_or(ShootOperation::Create, |old| ShootOperation::Update { old });
        let mutated = mutate_shoot(&shoot, operation, Judge::new(&compiled, *self.settings));
        notes.extend(mutated.violations.iter().map(|violation| format!("cannot be filled in: {violation}")));
        Ok(mutated.shoot)
    }
}
