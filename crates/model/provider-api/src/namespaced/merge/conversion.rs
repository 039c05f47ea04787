//! The conversion of the entries of a NamespacedCloudProfile to the format of its parent.

use std::collections::{BTreeMap, HashSet};

use rootstock_core_model::{ARCHITECTURE, CloudProfileSpec, DEFAULT_ARCHITECTURE, NodeRef, Scalar};

use super::{items, text};
use crate::namespaced::value::Value;
use crate::unreleased::FIELD as FLAVORS;
use crate::{Extension, LegacyArchitecture, LegacyFormat};

const REGIONS: &str = "regions";
const CAPABILITIES: &str = "capabilities";

/// The conversion of entries to the format of the parent.
pub(super) struct Conversion {
    /// Whether the parent registers capabilities.
    capabilities: bool,
    format: Option<LegacyFormat>,
    /// Whether the parent registers several architectures, so that a flavor says which one it is for.
    several_architectures: bool,
    /// The fields of an entry that a capability replaces.
    replaced: Vec<Replaced>,
}

/// A field of an entry that a capability replaces, if it is `true`.
struct Replaced {
    field: &'static str,
    /// The capability, as the release of the extension calls it.
    name: &'static str,
    /// The values of the capability, most preferred first.
    values: &'static [&'static str],
    /// Whether the parent registers the capability.
    is_registered: bool,
}

impl Conversion {
    /// Returns `None` if the extension does not convert entries.
    pub(super) fn of(parent: &CloudProfileSpec, extension: &Extension) -> Option<Self> {
        let definitions = parent.capability_definitions();
        let format = extension.legacy_format;
        let replaced = format.into_iter().flat_map(|format| format.replaced.iter().zip(format.capabilities));
        let replaced = replaced.map(|(field, (name, values))| {
            let is_registered = definitions.iter().any(|one| one.name == *name);
            Replaced { field, name, values, is_registered }
        });
        extension.namespaced.converts_formats.then(|| Self {
            capabilities: parent.has_capabilities(),
            format,
            several_architectures: definitions.iter().any(|one| one.name == ARCHITECTURE && one.values.len() > 1),
            replaced: replaced.collect(),
        })
    }

