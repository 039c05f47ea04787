//! The regions in which flavors and machine types are available.

use foldhash::{HashMap, HashSet};
use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{CloudProfileSpec, FieldPath, Region, Segment};
use rootstock_provider_api::{ImageEntries, PlacedArtifact};

use super::{Offer, Offering};

/// A set of regions of a profile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RegionSet(Vec<u64>);

impl RegionSet {
    fn none(regions: usize) -> Self {
        Self(vec![0; regions.div_ceil(64)])
    }

    fn all(regions: usize) -> Self {
        let mut set = Self::none(regions);
        (0..regions).for_each(|region| set.add(region));
        set
    }

    fn add(&mut self, region: usize) {
        if let Some(word) = self.0.get_mut(region / 64) {
            *word |= 1 << (region % 64);
        }
    }

    /// Returns an empty set of the same capacity.
    pub(crate) fn to_empty(&self) -> Self {
        Self(vec![0; self.0.len()])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    /// Returns the intersection of both sets.
    pub(crate) fn intersection(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= other);
        self
    }

    /// Returns the difference of the sets.
    pub(crate) fn difference(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= !other);
        self
    }

    /// Returns the positions of the regions in the profile.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        self.0.iter().enumerate().flat_map(move |(place, word)| bits(*word).map(move |bit| place * 64 + bit))
    }
}

/// A flavor of the provider section.
struct Mapped<'a> {
    regions: RegionSet,
    /// The first occurrence.
    first: PlacedArtifact<'a>,
}

/// The flavors that the provider maps, and their regions.
pub(crate) struct Regions<'a> {
    spec: &'a CloudProfileSpec,
    /// By image, version, and capabilities.
    mapped: HashMap<&'a str, HashMap<&'a str, HashMap<CapabilitySet, Mapped<'a>>>>,
    all: RegionSet,
}

impl<'a> Regions<'a> {
    /// Collects the provider's references; `None` if regions make no difference.
    pub(super) fn of(offering: &Offering<'a>, entries: &'a ImageEntries<'a>, by_capabilities: bool) -> Option<Self> {
        let spec = offering.spec;
        let regions = spec.regions.as_deref().unwrap_or_default();
        if regions.is_empty() {
            return None;
        }
        let places: HashMap<&str, usize> =
            regions.iter().enumerate().map(|(place, region)| (region.name.as_str(), place)).collect();
        let mut mapped: HashMap<&str, HashMap<&str, HashMap<CapabilitySet, Mapped<'_>>>> = HashMap::default();
        for (image, entry) in entries.versions() {
            let flavors = mapped.entry(image.name).or_default().entry(entry.version).or_default();
            for artifact in entry.artifacts(by_capabilities) {
                let set = offering.vocabulary().compile(&artifact.capabilities);
                let known = artifact.regional.iter().filter_map(|entry| places.get(entry.region));
                let mut here = RegionSet::none(regions.len());
                match artifact.everywhere {
                    Some(_) => here = RegionSet::all(regions.len()),
                    None => known.for_each(|region| here.add(*region)),
                }
                flavors
                    .entry(set)
                    .and_modify(|flavor| flavor.regions.extend(&here))
                    .or_insert_with(|| Mapped { regions: here, first: PlacedArtifact { entry, artifact } });
            }
        }
        Some(Self { spec, mapped, all: RegionSet::all(regions.len()) })
    }

    /// Returns the set of all regions.
    pub(crate) const fn all(&self) -> &RegionSet {
        &self.all
    }

    /// Returns the regions of each flavor of a version; `None` if one of them is not mapped at all, which is reported
    /// elsewhere.
    pub(crate) fn of_flavors(&self, offering: &Offering<'_>, offer: Offer) -> Option<Vec<&RegionSet>> {
        let (image, version) = offering.name_of(offer)?;
        let mapped = self.mapped.get(image)?.get(version)?;
        let flavors = offering.declared(offer)?;
        flavors.iter().map(|flavor| Some(&mapped.get(flavor)?.regions)).collect()
    }

    /// Returns the path of a flavor in the provider section.
    pub(crate) fn path_of(&self, offering: &Offering<'_>, offer: Offer, flavor: usize) -> Option<FieldPath> {
        let (image, version) = offering.name_of(offer)?;
        let mapped = self.mapped.get(image)?.get(version)?;
        let declared = offering.declared(offer)?;
        let set = declared.get(flavor)?;
        let path = mapped.get(set)?.first.path();
        let is_flavor = |segment: &Segment| matches!(segment, Segment::Field(name) if name == "capabilityFlavors");
        path.segments().iter().any(is_flavor).then_some(path)
    }

    pub(crate) fn names(&self, set: &RegionSet) -> Vec<&'a str> {
        let regions = self.spec.regions.as_deref().unwrap_or_default();
        set.iter().filter_map(|place| Some(regions.get(place)?.name.as_str())).collect()
    }

    /// Returns, for each group of machine types, the regions in which any of them is available.
    pub(crate) fn of_groups(&self, offering: &Offering<'_>) -> Vec<RegionSet> {
        let mut available = vec![RegionSet::none(self.all.0.len() * 64); offering.groups.len()];
        for (place, region) in self.spec.regions.iter().flatten().enumerate() {
            let unavailable_types = unavailable(region);
            for (group, set) in offering.groups.iter().zip(&mut available) {
                if unavailable_types.is_empty() || offering.names(group).any(|name| !unavailable_types.contains(name)) {
                    set.add(place);
                }
            }
        }
        available
    }
}

/// Returns the machine types that are unavailable in every zone of a region.
fn unavailable(region: &Region) -> HashSet<&str> {
    let mut zones = region.zones.iter().flatten().map(|zone| zone.unavailable_machine_types.iter().flatten());
    let Some(first) = zones.next() else { return HashSet::default() };
    let mut unavailable_types: HashSet<&str> = first.map(String::as_str).collect();
    for zone in zones {
        if unavailable_types.is_empty() {
            break;
        }
        let here: HashSet<&str> = zone.map(String::as_str).collect();
        unavailable_types.retain(|name| here.contains(name));
    }
    unavailable_types
}
