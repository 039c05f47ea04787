//! `rolls`: the worker pools that a change of a Shoot rolls or updates in place, and the field that causes it.

use std::sync::Arc;

use rootstock_admission::{ShootOperation, default_shoot, mutate_shoot};
use rootstock_analysis::{Analysis, Role, Written, full_name};
use rootstock_core_model::{Shoot, Worker};
use rootstock_judge::Judge;
use rootstock_maintenance::{PoolEffect, PoolRollout, RolloutOptions, ShootDocument, rollout};
use rootstock_provider_api::Registry;
use rootstock_versioning::Version;
use serde::{Deserialize, Serialize};

use crate::shoots::profile_of;
use crate::{AppliedSettings, Example, Face, Query, QueryContext, QueryError, QuerySubject};

/// Asks which worker pools a change of Shoots rolls.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollsQuery {
    /// Whether to omit Shoots whose nodes are not affected.
    pub only_changes: bool,
}

/// Shoots before and after a change.
#[derive(Debug, Clone, Copy)]
pub struct RollsInput<'a> {
    /// The old Shoots.
    pub old: &'a [Arc<Written<Shoot>>],
    /// The new Shoots.
    pub new: &'a [Arc<Written<Shoot>>],
    /// The profiles used to fill in the new Shoots, if any.
    pub profiles: Option<&'a Analysis>,
    /// The registered plug-ins.
    pub registry: &'a Registry,
    /// The settings to ask under.
    pub asked: QueryContext,
}

/// The effects on the worker pools of Shoots.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RollsAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The new Shoots in the order of the question, filtered as requested.
    pub shoots: Vec<ShootRolls>,
    /// The number of Shoots whose nodes are not affected, omitted or not.
    pub unchanged: usize,
    /// The names of the old Shoots that are not among the new ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// The effects on a Shoot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShootRolls {
    /// The namespace and name.
    pub shoot: String,
    /// Whether the Shoot did not exist before.
    pub is_new: bool,
    /// The reasons why the API server refuses the change, independent of the pools.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
    /// The worker pools.
    pub pools: Vec<PoolRollout>,
    /// Caveats about missing information.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl ShootRolls {
    /// Returns whether its nodes are not affected, nothing is refused, and there are no notes.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let Self { shoot: _, is_new, refused, pools, notes } = self;
        let is_untouched = |pool: &PoolRollout| pool.effect == PoolEffect::Untouched && pool.others.is_empty();
        !is_new && refused.is_empty() && notes.is_empty() && pools.iter().all(is_untouched)
    }
}

impl RollsAnswer {
    /// Returns whether the API server refuses one of the changes.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        let mut pools = self.shoots.iter().flat_map(|shoot| &shoot.pools);
        self.shoots.iter().any(|shoot| !shoot.refused.is_empty())
            || pools.any(|pool| pool.effect == PoolEffect::Refused)
    }

    /// Returns whether all nodes stay as they are.
    #[must_use]
    pub fn keeps_all_nodes(&self) -> bool {
        let keeps_all_nodes =
            |effect| matches!(effect, PoolEffect::Created | PoolEffect::Applied | PoolEffect::Untouched);
        self.shoots.iter().flat_map(|shoot| &shoot.pools).all(|pool| keeps_all_nodes(pool.effect))
    }
}

impl Query for RollsQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.rolls/v1";
    const SUBJECT: QuerySubject = QuerySubject::Manifests;
    const EXAMPLE: Example = Example {
        command: "rolls fixtures/shoots/harbour.yaml fixtures/shoots/harbour-after.yaml --profile fixtures/profiles/harbour.yaml",
        question: "{}",
        files: &[
            (Role::Old, "fixtures/shoots/harbour.yaml"),
            (Role::Checked, "fixtures/shoots/harbour-after.yaml"),
            (Role::Known, "fixtures/profiles/harbour.yaml"),
        ],
    };
    type Answer = RollsAnswer;
    type Input<'a> = RollsInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: RollsInput<'_>) -> Result<RollsAnswer, QueryError> {
        let mut shoots = input.new.iter().map(|new| Self::shoot(new, input)).collect::<Result<Vec<_>, _>>()?;
        let old = input.old.iter().map(|old| full_name(&old.object));
        let left_out = old.filter(|name| !shoots.iter().any(|answer| answer.shoot == *name)).collect();
        let unchanged = shoots.iter().filter(|shoot| shoot.is_unchanged()).count();
        if self.only_changes {
            shoots.retain(|shoot| !shoot.is_unchanged());
        }
        Ok(RollsAnswer { settings: input.asked.into(), shoots, unchanged, left_out })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        let ([new, old], profiles) = (face.sent_shoots()?, face.profiles()?);
        let (registry, asked) = (face.registry(), face.asked()?);
        Ok(self.ask(RollsInput { old: &old, new: &new, profiles: Some(&profiles), registry, asked })?)
    }
}

