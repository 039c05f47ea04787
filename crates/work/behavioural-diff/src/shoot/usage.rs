//! Removed offers that are in use.

use std::collections::BTreeSet;

use rootstock_core_model::{CloudProfileSpec, Shoot};
use serde::Serialize;

use crate::InventoryChanges;

/// Something that a Shoot uses but the new profile lacks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemovedInUse {
    /// The removed offer.
    #[serde(flatten)]
    pub thing: OfferedItem,
    /// The workers that use it; empty if the Shoot as a whole does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workers: Vec<String>,
}

/// Something that a profile offers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OfferedItem {
    /// A Kubernetes version.
    #[error("Kubernetes version `{version}`")]
    KubernetesVersion {
        /// The Kubernetes version.
        version: String,
    },
    /// A version of a machine image.
    #[error("version `{version}` of machine image `{image}`")]
    ImageVersion {
        /// The image.
        image: String,
        /// The version.
        version: String,
    },
    /// A machine type.
    #[error("machine type `{name}`")]
    MachineType {
        /// The name.
        name: String,
    },
    /// A region.
    #[error("region `{name}`")]
    Region {
        /// The name.
        name: String,
    },
    /// A zone of a region.
    #[error("zone `{name}` of region `{region}`")]
    Zone {
        /// The region.
        region: String,
        /// The zone.
        name: String,
    },
    /// A volume type.
    #[error("volume type `{name}`")]
    VolumeType {
        /// The name.
        name: String,
    },
}

impl OfferedItem {
    /// Returns whether Gardener refuses to remove it from a profile while it is in use.
    #[must_use]
    pub const fn is_guarded(&self) -> bool {
        matches!(self, Self::KubernetesVersion { .. } | Self::ImageVersion { .. })
    }
}

/// The offers that the new profile lacks.
#[derive(Debug)]
pub(super) struct Removed {
    things: BTreeSet<OfferedItem>,
}

impl Removed {
    pub(super) fn between(old: &CloudProfileSpec, new: &CloudProfileSpec) -> Self {
        let removed = InventoryChanges::between(old, new).removed;
        let mut things = BTreeSet::new();
        things
            .extend(removed.kubernetes_versions.into_iter().map(|version| OfferedItem::KubernetesVersion { version }));
        things.extend(
            removed
                .image_versions
                .into_iter()
                .map(|one| OfferedItem::ImageVersion { image: one.image, version: one.version }),
        );
        things.extend(removed.machine_types.into_iter().map(|name| OfferedItem::MachineType { name }));
        things.extend(removed.regions.into_iter().map(|name| OfferedItem::Region { name }));
        things.extend(removed.zones.into_iter().map(|one| OfferedItem::Zone { region: one.region, name: one.zone }));
        things.extend(removed.volume_types.into_iter().map(|name| OfferedItem::VolumeType { name }));
        Self { things }
    }

    /// Returns the removed offers that a Shoot uses, without duplicates.
    pub(super) fn used_by(&self, shoot: &Shoot) -> Vec<RemovedInUse> {
        let mut used: Vec<RemovedInUse> = Vec::new();
        if self.things.is_empty() {
            return used;
        }
        let mut note = |thing: OfferedItem, worker: Option<&str>| {
            if !self.things.contains(&thing) {
                return;
            }
            let workers = worker.map(str::to_owned);
            match used.iter_mut().find(|known| known.thing == thing) {
                Some(known) => known.workers.extend(workers),
                None => used.push(RemovedInUse { thing, workers: workers.into_iter().collect() }),
            }
        };
        note(OfferedItem::KubernetesVersion { version: shoot.spec.kubernetes.version.clone() }, None);
        note(OfferedItem::Region { name: shoot.spec.region.clone() }, None);
        for worker in &shoot.spec.provider.workers {
            let name = Some(worker.name.as_str());
            if let Some(version) = worker.kubernetes_version() {
                note(OfferedItem::KubernetesVersion { version: version.to_owned() }, name);
            }
            if let Some(image) = &worker.machine.image
                && let Some(version) = &image.version
            {
                note(OfferedItem::ImageVersion { image: image.name.clone(), version: version.clone() }, name);
            }
            note(OfferedItem::MachineType { name: worker.machine.machine_type.clone() }, name);
            for zone in &worker.zones {
                note(OfferedItem::Zone { region: shoot.spec.region.clone(), name: zone.clone() }, name);
            }
            if let Some(volume) = worker.volume.as_ref().and_then(|volume| volume.volume_type.as_ref()) {
                note(OfferedItem::VolumeType { name: volume.clone() }, name);
            }
        }
        used
    }
}
