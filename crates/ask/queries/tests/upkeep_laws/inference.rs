//! Capabilities from facts: laws, and what clouds publicly refuse.

use rootstock_advice::AdviceOptions;
use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::Capabilities;
use rootstock_facts::{FactList, FactSheet, ImageFact, MachineTypeFact};
use rootstock_queries::{InferAnswer, InferQuery, Query as _, UpkeepInput, UpkeepOutcome};
use rootstock_upkeep::{FactInput, FactOptions, collect_facts};
use rstest::rstest;

use crate::facts::{agreeing, base};
use crate::setup::{asked, read};

fn inferred(text: &str, facts: &FactList) -> InferAnswer {
    let (analysis, profile) = read(text).unwrap();
    let query = InferQuery { facts: facts.clone(), ..InferQuery::default() };
    let input =
        UpkeepInput { analysis: &analysis, profile: &profile, children: Vec::new(), usage: None, asked: asked() };
    query.ask(input).unwrap()
}

fn text_of(answer: &InferAnswer) -> String {
    assert!(matches!(answer.upkeep.outcome, UpkeepOutcome::Done { .. }), "{:?}", answer.upkeep.outcome);
    answer.upkeep.text().unwrap().to_owned()
}

/// Adds facts that the profiles in `fixtures/base` do not declare: one machine type lacks what one image needs.
fn with_news(text: &str) -> FactList {
    let mut facts = agreeing(text);
    let (fact, has, needs) = match read(text).unwrap().1.spec().provider_type.as_str() {
        "aws" => ("tpm", "none", "v2.0"),
        "azure" => ("generation", "V1", "V2"),
        "gcp" => ("networkInterface", "gvnic", "virtio"),
        "openstack" => ("bootMode", "bios", "uefi"),
        "alicloud" => ("storageInterface", "scsi", "nvme"),
        _ => ("secureBoot", "off", "on"),
    };
    let sheet = &mut facts.facts[0];
    sheet.machine_types.last_mut().unwrap().attributes.insert(fact, vec![has.to_owned()]);
    sheet.images.first_mut().unwrap().attributes.insert(fact, vec![needs.to_owned()]);
    facts
}

#[rstest]
fn inferring_twice_is_inferring_once(
    #[values("aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal")] provider: &str,
) {
    let text = base(provider);
    let facts = with_news(&text);
    let once = text_of(&inferred(&text, &facts));
    assert_ne!(once, text);
    assert_eq!(text_of(&inferred(&once, &facts)), once);
}

#[rstest]
fn order_of_sources_does_not_matter(
    #[values("aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal")] provider: &str,
) {
    let text = base(provider);
    let facts = with_news(&text);
    let mut sheets: Vec<FactSheet> = facts
        .facts
        .iter()
        .flat_map(|sheet| {
            let images = FactSheet { machine_types: Vec::new(), ..sheet.clone() };
            [images, FactSheet { images: Vec::new(), ..sheet.clone() }]
        })
        .collect();
    sheets.reverse();
    sheets.iter_mut().for_each(|sheet| {
        sheet.images.reverse();
        sheet.machine_types.reverse();
    });
    assert_eq!(text_of(&inferred(&text, &facts)), text_of(&inferred(&text, &FactList { facts: sheets })));
}

#[rstest]
fn facts_that_agree_change_nothing(
    #[values("aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal")] provider: &str,
) {
    let text = base(provider);
    assert_eq!(text_of(&inferred(&text, &agreeing(&text))), text);
    // So does one of two facts: without the other, the capability decides nothing.
    let mut facts = with_news(&text);
    facts.facts.iter_mut().for_each(|sheet| sheet.machine_types.clear());
    assert_eq!(text_of(&inferred(&text, &facts)), text);
}

