//! Capabilities that follow from facts, as changes of a profile.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_analysis::Profile;
use rootstock_core_model::{ARCHITECTURE, Capabilities, FeatureGates, FieldPath, RawObject, Segment};
use rootstock_facts::{FactIndex, FactList, FactMapping};
use rootstock_provider_api::ImageReference;
use serde::Serialize;

use crate::base::Base;
use crate::profile_place::Step;
use crate::{FieldSetting, MachineTypeFields, ProfileChange, ProfilePlace, Refusal};

/// Changes of a profile that follow from facts.
#[derive(Debug, Clone, Default)]
pub struct Inference {
    /// The changes, in the order in which they are to be made.
    pub changes: Vec<ProfileChange>,
    /// The reasons, by capability.
    pub reasons: Vec<InferredChange>,
}

/// A capability that follows from facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InferredChange {
    /// The capability.
    pub capability: String,
    /// Whether it is registered by the change.
    pub is_new: bool,
    /// The machine types that get values.
    pub machine_types: Vec<String>,
    /// The flavors that get values: image, version, and the capabilities that they have.
    pub flavors: Vec<String>,
    /// Flavors that cannot be told from others of their version, and stay as they are.
    pub ambiguous: Vec<String>,
    /// The documents that say that the cloud compares the values.
    pub because: Vec<String>,
}

/// Returns the capabilities of machine types and flavors that follow from facts, by a table of their meanings.
///
/// A capability that the profile does not register is added if it decides something: if some machine type cannot boot some flavor
/// because of it. Values that the profile declares stay, whatever the facts are; [`verify`](rootstock_facts::verify) reports
/// contradictions. A machine type or flavor that supports every value does not get any, because that is what an omission means.
///
/// # Errors
///
/// Returns an error if the profile cannot be edited, or if it does not have capabilities yet.
pub fn infer(
    profile: &Arc<Profile>,
    gates: FeatureGates,
    table: &[FactMapping],
    facts: &FactList,
) -> Result<Inference, Refusal> {
    let base = Base::of(profile, gates)?;
    if !base.spec().has_capabilities() {
        return Err(Refusal::WithoutCapabilities);
    }
    let index = FactIndex::new(&facts.facts, &base.spec().provider_type);
    let flavors = flavors(&base);
    let mut by_capability: BTreeMap<&str, Vec<&FactMapping>> = BTreeMap::new();
    for row in table.iter().filter(|row| row.capability != ARCHITECTURE) {
        by_capability.entry(&row.capability).or_default().push(row);
    }
    let mut result = Inference::default();
    let mut type_values: BTreeMap<&str, Capabilities> = BTreeMap::new();
    let mut flavor_values: BTreeMap<usize, Capabilities> = BTreeMap::new();
    for (name, rows) in by_capability {
        let definition = base.registered().iter().find(|one| one.name == name);
        let registered = definition.map(|one| one.values.as_slice());
        let types: Vec<(&str, Option<BTreeSet<&str>>)> = base
            .spec()
            .types()
            .iter()
            .map(|one| {
                let facts = index.of_machine_type(&one.name);
                (one.name.as_str(), known(&rows, registered, facts.iter().map(|fact| &fact.attributes)))
            })
            .collect();
        let images: Vec<Option<BTreeSet<&str>>> = flavors
            .iter()
            .map(|flavor| {
                // A flavor is one build, so what is known in one region holds in all.
                let sets = flavor.references.iter().filter_map(|reference| {
                    let facts = index.of_image(reference);
                    known(&rows, registered, facts.iter().map(|fact| &fact.attributes))
                });
                sets.reduce(|one, other| one.intersection(&other).copied().collect()).filter(|set| !set.is_empty())
            })
            .collect();
        let decides = || {
            let machines: BTreeSet<&BTreeSet<&str>> = types.iter().filter_map(|(_, set)| set.as_ref()).collect();
            let images: BTreeSet<&BTreeSet<&str>> = images.iter().flatten().collect();
            machines.iter().any(|machine| images.iter().any(|image| machine.is_disjoint(image)))
        };
        if registered.is_none() && !decides() {
            continue;
        }
        let in_use: BTreeSet<&str> = types
            .iter()
            .filter_map(|(_, set)| set.as_ref())
            .chain(images.iter().flatten())
            .flatten()
            .copied()
            .collect();
        let values: Vec<&str> = match registered {
            Some(values) => values.iter().map(String::as_str).collect(),
            None => preferred(&rows).into_iter().filter(|value| in_use.contains(value)).collect(),
        };
        let mut reason = InferredChange {
            capability: name.to_owned(),
            is_new: registered.is_none(),
            machine_types: Vec::new(),
            flavors: Vec::new(),
            ambiguous: Vec::new(),
            because: rows.iter().map(|row| row.because.clone()).collect::<BTreeSet<_>>().into_iter().collect(),
        };
        let narrowed = |set: &BTreeSet<&str>| -> Option<Vec<String>> {
            let own: Vec<String> =
                values.iter().filter(|value| set.contains(*value)).map(|one| (*one).to_owned()).collect();
            (!own.is_empty() && own.len() < values.len()).then_some(own)
        };
        for ((machine_type, set), own) in types.iter().zip(base.spec().types()) {
            let Some(narrowed) = set.as_ref().and_then(narrowed).filter(|_| own.capabilities.get(name).is_none())
            else {
                continue;
            };
            type_values.entry(machine_type).or_default().insert(name, narrowed);
            reason.machine_types.push((*machine_type).to_owned());
        }
        for ((place, flavor), set) in flavors.iter().enumerate().zip(&images) {
            let undeclared = flavor.capabilities.get(name).is_none();
            let Some(narrowed) = set.as_ref().and_then(narrowed).filter(|_| undeclared) else { continue };
            if flavor.is_ambiguous {
                reason.ambiguous.push(flavor.to_string());
                continue;
            }
            flavor_values.entry(place).or_default().insert(name, narrowed);
            reason.flavors.push(flavor.to_string());
        }
        let is_change = !reason.machine_types.is_empty() || !reason.flavors.is_empty();
        if reason.is_new && is_change {
            let steps = [field("spec"), field("machineCapabilities"), named(name), field("values")];
            result.changes.push(set(&steps, &values));
        }
        if is_change || !reason.ambiguous.is_empty() {
            result.reasons.push(reason);
        }
    }
    let of_type = |(name, capabilities): (&str, Capabilities)| {
        ProfileChange::ChangeMachineType(MachineTypeFields { capabilities, ..MachineTypeFields::named(name) })
    };
    result.changes.extend(type_values.into_iter().map(of_type));
    result.changes.extend(flavor_changes(&base, &flavors, &flavor_values));
    Ok(result)
}

