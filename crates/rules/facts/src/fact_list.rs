//! Facts in a neutral form.

use rootstock_core_model::{Capabilities, Quantity};
use rootstock_versioning::{Day, Timestamp};
use serde::{Deserialize, Serialize};

/// Facts from several sources.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "Facts that clouds and vendors print about images and machine types.")
)]
pub struct FactList {
    /// The facts, by source.
    pub facts: Vec<FactSheet>,
}

/// The facts of one source.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactSheet {
    /// The format of the source: `aws-images`.
    pub source: String,
    /// The provider: a value of `spec.type`. Absent: every provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The date on which the source was printed or published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Timestamp>,
    /// The only region that the facts are about; absent: every region, or the region of each fact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The machine images that it lists completely; empty: every machine image.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_images: Vec<String>,
    /// Whether the source lists only some images or machine types, so that nothing follows from a missing one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// The images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageFact>,
    /// The machine types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_types: Vec<MachineTypeFact>,
    /// The Kubernetes versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kubernetes_versions: Vec<KubernetesFact>,
}

/// Facts about an image.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageFact {
    /// The reference: an AMI, an ID, a path.
    pub reference: String,
    /// The name. On OpenStack, a profile may refer to it instead of the ID.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The machine image of the profile, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine_image: Option<String>,
    /// The version of the machine image, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The architecture, as the source spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// Capabilities of the profile that distinguish the image, if the source knows the profile.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    pub capabilities: Capabilities,
    /// Further facts: the values with which it boots, by the name of the fact.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    pub attributes: Capabilities,
    /// The checksum of its content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
    /// The reason why no machine can boot it: "its state is `pending`".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
    /// The date from which it is deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Timestamp>,
    /// The date on which it is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<Timestamp>,
    /// Whether accounts other than the owner's can use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<bool>,
}

/// Facts about a machine type.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeFact {
    /// The name.
    pub name: String,
    /// The region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The zones that have it; empty if the source does not list zones, unless `zonal`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
    /// Whether the source lists zones.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub zonal: bool,
    /// The architecture, as the source spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// The CPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<Quantity>,
    /// The memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<Quantity>,
    /// The GPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu: Option<Quantity>,
    /// Further facts: the values that it supports, by the name of the fact.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    pub attributes: Capabilities,
    /// The reason why no machine of this type can be created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
    /// Whether the cloud advises against it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deprecated: bool,
    /// The date on which it is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<Timestamp>,
}

/// Facts about a Kubernetes version, or about all versions of a minor.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KubernetesFact {
    /// A version, `1.34.1`, or a minor, `1.34`.
    pub version: String,
    /// The day of its release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub released: Option<Day>,
    /// The last day on which it is maintained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_of_life: Option<Day>,
}

impl FactSheet {
    /// Returns whether it is about a provider.
    #[must_use]
    pub fn is_about(&self, provider_type: &str) -> bool {
        self.provider.as_deref().is_none_or(|own| {
            own == provider_type
                // Extensions for the same clouds.
                || matches!((own, provider_type), ("openstack", "stackit") | ("ironcore", "ironcore-metal"))
        })
    }

    /// Returns whether it lists every image that the profile may have for a machine image.
    #[must_use]
    pub(crate) fn lists_all_of(&self, machine_image: &str) -> bool {
        !self.partial && (self.machine_images.is_empty() || self.machine_images.iter().any(|one| one == machine_image))
    }
}
