//! A compiled profile: its vocabulary, machine types, images and flavors.

mod compiler;
mod machine_images;
mod machine_types;

use std::sync::Arc;

use foldhash::HashSet;
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CapabilityDefinition, CloudProfileSpec, MachineImageVersion, Quirks,
    VALID_ARCHITECTURES,
};

pub use machine_images::{CatalogImage, CatalogVersion};
pub use machine_types::CatalogMachineType;

use self::compiler::Compiler;
use crate::name_index::NameIndex;
use crate::{
    CandidateOutcome, CapabilitySet, Explanation, Mismatch, Selection, SelectionError, SelectionOutcome, Vocabulary,
};

/// The error for a profile that would take far more memory or comparisons than any real profile needs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{sets} machine types and flavors with {words} words of registered capability values are too many to compare; \
     register fewer values, or list fewer machine types and flavors"
)]
pub struct TooLarge {
    /// The number of machine types and flavors.
    pub sets: usize,
    /// The number of words per set, at 64 values each.
    pub words: usize,
}

/// A profile that is compiled once and queried many times.
///
/// The catalog reads the profile as written. The fields that Gardener fills in on write (capabilities from legacy architectures
/// and vice versa) must be filled in beforehand, by admission.
///
/// A profile without capabilities is treated as one with the single capability `architecture`: each legacy architecture of an
/// image version is a flavor, and the default architecture is `amd64`.
#[derive(Debug, Clone)]
pub struct Catalog {
    vocabulary: Vocabulary,
    legacy: bool,
    machine_types: Vec<CatalogMachineType>,
    machine_types_by_name: NameIndex,
    images: Vec<CatalogImage>,
    images_by_name: NameIndex,
    /// The distinct sets, to which machine types refer: equal sets are compared only once.
    pub(crate) distinct_machine_types: Vec<CapabilitySet>,
    /// The distinct lists of flavors, to which versions refer.
    pub(crate) distinct_flavors: Vec<Arc<[CapabilitySet]>>,
}

impl Catalog {
    /// The maximum number of words that all sets of a profile may take: 8 MiB, dozens of times the largest real profile.
    const MAX_WORDS: usize = 1 << 20;

    /// The maximum number of words to compare if each different machine type is compared with each different flavor, as diffs,
    /// migrations, and removals do: at most two seconds. The large sample profile needs less than a hundredth of that.
    const MAX_COMPARED_WORDS: usize = 1 << 28;

    /// Compiles a profile.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the profile exceeds any realistic size, which only a malicious one would.
    pub fn new(spec: &CloudProfileSpec) -> Result<Self, TooLarge> {
        Self::with_built_in(spec, &[], |_| Capabilities::new())
    }

