//! The effect of a change to a Shoot on its existing nodes: the worker pools that are rolled or updated in place, and
//! the fields that cause it.
//!
//! This module has the fields that matter with every provider; those that only the provider knows come from
//! [`Provider::rolling`].

mod kubelet;
mod operations;
mod rotation;
mod triggers;

use rootstock_core_model::{DEFAULT_CRI, FieldPath, NodeRef, Path, RawObject, Shoot, UpdateStrategy, Worker};
use rootstock_provider_api::{ChangedField, Provider, RollingChanges, RollingFields, WorkerChange, changed_values};
use serde::Serialize;

pub(crate) use triggers::is_other_minor;

/// A Shoot and the document it was read from, which has the fields that [`Shoot`] omits.
#[derive(Debug, Clone, Copy)]
pub struct ShootDocument<'a> {
    /// The Shoot.
    pub shoot: &'a Shoot,
    /// The whole document.
    pub raw: &'a RawObject,
}

/// Options for [`rollout`].
#[derive(Clone, Copy)]
pub struct RolloutOptions<'a> {
    /// The plug-in of the Shoot's provider; without one, the fields that matter to its extension are unknown.
    pub provider: Option<&'a dyn Provider>,
}

/// The effect of a change to a Shoot on its worker pools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rollout {
    /// The pools in the order of the new Shoot, then those that are removed.
    pub pools: Vec<PoolRollout>,
}

/// The effect on one worker pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolRollout {
    /// The name of the pool.
    pub name: String,
    /// The update strategy of its nodes.
    pub update_strategy: UpdateStrategy,
    /// The effect on its nodes.
    pub effect: PoolEffect,
    /// The fields that cause the effect; empty for pools that are new, removed or untouched.
    pub triggers: Vec<Trigger>,
    /// The other changes that take effect on running nodes.
    pub applied: Vec<ChangedField>,
    /// The changes that do not affect existing nodes.
    pub others: Vec<ChangedField>,
}

/// The effect on the nodes of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PoolEffect {
    /// The pool is new.
    Created,
    /// The pool is removed with its nodes.
    Removed,
    /// Nodes are replaced one after the other: drained, deleted, and created anew.
    Rolled,
    /// Nodes are drained and updated in place one after the other, without being replaced.
    UpdatedInPlace,
    /// Unknown whether nodes are replaced: it depends on the provider's extension, or the documents do not specify it.
    Unknown,
    /// The change takes effect on running nodes: the kubelet may restart.
    Applied,
    /// Existing nodes are not affected; the number of nodes may change.
    Untouched,
    /// The API server refuses the change, because nodes are updated in place and this field does not allow that.
    Refused,
}

/// A field that causes the effect on a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trigger {
    /// The field and its values.
    #[serde(flatten)]
    pub field: ChangedField,
    /// The component to which the field matters.
    pub by: TriggeredBy,
}

/// The component to which a field matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TriggeredBy {
    /// Gardener itself, with every provider.
    Gardener,
    /// This provider.
    Provider,
}

/// Fields of a worker that take effect on its running nodes.
const NODE_FIELDS: [&str; 7] = ["annotations", "caBundle", "cri", "kubernetes", "labels", "machine", "sysctls"];
/// Another such field, which is a list of objects.
const TAINTS: &str = "taints";

