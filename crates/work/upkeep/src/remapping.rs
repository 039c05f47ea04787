//! Replaces the references of an existing version, and adds missing regions.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::addition::{Artifact, GivenReferences, plan_entries};
use crate::draft::{Draft, PlannedReference};
use crate::insert_position::newest;
use crate::{NewReference, Refusal, Remark, VersionName};

/// New references of an existing version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Remapping {
    /// The version.
    #[serde(flatten)]
    pub name: VersionName,
    /// The references that replace existing ones or are added; others stay.
    pub references: Vec<NewReference>,
}

/// Gives a version its first entry: a copy of that of the newest mapped version of the image, with the given references only.
fn add_entry(draft: &mut Draft<'_>, remapping: &Remapping, versions: &[&str]) -> Result<(), Refusal> {
    let (base, name) = (draft.base, &remapping.name);
    let Some(image) = name.image.as_deref() else { return Err(Refusal::Unmapped(name.clone())) };
    let mapped: Vec<&str> = versions.iter().copied().filter(|one| !base.entries(image, one).is_empty()).collect();
    let Some(like) = newest(&mapped) else { return Err(Refusal::Unmapped(name.clone())) };
    plan_entries(draft, (name, &remapping.references), image, like)?;
    draft.notes.push(Remark::EntryCopied { name: name.clone(), like: like.to_owned() });
    Ok(())
}

pub(crate) fn plan(draft: &mut Draft<'_>, remapping: &Remapping) -> Result<(), Refusal> {
    let (base, name) = (draft.base, &remapping.name);
    let (versions, _) = base.versions(name)?;
    if !versions.contains(&name.version.as_str()) {
        let known = versions.into_iter().map(str::to_owned).collect();
        return Err(Refusal::UnknownVersion { name: name.clone(), known });
    }
    let entries = name.image.as_deref().map(|image| base.entries(image, &name.version)).unwrap_or_default();
    if entries.is_empty() {
        return add_entry(draft, remapping, &versions);
    }
    let artifacts = Artifact::all(base, &entries);
    let given = GivenReferences::new(name, &name.version, &remapping.references, base);
    for artifact in &artifacts {
        let referred = |region: Option<&str>, new: &NewReference| PlannedReference {
            name: name.clone(),
            region: region.map(str::to_owned),
            value: new.reference.clone(),
        };
        for slot in &artifact.slots {
            let region = slot.region.as_deref();
            let Some(new) = given.of(&artifact.capabilities, region)? else { continue };
            let node = base.node(&slot.path)?;
            if node.raw_text() != Some(&new.reference) {
                draft.editor.replace_text(node, &new.reference)?;
                draft.dropped_references.insert(slot.path.clone());
                draft.added_references.push(referred(region, new));
            }
        }
        // An additional region is written like the last existing one.
        let Some(last) = artifact.slots.iter().rfind(|slot| slot.item.is_some()) else { continue };
        let there: HashSet<&str> = artifact.slots.iter().filter_map(|slot| slot.region.as_deref()).collect();
        for region in base.regions() {
            let new = given.of(&artifact.capabilities, Some(region))?;
            let Some(new) = new.filter(|_| !there.contains(region)) else { continue };
            last.insert_copy(draft, region, &new.reference)?;
            draft.added_references.push(referred(Some(region), new));
        }
    }
    draft.notes.extend(given.left(base, &name.version, &artifacts, None));
    Ok(())
}