    /// Compiles a profile with built-in capabilities, which need no registration.
    ///
    /// `definitions` follow the registered capabilities and should not repeat any of their names. A flavor that omits a
    /// built-in capability supports the values that `implied` returns for its version; if `implied` omits the capability too,
    /// the flavor supports all values, as usual.
    ///
    /// # Errors
    ///
    /// Fails like [`Catalog::new`].
    ///
    /// ```
    /// use rootstock_capability_engine::Catalog;
    /// use rootstock_core_model::{Capabilities, CapabilityDefinition, CloudProfileSpec, Quirks};
    ///
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///   "machineCapabilities": [{"name": "architecture", "values": ["amd64"]}],
    ///   "machineTypes": [{"name": "m"}], "machineImages": [{"name": "i", "versions": [{"version": "1.0.0"}]}]
    /// }"#)?;
    /// let boot = CapabilityDefinition { name: "boot".into(), values: vec!["plain".into(), "secure".into()] };
    /// let catalog = Catalog::with_built_in(&spec, &[boot], |_| Capabilities::from_iter([("boot", ["plain"])]))?;
    /// let secure = catalog.vocabulary().compile(&Capabilities::from_iter([("boot", ["secure"])]));
    /// let version = &catalog.images()[0].versions[0];
    /// assert!(catalog.select(&catalog.machine_types()[0], version, Some(&secure), &Quirks::NONE).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_built_in(
        spec: &CloudProfileSpec,
        definitions: &[CapabilityDefinition],
        implied: impl Fn(&MachineImageVersion) -> Capabilities,
    ) -> Result<Self, TooLarge> {
        let vocabulary = vocabulary(spec, definitions);
        let flavors = spec.images().iter().flat_map(|image| image.offered()).map(|version| version.flavors().len() + 1);
        let (sets, words) = (spec.types().len() + flavors.sum::<usize>(), vocabulary.words());
        if sets.saturating_mul(words) > Self::MAX_WORDS {
            return Err(TooLarge { sets, words });
        }
        let mut compiler = Compiler::new(&vocabulary, !spec.has_capabilities(), implied);
        let machine_types: Vec<_> =
            (0..).zip(spec.types()).map(|(index, machine_type)| compiler.machine_type(index, machine_type)).collect();
        let images: Vec<_> = (0..).zip(spec.images()).map(|(index, image)| compiler.image(index, image)).collect();
        let (distinct_machine_types, distinct_flavors) = compiler.finish();
        let flavors: usize = distinct_flavors.iter().map(|list| list.len()).sum();
        if distinct_machine_types.len().saturating_mul(flavors).saturating_mul(words) > Self::MAX_COMPARED_WORDS {
            return Err(TooLarge { sets: distinct_machine_types.len() + flavors, words });
        }
        Ok(Self {
            machine_types_by_name: NameIndex::new(&machine_types, |one| &one.name),
            images_by_name: NameIndex::new(&images, |one| &one.name),
            legacy: !spec.has_capabilities(),
            vocabulary,
            machine_types,
            images,
            distinct_machine_types,
            distinct_flavors,
        })
    }

    /// The registered capabilities; only `architecture` if the profile registers none.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Returns whether the profile registers no capabilities.
    #[must_use]
    pub const fn is_legacy(&self) -> bool {
        self.legacy
    }

    /// The machine types, in profile order.
    #[must_use]
    pub fn machine_types(&self) -> &[CatalogMachineType] {
        &self.machine_types
    }

    /// Looks up a machine type by name; the first one if the name is repeated.
    #[must_use]
    pub fn machine_type(&self, name: &str) -> Option<&CatalogMachineType> {
        let index = self.machine_types_by_name.find(&self.machine_types, |one| &one.name, name)?;
        self.machine_types.get(index)
    }

    /// The machine images, in profile order.
    #[must_use]
    pub fn images(&self) -> &[CatalogImage] {
        &self.images
    }

    /// Looks up a machine image by name; the first one if the name is repeated.
    #[must_use]
    pub fn image(&self, name: &str) -> Option<&CatalogImage> {
        let index = self.images_by_name.find(&self.images, |one| &one.name, name)?;
        self.images.get(index)
    }

    /// Iterates over every image version together with its image, in profile order.
    pub fn versions(&self) -> impl Iterator<Item = (&CatalogImage, &CatalogVersion)> {
        self.images.iter().flat_map(|image| image.versions.iter().map(move |version| (image, version)))
    }

    /// Compiles the demand of a worker that names only its architecture.
    #[must_use]
    pub fn worker_of(&self, architecture: &str) -> CapabilitySet {
        self.vocabulary.compile(&Capabilities::from_iter([(ARCHITECTURE, [architecture])]))
    }

    /// The architectures for which an image version exists, without repetition. Under the quirk
    /// `flavor_architecture_is_not_defaulted`, only those written in its flavors, or else those in the legacy list.
    #[must_use]
    pub fn architectures<'a>(&'a self, version: &'a CatalogVersion, quirks: &Quirks) -> Vec<&'a str> {
        let mut seen = HashSet::default();
        let is_new = |architecture: &&'a str| seen.insert(*architecture);
        match self.architectures_of(version, quirks) {
            Architectures::Listed(list) => list.iter().map(String::as_str).filter(is_new).collect(),
            Architectures::OfFlavors(flavors) => {
                let values = flavors.iter().flat_map(|set| self.vocabulary.values(set, ARCHITECTURE));
                values.filter(is_new).collect()
            }
        }
    }

    /// Returns whether an image version exists for an architecture.
    #[must_use]
    pub fn exists_for(&self, version: &CatalogVersion, architecture: &str, quirks: &Quirks) -> bool {
        match self.architectures_of(version, quirks) {
            Architectures::Listed(list) => list.iter().any(|one| one == architecture),
            Architectures::OfFlavors(flavors) => self.vocabulary.any_has(flavors, ARCHITECTURE, architecture),
        }
    }

    /// Returns the source of an image version's architectures.
    fn architectures_of<'a>(&self, version: &'a CatalogVersion, quirks: &Quirks) -> Architectures<'a> {
        if !version.has_flavors && self.vocabulary.get(ARCHITECTURE).is_none() {
            return Architectures::Listed(&version.legacy_architectures);
        }
        if quirks.selection.flavor_architecture_is_not_defaulted && version.has_flavors {
            let written = &version.written_architectures;
            return Architectures::Listed(if written.is_empty() { &version.legacy_architectures } else { written });
        }
        Architectures::OfFlavors(&version.flavors)
    }

    /// Returns whether a machine type can boot an image version, for a worker of the given architecture, if any.
    ///
    /// The worker's architecture takes part in the intersection. Under the quirk `worker_architecture_is_separate` it is
    /// compared with the version as a whole instead; under `no_flavors_fits_everything` a version without flavors always fits.
    ///
    /// ```
    /// use rootstock_capability_engine::Catalog;
    /// use rootstock_core_model::{CloudProfileSpec, Quirks};
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///   "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
    ///   "machineTypes": [
    ///     {"name": "a", "capabilities": {"architecture": ["amd64"]}}, {"name": "b", "capabilities": {"architecture": ["arm64"]}}],
    ///   "machineImages": [{"name": "i", "versions": [
    ///     {"version": "1.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}]}]}]
    /// }"#)?;
    /// let catalog = Catalog::new(&spec)?;
    /// let version = catalog.image("i").and_then(|image| image.version("1.0.0")).ok_or("no such version")?;
    /// let fits = catalog.machine_types().iter().map(|machine_type| catalog.fits(machine_type, version, None, &Quirks::NONE));
    /// assert_eq!(fits.collect::<Vec<_>>(), [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fits(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        worker_architecture: Option<&str>,
        quirks: &Quirks,
    ) -> bool {
        if let Some(architecture) = worker_architecture.filter(|_| quirks.selection.worker_architecture_is_separate) {
            let exists = self.exists_for(version, architecture, quirks);
            // Without capabilities, Gardener makes no further comparison here.
            return exists && (self.legacy || self.fits(machine_type, version, None, quirks));
        }
        let worker = worker_architecture.map(|architecture| self.worker_of(architecture));
        self.fits_worker(machine_type, version, worker.as_ref(), quirks)
    }

    /// Like [`fits`](Self::fits), but for an already compiled worker whose capabilities all take part in the intersection.
    #[must_use]
    pub fn fits_worker(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> bool {
        let fits = |flavor| self.vocabulary.compatible_with_worker(flavor, &machine_type.capabilities, worker);
        self.no_flavors_fits_everything(version, quirks) || version.flavors.iter().any(fits)
    }

    /// Selects the best flavor of an image version for a machine type and, optionally, a worker.
    ///
    /// Under the quirk `worker_architecture_is_separate` the worker is ignored; under `no_flavors_fits_everything` a version
    /// without flavors yields no selection.
    ///
    /// # Errors
    ///
    /// Fails like [`Vocabulary::select`].
    pub fn select(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Result<Selection, SelectionError> {
        if self.no_flavors_fits_everything(version, quirks) {
            return Err(SelectionError::NoneCompatible);
        }
        let worker = worker.filter(|_| !quirks.selection.worker_architecture_is_separate);
        self.vocabulary.select(&version.flavors, &machine_type.capabilities, worker, quirks)
    }

    /// Explains the result of [`select`](Self::select) for the same arguments.
    ///
    /// ```
    /// use rootstock_capability_engine::{CandidateOutcome, Catalog};
    /// use rootstock_core_model::{CloudProfileSpec, Quirks};
    ///
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///   "machineCapabilities": [
    ///     {"name": "architecture", "values": ["amd64"]}, {"name": "disk", "values": ["fast", "slow"]}],
    ///   "machineTypes": [{"name": "medium"}, {"name": "old", "capabilities": {"disk": ["slow"]}}],
    ///   "machineImages": [{"name": "plain", "versions": [
    ///     {"version": "1.0.0", "capabilityFlavors": [{"disk": ["fast"]}, {}]},
    ///     {"version": "1.1.0", "capabilityFlavors": [{"disk": ["fast"]}]}]}]
    /// }"#)?;
    /// let catalog = Catalog::new(&spec)?;
    /// let machine_type = catalog.machine_type("medium").ok_or("no such machine type")?;
    /// let version = catalog.image("plain").and_then(|image| image.version("1.0.0")).ok_or("no such version")?;
    /// let explanation = catalog.explain(machine_type, version, None, &Quirks::NONE);
    /// assert_eq!(explanation.outcome.to_string(), "flavor 1"); // both are `fast`, and 1 leaves more
    /// assert_eq!(explanation.candidate_outcomes()[1], CandidateOutcome::Selected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Explanation {
        self.explain_within(usize::MAX, machine_type, version, worker, quirks)
    }

    /// Like [`explain`](Self::explain), but with at most `limit` values in the rows, as counted by
    /// [`Vocabulary::explain_within`].
    #[must_use]
    pub fn explain_within(
        &self,
        limit: usize,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Explanation {
        let worker = worker.filter(|_| !quirks.selection.worker_architecture_is_separate);
        let candidates = if self.no_flavors_fits_everything(version, quirks) { &[] } else { &*version.flavors };
        let mut explanation =
            self.vocabulary.explain_within(limit, candidates, &machine_type.capabilities, worker, quirks);
        if self.no_flavors_fits_everything(version, &Quirks::GARDENER_1_150) {
            explanation.gardener =
                (explanation.outcome != SelectionOutcome::NoneCompatible).then_some(SelectionOutcome::NoneCompatible);
        }
        explanation
    }

    /// Returns the outcome of each flavor of an image version, like [`Vocabulary::candidate_outcomes`]: without building the
    /// explanation, whose size is flavors × values.
    #[must_use]
    pub fn candidate_outcomes(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Vec<CandidateOutcome> {
        let worker = worker.filter(|_| !quirks.selection.worker_architecture_is_separate);
        let candidates = if self.no_flavors_fits_everything(version, quirks) { &[] } else { &*version.flavors };
        self.vocabulary.candidate_outcomes(candidates, &machine_type.capabilities, worker, quirks)
    }

    /// Returns whether the quirk `no_flavors_fits_everything` applies to a version.
    fn no_flavors_fits_everything(&self, version: &CatalogVersion, quirks: &Quirks) -> bool {
        quirks.selection.no_flavors_fits_everything && !version.has_flavors && !self.legacy
    }

    /// Returns the reasons why a version does not fit a machine type: for each flavor, the capabilities whose intersection is
    /// empty. For a flavor that fits, the list is empty.
    ///
    /// ```
    /// use rootstock_capability_engine::Catalog;
    /// use rootstock_core_model::CloudProfileSpec;
    ///
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///   "machineCapabilities": [
    ///     {"name": "architecture", "values": ["amd64"]}, {"name": "disk", "values": ["fast", "slow"]}],
    ///   "machineTypes": [{"name": "medium"}, {"name": "old", "capabilities": {"disk": ["slow"]}}],
    ///   "machineImages": [{"name": "plain", "versions": [
    ///     {"version": "1.0.0", "capabilityFlavors": [{"disk": ["fast"]}, {}]},
    ///     {"version": "1.1.0", "capabilityFlavors": [{"disk": ["fast"]}]}]}]
    /// }"#)?;
    /// let catalog = Catalog::new(&spec)?;
    /// let machine_type = catalog.machine_type("old").ok_or("no such machine type")?;
    /// let version = catalog.image("plain").and_then(|image| image.version("1.1.0")).ok_or("no such version")?;
    /// let reasons = catalog.reasons(machine_type, version, None);
    /// assert_eq!(reasons[0][0].to_string(), "capability `disk`: the machine type has `slow`, the image has `fast`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reasons(
        &self,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        worker: Option<&CapabilitySet>,
    ) -> Vec<Vec<Mismatch>> {
        let reasons = |flavor| self.vocabulary.mismatches(flavor, &machine_type.capabilities, worker);
        version.flavors.iter().map(reasons).collect()
    }
}

/// The source of an image version's architectures.
enum Architectures<'a> {
    /// A list, which may contain repetitions.
    Listed(&'a [String]),
    /// The flavors of the version.
    OfFlavors(&'a [CapabilitySet]),
}

/// The registered capabilities, or `architecture` in a legacy profile, followed by the built-in ones.
fn vocabulary(spec: &CloudProfileSpec, built_in: &[CapabilityDefinition]) -> Vocabulary {
    if spec.has_capabilities() && built_in.is_empty() {
        return Vocabulary::new(spec.capability_definitions());
    }
    let mut definitions = spec.capability_definitions().to_vec();
    if definitions.is_empty() {
        let values = VALID_ARCHITECTURES.map(str::to_owned).to_vec();
        definitions.push(CapabilityDefinition { name: ARCHITECTURE.to_owned(), values });
    }
    definitions.extend_from_slice(built_in);
    Vocabulary::new(&definitions)
}
