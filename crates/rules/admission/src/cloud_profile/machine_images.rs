//! `spec.machineImages`.
//!
//! Some rules concern fields that defaulting fills in for a CloudProfile, but not for a NamespacedCloudProfile.

mod cri;
mod flavors;
mod legacy_architectures;

use foldhash::HashSet;
use rootstock_core_model::{BadValue, MachineImage, MachineImageVersion, Path, Source, Violation, counted};
use rootstock_versioning::{Constraint, Version};

use super::versions;
use crate::formats::name_fault;
use crate::scope::{Extent, Scope};
use crate::seen::{Seen, with_first_occurrence};

pub(crate) use self::flavors::without_definition as flavors_without_definition;

rootstock_core_model::rules! {
    MACHINE_IMAGES_MISSING: Error, since "0.1.0", Source::Gardener;
    /// Gardener's second report of a malformed version.
    MACHINE_IMAGES_NOT_COMPARABLE: Error, since "0.1.0", Source::Gardener;
    MACHINE_IMAGE_DUPLICATE: Error, since "0.1.0", Source::Gardener;
    MACHINE_IMAGE_WITHOUT_VERSIONS: Error, since "0.1.0", Source::Gardener;
    MACHINE_IMAGE_NAME_INVALID: Error, since "0.1.0", Source::Gardener;
    UPDATE_STRATEGY_UNKNOWN: Error, since "0.1.0", Source::VersioningGuide("Update path for machine image versions");
    UPDATE_STRATEGY_MISSING: Error, since "0.1.0", Source::Gardener;
    MACHINE_IMAGE_VERSION_DUPLICATE: Error, since "0.1.0", Source::Gardener;
    MACHINE_IMAGE_VERSION_INVALID: Error, since "0.1.0", Source::Gardener;
    IN_PLACE_MINIMUM_INVALID: Error, since "0.1.0", Source::Gardener;
    KUBELET_CONSTRAINT_INVALID: Error, since "0.1.0", Source::Gardener;
    /// Advice only.
    PRERELEASE_MARKS_FLAVOR: Warning, since "0.1.0", Source::Gep33("Current Workaround");
}

/// Sorted, as Gardener lists them.
const UPDATE_STRATEGIES: [&str; 3] = ["major", "minor", "patch"];

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let list = scope.path.known_field("machineImages");
    let images = scope.spec.images();
    if images.is_empty() && scope.is_whole() {
        findings.push(Violation::required(
            &MACHINE_IMAGES_MISSING,
            &list,
            "a profile needs at least one machine image",
        ));
    }
    check_comparable(scope, images, &list, findings);
    let before = findings.len();
    let mut names = Seen::default();
    let mut keys = HashSet::default();
    for (i, image) in images.iter().enumerate() {
        let item = list.index(i);
        check_image(scope, image, &item, findings);
        check_repeated(scope, names.repeats(&image.name, i), image, &list, i, findings);
        check_versions(scope, image, &item, &mut keys, findings);
    }
    fold_prereleases(findings, before);
}

/// Reports all suffixes of a profile at the first of them, because they have one cause.
fn fold_prereleases(findings: &mut Vec<Violation>, from: usize) {
    let is_suffix = |violation: &Violation| violation.rule.name == PRERELEASE_MARKS_FLAVOR.name;
    let suffixes = || findings.iter().enumerate().skip(from).filter(|(_, violation)| is_suffix(violation));
    let versions: Vec<String> = suffixes().map(|(_, violation)| violation.bad.as_str().into()).collect();
    let Some((first, _)) = suffixes().next() else { return };
    let mut place = 0;
    findings.retain(|violation| {
        place += 1;
        place - 1 <= first || !is_suffix(violation)
    });
    if let Some(violation) = findings.get_mut(first) {
        if let others @ 1.. = versions.len().saturating_sub(1) {
            let others = counted(others, "other version");
            violation.detail = format!("{}; the same holds for {others}", violation.detail).into();
        }
        *violation = violation.clone().with_items(versions);
    }
}

fn check_comparable(scope: &Scope<'_>, images: &[MachineImage], list: &Path<'_>, findings: &mut Vec<Violation>) {
    if !scope.quirks().findings.follow_up_errors {
        return;
    }
    let mut versions = images.iter().flat_map(|image| image.offered().iter().map(move |version| (image, version)));
    if let Some((image, version)) = versions.find(|(_, version)| version.version.parse::<Version>().is_err()) {
        let detail = format!("version `{}` of image `{}` cannot be compared with others", version.version, image.name);
        findings.push(Violation::invalid(&MACHINE_IMAGES_NOT_COMPARABLE, list, BadValue::None, detail));
    }
}

