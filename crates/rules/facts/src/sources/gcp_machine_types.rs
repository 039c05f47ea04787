//! `gcloud compute machine-types list --format json`.

use rootstock_core_model::Quantity;
use rootstock_document::NodeRef;

use crate::nodes::{add, count, first, list, mebibytes, text, written};
use crate::{FactFile, FactSource, MachineTypeFact, SourceError, VOLUME_TYPE};

pub(super) const SOURCE: FactSource = FactSource {
    name: "gcp-machine-types",
    printed_by: "gcloud compute machine-types list --format json",
    provider: Some("gcp"),
    is_regional: false,
    is_partial: false,
    recognizes: |root| first(root, &[]).is_some_and(|one| one.get("guestCpus").is_some()),
    read,
};

/// The machine series that have gVNIC and NVMe interfaces only
/// (<https://cloud.google.com/compute/docs/general-purpose-machines>,
/// <https://cloud.google.com/compute/docs/networking/using-gvnic>). The output does not contain it.
const NEW_SERIES: [&str; 14] =
    ["c3", "c3d", "c4", "c4a", "c4d", "n4", "n4a", "n4d", "h3", "h4d", "z3", "x4", "m4", "a4"];

const HYPERDISKS: [&str; 4] =
    ["hyperdisk-balanced", "hyperdisk-balanced-high-availability", "hyperdisk-extreme", "hyperdisk-throughput"];
/// The series that have no persistent disks: https://cloud.google.com/compute/docs/disks/hyperdisks
const HYPERDISK_SERIES: [&str; 9] = ["c4", "c4a", "c4d", "n4", "n4a", "n4d", "x4", "m4", "a4"];

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    for item in list(root, &[], "the output of `gcloud compute machine-types list --format json`")? {
        let name = text(item, "name").unwrap_or_default();
        // The zone is a name or an address that ends with it.
        let zone = text(item, "zone").and_then(|zone| zone.rsplit('/').next().map(str::to_owned));
        let Some(zone) = zone.filter(|zone| !zone.is_empty()) else {
            file.unread(name, "it has no zone");
            continue;
        };
        let deprecated = item.get("deprecated").and_then(|one| text(one, "state"));
        let is_gone = deprecated.as_deref().is_some_and(|state| matches!(state, "OBSOLETE" | "DELETED"));
        let gpus = item.get("accelerators").into_iter().flat_map(NodeRef::items);
        let gpus = gpus.filter_map(|one| written(one, "guestAcceleratorCount")?.parse::<u64>().ok()).sum::<u64>();
        let series = name.split('-').next().unwrap_or_default();
        let mut fact = MachineTypeFact {
            region: zone.rsplit_once('-').map(|(region, _)| region.to_owned()),
            zones: vec![zone],
            zonal: true,
            architecture: text(item, "architecture").filter(|one| one != "ARCHITECTURE_UNSPECIFIED"),
            cpu: count(item, "guestCpus"),
            memory: mebibytes(item, "memoryMb"),
            gpu: gpus.to_string().parse::<Quantity>().ok(),
            unusable: deprecated.clone().filter(|_| is_gone).map(|state| format!("its state is `{state}`")),
            deprecated: deprecated.is_some() && !is_gone,
            ..MachineTypeFact::default()
        };
        if NEW_SERIES.contains(&series) {
            add(&mut fact.attributes, "networkInterface", ["gvnic"]);
            add(&mut fact.attributes, "storageInterface", ["nvme"]);
        } else {
            add(&mut fact.attributes, "networkInterface", ["gvnic", "virtio"]);
            add(&mut fact.attributes, "storageInterface", ["nvme", "scsi"]);
        }
        if HYPERDISK_SERIES.contains(&series) {
            add(&mut fact.attributes, VOLUME_TYPE, HYPERDISKS);
        }
        file.machine_type(SOURCE.provider, MachineTypeFact { name, ..fact });
    }
    Ok(())
}
