//! Properties of what both profiles have, other than capabilities and lives.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rootstock_core_model::{
    AvailabilityZone, CloudProfileSpec, Cri, DEFAULT_CRI, InPlaceUpdates, MachineImageVersion, MachineType, Region,
    VolumeType,
};
use serde::Serialize;

use crate::ProfileSide;
use crate::pairs::{Pairs, VersionPair};

/// A property has another value, by which Gardener treats its subject differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PropertyChange {
    /// Whose property.
    #[serde(flatten)]
    pub subject: Subject,
    /// The name, as a path below the subject: `storage.type`.
    pub property: &'static str,
    /// The value by the old profile, defaults applied; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The value by the new profile, defaults applied; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// What a property belongs to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "subject", rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Subject {
    /// A machine image.
    MachineImage {
        /// The name.
        name: String,
    },
    /// A version of a machine image.
    ImageVersion {
        /// The image.
        image: String,
        /// The version.
        version: String,
    },
    /// A machine type.
    MachineType {
        /// The name.
        name: String,
    },
    /// A volume type.
    VolumeType {
        /// The name.
        name: String,
    },
    /// A region.
    Region {
        /// The name.
        name: String,
    },
    /// The profile itself.
    Profile,
}

/// Properties with their values, of one subject.
type Values = Vec<(&'static str, Option<String>)>;

/// Every property that changed, in the order of the old profile.
pub(crate) fn changes(old: &ProfileSide<'_>, new: &ProfileSide<'_>, pairs: &Pairs<'_>) -> Vec<PropertyChange> {
    let mut changes = Vec::new();
    by_name(
        old.spec.images(),
        new.spec.images(),
        |image| &image.name,
        |one, other| {
            let strategy = |text: &Option<String>| Some(text.clone().unwrap_or_else(|| "major".to_owned()));
            let values = [one, other].map(|image| vec![("updateStrategy", strategy(&image.update_strategy))]);
            compare(&Subject::MachineImage { name: one.name.clone() }, values, &mut changes);
        },
    );
    pairs.versions.iter().for_each(|pair| version_changes(old, new, pair, &mut changes));
    by_name(
        old.spec.types(),
        new.spec.types(),
        |machine_type| &machine_type.name,
        |one, other| machine_type_changes([old, new], [one, other], &mut changes),
    );
    let volumes = |spec: &CloudProfileSpec| spec.volume_types.clone().unwrap_or_default();
    by_name(
        &volumes(old.spec),
        &volumes(new.spec),
        |volume| &volume.name,
        |one, other| {
            let values = [one, other].map(volume_values);
            compare(&Subject::VolumeType { name: one.name.clone() }, values, &mut changes);
        },
    );
    by_name(
        old.spec.regions.as_deref().unwrap_or_default(),
        new.spec.regions.as_deref().unwrap_or_default(),
        |region| &region.name,
        |one, other| {
            // A zone that one of the regions lacks is not compared: it was added or removed.
            let zones = |region: &Region| -> BTreeSet<String> {
                region.zones.iter().flatten().map(|zone| zone.name.clone()).collect()
            };
            let common = &zones(one) & &zones(other);
            let values = [one, other].map(|region| region_values(region, &common));
            compare(&Subject::Region { name: one.name.clone() }, values, &mut changes);
        },
    );
    changes
}

/// Calls back for what both lists have under the same name, the first of each name.
fn by_name<'i, T>(old: &'i [T], new: &'i [T], name: impl Fn(&'i T) -> &'i String, mut each: impl FnMut(&'i T, &'i T)) {
    let mut counterparts: HashMap<&str, &T> = HashMap::new();
    for item in new {
        counterparts.entry(name(item)).or_insert(item);
    }
    for item in old {
        if let Some(other) = counterparts.remove(name(item).as_str()) {
            each(item, other);
        }
    }
}

fn compare(subject: &Subject, [old, new]: [Values; 2], changes: &mut Vec<PropertyChange>) {
    for ((property, from), (_, to)) in old.into_iter().zip(new) {
        if from != to {
            changes.push(PropertyChange { subject: subject.clone(), property, from, to });
        }
    }
}

fn version_changes(
    old: &ProfileSide<'_>,
    new: &ProfileSide<'_>,
    pair: &VersionPair<'_>,
    changes: &mut Vec<PropertyChange>,
) {
    let [at_old, at_new] = pair.places;
    let (Some(one), Some(other)) = (old.version_at(at_old), new.version_at(at_new)) else { return };
    if one.cri == other.cri
        && one.kubelet_version_constraint == other.kubelet_version_constraint
        && one.in_place_updates == other.in_place_updates
    {
        return;
    }
    let subject = Subject::ImageVersion { image: pair.image.to_owned(), version: pair.version.to_owned() };
    compare(&subject, [one, other].map(version_values), changes);
}

