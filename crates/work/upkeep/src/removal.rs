//! Removes versions, with their entries in the provider section.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rootstock_core_model::CloudProfileSpec;

use crate::base::VersionIndex;
use crate::draft::Draft;
use crate::{Refusal, Remark, VersionName, VersionPattern};

pub(crate) fn plan(draft: &mut Draft<'_>, versions: &VersionPattern) -> Result<(), Refusal> {
    let names = draft.matching(versions)?;
    let mut removal = Removal::of(draft);
    names.into_iter().for_each(|name| removal.remove(draft, name));
    removal.finish(draft);
    Ok(())
}

/// A removal of many versions in one pass over the profile.
pub(crate) struct Removal {
    pub(crate) index: VersionIndex,
    /// For each image of a name, the number of its versions that are left; `None` once the image is gone.
    left: HashMap<String, Vec<Option<usize>>>,
    /// The positions of the images of a name that have a version, once for each entry.
    with_version: BTreeMap<VersionName, Vec<usize>>,
    removed: BTreeSet<VersionName>,
}

impl Removal {
    pub(crate) fn of(draft: &Draft<'_>) -> Self {
        let mut left: HashMap<String, Vec<Option<usize>>> = HashMap::new();
        let mut with_version: BTreeMap<VersionName, Vec<usize>> = BTreeMap::new();
        for image in draft.expected.spec.images() {
            let of_name = left.entry(image.name.clone()).or_default();
            for version in image.offered() {
                let name = VersionName::of_image(&*image.name, &*version.version);
                with_version.entry(name).or_default().push(of_name.len());
            }
            of_name.push(Some(image.offered().len()));
        }
        Self { index: draft.base.version_index(), left, with_version, removed: BTreeSet::new() }
    }

    /// Returns the number of versions of an image that are left.
    pub(crate) fn left(&self, image: &str) -> usize {
        self.left.get(image).into_iter().flatten().flatten().sum()
    }

    /// Removes a version, including duplicates.
    pub(crate) fn remove(&mut self, draft: &mut Draft<'_>, name: VersionName) {
        draft.removed.extend(self.index.places(&name).iter().chain(self.index.entries(&name)).cloned());
        if self.empties_image(&name) {
            draft.notes.push(Remark::ImageGone { image: name.subject().to_owned() });
        }
        self.removed.insert(name.clone());
        draft.dropped_versions.push(name);
    }

    /// Counts the version out. Returns whether an image has no version left, and is removed, too.
    fn empties_image(&mut self, name: &VersionName) -> bool {
        let Some(left) = name.image.as_ref().and_then(|image| self.left.get_mut(image)) else { return false };
        let images = self.with_version.remove(name).unwrap_or_default();
        for image in images {
            if let Some(Some(left)) = left.get_mut(image) {
                *left -= 1;
            }
        }
        let gone = left.iter_mut().filter_map(|left| left.take_if(|left| *left == 0));
        gone.count() > 0
    }

    /// Removes the versions from the expected core section, and the images that have none left.
    pub(crate) fn finish(self, draft: &mut Draft<'_>) {
        let spec: &mut CloudProfileSpec = &mut draft.expected.spec;
        let removed: HashSet<(Option<&str>, &str)> =
            self.removed.iter().map(|name| (name.image.as_deref(), &*name.version)).collect();
        let touched: HashSet<Option<&str>> = self.removed.iter().map(|name| name.image.as_deref()).collect();
        let versions = &mut spec.kubernetes.versions;
        versions.iter_mut().for_each(|all| all.retain(|one| !removed.contains(&(None, &*one.version))));
        let Some(images) = &mut spec.machine_images else { return };
        for image in images.iter_mut().filter(|image| touched.contains(&Some(&*image.name))) {
            let is_removed = |version: &str| removed.contains(&(Some(&*image.name), version));
            image.versions.iter_mut().for_each(|all| all.retain(|one| !is_removed(&one.version)));
        }
        images.retain(|image| !touched.contains(&Some(&*image.name)) || !image.offered().is_empty());
    }
}
