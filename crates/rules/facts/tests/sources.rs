//! Each format is recognized by its content, and read.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs, reason = "tests")]

use rootstock_facts::{
    FactFile, FactSheet, FactSource, ImageFact, KubernetesFact, MachineTypeFact, SourceError, read_facts,
};
use rstest::rstest;

#[path = "../benches/clouds/lists.rs"]
mod lists;

const AWS_IMAGES: &str = r#"{"Images": [{"ImageId": "ami-1", "Name": "gl", "Architecture": "x86_64", "State": "available",
    "BootMode": "uefi-preferred", "TpmSupport": "v2.0", "EnaSupport": true, "Public": false,
    "DeprecationTime": "2026-09-01T00:00:00.000Z"}, {"ImageId": "ami-2", "State": "pending"}]}"#;
const AWS_TYPES: &str = r#"{"InstanceTypes": [{"InstanceType": "m7g.large", "BareMetal": false, "VCpuInfo": {"DefaultVCpus": 2},
    "ProcessorInfo": {"SupportedArchitectures": ["i386", "arm64"]}, "MemoryInfo": {"SizeInMiB": 8192},
    "SupportedBootModes": ["uefi"], "NitroTpmSupport": "supported", "EbsInfo": {"NvmeSupport": "required"},
    "NetworkInfo": {"EnaSupport": "required"}, "GpuInfo": {"Gpus": [{"Manufacturer": "NVIDIA", "Count": 8}]}}]}"#;
const AWS_OFFERINGS: &str = r#"{"InstanceTypeOfferings": [
    {"InstanceType": "m5.large", "LocationType": "availability-zone", "Location": "eu-west-1a"},
    {"InstanceType": "m5.large", "LocationType": "availability-zone-id", "Location": "euw1-az1"}]}"#;
const AZURE_SKUS: &str = r#"[{"resourceType": "disks", "name": "x"}, {"resourceType": "virtualMachines", "name": "Standard_D2s_v5",
    "locationInfo": [{"location": "westeurope", "zones": ["1", "2", "3"]}],
    "restrictions": [{"type": "Zone", "reasonCode": "NotAvailableForSubscription",
        "restrictionInfo": {"locations": ["westeurope"], "zones": ["3"]}}],
    "capabilities": [{"name": "vCPUs", "value": "2"}, {"name": "MemoryGB", "value": "3.5"},
        {"name": "HyperVGenerations", "value": "V1,V2"}, {"name": "CpuArchitectureType", "value": "x64"},
        {"name": "AcceleratedNetworkingEnabled", "value": "True"}, {"name": "PremiumIO", "value": "False"}, {"name": "DiskControllerTypes", "value": "SCSI, NVMe"}]}]"#;
const AZURE_VERSIONS: &str = r#"{"value": [{"name": "1592.3.0", "identifier": {"uniqueId": "/CommunityGalleries/c/Images/gl/Versions/1592.3.0"},
    "properties": {"provisioningState": "Creating", "publishingProfile": {"endOfLifeDate": "2026-09-01T00:00:00+00:00"}}}]}"#;
const AZURE_DEFINITIONS: &str = r#"[{"id": "/subscriptions/s/galleries/g/images/gl", "hyperVGeneration": "V2", "architecture": "Arm64",
    "features": [{"name": "SecurityType", "value": "TrustedLaunchSupported"}]}]"#;
const GCP_TYPES: &str = r#"[{"name": "c3-standard-4", "zone": "https://www.googleapis.com/compute/v1/projects/p/zones/europe-west1-b",
    "guestCpus": 4, "memoryMb": 16384, "architecture": "X86_64"},
    {"name": "n1-standard-4", "zone": "europe-west1-c", "guestCpus": 4, "memoryMb": 15360, "deprecated": {"state": "DEPRECATED"}}]"#;
const GCP_IMAGES: &str = r#"[{"name": "gl", "selfLink": "https://www.googleapis.com/compute/v1/projects/p/global/images/gl",
    "architecture": "ARM64", "status": "READY", "guestOsFeatures": [{"type": "UEFI_COMPATIBLE"}],
    "deprecated": {"state": "DEPRECATED", "deleted": "2026-09-01T00:00:00.000-07:00"}}]"#;
