//! A status that differs from the versions of the spec.

use std::collections::BTreeMap;

use rootstock_core_model::{NodeRef, Path, Source, Violation, counted};
use rootstock_maintenance::{VersionReport, VersionsReport};

use crate::subject::CoreSubject;

rootstock_core_model::rules! {
    STATUS_CONTRADICTS_SPEC: Note, since "0.1.0", Source::VersioningGuide("Version Classifications");
}

/// The versions of the spec by their name.
type Versions<'r> = BTreeMap<&'r str, &'r VersionReport>;

/// Reports one finding for the whole status, because one controller writes all of it.
pub(crate) fn check(subject: &CoreSubject<'_>, report: &VersionsReport, advice: &mut Vec<Violation>) {
    let Some(status) = subject.profile.status.as_ref().map(|status| status.node()) else { return };
    let mut found = Vec::new();
    let root = Path::root("status");
    let kubernetes = root.field("kubernetes");
    let listed = status.get("kubernetes").and_then(|kubernetes| kubernetes.get("versions"));
    compare(listed, &by_name(&report.kubernetes), &kubernetes, "Kubernetes", &mut found);
    let images: BTreeMap<&str, Versions<'_>> =
        report.machine_images.iter().map(|image| (image.name.as_str(), by_name(&image.versions))).collect();
    let path = root.field("machineImages");
    for (index, image) in status.get("machineImages").into_iter().flat_map(|images| images.items()).enumerate() {
        let Some(name) = text(image, "name") else { continue };
        let path = path.index(index);
        match images.get(name) {
            Some(versions) => compare(image.get("versions"), versions, &path, &format!("image `{name}`"), &mut found),
            None => {
                let detail = format!("the status lists image `{name}`, which `spec.machineImages` does not have");
                found.push(Violation::advice(&STATUS_CONTRADICTS_SPEC, &path.field("name"), name, detail));
            }
        }
    }
    let others = found.len().saturating_sub(1);
    if let Some(mut first) = found.into_iter().next() {
        if others > 0 {
            first.detail =
                format!("{}; the same holds for {} of the status", first.detail, counted(others, "other item")).into();
        }
        advice.push(first.with_help(
            "if this is the object of a garden, its controller has not processed the spec; in a file, remove `status`: Gardener writes it",
        ));
    }
}

fn by_name(versions: &[VersionReport]) -> Versions<'_> {
    versions.iter().map(|version| (version.version.as_str(), version)).collect()
}

fn text<'n>(node: NodeRef<'n>, field: &str) -> Option<&'n str> {
    node.get(field)?.as_str()
}

/// Compares the versions that the status lists with those of the spec.
fn compare(
    listed: Option<NodeRef<'_>>,
    versions: &Versions<'_>,
    owner: &Path<'_>,
    of: &str,
    found: &mut Vec<Violation>,
) {
    let path = owner.field("versions");
    for (index, item) in listed.into_iter().flat_map(|listed| listed.items()).enumerate() {
        let Some(name) = text(item, "version") else { continue };
        let path = path.index(index);
        let Some(version) = versions.get(name) else {
            let detail = format!("the status lists {of} `{name}`, which the spec does not have");
            found.push(Violation::advice(&STATUS_CONTRADICTS_SPEC, &path.field("version"), name, detail));
            continue;
        };
        let Some(written) = text(item, "classification") else { continue };
        let actual = &version.classification;
        if written != actual.to_string() {
            let detail = format!("the status says that {of} `{name}` is {written}, but by the spec it is {actual} now");
            found.push(Violation::advice(&STATUS_CONTRADICTS_SPEC, &path.field("classification"), written, detail));
        }
    }
}