/// Compares two states of a Shoot.
///
/// ```
/// use rootstock_core_model::{RawObject, Shoot};
/// use rootstock_maintenance::{PoolEffect, RolloutOptions, ShootDocument, rollout};
/// let read = |size: &str| -> RawObject {
///     let json = format!(r#"{{"spec": {{"provider": {{"workers": [{{"name": "a", "volume": {{"size": "{size}"}}}}]}}}}}}"#);
///     serde_json::from_str(&json).unwrap()
/// };
/// let (old, new) = (read("50Gi"), read("60Gi"));
/// let shoot = |raw: &RawObject| serde_json::from_value::<Shoot>(serde_json::to_value(raw).unwrap()).unwrap();
/// let (before, after) = (shoot(&old), shoot(&new));
/// let options = RolloutOptions { provider: None };
/// let rollout = rollout(
///     ShootDocument { shoot: &before, raw: &old },
///     ShootDocument { shoot: &after, raw: &new },
///     options,
/// );
/// assert_eq!(rollout.pools[0].effect, PoolEffect::Rolled);
/// assert_eq!(rollout.pools[0].triggers[0].field.path.to_string(), "spec.provider.workers[0].volume.size");
/// ```
#[must_use]
pub fn rollout(old: ShootDocument<'_>, new: ShootDocument<'_>, options: RolloutOptions<'_>) -> Rollout {
    let before = old.shoot.spec.provider.workers.as_slice();
    let after = new.shoot.spec.provider.workers.as_slice();
    let mut pools = Vec::new();
    for (index, worker) in after.iter().enumerate() {
        let Some(position) = before.iter().position(|one| one.name == worker.name) else {
            pools.push(created_or_removed(worker, PoolEffect::Created));
            continue;
        };
        let Some(old_worker) = before.get(position) else { continue };
        let pool = Pool {
            old: Side { document: old, worker: old_worker, index: position },
            new: Side { document: new, worker, index },
            options,
        };
        pools.push(pool.compare());
    }
    let is_removed = |worker: &&Worker| after.iter().all(|one| one.name != worker.name);
    pools.extend(before.iter().filter(is_removed).map(|worker| created_or_removed(worker, PoolEffect::Removed)));
    Rollout { pools }
}

/// Returns the result for a pool that exists on one side only.
fn created_or_removed(worker: &Worker, effect: PoolEffect) -> PoolRollout {
    PoolRollout {
        name: worker.name.clone(),
        update_strategy: worker.update_strategy.clone().unwrap_or_default(),
        effect,
        triggers: Vec::new(),
        applied: Vec::new(),
        others: Vec::new(),
    }
}

/// A pool before or after the change.
#[derive(Clone, Copy)]
struct Side<'a> {
    document: ShootDocument<'a>,
    worker: &'a Worker,
    index: usize,
}

impl<'a> Side<'a> {
    /// Returns the worker in the document.
    fn raw(&self) -> Option<NodeRef<'a>> {
        self.document.raw.get("spec")?.get("provider")?.get("workers")?.items().nth(self.index)
    }

    /// Returns the text of a scalar of the worker, as written.
    fn text(&self, fields: &[&str]) -> Option<String> {
        let node = fields.iter().try_fold(self.raw()?, |node, field| node.get(field))?;
        node.as_str().or_else(|| node.raw_text()).filter(|_| !node.is_null()).map(str::to_owned)
    }
}

/// A pool that exists before and after the change.
#[derive(Clone, Copy)]
struct Pool<'a> {
    old: Side<'a>,
    new: Side<'a>,
    options: RolloutOptions<'a>,
}

