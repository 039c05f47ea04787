//! Overrides of a NamespacedCloudProfile that its CloudProfile has overtaken.
//!
//! An override is a copy: if the lifecycle of the version changes in the CloudProfile, the copy does not.

use rootstock_core_model::{CloudProfileSpec, NamespacedCloudProfile, Path, Settings, Source, Violation};
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
/// use rootstock_core_model::{CloudProfileSpec, NamespacedCloudProfile, Semantics, Settings};
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
pub fn advise_namespaced(
    child: &NamespacedCloudProfile,
    parent: &CloudProfileSpec,
    rendered: &CloudProfileSpec,
    settings: &Settings,
    found: &[Violation],
) -> Vec<Violation> {
    let mut advice = Vec::new();
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let list = kubernetes.field("versions");
    let with_lifecycle = |spec: &CloudProfileSpec, version: &str, report: &mut dyn FnMut(&VersionLifecycle<'_>)| {
        if let Some(version) = spec.kubernetes.offered().iter().find(|one| one.version == version) {
            report(&version.lifecycle());
        }
    };
    for (j, version) in child.spec.kubernetes_versions().iter().enumerate() {
        with_lifecycle(parent, &version.version, &mut |theirs| {
            with_lifecycle(rendered, &version.version, &mut |ours| {
                advice.extend(compare("Kubernetes", &version.version, ours, theirs, settings.now, &list.index(j)));
            });
        });
    }
    let images = spec.field("machineImages");
    for (i, image) in child.spec.images().iter().enumerate() {
        let of = |spec: &'_ CloudProfileSpec| spec.images().iter().position(|one| one.name == image.name);
        let (Some(theirs), Some(ours)) = (of(parent), of(rendered)) else { continue };
        let (Some(theirs), Some(ours)) = (parent.images().get(theirs), rendered.images().get(ours)) else { continue };
        let item = images.index(i);
        let list = item.field("versions");
        for (j, version) in image.offered().iter().enumerate() {
            let of = |versions: &[rootstock_core_model::MachineImageVersion]| {
                versions.iter().position(|one| one.version == version.version)
            };
            let (Some(a), Some(b)) = (of(ours.offered()), of(theirs.offered())) else { continue };
            let (Some(a), Some(b)) = (ours.offered().get(a), theirs.offered().get(b)) else { continue };
            let name = format!("`{}`", image.name);
            let path = list.index(j);
            advice.extend(compare(&name, &version.version, &a.lifecycle(), &b.lifecycle(), settings.now, &path));
        }
    }
    size_budget::check_namespaced(child, rendered, &mut advice);
    near_errors::drop_advice_near_errors(&mut advice, found);
    advice
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
