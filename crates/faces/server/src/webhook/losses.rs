//! The losses of the Shoots that use an updated profile.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rootstock_analysis::{Analysis, Child, Object, ProfileKey, Role};
use rootstock_core_model::{Shoot, counted};
use rootstock_queries::{FleetDiff, OtherKinds, QueryContext, QueryError, describe_losses};
use tokio::time::Instant;

use super::ReviewLimits;

/// The time for the comparison: a review should not take much longer because of it.
const MAX_TIME: Duration = Duration::from_millis(500);

/// Describes what the reviewed update of a profile takes away from the Shoots in the role `Old`, as far as time permits.
pub(super) fn describe(reviewing: &Analysis, asked: QueryContext, limits: ReviewLimits) -> Vec<String> {
    let Some([old, new]) = reviewing.replaced_profile() else { return Vec::new() };
    let now = Instant::now();
    let end = now + (limits.deadline.saturating_duration_since(now) / 3).min(MAX_TIME);
    let users = users(reviewing);
    let all: usize = users.values().map(Vec::len).sum();
    let children: BTreeMap<&ProfileKey, &Arc<Child>> = reviewing.children().collect();
    let mut fleet = FleetDiff::default();
    for (key, shoots) in &users {
        // Setting up a comparison takes longer than comparing a Shoot, and rendering longer still.
        if Instant::now() >= end {
            break;
        }
        let in_time = shoots.iter().copied().take_while(|_| Instant::now() < end);
        let sides = if key == old.key() { Some([Arc::clone(&old), Arc::clone(&new)]) } else { None };
        let below = || children.get(key).map(|child| [&old, &new].map(|it| Arc::new(reviewing.render_over(child, it))));
        let Some(sides) = sides.or_else(below) else { continue };
        // A profile that is too large is not compared; its finding says so.
        let _: Result<(), QueryError> = fleet.add_shoots(sides.each_ref().map(|it| &**it), in_time, asked);
    }
    let fleet = fleet.finish(OtherKinds::new());
    let mut losses = describe_losses(&fleet, limits.names);
    let compared = fleet.changes.shoots;
    if compared < all && !losses.is_empty() {
        losses.push(format!("{compared} of {} were compared in time", counted(all, "Shoot")));
    }
    losses
}

/// Returns the Shoots by their profiles.
fn users(reviewing: &Analysis) -> BTreeMap<ProfileKey, Vec<&Shoot>> {
    let mut users: BTreeMap<ProfileKey, Vec<&Shoot>> = BTreeMap::new();
    for name in reviewing.input_names(Role::Old) {
        for shoot in reviewing.objects(Role::Old, &name).filter_map(Object::shoot) {
            if let Some(reference) = shoot.object.profile() {
                let key = ProfileKey::of(&reference, &shoot.object.metadata.namespace);
                users.entry(key).or_default().push(&shoot.object);
            }
        }
    }
    users
}
