//! `aliyun ecs DescribeInstanceTypes`.

use rootstock_core_model::architecture_from_alias;
use rootstock_document::NodeRef;

use crate::nodes::{add, count, first, gibibytes, list, strings, text, written};
use crate::{FactFile, FactSource, MachineTypeFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "alicloud-instance-types",
    printed_by: "aliyun ecs DescribeInstanceTypes",
    provider: Some("alicloud"),
    is_regional: false,
    is_partial: false,
    recognizes: |root| {
        first(root, &["InstanceTypes", "InstanceType"]).is_some_and(|one| one.get("InstanceTypeId").is_some())
    },
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let expected = "the output of `aliyun ecs DescribeInstanceTypes`";
    for item in list(root, &["InstanceTypes", "InstanceType"], expected)? {
        let mut fact = MachineTypeFact {
            name: text(item, "InstanceTypeId").unwrap_or_default(),
            architecture: text(item, "CpuArchitecture").map(|own| match own.as_str() {
                "X86" => "amd64".to_owned(),
                _ => architecture_from_alias(&own).map_or(own.clone(), str::to_owned),
            }),
            cpu: count(item, "CpuCoreCount"),
            memory: written(item, "MemorySize").and_then(gibibytes),
            gpu: count(item, "GPUAmount"),
            ..MachineTypeFact::default()
        };
        let interfaces: &[&str] = match text(item, "NvmeSupport").as_deref() {
            Some("required") => &["nvme"],
            Some("supported") => &["nvme", "scsi"],
            Some("unsupported") => &["scsi"],
            _ => &[],
        };
        add(&mut fact.attributes, "storageInterface", interfaces.iter().copied());
        let modes = item.get("SupportedBootModes").into_iter().flat_map(|one| strings(one, "SupportedBootMode"));
        add(&mut fact.attributes, "bootMode", modes.map(str::to_ascii_lowercase));
        file.machine_type(SOURCE.provider, fact);
    }
    if text(root, "NextToken").is_some_and(|token| !token.is_empty()) {
        file.is_one_page();
    }
    Ok(())
}
