//! The text of `availability`.

use std::io::{self, Write as _};

use rootstock_queries::{AvailabilityAnswer, AvailableMachineType, RegionZones};

use super::AvailabilityOrder;
use crate::page::Page;

pub(super) fn write(answer: &AvailabilityAnswer, order: AvailabilityOrder, page: &mut Page<'_>) -> io::Result<()> {
    page.profile_title(&answer.profile, "availability of machine types")?;
    let is_nowhere = answer.machine_types.iter().all(|machine_type| machine_type.regions.is_empty());
    let has_volume_types = answer.machine_types.iter().any(|one| one.volume_types.is_some());
    page.blank()?;
    match order {
        _ if answer.machine_types.is_empty() => writeln!(page, "there is none")?,
        AvailabilityOrder::MachineType => {
            let rows = answer.machine_types.iter().map(|machine_type| {
                let AvailableMachineType { name, cpu, gpu, memory, architecture, .. } = machine_type;
                let architecture = architecture.clone().unwrap_or_default();
                let zones = zones(&machine_type.regions, &answer.regions);
                let mut row =
                    vec![name.clone(), cpu.to_string(), gpu.to_string(), memory.to_string(), architecture, zones];
                if has_volume_types {
                    row.push(volume_types(machine_type));
                }
                row
            });
            let mut header = vec!["machine type", "cpu", "gpu", "memory", "architecture", "zones"];
            header.extend(has_volume_types.then_some("volume types"));
            page.table(header, rows.collect::<Vec<_>>())?;
        }
        AvailabilityOrder::Zone if is_nowhere => writeln!(page, "no zone has them")?,
        AvailabilityOrder::Zone => page.table(["region", "zone", "machine types"], by_zone(answer))?,
    }
    if !answer.not_usable.is_empty() {
        page.dim_note(format!("not usable for new workers: {}", answer.not_usable.join(", ")))?;
    }
    Ok(())
}

/// Returns the zones of a machine type, shortened where a region or all regions have it everywhere.
fn zones(available: &[RegionZones], asked: &[RegionZones]) -> String {
    if available.is_empty() {
        return "none".to_owned();
    }
    if available == asked {
        return "all".to_owned();
    }
    let regions = available.iter().map(|region| {
        let is_complete = asked.contains(region);
        if is_complete { region.name.clone() } else { format!("{} (only {})", region.name, region.zones.join(", ")) }
    });
    regions.collect::<Vec<_>>().join(", ")
}

/// Returns the volume types that go with a machine type.
fn volume_types(machine_type: &AvailableMachineType) -> String {
    match machine_type.volume_types.as_deref() {
        None => "unknown".to_owned(),
        Some([]) => "none".to_owned(),
        Some(names) => names.join(", "),
    }
}

/// Returns a row for each zone that has a machine type.
fn by_zone(answer: &AvailabilityAnswer) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for region in &answer.regions {
        let with = |has: &dyn Fn(&RegionZones) -> bool| {
            let types = answer.machine_types.iter();
            let types = types.filter(|one| one.regions.iter().any(|here| here.name == region.name && has(here)));
            types.map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let mut row = |zone: &str, types: String| {
            if !types.is_empty() {
                rows.push(vec![region.name.clone(), zone.to_owned(), types]);
            }
        };
        if region.zones.is_empty() {
            row("", with(&|_| true));
        }
        for zone in &region.zones {
            row(zone, with(&|here| here.zones.contains(zone)));
        }
    }
    rows
}
