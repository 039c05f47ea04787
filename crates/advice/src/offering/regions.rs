//! In which regions a flavor can be had, and in which a machine type can.

use std::collections::{HashMap, HashSet};

use rootstock_capability_engine::CapabilitySet;
use rootstock_core_model::{CloudProfileSpec, FieldPath, Region, Segment};
use rootstock_provider_api::{ImageReference, ProviderConfig};

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
struct Mapped {
    set: CapabilitySet,
    regions: RegionSet,
    /// Where the first reference stands.
    path: FieldPath,
}

/// Which flavors the provider has an image for, and where.
pub(crate) struct Regions<'a> {
    spec: &'a CloudProfileSpec,
    mapped: HashMap<(String, String), Vec<Mapped>>,
    all: RegionSet,
}

impl<'a> Regions<'a> {
    /// Gathers the provider's references; none if there is nothing to tell regions apart by.
    pub(crate) fn of(offering: &Offering<'a>, config: &dyn ProviderConfig) -> Option<Self> {
        let spec = offering.spec;
        let regions = spec.regions.as_deref().unwrap_or_default();
        if regions.is_empty() {
            return None;
        }
        let places: HashMap<&str, usize> =
            regions.iter().enumerate().map(|(place, region)| (region.name.as_str(), place)).collect();
        let mut mapped: HashMap<(String, String), Vec<Mapped>> = HashMap::new();
        let references = config.image_references(spec);
        // References of one flavor stand together: it is looked up once.
        let is_same = |a: &ImageReference, b: &ImageReference| {
            a.version == b.version && a.image == b.image && a.capabilities == b.capabilities
        };
        for references in references.chunk_by(is_same) {
            let Some(first) = references.first() else { continue };
            let set = offering.vocabulary().compile(&first.capabilities);
            let flavors = mapped.entry((first.image.clone(), first.version.clone())).or_default();
            let known = flavors.iter().rposition(|flavor| flavor.set == set);
            let position = known.unwrap_or_else(|| {
                flavors.push(Mapped { set, regions: RegionSet::none(regions.len()), path: first.path.clone() });
                flavors.len() - 1
            });
            let Some(flavor) = flavors.get_mut(position) else { continue };
            for reference in references {
                match &reference.region {
                    None => flavor.regions = RegionSet::all(regions.len()),
                    Some(region) => {
                        if let Some(place) = places.get(region.as_str()) {
                            flavor.regions.add(*place);
                        }
                    }
                }
            }
        }
        Some(Self { spec, mapped, all: RegionSet::all(regions.len()) })
    }

    /// All regions.
    pub(crate) const fn all(&self) -> &RegionSet {
        &self.all
    }

    /// Where each flavor of a version can be had; none if one of them is mapped nowhere, which is a finding of its own.
    pub(crate) fn of_flavors(&self, offering: &Offering<'_>, offer: Offer) -> Option<Vec<&RegionSet>> {
        let (image, version) = offering.name_of(offer)?;
        let mapped = self.mapped.get(&(image.to_owned(), version.to_owned()))?;
        let flavors = offering.declared(offer)?;
        flavors.iter().map(|flavor| Some(&mapped.iter().find(|one| one.set == *flavor)?.regions)).collect()
    }

    /// Where the provider's half has a flavor.
    pub(crate) fn path_of(&self, offering: &Offering<'_>, offer: Offer, flavor: usize) -> Option<FieldPath> {
        let (image, version) = offering.name_of(offer)?;
        let mapped = self.mapped.get(&(image.to_owned(), version.to_owned()))?;
        let set = offering.declared(offer)?.into_iter().nth(flavor)?;
        let path = &mapped.iter().find(|one| one.set == set)?.path;
        let segments = path.segments();
        let is_list = |segment: &Segment| matches!(segment, Segment::Field(name) if name == "capabilityFlavors");
        let list = segments.iter().rposition(is_list)?;
        let steps = segments.get(..list + 2)?;
        Some(steps.iter().fold(FieldPath::root(), |path, step| match step {
            Segment::Field(name) => path.field(name.clone()),
            Segment::Index(index) => path.index(*index),
        }))
    }

    /// The names of regions.
    pub(crate) fn names(&self, set: &RegionSet) -> Vec<&'a str> {
        let regions = self.spec.regions.as_deref().unwrap_or_default();
        set.iter().filter_map(|place| Some(regions.get(place)?.name.as_str())).collect()
    }

    /// For each group of machine types, where any of them can be had.
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
    let Some(first) = zones.next() else { return HashSet::new() };
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