    /// Converts the entries of an image: each with the position of the entry that it is made from, and its version.
    pub(super) fn convert_all<'a>(&self, versions: Vec<NodeRef<'a>>) -> Vec<(usize, &'a str, Value<'a>)> {
        let entries = versions.into_iter().enumerate();
        let entries: Vec<_> = entries.map(|(place, version)| (place, text(version, "version"), version)).collect();
        match self.declares_architecture() {
            true if self.capabilities => self.to_flavors(&entries),
            true => {
                entries.into_iter().flat_map(|(place, name, version)| self.to_entries(place, name, version)).collect()
            }
            false => entries.into_iter().map(|(place, name, version)| (place, name, self.convert(version))).collect(),
        }
    }

    fn convert<'a>(&self, version: NodeRef<'a>) -> Value<'a> {
        let flavors = items(version, FLAVORS);
        match (self.capabilities, flavors.as_slice()) {
            (true, []) if self.is_regional() => to_regional_flavors(version),
            // Of an entry with both formats, the one of the parent counts.
            (true, [_, ..]) if self.is_regional() => with(version, |key| key != REGIONS, Vec::new()),
            (false, [_, ..]) if self.is_regional() && !items(version, REGIONS).is_empty() => {
                with(version, |key| key != FLAVORS, Vec::new())
            }
            (false, [_, ..]) if self.is_regional() => to_regions(version, &flavors),
            (true, []) => self.with_flavors(version, vec![self.to_flavor(version)]),
            (false, [flavor, ..]) => self.to_legacy(version, *flavor),
            _ => Value::Given(version),
        }
    }

    /// Joins the entries for each version, one for each architecture, to one with flavors.
    fn to_flavors<'a>(&self, entries: &[(usize, &'a str, NodeRef<'a>)]) -> Vec<(usize, &'a str, Value<'a>)> {
        let mut seen = HashSet::new();
        let first = entries.iter().filter(|(_, name, _)| seen.insert(*name));
        let joined = first.map(|(place, name, version)| {
            let of_version = || entries.iter().filter(move |(_, one, _)| one == name).map(|(.., entry)| *entry);
            let flavors = of_version().flat_map(|entry| match items(entry, FLAVORS) {
                flavors if flavors.is_empty() => vec![self.to_flavor(entry)],
                flavors => flavors.into_iter().map(Value::Given).collect(),
            });
            (*place, *name, self.with_flavors(*version, flavors.collect()))
        });
        joined.collect()
    }

    /// Divides an entry with flavors into one for each.
    fn to_entries<'a>(&self, place: usize, name: &'a str, version: NodeRef<'a>) -> Vec<(usize, &'a str, Value<'a>)> {
        match items(version, FLAVORS) {
            flavors if flavors.is_empty() => vec![(place, name, Value::Given(version))],
            flavors => flavors.into_iter().map(|flavor| (place, name, self.to_legacy(version, flavor))).collect(),
        }
    }

    fn is_regional(&self) -> bool {
        self.format.is_some_and(|format| format.regions)
    }

    fn is_moved(&self, field: &str) -> bool {
        self.format.is_some_and(|format| format.moved.contains(&field))
    }

    /// Whether the field of an entry becomes a capability of its flavor.
    fn is_replaced(&self, field: &str) -> bool {
        let is_architecture = field == ARCHITECTURE && self.declares_architecture();
        is_architecture || self.format.is_some_and(|format| format.replaced.contains(&field))
    }

    fn declares_architecture(&self) -> bool {
        self.format.is_some_and(|format| format.architecture == LegacyArchitecture::Version)
    }

    fn to_flavor<'a>(&self, version: NodeRef<'a>) -> Value<'a> {
        let mut capabilities = Vec::new();
        if self.declares_architecture() && self.several_architectures {
            let architecture = Some(text(version, ARCHITECTURE)).filter(|one| !one.is_empty());
            capabilities.push((ARCHITECTURE, list([architecture.unwrap_or(DEFAULT_ARCHITECTURE)])));
        }
        for replaced in self.replaced.iter().filter(|replaced| replaced.is_registered) {
            let is_set = version.get(replaced.field).and_then(NodeRef::as_scalar) == Some(Scalar::Bool(true));
            // The least preferred value is one that everything supports.
            let count = if is_set { replaced.values.len() } else { 1 };
            capabilities.push((replaced.name, list(replaced.values.iter().rev().take(count).copied())));
        }
        let mut flavor = Vec::new();
        if !capabilities.is_empty() {
            flavor.push((CAPABILITIES, Value::Object(capabilities)));
        }
        let given = version.entries().filter(|(key, _)| self.is_moved(key));
        flavor.extend(given.map(|(key, value)| (key, Value::Given(value))));
        Value::Object(flavor)
    }

    fn with_flavors<'a>(&self, version: NodeRef<'a>, flavors: Vec<Value<'a>>) -> Value<'a> {
        let is_kept = |key: &str| key != FLAVORS && !self.is_moved(key) && !self.is_replaced(key);
        with(version, is_kept, vec![(FLAVORS, Value::List(flavors))])
    }

    fn to_legacy<'a>(&self, version: NodeRef<'a>, flavor: NodeRef<'a>) -> Value<'a> {
        let mut fields = Vec::new();
        if self.declares_architecture() {
            fields.push((ARCHITECTURE, Value::Text(architecture_of(flavor))));
            fields.extend(self.replaced.iter().map(|replaced| {
                let first = values_of(flavor, replaced.name).into_iter().next();
                (replaced.field, Value::Bool(first.is_some() && first == replaced.values.first().copied()))
            }));
        }
        let given = flavor.entries().filter(|(key, _)| self.is_moved(key));
        fields.extend(given.map(|(key, value)| (key, Value::Given(value))));
        let is_kept = |key: &str| key != FLAVORS && !self.is_moved(key) && !self.is_replaced(key);
        with(version, is_kept, fields)
    }
}