/// Returns the values of a capability that follow from facts, in the profile's spelling; `None` if nothing is known.
fn known<'r>(
    rows: &[&'r FactMapping],
    registered: Option<&[String]>,
    attributes: impl Iterator<Item = &'r Capabilities> + Clone,
) -> Option<BTreeSet<&'r str>> {
    let of_row = |row: &&'r FactMapping| {
        // Meanings may share a spelling: a value that means any hypervisor, for instance.
        let meanings = attributes.clone().filter_map(|one| row.meanings_of(one)).flatten();
        let set: BTreeSet<&'r str> = meanings.filter_map(|one| spelling(&one.capability, registered)).collect();
        (!set.is_empty()).then_some(set)
    };
    rows.iter().filter_map(of_row).reduce(|one, other| one.intersection(&other).copied().collect())
}

/// Returns the spelling of a value that the profile registers, or the first one.
fn spelling<'r>(spellings: &'r [String], registered: Option<&[String]>) -> Option<&'r str> {
    match registered {
        Some(registered) => spellings.iter().find(|one| registered.contains(one)).map(String::as_str),
        None => spellings.first().map(String::as_str),
    }
}

/// Returns the values of a capability, the most preferred first.
fn preferred<'r>(rows: &[&'r FactMapping]) -> Vec<&'r str> {
    let mut all: Vec<&str> = Vec::new();
    for value in rows.iter().flat_map(|row| &row.values).filter_map(|one| one.capability.first()) {
        if !all.contains(&value.as_str()) {
            all.push(value);
        }
    }
    all
}

/// A flavor of a version in the provider section, with its references.
struct MappedFlavor<'b> {
    image: &'b str,
    version: &'b str,
    capabilities: &'b Capabilities,
    references: Vec<&'b ImageReference>,
    /// Whether its capabilities also match another flavor of its version.
    is_ambiguous: bool,
}

