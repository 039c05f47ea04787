//! Adds, changes and removes machine types: in the core section, in the `unavailableMachineTypes` of zones, and in the provider's
//! section.

use rootstock_core_model::{CloudProfileSpec, FieldPath, MachineType, NodeRef, Quantity};
use rootstock_document::{CopyAction, Fragment, Item};
use rootstock_provider_api::KeyedBy;
use serde::{Deserialize, Serialize};

use crate::base::{Base, spec_path};
use crate::differences::{self, FieldDifference};
use crate::draft::Draft;
use crate::keyed_items::KeyedItem;
use crate::{MachineTypeFields, Refusal};

/// A machine type to add.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeAddition {
    /// The machine type to copy.
    pub like: String,
    /// The name and the fields that differ.
    #[serde(flatten)]
    pub fields: MachineTypeFields,
}

pub(crate) fn add(draft: &mut Draft<'_>, addition: &MachineTypeAddition) -> Result<(), Refusal> {
    let name = &addition.fields.name;
    if draft.expected.spec.types().iter().any(|one| one.name == *name) {
        return Err(Refusal::MachineTypeExists(name.clone()));
    }
    let base = draft.base;
    let (index, like) = find(base, &addition.like)?;
    let new = addition.fields.apply_to(like, base.spec().has_capabilities());
    let (list, old) = (base.node(&list())?, base.node(&list().index(index))?);
    let field_differences = between(like, &new);
    let change = |node: NodeRef<'_>| differences::change(old, &field_differences, node).unwrap_or(CopyAction::AsIs);
    if let Some(mut copy) = Fragment::copied(old, &mut { change }) {
        differences::complete(&mut copy, old, &field_differences);
        draft.editor.insert_items(list, index + 1, &[Item::new(copy)])?;
    }
    for path in unavailable_paths(base, &like.name) {
        let Some((list, position)) = path.list_and_index() else { continue };
        let (list, item) = (base.node(&list)?, base.node(&path)?);
        if let Some(copy) = Fragment::copied(item, &mut |_| CopyAction::Text(name.clone())) {
            draft.editor.insert_items(list, position + 1, &[Item::new(copy)])?;
        }
    }
    for item in KeyedItem::all(base, KeyedBy::MachineType, &like.name) {
        item.copy(draft, name, &mut |_| CopyAction::AsIs)?;
    }
    for absent in unavailable(&mut draft.expected.spec) {
        let copies = absent.iter().filter(|one| **one == like.name).count();
        absent.extend(std::iter::repeat_n(name.clone(), copies));
    }
    draft.expected.spec.machine_types.get_or_insert_default().push(new);
    Ok(())
}

pub(crate) fn change(draft: &mut Draft<'_>, fields: &MachineTypeFields) -> Result<(), Refusal> {
    let (index, old) = find(draft.base, &fields.name)?;
    let new = fields.apply_to(old, draft.base.spec().has_capabilities());
    differences::edit(&mut draft.editor, draft.base.node(&list().index(index))?, &between(old, &new))?;
    let expected = draft.expected.spec.machine_types.iter_mut().flatten().find(|one| one.name == fields.name);
    if let Some(expected) = expected {
        *expected = fields.apply_to(expected, draft.base.spec().has_capabilities());
    }
    Ok(())
}

pub(crate) fn remove(draft: &mut Draft<'_>, name: &str) -> Result<(), Refusal> {
    let base = draft.base;
    find(base, name)?;
    let places = base.spec().types().iter().enumerate().filter(|(_, one)| one.name == name);
    draft.removed_with_list.extend(places.map(|(index, _)| list().index(index)));
    draft.removed_with_list.extend(unavailable_paths(base, name));
    draft.removed_with_list.extend(KeyedItem::all(base, KeyedBy::MachineType, name).iter().map(KeyedItem::path));
    unavailable(&mut draft.expected.spec).for_each(|absent| absent.retain(|one| one != name));
    draft.expected.spec.machine_types.iter_mut().for_each(|all| all.retain(|one| one.name != name));
    Ok(())
}

fn list() -> FieldPath {
    spec_path().field("machineTypes")
}

fn find<'b>(base: &'b Base, name: &str) -> Result<(usize, &'b MachineType), Refusal> {
    let types = base.spec().types();
    types.iter().enumerate().find(|(_, one)| one.name == name).ok_or_else(|| Refusal::UnknownMachineType {
        name: name.to_owned(),
        known: types.iter().map(|one| one.name.clone()).collect(),
    })
}

/// Returns the paths of a machine type in `unavailableMachineTypes`.
fn unavailable_paths(base: &Base, name: &str) -> Vec<FieldPath> {
    let mut found = Vec::new();
    for (index, region) in base.spec().regions.iter().flatten().enumerate() {
        let zones = spec_path().field("regions").index(index).field("zones");
        for (index, zone) in region.zones.iter().flatten().enumerate() {
            let list = zones.clone().index(index).field("unavailableMachineTypes");
            let absent = zone.unavailable_machine_types.iter().flatten().enumerate();
            found.extend(absent.filter(|(_, one)| *one == name).map(|(index, _)| list.clone().index(index)));
        }
    }
    found
}

/// Returns the unavailable machine types of each zone.
fn unavailable(spec: &mut CloudProfileSpec) -> impl Iterator<Item = &mut Vec<String>> {
    let zones = spec.regions.iter_mut().flatten().flat_map(|region| region.zones.iter_mut().flatten());
    zones.filter_map(|zone| zone.unavailable_machine_types.as_mut())
}

/// The keys that lead to a field.
type Fields = &'static [&'static str];

/// Returns the fields to set to turn one machine type into another. No field is removed.
fn between(old: &MachineType, new: &MachineType) -> Vec<FieldDifference> {
    let texts = |one: &MachineType| {
        let storage = one.storage.as_ref();
        let text = |path: Fields, text: Option<&String>| (path, text.cloned());
        let quantity = |path: Fields, quantity: Option<&Quantity>| (path, quantity.map(Quantity::to_string));
        [
            text(&["name"], Some(&one.name)),
            quantity(&["cpu"], Some(&one.cpu)),
            quantity(&["gpu"], Some(&one.gpu)),
            quantity(&["memory"], Some(&one.memory)),
            text(&["storage", "class"], storage.map(|storage| &storage.class)),
            text(&["storage", "type"], storage.map(|storage| &storage.storage_type)),
            quantity(&["storage", "size"], storage.and_then(|storage| storage.size.as_ref())),
            quantity(&["storage", "minSize"], storage.and_then(|storage| storage.min_size.as_ref())),
            text(&["architecture"], one.architecture.as_ref()),
        ]
    };
    let pairs = texts(old).into_iter().zip(texts(new)).filter(|(old, new)| old != new);
    let mut all: Vec<FieldDifference> = pairs
        .filter_map(|(_, (path, text))| match path {
            ["cpu" | "gpu" | "memory"] | ["storage", "size" | "minSize"] => Some(FieldDifference::text(path, text?)),
            path => Some(FieldDifference::name(path, text?)),
        })
        .collect();
    if let Some(usable) = new.usable.filter(|_| old.usable != new.usable) {
        all.push(FieldDifference::boolean(&["usable"], usable));
    }
    let values = new.capabilities.iter().filter(|(name, values)| old.capabilities.get(name) != Some(values));
    all.extend(values.map(|(name, values)| FieldDifference::texts(&["capabilities", name], values)));
    all
}