const OPENSTACK_IMAGES: &str = r#"[{"ID": "0d-1", "Name": "gl", "Status": "active", "Visibility": "private", "Checksum": "c1",
    "Properties": {"hw_firmware_type": "uefi", "hypervisor_type": "QEMU", "architecture": "x86_64"}},
    {"ID": "0d-2", "Name": "gl2", "Status": "queued", "properties": "hw_firmware_type='bios', os_secure_boot='required'"}]"#;
const OPENSTACK_FLAVORS: &str = r#"[{"ID": "1", "Name": "g_c4_m8", "RAM": 8192, "VCPUs": 4,
    "Properties": {"trait:CUSTOM_NUMA": "required", "capabilities:hypervisor_type": "ironic", "os:secure_boot": "required"}}]"#;
const ALICLOUD_IMAGES: &str = r#"{"RegionId": "eu-central-1", "TotalCount": 2, "Images": {"Image": [
    {"ImageId": "m-1", "ImageName": "gl", "Architecture": "x86_64", "BootMode": "UEFI", "Status": "Available",
     "IsPublic": true, "Features": {"NvmeSupport": "supported"}}]}}"#;
const ALICLOUD_TYPES: &str = r#"{"InstanceTypes": {"InstanceType": [{"InstanceTypeId": "ecs.g8y.large", "CpuCoreCount": 2,
    "MemorySize": 8.0, "CpuArchitecture": "ARM", "GPUAmount": 0, "NvmeSupport": "required"}]}}"#;
const GARDEN_LINUX: &str = "\
- name: openstack-gardener_prod_trustedboot_tpm2-amd64
  version: 2150.1.0
  architecture: amd64
  modifiers: [gardener, _prod, _trustedboot, _tpm2]
  published_image_metadata:
    published_openstack_images:
    - {region_name: eu-de-1, image_id: aaaa, variant: metal}
    - {image_id: bbbb}
- name: gcp-gardener_prod-amd64
  version: 2150.1.0
  architecture: amd64
  published_image_metadata: {gcp_image_name: gl, gcp_project_name: p}
";
const RELEASE_NOTES: &str = "\
## Changes
- upgrade 'linux'

```sh
make: not YAML
```
## Published Images
##### amd64

```
- flavor: openstackbaremetal-gardener_prod-amd64-2150.1-0a1b2c3d
  download_url: https://example.org/image.raw
  regions:
    - {region: eu-de-1, image_id: aaaa, image_name: gardenlinux-2150.1-baremetal}
```

```yaml
- flavor: azure-gardener_prod_usi-arm64-2150.1-0a1b2c3d
  gallery_images:
    - {hyper_v_generation: V2, azure_cloud: china, image_id: /CommunityGalleries/c/Images/gl/Versions/2150.1.0}
- flavor: gcp-gardener_prod-amd64-2150.1-0a1b2c3d
  image_name: gl
  project: p
- flavor: aws-gardener_prod-amd64-2150.1-0a1b2c3d
- flavor: metal-gardener_prod-amd64-2150.1-0a1b2c3d
```
";
const DESCRIPTOR: &str = "\
component:
  resources:
  - {name: chart, type: helmChart}
  - name: gardenlinux
    version: 2150.1.0
    extraIdentity: {feature-flags: 'gardener,_prod,_usi', architecture: amd64, platform: aws}
    labels:
    - name: gardener.cloud/gardenlinux/ci/published-image-metadata
      value: {published_aws_images: [{aws_region_id: eu-west-1, ami_id: ami-0123}]}
";
const IRONCORE: &str = r#"{"layers": [], "annotations": {"org.opencontainers.image.ref.name": "ghcr.io/gardenlinux/gl:2150",
    "architecture": "amd64", "feature_set": "sci,_usi", "version": "2150.1.0"}}"#;

const KUBERNETES_DESCRIPTOR: &str = "\
component:
  resources:
  - {name: kube-apiserver, version: v1.34.3, type: ociImage}
  - {name: kube-scheduler, version: v1.34.3, type: ociImage}
  - {name: hyperkube, version: 1.33.7, type: ociImage}
";
const END_OF_LIFE_V0: &str = r#"[
    {"cycle": "1.34", "releaseDate": "2025-08-27", "eol": "2026-10-27", "latest": "1.34.3", "latestReleaseDate": "2025-12-09", "lts": false},
    {"cycle": "1.9", "eol": true, "latest": "1.9.11"},
    {"cycle": "rolling", "eol": false}]"#;
