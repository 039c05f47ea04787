//! `az vm list-skus --all`.

use std::collections::HashMap;

use rootstock_document::NodeRef;

use crate::nodes::{add, first, gibibytes, list, strings, text};
use crate::{FactFile, FactSource, MachineTypeFact, SourceError, VOLUME_TYPE};

pub(super) const SOURCE: FactSource = FactSource {
    name: "azure-skus",
    printed_by: "az vm list-skus",
    provider: Some("azure"),
    is_regional: false,
    is_partial: false,
    recognizes: |root| first(root, &["value"]).is_some_and(|one| one.get("resourceType").is_some()),
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for sku in list(root, &["value"], "the output of `az vm list-skus`")? {
        if text(sku, "resourceType").is_none_or(|kind| kind != "virtualMachines") {
            // Disks, hosts, snapshots.
            file.others += 1;
            continue;
        }
        let fact = size(sku);
        for location in sku.get("locationInfo").into_iter().flat_map(NodeRef::items) {
            let Some(region) = text(location, "location").map(|region| region.to_lowercase()) else {
                file.unread(fact.name.clone(), "an item of `locationInfo` has no location");
                continue;
            };
            let (mut zones, mut unusable) = (strings(location, "zones").map(str::to_owned).collect::<Vec<_>>(), None);
            for restriction in sku.get("restrictions").into_iter().flat_map(NodeRef::items) {
                let info = restriction.get("restrictionInfo");
                let is_here =
                    info.is_none_or(|info| strings(info, "locations").any(|one| one.eq_ignore_ascii_case(&region)));
                let code = text(restriction, "reasonCode").unwrap_or_default();
                match text(restriction, "type").as_deref() {
                    Some("Zone") if is_here => {
                        let closed: Vec<&str> = info.into_iter().flat_map(|info| strings(info, "zones")).collect();
                        zones.retain(|zone| !closed.contains(&zone.as_str()));
                    }
                    Some("Location") if is_here => {
                        zones.clear();
                        unusable = Some(format!("it is restricted in {region}: {code}"));
                    }
                    _ => {}
                }
            }
            zones.sort_unstable();
            let fact = MachineTypeFact { region: Some(region), zones, zonal: true, unusable, ..fact.clone() };
            file.machine_type(SOURCE.provider, fact);
        }
    }
    Ok(())
}

/// Reads the name and capabilities of a size.
/// The types of disks; the first ones need a size that supports premium storage.
const DISKS: [&str; 8] = [
    "Premium_LRS",
    "Premium_ZRS",
    "PremiumV2_LRS",
    "UltraSSD_LRS",
    "Standard_LRS",
    "StandardSSD_LRS",
    "StandardSSD_ZRS",
    "Standard",
];
const PREMIUM_DISKS: usize = 4;

fn size(sku: NodeRef<'_>) -> MachineTypeFact {
    let listed = sku.get("capabilities").into_iter().flat_map(NodeRef::items);
    let own: HashMap<String, String> =
        listed.filter_map(|one| Some((text(one, "name")?, text(one, "value")?))).collect();
    let of = |name: &str| own.get(name).map(String::as_str);
    let is = |name: &str| of(name).map(|value| value.eq_ignore_ascii_case("true"));
    let separate = |name: &str| -> Vec<&str> {
        of(name).into_iter().flat_map(|list| list.split(',')).map(str::trim).filter(|one| !one.is_empty()).collect()
    };
    let mut fact = MachineTypeFact {
        name: text(sku, "name").unwrap_or_default(),
        architecture: of("CpuArchitectureType").map(str::to_owned),
        cpu: of("vCPUs").and_then(|cpus| cpus.parse().ok()),
        memory: of("MemoryGB").and_then(gibibytes),
        gpu: of("GPUs").and_then(|gpus| gpus.parse().ok()),
        ..MachineTypeFact::default()
    };
    let generations = separate("HyperVGenerations");
    let has_second = generations.contains(&"V2");
    add(&mut fact.attributes, "generation", generations);
    let controllers: Vec<String> = separate("DiskControllerTypes").into_iter().map(str::to_lowercase).collect();
    add(&mut fact.attributes, "storageInterface", controllers);
    let networking: Option<&[&str]> = is("AcceleratedNetworkingEnabled").map(|enabled| match enabled {
        true => &["accelerated", "basic"][..],
        false => &["basic"][..],
    });
    add(&mut fact.attributes, "networkInterface", networking.into_iter().flatten().copied());
    // Trusted launch requires generation 2; confidential machine types are not created without a confidential image.
    let security: &[&str] = match (of("ConfidentialComputingType"), is("TrustedLaunchDisabled")) {
        (Some("SNP" | "TDX"), _) => &["confidential"],
        _ if own.is_empty() => &[],
        (_, Some(true)) => &["standard"],
        _ if has_second => &["standard", "trusted"],
        _ => &["standard"],
    };
    add(&mut fact.attributes, "securityType", security.iter().copied());
    // https://learn.microsoft.com/azure/virtual-machines/premium-storage-performance
    let disks = is("PremiumIO").map(|has_premium| if has_premium { &DISKS[..] } else { &DISKS[PREMIUM_DISKS..] });
    add(&mut fact.attributes, VOLUME_TYPE, disks.into_iter().flatten().copied());
    fact
}
