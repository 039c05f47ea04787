//! The core half: copies an existing version.

use rootstock_core_model::{
    Capabilities, CapabilityDefinition, CloudProfileSpec, ExpirableVersion, FieldPath, Flavor, MachineImageVersion,
    NodeRef,
};
use rootstock_document::{Copied, Field, Fragment, Item};

use super::Images;
use crate::differences::{fields_of, is};
use crate::draft::Draft;
use crate::life::{Life, Living as _};
use crate::life_edits::{LIFE, fields};
use crate::place::place;
use crate::{Addition, Refusal};

/// The list that the new version is added to.
pub(super) struct Neighbours<'v> {
    pub(super) list: FieldPath,
    pub(super) versions: &'v [&'v str],
    pub(super) like: usize,
}

pub(super) fn plan(
    draft: &mut Draft<'_>,
    addition: &Addition,
    neighbours: &Neighbours<'_>,
    images: &Images,
) -> Result<(), Refusal> {
    let Neighbours { list, versions, like } = neighbours;
    let node = draft.base.node(list)?;
    let old = draft.base.node(&list.clone().index(*like))?;
    let left_out = left_out(old, draft.base.registered(), images);
    let version = old.get("version");
    let mut change = |node: NodeRef<'_>| match version {
        Some(version) if is(node, version) => Copied::Text(addition.name.version.clone()),
        // The new version does not inherit the lifecycle of the old one.
        _ if LIFE.iter().any(|key| old.get(key).is_some_and(|life| is(node, life))) => Copied::LeftOut,
        _ if left_out.iter().any(|gone| is(node, *gone)) => Copied::LeftOut,
        _ => Copied::AsIs,
    };
    if let Some(mut copy) = Fragment::copied(old, &mut change) {
        put_behind_version(&mut copy, fields(&life(old, addition)));
        let position = place(versions.iter().copied(), &addition.name.version, *like);
        draft.editor.insert_items(node, position, &[Item::new(copy)])?;
    }
    let life = life(old, addition);
    expect(&mut draft.expected.spec, addition, life, versions.get(*like).copied().unwrap_or_default(), images);
    Ok(())
}

fn put_behind_version<'a>(copy: &mut Fragment<'a>, new: Vec<Field<'a>>) {
    if let Some(fields) = fields_of(copy) {
        let behind = fields.iter().position(|field| field.key == "version").map_or(0, |index| index + 1);
        fields.splice(behind..behind, new);
    }
}

/// Returns the lifecycle of the new version, in the notation of the old one: stages, or a classification and a date.
fn life(like: NodeRef<'_>, addition: &Addition) -> Life {
    let in_stages = like.get("lifecycle").is_some_and(|stages| !stages.is_empty());
    Life::new(addition.classification(), addition.expiration_date, in_stages)
}

/// Returns the flavors and architectures without an image.
fn left_out<'a>(old: NodeRef<'a>, registered: &[CapabilityDefinition], images: &Images) -> Vec<NodeRef<'a>> {
    let mut gone = Vec::new();
    if let Some(flavors) = old.get("capabilityFlavors") {
        let read = |node: NodeRef<'_>| -> Capabilities {
            let values = |node: NodeRef<'_>| node.items().filter_map(NodeRef::as_str).map(str::to_owned).collect();
            node.entries().map(|(name, list)| -> (String, Vec<String>) { (name.to_owned(), values(list)) }).collect()
        };
        gone.extend(flavors.items().filter(|flavor| images.lack(&read(*flavor), registered)));
    }
    if let Some(architectures) = old.get("architectures") {
        gone.extend(architectures.items().filter(|one| one.as_str().is_some_and(|one| images.lack_architecture(one))));
    }
    gone
}

fn expect(spec: &mut CloudProfileSpec, addition: &Addition, life: Life, like: &str, images: &Images) {
    let registered = spec.capability_definitions().to_vec();
    let name = &addition.name;
    let Some(image) = &name.image else {
        let mut new = ExpirableVersion { version: name.version.clone(), ..ExpirableVersion::default() };
        new.live(life);
        spec.kubernetes.versions.get_or_insert_default().push(new);
        return;
    };
    let Some(image) = spec.machine_images.iter_mut().flatten().find(|one| one.name == *image) else { return };
    let versions = image.versions.get_or_insert_default();
    let Some(old) = versions.iter().find(|one| one.version == like).cloned() else { return };
    let mut new = MachineImageVersion { version: name.version.clone(), ..old };
    new.live(life);
    let keeps = |flavor: &Flavor| !images.lack(&flavor.0, &registered);
    new.capability_flavors.iter_mut().for_each(|all| all.retain(keeps));
    new.architectures.iter_mut().for_each(|all| all.retain(|one| !images.lack_architecture(one)));
    versions.push(new);
}
