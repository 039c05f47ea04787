//! The provider section: copies the entries of an existing version, with other references.

use std::collections::BTreeSet;

use rootstock_core_model::{Capabilities, FieldPath, NodeRef};
use rootstock_document::{CopyAction, Fragment, Item, Locator};

use super::Images;
use super::artifacts::{Artifact, Slot};
use super::references::GivenReferences;
use crate::base::Base;
use crate::differences::is;
use crate::draft::{Draft, PlannedReference};
use crate::insert_position::insert_position;
use crate::{Addition, Gap, NewReference, Refusal, Remark};

/// `has_image` says of the capabilities of a flavor whether the version has it.
pub(super) fn plan(
    draft: &mut Draft<'_>,
    addition: &Addition,
    image: &str,
    like: &str,
    has_image: &dyn Fn(&Capabilities) -> bool,
) -> Result<Images, Refusal> {
    let base = draft.base;
    draft.is_partial |= addition.partial;
    let entries = base.entries(image, like);
    if entries.is_empty() {
        if !addition.references.is_empty() {
            return Err(Refusal::NoEntryToCopy { name: addition.name.clone(), like: like.to_owned() });
        }
        if base.profile().provider().is_none() || !base.mapped().is_empty() {
            draft.notes.push(Remark::NotMapped { like: like.to_owned() });
        }
        return Ok(Images::default());
    }
    let artifacts = Artifact::all(base, &entries);
    let given = GivenReferences::new(&addition.name, like, &addition.references, base);
    let mut new = Vec::new();
    for artifact in &artifacts {
        new.push(match has_image(&artifact.capabilities) {
            true => NewArtifact::of(artifact, &given, base)?,
            false => NewArtifact::without_references(artifact),
        });
    }
    let mut gaps = gaps(addition, &new, base);
    gaps.retain(|gap| has_image(&gap.capabilities));
    let missing: Vec<Gap> = gaps.iter().filter(|gap| !gap.as_before).cloned().collect();
    if !missing.is_empty() && !addition.partial {
        return Err(Refusal::Gaps { name: addition.name.clone(), like: like.to_owned(), gaps: missing });
    }
    draft.gaps.extend(gaps);
    draft.notes.extend(given.left(base, like, &artifacts, None));
    for entry in &entries {
        let own: Vec<&NewArtifact<'_>> = new.iter().filter(|one| one.old.entry == *entry).collect();
        // Omits an entry that would lose all of its references, because it would map nothing.
        if own.is_empty() || own.iter().any(|one| one.is_there()) {
            copy_entry(draft, addition, entry, &own)?;
        }
    }
    for one in new.iter().filter(|one| one.is_there()) {
        draft.added_references.extend(one.references().map(|(region, reference)| PlannedReference {
            name: addition.name.clone(),
            region: region.map(str::to_owned),
            value: reference.reference.clone(),
        }));
    }
    let of = |there: bool| -> Vec<Capabilities> {
        new.iter().filter(|one| one.is_there() == there).map(|one| one.old.capabilities.clone()).collect()
    };
    Ok(Images { dropped: of(false), kept: of(true) })
}

struct NewArtifact<'r> {
    old: &'r Artifact,
    /// The existing slots in document order, each with its new reference.
    slots: Vec<(&'r Slot, Option<&'r NewReference>)>,
    /// References for additional regions.
    more: Vec<(&'r str, &'r NewReference)>,
}

impl<'r> NewArtifact<'r> {
    fn of(old: &'r Artifact, given: &GivenReferences<'r>, base: &'r Base) -> Result<Self, Refusal> {
        let (mut slots, mut more) = (Vec::new(), Vec::new());
        for slot in &old.slots {
            slots.push((slot, given.of(&old.capabilities, slot.region.as_deref())?));
        }
        // An additional region is written like the last existing one.
        if old.slots.iter().any(|slot| slot.item.is_some()) {
            let known: BTreeSet<&str> = old.slots.iter().filter_map(|slot| slot.region.as_deref()).collect();
            for region in base.regions().filter(|region| given.regions().contains(region) && !known.contains(region)) {
                more.extend(given.of(&old.capabilities, Some(region))?.map(|reference| (region, reference)));
            }
        }
        Ok(Self { old, slots, more })
    }

    /// Leaves an image out.
    fn without_references(old: &'r Artifact) -> Self {
        Self { old, slots: old.slots.iter().map(|slot| (slot, None)).collect(), more: Vec::new() }
    }

    /// Returns every reference with the region in which it is valid.
    fn references(&self) -> impl Iterator<Item = (Option<&str>, &'r NewReference)> {
        let slots = self.slots.iter().filter_map(|(slot, new)| Some((slot.region.as_deref(), (*new)?)));
        slots.chain(self.more.iter().map(|(region, new)| (Some(*region), *new)))
    }

    /// Returns whether the image has any reference.
    fn is_there(&self) -> bool {
        self.references().next().is_some()
    }
}

