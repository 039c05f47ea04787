//! The merge of a NamespacedCloudProfile into its parent.

use std::collections::{BTreeMap, HashMap};

use rootstock_core_model::{
    CloudProfileSpec, ExpirableVersion, FieldPath, Limits, MachineImage, MachineImageVersion, MachineType,
    NamespacedCloudProfileSpec, Quirks,
};
use rootstock_versioning::{Classification, Timestamp};

use super::keyed::Keyed;
use super::origin::{Effect, Origins};
use crate::canonicalize::{architectures_of, registered_architectures};
use crate::defaulting::DEFAULT_ARCHITECTURE;

/// Merges a NamespacedCloudProfile into its parent, except for `providerConfig`, which the provider merges.
///
/// `parent` is canonical ([`crate::canonicalize_cloud_profile`]), `child` has its defaults and is in the parent's
/// format ([`super::in_parent_format`]); [`super::render`] takes care of both. Lists keep the parent's order, and new
/// items are appended.
///
/// ```
/// use rootstock_admission::merge;
/// use rootstock_core_model::{CloudProfileSpec, NamespacedCloudProfileSpec, Quirks};
/// let parent: CloudProfileSpec = serde_json::from_str(
///     r#"{"kubernetes": {"versions": [{"version": "1.33.1"}, {"version": "1.32.4"}]}}"#,
/// )?;
/// let child: NamespacedCloudProfileSpec = serde_json::from_str(
///     r#"{"kubernetes": {"versions": [{"version": "1.32.4", "expirationDate": "2027-01-01T00:00:00Z"}]}}"#,
/// )?;
/// let merged = merge(&parent, &child, &Quirks::NONE);
/// assert_eq!(merged.kubernetes.offered()[1].expiration_date.map(|date| date.to_string()).as_deref(), Some("2027-01-01T00:00:00Z"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn merge(parent: &CloudProfileSpec, child: &NamespacedCloudProfileSpec, quirks: &Quirks) -> CloudProfileSpec {
    Merger::new(quirks).merge(parent, child)
}

/// A merge in progress, with the origins of its parts.
pub(super) struct Merger<'q> {
    quirks: &'q Quirks,
    pub(super) origins: Origins,
}

/// Returns the path of a field of `spec`, in the child and in the result alike.
fn spec(field: &'static str) -> FieldPath {
    FieldPath::root().field("spec").field(field)
}

impl<'q> Merger<'q> {
    pub(super) fn new(quirks: &'q Quirks) -> Self {
        Self { quirks, origins: Origins::default() }
    }

    pub(super) fn merge(&mut self, parent: &CloudProfileSpec, child: &NamespacedCloudProfileSpec) -> CloudProfileSpec {
        let mut merged = parent.clone();
        if child.kubernetes.is_some() {
            let versions = self.kubernetes(parent.kubernetes.offered(), child.kubernetes_versions());
            merged.kubernetes.versions = versions.into_list(parent.kubernetes.versions.as_ref());
        }
        let images = self.images(parent.images(), child.images());
        merged.machine_images = images.into_list(parent.machine_images.as_ref());
        let types = self.replace(parent.types(), child.types(), |item| &item.name, &spec("machineTypes"));
        merged.machine_types = types.into_list(parent.machine_types.as_ref());
        let volumes = parent.volume_types.as_deref().unwrap_or_default();
        let volumes = self.replace(volumes, child.volumes(), |item| &item.name, &spec("volumeTypes"));
        merged.volume_types = volumes.into_list(parent.volume_types.as_ref());
        self.ca_bundle(&mut merged, child);
        self.limits(&mut merged, child);
        fill_in_architectures(&mut merged);
        merged
    }

