//! Imports machine types from the output of cloud command lines.

use rootstock_core_model::{NodeRef, Quantity, architecture_from_alias};
use rootstock_document::{NodeKind, read};
use strum::{IntoStaticStr, VariantArray};

use crate::import::readable;
use crate::{ImportError, MachineTypeFields, MachineTypeList};

/// A format of printed machine types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum MachineTypeFormat {
    /// `openstack flavor list --format json`.
    OpenstackFlavors,
    /// `aws ec2 describe-instance-types`.
    AwsInstanceTypes,
}

impl MachineTypeFormat {
    /// Every format.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the stable name: `openstack-flavors`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    const fn printed_by(self) -> &'static str {
        match self {
            Self::OpenstackFlavors => "the output of `openstack flavor list --format json`",
            Self::AwsInstanceTypes => "the output of `aws ec2 describe-instance-types`",
        }
    }
}

/// Imports machine types from texts, each with its file name, in alphabetical order.
///
/// # Errors
///
/// Returns an error for the first file that has another format, or no machine types.
///
/// ```
/// use rootstock_upkeep::{MachineTypeFormat, import_machine_types};
/// let text = br#"[{"ID": "1", "Name": "g_c4_m8", "RAM": 8192, "Disk": 64, "VCPUs": 4}]"#;
/// let list = import_machine_types(MachineTypeFormat::OpenstackFlavors, [("flavors.json", &text[..])]).map_err(|(_, reason)| reason)?;
/// assert_eq!(list.of("g_c4_m8").and_then(|one| one.memory.clone()), Some("8Gi".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import_machine_types<'t>(
    form: MachineTypeFormat,
    texts: impl IntoIterator<Item = (&'t str, &'t [u8])>,
) -> Result<MachineTypeList, (String, ImportError)> {
    let mut list = MachineTypeList::default();
    for (name, bytes) in texts {
        let file = readable(name, bytes).map_err(|reason| (name.to_owned(), reason))?;
        let before = list.machine_types.len();
        for raw in file.documents.iter().filter_map(read::Document::raw) {
            let found = types(form, raw.node()).map_err(|reason| (name.to_owned(), reason))?;
            list.machine_types.extend(found);
        }
        if list.machine_types.len() == before {
            return Err((name.to_owned(), ImportError::NoMachineTypes));
        }
    }
    list.machine_types.sort_by(|one, other| one.name.cmp(&other.name));
    list.machine_types.dedup_by(|one, other| one.name == other.name);
    Ok(list)
}

fn types(form: MachineTypeFormat, root: NodeRef<'_>) -> Result<Vec<MachineTypeFields>, ImportError> {
    let expected = form.printed_by();
    let list = match form {
        MachineTypeFormat::OpenstackFlavors => Some(root),
        MachineTypeFormat::AwsInstanceTypes => root.get("InstanceTypes").or(Some(root)),
    };
    let Some(list) = list.filter(|list| list.kind() == NodeKind::List) else {
        return Err(ImportError::WrongFormat { expected, problem: "there is no list".to_owned() });
    };
    let read = |(index, item): (usize, NodeRef<'_>)| {
        let one = match form {
            MachineTypeFormat::OpenstackFlavors => flavor(item),
            MachineTypeFormat::AwsInstanceTypes => instance_type(item),
        };
        let problem = || format!("item {} has no name, no CPUs, or no memory", index + 1);
        one.ok_or_else(|| ImportError::WrongFormat { expected, problem: problem() })
    };
    list.items().enumerate().map(read).collect()
}

fn flavor(item: NodeRef<'_>) -> Option<MachineTypeFields> {
    Some(MachineTypeFields {
        cpu: Some(number(item.get("VCPUs")?)?),
        memory: Some(mebibytes(item.get("RAM")?)?),
        ..MachineTypeFields::named(item.get("Name")?.raw_text()?)
    })
}

fn instance_type(item: NodeRef<'_>) -> Option<MachineTypeFields> {
    let architectures = item.get("ProcessorInfo").and_then(|one| one.get("SupportedArchitectures"));
    // Skips `i386`, which some instance types support besides a known architecture.
    let mut known = architectures.into_iter().flat_map(NodeRef::items).filter_map(NodeRef::as_str);
    let gpus = item.get("GpuInfo").and_then(|one| one.get("Gpus"));
    let counts =
        gpus.into_iter().flat_map(NodeRef::items).filter_map(|gpu| gpu.get("Count")?.raw_text()?.parse::<u64>().ok());
    Some(MachineTypeFields {
        cpu: Some(number(item.get("VCpuInfo")?.get("DefaultVCpus")?)?),
        memory: Some(mebibytes(item.get("MemoryInfo")?.get("SizeInMiB")?)?),
        gpu: counts.sum::<u64>().to_string().parse().ok(),
        architecture: known.find_map(architecture_from_alias).map(str::to_owned),
        ..MachineTypeFields::named(item.get("InstanceType")?.raw_text()?)
    })
}

fn number(node: NodeRef<'_>) -> Option<Quantity> {
    node.raw_text()?.parse::<u64>().ok()?.to_string().parse().ok()
}

fn mebibytes(node: NodeRef<'_>) -> Option<Quantity> {
    format!("{}Mi", node.raw_text()?.parse::<u64>().ok()?).parse().ok()
}
