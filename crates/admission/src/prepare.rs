//! Phase 2, preparation: what happens to a profile between decoding and validation.
//!
//! Gardener drops versions on create and fills in or drops capabilities on update before it validates, without a word.
//! In documented semantics the profile is validated as it is written, and what Gardener would do is said.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfile, CloudProfileSpec, MachineImage, Path, Settings, Severity, Source, Violation};
use rootstock_versioning::{Classification, Timestamp};

use crate::cloud_profile::versions::Versioned;
use crate::scope::SPEC;
use crate::{Operation, canonicalize_cloud_profile};

rootstock_core_model::rules! {
    NEW_VERSION_EXPIRED: Error, since "0.1.0",
        Source::VersioningGuide("Version Requirements (Kubernetes and Machine Image)");
    /// For versions that are not available yet.
    NEW_VERSION_UNAVAILABLE: Warning, since "0.1.0", Source::Gardener;
}

/// Does what Gardener does before validation, as far as the semantics ask for it, and reports the rest.
pub(crate) fn prepare(
    profile: &mut CloudProfile,
    operation: Operation<'_>,
    settings: &Settings,
    findings: &mut Vec<Violation>,
) {
    profile.status = None;
    if settings.quirks.cloud_profile.expired_on_create_is_dropped {
        if operation == Operation::Create {
            drop_inactive(profile, settings.now);
        }
    } else {
        let old = operation.old().map(|old| &old.spec);
        report_expired(&profile.spec, old, operation == Operation::State, settings.now, findings);
        report_unavailable(profile, operation, settings.now, findings);
    }
    if let Some(old) = operation.old().filter(|_| settings.quirks.cloud_profile.update_syncs_before_validation) {
        canonicalize_cloud_profile(profile, Some(old));
    }
}

/// Drops Kubernetes versions that are expired or not available yet, and expired image versions.
pub(crate) fn drop_inactive(profile: &mut CloudProfile, now: Timestamp) {
    if let Some(versions) = &mut profile.spec.kubernetes.versions {
        versions.retain(|version| version.life().at(now).is_active());
    }
    for versions in profile.spec.machine_images.iter_mut().flatten().filter_map(|image| image.versions.as_mut()) {
        versions.retain(|version| version.life().at(now) != Classification::Expired);
    }
}

/// Reports what is new and has expired; `is_state` means that nothing is known about what was there before.
pub(crate) fn report_expired(
    spec: &CloudProfileSpec,
    old: Option<&CloudProfileSpec>,
    is_state: bool,
    now: Timestamp,
    findings: &mut Vec<Violation>,
) {
    let kubernetes = SPEC.field("kubernetes");
    let expired = Expired { is_state, now };
    let known = old.map(|old| old.kubernetes.offered()).unwrap_or_default();
    expired.report(spec.kubernetes.offered(), known, &kubernetes.field("versions"), findings);

    let images = SPEC.field("machineImages");
    let known: std::collections::HashMap<&str, &MachineImage> =
        old.map(|old| old.images()).unwrap_or_default().iter().map(|image| (image.name.as_str(), image)).collect();
    for (i, image) in spec.images().iter().enumerate() {
        let known = known.get(image.name.as_str()).map(|image| image.offered()).unwrap_or_default();
        let item = images.index(i);
        expired.report(image.offered(), known, &item.field("versions"), findings);
    }
}

/// The search for new versions that are expired already.
struct Expired {
    is_state: bool,
    now: Timestamp,
}

impl Expired {
    fn report<V: Versioned>(&self, versions: &[V], known: &[V], list: &Path<'_>, findings: &mut Vec<Violation>) {
        let mut expired = versions
            .iter()
            .enumerate()
            .filter(|(_, version)| version.life().at(self.now) == Classification::Expired && !is_forbidden(*version))
            .peekable();
        if expired.peek().is_none() {
            return;
        }
        let known: HashSet<&str> = known.iter().map(Versioned::version).collect();
        for (j, version) in expired.filter(|(_, version)| !known.contains(version.version())) {
            let item = list.index(j);
            let life = version.life();
            let lifecycle = item.field("lifecycle");
            let stage = life.stages.iter().rposition(|stage| stage.classification == Classification::Expired);
            let stage = lifecycle.index(stage.unwrap_or_default());
            let (path, since) = match life.stages {
                [] if life.expiration_date.is_some() => (item.field("expirationDate"), life.expiration_date),
                [] => (item.field("classification"), None),
                stages => (
                    stage.field("startTime"),
                    stages
                        .iter()
                        .rfind(|stage| stage.classification == Classification::Expired)
                        .and_then(|s| s.start_time),
                ),
            };
            findings.push(self.violation(version.version(), &path, since));
        }
    }

    fn violation(&self, version: &str, path: &Path<'_>, since: Option<Timestamp>) -> Violation {
        let bad = since.map_or_else(|| version.to_owned(), |since| since.to_string());
        let expired = since.map(|since| format!("expired at {since}")).unwrap_or_else(|| "has expired".to_owned());
        if self.is_state {
            let detail = format!(
                "version `{version}` {expired}: it cannot be added any more (Gardener drops it silently when the \
                 profile is created), and may stay if it is there already"
            );
            return Violation::invalid(&NEW_VERSION_EXPIRED, path, bad, detail)
                .with_severity(Severity::Warning)
                .with_help("remove the version once no shoot uses it");
        }
        let detail = format!("new version `{version}` {expired}: a version cannot be added when it has expired");
        Violation::invalid(&NEW_VERSION_EXPIRED, path, bad, detail)
            .with_help("remove the version, or give it a date in the future")
    }
}

/// `classification: expired` is an error of its own.
fn is_forbidden<V: Versioned>(version: &V) -> bool {
    version.life().classification == Some(&Classification::Expired) && !version.has_lifecycle_field()
}

/// Gardener drops Kubernetes versions that are not available yet when a profile is created.
fn report_unavailable(profile: &CloudProfile, operation: Operation<'_>, now: Timestamp, findings: &mut Vec<Violation>) {
    if operation != Operation::Create {
        return;
    }
    let versions = profile.spec.kubernetes.offered();
    let kubernetes = SPEC.field("kubernetes");
    let list = kubernetes.field("versions");
    let is_unavailable =
        |version: &rootstock_core_model::ExpirableVersion| version.life().at(now) == Classification::Unavailable;
    let nothing_is_left = versions.iter().all(is_unavailable);
    let severity = if nothing_is_left { Severity::Error } else { Severity::Warning };
    for (j, version) in versions.iter().enumerate().filter(|(_, version)| is_unavailable(version)) {
        let detail = format!(
            "version `{}` is not available yet, and Gardener drops it when the profile is created: add it by an update",
            version.version
        );
        findings.push(Violation::forbidden(&NEW_VERSION_UNAVAILABLE, &list.index(j), detail).with_severity(severity));
    }
}