impl RollsQuery {
    fn shoot(after: &Written<Shoot>, input: RollsInput<'_>) -> Result<ShootRolls, QueryError> {
        let name = full_name(&after.object);
        let before = input.old.iter().find(|one| full_name(&one.object) == name);
        // A new Shoot without a name corresponds to the only old one.
        let is_only = input.old.len() == 1 && after.object.metadata.name.is_empty();
        let before = before.or_else(|| input.old.first().filter(|_| is_only)).map(Arc::as_ref);
        let mut old = before.map(|before| Shoot::clone(&before.object)).unwrap_or_default();
        default_shoot(&mut old);
        let mut notes = Vec::new();
        let new = filled_in(before.map(|_| &old), &after.object, input, &mut notes)?;
        let provider = &new.spec.provider.provider_type;
        let plugin = input.registry.get(provider);
        if plugin.is_none() {
            notes.push(format!(
                "no plug-in knows provider `{provider}`, so it is not known which fields its extension takes into account"
            ));
        }
        let options = RolloutOptions { provider: plugin.map(|plugin| plugin as _) };
        let raw = before.map_or(&after.raw, |before| &before.raw);
        let rollout =
            rollout(ShootDocument { shoot: &old, raw }, ShootDocument { shoot: &new, raw: &after.raw }, options);
        let refused = before.map(|_| refused(&old, &new)).unwrap_or_default();
        Ok(ShootRolls { shoot: name, is_new: before.is_none(), refused, pools: rollout.pools, notes })
    }
}

/// Fills in the new Shoot as Gardener does, if there are profiles.
fn filled_in(
    old: Option<&Shoot>,
    new: &Shoot,
    input: RollsInput<'_>,
    notes: &mut Vec<String>,
) -> Result<Shoot, QueryError> {
    let mut shoot = new.clone();
    default_shoot(&mut shoot);
    let Some(profiles) = input.profiles else {
        let is_open = shoot.spec.provider.workers.iter().any(|worker| {
            worker.machine.image.as_ref().is_none_or(|image| image.version.is_none() || image.name.is_empty())
        });
        if is_open {
            notes.push(
                "a worker does not name its image version, and is assumed to keep the current one; the profile would fill it in"
                    .to_owned(),
            );
        }
        return Ok(shoot);
    };
    let compiled = profile_of(profiles, &shoot)?;
    let operation = old.map_or(ShootOperation::Create, |old| ShootOperation::Update { old });
    let mutated = mutate_shoot(&shoot, operation, Judge::new(&compiled, input.asked.settings));
    notes.extend(mutated.violations.iter().map(|violation| format!("cannot be filled in: {violation}")));
    Ok(mutated.shoot)
}

/// Checks the fields that no update may change: the region, the provider, and the Kubernetes version to a lower one.
fn refused(old: &Shoot, new: &Shoot) -> Vec<String> {
    let fixed = [
        ("spec.region", &old.spec.region, &new.spec.region),
        ("spec.provider.type", &old.spec.provider.provider_type, &new.spec.provider.provider_type),
    ];
    let fixed = fixed.into_iter().filter(|(_, old, new)| old != new);
    let mut refused: Vec<String> =
        fixed.map(|(path, old, new)| format!("{path} cannot be changed: `{old}` becomes `{new}`")).collect();
    let lower = |old: &str, new: &str| match (old.parse::<Version>(), new.parse::<Version>()) {
        (Ok(old), Ok(new)) => new < old,
        _ => false,
    };
    let (before, after) = (&old.spec.kubernetes.version, &new.spec.kubernetes.version);
    if lower(before, after) {
        refused.push(format!("spec.kubernetes.version cannot be lowered: `{before}` becomes `{after}`"));
    }
    for (index, worker) in new.spec.provider.workers.iter().enumerate() {
        let same = old.spec.provider.workers.iter().find(|one| one.name == worker.name);
        let version = |worker: &Worker| worker.kubernetes_version().map(str::to_owned);
        if let (Some(before), Some(after)) = (same.and_then(version), version(worker))
            && lower(&before, &after)
        {
            let path = format!("spec.provider.workers[{index}].kubernetes.version");
            refused.push(format!("{path} cannot be lowered: `{before}` becomes `{after}`"));
        }
    }
    refused
}
