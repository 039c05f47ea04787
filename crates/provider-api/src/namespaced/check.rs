//! The two halves of a NamespacedCloudProfile against each other, and against the parent.
//!
//! What the profile has of its own must be mapped; what it maps must be its own. An override of a parent's version needs
//! no entry: the parent has one.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{
    CloudProfileSpec, Decode, MachineImage, MachineImageVersion, NamespacedCloudProfileSpec, Path, Settings, Severity,
    Source, Violation,
};

use super::other_fields::check_other_fields;
use super::{NamespacedHalf, merge};
use crate::assumptions::Assumptions;
use crate::checker::Unreadable;
use crate::entries::{Entry, entries, images_path};
use crate::surplus::PROVIDER_MAPPING_SURPLUS;
use crate::unmapped::PROVIDER_ARCHITECTURE_UNMAPPED;
use crate::{Checker, GardenerLooksAt, ImageVersion, LegacyComparison, Plugin, ProviderImage};

rootstock_core_model::rules! {
    /// An entry for a version that the parent maps.
    PROVIDER_MAPPING_OVERRIDES_PARENT: Error, since "0.1.0", Source::Gardener;
}

/// Everything that is wrong with the provider's half of a NamespacedCloudProfile.
pub(crate) fn check<P: Plugin>(
    config: &P::Config,
    half: &NamespacedHalf<'_>,
    settings: &Settings,
    unreadable: &Unreadable,
) -> Vec<Violation> {
    if P::EXTENSION.comparison.gardener_looks_at == GardenerLooksAt::Nothing
        && settings.quirks.providers.extensions_compare_less
    {
        return Vec::new();
    }
    let raw = half.child.provider_config.as_ref();
    let converted: Option<P::Config> = raw
        .and_then(|raw| merge::converted(half.parent, raw, &P::EXTENSION))
        .map(|converted| converted.decode(&Path::object()).0);
    let config = converted.as_ref().unwrap_or(config);
    let images = P::images(config);
    let compares_apart = settings.quirks.providers.namespaced_config_is_compared_apart;
    // What is converted before it is compared is converted in both halves.
    let is_converted = !compares_apart || P::EXTENSION.namespaced.converts_formats;
    let mut own = Own::new(half, if is_converted { half.child } else { half.written }, !compares_apart);
    if compares_apart && P::EXTENSION.namespaced.converts_formats {
        // The conversion loses images without versions.
        own.spec.machine_images.iter_mut().for_each(|images| images.retain(|image| !image.offered().is_empty()));
    }
    let mut checker = Checker::new(&own.spec, settings, unreadable, &P::EXTENSION);
    checker.inherited = Some(own.inherited.clone());
    if let Some(raw) = raw {
        check_other_fields::<P>(raw, &mut checker);
    }
    P::check_namespaced(config, half, &mut checker);
    let looks_into_entries =
        P::EXTENSION.namespaced.looks_into_entries || !settings.quirks.providers.namespaced_config_may_be_unchecked;
    if looks_into_entries && !images.is_empty() {
        let spec = Path::root("spec");
        let config = spec.field("providerConfig");
        checker.check_images(images, &config.field("machineImages"), P::check_version);
    }
    let mut regions_are_complete = true;
    if compares_apart {
        checker.compare_apart::<P>(images, half.parent, looks_into_entries);
    } else {
        checker.compare_images(images, &P::EXTENSION.comparison, P::EXTENSION.repeats);
        if P::EXTENSION.comparison.legacy == (LegacyComparison::Architectures { without_regions_all: true }) {
            checker.report_names_without_regions(images);
        }
        checker.check_surplus(images, &P::EXTENSION.comparison);
        checker.check_repetition(images, P::EXTENSION.repeats, &P::EXTENSION.comparison);
        let before = checker.count();
        if P::EXTENSION.namespaced.regions_are_complete {
            checker.check_complete_regions(images);
        }
        regions_are_complete = checker.count() == before;
    }
    if settings.own_warnings {
        checker.check_repeated_regions(images);
        let before = checker.count();
        if P::EXTENSION.needs_written_architecture {
            checker.check_written_architectures(images);
        }
        // A region that one flavor lacks is one mistake.
        if regions_are_complete && checker.count() == before {
            checker.check_regions::<P>(images, &Assumptions::of::<P>(config));
        }
    }
    checker.report_overrides(images, half.parent);
    if compares_apart {
        checker.report_strangers(images);
    }
    checker.into_findings()
}

/// `spec.machineImages` of the profile as the core half of a profile of its own, at the same positions.
struct Own<'a> {
    spec: CloudProfileSpec,
    /// Images and versions of the parent.
    inherited: HashSet<(&'a str, &'a str)>,
}

