//! What is left of a profile: fields that no question here is about.

use std::collections::BTreeSet;

use rootstock_core_model::{CloudProfileSpec, NodeRef, RawObject};
use serde::Serialize;

use crate::properties::{PropertyChange, Subject};

/// Fields of `spec` that both profiles fill differently and that nobody else compares, and those of `providerConfig` beside its
/// images.
pub(crate) fn changes([old, new]: [&CloudProfileSpec; 2]) -> Vec<PropertyChange> {
    let mut changes = Vec::new();
    let mut note = |property: &'static str, from: Option<String>, to: Option<String>| {
        if from != to {
            changes.push(PropertyChange { subject: Subject::Profile, property, from, to });
        }
    };
    note("type", Some(old.provider_type.clone()), Some(new.provider_type.clone()));
    let most = |spec: &CloudProfileSpec| Some(spec.limits.as_ref()?.max_nodes_total?.to_string());
    note("limits.maxNodesTotal", most(old), most(new));
    let pinning = |spec: &CloudProfileSpec| Some(spec.control_plane.as_ref()?.allow_zone_pinning?.to_string());
    note("controlPlane.allowZonePinning", pinning(old), pinning(new));
    note("caBundle", old.ca_bundle.clone(), new.ca_bundle.clone());
    note("bastion", json(old.bastion.as_ref()), json(new.bastion.as_ref()));
    note("seedSelector", seeds(old), seeds(new));
    if !same_beside_images(old.provider_config.as_ref(), new.provider_config.as_ref()) {
        let shown = |config: &Option<RawObject>| beside_images(config.as_ref()).map(|parts| parts.join(", "));
        changes.push(PropertyChange {
            subject: Subject::Profile,
            property: "providerConfig",
            from: shown(&old.provider_config),
            to: shown(&new.provider_config),
        });
    }
    changes
}

fn json(value: Option<&impl Serialize>) -> Option<String> {
    serde_json::to_string(value?).ok()
}

/// The selector as a text in which order does not matter.
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

/// The image list is what everything else here is about.
const IMAGES: &str = "machineImages";

fn same_beside_images(old: Option<&RawObject>, new: Option<&RawObject>) -> bool {
    let entries = |config: Option<&RawObject>| -> Vec<(String, RawObject)> {
        let Some(config) = config else { return Vec::new() };
        let entries = config.node().entries().filter(|(key, _)| *key != IMAGES).collect::<Vec<_>>();
        entries.into_iter().map(|(key, node): (_, NodeRef<'_>)| (key.to_string(), RawObject::new(node))).collect()
    };
    let (old, new) = (entries(old), entries(new));
    old.len() == new.len() && old.iter().all(|entry| new.contains(entry))
}

/// The fields beside the images, as compact JSON.
fn beside_images(config: Option<&RawObject>) -> Option<Vec<String>> {
    let node = config?.node();
    let entries = node.entries().filter(|(key, _)| *key != IMAGES);
    Some(entries.filter_map(|(key, node)| Some(format!("{key}: {}", serde_json::to_string(&node).ok()?))).collect())
}
