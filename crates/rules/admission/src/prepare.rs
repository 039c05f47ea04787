//! Phase 2, preparation: changes to a profile between decoding and validation.
//!
//! Before it validates, Gardener silently drops versions on create and fills in or drops capabilities on update. In
//! documented semantics the profile is validated as written, and the changes that Gardener would make are reported.

use std::borrow::Cow;
use std::collections::HashSet;

use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, ExpirableVersion, FieldPath, MachineImage, MachineImageVersion, Path, Settings,
    Severity, Source, Violation, counted, listed,
};
use rootstock_versioning::{Classification, Timestamp};

use crate::canonicalize::is_canonical;
use crate::cloud_profile::versions::Versioned;
use crate::scope::SPEC;
use crate::{Operation, canonicalize_cloud_profile};

rootstock_core_model::rules! {
    NEW_VERSION_EXPIRED: Error, since "0.1.0",
        Source::VersioningGuide("Version Requirements (Kubernetes and Machine Image)");
    /// For versions that are not available yet.
    NEW_VERSION_UNAVAILABLE: Warning, since "0.1.0", Source::Gardener;
}

/// Performs the parts of Gardener's preparation that the semantics call for, and reports the others.
pub(crate) fn prepare<'p>(
    profile: &'p CloudProfile,
    operation: Operation<'_>,
    settings: &Settings,
    findings: &mut Vec<Violation>,
) -> Cow<'p, CloudProfile> {
    let mut prepared = Cow::Borrowed(profile);
    if settings.quirks.cloud_profile.expired_on_create_is_dropped {
        if operation == Operation::Create && has_inactive(profile, settings.now) {
            drop_inactive(prepared.to_mut(), settings.now);
        }
    } else {
        let old = operation.old().map(|old| &old.spec);
        let how = (operation == Operation::State, ExpiredVersions::DroppedOnCreate);
        report_expired(&profile.spec, old, how, settings.now, findings);
        report_unavailable(profile, operation, settings.now, findings);
    }
    let synced = operation.old().filter(|_| settings.quirks.cloud_profile.update_syncs_before_validation);
    if synced.is_some() && !is_canonical(&prepared, synced) {
        canonicalize_cloud_profile(prepared.to_mut(), synced);
    }
    prepared
}

/// Drops Kubernetes versions that are expired or not available yet, and expired image versions.
pub(crate) fn drop_inactive(profile: &mut CloudProfile, now: Timestamp) {
    if let Some(versions) = &mut profile.spec.kubernetes.versions {
        versions.retain(|version| is_active(version, now));
    }
    for versions in profile.spec.machine_images.iter_mut().flatten().filter_map(|image| image.versions.as_mut()) {
        versions.retain(|version| !has_expired(version, now));
    }
}

/// Returns whether [`drop_inactive`] would drop anything.
pub(crate) fn has_inactive(profile: &CloudProfile, now: Timestamp) -> bool {
    let spec = &profile.spec;
    spec.kubernetes.versions.iter().flatten().any(|version| !is_active(version, now))
        || spec.images().iter().flat_map(MachineImage::offered).any(|version| has_expired(version, now))
}

fn is_active(version: &ExpirableVersion, now: Timestamp) -> bool {
    version.life().at(now).is_active()
}

fn has_expired(version: &MachineImageVersion, now: Timestamp) -> bool {
    version.life().at(now) == Classification::Expired
}

/// Gardener's treatment of new versions that have already expired.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ExpiredVersions {
    /// CloudProfile: dropped on create, accepted on update.
    DroppedOnCreate,
    /// NamespacedCloudProfile: dropped.
    Dropped,
}

/// Reports new versions that have expired; `is_state` means that the previous object is unknown.
pub(crate) fn report_expired(
    spec: &CloudProfileSpec,
    old: Option<&CloudProfileSpec>,
    (is_state, gardener): (bool, ExpiredVersions),
    now: Timestamp,
    findings: &mut Vec<Violation>,
) {
    let kubernetes = SPEC.field("kubernetes");
    let known = old.map(|old| old.kubernetes.offered()).unwrap_or_default();
    let mut expired = expired(spec.kubernetes.offered(), known, "", &kubernetes.field("versions"), now);

    let images = SPEC.field("machineImages");
    let known: std::collections::HashMap<&str, &MachineImage> =
        old.map(|old| old.images()).unwrap_or_default().iter().map(|image| (image.name.as_str(), image)).collect();
    for (i, image) in spec.images().iter().enumerate() {
        let known = known.get(image.name.as_str()).map(|image| image.offered()).unwrap_or_default();
        let item = images.index(i);
        expired.extend(self::expired(image.offered(), known, &image.name, &item.field("versions"), now));
    }
    if is_state {
        findings.extend(report_existing(&expired, gardener));
    } else {
        findings.extend(expired.iter().map(ExpiredVersion::refused));
    }
}