/// Returns the reference that each machine type boots, for each version and region.
fn boots(text: &str) -> Vec<(String, String)> {
    let (_, profile) = read(text).unwrap();
    let (spec, config) = (profile.spec(), profile.config().unwrap());
    let mut all = Vec::new();
    for machine_type in spec.types() {
        for image in spec.images() {
            for version in image.offered() {
                for region in spec.regions.iter().flatten() {
                    let request = rootstock_provider_api::ImageRequest::new(
                        &image.name,
                        &version.version,
                        Some(&region.name),
                        machine_type,
                    );
                    let chosen = config.select_image(spec, &request, &asked().settings);
                    let chosen = chosen.map(|one| one.reference.value).unwrap_or_else(|_| "none".to_owned());
                    let place = format!("{} {} {} {}", machine_type.name, image.name, version.version, region.name);
                    all.push((place, chosen));
                }
            }
        }
    }
    all
}

/// Each machine type that boots another image is named in the effects of the change, with the version and region.
#[rstest]
fn no_other_image_is_booted_unnamed(
    #[values("aws", "azure", "gcp", "openstack", "alicloud", "ironcore-metal")] provider: &str,
) {
    let text = base(provider);
    let answer = inferred(&text, &with_news(&text));
    let after = text_of(&answer);
    let UpkeepOutcome::Done { diff, .. } = &answer.upkeep.outcome else { panic!() };
    let effects = serde_json::to_string(diff).unwrap();
    for ((place, before), (_, now)) in boots(&text).into_iter().zip(boots(&after)) {
        if before != now {
            let machine_type = place.split(' ').next().unwrap();
            assert!(effects.contains(machine_type), "{provider}: {place}: {before} -> {now} is not in {effects}");
        }
    }
}

/// A refusal: the provider, the machine type with its facts, the facts of the image, and the page that has the refusal.
type Refusal = (&'static str, &'static str, &'static str, &'static str);

