//! In which regions a flavor is available, and in which a machine type is.

use foldhash::{HashMap, HashSet};
use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{CloudProfileSpec, FieldPath, Region, Segment};
use rootstock_provider_api::{ImageEntries, PlacedArtifact};

use super::{Offer, Offering};

/// Some of the regions of a profile.
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

    /// None of as many.
    pub(crate) fn emptied(&self) -> Self {
        Self(vec![0; self.0.len()])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    /// What is in both.
    pub(crate) fn common(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= other);
        self
    }

    /// What is in this one only.
    pub(crate) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= !other);
        self
    }

    /// The places of the regions in the profile.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        self.0.iter().enumerate().flat_map(move |(place, word)| bits(*word).map(move |bit| place * 64 + bit))
    }
}

/// A flavor as the provider has it.
struct Mapped<'a> {
    set: CapabilitySet,
    regions: RegionSet,
    /// Where it stands first.
    first: PlacedArtifact<'a>,
}

/// Which flavors the provider has an image for, and where.
pub(crate) struct Regions<'a> {
    spec: &'a CloudProfileSpec,
    /// By image and version.
    mapped: HashMap<&'a str, HashMap<&'a str, Vec<Mapped<'a>>>>,
    all: RegionSet,
}

impl<'a> Regions<'a> {
    /// Gathers the provider's references; none if there is nothing to tell regions apart by.
    pub(super) fn of(offering: &Offering<'a>, entries: &'a ImageEntries<'a>, by_capabilities: bool) -> Option<Self> {
        let spec = offering.spec;
        let regions = spec.regions.as_deref().unwrap_or_default();
        if regions.is_empty() {
            return None;
        }
        let places: HashMap<&str, usize> =
            regions.iter().enumerate().map(|(place, region)| (region.name.as_str(), place)).collect();
        let mut mapped: HashMap<&str, HashMap<&str, Vec<Mapped<'_>>>> = HashMap::default();
        for (image, entry) in entries.versions() {
            let flavors = mapped.entry(image.name).or_default().entry(entry.version).or_default();
            for artifact in entry.artifacts(by_capabilities) {
                let set = offering.vocabulary().compile(&artifact.capabilities);
                let known = flavors.iter().rposition(|flavor| flavor.set == set);
                let position = known.unwrap_or_else(|| {
                    let first = PlacedArtifact { entry, artifact };
                    flavors.push(Mapped { set, regions: RegionSet::none(regions.len()), first });
                    flavors.len() - 1
                });
                let Some(flavor) = flavors.get_mut(position) else { continue };
                if artifact.everywhere.is_some() {
                    flavor.regions = RegionSet::all(regions.len());
                }
                for region in artifact.regional.iter().filter_map(|entry| places.get(entry.region)) {
                    flavor.regions.add(*region);
                }
            }
        }
        Some(Self { spec, mapped, all: RegionSet::all(regions.len()) })
    }

    /// All regions.
    pub(crate) const fn all(&self) -> &RegionSet {
        &self.all
    }

    /// Where each flavor of a version is available; none if one of them is mapped nowhere, which is a finding of its own.
    pub(crate) fn of_flavors(&self, offering: &Offering<'_>, offer: Offer) -> Option<Vec<&RegionSet>> {
        let (image, version) = offering.name_of(offer)?;
        let mapped = self.mapped.get(image)?.get(version)?;
        let flavors = offering.declared(offer)?;
        flavors.iter().map(|flavor| Some(&mapped.iter().find(|one| one.set == *flavor)?.regions)).collect()
    }

    /// Where the provider's half has a flavor.
    pub(crate) fn path_of(&self, offering: &Offering<'_>, offer: Offer, flavor: usize) -> Option<FieldPath> {
        let (image, version) = offering.name_of(offer)?;
        let mapped = self.mapped.get(image)?.get(version)?;
        let declared = offering.declared(offer)?;
        let set = declared.get(flavor)?;
        let path = mapped.iter().find(|one| one.set == *set)?.first.path();
        let is_flavor = |segment: &Segment| matches!(segment, Segment::Field(name) if name == "capabilityFlavors");
        path.segments().iter().any(is_flavor).then_some(path)
    }

    /// The names of regions.
    pub(crate) fn names(&self, set: &RegionSet) -> Vec<&'a str> {
        let regions = self.spec.regions.as_deref().unwrap_or_default();
        set.iter().filter_map(|place| Some(regions.get(place)?.name.as_str())).collect()
    }

    /// For each group of machine types, where any of them is available.
    pub(crate) fn of_groups(&self, offering: &Offering<'_>) -> Vec<RegionSet> {
        let mut available = vec![RegionSet::none(self.all.0.len() * 64); offering.groups.len()];
        for (place, region) in self.spec.regions.iter().flatten().enumerate() {
            let gone = unavailable(region);
            for (group, set) in offering.groups.iter().zip(&mut available) {
                if gone.is_empty() || offering.names(group).any(|name| !gone.contains(name)) {
                    set.add(place);
                }
            }
        }
        available
    }
}

/// The machine types that no zone of a region has.
fn unavailable(region: &Region) -> HashSet<&str> {
    let mut zones = region.zones.iter().flatten().map(|zone| zone.unavailable_machine_types.iter().flatten());
    let Some(first) = zones.next() else { return HashSet::default() };
    let mut gone: HashSet<&str> = first.map(String::as_str).collect();
    for zone in zones {
        if gone.is_empty() {
            break;
        }
        let here: HashSet<&str> = zone.map(String::as_str).collect();
        gone.retain(|name| here.contains(name));
    }
    gone
}
