//! Mistakes in a plug-in, and the types that can contain one.

use std::marker::PhantomData;

use rootstock_core_model::{Capabilities, Path};
use rootstock_document::Decodable;
use rootstock_document::decode::Slot;
use rootstock_provider_api::{Artifact, ArtifactPlace, Checker, ImageVersion, RegionId, by_architecture};
use serde::{Deserialize, Deserializer};

/// A mistake in a plug-in.
pub(crate) struct Mistake;

impl Mistake {
    /// No mistake.
    pub(crate) const NONE: u8 = 0;
    /// A type that keeps unknown fields, like serde's `flatten`.
    pub(crate) const IGNORES_UNKNOWN_FIELDS: u8 = 1;
    /// A second name for a field, like serde's `alias`.
    pub(crate) const ALIAS: u8 = 2;
    pub(crate) const LOSES_A_FLAVOR: u8 = 4;
    pub(crate) const LOSES_AN_IMAGE: u8 = 5;
    pub(crate) const COUNTS_FROM_ONE: u8 = 6;
    pub(crate) const SWAPS_REGIONS: u8 = 7;
    pub(crate) const PANICS: u8 = 8;
    pub(crate) const MISSPELLS_A_PATH: u8 = 9;
    pub(crate) const OMITS_MOVED_FIELDS: u8 = 10;
    pub(crate) const MISPLACES_ARCHITECTURE: u8 = 11;
    pub(crate) const REFUSES_ITS_SAMPLE: u8 = 12;
    pub(crate) const SAMPLE_IS_NOT_JSON: u8 = 13;
    pub(crate) const STRICT_WORKER_CONFIG: u8 = 14;
}

/// A mistake as a type, because serde's derive macros do not support const parameters.
pub(crate) trait MistakeType: std::fmt::Debug + Default + Send + Sync + 'static {
    const MISTAKE: u8;
}

/// The mistake with that number.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct WithMistake<const MISTAKE: u8>;

impl<const MISTAKE: u8> MistakeType for WithMistake<MISTAKE> {
    const MISTAKE: u8 = MISTAKE;
}

/// The settings of a region.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Quay<M: MistakeType> {
    pub(crate) name: String,
    made: PhantomData<M>,
}

impl<M: MistakeType> Decodable for Quay<M> {
    fn slot(&mut self) -> Slot<'_> {
        Slot::by_serde(self)
    }
}

impl<'de, M: MistakeType> Deserialize<'de> for Quay<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Strict {
            name: String,
        }
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Lenient {
            name: String,
            #[serde(flatten)]
            _rest: std::collections::BTreeMap<String, rootstock_core_model::RawObject>,
        }
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Aliased {
            #[serde(alias = "Name")]
            name: String,
        }
        let name = match M::MISTAKE {
            Mistake::IGNORES_UNKNOWN_FIELDS => Lenient::deserialize(deserializer)?.name,
            Mistake::ALIAS => Aliased::deserialize(deserializer)?.name,
            _ => Strict::deserialize(deserializer)?.name,
        };
        Ok(Self { name, made: PhantomData })
    }
}

/// A version's mapping.
#[derive(Debug, Default, PartialEq, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Berth<M: MistakeType> {
    #[serde(skip)]
    made: PhantomData<M>,
    version: String,
    image: String,
    regions: Vec<RegionId>,
    capability_flavors: Vec<Flavor>,
}

#[derive(Debug, Default, PartialEq, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct Flavor {
    image: String,
    regions: Vec<RegionId>,
    capabilities: Capabilities,
}

impl<M: MistakeType> Berth<M> {
    pub(crate) fn check(&self, path: &Path<'_>, checker: &mut Checker<'_>) {
        if !self.capability_flavors.is_empty() {
            if !self.regions.is_empty() || !self.image.is_empty() {
                checker.forbid_mixed_formats("`regions`", path);
            }
            checker.forbid_flavors_without_capabilities(self.capability_flavors.len(), path);
        }
        checker.check_legacy_regions(&self.regions, &path.field("regions"));
        let flavors = path.field("capabilityFlavors");
        for (index, flavor) in self.capability_flavors.iter().enumerate() {
            let path = flavors.index(index);
            checker.check_flavor_capabilities(&flavor.capabilities, &path.field("capabilities"));
            checker.check_flavor_regions(&flavor.regions, &path.field("regions"));
        }
    }
}

impl<M: MistakeType> ImageVersion for Berth<M> {
    fn version(&self) -> &str {
        &self.version
    }

    fn flavors(&self) -> Vec<Artifact<'_>> {
        let mut flavors: Vec<Artifact<'_>> = Vec::new();
        for (index, flavor) in self.capability_flavors.iter().enumerate() {
            let ids = flavor.regions.iter().map(|site| site.id.as_str());
            let mut names: Vec<&str> = flavor.regions.iter().map(|site| site.name.as_str()).collect();
            if M::MISTAKE == Mistake::SWAPS_REGIONS {
                names.sort_unstable();
                names.reverse();
            }
            let artifact = Artifact::flavor(index, &flavor.capabilities);
            flavors.push(artifact.with_regions(names.into_iter().zip(ids)).with_everywhere(&flavor.image));
        }
        match M::MISTAKE {
            Mistake::LOSES_A_FLAVOR if flavors.len() > 1 => drop(flavors.pop()),
            Mistake::COUNTS_FROM_ONE => flavors.iter_mut().for_each(|flavor| {
                let ArtifactPlace::Flavor(index) = flavor.place else { return };
                flavor.place = ArtifactPlace::Flavor(index + 1);
            }),
            _ => {}
        }
        flavors
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        let regions = self
            .regions
            .iter()
            .map(|site| (site.name.as_str(), site.id.as_str(), site.architecture.as_deref().unwrap_or("amd64")));
        by_architecture(regions, &self.image, "amd64")
    }
}