const END_OF_LIFE_V1: &str = r#"{"schema_version": "1.2.0", "result": {"name": "kubernetes", "releases": [
    {"name": "1.34", "releaseDate": "2025-08-27", "isEol": false, "eolFrom": "2026-10-27", "latest": {"name": "1.34.3", "date": "2025-12-09"}},
    {"name": "1.9", "isEol": true, "eolFrom": null, "latest": null}]}}"#;

fn read(text: &str) -> FactFile {
    read_facts(&FactSource::ALL, "file", text.as_bytes(), Some("eu-west-1")).unwrap()
}

/// Returns all facts of a file, one line each.
fn lines(file: &FactFile) -> Vec<String> {
    let image = |one: &ImageFact| {
        let dates = [("deprecated", one.deprecated), ("deleted", one.deleted)];
        let dates = dates.into_iter().filter_map(|(name, date)| Some(format!(" {name} {}", date?)));
        format!(
            "{}{}{}{}{}{} {}",
            one.reference,
            one.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default(),
            one.architecture.as_deref().map(|own| format!(" {own}")).unwrap_or_default(),
            dates.collect::<String>(),
            one.unusable.as_deref().map(|reason| format!(" ({reason})")).unwrap_or_default(),
            if one.shared == Some(false) { " private" } else { "" },
            one.attributes
        )
    };
    let machine_type = |one: &MachineTypeFact| {
        let sizes =
            [&one.cpu, &one.memory, &one.gpu].map(|size| size.as_ref().map_or("-".to_owned(), ToString::to_string));
        format!(
            "{} {} {} {:?}{} {}",
            one.name,
            sizes.join("/"),
            one.architecture.as_deref().unwrap_or("-"),
            one.zones,
            if one.deprecated { " deprecated" } else { "" },
            one.attributes
        )
    };
    let kubernetes = |one: &KubernetesFact| {
        let days = [("released", one.released), ("ends", one.end_of_life)];
        let days = days.into_iter().filter_map(|(name, day)| Some(format!(" {name} {}", day?)));
        format!("Kubernetes {}{}", one.version, days.collect::<String>())
    };
    let of = |sheet: &FactSheet| -> Vec<String> {
        let machine_types = sheet.machine_types.iter().map(machine_type);
        sheet
            .images
            .iter()
            .map(image)
            .chain(machine_types)
            .chain(sheet.kubernetes_versions.iter().map(kubernetes))
            .collect()
    };
    let unread = file.unread.iter().map(|one| format!("unread {one}"));
    let others = (file.others > 0).then(|| format!("{} others", file.others));
    file.sheets.iter().flat_map(of).chain(unread).chain(others).collect()
}

