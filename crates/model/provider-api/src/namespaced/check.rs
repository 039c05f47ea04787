//! The comparison of the two sections of a NamespacedCloudProfile with each other, and with the parent.
//!
//! The profile must map its own versions, and may map no others. An override of a parent's version needs no entry,
//! because the parent has one.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use rootstock_core_model::{
    CloudProfileSpec, MachineImageVersion, Path, Quirks, Settings, Severity, Source, Violation,
};

use super::compared_apart;
use super::complete_regions::incomplete_regions;
use super::other_fields::check_other_fields;
use super::section::{NamespacedSection, pairs};
use crate::checked_section::CheckedSection;
use crate::diagnostics::{PROVIDER_ARCHITECTURE_UNMAPPED, PROVIDER_MAPPING_SURPLUS};
use crate::{Checker, Comparison, Extension, GardenerLooksAt, ImageEntries, LegacyComparison};

rootstock_core_model::rules! {
    /// An entry for a version that the parent maps.
    PROVIDER_MAPPING_OVERRIDES_PARENT: Error, since "0.1.0", Source::Gardener;
}

/// Checks the provider section of a NamespacedCloudProfile, in the format of its parent.
pub(crate) fn check(
    config: &dyn CheckedSection,
    images: &ImageEntries<'_>,
    section: &NamespacedSection<'_>,
    settings: &Settings,
) -> Vec<Violation> {
    let (extension, quirks) = (config.extension(), &settings.quirks);
    if extension.comparison.gardener_looks_at == GardenerLooksAt::Nothing && quirks.providers.extensions_compare_less {
        return Vec::new();
    }
    let own = section.own_spec(extension, quirks);
    let own = extension.seen_without_defaults(&own);
    let mut checker = Checker::new(&own, settings, extension);
    checker.core.inherited = Some(section.inherited());
    if let Some(raw) = &section.child.provider_config {
        check_other_fields(raw, config, &mut checker);
    }
    config.check_namespaced_fields(section, &mut checker);
    let looks_into_entries =
        extension.namespaced.looks_into_entries || !quirks.providers.namespaced_config_may_be_unchecked;
    if looks_into_entries && !images.images.is_empty() {
        let spec = Path::root("spec");
        let config_path = spec.field("providerConfig");
        config.check_images(&config_path.field("machineImages"), &mut checker);
    }
    if quirks.providers.namespaced_config_is_compared_apart {
        let rejections = compared_apart::compare(&checker.core, images, section.parent, extension, looks_into_entries);
        let reported: Vec<Violation> =
            rejections.iter().map(|rejection| rejection.to_violation(&checker.core)).collect();
        checker.report_all(reported);
        checker.report_all(overrides(section, images, quirks));
        let reported = surplus_entries(&own, images);
        checker.report_all(reported);
        if extension.namespaced.compares_images_twice {
            let comparison = Comparison { prints_core_positions_below_config: true, ..extension.comparison };
            checker.core.inherited = None;
            checker.compare(images, &Extension { comparison, ..*extension });
        }
        return checker.into_findings();
    }
    checker.compare(images, extension);
    if extension.comparison.legacy == (LegacyComparison::Architectures { without_regions_all: true })
        && !checker.has_capabilities()
        && !quirks.providers.namespaced_image_names_are_refused
    {
        checker.report_all(names_without_regions(images));
    }
    if extension.namespaced.regions_are_complete {
        checker.report_all(incomplete_regions(images, checker.has_capabilities()));
    }
    checker.report_all(overrides(section, images, quirks));
    checker.into_findings()
}

impl NamespacedSection<'_> {
    /// Returns the profile's own part as the core section that the extension compares with the provider's: at the same
    /// positions, and in the format of the parent.
    #[must_use]
    pub fn own_spec(&self, extension: &Extension, quirks: &Quirks) -> CloudProfileSpec {
        let compares_apart = quirks.providers.namespaced_config_is_compared_apart;
        let converts = extension.namespaced.converts_formats;
        // An extension that converts before it compares converts both sections.
        let child = if compares_apart && !converts { self.written } else { self.child };
        let rendered: HashMap<(&str, &str), &MachineImageVersion> =
            pairs(self.rendered.images()).map(|(image, version, entry)| ((image, version), entry)).collect();
        let mut images = child.images().to_vec();
        // An override of a parent's version has the parent's flavors.
        for image in images.iter_mut().filter(|_| !compares_apart) {
            for version in image.versions.iter_mut().flatten() {
                if let Some(rendered) = rendered.get(&(image.name.as_str(), version.version.as_str())) {
                    *version = (*rendered).clone();
                }
            }
        }
        if compares_apart && converts && extension.namespaced.leaves_out_empty_images {
            images.retain(|image| !image.offered().is_empty());
        }
        CloudProfileSpec {
            provider_type: self.parent.provider_type.clone(),
            machine_capabilities: self.parent.machine_capabilities.clone(),
            regions: self.parent.regions.clone(),
            machine_types: self.rendered.machine_types.clone(),
            machine_images: Some(images),
            ..CloudProfileSpec::default()
        }
    }
}

