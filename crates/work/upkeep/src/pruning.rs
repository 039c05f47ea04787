//! Removes expired versions that are not in use, and stale entries of the provider section.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rootstock_core_model::{CloudProfileSpec, FieldPath};
use rootstock_versioning::{Classification, Timestamp};
use serde::{Deserialize, Serialize};

use crate::base::VersionIndex;
use crate::draft::Draft;
use crate::lifecycle_state::VersionWithLifecycle;
use crate::removal::Removal;
use crate::{Refusal, Remark, VersionName};

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
    let reasons = reasons(pruning);
    let mut removal = Removal::of(draft);
    for name in expired(&draft.expected.spec, draft.now) {
        // Versions that the same change adds are not in the text yet.
        if removal.index.places(&name).is_empty() {
            continue;
        }
        let bastions = is_for_bastions(draft, &removal, &name).then_some("used by bastions (`spec.bastion`)");
        match reason(&reasons, &name, bastions) {
            Some(reason) => draft.notes.push(Remark::Kept { name, reason }),
            None => removal.remove(draft, name),
        }
    }
    remove_unknown(draft, &removal.index, &reasons);
    removal.finish(draft);
    remove_regions(draft);
    Ok(())
}

/// The distinct reasons to keep each version.
type Reasons<'p> = BTreeMap<&'p VersionName, Vec<&'p str>>;

fn reasons(pruning: &Pruning) -> Reasons<'_> {
    let mut seen = BTreeSet::new();
    let mut reasons = Reasons::new();
    for one in pruning.in_use.iter().filter(|one| seen.insert((&one.name, one.reason.as_str()))) {
        reasons.entry(&one.name).or_default().push(&one.reason);
    }
    reasons
}

/// Returns all known reasons to keep a version.
fn reason(reasons: &Reasons<'_>, name: &VersionName, more: Option<&str>) -> Option<String> {
    let known = reasons.get(name).map(Vec::as_slice).unwrap_or_default();
    let more = more.filter(|more| !known.contains(more));
    let all: Vec<&str> = known.iter().copied().chain(more).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Returns the distinct expired versions of a profile.
pub(crate) fn expired(spec: &CloudProfileSpec, now: Timestamp) -> BTreeSet<VersionName> {
    let is_expired =
        |version: &dyn VersionWithLifecycle| version.lifecycle_state().of().at(now) == Classification::Expired;
    let kubernetes = spec.kubernetes.offered().iter().filter(|one| is_expired(*one));
    let of_images = spec.images().iter().flat_map(|image| {
        let expired = image.offered().iter().filter(|one| is_expired(*one));
        expired.map(|one| VersionName::of_image(&*image.name, &*one.version))
    });
    kubernetes.map(|one| VersionName::of_kubernetes(&*one.version)).chain(of_images).collect()
}

/// Returns whether bastions use the version, or would lose their last image.
fn is_for_bastions(draft: &Draft<'_>, removal: &Removal, name: &VersionName) -> bool {
    let bastion = draft.expected.spec.bastion.as_ref().and_then(|bastion| bastion.machine_image.as_ref());
    let Some(image) = bastion.filter(|image| name.image.as_ref() == Some(&image.name)) else { return false };
    match &image.version {
        Some(version) => *version == name.version,
        None => removal.left(&image.name) == 1,
    }
}

/// Removes unused entries of the provider section for versions that the profile lacks.
fn remove_unknown(draft: &mut Draft<'_>, index: &VersionIndex, reasons: &Reasons<'_>) {
    let base = draft.base;
    let mapped = base.mapped().iter().map(|one| (one.image.as_str(), one.version.as_str()));
    let referred = base.references.iter().map(|one| (&*one.image, &*one.version));
    let names: BTreeSet<VersionName> =
        mapped.chain(referred).map(|(image, version)| VersionName::of_image(image, version)).collect();
    for name in names {
        if !index.places(&name).is_empty() {
            continue;
        }
        if let Some(reason) = reason(reasons, &name, None) {
            draft.notes.push(Remark::Kept { name, reason });
            continue;
        }
        draft.removed.extend(index.entries(&name).iter().cloned());
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
    let removed: HashSet<&FieldPath> = draft.removed.iter().collect();
    let is_removed = |path: &FieldPath| {
        std::iter::successors(Some(path.clone()), FieldPath::parent).any(|one| removed.contains(&one))
    };
    let lists: HashSet<Option<FieldPath>> = left.iter().map(FieldPath::parent).collect();
    let has_others = |path: &FieldPath| lists.contains(&path.parent());
    let dropped_versions: BTreeSet<FieldPath> =
        dropped_versions.into_iter().filter(|path| has_others(path) && !is_removed(path)).collect();
    for reference in base.references.iter() {
        if reference.path.region_item().is_some_and(|item| dropped_versions.contains(&item)) {
            draft.dropped_references.insert(reference.path.to_field_path());
        }
    }
    draft.removed.extend(dropped_versions);
}