/// Divides the regions of an entry by architecture: a flavor each.
fn to_regional_flavors(version: NodeRef<'_>) -> Value<'_> {
    let mut by_architecture: BTreeMap<&str, Vec<Value<'_>>> = BTreeMap::new();
    for region in by_name(items(version, REGIONS)) {
        // An empty architecture is kept, unlike one that is not written.
        let architecture = region.get(ARCHITECTURE).filter(|one| !one.is_null());
        let architecture = architecture.map_or(DEFAULT_ARCHITECTURE, |one| one.as_str().unwrap_or_default());
        let of_architecture = by_architecture.entry(architecture).or_default();
        of_architecture.push(with(region, |key| key != ARCHITECTURE, Vec::new()));
    }
    if by_architecture.is_empty() {
        return Value::Given(version);
    }
    let flavors = by_architecture.into_iter().map(|(architecture, regions)| {
        Value::Object(vec![(CAPABILITIES, only_architecture(architecture)), (REGIONS, Value::List(regions))])
    });
    let flavors = Value::List(flavors.collect());
    with(version, |key| key != FLAVORS && key != REGIONS, vec![(FLAVORS, flavors)])
}

/// Joins the regions of flavors, each with the architecture of its flavor.
fn to_regions<'a>(version: NodeRef<'a>, flavors: &[NodeRef<'a>]) -> Value<'a> {
    let given = flavors
        .iter()
        .flat_map(|flavor| items(*flavor, REGIONS).into_iter().map(|region| (region, architecture_of(*flavor))));
    let mut given: Vec<_> = given.collect();
    given.sort_by_key(|(region, _)| text(*region, "name"));
    let regions = given.into_iter().map(|(region, architecture)| {
        with(region, |key| key != ARCHITECTURE, vec![(ARCHITECTURE, Value::Text(architecture))])
    });
    let regions = regions.collect();
    with(version, |key| key != FLAVORS && key != REGIONS, vec![(REGIONS, Value::List(regions))])
}

/// Returns regions sorted by name, as the extensions do.
fn by_name(mut regions: Vec<NodeRef<'_>>) -> Vec<NodeRef<'_>> {
    regions.sort_by_key(|region| text(*region, "name"));
    regions
}

/// Returns the first architecture of a flavor, or the default one.
fn architecture_of(flavor: NodeRef<'_>) -> &str {
    values_of(flavor, ARCHITECTURE).first().copied().unwrap_or(DEFAULT_ARCHITECTURE)
}

/// Returns the values of a capability of a flavor.
fn values_of<'a>(flavor: NodeRef<'a>, name: &str) -> Vec<&'a str> {
    let declared = flavor.get(CAPABILITIES).and_then(|capabilities| capabilities.get(name));
    declared.into_iter().flat_map(NodeRef::items).filter_map(NodeRef::as_str).collect()
}

fn only_architecture(architecture: &str) -> Value<'_> {
    Value::Object(vec![(ARCHITECTURE, list([architecture]))])
}

fn list<'a>(texts: impl IntoIterator<Item = &'a str>) -> Value<'a> {
    Value::List(texts.into_iter().map(Value::Text).collect())
}

/// Returns an object with some of the given fields, and others.
fn with<'a>(object: NodeRef<'a>, is_kept: impl Fn(&str) -> bool, others: Vec<(&'a str, Value<'a>)>) -> Value<'a> {
    let kept = object.entries().filter(|(key, _)| is_kept(key)).map(|(key, value)| (key, Value::Given(value)));
    Value::Object(kept.chain(others).collect())
}
