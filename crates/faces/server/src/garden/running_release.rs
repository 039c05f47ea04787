//! The release of Gardener that the Shoots of a garden name.

use std::sync::Arc;

use rootstock_analysis::configuration::Landscape;
use rootstock_core_model::GardenerRelease;

use super::IndexedShoot;

/// Returns the settings of a landscape, with the newest release of Gardener that a Shoot names in its status, unless one is set. The API
/// server is at least as new, because it is upgraded before the components that write this status, and a Shoot that they cannot
/// reconcile keeps an old one. A release without a feature gate that is set is not taken; `troubles` gets the reason.
pub(crate) fn with_running_release(
    landscape: &Landscape,
    shoots: &[Arc<IndexedShoot>],
    troubles: &mut Vec<String>,
) -> Landscape {
    let named = shoots.iter().filter_map(|shoot| shoot.place.as_ref()?.gardener).reduce(GardenerRelease::newer);
    let taken = landscape.clone().with_named(named);
    match taken.check() {
        Ok(()) => taken,
        Err(why) => {
            troubles.push(format!(
                "the release in `status.gardener.version` of the Shoots is not used: {why}; set `gardener` to the release that runs, \
                 or remove the feature gate"
            ));
            landscape.clone()
        }
    }
}