/// Returns the images without a reference, region by region or for all regions.
fn gaps(addition: &Addition, new: &[NewArtifact<'_>], base: &Base) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for one in new {
        let gap = |region: Option<&str>, as_before| Gap {
            name: addition.name.clone(),
            region: region.map(str::to_owned),
            capabilities: one.old.capabilities.clone(),
            as_before,
        };
        let has_everywhere = one.references().any(|(region, _)| region.is_none());
        let had_everywhere = one.old.slots.iter().any(|slot| slot.region.is_none());
        let is_regional = one.old.slots.iter().any(|slot| slot.region.is_some());
        if has_everywhere {
            continue;
        }
        if had_everywhere && !is_regional {
            gaps.push(gap(None, false));
            continue;
        }
        for region in base.regions() {
            let had = had_everywhere || one.old.slots.iter().any(|slot| slot.region.as_deref() == Some(region));
            let has = one.references().any(|(own, _)| own == Some(region));
            if !has {
                gaps.push(gap(Some(region), !had));
            }
        }
    }
    gaps
}

fn copy_entry(
    draft: &mut Draft<'_>,
    addition: &Addition,
    entry: &FieldPath,
    artifacts: &[&NewArtifact<'_>],
) -> Result<(), Refusal> {
    let base = draft.base;
    let Some((list, index)) = entry.list_and_index() else { return Ok(()) };
    let (list, old) = (base.node(&list)?, base.node(entry)?);
    let mut locator = base.locator();
    let mut changes = Changes::default();
    if let Some(version) = old.get("version") {
        changes.of(version, CopyAction::Text(addition.name.version.clone()));
    }
    for artifact in artifacts {
        changes.of_artifact(artifact, &mut locator);
    }
    changes.leave_out_empty_lists(old);
    let versions: Vec<&str> =
        list.items().map(|item| item.get("version").and_then(NodeRef::raw_text).unwrap_or_default()).collect();
    if let Some(copy) = Fragment::copied(old, &mut |node| changes.at(node)) {
        let position = insert_position(versions, &addition.name.version, index);
        draft.editor.insert_items(list, position, &[Item::new(copy)])?;
    }
    Ok(())
}

/// The changes to the nodes of a copied entry.
#[derive(Default)]
struct Changes<'p>(Vec<(NodeRef<'p>, CopyAction<'p>)>);

impl<'p> Changes<'p> {
    fn of(&mut self, node: NodeRef<'p>, new: CopyAction<'p>) {
        self.0.push((node, new));
    }

    /// Returns the first change that is not an omission, else the omission, if any.
    fn at(&self, node: NodeRef<'_>) -> CopyAction<'p> {
        let own = || self.0.iter().filter(|(known, _)| is(*known, node)).map(|(_, new)| new);
        own()
            .find(|new| !matches!(new, CopyAction::LeftOut))
            .or_else(|| own().next())
            .cloned()
            .unwrap_or(CopyAction::AsIs)
    }

    fn is_left_out(&self, node: NodeRef<'_>) -> bool {
        matches!(self.at(node), CopyAction::LeftOut)
    }

    fn of_artifact(&mut self, artifact: &NewArtifact<'_>, locator: &mut Locator<'p>) {
        if let Some(flavor) = artifact.old.flavor.as_ref().filter(|_| !artifact.is_there()) {
            self.of(locator.locate(flavor).node, CopyAction::LeftOut);
            return;
        }
        for (slot, new) in &artifact.slots {
            match new {
                Some(new) => self.of(locator.locate(&slot.path).node, CopyAction::Text(new.reference.clone())),
                None => self.of(locator.locate(slot.item.as_ref().unwrap_or(&slot.path)).node, CopyAction::LeftOut),
            }
        }
        let last = artifact.old.slots.iter().rev().find_map(|slot| Some((slot, slot.item.as_ref()?)));
        let Some((slot, item)) = last.filter(|_| !artifact.more.is_empty()) else { return };
        let Some(list) = item.parent() else { return };
        let (list, item) = (locator.locate(&list).node, locator.locate(item).node);
        let reference = locator.locate(&slot.path).node;
        let items = artifact.more.iter().filter_map(|(region, new)| {
            let mut change = |node: NodeRef<'_>| match item.get("name") {
                Some(name) if is(node, name) => CopyAction::Text((*region).to_owned()),
                _ if is(node, reference) => CopyAction::Text(new.reference.clone()),
                _ => CopyAction::AsIs,
            };
            Fragment::copied(item, &mut change).map(Item::new)
        });
        let mut items: Vec<Item<'p>> = items.collect();
        // Several images may share a list.
        if let Some((_, CopyAction::With(known))) = self.0.iter_mut().find(|(known, _)| is(*known, list)) {
            known.append(&mut items);
        } else {
            self.of(list, CopyAction::With(items));
        }
    }

    /// Omits `regions` lists whose items are all omitted, unless items are added.
    fn leave_out_empty_lists(&mut self, entry: NodeRef<'p>) {
        let lists: Vec<NodeRef<'p>> = entry
            .get("capabilityFlavors")
            .into_iter()
            .flat_map(NodeRef::items)
            .chain([entry])
            .filter_map(|object| object.get("regions"))
            .collect();
        for list in lists {
            let is_empty = !list.is_empty() && list.items().all(|item| self.is_left_out(item));
            if is_empty && !matches!(self.at(list), CopyAction::With(_)) {
                self.of(list, CopyAction::LeftOut);
            }
        }
    }
}
