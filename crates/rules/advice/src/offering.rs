//! A comparison of all machine types that can be ordered with all image versions that can be booted, once per distinct
//! kind.

mod regions;

use std::borrow::Cow;
use std::cell::OnceCell;

use foldhash::{HashMap, HashSet};
use rootstock_capability_engine::{CapabilitySet, Catalog, SelectionError, Vocabulary};
use rootstock_core_model::{CloudProfileSpec, Quirks};
use rootstock_provider_api::ImageEntries;
use rootstock_versioning::Classification;
use rootstock_worker_capabilities::WorkerCatalog;

pub(crate) use regions::{RegionSet, Regions};

use crate::AdviceSubject;

/// The maximum number of comparisons; the checks are skipped beyond it. No real profile comes close.
const MAX_COMPARISONS: usize = 20_000_000;
/// The maximum number of comparisons of the flavors of a version with each other, which are its square.
const MAX_PREFERENCES: usize = 4_000_000;

/// A profile with the results of the comparison.
pub(crate) struct Offering<'a> {
    /// The profile in its stored form, if that is known.
    pub(crate) spec: &'a CloudProfileSpec,
    catalog: Catalog,
    /// The semantics that were not requested.
    other: Quirks,
    /// The usable machine types, grouped by equal capabilities.
    pub(crate) groups: Vec<Vec<usize>>,
    /// Image versions that have not expired, by position in the profile.
    pub(crate) versions: Vec<Offer>,
    /// The distinct lists of flavors among them.
    pub(crate) lists: Vec<FlavorList>,
    /// The provider section, and whether both it and the profile have capabilities.
    mapped: Option<(&'a ImageEntries<'a>, bool)>,
    /// Whether omitted built-in capabilities of flavors are filled in.
    fills_in: bool,
    regions: OnceCell<Option<Regions<'a>>>,
}

/// An image version on offer.
#[derive(Clone, Copy)]
pub(crate) struct Offer {
    pub(crate) image: usize,
    pub(crate) version: usize,
    /// Index of its list of flavors among the distinct lists.
    pub(crate) list: usize,
}

/// A list of flavors and the selections from it.
pub(crate) struct FlavorList {
    pub(crate) flavors: Vec<CapabilitySet>,
    /// Whether the profile contains it explicitly.
    pub(crate) is_written: bool,
    /// The selection of each group of machine types.
    pub(crate) selected: Vec<Selected>,
}

/// The flavor that a machine type gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Selected {
    /// None fits.
    Nothing,
    /// This one.
    One(usize),
    /// One of these, which cannot be distinguished.
    OneOf(Vec<usize>),
}

impl<'a> Offering<'a> {
    /// Runs the comparison; `None` if there are errors about capabilities, or if it would be too expensive.
    pub(crate) fn of(subject: &AdviceSubject<'a>, entries: Option<&'a ImageEntries<'a>>) -> Option<Self> {
        if !subject.has_valid_capabilities() {
            return None;
        }
        let spec = subject.spec_with_capabilities();
        let catalog = WorkerCatalog::new(spec, subject.core.settings.gates, subject.core.built_in).ok()?;
        let fills_in = !catalog.built_in().is_empty();
        let catalog = catalog.into_catalog();
        let quirks = &subject.core.settings.quirks;
        let groups = groups(&catalog);
        let (versions, mut lists) = offers(spec, &catalog, subject);
        let flavors: usize = lists.iter().map(|list| list.flavors.len()).sum();
        let unusable = catalog.machine_types().iter().filter(|machine_type| !machine_type.is_usable).count();
        let sets = groups.len() + unusable;
        let comparisons = flavors.saturating_mul(sets).saturating_mul(catalog.vocabulary().words());
        if comparisons > MAX_COMPARISONS {
            return None;
        }
        let other = if *quirks == Quirks::NONE { Quirks::GARDENER_1_150 } else { Quirks::NONE };
        let knows_capabilities =
            spec.has_capabilities() && subject.config.is_some_and(|config| config.extension().knows_capabilities());
        let mapped = entries.map(|entries| (entries, knows_capabilities));
        let regions = OnceCell::new();
        let mut offering =
            Self { spec, catalog, other, groups, versions, lists: Vec::new(), mapped, fills_in, regions };
        for list in &mut lists {
            list.selected = (0..offering.groups.len()).map(|group| offering.selected(list, group, quirks)).collect();
        }
        offering.lists = lists;
        Some(offering)
    }

