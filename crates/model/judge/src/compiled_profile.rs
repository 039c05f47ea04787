//! A profile, compiled once.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use foldhash::HashMap;
use rootstock_capability_engine::{Catalog, CatalogMachineType, TooLarge};
use rootstock_core_model::{
    ARCHITECTURE, CanonicalProfile, CloudProfileSpec, ExpirableVersion, FeatureGates, MachineImageVersion, MachineType,
    Quirks, Region, Settings,
};
use rootstock_provider_api::{ImageReference, ImageVocabulary, Provider, ProviderConfig};
use rootstock_versioning::{Constraint, ConstraintError, ImageUpdateStrategy, Timestamp, UnknownStrategy};
use rootstock_worker_capabilities::WorkerCatalog;

/// The provider's part of a profile.
#[derive(Debug, Clone)]
pub struct ProviderHalf {
    /// The plug-in: it reads the `providerConfig` of workers.
    pub plugin: &'static dyn Provider,
    /// The provider's half of the profile, if it could be read: it knows which images exist in which regions.
    pub config: Option<Arc<dyn ProviderConfig>>,
}

/// A profile, compiled once, to be asked about any number of pools, Shoots and instants.
///
/// It owns what it needs. An image without `updateStrategy` is taken to have `major`.
///
/// ```
/// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec};
/// use rootstock_judge::CompiledProfile;
/// let spec: CloudProfileSpec = serde_json::from_str(
///     r#"{"kubernetes": {"versions": [{"version": "1.30.4", "expirationDate": "2026-06-30T23:59:59Z"}]}}"#,
/// )?;
/// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
/// assert_eq!(profile.changes(), ["2026-06-30T23:59:59Z".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct CompiledProfile {
    profile: CanonicalProfile,
    gates: FeatureGates,
    catalog: WorkerCatalog,
    provider: Option<ProviderHalf>,
    /// In the order of `spec.machineImages`.
    images: Vec<CompiledImage>,
    images_by_folded_name: HashMap<String, usize>,
    regions: HashMap<String, usize>,
    /// Every constraint of the profile once.
    constraints: Vec<Constraint>,
    /// Made when they are first asked for, as who decides at one instant never does.
    changes: OnceLock<Vec<Timestamp>>,
    /// What the provider's images are compared by. Made when it is first asked for.
    image_vocabulary: OnceLock<ImageVocabulary>,
    /// For each machine type the class of those that the provider's images cannot tell from it. Made when first asked for.
    provider_classes: OnceLock<Vec<usize>>,
    /// What the provider's half maps. Made when first asked for.
    image_references: OnceLock<Vec<ImageReference>>,
}

/// What is known of a machine image before anybody asks, beside what the profile and the catalog say.
#[derive(Debug, Clone)]
pub struct CompiledImage {
    /// How far its updates go; `major` if the profile does not say.
    pub strategy: Result<ImageUpdateStrategy, UnknownStrategy>,
    /// The versions, in the order of the profile.
    pub versions: Vec<CompiledVersion>,
}

/// What is known of an image version before anybody asks, beside what the profile and the catalog say.
#[derive(Debug, Clone)]
pub struct CompiledVersion {
    /// Which kubelets it works with.
    pub kubelets: KubeletConstraint,
}

/// Which kubelets an image version works with.
#[derive(Debug, Clone)]
pub enum KubeletConstraint {
    /// Every one.
    Any,
    /// Kubernetes versions that the constraint of that number in [`CompiledProfile::constraints`] accepts.
    Constraint(usize),
    /// Nobody knows, as the constraint cannot be read.
    Unreadable(ConstraintError),
}

impl CompiledProfile {
    /// Compiles a profile of which the provider does not matter, with the default feature gates.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for a profile that is a thousand times larger than any real one.
    pub fn new(profile: CanonicalProfile) -> Result<Self, TooLarge> {
        Self::with_provider(profile, FeatureGates::DEFAULT, None)
    }