/// An expired version.
struct ExpiredVersion {
    version: String,
    /// The version, preceded by the name of its image if it is an image version.
    name: String,
    /// The path of the expiration.
    path: FieldPath,
    since: Option<Timestamp>,
}

/// Returns the expired versions that are not known.
fn expired<V: Versioned>(
    versions: &[V],
    known: &[V],
    image: &str,
    list: &Path<'_>,
    now: Timestamp,
) -> Vec<ExpiredVersion> {
    let is_expired = |version: &V| version.life().at(now) == Classification::Expired && !is_forbidden(version);
    let mut expired = versions.iter().enumerate().filter(|(_, version)| is_expired(version)).peekable();
    if expired.peek().is_none() {
        return Vec::new();
    }
    let known: HashSet<&str> = known.iter().map(Versioned::version).collect();
    let new = expired.filter(|(_, version)| !known.contains(version.version()));
    let found = new.map(|(j, version)| {
        let item = list.index(j);
        let life = version.life();
        let lifecycle = item.field("lifecycle");
        let stage = life.stages.iter().rposition(|stage| stage.classification == Classification::Expired);
        let (path, since) = match stage.and_then(|stage| Some((stage, life.stages.get(stage)?))) {
            Some((index, stage)) => (lifecycle.index(index).field("startTime").to_field_path(), stage.start_time),
            None if life.expiration_date.is_some() => {
                (item.field("expirationDate").to_field_path(), life.expiration_date)
            }
            None => (item.field("classification").to_field_path(), None),
        };
        let version = version.version().to_owned();
        let name = if image.is_empty() { version.clone() } else { format!("{image} {version}") };
        ExpiredVersion { version, name, path, since }
    });
    found.collect()
}

impl ExpiredVersion {
    fn bad(&self) -> String {
        self.since.map_or_else(|| self.version.clone(), |since| since.to_string())
    }

    fn expired(&self) -> String {
        self.since.map(|since| format!("expired at {since}")).unwrap_or_else(|| "has expired".to_owned())
    }

    fn refused(&self) -> Violation {
        let (version, expired) = (&self.version, self.expired());
        let detail = format!("new version `{version}` {expired}: an expired version cannot be added");
        Violation::invalid(&NEW_VERSION_EXPIRED, self.path.clone(), self.bad(), detail)
            .with_help("remove the version, or give it a date in the future")
    }
}

/// Reports that expired versions may stay but not be added. They have to stay while Shoots use them, so all share one
/// finding.
fn report_existing(expired: &[ExpiredVersion], gardener: ExpiredVersions) -> Option<Violation> {
    let (first, others) = expired.split_first()?;
    let (so_did, help) = match others.len() {
        0 => (String::new(), "remove the version once no Shoot uses it"),
        number => {
            let others = listed(others.iter().map(|other| other.name.as_str()));
            (
                format!(", and so did {} ({others})", counted(number, "other version")),
                "remove versions once no Shoot uses them",
            )
        }
    };
    let gardener = match gardener {
        ExpiredVersions::DroppedOnCreate => {
            "Gardener silently drops such versions when a profile is created, and accepts them when it is \
             updated"
        }
        ExpiredVersions::Dropped => "Gardener silently drops such versions",
    };
    let detail = format!(
        "version `{}` {}{so_did}: an expired version cannot be added, but an existing one may stay ({gardener})",
        first.version,
        first.expired(),
    );
    let violation = Violation::invalid(&NEW_VERSION_EXPIRED, first.path.clone(), first.bad(), detail);
    let violation = violation.with_items(expired.iter().map(|one| one.name.as_str()));
    Some(violation.with_severity(Severity::Warning).with_help(help))
}

/// Returns whether the version has `classification: expired`, which has an error of its own.
fn is_forbidden<V: Versioned>(version: &V) -> bool {
    version.life().classification == Some(&Classification::Expired) && !version.has_lifecycle_field()
}

/// Reports Kubernetes versions that are not available yet, which Gardener drops when a profile is created.
fn report_unavailable(profile: &CloudProfile, operation: Operation<'_>, now: Timestamp, findings: &mut Vec<Violation>) {
    if operation != Operation::Create {
        return;
    }
    let versions = profile.spec.kubernetes.offered();
    let kubernetes = SPEC.field("kubernetes");
    let list = kubernetes.field("versions");
    let is_unavailable =
        |version: &rootstock_core_model::ExpirableVersion| version.life().at(now) == Classification::Unavailable;
    let is_empty_list = versions.iter().all(is_unavailable);
    let severity = if is_empty_list { Severity::Error } else { Severity::Warning };
    for (j, version) in versions.iter().enumerate().filter(|(_, version)| is_unavailable(version)) {
        let detail = format!(
            "version `{}` is not available yet, so Gardener drops it when the profile is created: add it with an \
             update",
            version.version
        );
        findings.push(Violation::forbidden(&NEW_VERSION_UNAVAILABLE, &list.index(j), detail).with_severity(severity));
    }
}
