//! A profile, prepared to judge many Shoots by it.

use rootstock_capability_engine::{Catalog, CatalogMachineType, CatalogVersion, TooLarge};
use rootstock_core_model::{
    ARCHITECTURE, CloudProfileSpec, MachineImage, MachineImageVersion, MachineType, Quirks, Region, Settings,
};
use rootstock_provider_api::{Provider, ProviderConfig};
use rootstock_versioning::{Classification, Constraint, Version};
use rootstock_worker_capabilities::WorkerCatalog;

/// The provider's part in judging Shoots.
#[derive(Debug, Clone, Copy)]
pub struct ProviderHalf<'a> {
    /// The plug-in: it reads the `providerConfig` of workers.
    pub plugin: &'static dyn Provider,
    /// The provider's half of the profile, if it could be read: it knows which images exist in which regions.
    pub config: Option<&'a dyn ProviderConfig>,
}

/// A profile, prepared once to judge many Shoots by it.
///
/// The profile should be as Gardener stores it: defaulted and canonicalised.
#[derive(Debug)]
pub struct ShootProfile<'a> {
    pub(crate) spec: &'a CloudProfileSpec,
    pub(crate) settings: Settings,
    pub(crate) catalog: WorkerCatalog,
    pub(crate) provider: Option<ProviderHalf<'a>>,
    /// Per image, per version.
    versions: Vec<Vec<VersionFacts>>,
}

/// What is known of an image version before anybody asks.
#[derive(Debug)]
pub(crate) struct VersionFacts {
    /// What it is now.
    pub(crate) classification: Classification,
    /// The version, if it is one.
    pub(crate) version: Option<Version>,
    /// What kubelets it works with; `None` if any. One that cannot be read stands for any.
    pub(crate) kubelet: Option<Constraint>,
}

/// An image version of the profile, with everything that is known of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offer<'a> {
    pub(crate) image: &'a MachineImage,
    pub(crate) version: &'a MachineImageVersion,
    pub(crate) facts: &'a VersionFacts,
    pub(crate) compiled: &'a CatalogVersion,
    /// Its places in `spec.machineImages[].versions[]`.
    pub(crate) place: (usize, usize),
}

impl Offer<'_> {
    /// `image` `version`, in words.
    pub(crate) fn shown(&self) -> String {
        format!("`{}` `{}`", self.image.name, self.version.version)
    }
}

impl<'a> ShootProfile<'a> {
    /// Prepares a profile.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for a profile that only somebody with bad intentions would write.
    pub fn new(
        spec: &'a CloudProfileSpec,
        settings: &Settings,
        provider: Option<ProviderHalf<'a>>,
    ) -> Result<Self, TooLarge> {
        let entries = provider.map_or(&[][..], |half| half.plugin.worker_capabilities());
        let catalog = WorkerCatalog::new(spec, settings.gates, entries)?;
        let facts = |version: &MachineImageVersion| VersionFacts {
            classification: version.lifecycle().at(settings.now),
            version: version.version.parse().ok(),
            kubelet: version.kubelet_version_constraint.as_deref().and_then(|constraint| constraint.parse().ok()),
        };
        let versions = spec.images().iter().map(|image| image.offered().iter().map(facts).collect()).collect();
        Ok(Self { spec, settings: *settings, catalog, provider, versions })
    }

    /// The compiled profile.
    #[must_use]
    pub const fn catalog(&self) -> &WorkerCatalog {
        &self.catalog
    }

    pub(crate) const fn quirks(&self) -> &Quirks {
        &self.settings.quirks
    }

    fn compiled(&self) -> &Catalog {
        self.catalog.catalog()
    }

    /// Every image version in the order of the profile.
    pub(crate) fn offers(&self) -> impl Iterator<Item = Offer<'_>> {
        (0..self.spec.images().len()).flat_map(|image| self.offers_at(image))
    }

    /// The versions of one image, in the order of the profile.
    pub(crate) fn offers_at(&self, index: usize) -> impl Iterator<Item = Offer<'_>> {
        let image =
            self.spec.images().get(index).zip(self.compiled().images().get(index)).zip(self.versions.get(index));
        image.into_iter().flat_map(move |((image, compiled), facts)| {
            let versions = image.offered().iter().zip(compiled.versions()).zip(facts);
            versions.enumerate().map(move |(position, ((version, compiled), facts))| Offer {
                image,
                version,
                facts,
                compiled,
                place: (index, position),
            })
        })
    }

    /// Every version of every image of that name.
    pub(crate) fn offers_of(&self, name: &str) -> impl Iterator<Item = Offer<'_>> {
        self.offers().filter(move |offer| offer.image.name == name)
    }

    /// The first image version of that name and text.
    pub(crate) fn offer(&self, name: &str, version: &str) -> Option<Offer<'_>> {
        self.offers_of(name).find(|offer| offer.version.version == version)
    }

    /// The machine type of that name.
    pub(crate) fn machine_type(&self, name: &str) -> Option<(&'a MachineType, &CatalogMachineType)> {
        let compiled = self.compiled().machine_type(name)?;
        Some((self.spec.types().get(compiled.index())?, compiled))
    }

    pub(crate) fn region(&self, name: &str) -> Option<&'a Region> {
        self.spec.regions.iter().flatten().find(|region| region.name == name)
    }

    /// The architecture of a machine type: the capability's value after defaulting if that is exactly one, else the legacy
    /// field.
    pub(crate) fn architecture_of(&self, machine_type: &'a MachineType) -> Option<&'a str> {
        let declared = machine_type.capabilities.get(ARCHITECTURE);
        let registered = self.spec.capability_definitions().iter().rev().find(|one| one.name == ARCHITECTURE);
        match registered.map(|definition| declared.unwrap_or(&definition.values)) {
            Some([only]) => Some(only),
            _ => machine_type.architecture.as_deref().filter(|architecture| !architecture.is_empty()),
        }
    }

    /// The architectures an image version exists for.
    pub(crate) fn architectures<'s>(&'s self, offer: &Offer<'s>) -> Vec<&'s str> {
        self.compiled().architectures(offer.compiled, self.quirks())
    }
}
