//! Machine images and their versions, compiled.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use rootstock_core_model::{ARCHITECTURE, Capabilities, DEFAULT_ARCHITECTURE, MachineImage, MachineImageVersion};
use rootstock_versioning::Version;

use super::compiler::Compiler;
use crate::CapabilitySet;
use crate::sorted_index::SortedIndex;

/// A machine image of a [`Catalog`](crate::Catalog).
#[derive(Debug, Clone)]
pub struct CatalogImage {
    index: usize,
    name: String,
    versions: Vec<CatalogVersion>,
    by_text: SortedIndex,
    /// Indices of `versions`, the newest first.
    newest_first: Vec<usize>,
}

/// One version of a [`CatalogImage`].
#[derive(Debug, Clone)]
pub struct CatalogVersion {
    index: usize,
    text: String,
    version: Option<Version>,
    flavors: Arc<[CapabilitySet]>,
    has_flavors: bool,
    written_architectures: Vec<String>,
    legacy_architectures: Vec<String>,
    class: usize,
}

impl<I: Fn(&MachineImageVersion) -> Capabilities> Compiler<'_, I> {
    /// The machine image at that place in the profile.
    pub(super) fn image(&mut self, index: usize, image: &MachineImage) -> CatalogImage {
        let versions = (0..).zip(image.offered()).map(|(index, version)| self.version(index, version));
        let versions: Vec<CatalogVersion> = versions.collect();
        let mut newest_first: Vec<usize> = (0..versions.len()).collect();
        newest_first.sort_by_key(|index| Reverse(versions.get(*index).and_then(CatalogVersion::version)));
        let by_text = SortedIndex::new(&versions, CatalogVersion::text);
        CatalogImage { index, name: image.name.clone(), versions, by_text, newest_first }
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
        let mut seen = HashSet::new();
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
    /// Its place in `spec.machineImages`.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its versions, in the order of the profile.
    #[must_use]
    pub fn versions(&self) -> &[CatalogVersion] {
        &self.versions
    }

    /// The version that is written exactly so; the first one if it is repeated.
    #[must_use]
    pub fn version(&self, text: &str) -> Option<&CatalogVersion> {
        self.versions.get(self.by_text.find(&self.versions, CatalogVersion::text, text)?)
    }

    /// Its versions by precedence, the newest first, and last those that are no versions. Versions of equal precedence
    /// keep the order of the profile.
    pub fn newest_first(&self) -> impl Iterator<Item = &CatalogVersion> {
        self.newest_first.iter().filter_map(|index| self.versions.get(*index))
    }
}

impl CatalogVersion {
    /// Its place in `spec.machineImages[].versions`.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The version as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The version, if it is one.
    #[must_use]
    pub const fn version(&self) -> Option<&Version> {
        self.version.as_ref()
    }

    /// Its flavors, after defaulting, never none: a version without flavors is one flavor with everything defaulted, and
    /// in a profile without capabilities each legacy architecture is a flavor.
    #[must_use]
    pub fn flavors(&self) -> &[CapabilitySet] {
        &self.flavors
    }

    /// Whether its flavors are written in the profile, so that the indices of [`flavors`](Self::flavors) are those of
    /// `capabilityFlavors`.
    #[must_use]
    pub const fn has_flavors(&self) -> bool {
        self.has_flavors
    }

    /// The number of its list of flavors among the distinct ones of the profile, counted from 0: versions of one class fit the
    /// same machine types, except that one without flavors may be treated otherwise than one with a single `{}`
    /// ([`has_flavors`](Self::has_flavors)).
    #[must_use]
    pub const fn class(&self) -> usize {
        self.class
    }

    pub(super) fn written_architectures(&self) -> impl Iterator<Item = &str> {
        self.written_architectures.iter().map(String::as_str)
    }

    pub(super) fn legacy_architectures(&self) -> impl Iterator<Item = &str> {
        self.legacy_architectures.iter().map(String::as_str)
    }
}

/// A flavor with what it means by leaving built-in capabilities out.
fn completed<'a>(flavor: &'a Capabilities, implied: &Capabilities) -> Cow<'a, Capabilities> {
    let mut completed = Cow::Borrowed(flavor);
    for (name, values) in implied.iter().filter(|(name, _)| flavor.get(name).is_none()) {
        completed.to_mut().insert(name, values.to_vec());
    }
    completed
}