impl Pool<'_> {
    fn compare(&self) -> PoolRollout {
        let spec = Path::root("spec");
        let provider = spec.field("provider");
        let list = provider.field("workers");
        let path = list.index(self.new.index);
        let (effect, triggers) = self.effect(&path);
        let is_trigger = |path: &FieldPath| {
            triggers.iter().any(|trigger| path.segments().starts_with(trigger.field.path.segments()))
        };
        let mut changes = self.worker_changes(&path.to_field_path());
        changes.extend(triggers::inherited(self));
        changes.retain(|field| !is_trigger(&field.path));
        let (applied, others): (Vec<_>, Vec<_>) = changes.into_iter().partition(|field| affects_nodes(&field.path));
        let effect = match effect {
            PoolEffect::Untouched if !applied.is_empty() => PoolEffect::Applied,
            effect => effect,
        };
        let update_strategy = self.new.worker.update_strategy.clone().unwrap_or_default();
        PoolRollout { name: self.new.worker.name.clone(), update_strategy, effect, triggers, applied, others }
    }

    fn effect(&self, path: &Path<'_>) -> (PoolEffect, Vec<Trigger>) {
        let by_gardener = |fields: Vec<ChangedField>| -> Vec<Trigger> {
            fields.into_iter().map(|field| Trigger { field, by: TriggeredBy::Gardener }).collect()
        };
        let in_place = self.new.worker.is_in_place();
        if self.old.worker.is_in_place() != in_place {
            return (PoolEffect::Refused, by_gardener(triggers::strategy(self, path)));
        }
        if in_place {
            let refused = triggers::machine(self, path);
            if !refused.is_empty() {
                return (PoolEffect::Refused, by_gardener(refused));
            }
        }
        let mut fields = triggers::versions(self, path);
        if !in_place {
            fields.extend(triggers::machine(self, path));
            fields.extend(triggers::kube_proxy_mode(&self.old, &self.new));
            fields.extend(operations::begun(self));
        }
        fields.extend(operations::requested(self));
        fields.extend(rotation::changes(self));
        fields.extend(kubelet::changes(self, path));
        let mut triggers = by_gardener(fields);
        let change = WorkerChange {
            old: self.old.worker,
            new: self.new.worker,
            old_written: self.old.raw(),
            new_written: self.new.raw(),
            kubernetes: triggers::minor_of(&self.new),
        };
        let rolling = self.options.provider.map_or(RollingFields::UNKNOWN, |plugin| plugin.extension().rolling);
        let RollingChanges { counted, unknown } = rolling.changes(&change, path);
        triggers.extend(counted.into_iter().map(|field| Trigger { field, by: TriggeredBy::Provider }));
        if triggers.is_empty() && !unknown.is_empty() {
            let because = "it is unknown whether the provider's extension counts it";
            let triggers = unknown.into_iter().map(|field| {
                let field = if field.because.is_empty() { field.because(because) } else { field };
                Trigger { field, by: TriggeredBy::Provider }
            });
            return (PoolEffect::Unknown, triggers.collect());
        }
        let undecided = operations::undecided(self);
        if triggers.is_empty() && !undecided.is_empty() {
            return (PoolEffect::Unknown, by_gardener(undecided));
        }
        let image_requirements = triggers::image_requirements(self, path);
        if triggers.is_empty() && !image_requirements.is_empty() {
            return (PoolEffect::Unknown, by_gardener(image_requirements));
        }
        let effect = match (triggers.is_empty(), in_place) {
            (true, _) => PoolEffect::Untouched,
            (false, true) => PoolEffect::UpdatedInPlace,
            (false, false) => PoolEffect::Rolled,
        };
        (effect, triggers)
    }

    /// Returns every value of the worker that is written differently. An omitted image is filled in, and does not
    /// count.
    fn worker_changes(&self, path: &FieldPath) -> Vec<ChangedField> {
        let mut changed = Vec::new();
        changed_values(self.old.raw(), self.new.raw(), path, &mut changed);
        let image = path.clone().field("machine").field("image");
        changed.retain(|field| field.new.is_some() || !field.path.segments().starts_with(image.segments()));
        // The API fills in the container runtime interface, so omitting it is the same as writing the default.
        let cri = path.clone().field("cri").field("name");
        let named = |value: &Option<String>| value.as_deref().unwrap_or(DEFAULT_CRI) == DEFAULT_CRI;
        changed.retain(|field| field.path != cri || !(named(&field.old) && named(&field.new)));
        changed
    }
}

/// Returns whether a change of a field takes effect on existing nodes.
fn affects_nodes(path: &FieldPath) -> bool {
    let text = path.to_string();
    let Some(below) = text.strip_prefix("spec.provider.workers[") else {
        // The Kubernetes version and the kubelet's settings of the whole Shoot.
        return true;
    };
    let field = below.split_once("].").map(|(_, field)| field).unwrap_or_default();
    let first = field.split(['.', '[']).next().unwrap_or_default();
    NODE_FIELDS.contains(&first) || first == TAINTS
}
