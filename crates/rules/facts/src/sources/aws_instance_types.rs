//! `aws ec2 describe-instance-types`.

use rootstock_core_model::{Quantity, architecture_from_alias};
use rootstock_document::NodeRef;

use crate::nodes::{add, count, first, is_true, list, mebibytes, strings, text, written};
use crate::{FactFile, FactSource, MachineTypeFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "aws-instance-types",
    printed_by: "aws ec2 describe-instance-types",
    provider: Some("aws"),
    is_regional: true,
    is_partial: false,
    recognizes: |root| {
        first(root, &["InstanceTypes"])
            .is_some_and(|one| one.get("InstanceType").is_some() && one.get("VCpuInfo").is_some())
    },
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for item in list(root, &["InstanceTypes"], "the output of `aws ec2 describe-instance-types`")? {
        let within = |outer: &str, inner: &str| item.get(outer).and_then(|one| text(one, inner));
        // Skips `i386`, which some instance types support besides a known architecture.
        let architectures =
            item.get("ProcessorInfo").into_iter().flat_map(|one| strings(one, "SupportedArchitectures"));
        let mut fact = MachineTypeFact {
            name: text(item, "InstanceType").unwrap_or_default(),
            architecture: architectures.into_iter().find_map(architecture_from_alias).map(str::to_owned),
            cpu: item.get("VCpuInfo").and_then(|one| count(one, "DefaultVCpus")),
            memory: item.get("MemoryInfo").and_then(|one| mebibytes(one, "SizeInMiB")),
            gpu: gpus(item).map(|one| written(one, "Count")?.parse::<u64>().ok()).sum::<Option<u64>>().and_then(number),
            ..MachineTypeFact::default()
        };
        let modes = strings(item, "SupportedBootModes").map(|mode| if mode == "legacy-bios" { "bios" } else { mode });
        add(&mut fact.attributes, "bootMode", modes);
        let tpm = text(item, "NitroTpmSupport").map(|support| match support.as_str() {
            "supported" => vec!["none", "v2.0"],
            _ => vec!["none"],
        });
        add(&mut fact.attributes, "tpm", tpm.into_iter().flatten());
        add(&mut fact.attributes, "storageInterface", required(within("EbsInfo", "NvmeSupport"), "nvme", "scsi"));
        add(&mut fact.attributes, "networkInterface", required(within("NetworkInfo", "EnaSupport"), "ena", "vif"));
        let machine = is_true(item, "BareMetal").map(|metal| if metal { "baremetal" } else { "virtual" });
        add(&mut fact.attributes, "machine", machine);
        add(
            &mut fact.attributes,
            "gpuVendor",
            gpus(item).filter_map(|gpu| Some(text(gpu, "Manufacturer")?.to_lowercase())),
        );
        file.machine_type(SOURCE.provider, fact);
    }
    if text(root, "NextToken").is_some() {
        file.is_one_page();
    }
    Ok(())
}

fn gpus(item: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    item.get("GpuInfo").and_then(|one| one.get("Gpus")).into_iter().flat_map(NodeRef::items)
}

fn number(number: u64) -> Option<Quantity> {
    number.to_string().parse().ok()
}

/// Returns the interfaces of a machine type by the word for the support of the first one.
fn required(support: Option<String>, interface: &'static str, other: &'static str) -> Vec<&'static str> {
    match support.as_deref() {
        Some("required") => vec![interface],
        Some("supported" | "default") => vec![interface, other],
        Some("unsupported") => vec![other],
        _ => Vec::new(),
    }
}
