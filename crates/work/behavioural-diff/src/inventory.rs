//! The offers of a profile, and the added and removed ones.

use std::collections::BTreeSet;
use std::hash::Hash;

use rootstock_core_model::CloudProfileSpec;
use rootstock_judge::ImageVersionName;
use serde::Serialize;

/// The offers that only one of the profiles has.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InventoryChanges {
    /// The offers that only the old profile has.
    pub removed: Inventory,
    /// The offers that only the new profile has.
    pub added: Inventory,
}

/// The offers of a profile, by name. Each list is in profile order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inventory {
    /// Kubernetes versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kubernetes_versions: Vec<String>,
    /// Machine images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_images: Vec<String>,
    /// Versions of machine images, including those of the listed images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub image_versions: Vec<ImageVersionName>,
    /// Machine types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_types: Vec<String>,
    /// Volume types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub volume_types: Vec<String>,
    /// Regions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<String>,
    /// Zones, except those of the listed regions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<NamedZone>,
}

/// A zone of a region.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedZone {
    /// The region.
    pub region: String,
    /// The zone.
    pub zone: String,
}

impl InventoryChanges {
    pub(crate) fn between(old: &CloudProfileSpec, new: &CloudProfileSpec) -> Self {
        let (old, new) = (Inventory::of(old), Inventory::of(new));
        Self { removed: old.without(&new), added: new.without(&old) }
    }

    /// Returns whether both profiles have the same offers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
}

impl Inventory {
    fn of(spec: &CloudProfileSpec) -> Self {
        let regions = || spec.regions.iter().flatten();
        Self {
            kubernetes_versions: spec.kubernetes.offered().iter().map(|version| version.version.clone()).collect(),
            machine_images: spec.images().iter().map(|image| image.name.clone()).collect(),
            image_versions: spec
                .images()
                .iter()
                .flat_map(|image| {
                    let versions = image.offered().iter();
                    versions.map(|one| ImageVersionName { image: image.name.clone(), version: one.version.clone() })
                })
                .collect(),
            machine_types: spec.types().iter().map(|machine_type| machine_type.name.clone()).collect(),
            volume_types: spec.volume_types.iter().flatten().map(|volume_type| volume_type.name.clone()).collect(),
            regions: regions().map(|region| region.name.clone()).collect(),
            zones: regions()
                .flat_map(|region| {
                    let zones = region.zones.iter().flatten();
                    zones.map(|zone| NamedZone { region: region.name.clone(), zone: zone.name.clone() })
                })
                .collect(),
        }
    }

    /// Returns the offers that the other inventory lacks.
    fn without(&self, other: &Self) -> Self {
        let regions: BTreeSet<&String> = other.regions.iter().collect();
        let zones = self.zones.iter().filter(|zone| regions.contains(&zone.region)).cloned().collect::<Vec<_>>();
        Self {
            kubernetes_versions: without(&self.kubernetes_versions, &other.kubernetes_versions),
            machine_images: without(&self.machine_images, &other.machine_images),
            image_versions: without(&self.image_versions, &other.image_versions),
            machine_types: without(&self.machine_types, &other.machine_types),
            volume_types: without(&self.volume_types, &other.volume_types),
            regions: without(&self.regions, &other.regions),
            zones: without(&zones, &other.zones),
        }
    }

    /// Returns whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the items that the other list lacks, in order and without duplicates.
fn without<T: Ord + Hash + Clone>(own: &[T], other: &[T]) -> Vec<T> {
    let mut known: BTreeSet<&T> = other.iter().collect();
    own.iter().filter(|item| known.insert(item)).cloned().collect()
}