    /// Overrides the dates of the parent's versions; adds no versions.
    fn kubernetes<'a>(
        &mut self,
        parent: &'a [ExpirableVersion],
        child: &'a [ExpirableVersion],
    ) -> Keyed<'a, ExpirableVersion> {
        let list = spec("kubernetes").field("versions");
        let mut merged = Keyed::new(parent, |item| &item.version);
        for (index, version) in child.iter().enumerate() {
            if let Some((place, merged)) = merged.get_mut(&version.version) {
                let (path, from) = (list.clone().index(place), list.clone().index(index));
                self.date(&mut merged.expiration_date, version.expiration_date, path, from);
            }
        }
        merged
    }

    fn images<'a>(&mut self, parent: &'a [MachineImage], child: &'a [MachineImage]) -> Keyed<'a, MachineImage> {
        let list = spec("machineImages");
        let mut merged = Keyed::new(parent, |item| &item.name);
        let mut bases: HashMap<&str, &'a MachineImage> =
            parent.iter().map(|image| (image.name.as_str(), image)).collect();
        // The versions of the images that both have, by place.
        let mut merged_versions: BTreeMap<usize, Keyed<'a, MachineImageVersion>> = BTreeMap::new();
        for (index, image) in child.iter().enumerate() {
            let from = list.clone().index(index);
            let Some((place, existing)) = merged.get_mut(&image.name) else {
                let (place, _) = merged.put(image);
                bases.insert(&image.name, image);
                self.origins.add(list.clone().index(place), from, Effect::Added);
                continue;
            };
            let path = list.clone().index(place);
            if let Some(strategy) = image.update_strategy.as_ref().filter(|strategy| !strategy.is_empty()) {
                let old = existing.update_strategy.replace(strategy.clone());
                let (path, from) = (path.clone().field("updateStrategy"), from.clone().field("updateStrategy"));
                let effect = if old.is_some() { Effect::Replaced } else { Effect::Added };
                self.origins.add_over(path, from, effect, old);
            }
            let versions = merged_versions.entry(place).or_insert_with(|| {
                existing.versions.take_if(|versions| !versions.is_empty());
                let base = bases.get(image.name.as_str()).map(|base| base.offered()).unwrap_or_default();
                Keyed::new(base, |item| &item.version)
            });
            self.versions(versions, image.offered(), &path, &from);
        }
        for (place, versions) in merged_versions {
            if let (Some(image), Some(versions)) = (merged.at_mut(place), versions.into_list(None)) {
                image.versions = Some(versions);
            }
        }
        merged
    }

    fn versions<'a>(
        &mut self,
        merged: &mut Keyed<'a, MachineImageVersion>,
        child: &'a [MachineImageVersion],
        path: &FieldPath,
        from: &FieldPath,
    ) {
        let (list, from) = (path.clone().field("versions"), from.clone().field("versions"));
        for (index, version) in child.iter().enumerate() {
            let from = from.clone().index(index);
            match merged.get_mut(&version.version) {
                Some((place, existing)) if !self.redefines(version) => {
                    self.override_version(existing, version, list.clone().index(place), from);
                }
                _ => {
                    let (place, is_new) = merged.put(version);
                    let effect = if is_new { Effect::Added } else { Effect::Replaced };
                    self.origins.add(list.clone().index(place), from, effect);
                }
            }
        }
    }

    /// Returns whether an entry is a complete definition, which replaces the parent's, and not an override.
    fn redefines(&self, version: &MachineImageVersion) -> bool {
        !version.legacy_architectures().is_empty()
            || !version.flavors().is_empty()
            || version.cri.as_ref().is_some_and(|cri| !cri.is_empty())
            || version.kubelet_version_constraint.as_ref().is_some_and(|constraint| !constraint.is_empty())
            || (self.quirks.namespaced_cloud_profile.override_classification_is_forbidden
                && classification(version).is_some())
    }

    fn override_version(
        &mut self,
        existing: &mut MachineImageVersion,
        version: &MachineImageVersion,
        path: FieldPath,
        from: FieldPath,
    ) {
        if let Some(classification) = classification(version) {
            let old = existing.classification.replace(classification.clone());
            let effect = if old.is_some() { Effect::Replaced } else { Effect::Added };
            let (path, from) = (path.clone().field("classification"), from.clone().field("classification"));
            self.origins.add_over(path, from, effect, old.map(|old| old.to_string()));
        }
        self.date(&mut existing.expiration_date, version.expiration_date, path, from);
    }

    /// Sets the date of an override; in Gardener an absent one removes the parent's.
    fn date(&mut self, old: &mut Option<Timestamp>, new: Option<Timestamp>, path: FieldPath, from: FieldPath) {
        const FIELD: &str = "expirationDate";
        let parent = old.map(|old| old.to_string());
        match new {
            Some(_) => {
                let effect = if old.is_some() { Effect::Replaced } else { Effect::Added };
                self.origins.add_over(path.field(FIELD), from.field(FIELD), effect, parent);
            }
            None if self.quirks.namespaced_cloud_profile.override_without_date_clears_it => {
                if old.is_some() {
                    self.origins.add_over(path.field(FIELD), from, Effect::Removed, parent);
                }
            }
            None => return,
        }
        *old = new;
    }

    /// Replaces items of the parent by those with the same name.
    fn replace<'a, T: Clone>(
        &mut self,
        parent: &'a [T],
        child: &'a [T],
        key: fn(&T) -> &str,
        list: &FieldPath,
    ) -> Keyed<'a, T> {
        let mut merged = Keyed::new(parent, key);
        for (index, item) in child.iter().enumerate() {
            let (place, is_new) = merged.put(item);
            let effect = if is_new { Effect::Added } else { Effect::Replaced };
            self.origins.add(list.clone().index(place), list.clone().index(index), effect);
        }
        merged
    }

    /// Appends the bundle. Gardener inserts no line break, so that the last line of one and the first of the other
    /// become one line.
    fn ca_bundle(&mut self, merged: &mut CloudProfileSpec, child: &NamespacedCloudProfileSpec) {
        let Some(bundle) = &child.ca_bundle else { return };
        let effect = if merged.ca_bundle.is_some() { Effect::Appended } else { Effect::Added };
        let whole = merged.ca_bundle.get_or_insert_default();
        if !self.quirks.namespaced_cloud_profile.ca_bundles_are_glued && !whole.is_empty() && !whole.ends_with('\n') {
            whole.push('\n');
        }
        whole.push_str(bundle);
        self.origins.add(spec("caBundle"), spec("caBundle"), effect);
    }

    fn limits(&mut self, merged: &mut CloudProfileSpec, child: &NamespacedCloudProfileSpec) {
        let Some(Limits { max_nodes_total }) = child.limits else { return };
        let limits = merged.limits.get_or_insert_default();
        if let Some(most) = max_nodes_total.filter(|most| *most > 0) {
            let old = limits.max_nodes_total.replace(most);
            let path = spec("limits").field("maxNodesTotal");
            let effect = if old.is_some() { Effect::Replaced } else { Effect::Added };
            self.origins.add_over(path.clone(), path, effect, old.map(|old| old.to_string()));
        }
    }
}

