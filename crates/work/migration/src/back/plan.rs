//! The plan for each version and entry, and everything that would be lost.

use std::collections::{BTreeSet, HashSet};

use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition};
use rootstock_provider_api::{LegacyArchitecture, LegacyFormat, MappedVersion};

use crate::differences::Intent;
use crate::loss::{Loss, LossPlace, Section};
use crate::profile::Profile;
use crate::proof::Group;
use crate::{MigrationOptions, Refusal};
use rootstock_core_model::DEFAULT_ARCHITECTURE;

/// The plan for each version and entry.
pub(super) struct Plan {
    pub(super) versions: Vec<VersionPlan>,
    pub(super) entries: Vec<EntryPlan>,
    pub(super) groups: Vec<Group>,
    /// The machine types that declare values which legacy fields cannot express.
    pub(super) forgotten: HashSet<usize>,
}

/// A version of the core section; the first part replaces it, the others are new.
pub(super) struct VersionPlan {
    pub(super) image: usize,
    pub(super) version: usize,
    pub(super) parts: Vec<VersionPart>,
}

/// A version in the legacy format.
pub(super) struct VersionPart {
    pub(super) name: String,
    pub(super) architectures: Vec<String>,
}

/// An entry of the provider section; the first part replaces it, the others are new.
pub(super) struct EntryPlan {
    /// The index in [`Profile::mapped`].
    pub(super) entry: usize,
    pub(super) parts: Vec<EntryPart>,
}

/// An entry in the legacy format: the artifacts it contains, with their architectures.
pub(super) struct EntryPart {
    pub(super) name: String,
    pub(super) artifacts: Vec<(usize, String)>,
}

/// The suffixes that express a flavor's capabilities in the name of a version.
struct Names<'a> {
    definitions: &'a [CapabilityDefinition],
    options: &'a MigrationOptions,
}

impl Names<'_> {
    /// Returns the suffix of a flavor, with its dash, or as an error the capability that no suffix expresses.
    fn suffix(&self, flavor: &Capabilities) -> Result<String, String> {
        let mut suffix = String::new();
        for definition in self.definitions.iter().filter(|one| one.name != ARCHITECTURE) {
            let Some(values) = flavor.get(&definition.name) else { continue };
            let declared: HashSet<&String> = values.iter().collect();
            let all = definition.values.iter().all(|value| declared.contains(value));
            let mut rules = self
                .options
                .suffixes
                .iter()
                .filter(|rule| rule.capability == definition.name && !rule.suffix.contains('*'))
                .peekable();
            if all && rules.peek().is_none() {
                continue;
            }
            let rule = match values {
                [value] => rules.find(|rule| rule.value == *value),
                _ => None,
            };
            let Some(rule) = rule else { return Err(definition.name.clone()) };
            if !rule.suffix.is_empty() {
                suffix.push('-');
                suffix.push_str(&rule.suffix);
            }
        }
        Ok(suffix)
    }

    /// Returns the architecture of a flavor, whether declared or implied.
    fn architecture(&self, flavor: &Capabilities) -> Option<String> {
        let registered = self.definitions.iter().rfind(|one| one.name == ARCHITECTURE).map(|one| one.values.as_slice());
        match flavor.get(ARCHITECTURE).or(registered)? {
            [only] => Some(only.clone()),
            _ => None,
        }
    }
}

/// Flavors by their future names, in the order of first appearance; the version without a suffix comes first.
type Parts = Vec<(String, Vec<(usize, String)>)>;

fn parts<'f>(
    names: &Names<'_>,
    flavors: impl Iterator<Item = &'f Capabilities>,
    place: &LossPlace,
    lost: &mut BTreeSet<Loss>,
) -> Parts {
    let mut parts: Parts = Vec::new();
    for (index, flavor) in flavors.enumerate() {
        let Some(architecture) = names.architecture(flavor) else {
            lost.insert(Loss::SeveralArchitectures(place.clone()));
            continue;
        };
        let suffix = match names.suffix(flavor) {
            Ok(suffix) => suffix,
            Err(capability) => {
                let values = flavor.get(&capability).unwrap_or_default().to_vec();
                lost.insert(Loss::NoSuffix { place: place.clone(), capability, values });
                continue;
            }
        };
        match parts.iter_mut().find(|(known, _)| *known == suffix) {
            Some((_, flavors)) => {
                if flavors.iter().any(|(_, known)| *known == architecture) {
                    lost.insert(Loss::Indistinct { place: place.clone(), architecture: architecture.clone() });
                }
                flavors.push((index, architecture));
            }
            None => parts.push((suffix, vec![(index, architecture)])),
        }
    }
    parts.sort_by_key(|(suffix, _)| !suffix.is_empty());
    parts
}