    /// Compiles a profile with its provider's half. With the gate `WorkerCapabilities` on, what a worker asks for (GEP-54)
    /// takes part; `provider` then says what the `providerConfig` of a worker asks for.
    ///
    /// # Errors
    ///
    /// As [`CompiledProfile::new`].
    pub fn with_provider(
        profile: CanonicalProfile,
        gates: FeatureGates,
        provider: Option<ProviderHalf>,
    ) -> Result<Self, TooLarge> {
        let spec = &profile.spec;
        let entries = provider.as_ref().map_or(&[][..], |half| half.plugin.extension().worker_capabilities);
        let catalog = WorkerCatalog::new(spec, gates, entries)?;
        let mut constraints = Constraints::default();
        let images = spec.images().iter().map(|image| CompiledImage {
            strategy: image.update_strategy.as_deref().map_or(Ok(ImageUpdateStrategy::default()), str::parse),
            versions: image.offered().iter().map(|version| constraints.compile(version)).collect(),
        });
        let images: Vec<CompiledImage> = images.collect();
        let folded: Vec<Cow<'_, str>> = spec.images().iter().map(|image| folded(&image.name)).collect();
        let images_by_folded_name = first_places(folded.iter().map(AsRef::as_ref));
        let regions = first_places(spec.regions.iter().flatten().map(|region| region.name.as_str()));
        Ok(Self {
            changes: OnceLock::new(),
            profile,
            gates,
            catalog,
            provider,
            images,
            images_by_folded_name,
            regions,
            constraints: constraints.distinct,
            image_vocabulary: OnceLock::new(),
            provider_classes: OnceLock::new(),
            image_references: OnceLock::new(),
        })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.profile.metadata.name
    }

    /// The profile.
    #[must_use]
    pub fn spec(&self) -> &CloudProfileSpec {
        &self.profile.spec
    }

    /// The feature gates it was compiled under.
    #[must_use]
    pub const fn gates(&self) -> FeatureGates {
        self.gates
    }

    /// The capabilities of machine types and images, with those that workers ask for if the gate is on.
    #[must_use]
    pub const fn catalog(&self) -> &WorkerCatalog {
        &self.catalog
    }

    /// The plug-in of the provider, if it is known.
    #[must_use]
    pub fn plugin(&self) -> Option<&'static dyn Provider> {
        self.provider.as_ref().map(|half| half.plugin)
    }

    /// The provider's half, if it could be read.
    #[must_use]
    pub fn config(&self) -> Option<&dyn ProviderConfig> {
        self.provider.as_ref()?.config.as_deref()
    }

    /// Every image reference of the provider's half, in the order of the document; none where it could not be read.
    #[must_use]
    pub fn image_references(&self) -> &[ImageReference] {
        let made = || self.config().map(|config| config.image_references(self.spec())).unwrap_or_default();
        self.image_references.get_or_init(made)
    }

    /// The machine images, in the order of `spec.machineImages`.
    #[must_use]
    pub fn images(&self) -> &[CompiledImage] {
        &self.images
    }

    /// The Kubernetes versions, in the order of the profile.
    #[must_use]
    pub fn kubernetes(&self) -> &[ExpirableVersion] {
        self.profile.spec.kubernetes.offered()
    }

    /// Every `kubeletVersionConstraint` that can be read, each once.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The last instants before any of its versions becomes something else, in order of time, each once.
    ///
    /// From just after one of them until and including the next, every version is the same.
    #[must_use]
    pub fn changes(&self) -> &[Timestamp] {
        self.changes.get_or_init(|| changes(self.spec()))
    }

    /// The place of the first image of that name in `spec.machineImages`; under the quirk `image_name_ignores_case` as
    /// maintenance compares names.
    #[must_use]
    pub fn image(&self, name: &str, quirks: &Quirks) -> Option<usize> {
        if quirks.judge.image_name_ignores_case {
            self.images_by_folded_name.get(folded(name).as_ref()).copied()
        } else {
            self.compiled().image(name).map(|image| image.index)
        }
    }

    /// The first machine type of that name.
    #[must_use]
    pub fn machine_type(&self, name: &str) -> Option<(&MachineType, &CatalogMachineType)> {
        let compiled = self.compiled().machine_type(name)?;
        Some((self.profile.spec.types().get(compiled.index)?, compiled))
    }

    /// The first region of that name.
    #[must_use]
    pub fn region(&self, name: &str) -> Option<&Region> {
        self.profile.spec.regions.as_deref()?.get(*self.regions.get(name)?)
    }

    /// The place of the first region of that name in `spec.regions`.
    #[must_use]
    pub fn region_index(&self, name: &str) -> Option<usize> {
        self.regions.get(name).copied()
    }

    /// The architecture of a machine type: the capability's value after defaulting if that is exactly one, else the legacy
    /// field.
    #[must_use]
    pub fn architecture_of<'s>(&'s self, machine_type: &'s MachineType) -> Option<&'s str> {
        let declared = machine_type.capabilities.get(ARCHITECTURE);
        let registered = self.profile.spec.capability_definitions().iter().rev().find(|one| one.name == ARCHITECTURE);
        match registered.map(|definition| declared.unwrap_or(&definition.values)) {
            Some([only]) => Some(only),
            _ => machine_type.architecture.as_deref().filter(|architecture| !architecture.is_empty()),
        }
    }

    /// Which machine types the provider's images cannot tell from the one at that place in `spec.machineTypes`: those of the same
    /// number have the same image in every region.
    #[must_use]
    pub fn provider_class(&self, machine_type: usize) -> Option<usize> {
        let classes = self.provider_classes.get_or_init(|| {
            let mut numbers: HashMap<String, usize> = HashMap::default();
            let declared = self.spec().types().iter().map(|one| {
                let by_provider = self.config().map(|config| config.legacy_machine_type(&one.name));
                format!("{:?} {:?} {by_provider:?}", one.capabilities, one.architecture)
            });
            let number = |declared| {
                let next = numbers.len();
                *numbers.entry(declared).or_insert(next)
            };
            declared.map(number).collect()
        });
        classes.get(machine_type).copied()
    }

    /// What the provider's images are compared by; of `settings` only the feature gates matter, which are those of the profile.
    pub(crate) fn image_vocabulary(&self, config: &dyn ProviderConfig, settings: &Settings) -> &ImageVocabulary {
        self.image_vocabulary.get_or_init(|| config.image_vocabulary(self.spec(), settings))
    }

    pub(crate) fn compiled(&self) -> &Catalog {
        self.catalog.catalog()
    }
}

