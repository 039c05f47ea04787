//! The form of `providerConfig.machineImages`: names, versions, and one format per version.

use std::collections::HashSet;

use rootstock_core_model::{FieldPath, Path, Segment, Source, Violation, ViolationKind};

use crate::{Checker, ImageVersion, ProviderImage, unreleased};

rootstock_core_model::rules! {
    /// A profile without mapped machine images.
    PROVIDER_IMAGES_MISSING: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// A mapping without a name, a version, or versions.
    PROVIDER_IMAGE_INCOMPLETE: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
    /// Flavors in a profile that registers no capabilities.
    PROVIDER_FLAVORS_NEED_CAPABILITIES: Error, since "0.1.0", Source::CapabilitiesGuide("Activation");
    /// The legacy and the capability format on one entry.
    PROVIDER_IMAGE_FORMATS_MIXED: Error, since "0.1.0", Source::OpenStackGuide("Mixed Format Support");
    /// An entry without an image reference.
    PROVIDER_IMAGE_REFERENCE_MISSING: Error, since "0.1.0", Source::CapabilitiesGuide("Provider Extension Contract");
}

impl Checker<'_> {
    /// Checks the entries at `path` (`….machineImages`), and that there is at least one. `check_version` adds the
    /// checks of the provider.
    pub fn check_images<V: ImageVersion>(
        &mut self,
        images: &[ProviderImage<V>],
        path: &Path<'_>,
        check_version: impl FnMut(&mut Self, &V, &Path<'_>),
    ) {
        self.require_images(images, path);
        self.check_image_entries(images, path, check_version);
    }

    /// Reports an empty list at `path` (`….machineImages`).
    pub fn require_images<V: ImageVersion>(&mut self, images: &[ProviderImage<V>], path: &Path<'_>) {
        // A core section without images has a finding of its own, and nothing to map.
        if self.requires_images && images.is_empty() && (self.follow_ups() || !self.spec().images().is_empty()) {
            let detail = "must map every machine image of the profile to the provider's own images";
            self.report(Violation::required(&PROVIDER_IMAGES_MISSING, path, detail));
        }
    }

    /// Like [`check_images`](Self::check_images), but accepts an empty list.
    pub fn check_image_entries<V: ImageVersion>(
        &mut self,
        images: &[ProviderImage<V>],
        path: &Path<'_>,
        mut check_version: impl FnMut(&mut Self, &V, &Path<'_>),
    ) {
        for (index, image) in images.iter().enumerate() {
            let path = path.index(index);
            if image.name.is_empty() && self.requires_images {
                let detail = "must be the name of one of `spec.machineImages`";
                self.report(Violation::required(&PROVIDER_IMAGE_INCOMPLETE, &path.field("name"), detail));
            }
            let versions = path.known_field("versions");
            if image.entries().is_empty() && self.requires_images {
                let detail = format!("must map every version of machine image `{}`", image.name);
                self.report(Violation::required(&PROVIDER_IMAGE_INCOMPLETE, &versions, detail));
            }
            for (index, version) in image.entries().iter().enumerate() {
                let path = versions.index(index);
                if version.version().is_empty() && self.requires_images {
                    let detail = format!("must be a version of machine image `{}`", image.name);
                    self.report(Violation::required(&PROVIDER_IMAGE_INCOMPLETE, &path.field("version"), detail));
                }
                check_version(self, version, &path);
            }
        }
    }

    /// Reports flavors of the version at `path` if the profile registers no capabilities.
    pub fn forbid_flavors_without_capabilities(&mut self, flavors: usize, path: &Path<'_>) {
        if flavors > 0 && !self.has_capabilities() {
            let (field, detail) = match &self.renamed_flavors {
                None => (
                    "capabilityFlavors",
                    "must not be set, because the profile registers no capabilities; add `spec.machineCapabilities`, or use \
                     the legacy format"
                        .to_owned(),
                ),
                Some((name, release)) => (
                    *name,
                    format!("must not be set, because {release} does not see `spec.machineCapabilities`; use the legacy format"),
                ),
            };
            self.report(Violation::forbidden(&PROVIDER_FLAVORS_NEED_CAPABILITIES, &path.field(field), detail));
        }
    }

    /// Reports at `path` that the legacy `field`, written as in a message, is set together with `capabilityFlavors`.
    pub fn forbid_mixed_formats(&mut self, field: &str, path: &Path<'_>) {
        let detail = format!("must not have both {field} and `capabilityFlavors`; keep one of them");
        self.report(Violation::forbidden(&PROVIDER_IMAGE_FORMATS_MIXED, path, detail));
    }

    /// Reports the legacy fields that are set together with `capabilityFlavors` in the version at `path`. Returns
    /// whether there are any.
    pub fn forbid_legacy_fields(&mut self, fields: &[(&str, bool)], path: &Path<'_>) -> bool {
        let set = fields.iter().filter(|(_, is_set)| *is_set);
        for (field, _) in set.clone() {
            let detail = format!(
                "must not be set together with `capabilityFlavors`; set `{field}` in each flavor, and remove it from the version",
            );
            self.report(Violation::forbidden(&PROVIDER_IMAGE_FORMATS_MIXED, &path.field(field), detail));
        }
        set.count() > 0
    }

    /// Reports the legacy `field` of the version at `path`, which has no flavors, for providers whose profiles use one format
    /// throughout.
    pub fn forbid_legacy_field(&mut self, field: &str, path: &Path<'_>) {
        self.forbid_legacy("be set", &path.field(field));
    }

    /// Reports the image reference of the version at `path`, which has no flavors, for providers whose profiles use one format
    /// throughout.
    pub fn forbid_legacy_reference(&mut self, path: &Path<'_>) {
        self.forbid_legacy("have an image reference", path);
    }

    fn forbid_legacy(&mut self, what: &str, path: &Path<'_>) {
        let since = self.mixes_formats_since();
        let accepts = since.map_or_else(String::new, |since| format!("; v{since} of the extension accepts it"));
        let detail = format!(
            "must not {what} in a profile with capabilities; set it in each flavor of `capabilityFlavors` instead{accepts}"
        );
        self.report(Violation::forbidden(&PROVIDER_IMAGE_FORMATS_MIXED, path, detail));
    }

    /// Reports that the reference at `path` is missing.
    pub fn require_reference(&mut self, path: &Path<'_>, what: &str) {
        self.report(Violation::required(&PROVIDER_IMAGE_REFERENCE_MISSING, path, format!("must be {what}")));
    }
}

/// Removes errors about references that are missing in entries with flavors that the profile must not have: the flavors have them.
pub(crate) fn without_refused_entries(found: Vec<Violation>) -> Vec<Violation> {
    let is_refused = |found: &&Violation| found.rule.name == PROVIDER_FLAVORS_NEED_CAPABILITIES.name;
    let refused: Vec<FieldPath> = found.iter().filter(is_refused).filter_map(|found| found.path.parent()).collect();
    let refused: HashSet<&[Segment]> = refused.iter().map(FieldPath::segments).collect();
    let is_missing = |found: &Violation| found.rule.name == PROVIDER_IMAGE_REFERENCE_MISSING.name;
    found.into_iter().filter(|found| !is_missing(found) || !is_below(&found.path, &refused)).collect()
}

/// Removes errors about entries with flavors that the release of the extension does not know, because all follow from that.
pub(crate) fn without_unknown_flavors(decoded: &[Violation], mut later: Vec<Violation>) -> Vec<Violation> {
    let is_flavors = |segment: &Segment| matches!(segment, Segment::Field(name) if name == unreleased::FIELD);
    let is_unknown = |found: &&Violation| found.kind == ViolationKind::UnknownField;
    let entries = decoded.iter().filter(is_unknown).filter_map(|found| found.path.segments().split_last());
    let entries: HashSet<&[Segment]> = entries.filter(|(field, _)| is_flavors(field)).map(|(_, entry)| entry).collect();
    let follows = [PROVIDER_IMAGE_REFERENCE_MISSING.name, PROVIDER_FLAVORS_NEED_CAPABILITIES.name];
    later.retain(|found| !follows.contains(&found.rule.name) || !is_below(&found.path, &entries));
    later
}

/// Returns whether a path is one of these, or below one.
pub(crate) fn is_below(path: &FieldPath, above: &HashSet<&[Segment]>) -> bool {
    let segments = path.segments();
    (0..=segments.len()).filter_map(|length| segments.get(..length)).any(|prefix| above.contains(prefix))
}

/// Removes errors about entries without a reference if a field of the entry could not be read: it may be the reference.
pub(crate) fn without_misread_entries(decoded: &[Violation], mut later: Vec<Violation>) -> Vec<Violation> {
    let misread: HashSet<&[Segment]> =
        decoded.iter().filter_map(|found| Some(found.path.segments().split_last()?.1)).collect();
    later.retain(|found| {
        let entry = found.path.segments().split_last().map(|(_, entry)| entry);
        found.rule.name != PROVIDER_IMAGE_REFERENCE_MISSING.name || !entry.is_some_and(|entry| misread.contains(entry))
    });
    later
}
