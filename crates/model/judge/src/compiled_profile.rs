//! A compiled profile.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use foldhash::HashMap;
use rootstock_capability_engine::{Catalog, CatalogMachineType, TooLarge};
use rootstock_core_model::{
    ARCHITECTURE, CanonicalProfile, CloudProfile, CloudProfileSpec, ExpirableVersion, FeatureGates,
    MachineImageVersion, MachineType, Quirks, Region, Settings,
};
use rootstock_provider_api::{ImageReference, ImageVocabulary, Provider, ProviderConfig};
use rootstock_versioning::{Constraint, ConstraintError, ImageUpdateStrategy, Timestamp, UpdateStrategyError};
use rootstock_worker_capabilities::WorkerCatalog;

/// The provider's part of a profile.
#[derive(Debug, Clone)]
pub struct ProviderSection {
    /// The plug-in, which reads the `providerConfig` of workers.
    pub plugin: &'static dyn Provider,
    /// The parsed provider section of the profile, which lists the images of each region; `None` if it could not be read.
    pub config: Option<Arc<dyn ProviderConfig>>,
}

/// A profile that is compiled once and then queried for any number of pools, Shoots and instants.
///
/// It owns its data. An image without `updateStrategy` is treated as `major`.
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
    provider: Option<ProviderSection>,
    /// The images, in the order of `spec.machineImages`.
    images: Vec<CompiledImage>,
    images_by_folded_name: HashMap<String, usize>,
    regions: HashMap<String, usize>,
    /// The distinct constraints of the profile.
    constraints: Vec<Constraint>,
    /// Computed on first use, because callers that judge at a single instant never need it.
    changes: OnceLock<Vec<Timestamp>>,
    /// The vocabulary for comparing the provider's images, computed on first use.
    image_vocabulary: OnceLock<ImageVocabulary>,
    /// For each machine type, its class with regard to the provider's images, computed on first use.
    provider_classes: OnceLock<Vec<usize>>,
    /// The image references of the provider section, computed on first use.
    image_references: OnceLock<Vec<ImageReference>>,
}

/// The precomputed facts about a machine image, in addition to the profile and the catalog.
#[derive(Debug, Clone)]
pub struct CompiledImage {
    /// The update strategy; `major` if the profile does not specify one.
    pub strategy: Result<ImageUpdateStrategy, UpdateStrategyError>,
    /// The versions, in profile order.
    pub versions: Vec<CompiledVersion>,
}

/// The precomputed facts about an image version, in addition to the profile and the catalog.
#[derive(Debug, Clone)]
pub struct CompiledVersion {
    /// The kubelets that the version works with.
    pub kubelets: KubeletConstraint,
}

/// The kubelets that an image version works with.
#[derive(Debug, Clone)]
pub enum KubeletConstraint {
    /// Any kubelet.
    Any,
    /// The Kubernetes versions accepted by the constraint at this index in [`CompiledProfile::constraints`].
    Constraint(usize),
    /// Unknown, because the constraint cannot be parsed.
    Unreadable(ConstraintError),
}

impl CompiledProfile {
    /// Compiles a profile without its provider section, with the default feature gates.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the profile is a thousand times larger than any real one.
    pub fn new(profile: CanonicalProfile) -> Result<Self, TooLarge> {
        Self::with_provider(profile, FeatureGates::DEFAULT, None)
    }

