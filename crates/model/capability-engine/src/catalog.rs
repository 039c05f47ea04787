//! A profile, compiled once: its vocabulary, machine types, images and flavors.

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

/// A profile is so large that compiling it would take more memory than any real profile needs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{sets} machine types and flavors over {words} words of registered capability values are more than can be compared; \
     register fewer values"
)]
pub struct TooLarge {
    /// Machine types and flavors.
    pub sets: usize,
    /// Words of 64 values each.
    pub words: usize,
}

/// A profile, compiled once, to be asked many times.
///
/// It reads what the profile says. What Gardener fills in on a write (legacy architectures that become capabilities and
/// the other way round) is filled in before, by admission.
///
/// A profile without capabilities is one with the single capability `architecture`: each legacy architecture of an
/// image version is a flavor, and what names no architecture is `amd64`.
#[derive(Debug, Clone)]
pub struct Catalog {
    vocabulary: Vocabulary,
    legacy: bool,
    machine_types: Vec<CatalogMachineType>,
    machine_types_by_name: NameIndex,
    images: Vec<CatalogImage>,
    images_by_name: NameIndex,
    /// Equal sets are compared once: the distinct ones, to which machine types refer.
    pub(crate) distinct_machine_types: Vec<CapabilitySet>,
    /// The distinct lists of flavors, to which versions refer.
    pub(crate) distinct_flavors: Vec<Arc<[CapabilitySet]>>,
}

impl Catalog {
    /// The most words that the sets of a profile may take together: 128 MiB, a thousand times the largest real one.
    const MOST_WORDS: usize = 1 << 24;

    /// Compiles a profile.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for a profile that only somebody with bad intentions would write.
    pub fn new(spec: &CloudProfileSpec) -> Result<Self, TooLarge> {
        Self::with_built_in(spec, &[], |_| Capabilities::new())
    }

    /// Compiles a profile in which some capabilities need no registration.
    ///
    /// `definitions` come after the registered ones, and should name none of them. A flavor of a version that leaves one
    /// of them out supports what `implied` says of that version; what `implied` leaves out means all values, as ever.
    ///
    /// # Errors
    ///
    /// As [`Catalog::new`].
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
        if sets.saturating_mul(words) > Self::MOST_WORDS {
            return Err(TooLarge { sets, words });
        }
        let mut compiler = Compiler::new(&vocabulary, !spec.has_capabilities(), implied);
        let machine_types: Vec<_> =
            (0..).zip(spec.types()).map(|(index, machine_type)| compiler.machine_type(index, machine_type)).collect();
        let images: Vec<_> = (0..).zip(spec.images()).map(|(index, image)| compiler.image(index, image)).collect();
        let (distinct_machine_types, distinct_flavors) = compiler.finish();
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

    /// The registered capabilities; in a profile without any, `architecture`.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Whether the profile registers no capabilities.
    #[must_use]
    pub const fn is_legacy(&self) -> bool {
        self.legacy
    }

    /// The machine types, in the order of the profile.
    #[must_use]
    pub fn machine_types(&self) -> &[CatalogMachineType] {
        &self.machine_types
    }

    /// The machine type of that name; the first one if the name is repeated.
    #[must_use]
    pub fn machine_type(&self, name: &str) -> Option<&CatalogMachineType> {
        let index = self.machine_types_by_name.find(&self.machine_types, |one| &one.name, name)?;
        self.machine_types.get(index)
    }

    /// The machine images, in the order of the profile.
    #[must_use]
    pub fn images(&self) -> &[CatalogImage] {
        &self.images
    }

    /// The machine image of that name; the first one if the name is repeated.
    #[must_use]
    pub fn image(&self, name: &str) -> Option<&CatalogImage> {
        let index = self.images_by_name.find(&self.images, |one| &one.name, name)?;
        self.images.get(index)
    }

