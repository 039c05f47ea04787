//! The large profile.

use serde::Serialize;

use crate::generator::Generator;

/// The regions of the sample, each with three zones.
pub const REGIONS: [&str; 6] = ["eu-de-1", "eu-de-2", "eu-nl-1", "eu-nl-2", "eu-se-1", "eu-se-2"];

/// The machine images of the sample.
pub const IMAGES: [&str; 4] = ["gardenlinux", "ubuntu", "suse-chost", "flatcar"];

const CAPABILITIES: [Capability; 5] = [
    Capability { name: "architecture", values: &["amd64", "arm64"] },
    Capability { name: "hypervisor", values: &["virtualized", "baremetal"] },
    Capability { name: "storageAccess", values: &["NVMe", "SCSI"] },
    Capability { name: "network", values: &["accelerated", "standard"] },
    Capability { name: "bootMode", values: &["uefi-preferred", "uefi", "legacy-bios"] },
];

/// The size of a sample, in percent of the large profile.
///
/// It affects the number of machine types and image versions, but not the flavors of a version, the regions, the
/// Kubernetes versions or the capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale(u32);

impl Scale {
    /// Returns `factor` times the large profile.
    #[must_use]
    pub const fn times(factor: u32) -> Self {
        Self(factor.saturating_mul(100))
    }

    /// Returns `percent` of the large profile, at least 1.
    #[must_use]
    pub const fn percent(percent: u32) -> Self {
        Self(if percent == 0 { 1 } else { percent })
    }

    fn of(self, count: usize) -> usize {
        (count.saturating_mul(usize::try_from(self.0).unwrap_or(usize::MAX)) / 100).max(1)
    }
}

/// A large OpenStack CloudProfile.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LargeProfile {
    api_version: &'static str,
    kind: &'static str,
    metadata: Metadata,
    spec: Spec,
}

#[derive(Debug, Clone, Serialize)]
struct Metadata {
    name: &'static str,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Spec {
    r#type: &'static str,
    machine_capabilities: [Capability; 5],
    kubernetes: Kubernetes,
    machine_images: Vec<MachineImage>,
    machine_types: Vec<MachineType>,
    regions: Vec<Region>,
    provider_config: ProviderConfig,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Capability {
    name: &'static str,
    values: &'static [&'static str],
}

