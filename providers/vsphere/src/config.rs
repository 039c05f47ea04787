//! The part of the vSphere extension's `providerConfig` that is about images.

use rootstock_core_model::{Capabilities, FieldPath};
use rootstock_provider_api::{Artifact, ImageVersion, ProviderImage, RegionalImages};
use serde::{Deserialize, Serialize};

/// `CloudProfileConfig` of the vSphere extension, as far as images are concerned.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CloudProfileConfig {
    /// `vsphere.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: String,
    /// `CloudProfileConfig`.
    pub kind: String,
    /// The regions.
    pub regions: Option<Vec<RegionSpec>>,
    /// What each machine image is mapped to, in regions without a list of their own.
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
}

/// A region, as far as images are concerned.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RegionSpec {
    /// Its name.
    pub name: String,
    /// What machine images are mapped to there.
    pub machine_images: Option<Vec<ProviderImage<MachineImageVersion>>>,
}

/// What one version of a machine image is mapped to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MachineImageVersion {
    /// The version.
    pub version: String,
    /// The path of the template.
    pub path: String,
    /// The guest's ID, in the place of the template's.
    pub guest_id: Option<String>,
}

impl CloudProfileConfig {
    pub(crate) fn regional_images(&self) -> Vec<RegionalImages<'_, MachineImageVersion>> {
        let list = FieldPath::root().field("spec").field("providerConfig").field("regions");
        let regions = self.regions.iter().flatten().enumerate();
        let lists = regions.map(|(index, region)| RegionalImages {
            region: &region.name,
            images: region.machine_images.as_deref().unwrap_or_default(),
            path: list.clone().index(index).field("machineImages"),
        });
        lists.collect()
    }
}

impl ImageVersion for MachineImageVersion {
    const EVERYWHERE_FIELD: &'static str = "path";
    const IS_REGIONAL: bool = false;
    const REQUIRES_REFERENCE: bool = true;

    fn version(&self) -> &str {
        &self.version
    }

    fn flavors(&self) -> Vec<Artifact<'_>> {
        Vec::new()
    }

    fn legacy(&self) -> Vec<Artifact<'_>> {
        vec![Artifact::legacy(Capabilities::new()).with_everywhere(&self.path)]
    }
}
