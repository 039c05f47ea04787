//! `worker-pool-rollout`: the pools whose nodes a change of a Shoot replaces.

use rootstock_core_model::{RawObject, Settings};
use rootstock_maintenance::{PoolEffect, RolloutOptions, ShootDocument, rollout};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::admission::shoot_in;
use super::providers::registry;
use super::{Unreadable, undecodable};

/// Answers with the effect on each pool of the new Shoot.
pub(crate) fn pools(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(old), Some(new)) = (shoot_in(input, "oldShoot", settings), shoot_in(input, "shoot", settings)) else {
        return Ok(undecodable());
    };
    let raw = |field: &str| RawObject::deserialize(input.get(field).unwrap_or(&Value::Null));
    let (raw_old, raw_new) = (raw("oldShoot")?, raw("shoot")?);
    let provider = registry().and_then(|registry| registry.get(&new.spec.provider.provider_type));
    let rollout = rollout(
        ShootDocument { shoot: &old, raw: &raw_old },
        ShootDocument { shoot: &new, raw: &raw_new },
        RolloutOptions { provider },
    );
    let pools = rollout.pools.into_iter().filter_map(|pool| {
        let effect = match pool.effect {
            PoolEffect::Removed => return None,
            PoolEffect::Created => "new",
            PoolEffect::Rolled => "rolls",
            PoolEffect::UpdatedInPlace => "in-place",
            PoolEffect::Applied | PoolEffect::Untouched => "stays",
            PoolEffect::Unknown => "unknown",
            PoolEffect::Refused => "refused",
        };
        Some((pool.name, effect.into()))
    });
    Ok(json!({ "pools": pools.collect::<Map<String, Value>>() }))
}