/// Facts are in short: an architecture, and values of facts.
const REFUSALS: [Refusal; 40] = [
    ("aws", "t2.micro bootMode=bios", "bootMode=uefi", "https://github.com/RhinoSecurityLabs/cloudgoat/issues/247"),
    ("aws", "m4.large bootMode=bios", "bootMode=uefi", "https://github.com/flatcar/mantle/pull/582"),
    (
        "aws",
        "t2.xlarge bootMode=bios",
        "bootMode=uefi",
        "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-type-boot-mode.html",
    ),
    (
        "aws",
        "g4dn.xlarge networkInterface=ena",
        "networkInterface=vif",
        "https://github.com/keithvassallomt/parsec-aws-automation/pull/4",
    ),
    (
        "aws",
        "t3.micro networkInterface=ena",
        "networkInterface=vif",
        "https://github.com/vantage-sh/ec2instances.info/issues/409",
    ),
    (
        "aws",
        "r5d.4xlarge networkInterface=ena",
        "networkInterface=vif",
        "https://github.com/galaxyproject/cloudlaunch/issues/251",
    ),
    (
        "aws",
        "m5.xlarge networkInterface=ena",
        "networkInterface=vif",
        "https://github.com/redhat-developer-demos/openshift-hybridizer/issues/10",
    ),
    ("aws", "c5.large networkInterface=ena", "networkInterface=vif", "https://github.com/rancher/os/issues/2160"),
    (
        "aws",
        "c5.2xlarge networkInterface=ena",
        "networkInterface=vif",
        "https://github.com/hashicorp/terraform-provider-aws/issues/19712",
    ),
    (
        "aws",
        "t3.large networkInterface=ena",
        "networkInterface=vif",
        "https://github.com/hashicorp/terraform-provider-aws/issues/38897",
    ),
    ("aws", "m6g.large arm64", "amd64", "https://github.com/skypilot-org/skypilot/issues/6315"),
    (
        "aws",
        "r5.2xlarge amd64",
        "arm64",
        "https://github.com/terraform-aws-modules/terraform-aws-ec2-instance/issues/157",
    ),
    ("aws", "c5n.xlarge amd64", "arm64", "https://github.com/c6fc/warcannon/issues/19"),
    ("aws", "t3a.nano amd64", "arm64", "https://github.com/AndrewGuenther/fck-nat/issues/56"),
    ("aws", "t4g.nano arm64", "amd64", "https://github.com/masterpointio/terraform-aws-ssm-agent/issues/25"),
    ("azure", "Standard_D1_v2 generation=V1", "generation=V2", "https://github.com/microsoft/ga4gh-tes/issues/43"),
    (
        "azure",
        "Basic_A0 generation=V1",
        "generation=V2",
        "https://github.com/jenkinsci/azure-vm-agents-plugin/issues/305",
    ),
    (
        "azure",
        "Standard_NC24ads_A100_v4 generation=V2",
        "generation=V1",
        "https://github.com/loft-sh/devpod/issues/731",
    ),
    (
        "azure",
        "Standard_NC6_Promo generation=V1",
        "generation=V2",
        "https://github.com/skypilot-org/skypilot/issues/133",
    ),
    (
        "azure",
        "Standard_D2ads_v6 generation=V2",
        "generation=V1",
        "https://github.com/Dayzure/entra-gsa-labs/issues/12",
    ),
    (
        "azure",
        "Standard_D16ads_v6 generation=V2",
        "generation=V1",
        "https://github.com/redhat-developer/mapt/issues/489",
    ),
    (
        "azure",
        "Standard_DC4s_v2 generation=V2",
        "generation=V1",
        "https://github.com/hashicorp/terraform-provider-azurerm/issues/7454",
    ),
    (
        "azure",
        "Standard_D16ps_v5 generation=V2",
        "generation=V1",
        "https://github.com/GoogleCloudPlatform/PerfKitBenchmarker/issues/3741",
    ),
    (
        "azure",
        "Standard_D2ps_v5 generation=V2",
        "generation=V1",
        "https://github.com/kubermatic/kubermatic/issues/13184",
    ),
    (
        "azure",
        "Standard_ND96asr_v4 generation=V2",
        "generation=V1",
        "https://billtcheng2013.medium.com/hyperv-generation-9a9a9cd19b70",
    ),
    (
        "azure",
        "Standard_D8s_v6 storageInterface=nvme",
        "storageInterface=scsi",
        "https://github.com/kubernetes-sigs/image-builder/pull/1875",
    ),
    (
        "azure",
        "Standard_D8ds_v6 storageInterface=nvme",
        "storageInterface=scsi",
        "https://github.com/openshift/installer/pull/9232",
    ),
    (
        "azure",
        "Standard_E112ibs_v5 storageInterface=nvme",
        "storageInterface=scsi",
        "https://github.com/openshift/installer/pull/7500",
    ),
    (
        "azure",
        "Standard_D4s_v6 storageInterface=nvme",
        "storageInterface=scsi",
        "https://github.com/kubermatic/machine-controller/issues/1980",
    ),
    (
        "azure",
        "Standard_D4ads_v5 storageInterface=scsi",
        "storageInterface=nvme",
        "https://github.com/Azure/FederalAVD/issues/20",
    ),
    (
        "azure",
        "Standard_A4_v2 securityType=standard",
        "securityType=trusted",
        "https://github.com/Azure/azure-cli/issues/28005",
    ),
    (
        "gcp",
        "c3-standard-4 networkInterface=gvnic",
        "networkInterface=virtio",
        "https://github.com/siderolabs/talos/issues/12004",
    ),
    (
        "gcp",
        "c4a-standard-4 networkInterface=gvnic",
        "networkInterface=virtio",
        "https://github.com/siderolabs/omni/issues/1427",
    ),
    (
        "gcp",
        "n4-standard-2 networkInterface=gvnic",
        "networkInterface=virtio",
        "https://github.com/google/netbsd-gce/pull/6",
    ),
    (
        "gcp",
        "c3d-standard-4 networkInterface=gvnic",
        "networkInterface=virtio",
        "https://github.com/siderolabs/pkgs/issues/1295",
    ),
    (
        "openstack",
        "g_k_c4_m16 hypervisor=qemu",
        "hypervisor=vmware",
        "https://github.com/cobaltcore-dev/cortex/pull/1067",
    ),
    (
        "openstack",
        "g_c4_m16 hypervisor=vmware",
        "hypervisor=kvm",
        "https://github.com/SAP-cloud-infrastructure/elektra/issues/1603",
    ),
    (
        "openstack",
        "bm_c8_m64 hypervisor=ironic",
        "hypervisor=vmware",
        "https://github.com/SAP-cloud-infrastructure/elektra/issues/1603",
    ),
    (
        "alicloud",
        "ecs.g8y.large arm64 bootMode=uefi",
        "arm64 bootMode=bios",
        "https://www.alibabacloud.com/help/en/ecs/user-guide/instance-startup-mode",
    ),
    (
        "alicloud",
        "ecs.g7se.large storageInterface=nvme",
        "storageInterface=scsi",
        "https://www.alibabacloud.com/help/ja/ecs/user-guide/adapt-linux-custom-images-to-nvme-based-system-disks",
    ),
];

