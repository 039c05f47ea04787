//! Overrides of a NamespacedCloudProfile that its CloudProfile has overtaken.
//!
//! An override is a copy: if the lifecycle of the version changes in the CloudProfile, the copy does not.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{
    CloudProfileSpec, ExpirableVersion, MachineImageVersion, NamespacedCloudProfile, Path, Settings, Source, Violation,
};
use rootstock_versioning::{Classification, Timestamp, VersionLifecycle};

use crate::{near_errors, size_budget};

rootstock_core_model::rules! {
    /// The lifecycle of a version differs in a project, without lasting longer.
    OVERRIDE_DRIFTS: Note, since "0.1.0", Source::Rootstock;
}

/// Returns all advice about a NamespacedCloudProfile whose Shoots use `rendered` instead of `parent`; `found` holds the
/// existing findings.
///
/// ```
/// use rootstock_advice::advise_namespaced;
/// use rootstock_core_model::{CloudProfileSpec, ExpirableVersion, MachineImageVersion, NamespacedCloudProfile, Semantics, Settings};
///
/// let versions = |date: &str| format!(r#"{{"kubernetes": {{"versions": [{{"version": "1.34.1", "expirationDate": "{date}"}}]}}}}"#);
/// let parent: CloudProfileSpec = serde_json::from_str(&versions("2027-06-30T00:00:00Z"))?;
/// let rendered: CloudProfileSpec = serde_json::from_str(&versions("2027-03-31T00:00:00Z"))?;
/// let child: NamespacedCloudProfile = serde_json::from_str(&format!(r#"{{"spec": {}}}"#, versions("2027-03-31T00:00:00Z")))?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let found = advise_namespaced(&child, &parent, &rendered, &settings, &[]);
/// assert!(found[0].detail.contains("expires after 2027-03-31T00:00:00Z here"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn advise_namespaced<'v>(
    child: &NamespacedCloudProfile,
    parent: &CloudProfileSpec,
    rendered: &CloudProfileSpec,
    settings: &Settings,
    found: impl IntoIterator<Item = &'v Violation>,
) -> Vec<Violation> {
    let mut advice = Vec::new();
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let list = kubernetes.field("versions");
    let [ours, theirs] = [rendered, parent].map(kubernetes_versions);
    for (j, version) in child.spec.kubernetes_versions().iter().enumerate() {
        let version = version.version.as_str();
        let Some((ours, theirs)) = ours.get(version).zip(theirs.get(version)) else { continue };
        let path = list.index(j);
        advice.extend(compare("Kubernetes", version, &ours.lifecycle(), &theirs.lifecycle(), settings.now, &path));
    }
    let images = spec.field("machineImages");
    let [ours, theirs] = [rendered, parent].map(image_versions);
    for (i, image) in child.spec.images().iter().enumerate() {
        let item = images.index(i);
        let list = item.field("versions");
        for (j, version) in image.offered().iter().enumerate() {
            let name = (image.name.as_str(), version.version.as_str());
            let Some((ours, theirs)) = ours.get(&name).zip(theirs.get(&name)) else { continue };
            let path = list.index(j);
            let (of, ours, theirs) = (format!("`{}`", image.name), ours.lifecycle(), theirs.lifecycle());
            advice.extend(compare(&of, name.1, &ours, &theirs, settings.now, &path));
        }
    }
    size_budget::check_namespaced(child, rendered, &mut advice);
    near_errors::drop_advice_near_errors(&mut advice, found);
    advice
}

/// Returns the Kubernetes versions by name; of equal ones the first.
fn kubernetes_versions(spec: &CloudProfileSpec) -> HashMap<&str, &ExpirableVersion> {
    spec.kubernetes.offered().iter().rev().map(|version| (version.version.as_str(), version)).collect()
}

/// Returns the image versions by the names of the image and the version; of equal ones the first.
fn image_versions(spec: &CloudProfileSpec) -> HashMap<(&str, &str), &MachineImageVersion> {
    let mut seen = HashSet::new();
    let images = spec.images().iter().filter(|image| seen.insert(image.name.as_str()));
    let versions = images.flat_map(|image| image.offered().iter().rev().map(move |version| (image, version)));
    versions.map(|(image, version)| ((image.name.as_str(), version.version.as_str()), version)).collect()
}

/// Reports an override that looks outdated: it expires earlier, or has another classification while neither has
/// expired.
fn compare(
    of: &str,
    version: &str,
    ours: &VersionLifecycle<'_>,
    theirs: &VersionLifecycle<'_>,
    now: Timestamp,
    path: &Path<'_>,
) -> Option<Violation> {
    let (here, there) = (ours.at(now), theirs.at(now));
    // Outliving the parent's version is the purpose of overrides.
    if there == Classification::Expired {
        return None;
    }
    let (our_end, their_end) = (end(ours, now), end(theirs, now));
    let detail = if here != there {
        format!("{of} `{version}` is {here} here and {there} in the CloudProfile")
    } else {
        let (end, later) = match (our_end, their_end) {
            (Some(end), None) => (end, "but never in the CloudProfile".to_owned()),
            (Some(end), Some(their)) if end < their => (end, format!("but only after {their} in the CloudProfile")),
            _ => return None,
        };
        format!("{of} `{version}` expires after {end} here, {later}")
    };
    let help = "an override is a copy that does not follow the CloudProfile: remove it, or update it";
    Some(Violation::advice(&OVERRIDE_DRIFTS, path, version, detail).with_help(help))
}

/// Returns the time at which a version expires, if it has not yet.
fn end(life: &VersionLifecycle<'_>, now: Timestamp) -> Option<Timestamp> {
    let mut transitions = life.transitions(now).into_iter();
    transitions
        .find(|transition| transition.classification == Classification::Expired)
        .map(|transition| transition.after)
}
