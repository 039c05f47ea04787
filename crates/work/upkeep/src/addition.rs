//! Adds a version: copies an existing one in the core section, and its entries with new references in the provider section.

mod artifacts;
mod core_section;
mod provider_section;
mod references;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition};
use rootstock_versioning::{Classification, Timestamp};
use serde::{Deserialize, Serialize};

pub(crate) use artifacts::{Artifact, Slot};
pub(crate) use references::GivenReferences;

use crate::draft::Draft;
use crate::insert_position::newest;
use crate::{NewReference, Refusal, VersionName};

/// A version to add.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Addition {
    /// The version.
    #[serde(flatten)]
    pub name: VersionName,
    /// The version to copy; absent: the newest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// The classification; absent: a preview, which Shoots only get on request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classification: Option<Classification>,
    /// The expiration date, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiration_date: Option<Timestamp>,
    /// The references to its images, which the provider section maps.
    #[serde(default)]
    pub references: Vec<NewReference>,
    /// Whether it may lack references where the copied version has them.
    #[serde(default)]
    pub partial: bool,
}

impl Addition {
    /// Creates a preview that copies the newest version, without references.
    #[must_use]
    pub const fn new(name: VersionName) -> Self {
        Self { name, like: None, classification: None, expiration_date: None, references: Vec::new(), partial: false }
    }

    /// Returns the classification to write.
    #[must_use]
    pub fn classification(&self) -> Classification {
        self.classification.clone().unwrap_or(Classification::Preview)
    }
}

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