impl std::fmt::Display for MappedFlavor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.image, self.version, self.capabilities)
    }
}

impl MappedFlavor<'_> {
    /// Returns the name of the item: its capabilities.
    fn name(&self) -> String {
        let values = self.capabilities.iter().flat_map(|(name, values)| values.iter().map(move |value| (name, value)));
        values.map(|(name, value)| format!("{name}:{value}")).collect::<Vec<_>>().join(",")
    }
}

fn flavors(base: &Base) -> Vec<MappedFlavor<'_>> {
    let mut flavors: Vec<MappedFlavor<'_>> = Vec::new();
    let mut last: Option<&FieldPath> = None;
    for reference in base.references.iter().filter(|one| is_flavor(one.path.artifact())) {
        let path = &**reference.path.artifact();
        match flavors.last_mut().filter(|_| last == Some(path)) {
            Some(flavor) => flavor.references.push(reference),
            None => flavors.push(MappedFlavor {
                image: &reference.image,
                version: &reference.version,
                capabilities: &reference.capabilities,
                references: vec![reference],
                is_ambiguous: false,
            }),
        }
        last = Some(path);
    }
    let mut by_version: BTreeMap<(&str, &str), Vec<&Capabilities>> = BTreeMap::new();
    for flavor in &flavors {
        by_version.entry((flavor.image, flavor.version)).or_default().push(flavor.capabilities);
    }
    for flavor in &mut flavors {
        let own = flavor.capabilities;
        let others = by_version.get(&(flavor.image, flavor.version)).map(Vec::as_slice).unwrap_or_default();
        let matches = |other: &&&Capabilities| own.iter().all(|(name, values)| other.get(name) == Some(values));
        flavor.is_ambiguous = own.is_empty() || others.iter().filter(matches).count() > 1;
    }
    flavors
}

fn is_flavor(artifact: &FieldPath) -> bool {
    let segments = artifact.segments();
    segments.iter().any(|one| matches!(one, Segment::Field(name) if name == "capabilityFlavors"))
}

/// Returns the changes of flavors in both sections. If all versions have a flavor and get the same, they get it in one change.
fn flavor_changes(
    base: &Base,
    flavors: &[MappedFlavor<'_>],
    values: &BTreeMap<usize, Capabilities>,
) -> Vec<ProfileChange> {
    let versions: BTreeMap<&str, usize> =
        base.spec().images().iter().map(|image| (image.name.as_str(), image.offered().len())).collect();
    let mut groups: BTreeMap<(&str, String), Vec<(usize, &MappedFlavor<'_>)>> = BTreeMap::new();
    for (place, flavor) in flavors.iter().enumerate() {
        groups.entry((flavor.image, flavor.name())).or_default().push((place, flavor));
    }
    let mut changes = Vec::new();
    for ((image, name), group) in groups {
        let first = group.first().and_then(|(place, _)| values.get(place));
        let is_common = group.iter().all(|(place, flavor)| values.get(place) == first && !flavor.is_ambiguous)
            && group.len() > 1
            && versions.get(image) == Some(&group.len());
        let versions: Vec<(&str, &Capabilities)> = match first.filter(|_| is_common) {
            Some(common) => vec![("*", common)],
            None => group.iter().filter_map(|(place, flavor)| Some((flavor.version, values.get(place)?))).collect(),
        };
        for (version, values) in versions {
            for section in [&["spec"][..], &["spec", "providerConfig"]] {
                let mut steps: Vec<Step> = section.iter().map(|one| field(one)).collect();
                steps.extend([field("machineImages"), named(image), field("versions"), named(version)]);
                steps.extend([field("capabilityFlavors"), named(&name)]);
                if section.len() > 1 {
                    steps.push(field("capabilities"));
                }
                changes.push(set(&steps, values));
            }
        }
    }
    changes
}

fn field(name: &str) -> Step {
    Step::Field(name.to_owned())
}

fn named(name: &str) -> Step {
    Step::Named(name.to_owned())
}

fn set(steps: &[Step], value: &impl Serialize) -> ProfileChange {
    ProfileChange::Set(FieldSetting { place: ProfilePlace::of(steps), value: RawObject::from_serialize(value).ok() })
}