/// The constraints of a profile, each once.
#[derive(Default)]
struct Constraints {
    distinct: Vec<Constraint>,
    /// What became of each text.
    known: HashMap<String, KubeletConstraint>,
}

impl Constraints {
    fn compile(&mut self, version: &MachineImageVersion) -> CompiledVersion {
        let Some(text) = version.kubelet_version_constraint.as_deref() else {
            return CompiledVersion { kubelets: KubeletConstraint::Any };
        };
        if let Some(known) = self.known.get(text) {
            return CompiledVersion { kubelets: known.clone() };
        }
        let kubelets = match text.parse::<Constraint>() {
            Ok(constraint) => {
                self.distinct.push(constraint);
                KubeletConstraint::Constraint(self.distinct.len() - 1)
            }
            Err(error) => KubeletConstraint::Unreadable(error),
        };
        self.known.insert(text.to_owned(), kubelets.clone());
        CompiledVersion { kubelets }
    }
}

/// Where each name comes first.
fn first_places<'n>(names: impl Iterator<Item = &'n str>) -> HashMap<String, usize> {
    let mut places = HashMap::default();
    for (place, name) in names.enumerate() {
        places.entry(name.to_owned()).or_insert(place);
    }
    places
}

/// A name without regard to case.
fn folded(name: &str) -> Cow<'_, str> {
    let is_folded = name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_folded { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) }
}

/// All instants after which some version is something else.
fn changes(spec: &CloudProfileSpec) -> Vec<Timestamp> {
    let beginning = Timestamp::from_unix_seconds(i64::MIN);
    let kubernetes = spec.kubernetes.offered().iter().map(ExpirableVersion::lifecycle);
    let images = spec.images().iter().flat_map(|image| image.offered()).map(MachineImageVersion::lifecycle);
    let mut changes: Vec<Timestamp> = kubernetes
        .chain(images)
        .flat_map(|lifecycle| lifecycle.transitions(beginning))
        .map(|transition| transition.after)
        .collect();
    changes.sort_unstable();
    changes.dedup();
    changes
}
