//! Offers in use that the new profile still has, but not for new worker pools.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::{AvailabilityZone, CloudProfileSpec, Shoot, Worker};
use serde::Serialize;

/// Something that a Shoot uses and that new worker pools can no longer have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithdrawnInUse {
    /// The withdrawn offer.
    #[serde(flatten)]
    pub thing: WithdrawnItem,
    /// The workers that use it.
    pub workers: Vec<String>,
}

/// An offer that a profile has, but not for new worker pools.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WithdrawnItem {
    /// A machine type with `usable: false`.
    #[error("machine type `{name}` is no longer usable")]
    UnusableMachineType {
        /// The name.
        name: String,
    },
    /// A volume type with `usable: false`.
    #[error("volume type `{name}` is no longer usable")]
    UnusableVolumeType {
        /// The name.
        name: String,
    },
    /// A machine type among the unavailable ones of a zone.
    #[error("machine type `{name}` is no longer available in zone `{zone}` of region `{region}`")]
    UnavailableMachineType {
        /// The name.
        name: String,
        /// The region.
        region: String,
        /// The zone.
        zone: String,
    },
    /// A volume type among the unavailable ones of a zone.
    #[error("volume type `{name}` is no longer available in zone `{zone}` of region `{region}`")]
    UnavailableVolumeType {
        /// The name.
        name: String,
        /// The region.
        region: String,
        /// The zone.
        zone: String,
    },
}

/// The offers that only the new profile withdraws.
#[derive(Debug)]
pub(super) struct Withdrawn {
    things: BTreeSet<WithdrawnItem>,
    /// All withdrawn offers of the new profile.
    all: BTreeSet<WithdrawnItem>,
    /// The zones of the new profile by region.
    zones: BTreeMap<String, Vec<String>>,
}

impl Withdrawn {
    pub(super) fn between(old: &CloudProfileSpec, new: &CloudProfileSpec) -> Self {
        let before = withdrawn(old);
        let offers = |name: &String| old.types().iter().any(|machine_type| machine_type.name == *name);
        let offers_volume = |name: &String| old.volume_types.iter().flatten().any(|volume| volume.name == *name);
        let has_zone = |region: &String, zone: &String| {
            let mut regions = old.regions.iter().flatten().filter(|known| known.name == *region);
            regions.any(|known| known.zones.iter().flatten().any(|known| known.name == *zone))
        };
        let all = withdrawn(new);
        let mut things = all.clone();
        things.retain(|thing| {
            let was_offered = match thing {
                WithdrawnItem::UnusableMachineType { name } => offers(name),
                WithdrawnItem::UnusableVolumeType { name } => offers_volume(name),
                WithdrawnItem::UnavailableMachineType { name, region, zone } => offers(name) && has_zone(region, zone),
                WithdrawnItem::UnavailableVolumeType { name, region, zone } => {
                    offers_volume(name) && has_zone(region, zone)
                }
            };
            was_offered && !before.contains(thing)
        });
        let zones =
            new.regions.iter().flatten().map(|region| {
                (region.name.clone(), region.zones.iter().flatten().map(|zone| zone.name.clone()).collect())
            });
        Self { things, all, zones: zones.collect() }
    }

    /// Returns the withdrawn offers that a Shoot uses, without duplicates.
    pub(super) fn used_by(&self, shoot: &Shoot) -> Vec<WithdrawnInUse> {
        let mut used: Vec<WithdrawnInUse> = Vec::new();
        if self.things.is_empty() {
            return used;
        }
        let region = &shoot.spec.region;
        for worker in &shoot.spec.provider.workers {
            let machine_type = &worker.machine.machine_type;
            let volume_type = worker.volume.as_ref().and_then(|volume| volume.volume_type.as_ref());
            let mut things = vec![WithdrawnItem::UnusableMachineType { name: machine_type.clone() }];
            things.extend(volume_type.map(|name| WithdrawnItem::UnusableVolumeType { name: name.clone() }));
            things.extend(volume_type.into_iter().flat_map(|name| {
                self.in_zones(worker, region, |zone| WithdrawnItem::UnavailableVolumeType {
                    name: name.clone(),
                    region: region.clone(),
                    zone: zone.clone(),
                })
            }));
            things.extend(self.in_zones(worker, region, |zone| WithdrawnItem::UnavailableMachineType {
                name: machine_type.clone(),
                region: region.clone(),
                zone: zone.clone(),
            }));
            for thing in things.into_iter().filter(|thing| self.things.contains(thing)) {
                match used.iter_mut().find(|known| known.thing == thing) {
                    Some(known) => known.workers.push(worker.name.clone()),
                    None => used.push(WithdrawnInUse { thing, workers: vec![worker.name.clone()] }),
                }
            }
        }
        used
    }

    /// Returns an offer in each zone of a worker. One that lists no zones can be in all zones of the region, and lacks the offer
    /// only if no zone has it.
    fn in_zones(&self, worker: &Worker, region: &str, offer: impl Fn(&String) -> WithdrawnItem) -> Vec<WithdrawnItem> {
        if !worker.zones.is_empty() {
            return worker.zones.iter().map(offer).collect();
        }
        let offers: Vec<WithdrawnItem> = self.zones.get(region).into_iter().flatten().map(offer).collect();
        if offers.iter().all(|offer| self.all.contains(offer)) { offers } else { Vec::new() }
    }
}

/// Returns everything that a profile withdraws.
fn withdrawn(spec: &CloudProfileSpec) -> BTreeSet<WithdrawnItem> {
    let types = spec.types().iter().filter(|machine_type| machine_type.usable == Some(false));
    let volumes = spec.volume_types.iter().flatten().filter(|volume| volume.usable == Some(false));
    let mut things: BTreeSet<WithdrawnItem> =
        types.map(|machine_type| WithdrawnItem::UnusableMachineType { name: machine_type.name.clone() }).collect();
    things.extend(volumes.map(|volume| WithdrawnItem::UnusableVolumeType { name: volume.name.clone() }));
    for region in spec.regions.iter().flatten() {
        for AvailabilityZone { name: zone, unavailable_machine_types, unavailable_volume_types } in
            region.zones.iter().flatten()
        {
            let place = || (region.name.clone(), zone.clone());
            things.extend(unavailable_machine_types.iter().flatten().map(|name| {
                let (region, zone) = place();
                WithdrawnItem::UnavailableMachineType { name: name.clone(), region, zone }
            }));
            things.extend(unavailable_volume_types.iter().flatten().map(|name| {
                let (region, zone) = place();
                WithdrawnItem::UnavailableVolumeType { name: name.clone(), region, zone }
            }));
        }
    }
    things
}