    /// Compiles a profile with its provider section. With the gate `WorkerCapabilities` on, the demands of workers (GEP-54) are
    /// taken into account, and `provider` supplies the demands from a worker's `providerConfig`.
    ///
    /// # Errors
    ///
    /// Fails like [`CompiledProfile::new`].
    pub fn with_provider(
        profile: CanonicalProfile,
        gates: FeatureGates,
        provider: Option<ProviderSection>,
    ) -> Result<Self, TooLarge> {
        let spec = &profile.spec;
        let entries = provider.as_ref().map_or(&[][..], |section| section.plugin.extension().worker_capabilities);
        let catalog = WorkerCatalog::new(spec, gates, entries)?;
        let mut constraints = Constraints::default();
        let images = spec.images().iter().map(|image| CompiledImage {
            strategy: image.update_strategy.as_deref().map_or(Ok(ImageUpdateStrategy::default()), str::parse),
            versions: image.offered().iter().map(|version| constraints.compile(version)).collect(),
        });
        let images: Vec<CompiledImage> = images.collect();
        let folded: Vec<Cow<'_, str>> = spec.images().iter().map(|image| folded(&image.name)).collect();
        let images_by_folded_name = first_indices(folded.iter().map(AsRef::as_ref));
        let regions = first_indices(spec.regions.iter().flatten().map(|region| region.name.as_str()));
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

    /// Returns the profile as it would be if some image versions had expired at an instant.
    ///
    /// ```
    /// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec};
    /// use rootstock_judge::CompiledProfile;
    /// let spec: CloudProfileSpec = serde_json::from_str(
    ///     r#"{"machineImages": [{"name": "plain", "versions": [{"version": "1.0.0"}, {"version": "1.1.0"}]}]}"#,
    /// )?;
    /// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
    /// let expired = profile.with_expired_images("2026-06-30T00:00:00Z".parse()?, |_, version| version == "1.0.0");
    /// let at = "2026-07-01T00:00:00Z".parse()?;
    /// let states: Vec<String> = expired.offers().map(|offer| offer.classification(at).to_string()).collect();
    /// assert_eq!(states, ["expired", "supported"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_expired_images(&self, date: Timestamp, is_expired: impl Fn(&str, &str) -> bool) -> Self {
        let mut object = CloudProfile::clone(self.profile.shared());
        for image in object.spec.machine_images.iter_mut().flatten() {
            let expired = image.versions.iter_mut().flatten().filter(|one| is_expired(&image.name, &one.version));
            expired.for_each(|version| (version.expiration_date, version.lifecycle) = (Some(date), None));
        }
        let profile = CanonicalProfile::from_stored(object);
        Self { profile, changes: OnceLock::new(), ..self.clone() }
    }

