//! The removals and additions of an update of a CloudProfile.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rootstock_core_model::CloudProfileSpec;

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
        let images_left = names(
            new.images()
                .iter()
                .map(|image| (&image.name, image.offered().iter().map(|version| version.version.as_str()))),
        );
        for image in old.images() {
            let left = images_left.get(image.name.as_str());
            if left.is_none() {
                removals.images.push(&image.name);
            }
            let was = image.offered().iter().map(|version| version.version.as_str());
            let removed: BTreeSet<&str> = was.filter(|was| left.is_none_or(|left| !left.contains(was))).collect();
            if !removed.is_empty() {
                removals.image_versions.entry(&image.name).or_default().extend(removed);
            }
        }
        let definitions_left =
            names(new.capability_definitions().iter().map(|one| (&one.name, one.values.iter().map(String::as_str))));
        for definition in old.capability_definitions() {
            let left = definitions_left.get(definition.name.as_str());
            let values = definition.values.iter().map(String::as_str);
            let removed: Vec<&str> = values.filter(|value| left.is_none_or(|left| !left.contains(value))).collect();
            if !removed.is_empty() {
                removals.capabilities.push((&definition.name, removed));
            }
        }
        removals
    }

    /// Returns whether a version of an image is removed.
    pub(super) fn has_image_version(&self, image: &str, version: &str) -> bool {
        self.image_versions.get(image).is_some_and(|versions| versions.contains(version))
    }
}

/// Collects the names in all items of each name.
fn names<'s, I: Iterator<Item = &'s str>>(
    items: impl Iterator<Item = (&'s String, I)>,
) -> HashMap<&'s str, HashSet<&'s str>> {
    let mut by_name: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (name, names) in items {
        by_name.entry(name).or_default().extend(names);
    }
    by_name
}