/// Returns an architecture and attributes: `arm64 bootMode=uefi,bios`.
fn described(words: &str) -> (&str, Capabilities) {
    let mut architecture = "amd64";
    let mut attributes = Capabilities::new();
    for word in words.split_whitespace() {
        match word.split_once('=') {
            Some((fact, values)) => attributes.insert(fact, values.split(',').map(str::to_owned).collect()),
            None => architecture = word,
        }
    }
    (architecture, attributes)
}

/// Returns a profile with one machine type and one image, after inference from facts.
fn judged(provider: &str, machine_type: &str, image: &str) -> Vec<&'static str> {
    let (name, machine_type) = machine_type.split_once(' ').unwrap_or((machine_type, ""));
    let ((type_architecture, type_facts), (image_architecture, image_facts)) =
        (described(machine_type), described(image));
    let reference = match provider {
        "aws" => "regions: [{name: r, ami: ami-1}]",
        "azure" => "communityGalleryImageID: /CommunityGalleries/g/Images/i/Versions/1.0.0",
        "openstack" | "alicloud" => "regions: [{name: r, id: image-1}]",
        _ => "image: projects/p/global/images/i",
    };
    let value = reference.rsplit(": ").next().unwrap().trim_end_matches("}]");
    let text = format!(
        "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: one}}
spec:
  type: {provider}
  machineCapabilities:
  - {{name: architecture, values: [amd64, arm64]}}
  kubernetes: {{versions: [{{version: 1.34.1}}]}}
  machineImages:
  - name: i
    versions:
    - version: 1.0.0
      capabilityFlavors:
      - architecture: [{image_architecture}]
  machineTypes:
  - {{name: {name}, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {{architecture: [{type_architecture}]}}}}
  regions: [{{name: r}}]
  providerConfig:
    apiVersion: {provider}.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: i
      versions:
      - version: 1.0.0
        capabilityFlavors:
        - capabilities: {{architecture: [{image_architecture}]}}
          {reference}
"
    );
    let sheet = FactSheet {
        source: "facts".to_owned(),
        region: Some("r".to_owned()),
        images: vec![ImageFact { reference: value.to_owned(), attributes: image_facts, ..ImageFact::default() }],
        machine_types: vec![MachineTypeFact {
            name: name.to_owned(),
            attributes: type_facts,
            ..MachineTypeFact::default()
        }],
        ..FactSheet::default()
    };
    let after = text_of(&inferred(&text, &FactList { facts: vec![sheet] }));
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), asked().settings);
    analysis.set_advice(Some(AdviceOptions::default()));
    analysis.set(Role::Checked, "profile", after.as_bytes());
    analysis.check().report.findings.iter().map(|one| one.violation.rule.name).collect()
}

#[test]
fn publicly_known_refusals_are_predicted() {
    for (provider, machine_type, image, page) in REFUSALS {
        let found = judged(provider, machine_type, image);
        assert!(found.contains(&"machine-type-without-image"), "{machine_type} on {image} ({page}): {found:?}");
    }
}

