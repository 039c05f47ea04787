//! Compares a profile with a list of references.

use std::collections::BTreeSet;
use std::sync::Arc;

use rootstock_analysis::Profile;
use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition, FeatureGates, MachineImageVersion};
use serde::Serialize;

use crate::addition::effective;
use crate::base::Base;
use crate::{Gap, NewReference, ReferenceList, Refusal, VersionName};

/// The architecture of a legacy version that names none.
const DEFAULT_ARCHITECTURE: &str = "amd64";

/// An item of a list of references that a profile lacks.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MissingItem {
    /// A machine image.
    #[error("machine image `{image}` is not in the profile")]
    Image {
        /// The image.
        image: String,
    },
    /// A version.
    #[error("`{name}` is not in the profile")]
    Version {
        /// The version.
        #[serde(flatten)]
        name: VersionName,
    },
    /// An image with the capabilities of a reference.
    #[error("`{name}` has no image for `{reference}`")]
    Flavor {
        /// The version.
        #[serde(flatten)]
        name: VersionName,
        /// The reference, as one argument.
        reference: String,
    },
    /// A mapping of an image of the version in the provider section.
    #[error("`{name}` is not mapped for {gap}; the list has `{reference}`", name = gap.name)]
    Reference {
        /// The unmapped image.
        #[serde(flatten)]
        gap: Gap,
        /// The reference of the list.
        reference: String,
    },
}

/// Lists the items of a list of references that a CloudProfile lacks, in the order of the list: images, versions, and
/// references for regions of the profile. The references themselves are not compared; they are ignored altogether if no plug-in
/// reads the provider section.
///
/// # Errors
///
/// Returns [`Refusal::Rendered`] or [`Refusal::Undecodable`] if the profile cannot be compared, and
/// [`Refusal::NothingListed`] or [`Refusal::OtherRegions`] if the list says nothing about it.
///
/// ```
/// use rootstock_analysis::{Analysis, ProfileKey, Role};
/// use rootstock_core_model::{Semantics, Settings};
/// use rootstock_upkeep::{ReferenceList, missing};
/// let text = "\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: workshop}
/// spec:
///   type: local
///   machineImages: [{name: plain, versions: [{version: 1.0.0, architectures: [amd64]}]}]
/// ";
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
/// analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
/// let profile = analysis.profile(&ProfileKey::global("workshop"))?;
/// let list = ReferenceList::read("list.yaml", b"images: [{name: plain, versions: [{version: 1.0.0}, {version: 1.1.0}]}]")?;
/// let missing: Vec<String> = missing(&profile, settings.gates, &list)?.iter().map(ToString::to_string).collect();
/// assert_eq!(missing, ["`plain@1.1.0` is not in the profile"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn missing(profile: &Arc<Profile>, gates: FeatureGates, list: &ReferenceList) -> Result<Vec<MissingItem>, Refusal> {
    let base = Base::of(profile, gates)?;
    if list.is_empty() {
        return Err(Refusal::NothingListed);
    }
    let references = || list.images.iter().flat_map(|image| &image.versions).flat_map(|version| &version.references);
    if base.is_known_to_provider()
        && references().next().is_some()
        && references().all(|reference| regions(&base, reference).is_empty())
    {
        let named: BTreeSet<&String> = references().filter_map(|reference| reference.region.as_ref()).collect();
        return Err(Refusal::OtherRegions {
            asked: named.into_iter().cloned().collect(),
            known: base.regions().map(str::to_owned).collect(),
        });
    }
    let mut found = Vec::new();
    for listed in &list.images {
        let Some(image) = base.spec().images().iter().find(|one| one.name == listed.name) else {
            found.push(MissingItem::Image { image: listed.name.clone() });
            continue;
        };
        for listed in &listed.versions {
            let name = VersionName::of_image(&image.name, &listed.version);
            match image.offered().iter().find(|one| one.version == listed.version) {
                None => found.push(MissingItem::Version { name }),
                Some(version) if base.is_known_to_provider() => {
                    found.extend(unmapped(&base, &name, version, &listed.references));
                }
                Some(_) => {}
            }
        }
    }
    Ok(found)
}