impl Checker<'_> {
    /// Reports that only the parent may set the field at `path`, which a NamespacedCloudProfile sets.
    pub fn report_overridden(&mut self, path: &Path<'_>, detail: impl Into<Cow<'static, str>>) {
        self.report(
            Violation::forbidden(&PROVIDER_MAPPING_OVERRIDES_PARENT, path, detail).with_help("remove the entry"),
        );
    }

    /// Reports that the entry at `path` is for an object that the core section does not have.
    pub fn report_without_counterpart(&mut self, path: &Path<'_>, detail: impl Into<Cow<'static, str>>) {
        self.report(Violation::required(&PROVIDER_MAPPING_SURPLUS, path, detail));
    }
}

/// Reports entries for versions that the parent has. The documents allow them, Gardener's extensions do not.
fn overrides(section: &NamespacedSection<'_>, images: &ImageEntries<'_>, quirks: &Quirks) -> Vec<Violation> {
    let inherited = section.inherited();
    let overriding = images.versions().filter(|(image, entry)| inherited.contains(&(image.name, entry.version)));
    let reported = overriding.map(|(image, entry)| {
        let what = format!(
            "maps version `{}` of machine image `{}`, which the parent already maps",
            entry.version, image.name
        );
        let (detail, severity) = match quirks.namespaced_cloud_profile.override_classification_is_forbidden {
            true => (format!("{what}: remove the entry"), Severity::Error),
            false => (format!("{what}; Gardener's extensions reject such an entry"), Severity::Warning),
        };
        Violation::forbidden(&PROVIDER_MAPPING_OVERRIDES_PARENT, entry.path(), detail).with_severity(severity)
    });
    reported.collect()
}

/// Reports entries for images and versions that the profile does not have.
fn surplus_entries(own: &CloudProfileSpec, images: &ImageEntries<'_>) -> Vec<Violation> {
    // Of several images with one name, the last one counts.
    let by_name = own.images().iter().map(|image| {
        let versions = image.offered().iter().map(|version| version.version.as_str());
        (image.name.as_str(), versions.collect())
    });
    let core: HashMap<&str, HashSet<&str>> = by_name.collect();
    let mut found = Vec::new();
    for image in &images.images {
        let Some(versions) = core.get(image.name) else {
            let detail = format!("maps machine image `{}`, which `spec.machineImages` does not have", image.name);
            found.push(Violation::required(&PROVIDER_MAPPING_SURPLUS, image.path(), detail));
            continue;
        };
        for entry in image.versions.iter().filter(|entry| !versions.contains(entry.version)) {
            let bad = format!("{}@{}", image.name, entry.version);
            let detail = format!("maps a version that machine image `{}` does not have in this profile", image.name);
            found.push(Violation::invalid(&PROVIDER_MAPPING_SURPLUS, entry.path(), bad, detail));
        }
    }
    found
}

/// Reports versions that are mapped only by name, in a profile without capabilities. The extension could create
/// machines from them, but rejects them in a NamespacedCloudProfile.
fn names_without_regions(images: &ImageEntries<'_>) -> Vec<Violation> {
    let has_regions = |artifact: &crate::Artifact<'_>| !artifact.regional.is_empty();
    let entries = images.versions().map(|(_, entry)| entry);
    let without = entries.filter(|entry| entry.flavors.is_empty() && !entry.legacy.iter().any(has_regions));
    let reported = without.map(|entry| {
        let has_name = entry.legacy.iter().any(|artifact| artifact.everywhere.is_some());
        let (detail, severity) = match has_name {
            true => (
                "maps the version by a name for all regions, which Gardener's extension accepts in a CloudProfile and \
                 rejects in a NamespacedCloudProfile; list the regions",
                Severity::Warning,
            ),
            false => ("maps the version to no image; list the regions", Severity::Error),
        };
        Violation::required(&PROVIDER_ARCHITECTURE_UNMAPPED, entry.path(), detail).with_severity(severity)
    });
    reported.collect()
}