impl<'a> Own<'a> {
    /// `complete`: an override of a parent's version has the parent's flavors.
    fn new(half: &NamespacedHalf<'a>, child: &NamespacedCloudProfileSpec, complete: bool) -> Self {
        let inherited = pairs(half.parent.images()).map(|(image, version, _)| (image, version)).collect();
        let rendered: HashMap<(&str, &str), &MachineImageVersion> =
            pairs(half.rendered.images()).map(|(image, version, entry)| ((image, version), entry)).collect();
        let mut images = child.images().to_vec();
        for image in images.iter_mut().filter(|_| complete) {
            for version in image.versions.iter_mut().flatten() {
                if let Some(rendered) = rendered.get(&(image.name.as_str(), version.version.as_str())) {
                    *version = (*rendered).clone();
                }
            }
        }
        let spec = CloudProfileSpec {
            provider_type: half.parent.provider_type.clone(),
            machine_capabilities: half.parent.machine_capabilities.clone(),
            regions: half.parent.regions.clone(),
            machine_types: half.rendered.machine_types.clone(),
            machine_images: Some(images),
            ..CloudProfileSpec::default()
        };
        Self { spec, inherited }
    }
}

fn pairs(images: &[MachineImage]) -> impl Iterator<Item = (&str, &str, &MachineImageVersion)> {
    images.iter().flat_map(|image| {
        image.offered().iter().map(|version| (image.name.as_str(), version.version.as_str(), version))
    })
}

impl Checker<'_> {
    /// Reports that what stands at `path` in a NamespacedCloudProfile is the parent's to say.
    pub fn report_overridden(&mut self, path: &Path<'_>, detail: &str) {
        self.report(
            Violation::forbidden(&PROVIDER_MAPPING_OVERRIDES_PARENT, path, detail).with_help("remove the entry"),
        );
    }

    /// Reports that what stands at `path` is about something that the core half does not have.
    pub fn report_without_counterpart(&mut self, path: &Path<'_>, detail: &str) {
        self.report(Violation::required(&PROVIDER_MAPPING_SURPLUS, path, detail));
    }

    /// Entries for versions that the parent has. The documents allow them, Gardener's extensions do not.
    fn report_overrides<V: ImageVersion>(&mut self, images: &[ProviderImage<V>], parent: &CloudProfileSpec) {
        let inherited: HashSet<(&str, &str)> =
            pairs(parent.images()).map(|(image, version, _)| (image, version)).collect();
        let is_forbidden = self.settings().quirks.namespaced_cloud_profile.override_classification_is_forbidden;
        for (image, placed) in entries(images) {
            let version = placed.entry.version();
            if !inherited.contains(&(image.name.as_str(), version)) {
                continue;
            }
            let what =
                format!("maps version `{version}` of machine image `{}`, which the parent maps already", image.name,);
            self.report(if is_forbidden {
                Violation::forbidden(
                    &PROVIDER_MAPPING_OVERRIDES_PARENT,
                    placed.path(),
                    format!("{what}: remove the entry"),
                )
            } else {
                let detail = format!("{what}; Gardener's extensions refuse such an entry");
                Violation::forbidden(&PROVIDER_MAPPING_OVERRIDES_PARENT, placed.path(), detail)
                    .with_severity(Severity::Warning)
            });
        }
    }

    /// Entries for what the profile does not have.
    fn report_strangers<V: ImageVersion>(&mut self, images: &[ProviderImage<V>]) {
        let mut core: HashMap<&str, HashSet<&str>> = HashMap::new();
        for image in self.spec().images() {
            core.entry(&image.name).or_default().extend(image.offered().iter().map(|one| one.version.as_str()));
        }
        for (index, image) in images.iter().enumerate() {
            let Some(versions) = core.get(image.name.as_str()) else {
                let detail = format!("maps machine image `{}`, which `spec.machineImages` does not have", image.name);
                self.report(Violation::required(&PROVIDER_MAPPING_SURPLUS, images_path().index(index), detail));
                continue;
            };
            for placed in Entry::of(index, image).filter(|placed| !versions.contains(placed.entry.version())) {
                let bad = format!("{}@{}", image.name, placed.entry.version());
                let detail = format!("maps a version that machine image `{}` does not have here", image.name);
                self.report(Violation::invalid(&PROVIDER_MAPPING_SURPLUS, placed.path(), bad, detail));
            }
        }
    }

    /// A version that is mapped by a name alone, in a profile without capabilities: enough for the extension to create
    /// machines, and refused in a NamespacedCloudProfile all the same.
    fn report_names_without_regions<V: ImageVersion>(&mut self, images: &[ProviderImage<V>]) {
        if self.has_capabilities() || self.settings().quirks.providers.namespaced_image_names_are_refused {
            return;
        }
        for (_, placed) in entries(images) {
            let artifacts = placed.entry.legacy();
            let has_regions = artifacts.iter().any(|artifact| !artifact.regional.is_empty());
            if has_regions || !placed.entry.flavors().is_empty() {
                continue;
            }
            self.report(if artifacts.iter().any(|artifact| artifact.everywhere.is_some()) {
                let detail = "maps the version by a name for all regions, which Gardener's extension accepts in a \
                              CloudProfile and refuses in a NamespacedCloudProfile; list the regions";
                Violation::required(&PROVIDER_ARCHITECTURE_UNMAPPED, placed.path(), detail)
                    .with_severity(Severity::Warning)
            } else {
                let detail = "maps the version to nothing; list the regions";
                Violation::required(&PROVIDER_ARCHITECTURE_UNMAPPED, placed.path(), detail)
            });
        }
    }
}