/// Pairs that boot: the machine types, and the images that each of them boots.
const BOOTING: [(&str, &str, &[&str], &[&str]); 7] = [
    // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-boot.html, instance-type-boot-mode.html
    (
        "aws",
        "bootMode=uefi,bios tpm=none,v2.0 networkInterface=ena",
        &[
            "m5.2xlarge",
            "m5.large",
            "m6i.large",
            "m7i.large",
            "c5.large",
            "c6i.large",
            "c7i.large",
            "r5.large",
            "r6i.large",
            "t3.small",
            "t3a.small",
            "m5a.large",
        ],
        &[
            "bootMode=uefi",
            "bootMode=bios",
            "bootMode=uefi,bios",
            "",
            "bootMode=uefi tpm=v2.0 networkInterface=ena,vif",
        ],
    ),
    (
        "aws",
        "bootMode=bios tpm=none networkInterface=vif",
        &["t2.micro", "t2.xlarge", "m4.large"],
        &["bootMode=bios", "bootMode=uefi,bios", ""],
    ),
    (
        "aws",
        "arm64 bootMode=uefi networkInterface=ena",
        &["m6g.large", "m7g.large", "c7g.large", "t4g.nano"],
        &["arm64 bootMode=uefi", "arm64 bootMode=uefi,bios", "arm64"],
    ),
    // https://learn.microsoft.com/azure/virtual-machines/generation-2
    (
        "azure",
        "generation=V1,V2 securityType=standard,trusted storageInterface=scsi",
        &[
            "Standard_B2ms",
            "Standard_DS2_v2",
            "Standard_D2s_v3",
            "Standard_D2_v4",
            "Standard_D2s_v4",
            "Standard_D2a_v4",
            "Standard_D2as_v4",
            "Standard_D2d_v4",
            "Standard_D2ds_v4",
            "Standard_D2as_v5",
            "Standard_D2ads_v5",
            "Standard_D2_v5",
            "Standard_D2s_v5",
            "Standard_D2d_v5",
            "Standard_D2ds_v5",
            "Standard_E2s_v3",
            "Standard_E2_v4",
            "Standard_E2s_v4",
        ],
        &[
            "generation=V1 securityType=standard",
            "generation=V2 securityType=standard,trusted",
            "storageInterface=scsi,nvme",
        ],
    ),
    (
        "azure",
        "generation=V1",
        &["Standard_A2_v2", "Standard_D2_v2", "Standard_D2_v3", "Standard_E2_v3"],
        &["generation=V1"],
    ),
    ("azure", "arm64 generation=V2", &["Standard_D2ps_v5", "Standard_D2pds_v5"], &["arm64 generation=V2"]),
    // https://cloud.google.com/compute/docs/networking/using-gvnic
    (
        "gcp",
        "networkInterface=gvnic,virtio",
        &["n1-standard-2", "n2-standard-2", "n2d-standard-2", "e2-standard-2"],
        &["networkInterface=gvnic,virtio", "networkInterface=virtio"],
    ),
];

#[test]
fn pairs_that_boot_are_not_refused() {
    let mut pairs = 0;
    for (provider, facts, machine_types, images) in BOOTING {
        for machine_type in machine_types {
            for image in images {
                let found = judged(provider, &format!("{machine_type} {facts}"), image);
                assert!(!found.contains(&"machine-type-without-image"), "{machine_type} on {image}: {found:?}");
                pairs += 1;
            }
        }
    }
    assert!(pairs >= 100, "{pairs}");
}

/// The output of the cloud's own command is read, and gives what the table says.
#[test]
fn output_of_commands_is_inferred_from() {
    let types = br#"{"InstanceTypes": [{"InstanceType": "m4.large", "NitroTpmSupport": "unsupported",
        "VCpuInfo": {"DefaultVCpus": 2}, "MemoryInfo": {"SizeInMiB": 8192}}]}"#;
    let images = br#"{"Images": [{"ImageId": "ami-1877-amd64-bios", "Name": "gl", "TpmSupport": "v2.0", "State": "available"}]}"#;
    let files = [("types.json", &types[..]), ("images.json", &images[..])];
    let files = files.map(|(name, bytes)| FactInput { name, bytes, region: Some("eu-central-1") });
    let facts = collect_facts(files, &FactOptions::default()).unwrap();
    let text = base("aws");
    let answer = inferred(&text, &facts.list);
    let names: Vec<&str> = answer.inferred.iter().map(|one| one.capability.as_str()).collect();
    assert_eq!(names, ["tpm"]);
    let after = text_of(&answer);
    assert!(after.contains("  - name: tpm\n    values: [v2.0, none]"), "{after}");
    assert_eq!(after.matches("tpm: [v2.0]").count(), 2, "{after}");
    assert_eq!(after.matches("tpm: [none]").count(), 1, "{after}");
}