#[rstest]
#[case("aws-images", AWS_IMAGES, &[
    "ami-1 x86_64 deprecated 2026-09-01T00:00:00Z private {bootMode: [bios, uefi], tpm: [v2.0], networkInterface: [ena, vif]}",
    "ami-2 (its state is `pending`) {tpm: [none, v2.0]}",
])]
#[case("aws-instance-types", AWS_TYPES, &[
    "m7g.large 2/8Gi/8 arm64 [] {bootMode: [uefi], tpm: [none, v2.0], storageInterface: [nvme], networkInterface: [ena], machine: [virtual], gpuVendor: [nvidia]}",
])]
#[case("aws-instance-type-offerings", AWS_OFFERINGS, &[
    "m5.large -/-/- - [\"eu-west-1a\"] {}",
    "unread m5.large: location availability-zone-id is neither a region nor a zone by its name",
])]
#[case("azure-skus", AZURE_SKUS, &[
    "Standard_D2s_v5 2/3584Mi/- x64 [\"1\", \"2\"] {generation: [V1, V2], storageInterface: [nvme, scsi], networkInterface: [accelerated, basic], securityType: [standard, trusted], \
     volumeType: [Standard, StandardSSD_LRS, StandardSSD_ZRS, Standard_LRS]}",
    "1 others",
])]
#[case("azure-image-versions", AZURE_VERSIONS, &[
    "/CommunityGalleries/c/Images/gl/Versions/1592.3.0 1592.3.0 deprecated 2026-09-01T00:00:00Z (its provisioning state is `Creating`) {}",
])]
#[case("azure-image-definitions", AZURE_DEFINITIONS, &[
    "/subscriptions/s/galleries/g/images/gl Arm64 {generation: [V2], securityType: [standard, trusted], storageInterface: [scsi]}",
])]
#[case("gcp-machine-types", GCP_TYPES, &[
    "c3-standard-4 4/16Gi/0 X86_64 [\"europe-west1-b\"] {networkInterface: [gvnic], storageInterface: [nvme]}",
    "n1-standard-4 4/15Gi/0 - [\"europe-west1-c\"] deprecated {networkInterface: [gvnic, virtio], storageInterface: [nvme, scsi]}",
])]
#[case("gcp-images", GCP_IMAGES, &[
    "projects/p/global/images/gl ARM64 deleted 2026-09-01T07:00:00Z {networkInterface: [virtio], secureBoot: [off, on], confidential: [none]}",
])]
#[case("openstack-images", OPENSTACK_IMAGES, &[
    "0d-1 x86_64 private {bootMode: [uefi], hypervisor: [qemu]}",
    "0d-2 (its status is `queued`) {bootMode: [bios], secureBoot: [on]}",
])]
#[case("openstack-flavors", OPENSTACK_FLAVORS, &[
    "g_c4_m8 4/8Gi/- - [] {hypervisor: [ironic], secureBoot: [on], trait: [CUSTOM_NUMA]}",
])]
#[case("alicloud-images", ALICLOUD_IMAGES, &[
    "m-1 x86_64 {bootMode: [uefi], storageInterface: [nvme, scsi]}",
    "unread the list: it is one page of a longer list, so nothing follows from what is missing in it",
])]
#[case("alicloud-instance-types", ALICLOUD_TYPES, &["ecs.g8y.large 2/8Gi/0 arm64 [] {storageInterface: [nvme]}"])]
#[case("garden-linux", GARDEN_LINUX, &[
    "aaaa 2150.1.0 amd64 {bootMode: [uefi], secureBoot: [on], tpm: [v2.0], modifier: [_prod, _tpm2, _trustedboot, gardener], variant: [metal]}",
    "projects/p/global/images/gl 2150.1.0 amd64 {}",
    "unread bbbb: it does not name its region",
])]
#[case("garden-linux-release-notes", RELEASE_NOTES, &[
    "aaaa 2150.1 amd64 {modifier: [_prod, gardener], variant: [metal]}",
    "/CommunityGalleries/c/Images/gl/Versions/2150.1.0 2150.1 arm64 {bootMode: [uefi], modifier: [_prod, _usi, gardener], \
     generation: [V2], cloud: [china]}",
    "projects/p/global/images/gl 2150.1 amd64 {modifier: [_prod, gardener]}",
    "unread aws-gardener_prod-amd64-2150.1-0a1b2c3d: it has no published image",
    "unread metal-gardener_prod-amd64-2150.1-0a1b2c3d: its flavor is not of the form \
     PLATFORM-FEATURES-ARCHITECTURE-VERSION-COMMIT, or its platform is not known",
])]
#[case("component-descriptor", DESCRIPTOR, &[
    "ami-0123 2150.1.0 amd64 {bootMode: [uefi], modifier: [_prod, _usi, gardener]}",
    "1 others",
])]
#[case("ironcore-images", IRONCORE, &["ghcr.io/gardenlinux/gl:2150 2150.1.0 amd64 {feature: [_usi, sci]}"])]
#[case("component-descriptor", KUBERNETES_DESCRIPTOR, &["Kubernetes 1.34.3", "Kubernetes 1.33.7", "1 others"])]
#[case("endoflife-date", END_OF_LIFE_V0, &[
    "Kubernetes 1.34 released 2025-08-27 ends 2026-10-27",
    "Kubernetes 1.34.3 released 2025-12-09",
    "Kubernetes 1.9",
    "Kubernetes 1.9.11",
    "unread 1.9: its end of life has passed, but has no date",
    "unread release 3: `rolling` is not a minor of Kubernetes",
])]
#[case("endoflife-date", END_OF_LIFE_V1, &[
    "Kubernetes 1.34 released 2025-08-27 ends 2026-10-27",
    "Kubernetes 1.34.3 released 2025-12-09",
    "Kubernetes 1.9",
    "unread 1.9: its end of life has passed, but has no date",
])]
fn format_is_recognized_and_read(#[case] source: &str, #[case] text: &str, #[case] expected: &[&str]) {
    let file = read(text);
    assert!(file.sheets.iter().all(|sheet| sheet.source == source), "{:?}", file.sheets);
    assert_eq!(lines(&file), expected);
}

