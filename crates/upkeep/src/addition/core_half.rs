//! The core half: a copy of the version that the new one is like.

use rootstock_core_model::{
    Capabilities, CapabilityDefinition, CloudProfileSpec, ExpirableVersion, FieldPath, Flavor, MachineImageVersion,
    NodeRef,
};
use rootstock_document::{Copied, Field, Fragment, Item};
use rootstock_versioning::{Classification, LifecycleStage};

use super::Images;
use crate::draft::Draft;
use crate::place::place;
use crate::{Addition, Refusal};

/// What says what a version is, and until when: that of another one is of no concern.
const LIFE: [&str; 3] = ["classification", "expirationDate", "lifecycle"];

/// The versions that the new one comes to.
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
        _ if LIFE.iter().any(|key| old.get(key).is_some_and(|life| is(node, life))) => Copied::LeftOut,
        _ if left_out.iter().any(|gone| is(node, *gone)) => Copied::LeftOut,
        _ => Copied::AsIs,
    };
    if let Some(mut copy) = Fragment::copied(old, &mut change) {
        put_behind_version(&mut copy, life(old, addition));
        let position = place(versions.iter().copied(), &addition.name.version, *like);
        draft.editor.insert_items(node, position, &[Item::new(copy)])?;
    }
    expect(&mut draft.expected.spec, addition, versions.get(*like).copied().unwrap_or_default(), images);
    Ok(())
}

/// Whether two are one and the same place of the text.
pub(super) fn is(one: NodeRef<'_>, other: NodeRef<'_>) -> bool {
    one.span() == other.span() && one.key_span() == other.key_span()
}

/// The fields of an object that is written anew.
fn fields_of<'f, 'a>(fragment: &'f mut Fragment<'a>) -> Option<&'f mut Vec<Field<'a>>> {
    match fragment {
        Fragment::Object(fields) => Some(fields),
        Fragment::InBrackets(inner) => fields_of(inner),
        _ => None,
    }
}

fn put_behind_version<'a>(copy: &mut Fragment<'a>, new: Vec<Field<'a>>) {
    if let Some(fields) = fields_of(copy) {
        let behind = fields.iter().position(|field| field.key == "version").map_or(0, |index| index + 1);
        fields.splice(behind..behind, new);
    }
}

/// What says what the new version is, in the way of the one that it is like: a lifecycle, or a classification and a date.
fn life<'a>(like: NodeRef<'_>, addition: &Addition) -> Vec<Field<'a>> {
    let classification = Fragment::Text(addition.classification().as_str().to_owned());
    let date = addition.expiration_date.map(|date| Fragment::Text(date.to_string()));
    if like.get("lifecycle").is_some_and(|stages| !stages.is_empty()) {
        let mut stages = vec![Item::new(Fragment::Object(vec![Field::new("classification", classification)]))];
        stages.extend(date.map(|date| {
            let expired = Fragment::Text(Classification::Expired.as_str().to_owned());
            let fields = vec![Field::new("classification", expired), Field::new("startTime", date)];
            Item::new(Fragment::Object(fields))
        }));
        return vec![Field::new("lifecycle", Fragment::List(stages))];
    }
    let mut fields = vec![Field::new("classification", classification)];
    fields.extend(date.map(|date| Field::new("expirationDate", date)));
    fields
}

/// The flavors and architectures for which there is no image.
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

/// What should be read.
fn expect(spec: &mut CloudProfileSpec, addition: &Addition, like: &str, images: &Images) {
    let registered = spec.capability_definitions().to_vec();
    let name = &addition.name;
    let life = |stages: bool| -> (Option<Classification>, Option<rootstock_versioning::Timestamp>, Option<Vec<LifecycleStage>>) {
        if !stages {
            return (Some(addition.classification()), addition.expiration_date, None);
        }
        let mut all = vec![LifecycleStage { classification: addition.classification(), start_time: None }];
        let expires = addition.expiration_date.map(Some);
        all.extend(expires.map(|start_time| LifecycleStage { classification: Classification::Expired, start_time }));
        (None, None, Some(all))
    };
    let Some(image) = &name.image else {
        let versions = spec.kubernetes.versions.get_or_insert_default();
        let stages =
            versions.iter().find(|one| one.version == like).is_some_and(|one| !one.lifecycle().stages.is_empty());
        let (classification, expiration_date, lifecycle) = life(stages);
        versions.push(ExpirableVersion { version: name.version.clone(), expiration_date, classification, lifecycle });
        return;
    };
    let Some(image) = spec.machine_images.iter_mut().flatten().find(|one| one.name == *image) else { return };
    let versions = image.versions.get_or_insert_default();
    let Some(old) = versions.iter().find(|one| one.version == like).cloned() else { return };
    let (classification, expiration_date, lifecycle) = life(!old.lifecycle().stages.is_empty());
    let mut new =
        MachineImageVersion { version: name.version.clone(), classification, expiration_date, lifecycle, ..old };
    let keeps = |flavor: &Flavor| !images.lack(&flavor.0, &registered);
    new.capability_flavors.iter_mut().for_each(|all| all.retain(keeps));
    new.architectures.iter_mut().for_each(|all| all.retain(|one| !images.lack_architecture(one)));
    versions.push(new);
}
