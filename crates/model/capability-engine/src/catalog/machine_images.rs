//! Compiled machine images and their versions.

use std::borrow::Cow;
use std::sync::Arc;

use foldhash::HashSet;
use rootstock_core_model::{ARCHITECTURE, Capabilities, DEFAULT_ARCHITECTURE, MachineImage, MachineImageVersion};
use rootstock_versioning::Version;

use super::compiler::Compiler;
use crate::CapabilitySet;
use crate::name_index::NameIndex;

/// A machine image of a [`Catalog`](crate::Catalog).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CatalogImage {
    /// The index in `spec.machineImages`.
    pub index: usize,
    /// The name.
    pub name: String,
    /// The versions, in profile order.
    pub versions: Vec<CatalogVersion>,
    by_text: NameIndex,
}

/// One version of a [`CatalogImage`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CatalogVersion {
    /// The index in `spec.machineImages[].versions`.
    pub index: usize,
    /// The version as written.
    pub text: String,
    /// The parsed version; `None` if the text is not a valid version.
    pub version: Option<Version>,
    /// The flavors, after defaulting. Never empty: a version without flavors has one flavor in which everything is defaulted,
    /// and in a profile without capabilities each legacy architecture is a flavor.
    pub flavors: Arc<[CapabilitySet]>,
    /// Whether the profile lists flavors for the version. If so, the indices of `flavors` are those of `capabilityFlavors`.
    pub has_flavors: bool,
    /// The index of its list of flavors among the distinct ones of the profile. Versions of the same class fit the same machine
    /// types, except that a version without flavors may be treated differently from one with a single `{}`.
    pub class: usize,
    pub(super) written_architectures: Vec<String>,
    pub(super) legacy_architectures: Vec<String>,
}

impl<I: Fn(&MachineImageVersion) -> Capabilities> Compiler<'_, I> {
    /// Compiles the machine image at `index` in the profile.
    pub(super) fn image(&mut self, index: usize, image: &MachineImage) -> CatalogImage {
        let versions = (0..).zip(image.offered()).map(|(index, version)| self.version(index, version));
        let versions: Vec<CatalogVersion> = versions.collect();
        let by_text = NameIndex::new(&versions, |version| &version.text);
        CatalogImage { index, name: image.name.clone(), versions, by_text }
    }

    fn version(&mut self, index: usize, version: &MachineImageVersion) -> CatalogVersion {
        let has_flavors = !self.is_legacy && !version.flavors().is_empty();
        let mut legacy_architectures = version.legacy_architectures().to_vec();
        if self.is_legacy && legacy_architectures.is_empty() {
            legacy_architectures.push(DEFAULT_ARCHITECTURE.to_owned());
        }
        let implied = (self.implied)(version);
        let compile = |flavor: &Capabilities| self.vocabulary.compile(&completed(flavor, &implied));
        let compiled: Arc<[CapabilitySet]> = if self.is_legacy {
            let flavors = legacy_architectures.iter().map(|value| Capabilities::from_iter([(ARCHITECTURE, [value])]));
            flavors.map(|flavor| compile(&flavor)).collect()
        } else if has_flavors {
            version.flavors().iter().map(|flavor| compile(&flavor.0)).collect()
        } else {
            Arc::from([self.vocabulary.compile(&implied)])
        };
        let (class, flavors) = self.flavor_lists.number(compiled);
        let mut seen = HashSet::default();
        let written = version.flavors().iter().filter_map(|flavor| flavor.0.get(ARCHITECTURE)).flatten();
        let written_architectures = written.filter(|value| seen.insert(*value)).cloned().collect();
        let text = version.version.clone();
        let version = text.parse().ok();
        CatalogVersion {
            index,
            text,
            version,
            flavors,
            has_flavors,
            written_architectures,
            legacy_architectures,
            class,
        }
    }
}

impl CatalogImage {
    /// Looks up a version by its exact text; the first one if it is repeated.
    #[must_use]
    pub fn version(&self, text: &str) -> Option<&CatalogVersion> {
        self.versions.get(self.by_text.find(&self.versions, |version| &version.text, text)?)
    }
}

/// Returns a flavor extended by the values it implies for the built-in capabilities it omits.
fn completed<'a>(flavor: &'a Capabilities, implied: &Capabilities) -> Cow<'a, Capabilities> {
    let mut completed = Cow::Borrowed(flavor);
    for (name, values) in implied.iter().filter(|(name, _)| flavor.get(name).is_none()) {
        completed.to_mut().insert(name, values.to_vec());
    }
    completed
}
