//! `rolls`: which worker pools a change of a Shoot rolls, which it updates in place, and because of which field.

use std::sync::Arc;

use rootstock_admission::{ShootOperation, default_shoot, mutate_shoot};
use rootstock_analysis::{Analysis, Written, full_name};
use rootstock_core_model::{Quirks, Shoot};
use rootstock_judge::Judge;
use rootstock_maintenance::{PoolEffect, PoolRollout, Rollout, RolloutOptions, ShootDocument, rollout};
use rootstock_provider_api::Registry;
use serde::{Deserialize, Serialize};

use crate::shoots::profile_of;
use crate::{AppliedSettings, Asked, NoAnswer, Query};

/// Which worker pools does a change of Shoots roll?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollsQuery {
    /// Whether the gardenlet has the feature gate `NewWorkerPoolHash`, as for new pools.
    pub new_hash: bool,
}

/// Shoots before and after a change.
#[derive(Debug, Clone, Copy)]
pub struct RollsAsked<'a> {
    /// As they were.
    pub old: &'a [Arc<Written<Shoot>>],
    /// As they are to be.
    pub new: &'a [Arc<Written<Shoot>>],
    /// What fills in the new Shoots, if anything does.
    pub profiles: Option<&'a Analysis>,
    /// The plug-ins that are there.
    pub registry: &'a Registry,
    /// Whose answer is asked for.
    pub asked: Asked,
}

/// What becomes of the worker pools of Shoots.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollsAnswer {
    /// What the answer was given under.
    pub settings: AppliedSettings,
    /// The new Shoots, in the order of the question.
    pub shoots: Vec<ShootRolls>,
    /// The names of the old Shoots that are not among the new ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// What becomes of one Shoot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootRolls {
    /// The namespace and name.
    pub shoot: String,
    /// Whether there was no such Shoot before.
    pub is_new: bool,
    /// The worker pools.
    pub pools: Vec<PoolRolls>,
    /// What the answer could not know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What becomes of one worker pool.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolRolls {
    /// What becomes of it, and because of which fields.
    #[serde(flatten)]
    pub pool: PoolRollout,
    /// What Gardener v1.150 does, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<PoolEffect>,
}

impl RollsAnswer {
    /// Whether all nodes stay as they are.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let is_quiet = |effect| matches!(effect, PoolEffect::Created | PoolEffect::Applied | PoolEffect::Untouched);
        self.shoots.iter().flat_map(|shoot| &shoot.pools).all(|pool| is_quiet(pool.pool.effect))
    }
}

impl Query for RollsQuery {
    const FORM: &'static str = "rootstock.rolls/v1";
    type Answer = RollsAnswer;
    type Over<'a> = RollsAsked<'a>;
    type Error = NoAnswer;

    fn ask(&self, over: RollsAsked<'_>) -> Result<RollsAnswer, NoAnswer> {
        let shoots = over.new.iter().map(|waiting| self.shoot(waiting, over)).collect::<Result<Vec<_>, _>>()?;
        let old = over.old.iter().map(|gone| full_name(&gone.object));
        let left_out = old.filter(|name| !shoots.iter().any(|answer| answer.shoot == *name)).collect();
        Ok(RollsAnswer { settings: over.asked.into(), shoots, left_out })
    }
}

impl RollsQuery {
    fn shoot(&self, after: &Written<Shoot>, over: RollsAsked<'_>) -> Result<ShootRolls, NoAnswer> {
        let name = full_name(&after.object);
        let before = over.old.iter().find(|one| full_name(&one.object) == name);
        // Two files of one Shoot each are about that Shoot, whatever it is called.
        let is_only = over.old.len() == 1 && after.object.metadata.name.is_empty();
        let before = before.or_else(|| over.old.first().filter(|_| is_only)).map(Arc::as_ref);
        let mut old = before.map(|before| before.object.clone()).unwrap_or_default();
        default_shoot(&mut old);
        let mut notes = Vec::new();
        let new = filled_in(before.map(|_| &old), &after.object, over, &mut notes)?;
        let provider = &new.spec.provider.provider_type;
        let plugin = over.registry.get(provider);
        if plugin.is_none() {
            notes.push(format!(
                "no plug-in knows provider `{provider}`, so that every change of a worker's providerConfig counts"
            ));
        }
        let quirks = &over.asked.settings.quirks;
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
            PoolRolls { gardener: other.filter(|effect| *effect != pool.effect), pool }
        });
        Ok(ShootRolls { shoot: name, is_new: before.is_none(), pools: pools.collect(), notes })
    }
}

/// The new Shoot as Gardener fills it in, if there are profiles.
fn filled_in(
    old: Option<&Shoot>,
    new: &Shoot,
    over: RollsAsked<'_>,
    notes: &mut Vec<String>,
) -> Result<Shoot, NoAnswer> {
    let mut shoot = new.clone();
    default_shoot(&mut shoot);
    let Some(profiles) = over.profiles else {
        let is_open = shoot.spec.provider.workers.iter().any(|worker| {
            worker.machine.image.as_ref().is_none_or(|image| image.version.is_none() || image.name.is_empty())
        });
        if is_open {
            notes.push(
                "a worker does not say which image version it has, and is taken to keep its own; a profile fills it in \
                 (--profile)"
                    .to_owned(),
            );
        }
        return Ok(shoot);
    };
    let compiled = profile_of(profiles, &shoot)?;
    let operation = old.map_or(ShootOperation::Create, |old| ShootOperation::Update { old });
    let mutated = mutate_shoot(&shoot, operation, Judge::new(&compiled, over.asked.settings));
    notes.extend(mutated.violations.iter().map(|violation| format!("cannot be filled in: {violation}")));
    Ok(mutated.shoot)
}
