//! The comparison of the lists of images, for all regions and for single ones, with the core section.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{MachineImage, Path, Source, Violation};
use rootstock_provider_api::{Checker, Plugin, ProviderImage};

use crate::{CloudProfileConfig, MachineImageVersion, Vsphere};

rootstock_core_model::rules! {
    /// An image or a version that is repeated, or that the core section does not have.
    VSPHERE_MAPPING_SURPLUS: Error, since "0.1.0", Source::ProviderExtension("vsphere");
    /// An entry that lacks versions of its image.
    VSPHERE_VERSIONS_UNMAPPED: Error, since "0.1.0", Source::ProviderExtension("vsphere");
}

pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    // The paths that the extension reports lack the prefix `spec.providerConfig`.
    let bare = Path::object();
    let path = if checker.quirks().findings.gardener_paths { &bare } else { path };
    // Surplus entries in the list for all regions are found by the checks that all providers share.
    let finds_surplus = !checker.quirks().providers.surplus_provider_flavors_pass;
    check_list(Vsphere::images(config), finds_surplus, &path.field("machineImages"), checker);
    let regions = path.field("regions");
    for (index, region) in config.regions.iter().flatten().enumerate() {
        let images = region.machine_images.as_deref().unwrap_or_default();
        check_list(images, false, &regions.index(index).field("machineImages"), checker);
    }
    // The extension itself ignores images that are in no list.
    if checker.quirks().providers.extensions_compare_less {
        return;
    }
    let lists = config.regions.iter().flatten().filter_map(|region| region.machine_images.as_deref());
    let all = lists.chain([Vsphere::images(config)]).flatten();
    let known: Vec<&str> = all.map(|image| image.name.as_str()).collect();
    let spec = Path::root("spec");
    let list = spec.field("machineImages");
    for (index, image) in checker.spec().images().iter().enumerate() {
        if !image.name.is_empty() && !image.offered().is_empty() && !known.contains(&image.name.as_str()) {
            checker.report_unmapped_image(image, known.iter().copied(), &list.index(index));
        }
    }
}

fn check_list(
    images: &[ProviderImage<MachineImageVersion>],
    surplus_is_found: bool,
    path: &Path<'_>,
    checker: &mut Checker<'_>,
) {
    checker.check_image_entries(images, path, |checker, version, path| {
        if version.path.is_empty() {
            checker.require_reference(&path.field("path"), "the path of the template");
        }
    });
    let core: HashMap<&str, &MachineImage> =
        checker.spec().images().iter().map(|image| (image.name.as_str(), image)).collect();
    for (index, image) in images.iter().enumerate().filter(|(_, image)| !image.name.is_empty()) {
        let path = path.index(index);
        let Some(own) = core.get(image.name.as_str()) else {
            let detail = format!("maps machine image `{}`, which `spec.machineImages` does not have", image.name);
            if !surplus_is_found {
                checker.report(Violation::forbidden(&VSPHERE_MAPPING_SURPLUS, &path.field("name"), detail));
            }
            continue;
        };
        compare(own, image, surplus_is_found, &path, checker);
    }
}

fn compare(
    core: &MachineImage,
    image: &ProviderImage<MachineImageVersion>,
    surplus_is_found: bool,
    path: &Path<'_>,
    checker: &mut Checker<'_>,
) {
    let offered: HashSet<&str> = core.offered().iter().map(|version| version.version.as_str()).collect();
    let mut mapped: HashSet<&str> = HashSet::new();
    let versions = path.field("versions");
    for (index, entry) in image.entries().iter().enumerate().filter(|(_, entry)| !entry.version.is_empty()) {
        let place = versions.index(index);
        let place = place.field("version");
        let version = entry.version.as_str();
        let is_new = mapped.insert(version);
        if surplus_is_found {
            continue;
        }
        if !is_new {
            checker.report(Violation::duplicate(&VSPHERE_MAPPING_SURPLUS, &place, version));
        } else if !offered.contains(version) {
            let detail =
                format!("maps a version that machine image `{}` in `spec.machineImages` does not have", core.name);
            checker.report(Violation::invalid(&VSPHERE_MAPPING_SURPLUS, &place, version, detail));
        }
    }
    let missing = core.offered().iter().map(|version| version.version.as_str()).filter(|one| !mapped.contains(one));
    let missing: Vec<String> = missing.map(|version| format!("`{version}`")).collect();
    if !missing.is_empty() {
        let detail = format!("must also map version {} of machine image `{}`", missing.join(", "), core.name);
        checker.report(Violation::invalid(&VSPHERE_VERSIONS_UNMAPPED, path, image.name.as_str(), detail));
    }
}