    /// The name of the profile.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.profile.metadata.name
    }

    /// The `spec` of the profile.
    #[must_use]
    pub fn spec(&self) -> &CloudProfileSpec {
        &self.profile.spec
    }

    /// The feature gates that the profile was compiled with.
    #[must_use]
    pub const fn gates(&self) -> FeatureGates {
        self.gates
    }

    /// The capabilities of machine types and images, including worker capabilities if the gate is on.
    #[must_use]
    pub const fn catalog(&self) -> &WorkerCatalog {
        &self.catalog
    }

    /// The provider's plug-in, if the provider is known.
    #[must_use]
    pub fn plugin(&self) -> Option<&'static dyn Provider> {
        self.provider.as_ref().map(|section| section.plugin)
    }

    /// The provider section; `None` if it could not be read.
    #[must_use]
    pub fn config(&self) -> Option<&dyn ProviderConfig> {
        self.provider.as_ref()?.config.as_deref()
    }

    /// Numbers the regions, in the order of the profile: those with equal numbers have references at the same places, and the same
    /// machine types.
    #[must_use]
    pub fn region_classes(&self) -> Vec<usize> {
        let regions: Vec<&Region> = self.spec().regions.iter().flatten().collect();
        let names: Vec<&str> = regions.iter().map(|region| region.name.as_str()).collect();
        let of_provider = self.config().map_or_else(|| vec![0; regions.len()], |config| config.region_classes(&names));
        let mut numbers = HashMap::default();
        let number = |(region, class): (&Region, usize)| {
            let zones = region.zones.iter().flatten();
            let unavailable: Vec<Option<Vec<String>>> =
                zones.map(|zone| zone.unavailable_machine_types.clone()).collect();
            let next = numbers.len();
            *numbers.entry((class, unavailable)).or_insert(next)
        };
        regions.into_iter().zip(of_provider).map(number).collect()
    }

    /// Returns every image reference of the provider section, in document order; empty if it could not be read.
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

    /// The Kubernetes versions, in profile order.
    #[must_use]
    pub fn kubernetes(&self) -> &[ExpirableVersion] {
        self.profile.spec.kubernetes.offered()
    }

    /// The distinct `kubeletVersionConstraint`s that can be parsed.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Returns the last instants before the classification of any version changes, sorted and without repetition.
    ///
    /// Between two consecutive instants (exclusive of the first, inclusive of the second), all classifications are constant.
    #[must_use]
    pub fn changes(&self) -> &[Timestamp] {
        self.changes.get_or_init(|| changes(self.spec()))
    }

    /// Returns the index in `spec.machineImages` of the first image with this name. Under the quirk `image_name_ignores_case`,
    /// names are compared the way maintenance does.
    #[must_use]
    pub fn image(&self, name: &str, quirks: &Quirks) -> Option<usize> {
        if quirks.judge.image_name_ignores_case {
            self.images_by_folded_name.get(folded(name).as_ref()).copied()
        } else {
            self.compiled().image(name).map(|image| image.index)
        }
    }

    /// Looks up a machine type by name; the first one if the name is repeated.
    #[must_use]
    pub fn machine_type(&self, name: &str) -> Option<(&MachineType, &CatalogMachineType)> {
        let compiled = self.compiled().machine_type(name)?;
        Some((self.profile.spec.types().get(compiled.index)?, compiled))
    }

    /// Looks up a region by name; the first one if the name is repeated.
    #[must_use]
    pub fn region(&self, name: &str) -> Option<&Region> {
        self.profile.spec.regions.as_deref()?.get(*self.regions.get(name)?)
    }

    /// Returns the index in `spec.regions` of the first region with this name.
    #[must_use]
    pub fn region_index(&self, name: &str) -> Option<usize> {
        self.regions.get(name).copied()
    }

    /// Returns the architecture of a machine type: the capability's value after defaulting if there is exactly one, otherwise
    /// the legacy field.
    #[must_use]
    pub fn architecture_of<'s>(&'s self, machine_type: &'s MachineType) -> Option<&'s str> {
        let declared = machine_type.capabilities.get(ARCHITECTURE);
        let registered = self.profile.spec.capability_definitions().iter().rev().find(|one| one.name == ARCHITECTURE);
        match registered.map(|definition| declared.unwrap_or(&definition.values)) {
            Some([only]) => Some(only),
            _ => machine_type.architecture.as_deref().filter(|architecture| !architecture.is_empty()),
        }
    }

    /// Returns the class of the machine type at this index in `spec.machineTypes`. Machine types of the same class have the
    /// same provider image in every region.
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

    /// Returns the vocabulary for comparing the provider's images. It depends only on the feature gates in `settings`, which
    /// are those of the profile.
    pub(crate) fn image_vocabulary(&self, config: &dyn ProviderConfig, settings: &Settings) -> &ImageVocabulary {
        self.image_vocabulary.get_or_init(|| config.image_vocabulary(self.spec(), settings))
    }

    pub(crate) fn compiled(&self) -> &Catalog {
        self.catalog.catalog()
    }
}

/// The distinct constraints of a profile.
#[derive(Default)]
struct Constraints {
    distinct: Vec<Constraint>,
    /// The result for each constraint text.
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

/// Maps each name to its first index.
fn first_indices<'n>(names: impl Iterator<Item = &'n str>) -> HashMap<String, usize> {
    let mut places = HashMap::default();
    for (place, name) in names.enumerate() {
        places.entry(name.to_owned()).or_insert(place);
    }
    places
}

/// Returns a name in lowercase, for case-insensitive comparison.
fn folded(name: &str) -> Cow<'_, str> {
    let is_folded = name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_folded { Cow::Borrowed(name) } else { Cow::Owned(name.to_lowercase()) }
}

/// Returns all instants after which the classification of some version changes.
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
