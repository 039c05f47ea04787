//! Imports machine types from the output of cloud command lines.

use rootstock_core_model::architecture_from_alias;
use rootstock_facts::{FactSource, MachineTypeFact, SourceError};
use strum::{IntoStaticStr, VariantArray};

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
        let found = types(form, name, bytes).map_err(|reason| (name.to_owned(), reason))?;
        if found.is_empty() {
            return Err((name.to_owned(), ImportError::NoMachineTypes));
        }
        list.machine_types.extend(found);
    }
    list.machine_types.sort_by(|one, other| one.name.cmp(&other.name));
    list.machine_types.dedup_by(|one, other| one.name == other.name);
    Ok(list)
}

fn types(form: MachineTypeFormat, name: &str, bytes: &[u8]) -> Result<Vec<MachineTypeFields>, ImportError> {
    let Some(source) = FactSource::named(form.as_str()) else { return Ok(Vec::new()) };
    let file = source.read_file(name, bytes, None)?;
    let facts = file.sheets.into_iter().flat_map(|sheet| sheet.machine_types);
    let read = |(index, fact): (usize, MachineTypeFact)| match fact {
        MachineTypeFact { name, cpu: Some(cpu), memory: Some(memory), gpu, architecture, .. } if !name.is_empty() => {
            let architecture = architecture.as_deref().and_then(architecture_from_alias).map(str::to_owned);
            Ok(MachineTypeFields {
                cpu: Some(cpu),
                memory: Some(memory),
                gpu,
                architecture,
                ..MachineTypeFields::named(name)
            })
        }
        _ => {
            let problem = format!("item {} has no name, no CPUs, or no memory", index + 1);
            Err(SourceError::WrongFormat { expected: form.printed_by(), problem }.into())
        }
    };
    facts.enumerate().map(read).collect()
}
