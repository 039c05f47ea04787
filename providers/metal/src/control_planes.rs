//! Checks of `metalControlPlanes`: partitions must be zones of the profile, and controller versions must be unique and
//! have known classifications.

use std::collections::HashSet;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::{CloudProfileConfig, FirewallControllerVersion, MetalControlPlane, network_isolation};

rootstock_core_model::rules! {
    /// A partition that is not a zone.
    METAL_PARTITION_UNKNOWN: Error, since "0.1.0", Source::ProviderExtension("metal");
    /// A classification that does not exist.
    METAL_CLASSIFICATION_UNKNOWN: Error, since "0.1.0", Source::ProviderExtension("metal");
    /// A repeated version of the firewall controller.
    METAL_FIREWALL_VERSION_REPEATED: Error, since "0.1.0", Source::ProviderExtension("metal");
}

/// The classifications of firewall controller versions.
const CLASSIFICATIONS: [&str; 3] = ["preview", "supported", "deprecated"];

pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    let regions = checker.spec().regions.iter().flatten();
    let zones: HashSet<&str> =
        regions.flat_map(|region| region.zones.iter().flatten().map(|zone| zone.name.as_str())).collect();
    for (name, control_plane) in &config.metal_control_planes {
        let path = path.field(name);
        check_partitions(control_plane, &zones, &path, checker);
        check_versions(control_plane.firewall_controller_versions.as_deref().unwrap_or_default(), &path, checker);
    }
}

fn check_partitions(
    control_plane: &MetalControlPlane,
    zones: &HashSet<&str>,
    path: &Path<'_>,
    checker: &mut Checker<'_>,
) {
    let partitions = path.field("partitions");
    for (name, partition) in &control_plane.partitions {
        // The extension omits `partitions` from its paths.
        let own = partitions.field(name);
        let printed = path.field(name);
        let place = if checker.quirks().findings.gardener_paths { &printed } else { &own };
        if !zones.contains(name.as_str()) {
            let detail = format!("partition `{name}` must be a zone of one of `spec.regions`");
            let place = if checker.quirks().findings.gardener_paths { path } else { place };
            checker.report(Violation::invalid(&METAL_PARTITION_UNKNOWN, place, name.as_str(), detail));
        }
        if let Some(isolation) = &partition.network_isolation {
            network_isolation::check(isolation, &place.field("networkIsolation"), checker);
        }
    }
}

fn check_versions(versions: &[FirewallControllerVersion], path: &Path<'_>, checker: &mut Checker<'_>) {
    let list = path.field("firewallControllerVersions");
    let prints_list = checker.quirks().findings.gardener_paths;
    let mut seen = HashSet::new();
    for (index, version) in versions.iter().enumerate() {
        let own = list.index(index);
        if let Some(written) = version.classification.as_deref().filter(|one| !CLASSIFICATIONS.contains(one)) {
            // The extension does not report the index of the version.
            let place = if prints_list { &list } else { &own };
            let place = place.field("classification");
            checker.report(Violation::not_supported(&METAL_CLASSIFICATION_UNKNOWN, &place, written, &CLASSIFICATIONS));
        }
        if !seen.insert(version.version.as_str()) {
            let detail = "must be listed only once; remove one of the entries";
            // The extension reports a field that does not exist.
            let printed = path.field("firewallcontrollerversions");
            let own = own.field("version");
            let (place, bad) = if prints_list { (&printed, "version") } else { (&own, version.version.as_str()) };
            checker.report(Violation::invalid(&METAL_FIREWALL_VERSION_REPEATED, place, bad, detail));
        }
    }
}
