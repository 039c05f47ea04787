//! The conversion of the entries of a NamespacedCloudProfile to the format of its parent.

use std::collections::BTreeMap;

use rootstock_core_model::{ARCHITECTURE, CloudProfileSpec, DEFAULT_ARCHITECTURE, NodeRef};

use super::merge::{items, text};
use super::value::Value;
use crate::unreleased::FIELD as FLAVORS;
use crate::{Extension, LegacyArchitecture, LegacyFormat};

const REGIONS: &str = "regions";
const CAPABILITIES: &str = "capabilities";

/// The conversion of entries to the format of the parent.
pub(super) struct Conversion {
    /// Whether the parent registers capabilities.
    capabilities: bool,
    format: Option<LegacyFormat>,
}

impl Conversion {
    /// Returns `None` if the extension does not convert entries.
    pub(super) fn of(parent: &CloudProfileSpec, extension: &Extension) -> Option<Self> {
        let format = extension.legacy_format;
        extension.namespaced.converts_formats.then_some(Self { capabilities: parent.has_capabilities(), format })
    }

    pub(super) fn convert<'a>(&self, version: NodeRef<'a>) -> Value<'a> {
        let flavors = items(version, FLAVORS);
        match (self.capabilities, flavors.as_slice()) {
            (true, []) if self.is_regional() => to_regional_flavors(version),
            (false, [_, ..]) if self.is_regional() => to_regions(version, &flavors),
            (true, []) => self.to_flavor(version),
            (false, [flavor, ..]) => self.to_legacy(version, *flavor),
            _ => Value::Given(version),
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
        let mut flavor = Vec::new();
        let architecture = text(version, ARCHITECTURE);
        if self.declares_architecture() && !architecture.is_empty() {
            flavor.push((CAPABILITIES, only_architecture(architecture)));
        }
        let given = version.entries().filter(|(key, _)| self.is_moved(key));
        flavor.extend(given.map(|(key, value)| (key, Value::Given(value))));
        let is_kept = |key: &str| key != FLAVORS && !self.is_moved(key) && !self.is_replaced(key);
        with(version, is_kept, vec![(FLAVORS, Value::List(vec![Value::Object(flavor)]))])
    }

    fn to_legacy<'a>(&self, version: NodeRef<'a>, flavor: NodeRef<'a>) -> Value<'a> {
        let mut fields = Vec::new();
        if self.declares_architecture() {
            fields.push((ARCHITECTURE, Value::Text(architecture_of(flavor))));
            let replaced = self.format.map_or(&[][..], |format| format.replaced);
            fields.extend(replaced.iter().map(|field| (*field, Value::Bool(false))));
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
    for region in items(version, REGIONS) {
        let architecture = Some(text(region, ARCHITECTURE)).filter(|one| !one.is_empty());
        let of_architecture = by_architecture.entry(architecture.unwrap_or(DEFAULT_ARCHITECTURE)).or_default();
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
    let mut regions = Vec::new();
    for flavor in flavors {
        let architecture = architecture_of(*flavor);
        for region in items(*flavor, REGIONS) {
            regions.push(with(region, |key| key != ARCHITECTURE, vec![(ARCHITECTURE, Value::Text(architecture))]));
        }
    }
    with(version, |key| key != FLAVORS && key != REGIONS, vec![(REGIONS, Value::List(regions))])
}

/// Returns the first architecture of a flavor, or the default one.
fn architecture_of(flavor: NodeRef<'_>) -> &str {
    let declared = flavor.get(CAPABILITIES).and_then(|capabilities| capabilities.get(ARCHITECTURE));
    declared.and_then(|values| values.items().next()).and_then(NodeRef::as_str).unwrap_or(DEFAULT_ARCHITECTURE)
}

fn only_architecture(architecture: &str) -> Value<'_> {
    Value::Object(vec![(ARCHITECTURE, Value::List(vec![Value::Text(architecture)]))])
}

/// Returns an object with some of the given fields, and others.
fn with<'a>(object: NodeRef<'a>, is_kept: impl Fn(&str) -> bool, others: Vec<(&'a str, Value<'a>)>) -> Value<'a> {
    let kept = object.entries().filter(|(key, _)| is_kept(key)).map(|(key, value)| (key, Value::Given(value)));
    Value::Object(kept.chain(others).collect())
}