#[test]
fn misspelt_attributes_of_own_facts_have_no_meaning() {
    let table = rootstock_facts::FactMapping::built_in("aws");
    let of = |text: &str| {
        let facts = rootstock_facts::FactList { facts: read(text).sheets };
        rootstock_facts::FactMapping::without_meaning(&table, &facts, "aws").into_iter().collect::<Vec<_>>()
    };
    let own = "facts: [{source: ours, machineTypes: [{name: m, attributes: {bootmode: [uefi], bootMode: [uefii, bios], volumeType: [gp3]}}]}]";
    assert_eq!(of(own), ["bootMode=uefii", "bootmode"]);
    assert_eq!(of(&own.replace("ours", "ours, provider: gcp")), [""; 0]);
    // Formats have more facts than a provider has rows.
    assert_eq!(of(AWS_TYPES), [""; 0]);
}

/// Facts written in the neutral form are read back.
#[rstest]
fn neutral_form_is_read(
    #[values(AWS_IMAGES, AZURE_SKUS, GCP_IMAGES, OPENSTACK_IMAGES, GARDEN_LINUX, RELEASE_NOTES, END_OF_LIFE_V1)]
    text: &str,
) {
    let facts = rootstock_facts::FactList { facts: read(text).sheets };
    let written = rootstock_core_model::emit::to_yaml(&facts).unwrap();
    assert_eq!(read(&written).sheets, facts.facts, "{written}");
}

#[rstest]
#[case("{\"Images\": []}", "there are no images, machine types, or Kubernetes versions in it")]
#[case("[]", "the known formats are")]
#[case("{\"kind\": \"List\"}", "the known formats are")]
#[case("facts: []", "there are no images, machine types, or Kubernetes versions in it")]
#[case("facts: [{sourse: x}]", "sourse")]
#[case("{component: {resources: []}}", "there are no images, machine types, or Kubernetes versions in it")]
#[case(r#"{"result": {"name": "python", "releases": [{"name": "3.13"}]}}"#, "it is about the product `python`")]
#[case("[", "")]
fn source_without_facts_is_an_error(#[case] text: &str, #[case] message: &str) {
    let error = read_facts(&FactSource::ALL, "file", text.as_bytes(), Some("r")).unwrap_err();
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn region_is_required_where_output_lacks_it() {
    let error = read_facts(&FactSource::ALL, "file", AWS_IMAGES.as_bytes(), None).unwrap_err();
    assert!(matches!(error, SourceError::NeedsRegion(_)), "{error}");
    assert!(read_facts(&FactSource::ALL, "file", AZURE_SKUS.as_bytes(), None).is_ok());
}

/// Each machine type and image of five clouds has facts, and at least one of them means a capability.
#[test]
fn lists_of_real_size_are_mapped_whole() {
    for list in lists::all() {
        let file = read_facts(&FactSource::ALL, list.source, list.text.as_bytes(), list.region).unwrap();
        assert!(file.unread.is_empty() && file.others == 0, "{}: {:?}", list.source, file.unread.first());
        let table = rootstock_facts::FactMapping::built_in(list.cloud);
        let sheets = || file.sheets.iter().inspect(|sheet| assert_eq!(sheet.source, list.source));
        let images: Vec<_> = sheets().flat_map(|sheet| sheet.images.iter().map(|one| &one.attributes)).collect();
        let types: Vec<_> = sheets().flat_map(|sheet| sheet.machine_types.iter().map(|one| &one.attributes)).collect();
        assert_eq!(images.len() + types.len(), if types.is_empty() { lists::IMAGES } else { lists::MACHINE_TYPES });
        // Versions in an Azure gallery get their facts from their definition.
        if list.source == "azure-image-versions" {
            continue;
        }
        for own in images.iter().chain(&types) {
            assert!(table.iter().any(|row| row.values_of(own).is_some()), "{}: {own}", list.source);
        }
    }
}
