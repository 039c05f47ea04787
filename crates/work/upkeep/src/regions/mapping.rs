//! The images of a region: every reference for the copied region needs one for the new region.

use rootstock_core_model::{FieldPath, NodeRef};
use rootstock_document::CopyAction;
use rootstock_provider_api::{ImageReference, KeyedBy};

use super::RegionAddition;
use crate::addition::{Artifact, GivenReferences, Slot};
use crate::differences::is;
use crate::draft::{Draft, PlannedReference};
use crate::keyed_items::KeyedItem;
use crate::{Gap, NewReference, Refusal, Remark, VersionName};

const IMAGES: &str = "machineImages";

/// A reference for the new region, with the one that it is modeled on.
struct NewRegionReference {
    like: Slot,
    referred: PlannedReference,
}

pub(super) fn copy(draft: &mut Draft<'_>, addition: &RegionAddition) -> Result<(), Refusal> {
    let items = KeyedItem::all(draft.base, KeyedBy::Region, &addition.like);
    draft.is_partial |= addition.partial;
    let (mut new, mut gaps) = (Vec::new(), Vec::new());
    for name in mapped_versions(&draft.base.references) {
        find(draft, addition, &name, &mut new, &mut gaps)?;
    }
    let missing: Vec<Gap> = gaps.iter().filter(|gap| !gap.as_before).cloned().collect();
    if !missing.is_empty() && !addition.partial {
        let (region, like) = (addition.name.clone(), addition.like.clone());
        return Err(Refusal::RegionGaps { region, like, gaps: missing });
    }
    draft.gaps.extend(gaps);
    for one in &new {
        one.like.insert_copy(draft, &addition.name, &one.referred.value)?;
    }
    for item in &items {
        copy_item(draft, addition, item, &new)?;
    }
    draft.added_references.extend(new.into_iter().map(|one| one.referred));
    Ok(())
}

/// Returns the distinct versions that the provider section maps.
fn mapped_versions(references: &[ImageReference]) -> Vec<VersionName> {
    let mut names: Vec<VersionName> = Vec::new();
    for one in references {
        let name = VersionName::of_image(&*one.image, &*one.version);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Finds the references for the images of a version.
fn find(
    draft: &mut Draft<'_>,
    addition: &RegionAddition,
    name: &VersionName,
    new: &mut Vec<NewRegionReference>,
    gaps: &mut Vec<Gap>,
) -> Result<(), Refusal> {
    let base = draft.base;
    let region = Some(addition.name.as_str());
    let artifacts = Artifact::all(base, &base.entries(name.subject(), &name.version));
    let mut references: Vec<NewReference> = addition.references.of(name);
    references.retain(|one| one.region.as_deref() == region);
    let given = GivenReferences::new(name, &name.version, &references, base);
    for artifact in &artifacts {
        let has = |wanted: Option<&str>| artifact.slots.iter().find(|slot| slot.region.as_deref() == wanted);
        let reference = given.of(&artifact.capabilities, region)?;
        if has(region).is_some() {
            continue;
        }
        let like = has(Some(&addition.like));
        let last = || artifact.slots.iter().rfind(|slot| slot.item.is_some());
        let Some(like_or_last) = like.or_else(last) else { continue };
        // A reference that is valid everywhere covers the new region.
        let is_everywhere = artifacts.iter().any(|other| {
            other.capabilities == artifact.capabilities && other.slots.iter().any(|slot| slot.region.is_none())
        });
        let capabilities = artifact.capabilities.clone();
        let own = region.map(str::to_owned);
        match reference {
            Some(reference) => new.push(NewRegionReference {
                like: like_or_last.clone(),
                referred: PlannedReference { name: name.clone(), region: own, value: reference.reference.clone() },
            }),
            None if is_everywhere => {}
            None => gaps.push(Gap { name: name.clone(), region: own, capabilities, as_before: like.is_none() }),
        }
    }
    draft.notes.extend(given.left(base, &name.version, &artifacts, region));
    Ok(())
}

/// Copies an item of the provider section for the region; images that are listed in it get their new references.
fn copy_item(
    draft: &mut Draft<'_>,
    addition: &RegionAddition,
    item: &KeyedItem,
    new: &[NewRegionReference],
) -> Result<(), Refusal> {
    let base = draft.base;
    let path = item.path();
    let node = base.node(&path)?;
    let mut locator = base.locator();
    let mut references = Vec::new();
    for one in new.iter().filter(|one| has_prefix(&one.like.path, &path)) {
        references.push((locator.locate(&one.like.path).node, one.referred.value.as_str()));
    }
    let holds = |node: NodeRef<'_>| {
        references.iter().any(|(there, _)| node.span().range().contains(&(there.span().start as usize)))
    };
    // Images without a new reference are omitted.
    let images = node.get(IMAGES);
    let versions = images.into_iter().flat_map(NodeRef::items).filter_map(|image| image.get("versions"));
    let parts = images.into_iter().chain(images.into_iter().flat_map(NodeRef::items));
    let empty: Vec<NodeRef<'_>> = parts.chain(versions.flat_map(NodeRef::items)).filter(|part| !holds(*part)).collect();
    let mut change = |node: NodeRef<'_>| match references.iter().find(|(there, _)| is(*there, node)) {
        Some((_, reference)) => CopyAction::Text((*reference).to_owned()),
        None if empty.iter().any(|part| is(*part, node)) => CopyAction::LeftOut,
        None => CopyAction::AsIs,
    };
    item.copy(draft, &addition.name, &mut change)?;
    if node.entries().any(|(key, _)| key != item.key && key != IMAGES) {
        draft.notes.push(Remark::CopiedSettings { path, like: addition.like.clone(), name: addition.name.clone() });
    }
    Ok(())
}

/// Removes references that are for this region only; `items` are removed as a whole.
pub(super) fn remove(draft: &mut Draft<'_>, region: &str, items: &[FieldPath]) {
    let base = draft.base;
    for one in base.references.iter().filter(|one| one.region.as_deref() == Some(region)) {
        draft.dropped_references.insert(one.path.to_field_path());
        let artifact = one.path.artifact();
        let is_in_item = || items.iter().any(|item| has_prefix(&one.path.to_field_path(), item));
        let Some(item) = one.path.region_item().filter(|_| !is_in_item()) else { continue };
        // An entry or flavor is removed with its last reference.
        let has_more = base.references.iter().any(|other| {
            has_prefix(other.path.artifact(), artifact)
                && (other.path.artifact() != artifact || other.path.region_item().is_none())
        });
        let removed = if has_more { &mut draft.removed_with_list } else { &mut draft.removed };
        if !removed.contains(&item) {
            removed.push(item);
        }
    }
}

/// Returns whether a path has the prefix `above`.
fn has_prefix(path: &FieldPath, above: &FieldPath) -> bool {
    path.segments().starts_with(above.segments())
}
