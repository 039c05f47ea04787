//! `metalControlPlanes`: partitions are zones of the profile, and controller versions have known classifications.

use std::collections::HashSet;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::CloudProfileConfig;

rootstock_core_model::rules! {
    /// A partition that is no zone.
    METAL_PARTITION_UNKNOWN: Error, since "0.1.0", Source::ProviderExtension("metal");
    /// A classification that does not exist.
    METAL_CLASSIFICATION_UNKNOWN: Error, since "0.1.0", Source::ProviderExtension("metal");
}

/// What versions of the controller of firewalls may be.
const CLASSIFICATIONS: [&str; 3] = ["preview", "supported", "deprecated"];

pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let regions = checker.spec().regions.iter().flatten();
    let zones: HashSet<&str> =
        regions.flat_map(|region| region.zones.iter().flatten().map(|zone| zone.name.as_str())).collect();
    for (name, control_plane) in &config.metal_control_planes {
        let path = path.field(name);
        for partition in control_plane.partitions.keys().filter(|partition| !zones.contains(partition.as_str())) {
            let detail = format!("partition `{partition}` must be a zone of one of `spec.regions`");
            let partitions = path.field("partitions");
            let own = partitions.field(partition);
            let place = if checker.quirks().findings.gardener_paths { &path } else { &own };
            checker.report(Violation::invalid(&METAL_PARTITION_UNKNOWN, place, partition.as_str(), detail));
        }
        let versions = path.field("firewallControllerVersions");
        for (index, version) in control_plane.firewall_controller_versions.iter().flatten().enumerate() {
            let Some(written) = version.classification.as_deref() else { continue };
            if !CLASSIFICATIONS.contains(&written) {
                let place = versions.index(index);
                let place = place.field("classification");
                checker.report(Violation::not_supported(
                    &METAL_CLASSIFICATION_UNKNOWN,
                    &place,
                    written,
                    &CLASSIFICATIONS,
                ));
            }
        }
    }
}
