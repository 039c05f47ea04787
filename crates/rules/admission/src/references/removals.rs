//! The removals and additions of an update of a CloudProfile.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rootstock_core_model::{CloudProfileSpec, MachineImage};

/// The differences between two profiles that users may notice. Names are in the order of the old profile.
#[derive(Debug, Default)]
pub(super) struct Removals<'a> {
    /// Kubernetes versions.
    pub(super) kubernetes: Vec<&'a str>,
    /// Images that are removed entirely.
    pub(super) images: Vec<&'a str>,
    /// Versions of images, including those of images that are removed entirely.
    pub(super) image_versions: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Values of capabilities; a removed capability loses all of them.
    pub(super) capabilities: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Removals<'a> {
    pub(super) fn between(old: &'a CloudProfileSpec, new: &CloudProfileSpec) -> Self {
        let left: HashSet<&str> = new.kubernetes.offered().iter().map(|version| version.version.as_str()).collect();
        let was = old.kubernetes.offered().iter().map(|version| version.version.as_str());
        let mut removals =
            Self { kubernetes: was.filter(|version| !left.contains(version)).collect(), ..Self::default() };
        let images_left = by_name(new.images(), |image| &image.name);
        for image in old.images() {
            let left = images_left.get(image.name.as_str());
            if left.is_none() {
                removals.images.push(&image.name);
            }
            removals.add_versions(image, left.into_iter().flatten().copied());
        }
        let definitions_left = by_name(new.capability_definitions(), |definition| &definition.name);
        for definition in old.capability_definitions() {
            let left = definitions_left.get(definition.name.as_str()).into_iter().flatten();
            let left: HashSet<&String> = left.flat_map(|left| &left.values).collect();
            let removed = definition.values.iter().filter(|value| !left.contains(value));
            let removed: Vec<&str> = removed.map(String::as_str).collect();
            if !removed.is_empty() {
                removals.capabilities.push((&definition.name, removed));
            }
        }
        removals
    }

    fn add_versions<'n>(&mut self, image: &'a MachineImage, left: impl Iterator<Item = &'n MachineImage>) {
        let left: HashSet<&str> =
            left.flat_map(MachineImage::offered).map(|version| version.version.as_str()).collect();
        let was = image.offered().iter().map(|version| version.version.as_str());
        let removed: BTreeSet<&str> = was.filter(|version| !left.contains(version)).collect();
        if !removed.is_empty() {
            self.image_versions.entry(&image.name).or_default().extend(removed);
        }
    }

    /// Returns whether a version of an image is removed.
    pub(super) fn has_image_version(&self, image: &str, version: &str) -> bool {
        self.image_versions.get(image).is_some_and(|versions| versions.contains(version))
    }
}

/// Groups items by name.
fn by_name<T>(items: &[T], name: impl Fn(&T) -> &String) -> HashMap<&str, Vec<&T>> {
    let mut by_name: HashMap<&str, Vec<&T>> = HashMap::new();
    for item in items {
        by_name.entry(name(item)).or_default().push(item);
    }
    by_name
}
