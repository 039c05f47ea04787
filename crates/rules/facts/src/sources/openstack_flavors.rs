//! `openstack flavor list --long --format json`.

use rootstock_document::NodeRef;

use super::openstack_images::{properties, secure_boot};
use crate::nodes::{add, count, first, list, mebibytes, written};
use crate::{FactFile, FactSource, MachineTypeFact, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "openstack-flavors",
    printed_by: "openstack flavor list --long --format json",
    provider: Some("openstack"),
    is_regional: true,
    is_partial: false,
    recognizes: |root| first(root, &[]).is_some_and(|one| one.get("VCPUs").is_some()),
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for item in list(root, &[], "the output of `openstack flavor list --format json`")? {
        let mut fact = MachineTypeFact {
            name: written(item, "Name").unwrap_or_default().to_owned(),
            cpu: count(item, "VCPUs"),
            memory: mebibytes(item, "RAM"),
            ..MachineTypeFact::default()
        };
        let own = properties(item);
        let of = |name: &str| own.get(name).map(|value| value.to_ascii_lowercase());
        add(&mut fact.attributes, "bootMode", of("capabilities:boot_mode").or_else(|| of("hw:firmware_type")));
        add(&mut fact.attributes, "hypervisor", of("capabilities:hypervisor_type").or_else(|| of("hypervisor_type")));
        fact.architecture = of("capabilities:cpu_arch").or_else(|| of("hw:architecture"));
        let secure = of("os:secure_boot").or_else(|| of("capabilities:secure_boot"));
        add(&mut fact.attributes, "secureBoot", secure.as_deref().and_then(secure_boot).into_iter().flatten().copied());
        // Traits of a flavor are what its hosts must have; those with a plain name are left to the table of the landscape.
        let required = own.iter().filter(|(_, value)| value.as_str() == "required");
        let traits = required.filter_map(|(name, _)| name.strip_prefix("trait:"));
        add(&mut fact.attributes, "trait", traits);
        file.machine_type(SOURCE.provider, fact);
    }
    Ok(())
}