pub(super) fn plan(profile: &Profile, format: &LegacyFormat, options: &MigrationOptions) -> Result<Plan, Refusal> {
    let spec = &profile.stored().spec;
    let names = Names { definitions: spec.capability_definitions(), options };
    let mut lost = BTreeSet::new();
    if spec.has_capabilities() {
        note_machine_types(profile, options, &mut lost);
    }
    let mut plan =
        Plan { versions: Vec::new(), entries: Vec::new(), groups: Vec::new(), forgotten: forgotten(profile) };
    for (image, offered) in spec.images().iter().enumerate() {
        for (version, stored) in offered.offered().iter().enumerate() {
            let (image_name, version_name) = (offered.name.clone(), stored.version.clone());
            let place = LossPlace { section: Section::Core, image: image_name, version: version_name };
            let flavors = stored.flavors().iter().map(|flavor| &flavor.0);
            let parts = parts(&names, flavors, &place, &mut lost);
            let mut parts: Vec<VersionPart> = parts
                .into_iter()
                .map(|(suffix, flavors)| VersionPart {
                    name: format!("{}{suffix}", stored.version),
                    architectures: distinct(flavors.into_iter().map(|(_, architecture)| architecture)),
                })
                .collect();
            if parts.is_empty() {
                let architectures = stored.legacy_architectures().to_vec();
                parts.push(VersionPart { name: stored.version.clone(), architectures });
            }
            let after: Vec<String> = parts.iter().map(|part| part.name.clone()).collect();
            let is_same = after == [stored.version.clone()];
            plan.groups.push(Group {
                image: offered.name.clone(),
                before: vec![stored.version.clone()],
                after,
                alternatives: Vec::new(),
                intent: (!is_same).then_some(Intent::SuffixAdded),
            });
            plan.versions.push(VersionPlan { image, version, parts });
        }
    }
    for (entry, mapped) in profile.mapped.iter().enumerate().filter(|(_, mapped)| mapped.has_flavors()) {
        let place = LossPlace::entry(mapped);
        let flavors = mapped.artifacts.iter().map(|artifact| &artifact.capabilities);
        let parts = parts(&names, flavors, &place, &mut lost);
        let mut entry = EntryPlan { entry, parts: Vec::new() };
        for (suffix, artifacts) in parts {
            check_form(mapped, &artifacts, format, &place, &mut lost);
            let name = format!("{}{suffix}", mapped.version);
            if format.architecture == LegacyArchitecture::Version {
                let single = artifacts.into_iter().map(|one| EntryPart { name: name.clone(), artifacts: vec![one] });
                entry.parts.extend(single);
            } else {
                entry.parts.push(EntryPart { name, artifacts });
            }
        }
        plan.entries.push(entry);
    }
    if lost.is_empty() { Ok(plan) } else { Err(Refusal::Lossy(lost.into_iter().collect())) }
}

fn forgotten(profile: &Profile) -> HashSet<usize> {
    let says_more = |capabilities: &Capabilities| capabilities.iter().any(|(name, _)| name != ARCHITECTURE);
    let types = profile.stored().spec.types().iter().enumerate();
    types.filter(|(_, one)| says_more(&one.capabilities)).map(|(index, _)| index).collect()
}

fn distinct(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}

/// Records machine types that declare more than suffixes can express.
fn note_machine_types(profile: &Profile, options: &MigrationOptions, lost: &mut BTreeSet<Loss>) {
    let spec = &profile.stored().spec;
    for definition in spec.capability_definitions().iter().filter(|one| one.name != ARCHITECTURE) {
        if options.suffixes.iter().any(|rule| rule.capability == definition.name) {
            continue;
        }
        let declares = spec.types().iter().filter(|one| {
            let values = one.capabilities.get(&definition.name);
            values.is_some_and(|values| {
                let values: HashSet<&String> = values.iter().collect();
                definition.values.iter().any(|value| !values.contains(value))
            })
        });
        let mut names = declares.map(|one| one.name.clone());
        if let Some(first) = names.next() {
            lost.insert(Loss::MachineTypes { first, more: names.count(), capability: definition.name.clone() });
        }
    }
}

/// Records what the provider's legacy format cannot express.
fn check_form(
    mapped: &MappedVersion,
    artifacts: &[(usize, String)],
    format: &LegacyFormat,
    place: &LossPlace,
    lost: &mut BTreeSet<Loss>,
) {
    let of = |index: &usize| mapped.artifacts.get(*index);
    let everywhere: BTreeSet<Option<&String>> = artifacts
        .iter()
        .filter_map(|(index, _)| of(index))
        .map(|artifact| artifact.references.iter().find(|(region, _)| region.is_none()).map(|(_, value)| value))
        .collect();
    if format.architecture != LegacyArchitecture::Version && everywhere.len() > 1 {
        lost.insert(Loss::DifferentReferences(place.clone()));
    }
    let foreign = || artifacts.iter().find(|(_, architecture)| architecture != DEFAULT_ARCHITECTURE);
    match format.architecture {
        LegacyArchitecture::Regions => {
            let silent = |(index, _): &&(usize, String)| of(index).is_some_and(|artifact| artifact.regions.is_empty());
            let all_silent = artifacts.iter().all(|one| silent(&one));
            if all_silent {
                if let Some((_, architecture)) = foreign() {
                    lost.insert(Loss::NoRegions { place: place.clone(), architecture: architecture.clone() });
                }
            } else if let Some((_, architecture)) = artifacts.iter().find(|one| silent(one)) {
                lost.insert(Loss::NoRegionFor { place: place.clone(), architecture: architecture.clone() });
            }
        }
        LegacyArchitecture::Nowhere if format.regions => {
            if let Some((_, architecture)) = foreign() {
                let (place, architecture) = (place.clone(), architecture.clone());
                lost.insert(Loss::DefaultArchitectureOnly { place, architecture });
            }
        }
        LegacyArchitecture::Nowhere | LegacyArchitecture::Version => {}
    }
}