fn check_repeated(
    scope: &Scope<'_>,
    first: Option<usize>,
    image: &MachineImage,
    list: &Path<'_>,
    i: usize,
    findings: &mut Vec<Violation>,
) {
    let Some(first) = first.filter(|_| !image.name.is_empty() || scope.quirks().findings.follow_up_errors) else {
        return;
    };
    let item = list.index(i);
    let name = item.field("name");
    let path = if scope.quirks().findings.gardener_paths { &item } else { &name };
    let violation = Violation::duplicate(&MACHINE_IMAGE_DUPLICATE, path, image.name.as_str())
        .with_help("list the image once, with all its versions");
    findings.push(with_first_occurrence(violation, list.index(first).field("name").to_field_path()));
}

fn check_image(scope: &Scope<'_>, image: &MachineImage, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let name = item.field("name");
    if image.name.is_empty() {
        findings.push(Violation::required(&MACHINE_IMAGE_NAME_INVALID, &name, "a machine image needs a name"));
    } else {
        findings.extend(name_fault(&MACHINE_IMAGE_NAME_INVALID, &name, &image.name, "name of a machine image"));
    }
    if scope.is_whole() {
        check_has_versions(scope, image, item, findings);
        if image.update_strategy.is_none() {
            let detail = format!("an image needs an update strategy: {}", UPDATE_STRATEGIES.join(", "));
            findings.push(Violation::required(&UPDATE_STRATEGY_MISSING, &item.field("updateStrategy"), detail));
        }
    }
    if let Some(strategy) = image.update_strategy.as_deref().filter(|name| !UPDATE_STRATEGIES.contains(name)) {
        let path = item.field("updateStrategy");
        findings.push(Violation::not_supported(&UPDATE_STRATEGY_UNKNOWN, &path, strategy, &UPDATE_STRATEGIES));
    }
}

fn check_has_versions(scope: &Scope<'_>, image: &MachineImage, item: &Path<'_>, findings: &mut Vec<Violation>) {
    if !image.offered().is_empty() {
        return;
    }
    let detail = if scope.quirks().cloud_profile.expired_on_create_is_dropped && scope.is_created {
        "a machine image needs at least one version that has not expired"
    } else {
        "a machine image needs at least one version"
    };
    findings.push(Violation::required(&MACHINE_IMAGE_WITHOUT_VERSIONS, &item.field("versions"), detail));
}

/// Checks the rest of an image of a namespaced profile that its parent does not have; `scope` is that of the profile
/// merged with its parent.
pub(crate) fn check_new_image(scope: &Scope<'_>, image: &MachineImage, item: &Path<'_>, findings: &mut Vec<Violation>) {
    check_has_versions(scope, image, item, findings);
    let list = item.known_field("versions");
    for (j, version) in image.offered().iter().enumerate() {
        let path = list.index(j);
        check_new_version(scope, version, &path, findings);
        cri::check(version, scope, &path, findings);
        legacy_architectures::check_given(scope, version, &path, findings);
    }
    versions::check_list(scope, image.offered(), &list, findings);
}

/// Checks the rest of a version that is new in an image of the parent.
pub(crate) fn check_new_version(
    scope: &Scope<'_>,
    version: &MachineImageVersion,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    flavors::check(scope, version, item, findings);
    legacy_architectures::check(scope, version, item, findings);
}