    /// Returns the regions for which the provider has images; `None` if regions make no difference.
    pub(crate) fn regions(&self) -> Option<&Regions<'a>> {
        let gathered =
            || self.mapped.and_then(|(entries, by_capabilities)| Regions::of(self, entries, by_capabilities));
        self.regions.get_or_init(gathered).as_ref()
    }

    fn selected(&self, list: &FlavorList, group: usize, quirks: &Quirks) -> Selected {
        if quirks.selection.no_flavors_fits_everything && !list.is_written && !self.catalog.is_legacy() {
            return Selected::One(0);
        }
        let Some(set) = self.set(group) else { return Selected::Nothing };
        match self.vocabulary().select(&list.flavors, set, None, quirks) {
            Ok(selection) => Selected::One(selection.flavor),
            Err(SelectionError::Ambiguous { flavors }) => Selected::OneOf(flavors),
            Err(SelectionError::NoneCompatible) => Selected::Nothing,
        }
    }

    /// Returns whether a flavor fits a machine type that can no longer be chosen: existing pools keep it.
    pub(crate) fn fits_unusable(&self, flavor: &CapabilitySet) -> bool {
        let mut unusable = self.catalog.machine_types().iter().filter(|machine_type| !machine_type.is_usable);
        unusable.any(|machine_type| self.vocabulary().compatible(flavor, &machine_type.capabilities))
    }

    /// Returns the flavors of a list that some machine type may get, in either semantics.
    pub(crate) fn selectable(&self, list: &FlavorList) -> HashSet<usize> {
        let others = (0..self.groups.len()).map(|group| self.selected(list, group, &self.other));
        let mut flavors = HashSet::default();
        for selected in list.selected.iter().cloned().chain(others) {
            match selected {
                Selected::Nothing => {}
                Selected::One(one) => _ = flavors.insert(one),
                Selected::OneOf(several) => flavors.extend(several),
            }
        }
        flavors
    }

    /// Returns whether the flavors of each list can be compared with each other, for every machine type.
    pub(crate) fn can_compare_flavors(&self) -> bool {
        let pairs: usize = self.lists.iter().map(|list| list.flavors.len().saturating_pow(2)).sum();
        let types = self.groups.len().saturating_mul(self.vocabulary().words());
        pairs.saturating_mul(types) <= MAX_PREFERENCES
    }

    pub(crate) const fn vocabulary(&self) -> &Vocabulary {
        self.catalog.vocabulary()
    }

    /// Returns the capabilities of the machine types of a group.
    pub(crate) fn set(&self, group: usize) -> Option<&CapabilitySet> {
        let first = *self.groups.get(group)?.first()?;
        Some(&self.catalog.machine_types().get(first)?.capabilities)
    }

    /// Returns the names of machine types.
    pub(crate) fn names<'m>(&'m self, types: &'m [usize]) -> impl Iterator<Item = &'m str> {
        types.iter().filter_map(|index| Some(self.spec.types().get(*index)?.name.as_str()))
    }

    /// Returns the groups that a flavor fits.
    pub(crate) fn fitting<'m>(&'m self, flavor: &'m CapabilitySet) -> impl Iterator<Item = usize> + 'm {
        (0..self.groups.len())
            .filter(|group| self.set(*group).is_some_and(|set| self.vocabulary().compatible(flavor, set)))
    }

    /// Returns whether a group that fits both flavors selects `one` rather than `other`.
    pub(crate) fn prefers(&self, group: usize, one: &CapabilitySet, other: &CapabilitySet, quirks: &Quirks) -> bool {
        let Some(set) = self.set(group) else { return false };
        let selection = self.vocabulary().select(&[one, other], set, None, quirks);
        selection.is_ok_and(|selection| selection.flavor == 0)
    }

    /// Returns the flavors of an offer as both sections declare them, without the built-in capabilities that were filled
    /// in.
    fn declared(&self, offer: Offer) -> Option<Cow<'_, [CapabilitySet]>> {
        let version = self.spec.images().get(offer.image)?.offered().get(offer.version)?;
        if version.flavors().is_empty() || !self.fills_in {
            return Some(self.lists.get(offer.list)?.flavors.as_slice().into());
        }
        Some(version.flavors().iter().map(|flavor| self.vocabulary().compile(&flavor.0)).collect())
    }

    /// Returns the image name and version of an offer.
    pub(crate) fn name_of(&self, offer: Offer) -> Option<(&'a str, &'a str)> {
        let image = self.spec.images().get(offer.image)?;
        Some((image.name.as_str(), image.offered().get(offer.version)?.version.as_str()))
    }
}

impl FlavorList {
    /// Returns whether any machine type gets a flavor of the list.
    pub(crate) fn is_selected(&self) -> bool {
        self.selected.iter().any(|selected| *selected != Selected::Nothing)
    }
}

fn groups(catalog: &Catalog) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<usize, usize> = HashMap::default();
    for machine_type in catalog.machine_types().iter().filter(|machine_type| machine_type.is_usable) {
        let group = *known.entry(machine_type.class).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(group) {
            group.push(machine_type.index);
        }
    }
    groups
}

fn offers(spec: &CloudProfileSpec, catalog: &Catalog, subject: &AdviceSubject<'_>) -> (Vec<Offer>, Vec<FlavorList>) {
    let (mut offers, mut lists) = (Vec::new(), Vec::new());
    let mut known: HashMap<(usize, bool), usize> = HashMap::default();
    for (image, written) in catalog.images().iter().zip(spec.images()) {
        for (version, written) in image.versions.iter().zip(written.offered()) {
            if written.lifecycle().at(subject.core.settings.now) == Classification::Expired {
                continue;
            }
            let list = *known.entry((version.class, version.has_flavors)).or_insert_with(|| {
                let flavors = version.flavors.to_vec();
                lists.push(FlavorList { flavors, is_written: version.has_flavors, selected: Vec::new() });
                lists.len() - 1
            });
            offers.push(Offer { image: image.index, version: version.index, list });
        }
    }
    (offers, lists)
}
