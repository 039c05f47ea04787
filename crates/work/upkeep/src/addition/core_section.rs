//! The core section: copies an existing version.

use rootstock_core_model::{
    Capabilities, CapabilityDefinition, CloudProfileSpec, ExpirableVersion, FieldPath, Flavor, MachineImageVersion,
    NodeRef,
};
use rootstock_document::{CopyAction, Field, Fragment, Item};

use super::Images;
use crate::differences::{fields_of, is};
use crate::draft::Draft;
use crate::insert_position::insert_position;
use crate::lifecycle_edits::{LIFECYCLE_FIELDS, fields};
use crate::lifecycle_state::{LifecycleState, VersionWithLifecycle as _};
use crate::{Addition, Refusal};

/// The list that the new version is added to.
pub(super) struct VersionList<'v> {
    pub(super) list: FieldPath,
    pub(super) versions: &'v [&'v str],
    pub(super) like: usize,
}

pub(super) fn plan(
    draft: &mut Draft<'_>,
    addition: &Addition,
    version_list: &VersionList<'_>,
    images: &Images,
) -> Result<(), Refusal> {
    let VersionList { list, versions, like } = version_list;
    let node = draft.base.node(list)?;
    let old = draft.base.node(&list.clone().index(*like))?;
    let omitted = draft.base.omitted(addition.name.subject(), versions.get(*like).copied().unwrap_or_default());
    let left_out = left_out(old, &omitted, images);
    let version = old.get("version");
    let mut change = |node: NodeRef<'_>| match version {
        Some(version) if is(node, version) => CopyAction::Text(addition.name.version.clone()),
        // The new version does not inherit the lifecycle of the old one.
        _ if LIFECYCLE_FIELDS
            .iter()
            .any(|key| old.get(key).is_some_and(|lifecycle_state| is(node, lifecycle_state))) =>
        {
            CopyAction::LeftOut
        }
        _ if left_out.iter().any(|without_image| is(node, *without_image)) => CopyAction::LeftOut,
        _ => CopyAction::AsIs,
    };
    if let Some(mut copy) = Fragment::copied(old, &mut change) {
        insert_after_version(&mut copy, fields(&lifecycle_state(old, addition)));
        let position = insert_position(versions.iter().copied(), &addition.name.version, *like);
        draft.editor.insert_items(node, position, &[Item::new(copy)])?;
    }
    let lifecycle_state = lifecycle_state(old, addition);
    expect(
        &mut draft.expected.spec,
        addition,
        lifecycle_state,
        versions.get(*like).copied().unwrap_or_default(),
        &|flavor| !images.lack(&flavor.0, &omitted),
        images,
    );
    Ok(())
}

fn insert_after_version<'a>(copy: &mut Fragment<'a>, new: Vec<Field<'a>>) {
    if let Some(fields) = fields_of(copy) {
        let position = fields.iter().position(|field| field.key == "version").map_or(0, |index| index + 1);
        fields.splice(position..position, new);
    }
}

/// Returns the lifecycle of the new version, in the notation of the old one: stages, or a classification and a date.
fn lifecycle_state(like: NodeRef<'_>, addition: &Addition) -> LifecycleState {
    let in_stages = like.get("lifecycle").is_some_and(|stages| !stages.is_empty());
    LifecycleState::new(addition.classification(), addition.expiration_date, in_stages)
}

/// Returns the flavors and architectures without an image.
fn left_out<'a>(old: NodeRef<'a>, omitted: &[CapabilityDefinition], images: &Images) -> Vec<NodeRef<'a>> {
    let mut without_image = Vec::new();
    if let Some(flavors) = old.get("capabilityFlavors") {
        let read = |node: NodeRef<'_>| -> Capabilities {
            let values = |node: NodeRef<'_>| node.items().filter_map(NodeRef::as_str).map(str::to_owned).collect();
            node.entries().map(|(name, list)| -> (String, Vec<String>) { (name.to_owned(), values(list)) }).collect()
        };
        without_image.extend(flavors.items().filter(|flavor| images.lack(&read(*flavor), omitted)));
    }
    if let Some(architectures) = old.get("architectures") {
        without_image
            .extend(architectures.items().filter(|one| one.as_str().is_some_and(|one| images.lack_architecture(one))));
    }
    without_image
}

fn expect(
    spec: &mut CloudProfileSpec,
    addition: &Addition,
    lifecycle_state: LifecycleState,
    like: &str,
    has_image: &dyn Fn(&Flavor) -> bool,
    images: &Images,
) {
    let name = &addition.name;
    let Some(image) = &name.image else {
        let mut new = ExpirableVersion { version: name.version.clone(), ..ExpirableVersion::default() };
        new.set_lifecycle(lifecycle_state);
        spec.kubernetes.versions.get_or_insert_default().push(new);
        return;
    };
    let Some(image) = spec.machine_images.iter_mut().flatten().find(|one| one.name == *image) else { return };
    let versions = image.versions.get_or_insert_default();
    let Some(old) = versions.iter().find(|one| one.version == like).cloned() else { return };
    let mut new = MachineImageVersion { version: name.version.clone(), ..old };
    new.set_lifecycle(lifecycle_state);
    new.capability_flavors.iter_mut().for_each(|all| all.retain(has_image));
    new.architectures.iter_mut().for_each(|all| all.retain(|one| !images.lack_architecture(one)));
    versions.push(new);
}