#[derive(Debug, Clone, Serialize)]
struct Kubernetes {
    versions: Vec<ExpirableVersion>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct ExpirableVersion {
    version: String,
    classification: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expiration_date: Option<&'static str>,
}

/// A machine image of a [`LargeProfile`].
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MachineImage {
    /// The name.
    pub name: &'static str,
    update_strategy: &'static str,
    versions: Vec<MachineImageVersion>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct MachineImageVersion {
    #[serde(flatten)]
    version: ExpirableVersion,
    capability_flavors: Vec<Flavor>,
    cri: [ContainerInterface; 1],
}

/// The capabilities of a flavor or machine type; `None` omits one.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Flavor {
    architecture: [&'static str; 1],
    hypervisor: [&'static str; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    storage_access: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boot_mode: Option<[&'static str; 1]>,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct ContainerInterface {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    container_runtimes: Option<[ContainerRuntime; 1]>,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct ContainerRuntime {
    r#type: &'static str,
}

/// A machine type of a [`LargeProfile`].
#[derive(Debug, Clone, Serialize)]
pub struct MachineType {
    /// The name.
    pub name: String,
    cpu: String,
    gpu: &'static str,
    memory: String,
    capabilities: Flavor,
    storage: Storage,
    usable: bool,
}

#[derive(Debug, Clone, Serialize)]
struct Storage {
    class: &'static str,
    r#type: &'static str,
    size: &'static str,
}

#[derive(Debug, Clone, Serialize)]
struct Region {
    name: &'static str,
    zones: Vec<Named>,
}

#[derive(Debug, Clone, Serialize)]
struct Named {
    name: String,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct ProviderConfig {
    api_version: &'static str,
    kind: &'static str,
    machine_images: Vec<ProviderImage>,
    #[serde(rename = "keystoneURL")]
    keystone_url: &'static str,
    constraints: Constraints,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Constraints {
    floating_pools: [Named; 1],
    load_balancer_providers: [Named; 1],
}

#[derive(Debug, Clone, Serialize)]
struct ProviderImage {
    name: &'static str,
    versions: Vec<ProviderImageVersion>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct ProviderImageVersion {
    version: String,
    capability_flavors: Vec<ProviderFlavor>,
}

#[derive(Debug, Clone, Serialize)]
struct ProviderFlavor {
    capabilities: Flavor,
    regions: Vec<RegionImage>,
}

#[derive(Debug, Clone, Serialize)]
struct RegionImage {
    name: &'static str,
    id: String,
}

impl LargeProfile {
    /// The name of the profile, to which the Shoots of a [`crate::Fleet`] refer.
    pub const NAME: &'static str = "openstack-large";

    /// Generates a profile of a given size.
    #[must_use]
    pub fn new(scale: Scale) -> Self {
        let mut generator = Generator::new(42);
        let (machine_images, provider_images) =
            IMAGES.iter().map(|name| machine_image(name, scale.of(55), &mut generator)).unzip();
        Self {
            api_version: "core.gardener.cloud/v1beta1",
            kind: "CloudProfile",
            metadata: Metadata { name: Self::NAME },
            spec: Spec {
                r#type: "openstack",
                machine_capabilities: CAPABILITIES,
                kubernetes: Kubernetes { versions: kubernetes_versions() },
                machine_images,
                machine_types: (0..scale.of(1080)).map(machine_type).collect(),
                regions: REGIONS.map(region).into(),
                provider_config: ProviderConfig {
                    api_version: "openstack.provider.extensions.gardener.cloud/v1alpha1",
                    kind: "CloudProfileConfig",
                    machine_images: provider_images,
                    keystone_url: "https://keystone.example.com/v3/",
                    constraints: Constraints {
                        floating_pools: [Named { name: "fp-pool-1".to_owned() }],
                        load_balancer_providers: [Named { name: "haproxy".to_owned() }],
                    },
                },
            },
        }
    }

    /// Returns the machine types.
    #[must_use]
    pub fn machine_types(&self) -> &[MachineType] {
        &self.spec.machine_types
    }

    /// Returns every image and version, in the order of the profile.
    pub fn image_versions(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.spec
            .machine_images
            .iter()
            .flat_map(|image| image.versions.iter().map(|version| (image.name, version.version.version.as_str())))
    }

    pub(crate) fn images(&self) -> &[MachineImage] {
        &self.spec.machine_images
    }

    pub(crate) fn kubernetes_versions(&self) -> impl Iterator<Item = &str> {
        self.spec.kubernetes.versions.iter().map(|version| version.version.as_str())
    }

    /// Serializes the profile as block-style YAML, the way `kubectl get -o yaml` prints it.
    ///
    /// # Errors
    ///
    /// Returns an error if serialization fails, which is not expected.
    pub fn to_yaml(&self) -> Result<String, serde_yaml::Error> {
        serde_yaml::to_string(self)
    }

    /// Serializes the profile as JSON on one line.
    ///
    /// # Errors
    ///
    /// Returns an error if serialization fails, which is not expected.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}

impl MachineImage {
    pub(crate) fn versions(&self) -> impl Iterator<Item = &str> {
        self.versions.iter().map(|version| version.version.version.as_str())
    }
}

impl MachineType {
    pub(crate) const fn architecture(&self) -> &'static str {
        let [architecture] = self.capabilities.architecture;
        architecture
    }
}

/// Returns six different flavors: amd64 virtualized and bare metal, and arm64 virtualized, each with both kinds of storage access.
pub(crate) fn flavors() -> Vec<Flavor> {
    let hosts = [("amd64", "virtualized"), ("amd64", "baremetal"), ("arm64", "virtualized")];
    hosts
        .iter()
        .flat_map(|&(architecture, hypervisor)| {
            ["NVMe", "SCSI"].map(|storage| Flavor {
                architecture: [architecture],
                hypervisor: [hypervisor],
                storage_access: Some([storage]),
                boot_mode: (hypervisor == "baremetal").then_some(["uefi"]),
            })
        })
        .collect()
}

fn machine_image(name: &'static str, versions: usize, generator: &mut Generator) -> (MachineImage, ProviderImage) {
    let (versions, provider_versions) =
        (0..versions).map(|position| image_version(position, position + 1 == versions, generator)).unzip();
    let image = MachineImage { name, update_strategy: "minor", versions };
    (image, ProviderImage { name, versions: provider_versions })
}

fn image_version(
    position: usize,
    is_last: bool,
    generator: &mut Generator,
) -> (MachineImageVersion, ProviderImageVersion) {
    let name = format!("{}.{}.{}", 1000 + position / 6, position % 6, generator.below(10));
    let classification = match (is_last, generator.below(3)) {
        (true, _) => "supported",
        (false, 0) => "preview",
        (false, _) => "deprecated",
    };
    let expires = classification == "deprecated" && generator.chance(60);
    let date = if generator.chance(50) { "2090-01-01T00:00:00Z" } else { "2095-06-30T23:59:59Z" };
    let version = MachineImageVersion {
        version: ExpirableVersion { version: name.clone(), classification, expiration_date: expires.then_some(date) },
        capability_flavors: flavors(),
        cri: [ContainerInterface {
            name: "containerd",
            container_runtimes: Some([ContainerRuntime { r#type: "gvisor" }]),
        }],
    };
    let provider_flavors = flavors()
        .into_iter()
        .map(|capabilities| ProviderFlavor {
            capabilities,
            regions: REGIONS.iter().map(|name| RegionImage { name, id: generator.uuid() }).collect(),
        })
        .collect();
    (version, ProviderImageVersion { version: name, capability_flavors: provider_flavors })
}

/// Generates a machine type. Every fourth is arm64; every tenth is bare metal, unless it is arm64; every third has no NVMe.
fn machine_type(position: usize) -> MachineType {
    let (cpu, memory) = (1 << (position % 8), 1 << (position % 9 + 1));
    let is_arm = position % 4 == 3;
    let is_bare_metal = position.is_multiple_of(10) && !is_arm;
    MachineType {
        name: format!("g_c{cpu}_m{memory}_{position}"),
        cpu: cpu.to_string(),
        gpu: "0",
        memory: format!("{memory}Gi"),
        capabilities: Flavor {
            architecture: [if is_arm { "arm64" } else { "amd64" }],
            hypervisor: [if is_bare_metal { "baremetal" } else { "virtualized" }],
            storage_access: position.is_multiple_of(3).then_some(["SCSI"]),
            boot_mode: None,
        },
        storage: Storage { class: "standard", r#type: "default", size: "40Gi" },
        usable: true,
    }
}

/// Generates seven patch releases of each of six minors; the latest is supported, the others are deprecated.
fn kubernetes_versions() -> Vec<ExpirableVersion> {
    (30..36)
        .flat_map(|minor| (3..10).map(move |patch| (minor, patch)))
        .map(|(minor, patch)| ExpirableVersion {
            version: format!("1.{minor}.{patch}"),
            classification: if patch == 9 { "supported" } else { "deprecated" },
            expiration_date: (patch != 9).then_some("2090-01-01T00:00:00Z"),
        })
        .collect()
}

fn region(name: &'static str) -> Region {
    Region { name, zones: ["a", "b", "c"].map(|zone| Named { name: format!("{name}{zone}") }).into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_profile_has_the_documented_size() {
        let profile = LargeProfile::new(Scale::times(1));
        let (yaml, json) = (profile.to_yaml().unwrap(), profile.to_json().unwrap());
        assert!((1_350_000..1_450_000).contains(&yaml.len()), "{}", yaml.len());
        assert!((1_000_000..1_100_000).contains(&json.len()), "{}", json.len());
        assert_eq!(profile.spec.kubernetes.versions.len(), 42);
        assert_eq!(yaml, LargeProfile::new(Scale::times(1)).to_yaml().unwrap());
    }

    #[test]
    fn yaml_and_json_are_equal() {
        let profile = LargeProfile::new(Scale::percent(10));
        let from_yaml: serde_json::Value = serde_yaml::from_str(&profile.to_yaml().unwrap()).unwrap();
        let from_json: serde_json::Value = serde_json::from_str(&profile.to_json().unwrap()).unwrap();
        assert_eq!(from_yaml, from_json);
    }
}
