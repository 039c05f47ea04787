//! A profile, compiled once for maintenance.

mod image;

use std::collections::HashMap;

use rootstock_capability_engine::{CapabilitySet, Catalog, CatalogMachineType, TooLarge};
use rootstock_core_model::{CloudProfileSpec, ExpirableVersion, FeatureGates, Quirks};
use rootstock_provider_api::Provider;
use rootstock_versioning::{Constraint, Timestamp};
use rootstock_worker_capabilities::WorkerCatalog;

pub(crate) use image::{CompiledImage, CompiledVersion, DEFAULT_CRI, KubeletRule};

/// A profile, compiled once, to be asked about any number of workers, shoots and instants.
///
/// ```
/// use rootstock_core_model::CloudProfileSpec;
/// use rootstock_maintenance::CompiledProfile;
/// let spec: CloudProfileSpec = serde_json::from_str(
///     r#"{"kubernetes": {"versions": [{"version": "1.30.4", "expirationDate": "2026-06-30T23:59:59Z"}]}}"#,
/// )?;
/// let profile = CompiledProfile::new("local", &spec)?;
/// assert_eq!(profile.changes(), ["2026-06-30T23:59:59Z".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct CompiledProfile {
    name: String,
    workers: WorkerCatalog,
    provider: Option<&'static dyn Provider>,
    machine_types: HashMap<String, MachineTypeEntry>,
    images: Vec<CompiledImage>,
    images_by_name: HashMap<String, usize>,
    images_by_folded_name: HashMap<String, usize>,
    kubernetes: Vec<ExpirableVersion>,
    /// Every constraint of the profile once.
    constraints: Vec<Constraint>,
    changes: Vec<Timestamp>,
}

/// Where a machine type is found, and which machine types support the same as it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MachineTypeEntry {
    index: usize,
    pub(crate) class: usize,
}

impl CompiledProfile {
    /// Compiles a profile, with the gate `WorkerCapabilities` off. `name` is only shown.
    ///
    /// The API's defaults are applied as the profile is read: an image without `updateStrategy` has `major`, a version
    /// without `cri` supports containerd without further runtimes. What Gardener writes into a stored profile (legacy
    /// architectures filled from capabilities and the other way round) must be there already: admission does it.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for a profile that only somebody with bad intentions would write.
    pub fn new(name: impl Into<String>, spec: &CloudProfileSpec) -> Result<Self, TooLarge> {
        Self::with_gates(name, spec, FeatureGates::default(), None)
    }

    /// The same with feature gates. With `WorkerCapabilities` on, what a worker asks for (GEP-54) takes part; `provider`
    /// then says what the `providerConfig` of a worker asks for.
    ///
    /// # Errors
    ///
    /// As [`CompiledProfile::new`].
    pub fn with_gates(
        name: impl Into<String>,
        spec: &CloudProfileSpec,
        gates: FeatureGates,
        provider: Option<&'static dyn Provider>,
    ) -> Result<Self, TooLarge> {
        let entries = provider.map_or(&[][..], |provider| provider.worker_capabilities());
        let workers = WorkerCatalog::new(spec, gates, entries)?;
        let mut constraints = Vec::new();
        let images: Vec<CompiledImage> =
            spec.images().iter().map(|image| CompiledImage::new(image, &mut constraints)).collect();
        let (mut images_by_name, mut images_by_folded_name) = (HashMap::new(), HashMap::new());
        for (index, image) in images.iter().enumerate() {
            images_by_name.entry(image.name.clone()).or_insert(index);
            images_by_folded_name.entry(folded(&image.name)).or_insert(index);
        }
        let kubernetes = spec.kubernetes.offered().to_vec();
        Ok(Self {
            name: name.into(),
            machine_types: machine_types(workers.catalog()),
            workers,
            provider,
            changes: changes(&kubernetes, &images),
            images,
            images_by_name,
            images_by_folded_name,
            kubernetes,
            constraints,
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The profile as the capability engine sees it.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.workers.catalog()
    }

    pub(crate) const fn workers(&self) -> &WorkerCatalog {
        &self.workers
    }

    pub(crate) const fn provider(&self) -> Option<&'static dyn Provider> {
        self.provider
    }

    /// The last instants before any of its versions becomes something else, in order of time, each once.
    ///
    /// From just after one of them until and including the next, every version is the same.
    #[must_use]
    pub fn changes(&self) -> &[Timestamp] {
        &self.changes
    }

    pub(crate) fn images(&self) -> &[CompiledImage] {
        &self.images
    }

    pub(crate) fn kubernetes(&self) -> &[ExpirableVersion] {
        &self.kubernetes
    }

    pub(crate) fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The first image of that name, as maintenance compares names.
    pub(crate) fn image(&self, name: &str, quirks: &Quirks) -> Option<(usize, &CompiledImage)> {
        let index = if quirks.image_name_ignores_case {
            self.images_by_folded_name.get(&folded(name))
        } else {
            self.images_by_name.get(name)
        };
        let index = *index?;
        Some((index, self.images.get(index)?))
    }

    pub(crate) fn machine_type(&self, name: &str) -> Option<(MachineTypeEntry, &CatalogMachineType)> {
        let entry = *self.machine_types.get(name)?;
        Some((entry, self.catalog().machine_types().get(entry.index)?))
    }

    pub(crate) fn machine_type_names(&self) -> impl Iterator<Item = &str> {
        self.catalog().machine_types().iter().map(CatalogMachineType::name)
    }

    pub(crate) fn image_names(&self) -> impl Iterator<Item = &str> {
        self.images.iter().map(|image| image.name.as_str())
    }
}

/// A name without regard to case.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// The first machine type of each name, and the number of its capability set among the distinct ones.
fn machine_types(catalog: &Catalog) -> HashMap<String, MachineTypeEntry> {
    let mut classes: HashMap<&CapabilitySet, usize> = HashMap::new();
    let mut entries = HashMap::new();
    for (index, machine_type) in catalog.machine_types().iter().enumerate() {
        let next = classes.len();
        let class = *classes.entry(machine_type.capabilities()).or_insert(next);
        entries.entry(machine_type.name().to_owned()).or_insert(MachineTypeEntry { index, class });
    }
    entries
}

/// All instants after which some version is something else.
fn changes(kubernetes: &[ExpirableVersion], images: &[CompiledImage]) -> Vec<Timestamp> {
    let beginning = Timestamp::from_unix_seconds(i64::MIN);
    let versions = images.iter().flat_map(|image| &image.versions).map(|version| &version.life);
    let mut changes: Vec<Timestamp> = kubernetes
        .iter()
        .chain(versions)
        .flat_map(|life| life.lifecycle().transitions(beginning))
        .map(|transition| transition.after)
        .collect();
    changes.sort_unstable();
    changes.dedup();
    changes
}
