//! Images and image versions, compared with the parent's.

mod changes;
mod declarations;

use std::collections::HashMap;

use rootstock_core_model::{MachineImage, MachineImageVersion, Path, Source, Violation};
use rootstock_versioning::{Classification, Timestamp};

use super::Comparison;
use super::kubernetes::expired;
use crate::cloud_profile::machine_images::{check_new_image, check_new_version};
use crate::scope::SPEC;

rootstock_core_model::rules! {
    OVERRIDE_STRATEGY_CHANGED: Error, since "0.1.0", Source::Gardener;
    OVERRIDE_LIFECYCLE_IGNORED: Warning, since "0.1.0", Source::Gardener;
}

pub(crate) use declarations::is_definition_error;

/// Checks every image: new ones like those of a CloudProfile, versions of the parent's images as overrides.
pub(crate) fn check(comparison: &Comparison<'_>, findings: &mut Vec<Violation>) {
    let scope = comparison.scope(&comparison.rendered.spec, SPEC, comparison.settings);
    let list = SPEC.field("machineImages");
    let parents = by_name(comparison.parent.images());
    let old = comparison.old().map(|old| (by_name(old.written.images()), by_name(old.converted.images())));
    let dates = comparison.old().map(|old| dates(old.status.images()));
    let images = comparison.written().images().iter().zip(comparison.converted.images());
    for (i, (written, converted)) in images.enumerate() {
        let item = list.index(i);
        let name = written.name.as_str();
        let Some(parent) = parents.get(name) else {
            check_new_image(&scope, converted, &item, findings);
            continue;
        };
        let old = old.as_ref().and_then(|(was, converted)| Some(Forms(was.get(name)?, converted.get(name)?)));
        if let Some(Forms(was, _)) = old {
            check_strategy(written, was.image, &item, findings);
        }
        let versions = item.field("versions");
        for (j, (version, converted)) in written.offered().iter().zip(converted.offered()).enumerate() {
            let item = versions.index(j);
            let key = version.version.as_str();
            let Some(parent) = parent.versions.get(key) else {
                check_new_version(&scope, converted, &item, findings);
                continue;
            };
            let forms = Forms(version, converted);
            let old = old
                .and_then(|Forms(was, converted)| Some(Forms(*was.versions.get(key)?, *converted.versions.get(key)?)));
            match old {
                Some(old) => changes::check(comparison, forms, old, &item, findings),
                None => declarations::check(comparison, forms, &item, findings),
            }
            if let Some(dates) = &dates {
                let was = dates.get(&(name, key)).copied().flatten();
                check_expired(comparison, version, was, &item, findings);
            }
            check_lifecycle(comparison, version, parent, &item, findings);
        }
    }
}

/// Two forms of one item: as written, and in the parent's format.
struct Forms<'v, T>(&'v T, &'v T);

impl<T> Clone for Forms<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Forms<'_, T> {}

/// An image with its versions by name.
struct IndexedImage<'v> {
    image: &'v MachineImage,
    versions: HashMap<&'v str, &'v MachineImageVersion>,
}

/// Indexes images by name. Of several with one name the last counts, as in Gardener.
fn by_name(images: &[MachineImage]) -> HashMap<&str, IndexedImage<'_>> {
    let indexed = images.iter().map(|image| {
        let versions = image.offered().iter().map(|version| (version.version.as_str(), version)).collect();
        (image.name.as_str(), IndexedImage { image, versions })
    });
    indexed.collect()
}

/// Returns the expiration date of each version; of several entries for one version, the first one counts.
fn dates(images: &[MachineImage]) -> HashMap<(&str, &str), Option<Timestamp>> {
    let versions = images.iter().rev().flat_map(|image| {
        let versions = image.offered().iter().rev();
        versions.map(|version| ((image.name.as_str(), version.version.as_str()), version.expiration_date))
    });
    versions.collect()
}

fn check_strategy(image: &MachineImage, old: &MachineImage, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let strategy = |image: &MachineImage| image.update_strategy.clone().unwrap_or_default();
    let (new, was) = (strategy(image), strategy(old));
    if new == was {
        return;
    }
    let was = if was.is_empty() { "there was none".to_owned() } else { format!("it was `{was}`") };
    let detail = format!(
        "the update strategy of an image that CloudProfile and NamespacedCloudProfile both have cannot be changed: {was}"
    );
    findings
        .push(Violation::forbidden(&OVERRIDE_STRATEGY_CHANGED, &item.field("updateStrategy"), detail).with_help(
            "restore it; to change it, remove the image here with one update and add it again with another",
        ));
}

/// Checks the date of an override; `was` is the previous one, as Shoots saw it.
fn check_expired(
    comparison: &Comparison<'_>,
    version: &MachineImageVersion,
    was: Option<Timestamp>,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let Some(date) = version.expiration_date else { return };
    if version.lifecycle().at(comparison.settings.now) == Classification::Expired {
        findings.extend(expired(&version.version, date, was, item));
    }
}

/// Warns about stages of an override, which are neither checked nor merged.
fn check_lifecycle(
    comparison: &Comparison<'_>,
    version: &MachineImageVersion,
    parent: &MachineImageVersion,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    if version.lifecycle().stages.is_empty() {
        return;
    }
    let detail = format!(
        "version `{}` has the stages of CloudProfile `{}`: a lifecycle here is ignored",
        version.version,
        comparison.parent_name()
    );
    let help = if parent.lifecycle().stages.is_empty() {
        "write an `expirationDate` instead"
    } else {
        "change the lifecycle in the CloudProfile"
    };
    findings.push(Violation::forbidden(&OVERRIDE_LIFECYCLE_IGNORED, &item.field("lifecycle"), detail).with_help(help));
}
