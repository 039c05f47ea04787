//! The image version that the owner of a Shoot can choose in place of one that must go.

use std::cmp::Reverse;

use rootstock_judge::Offer;
use rootstock_versioning::{Classification, Timestamp, Version};

use crate::planner::{Change, Planner};
use crate::row::{ShootRow, WorkerRow};

/// Returns the highest version above the one in use that admission accepts for the pool, supported ones first.
pub(super) fn newest_fitting(
    planner: &mut Planner<'_>,
    shoot: &ShootRow<'_>,
    worker: &WorkerRow<'_>,
    at: Timestamp,
    must_go: &impl Fn(&str, &str) -> bool,
) -> Option<String> {
    let profile = planner.profile();
    let in_use: Version = worker.image_version.as_deref()?.parse().ok()?;
    let kubelet = worker.kubernetes_version.as_deref().unwrap_or(&shoot.kubernetes_version);
    let offers = profile.offers_of(worker.image_name.as_deref()?).filter_map(|offer: Offer<'_>| {
        let is_supported = match offer.classification(at) {
            Classification::Supported => true,
            Classification::Deprecated => false,
            _ => return None,
        };
        let version = offer.parsed().filter(|version| **version > in_use)?;
        (!must_go(offer.name(), offer.text())).then_some((is_supported, version, offer.text()))
    });
    let mut offers: Vec<_> = offers.collect();
    offers.sort_by_key(|(is_supported, version, _)| Reverse((*is_supported, *version)));
    let mut offers = offers.into_iter().map(|(_, _, text)| text);
    let found = offers.find(|version| {
        let change = Change { worker, region: &shoot.region, version, kubelet };
        let admission = planner.admission(&change, at);
        admission.refusals.is_empty() && admission.warnings.is_empty()
    });
    found.map(str::to_owned)
}
