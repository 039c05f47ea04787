//! Properties of items in both profiles whose effect differs from their value, other than capabilities and lifecycles.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rootstock_core_model::{
    AvailabilityZone, CloudProfileSpec, Cri, DEFAULT_ARCHITECTURE, DEFAULT_CRI, InPlaceUpdates, MachineImageVersion,
    MachineType, Region,
};
use serde::Serialize;

use crate::ProfileSide;
use crate::pairs::{Pairs, VersionPair};

/// A changed property that makes Gardener treat its subject differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PropertyChange {
    /// The subject of the property.
    #[serde(flatten)]
    pub subject: Subject,
    /// The name, as a path below the subject: `storage.type`.
    pub property: String,
    /// The value by the old profile, with defaults; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The value by the new profile, with defaults; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The items that only the new value has, if it is a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    /// The items that only the old value has, if it is a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
}

impl PropertyChange {
    pub(crate) fn new(
        subject: Subject,
        property: String,
        [from, to]: [Option<String>; 2],
        items: [Vec<String>; 2],
    ) -> Self {
        let [old, new] = items;
        let without = |own: &[String], others: &[String]| -> Vec<String> {
            let others: BTreeSet<&String> = others.iter().collect();
            own.iter().filter(|item| !others.contains(item)).cloned().collect()
        };
        Self { subject, property, from, to, added: without(&new, &old), removed: without(&old, &new) }
    }
}

/// The subject of a property.
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

/// The properties of one subject, with their values.
type Values = Vec<(&'static str, Option<String>)>;

/// The lists of one subject, each with its items.
type Lists = Vec<(&'static str, Vec<String>)>;

/// Returns every changed property, in the order of the old profile.
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
        |one, other| {
            let values = [machine_type_values(old, one), machine_type_values(new, other)];
            compare(&Subject::MachineType { name: one.name.clone() }, values, &mut changes);
        },
    );
    by_name(
        old.spec.volume_types.as_deref().unwrap_or_default(),
        new.spec.volume_types.as_deref().unwrap_or_default(),
        |volume| &volume.name,
        |one, other| {
            let values = [one, other].map(|volume| vec![("usable", usable(volume.usable))]);
            compare(&Subject::VolumeType { name: one.name.clone() }, values, &mut changes);
        },
    );
    by_name(
        old.spec.regions.as_deref().unwrap_or_default(),
        new.spec.regions.as_deref().unwrap_or_default(),
        |region| &region.name,
        |one, other| {
            // A zone in only one of the regions was added or removed, and is not compared.
            let zones = |region: &Region| -> BTreeSet<String> {
                region.zones.iter().flatten().map(|zone| zone.name.clone()).collect()
            };
            let common = &zones(one) & &zones(other);
            let lists = [one, other].map(|region| region_lists(region, &common));
            compare_lists(&Subject::Region { name: one.name.clone() }, lists, &mut changes);
        },
    );
    compare(&Subject::Profile, [old, new].map(|side| vec![("seedSelector", seeds(side.spec))]), &mut changes);
    changes
}

/// Calls `each` for the items of the same name in both lists, the first of each name.
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
            let no_items = [Vec::new(), Vec::new()];
            changes.push(PropertyChange::new(subject.clone(), property.to_owned(), [from, to], no_items));
        }
    }
}

fn compare_lists(subject: &Subject, [old, new]: [Lists; 2], changes: &mut Vec<PropertyChange>) {
    let joined = |items: &Vec<String>| (!items.is_empty()).then(|| items.join(", "));
    for ((property, from), (_, to)) in old.into_iter().zip(new) {
        if from != to {
            let texts = [joined(&from), joined(&to)];
            changes.push(PropertyChange::new(subject.clone(), property.to_owned(), texts, [from, to]));
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

/// Formats container runtime interfaces with their runtimes, sorted, because order does not matter. An empty list means
/// containerd alone.
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

fn machine_type_values(side: &ProfileSide<'_>, machine_type: &MachineType) -> Values {
    let architecture = side.catalog().machine_type(&machine_type.name);
    let architecture = architecture.and_then(|compiled| compiled.architecture(side.catalog().vocabulary()));
    // In a profile without capabilities, a machine type without an architecture is amd64.
    let legacy = if side.catalog().is_legacy() { Some(DEFAULT_ARCHITECTURE) } else { None };
    vec![("usable", usable(machine_type.usable)), ("architecture", architecture.or(legacy).map(str::to_owned))]
}

/// Formats `usable`, which is true by default.
fn usable(written: Option<bool>) -> Option<String> {
    Some(written.unwrap_or(true).to_string())
}

fn region_lists(region: &Region, zones: &BTreeSet<String>) -> Lists {
    let in_zones = |names: fn(&AvailabilityZone) -> &Option<Vec<String>>| {
        let zones = region.zones.iter().flatten().filter(|zone| zones.contains(&zone.name));
        let texts = zones.flat_map(|zone| names(zone).iter().flatten().map(|name| format!("{name} in {}", zone.name)));
        let texts: BTreeSet<String> = texts.collect();
        texts.into_iter().collect::<Vec<_>>()
    };
    vec![
        ("zones.unavailableMachineTypes", in_zones(|zone| &zone.unavailable_machine_types)),
        ("zones.unavailableVolumeTypes", in_zones(|zone| &zone.unavailable_volume_types)),
    ]
}

/// Formats the selector independently of order.
fn seeds(spec: &CloudProfileSpec) -> Option<String> {
    let selector = spec.seed_selector.as_ref()?;
    let mut terms: BTreeSet<String> = BTreeSet::new();
    terms.extend(selector.match_labels.iter().map(|(key, value)| format!("{key}={value}")));
    for term in selector.match_expressions.iter().flatten() {
        let values: BTreeSet<&str> = term.values.iter().flatten().map(String::as_str).collect();
        let values: Vec<&str> = values.into_iter().collect();
        terms.insert(format!("{} {} [{}]", term.key, term.operator, values.join(", ")));
    }
    let providers: BTreeSet<&str> = selector.provider_types.iter().flatten().map(String::as_str).collect();
    terms.extend(providers.into_iter().map(|provider| format!("provider {provider}")));
    Some(terms.into_iter().collect::<Vec<_>>().join("; "))
}