fn version_values(version: &MachineImageVersion) -> Values {
    let in_place = version.in_place_updates.as_ref();
    let supported = in_place.filter(|updates| updates.supported);
    let minimum = |updates: &InPlaceUpdates| updates.min_version_for_update.clone();
    vec![
        ("cri", Some(interfaces(version.cri.as_deref().unwrap_or_default()))),
        ("kubeletVersionConstraint", version.kubelet_version_constraint.clone().filter(|text| !text.is_empty())),
        ("inPlaceUpdates.supported", Some(supported.is_some().to_string())),
        ("inPlaceUpdates.minVersionForUpdate", supported.and_then(minimum)),
    ]
}

/// Container runtime interfaces with their runtimes, sorted: order does not matter. None means containerd alone.
fn interfaces(written: &[Cri]) -> String {
    let mut interfaces: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    if written.is_empty() {
        interfaces.insert(DEFAULT_CRI, BTreeSet::new());
    }
    for cri in written {
        let runtimes = cri.container_runtimes.iter().flatten().map(|runtime| runtime.runtime_type.as_str());
        interfaces.entry(&cri.name).or_default().extend(runtimes);
    }
    let texts = interfaces.into_iter().map(|(name, runtimes)| match runtimes.len() {
        0 => name.to_owned(),
        _ => format!("{name} ({})", runtimes.into_iter().collect::<Vec<_>>().join(", ")),
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn machine_type_changes(sides: [&ProfileSide<'_>; 2], types: [&MachineType; 2], changes: &mut Vec<PropertyChange>) {
    let [old, new] = types;
    let values = |side: &ProfileSide<'_>, machine_type: &MachineType| {
        let architecture = side.catalog().machine_type(&machine_type.name);
        let architecture = architecture.and_then(|compiled| compiled.architecture(side.catalog().vocabulary()));
        // In a profile without capabilities, what names no architecture is amd64.
        let legacy = if side.catalog().is_legacy() { Some(rootstock_core_model::DEFAULT_ARCHITECTURE) } else { None };
        let storage = machine_type.storage.as_ref();
        let timeout = machine_type.machine_controller_manager.as_ref();
        vec![
            ("usable", Some(machine_type.usable.unwrap_or(true).to_string())),
            ("architecture", architecture.or(legacy).map(str::to_owned)),
            ("storage.class", storage.map(|storage| storage.class.clone())),
            ("storage.type", storage.map(|storage| storage.storage_type.clone())),
            (
                "machineControllerManager.machineCreationTimeout",
                timeout.and_then(|settings| settings.machine_creation_timeout.as_ref()).map(ToString::to_string),
            ),
        ]
    };
    let subject = Subject::MachineType { name: old.name.clone() };
    let [from, to] = sides;
    compare(&subject, [values(from, old), values(to, new)], changes);
    let (no_disk, quantity) = (None, |quantity: &rootstock_core_model::Quantity| quantity.to_string());
    let disks = types.map(|one| one.storage.as_ref());
    let [old_disk, new_disk] = disks;
    for (property, one, other) in [
        ("cpu", Some(&old.cpu), Some(&new.cpu)),
        ("gpu", Some(&old.gpu), Some(&new.gpu)),
        ("memory", Some(&old.memory), Some(&new.memory)),
        (
            "storage.size",
            old_disk.map_or(no_disk, |disk| disk.size.as_ref()),
            new_disk.map_or(no_disk, |disk| disk.size.as_ref()),
        ),
        (
            "storage.minSize",
            old_disk.map_or(no_disk, |disk| disk.min_size.as_ref()),
            new_disk.map_or(no_disk, |disk| disk.min_size.as_ref()),
        ),
    ] {
        // Compared by value, however it is spelled.
        if one != other {
            let (from, to) = (one.map(quantity), other.map(quantity));
            changes.push(PropertyChange { subject: subject.clone(), property, from, to });
        }
    }
}

fn volume_values(volume: &VolumeType) -> Values {
    vec![
        ("class", Some(volume.class.clone())),
        ("usable", Some(volume.usable.unwrap_or(true).to_string())),
        ("minSize", volume.min_size.as_ref().map(ToString::to_string)),
    ]
}

fn region_values(region: &Region, zones: &BTreeSet<String>) -> Values {
    let listed =
        |names: BTreeSet<String>| (!names.is_empty()).then(|| names.into_iter().collect::<Vec<_>>().join(", "));
    let in_zones = |names: fn(&AvailabilityZone) -> &Option<Vec<String>>| {
        let zones = region.zones.iter().flatten().filter(|zone| zones.contains(&zone.name));
        let texts = zones.flat_map(|zone| names(zone).iter().flatten().map(|name| format!("{name} in {}", zone.name)));
        listed(texts.collect())
    };
    vec![
        ("labels", listed(region.labels.iter().map(|(key, value)| format!("{key}={value}")).collect())),
        (
            "accessRestrictions",
            listed(region.access_restrictions.iter().flatten().map(|restriction| restriction.name.clone()).collect()),
        ),
        ("zones.unavailableMachineTypes", in_zones(|zone| &zone.unavailable_machine_types)),
        ("zones.unavailableVolumeTypes", in_zones(|zone| &zone.unavailable_volume_types)),
    ]
}
