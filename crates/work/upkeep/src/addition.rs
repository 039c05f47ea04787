//! Adds a version: copies an existing one in the core section, and its entries with new references in the provider section.

mod artifacts;
mod core_section;
mod provider_section;
mod references;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition};

pub(crate) use artifacts::{Artifact, Slot};
pub(crate) use references::GivenReferences;

use crate::draft::Draft;
use crate::insert_position::newest;
use crate::{Addition, NewReference, Refusal, VersionName};

/// The images of a new version: those with a reference, and those without.
#[derive(Debug, Default)]
pub(crate) struct Images {
    /// The capabilities of images without a reference.
    pub(crate) dropped: Vec<Capabilities>,
    /// The capabilities of images with a reference.
    pub(crate) kept: Vec<Capabilities>,
}

impl Images {
    /// Returns whether exactly this image is known to be missing.
    pub(crate) fn lack(&self, capabilities: &Capabilities, omitted: &[CapabilityDefinition]) -> bool {
        let same = |one: &Capabilities| effective(one, omitted) == effective(capabilities, omitted);
        self.dropped.iter().any(same) && !self.kept.iter().any(same)
    }

    /// Returns whether the images for an architecture are known to be missing.
    pub(crate) fn lack_architecture(&self, architecture: &str) -> bool {
        let is_for = |one: &Capabilities| {
            one.get(ARCHITECTURE).is_some_and(|values| values.iter().any(|value| value == architecture))
        };
        let is_for_all = |one: &Capabilities| one.get(ARCHITECTURE).is_none();
        self.dropped.iter().any(is_for) && !self.kept.iter().any(|one| is_for(one) || is_for_all(one))
    }
}

/// Returns the capabilities that a flavor supports, with the values in `omitted` for those that it omits.
pub(crate) fn effective(
    capabilities: &Capabilities,
    omitted: &[CapabilityDefinition],
) -> BTreeMap<String, BTreeSet<String>> {
    let set = |values: &[String]| values.iter().cloned().collect();
    let own = capabilities.iter().map(|(name, values)| (name.to_owned(), set(values)));
    omitted.iter().map(|one| (one.name.clone(), set(&one.values))).chain(own).collect()
}

/// Adds the entries of a version that the core section has to the provider section, as copies of those of `like` for its flavors.
pub(crate) fn plan_entries(
    draft: &mut Draft<'_>,
    (name, references): (&VersionName, &[NewReference]),
    image: &str,
    like: &str,
) -> Result<(), Refusal> {
    let addition = Addition { references: references.to_vec(), partial: true, ..Addition::new(name.clone()) };
    let base = draft.base;
    let omitted = base.registered();
    let of_image = base.spec().images().iter().filter(|one| one.name == image);
    let version = of_image.flat_map(|one| one.offered()).find(|one| one.version == addition.name.version);
    let flavors = version.into_iter().flat_map(|one| one.flavors());
    let flavors: Vec<_> = flavors.map(|flavor| effective(&flavor.0, omitted)).collect();
    let has_image =
        |capabilities: &Capabilities| flavors.is_empty() || flavors.contains(&effective(capabilities, omitted));
    provider_section::plan(draft, &addition, image, like, &has_image).map(|_| ())
}

pub(crate) fn plan(draft: &mut Draft<'_>, addition: &Addition) -> Result<(), Refusal> {
    let name = &addition.name;
    let (versions, list) = draft.base.versions(name)?;
    if versions.contains(&name.version.as_str()) {
        return Err(Refusal::Exists(name.clone()));
    }
    let Some(like) = addition.like.as_deref().or_else(|| newest(&versions)) else {
        return Err(Refusal::NothingToCopy(name.subject().to_owned(), name.clone()));
    };
    let Some(index) = versions.iter().position(|one| *one == like) else {
        let (known, name) = (versions.iter().map(|&one| one.to_owned()).collect(), name.clone());
        return Err(Refusal::UnknownVersion { name: crate::VersionName { version: like.to_owned(), ..name }, known });
    };
    let images = match &name.image {
        Some(image) => provider_section::plan(draft, addition, image, like, &|_| true)?,
        None => Images::default(),
    };
    core_section::plan(draft, addition, &core_section::VersionList { list, versions: &versions, like: index }, &images)
}
