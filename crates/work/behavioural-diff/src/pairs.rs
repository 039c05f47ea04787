//! The items that exist in both profiles, by name: only these can change.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use rootstock_core_model::MachineImageVersion;
use rootstock_core_model::MachineType;

use crate::ProfileSide;

/// Machine types, image versions and regions of both profiles.
#[derive(Debug)]
pub(crate) struct Pairs<'a> {
    pub(crate) machines: Vec<MachineClass<'a>>,
    pub(crate) versions: Vec<VersionPair<'a>>,
    /// The regions, in the order of the old profile.
    pub(crate) regions: Vec<&'a str>,
}

/// Machine types that both profiles treat alike, whatever the question: their declarations are equal in the old
/// profile, and equal in the new one.
#[derive(Debug)]
pub(crate) struct MachineClass<'a> {
    /// The positions of one of them in the old and the new `spec.machineTypes`.
    pub(crate) places: [usize; 2],
    /// The names of all of them, in the order of the old profile.
    pub(crate) names: Vec<&'a str>,
}

/// A version of a machine image that both profiles have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct VersionPair<'a> {
    pub(crate) image: &'a str,
    pub(crate) version: &'a str,
    /// The positions in `spec.machineImages[].versions[]` of the old and the new profile.
    pub(crate) places: [(usize, usize); 2],
}

/// The declarations of a machine type that are relevant for images: its capabilities, its architecture, and what the provider
/// section declares for it in a profile without capabilities.
type Declared<'a> = (Vec<(&'a str, Vec<&'a str>)>, Option<&'a str>, Vec<(String, Vec<String>)>);

impl<'a> Pairs<'a> {
    pub(crate) fn new(old: &ProfileSide<'a>, new: &ProfileSide<'a>) -> Self {
        Self { machines: machines(old, new), versions: versions(old, new), regions: regions(old, new) }
    }
}

fn machines<'a>(old: &ProfileSide<'a>, new: &ProfileSide<'a>) -> Vec<MachineClass<'a>> {
    let in_new = first_places(new.spec.types().iter().map(|machine_type| machine_type.name.as_str()));
    let mut classes: Vec<MachineClass<'a>> = Vec::new();
    let mut numbers: HashMap<[Declared<'a>; 2], usize> = HashMap::new();
    let mut seen = HashSet::new();
    for (place, machine_type) in old.spec.types().iter().enumerate() {
        let name = machine_type.name.as_str();
        let Some(counterpart) = in_new.get(name).filter(|_| seen.insert(name)) else { continue };
        let Some(other) = new.spec.types().get(*counterpart) else { continue };
        let next = classes.len();
        let (then, now) = (declared(old, machine_type), declared(new, other));
        let number = *numbers.entry([then, now]).or_insert(next);
        match classes.get_mut(number) {
            Some(class) => class.names.push(name),
            None => classes.push(MachineClass { places: [place, *counterpart], names: vec![name] }),
        }
    }
    classes
}

/// Returns the declarations of a machine type, regardless of the order and repetition of values.
fn declared<'a>(side: &ProfileSide<'_>, machine_type: &'a MachineType) -> Declared<'a> {
    let mut capabilities: Vec<(&str, Vec<&str>)> = machine_type
        .capabilities
        .iter()
        .map(|(name, values)| {
            let mut values: Vec<&str> = values.iter().map(String::as_str).collect();
            values.sort_unstable();
            values.dedup();
            (name, values)
        })
        .collect();
    capabilities.sort_unstable();
    let by_provider = side.config().map(|config| config.legacy_machine_type(&machine_type.name)).unwrap_or_default();
    let by_provider = by_provider.iter().map(|(name, values)| (name.to_owned(), values.to_vec())).collect();
    (capabilities, machine_type.architecture.as_deref(), by_provider)
}

fn versions<'a>(old: &ProfileSide<'a>, new: &ProfileSide<'a>) -> Vec<VersionPair<'a>> {
    let in_new = first_places(places(new).map(|(image, version, _)| (image, version)));
    let new_places: Vec<(usize, usize)> = places(new).map(|(_, _, place)| place).collect();
    let mut seen = HashSet::new();
    places(old)
        .filter(|(image, version, _)| seen.insert((*image, *version)))
        .filter_map(|(image, version, place)| {
            let counterpart = new_places.get(*in_new.get(&(image, version))?)?;
            Some(VersionPair { image, version, places: [place, *counterpart] })
        })
        .collect()
}

/// Returns every image version with its positions, in profile order.
fn places<'a>(side: &ProfileSide<'a>) -> impl Iterator<Item = (&'a str, &'a str, (usize, usize))> {
    let images: &'a [_] = side.spec.images();
    images.iter().enumerate().flat_map(|(index, image)| {
        let versions = image.offered().iter().enumerate();
        versions.map(move |(position, version)| (image.name.as_str(), version.version.as_str(), (index, position)))
    })
}

fn regions<'a>(old: &ProfileSide<'a>, new: &ProfileSide<'a>) -> Vec<&'a str> {
    let known: HashSet<&str> = new.spec.regions.iter().flatten().map(|region| region.name.as_str()).collect();
    let mut seen = HashSet::new();
    let names = old.spec.regions.iter().flatten().map(|region| region.name.as_str());
    names.filter(|name| known.contains(name) && seen.insert(*name)).collect()
}

/// Returns the first position of each name.
fn first_places<N: Hash + Eq>(names: impl Iterator<Item = N>) -> HashMap<N, usize> {
    let mut places = HashMap::new();
    for (place, name) in names.enumerate() {
        places.entry(name).or_insert(place);
    }
    places
}

impl ProfileSide<'_> {
    pub(crate) fn version_at(&self, (image, version): (usize, usize)) -> Option<&MachineImageVersion> {
        self.spec.images().get(image)?.offered().get(version)
    }
}