/// Returns the listed references of a version that the provider section does not map.
fn unmapped(
    base: &Base,
    name: &VersionName,
    version: &MachineImageVersion,
    listed: &[NewReference],
) -> Vec<MissingItem> {
    let images = images(base, version);
    let omitted = base.omitted(name.subject(), &name.version);
    let mut found = Vec::new();
    for reference in listed {
        let regions = regions(base, reference);
        // Without registered capabilities, an image is one of an architecture.
        let reference = if base.registered().is_empty() { &reference.of_architecture() } else { reference };
        let fitting: Vec<&Capabilities> = images.iter().filter(|one| reference.fits(one, &omitted)).collect();
        if fitting.is_empty() && !regions.is_empty() {
            found.push(MissingItem::Flavor { name: name.clone(), reference: reference.to_string() });
        }
        for capabilities in fitting {
            let mapped = Mapped { base, name, images: &images, omitted: &omitted };
            for region in regions.iter().filter(|region| !mapped.has(capabilities, region)) {
                let (region, capabilities) = (Some((*region).to_owned()), capabilities.clone());
                let gap = Gap { name: name.clone(), region, capabilities, as_before: false };
                let one = MissingItem::Reference { gap, reference: reference.reference.clone() };
                // Only the first of several references for one image is reported.
                if !found.iter().any(|other| is_same_gap(other, &one)) {
                    found.push(one);
                }
            }
        }
    }
    found
}

fn is_same_gap(one: &MissingItem, other: &MissingItem) -> bool {
    matches!((one, other), (MissingItem::Reference { gap: one, .. }, MissingItem::Reference { gap: other, .. }) if one == other)
}

/// Returns the images of a version: its flavors, or one for each architecture.
fn images(base: &Base, version: &MachineImageVersion) -> Vec<Capabilities> {
    if !version.flavors().is_empty() {
        return version.flavors().iter().map(|flavor| flavor.0.clone()).collect();
    }
    let of = |architecture: &str| Capabilities::from_iter([(ARCHITECTURE, [architecture])]);
    match version.legacy_architectures() {
        [] if base.registered().is_empty() => vec![of(DEFAULT_ARCHITECTURE)],
        [] => vec![Capabilities::default()],
        architectures => architectures.iter().map(|one| of(one)).collect(),
    }
}

/// Returns the regions of the profile in which a reference is valid.
fn regions<'b>(base: &'b Base, reference: &NewReference) -> Vec<&'b str> {
    base.regions().filter(|region| reference.region.as_deref().is_none_or(|own| own == *region)).collect()
}

/// The mapped images of one version.
struct Mapped<'m> {
    base: &'m Base,
    name: &'m VersionName,
    /// The images of the core section.
    images: &'m [Capabilities],
    omitted: &'m [CapabilityDefinition],
}

impl Mapped<'_> {
    /// Returns whether the image with the capabilities `wanted` is mapped in a region.
    fn has(&self, wanted: &Capabilities, region: &str) -> bool {
        let is_it = |capabilities: &Capabilities| match capabilities.get(ARCHITECTURE) {
            _ if self.images.len() == 1 => true,
            // The legacy format distinguishes images by architecture. Without one the provider decides, and `check` reports
            // problems.
            architecture if self.base.registered().is_empty() => {
                architecture.is_none_or(|own| wanted.get(ARCHITECTURE) == Some(own))
            }
            _ => effective(capabilities, self.omitted) == effective(wanted, self.omitted),
        };
        self.base.references.iter().any(|one| {
            Some(&*one.image) == self.name.image.as_deref()
                && *one.version == *self.name.version
                && one.region.as_deref().is_none_or(|own| own == region)
                && is_it(&one.capabilities)
        })
    }
}