    /// Every image version with its image, in the order of the profile.
    pub fn versions(&self) -> impl Iterator<Item = (&CatalogImage, &CatalogVersion)> {
        self.images.iter().flat_map(|image| image.versions.iter().map(move |version| (image, version)))
    }

    /// What a worker asks for that names its architecture and nothing else.
    #[must_use]
    pub fn worker_of(&self, architecture: &str) -> CapabilitySet {
        self.vocabulary.compile(&Capabilities::from_iter([(ARCHITECTURE, [architecture])]))
    }

    /// The architectures an image version exists for, each once. Under the quirk `flavor_architecture_is_not_defaulted` only
    /// those that its flavors write out, or else those of the legacy list.
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

    /// Whether an image version exists for an architecture.
    #[must_use]
    pub fn exists_for(&self, version: &CatalogVersion, architecture: &str, quirks: &Quirks) -> bool {
        match self.architectures_of(version, quirks) {
            Architectures::Listed(list) => list.iter().any(|one| one == architecture),
            Architectures::OfFlavors(flavors) => self.vocabulary.any_has(flavors, ARCHITECTURE, architecture),
        }
    }

    /// What says for which architectures an image version exists.
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

    /// Whether an image version can be booted on a machine type, by a worker of that architecture if one is given.
    ///
    /// The worker's architecture takes part in the intersection. Under the quirk `worker_architecture_is_separate` it is
    /// compared with the version as a whole; under `no_flavors_fits_everything` a version without flavors always fits.
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
            // Without capabilities Gardener compares nothing else here.
            return exists && (self.legacy || self.fits(machine_type, version, None, quirks));
        }
        let worker = worker_architecture.map(|architecture| self.worker_of(architecture));
        self.fits_worker(machine_type, version, worker.as_ref(), quirks)
    }

    /// The same for a worker that is compiled already, all of whose capabilities take part in the intersection.
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

    /// Takes the best flavor of an image version for a machine type and, if there is one, a worker.
    ///
    /// Under the quirk `worker_architecture_is_separate` the worker is not looked at; under `no_flavors_fits_everything`
    /// there is nothing to take in a version without flavors.
    ///
    /// # Errors
    ///
    /// As [`Vocabulary::select`].
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

    /// Explains what [`select`](Self::select) answers for the same arguments.
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

    /// The same with rows of so many values at most, as [`Vocabulary::explain_within`] counts them.
    #[must_use]
    pub fn explain_within(
        &self,
        most: usize,
        machine_type: &CatalogMachineType,
        version: &CatalogVersion,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Explanation {
        let worker = worker.filter(|_| !quirks.selection.worker_architecture_is_separate);
        let candidates = if self.no_flavors_fits_everything(version, quirks) { &[] } else { &*version.flavors };
        let mut explanation =
            self.vocabulary.explain_within(most, candidates, &machine_type.capabilities, worker, quirks);
        if self.no_flavors_fits_everything(version, &Quirks::GARDENER_1_150) {
            explanation.gardener =
                (explanation.outcome != SelectionOutcome::NoneCompatible).then_some(SelectionOutcome::NoneCompatible);
        }
        explanation
    }

    /// What became of each flavor of an image version, as [`Vocabulary::candidate_outcomes`] says it: without the explanation,
    /// which is as large as all flavors times all values.
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

    /// Whether the quirk of that name applies to a version.
    fn no_flavors_fits_everything(&self, version: &CatalogVersion, quirks: &Quirks) -> bool {
        quirks.selection.no_flavors_fits_everything && !version.has_flavors && !self.legacy
    }

    /// Why a version does not fit a machine type: for each flavor, the capabilities in which nothing is left. A flavor
    /// that fits has none.
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

/// What says for which architectures an image version exists.
enum Architectures<'a> {
    /// A list, in which one may be repeated.
    Listed(&'a [String]),
    /// What its flavors support.
    OfFlavors(&'a [CapabilitySet]),
}

/// The registered capabilities, in a legacy profile `architecture`, then the built-in ones.
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
