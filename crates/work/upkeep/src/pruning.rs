//! Removes expired versions that are not in use, and stale entries of the provider section.

use std::collections::BTreeSet;

use rootstock_core_model::{CloudProfileSpec, FieldPath};
use rootstock_versioning::{Classification, Timestamp};
use serde::{Deserialize, Serialize};

use crate::draft::Draft;
use crate::lifecycle_state::{LifecycleState, versions};
use crate::{Refusal, Remark, VersionName, removal};

/// A removal of expired versions, and of stale entries of the provider section.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pruning {
    /// The versions to keep, including those missing in the profile.
    pub in_use: Vec<VersionInUse>,
}

/// A version in use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionInUse {
    /// The version.
    #[serde(flatten)]
    pub name: VersionName,
    /// A short reason: `used by 1 Shoot: garden-web/api`.
    pub reason: String,
}

pub(crate) fn plan(draft: &mut Draft<'_>, pruning: &Pruning) -> Result<(), Refusal> {
    let expired = expired(&draft.expected.spec, draft.now);
    // Versions that the same change adds are not in the text yet.
    let is_there =
        |name: &VersionName| draft.base.versions(name).is_ok_and(|(known, _)| known.contains(&name.version.as_str()));
    let expired: Vec<VersionName> = expired.into_iter().filter(is_there).collect();
    for name in expired {
        let bastions = is_for_bastions(draft, &name).then_some("used by bastions (`spec.bastion`)");
        match reason(pruning, &name, bastions) {
            Some(reason) => draft.notes.push(Remark::Kept { name, reason }),
            None => removal::remove(draft, name)?,
        }
    }
    remove_unknown(draft, pruning);
    remove_regions(draft);
    Ok(())
}

/// Returns all known reasons to keep a version.
fn reason(pruning: &Pruning, name: &VersionName, more: Option<&str>) -> Option<String> {
    let known = pruning.in_use.iter().filter(|one| one.name == *name).map(|one| one.reason.as_str());
    let mut all: Vec<&str> = Vec::new();
    for reason in known.chain(more) {
        if !all.contains(&reason) {
            all.push(reason);
        }
    }
    (!all.is_empty()).then(|| all.join("; "))
}

/// Returns the distinct expired versions of a profile.
pub(crate) fn expired(spec: &CloudProfileSpec, now: Timestamp) -> BTreeSet<VersionName> {
    let images = spec.images().iter().map(|image| Some(image.name.as_str()));
    let names = std::iter::once(None).chain(images).flat_map(|image| {
        let is_expired = |lifecycle_state: &LifecycleState| lifecycle_state.of().at(now) == Classification::Expired;
        let all = versions(spec, image).into_iter().filter(move |one| is_expired(&one.lifecycle_state()));
        all.map(move |one| VersionName { image: image.map(str::to_owned), version: one.version().to_owned() })
    });
    names.collect()
}

/// Returns whether bastions use the version, or would lose their last image.
fn is_for_bastions(draft: &Draft<'_>, name: &VersionName) -> bool {
    let bastion = draft.expected.spec.bastion.as_ref().and_then(|bastion| bastion.machine_image.as_ref());
    let Some(image) = bastion.filter(|image| name.image.as_ref() == Some(&image.name)) else { return false };
    match &image.version {
        Some(version) => *version == name.version,
        None => versions(&draft.expected.spec, name.image.as_deref()).len() == 1,
    }
}

/// Removes unused entries of the provider section for versions that the profile lacks.
fn remove_unknown(draft: &mut Draft<'_>, pruning: &Pruning) {
    let base = draft.base;
    let mapped = base.mapped().iter().map(|one| (one.image.as_str(), one.version.as_str()));
    let referred = base.references.iter().map(|one| (&*one.image, &*one.version));
    let names: BTreeSet<VersionName> =
        mapped.chain(referred).map(|(image, version)| VersionName::of_image(image, version)).collect();
    for name in names {
        let is_known = base.versions(&name).is_ok_and(|(known, _)| known.contains(&name.version.as_str()));
        let Some(image) = name.image.as_deref().filter(|_| !is_known) else { continue };
        if let Some(reason) = reason(pruning, &name, None) {
            draft.notes.push(Remark::Kept { name, reason });
            continue;
        }
        draft.removed.extend(base.entries(image, &name.version));
        draft.dropped_versions.push(name);
    }
}

/// Removes references for regions that the profile lacks. Keeps them if an entry would have no references left, because the
/// user has to decide about that entry.
fn remove_regions(draft: &mut Draft<'_>) {
    let base = draft.base;
    let known: BTreeSet<&str> = base.regions().collect();
    let goes = |region: Option<&str>| region.is_some_and(|region| !known.contains(region));
    let items = |is_dropped: bool| -> BTreeSet<FieldPath> {
        let own = base.references.iter().filter(|one| goes(one.region.as_deref()) == is_dropped);
        own.filter_map(|one| one.path.region_item()).collect()
    };
    let (dropped_versions, left) = (items(true), items(false));
    let removed: Vec<FieldPath> = draft.removed.clone();
    let is_removed = |path: &FieldPath| removed.iter().any(|one| path.segments().starts_with(one.segments()));
    let has_others = |path: &FieldPath| left.iter().any(|other| other.parent() == path.parent());
    let dropped_versions: BTreeSet<FieldPath> =
        dropped_versions.into_iter().filter(|path| has_others(path) && !is_removed(path)).collect();
    for reference in base.references.iter() {
        if reference.path.region_item().is_some_and(|item| dropped_versions.contains(&item)) {
            draft.dropped_references.insert(reference.path.to_field_path());
        }
    }
    draft.removed.extend(dropped_versions);
}