/// Returns the classification of an entry; an empty one counts as absent.
fn classification(version: &MachineImageVersion) -> Option<&Classification> {
    version.classification.as_ref().filter(|classification| !classification.as_str().is_empty())
}

/// Fills in the legacy fields of the result where they are empty.
fn fill_in_architectures(merged: &mut CloudProfileSpec) {
    let registered = registered_architectures(merged).unwrap_or_default().to_vec();
    for machine_type in merged.machine_types.iter_mut().flatten() {
        fill_in_type(machine_type, &registered);
    }
    for version in merged.machine_images.iter_mut().flatten().flat_map(|image| image.versions.iter_mut().flatten()) {
        if version.legacy_architectures().is_empty() {
            let mut architectures = architectures_of(version.flavors(), &registered);
            if architectures.is_empty() {
                architectures.push(DEFAULT_ARCHITECTURE.to_owned());
            }
            version.architectures = Some(architectures);
        }
    }
}

fn fill_in_type(machine_type: &mut MachineType, registered: &[String]) {
    let capability = machine_type.capabilities.get(rootstock_core_model::ARCHITECTURE).unwrap_or(registered);
    let effective = match capability {
        [architecture] => Some(architecture),
        _ => machine_type.architecture.as_ref(),
    };
    match effective.filter(|architecture| !architecture.is_empty()).cloned() {
        None => machine_type.architecture = Some(DEFAULT_ARCHITECTURE.to_owned()),
        Some(effective) => _ = machine_type.architecture.get_or_insert(effective),
    }
}