/// Checks the versions of one image. `keys` holds those of all preceding images.
fn check_versions(
    scope: &Scope<'_>,
    image: &MachineImage,
    item: &Path<'_>,
    keys: &mut HashSet<String>,
    findings: &mut Vec<Violation>,
) {
    let list = item.known_field("versions");
    let mut seen = Seen::default();
    for (j, version) in image.offered().iter().enumerate() {
        let path = list.index(j);
        let first = seen.repeats(&version.version, j);
        if scope.quirks().cloud_profile.version_keys_collide_across_images {
            let key = format!("{}-{}", image.name, version.version);
            if keys.contains(&key) {
                findings.push(Violation::duplicate(&MACHINE_IMAGE_VERSION_DUPLICATE, &path, key));
            } else {
                keys.insert(key);
            }
        } else if let Some(first) = first.filter(|_| !version.version.is_empty()) {
            let violation = Violation::duplicate(
                &MACHINE_IMAGE_VERSION_DUPLICATE,
                &path.field("version"),
                version.version.as_str(),
            )
            .with_help("list the version once, with one flavor for each of its artifacts");
            findings.push(with_first_occurrence(violation, list.index(first).field("version").to_field_path()));
        }
        check_version(scope, version, &path, findings);
        if !scope.is_whole()
            && scope.quirks().namespaced_cloud_profile.classifications_belong_to_the_form
            && let Some(classification) = &version.classification
        {
            versions::stages::check_classification(scope, classification, false, &path, findings);
        }
        match scope.extent {
            Extent::Whole => {
                check_new_version(scope, version, &path, findings);
                cri::check(version, scope, &path, findings);
                legacy_architectures::check_given(scope, version, &path, findings);
            }
            // With the parent known, architectures are compared with those registered there.
            Extent::Changes { parent_is_known }
                if parent_is_known && !scope.quirks().namespaced_cloud_profile.namespaced_stages_hide_others => {}
            Extent::Changes { .. } => legacy_architectures::check(scope, version, &path, findings),
        }
    }
    if scope.is_whole() {
        versions::check_list(scope, image.offered(), &list, findings);
    }
}

/// Checks the version itself, and gives advice about pre-releases.
fn check_version(scope: &Scope<'_>, version: &MachineImageVersion, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let quirks = scope.quirks();
    let path = item.field("version");
    if version.version.is_empty() {
        findings.push(Violation::required(
            &MACHINE_IMAGE_VERSION_INVALID,
            &path,
            "a machine image version needs a version",
        ));
    }
    match version.version.parse::<Version>() {
        // The namespaced profile does not choose the names of versions that it overrides.
        Ok(parsed) if scope.is_whole() => check_prerelease(&parsed, &version.version, &path, findings),
        Ok(_) => {}
        Err(_) if version.version.is_empty() && !quirks.findings.follow_up_errors => {}
        Err(error) => {
            findings.push(Violation::invalid(
                &MACHINE_IMAGE_VERSION_INVALID,
                &path,
                version.version.as_str(),
                error.to_string(),
            ));
        }
    }
    let minimum = version.in_place_updates.as_ref().and_then(|updates| updates.min_version_for_update.as_deref());
    if let Some((minimum, error)) = minimum.and_then(|text| Some((text, text.parse::<Version>().err()?))) {
        let in_place = item.field("inPlaceUpdates");
        let real = in_place.field("minVersionForUpdate");
        let gardener_field = item.field("minVersionForInPlaceUpdate");
        let path = if quirks.findings.gardener_paths { &gardener_field } else { &real };
        findings.push(Violation::invalid(&IN_PLACE_MINIMUM_INVALID, path, minimum, error.to_string()));
    }
    let constraint = version.kubelet_version_constraint.as_deref();
    if let Some((constraint, error)) = constraint.and_then(|text| Some((text, text.parse::<Constraint>().err()?))) {
        let path = item.field("kubeletVersionConstraint");
        findings.push(Violation::invalid(&KUBELET_CONSTRAINT_INVALID, &path, constraint, error.to_string()));
    }
}

/// Words that state how mature a pre-release is, which is the purpose of pre-releases.
const MATURITY_WORDS: [&str; 18] = [
    "a", "alpha", "b", "beta", "canary", "ci", "dev", "final", "ga", "lts", "nightly", "pre", "preview", "rc",
    "release", "snapshot", "stable", "test",
];

fn check_prerelease(version: &Version, text: &str, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let word: String = version.pre().chars().take_while(char::is_ascii_alphabetic).collect();
    if word.is_empty() || MATURITY_WORDS.contains(&word.to_ascii_lowercase().as_str()) {
        return;
    }
    let (major, minor, patch) = version.numbers();
    let detail = format!(
        "the suffix `-{}` looks like a flavor: maintenance treats `{text}` as an ordinary version older than \
         `{major}.{minor}.{patch}`, and may move a worker from one kind of image to another",
        version.pre()
    );
    findings.push(Violation::invalid(&PRERELEASE_MARKS_FLAVOR, path, text, detail).with_help(
        "register a capability for the difference, and give the version one flavor for each kind; \
                 `rootstock migrate --suffix` makes flavors of such versions",
    ));
}
