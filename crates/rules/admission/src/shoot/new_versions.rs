//! Versions that new clusters may use but should not.

use rootstock_core_model::{Path, Shoot, Source, Violation};
use rootstock_judge::Judge;
use rootstock_versioning::Classification;

use super::ShootOperation;

rootstock_core_model::rules! {
    /// A note only, because such versions have legitimate uses: someone has to try a preview first, and someone may
    /// need an old version.
    NEW_SHOOT_VERSION_NOT_SUPPORTED: Note, since "0.1.0", Source::VersioningGuide("Version Classifications");
}

/// Checks versions that the manifest of a new Shoot asks for explicitly: the author did not choose those that Gardener
/// fills in.
pub(super) fn check(shoot: &Shoot, operation: ShootOperation<'_>, judge: Judge<'_>, findings: &mut Vec<Violation>) {
    if operation != ShootOperation::Create || !judge.settings().own_warnings {
        return;
    }
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    findings.extend(kubernetes_note(judge, &shoot.spec.kubernetes.version, &kubernetes.field("version")));
    let provider = spec.field("provider");
    let list = provider.field("workers");
    for (index, worker) in shoot.spec.provider.workers.iter().enumerate() {
        let item = list.index(index);
        if let Some(version) = worker.kubernetes_version() {
            let kubernetes = item.field("kubernetes");
            findings.extend(kubernetes_note(judge, version, &kubernetes.field("version")));
        }
        let Some(image) = &worker.machine.image else { continue };
        let version = image.version.as_deref().unwrap_or_default();
        let offer = judge.profile().offers_of(&image.name).find(|offer| offer.text() == version);
        let machine = item.field("machine");
        let at = machine.field("image");
        let name = format!("`{}` `{version}`", image.name);
        findings
            .extend(offer.and_then(|offer| note(judge.classification(&offer), &name, version, &at.field("version"))));
    }
}

fn kubernetes_note(judge: Judge<'_>, version: &str, path: &Path<'_>) -> Option<Violation> {
    let offered = judge.profile().spec().kubernetes.offered().iter();
    let now = judge.settings().now;
    let entry = offered.clone().find(|entry| entry.version == version)?;
    note(entry.lifecycle().at(now), &format!("Kubernetes `{version}`"), version, path)
}

fn note(classification: Classification, what: &str, version: &str, path: &Path<'_>) -> Option<Violation> {
    let why = match classification {
        Classification::Preview => "is a preview, which is not recommended for production yet",
        Classification::Deprecated => "is deprecated: new Shoots should not use it",
        _ => return None,
    };
    let note =
        Violation::advice(&NEW_SHOOT_VERSION_NOT_SUPPORTED, path.to_field_path(), version, format!("{what} {why}"));
    Some(note.with_help("use a supported version"))
}
