//! The plan as edits of the text.

use std::collections::{BTreeMap, HashSet};

use rootstock_core_model::{Capabilities, CapabilityDefinition, FieldPath, NodeRef};
use rootstock_document::{After, Edit, Editor, Field, Fragment, Item, ListItem, Locator, Replaced};
use rootstock_provider_api::{LegacyArchitecture, LegacyFormat};

use super::plan::{EntryPlan, Plan, TypePlan, VersionPlan};
use crate::PlanMismatch;
use crate::Refusal;
use crate::profile::{Profile, images_path, node_at, spec_path, type_path, version_node};

/// The field of a region that contains its architecture.
const REGION_ARCHITECTURE: &[&str] = &["architecture"];

pub(super) fn edits(profile: &Profile, plan: &Plan, format: &LegacyFormat) -> Result<Vec<Edit>, Refusal> {
    let mut editor = Editor::new(profile.raw().node().tree());
    register(profile, &plan.definitions, &mut editor)?;
    let mut locator = profile.locator();
    for given in &plan.machine_types {
        complete_type(&mut locator, given, &mut editor)?;
    }
    // By image; nothing can be removed from an image without versions.
    let mut absorbed: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for version in &plan.versions {
        complete_version(&mut locator, version, &mut editor)?;
        if !version.absorbs.is_empty() {
            absorbed.entry(version.image).or_default().extend(&version.absorbs);
        }
    }
    for (image, absorbed) in absorbed {
        let list = node_at(&mut locator, &images_path().index(image).field("versions"))?;
        editor.remove_items(list, &absorbed, true)?;
    }
    for entry in &plan.entries {
        complete_entry(profile, &mut locator, entry, format, &mut editor)?;
    }
    let mut absorbed: HashSet<usize> = plan.entries.iter().flat_map(|entry| entry.absorbs.clone()).collect();
    absorbed.extend(&plan.dropped);
    let removed: Vec<FieldPath> =
        absorbed.iter().filter_map(|index| profile.mapped.get(*index)).map(|one| one.path.clone()).collect();
    editor.remove_items_at(&mut locator, &removed)?;
    let redundant_fields = redundant_fields(profile, format)?;
    if !redundant_fields.is_empty() {
        editor.remove_fields(profile.node(&spec_path().field("providerConfig"))?, redundant_fields)?;
    }
    Ok(editor.finish())
}

/// Returns the fields of the provider section that only repeat the machine types' new capabilities, and are not read any longer.
pub(super) fn redundant_fields(profile: &Profile, format: &LegacyFormat) -> Result<&'static [&'static str], Refusal> {
    const FIELD: &[&str] = &["machineTypes"];
    let config = profile.node(&spec_path().field("providerConfig"))?;
    let is_replaced = |key: &str| key == "name" || format.replaced.contains(&key);
    let is_redundant = |item: NodeRef<'_>| !item.is_empty() && item.entries().all(|(key, _)| is_replaced(key));
    let list = config.get("machineTypes").filter(|list| !format.replaced.is_empty() && !list.is_empty());
    Ok(if list.is_some_and(|list| list.items().all(is_redundant)) { FIELD } else { &[] })
}

fn definition<'a>(definition: &CapabilityDefinition) -> Item<'a> {
    Item::new(Fragment::Object(vec![
        Field::new("name", Fragment::Text(definition.name.clone())),
        Field::new("values", Fragment::texts(definition.values.iter().cloned())),
    ]))
}

/// Writes `spec.machineCapabilities`: the whole list, or the missing definitions and values.
fn register<'a>(
    profile: &'a Profile,
    definitions: &[CapabilityDefinition],
    editor: &mut Editor<'a>,
) -> Result<(), Refusal> {
    let known = profile.written().spec.capability_definitions();
    let spec = profile.node(&spec_path())?;
    if known.is_empty() {
        let list = Fragment::List(definitions.iter().map(definition).collect());
        return Ok(editor.add_field_before(spec, &["machineImages", "machineTypes"], "machineCapabilities", list)?);
    }
    let list = profile.node(&spec_path().field("machineCapabilities"))?;
    for ((own, old), node) in definitions.iter().zip(known).zip(list.items()) {
        let new = own.values.get(old.values.len()..).unwrap_or_default();
        if new.is_empty() {
            continue;
        }
        match node.get("values") {
            Some(values) if values.items().next().is_some() => {
                let items: Vec<Item<'_>> = new.iter().map(|value| Item::new(Fragment::Text(value.clone()))).collect();
                editor.append_items(values, &items)?;
            }
            Some(_) => editor.replace_value(node, "values", Fragment::texts(new.iter().cloned()))?,
            None => editor.add_field(node, After(&["name"]), "values", Fragment::texts(new.iter().cloned()))?,
        }
    }
    let new: Vec<Item<'_>> = definitions.iter().skip(known.len()).map(definition).collect();
    if !new.is_empty() {
        editor.append_items(list, &new)?;
    }
    Ok(())
}

fn complete_type<'a>(locator: &mut Locator<'a>, given: &TypePlan, editor: &mut Editor<'a>) -> Result<(), Refusal> {
    let machine_type = node_at(locator, &type_path(given.index))?;
    let known = machine_type.get("capabilities").filter(|capabilities| !capabilities.is_empty());
    match known {
        Some(known) => {
            for (name, values) in given.adds.iter() {
                editor.add_field(known, After(&[]), name, Fragment::texts(values.iter().cloned()))?;
            }
        }
        None => {
            let capabilities = map_of(&given.adds);
            editor.add_field(machine_type, After(&["architecture"]), "capabilities", capabilities)?;
        }
    }
    Ok(())
}

fn complete_version<'a>(locator: &mut Locator<'a>, plan: &VersionPlan, editor: &mut Editor<'a>) -> Result<(), Refusal> {
    let node = version_node(locator, plan.image, plan.version)?;
    rename(node, &plan.name, editor)?;
    if let Some(architectures) = &plan.architectures {
        editor.replace_value(node, "architectures", Fragment::texts(architectures.iter().cloned()))?;
    }
    if plan.flavors.is_empty() {
        return Ok(());
    }
    let mut comments_moved = HashSet::from([plan.version]);
    let mut items = Vec::new();
    for (flavor, from) in &plan.flavors {
        // The comments around a removed version are moved to its first flavor.
        let above = if comments_moved.insert(*from) && plan.absorbs.contains(from) {
            comments_of(version_node(locator, plan.image, *from)?, &[], editor)
        } else {
            Vec::new()
        };
        items.push(Item::New { value: map_of(flavor), above });
    }
    Ok(editor.add_field(node, After(&["architectures"]), "capabilityFlavors", Fragment::List(items))?)
}

fn rename<'a>(node: NodeRef<'a>, name: &str, editor: &mut Editor<'a>) -> Result<(), Refusal> {
    match node.get("version") {
        Some(version) if version.as_str() != Some(name) => Ok(editor.replace_text(version, name)?),
        _ => Ok(()),
    }
}

/// Returns every comment of a removed item, except those of fields that are moved along with their comments.
fn comments_of(item: NodeRef<'_>, moved: &[&str], editor: &Editor<'_>) -> Vec<String> {
    let mut comments = editor.comments_above(item);
    for (position, (key, field)) in item.entries().enumerate() {
        if moved.contains(&key) {
            continue;
        }
        if position > 0 {
            comments.extend(editor.comments_above(field));
        }
        comments.extend(editor.comment_after(field));
    }
    comments
}

fn complete_entry<'a>(
    profile: &'a Profile,
    locator: &mut Locator<'a>,
    plan: &EntryPlan,
    format: &LegacyFormat,
    editor: &mut Editor<'a>,
) -> Result<(), Refusal> {
    let mut node = |index: usize| match profile.mapped.get(index) {
        Some(entry) => node_at(locator, &entry.path),
        None => Err(PlanMismatch::NoEntry.into()),
    };
    let own = node(plan.entry)?;
    rename(own, &plan.name, editor)?;
    let mut comments_moved: HashSet<(usize, &str)> = HashSet::new();
    let mut moved: Vec<&str> = format.moved.to_vec();
    moved.push("regions");
    let replaced = replaced_fields(own, format);
    let mut items = Vec::new();
    for flavor in &plan.flavors {
        let from = node(flavor.from)?;
        let artifact = profile.mapped.get(flavor.from).and_then(|entry| entry.artifacts.get(flavor.artifact));
        let mut fields = vec![Field::new("capabilities", map_of(&ordered(&flavor.capabilities)))];
        let list = from.get("regions").filter(|_| format.regions);
        if let (Some(list), Some(artifact)) = (list, artifact.filter(|artifact| !artifact.regions.is_empty())) {
            let regions: Vec<ListItem<'_>> = ListItem::of(list).collect();
            let regions = artifact.regions.iter().filter_map(|index| regions.get(*index)).map(|item| Item::Moved {
                item: *item,
                without: REGION_ARCHITECTURE,
                with: Vec::new(),
            });
            let mut field = Field::new("regions", Fragment::List(regions.collect()));
            if comments_moved.insert((flavor.from, "regions")) {
                field.behind = editor.comment_after(list);
                let stays = flavor.from == plan.entry && replaced.first().is_none_or(|first| first.key == "regions");
                field.above = if stays { Vec::new() } else { editor.comments_above(list) };
            }
            fields.push(field);
        }
        for key in format.moved {
            let Some(value) = from.get(key).filter(|value| !value.is_null() && value.as_str() != Some("")) else {
                continue;
            };
            let mut field = Field::new(*key, Fragment::Moved(value));
            if comments_moved.insert((flavor.from, key)) {
                field.above = comments_above_field(from, value, editor);
                field.behind = editor.comment_after(value);
            }
            fields.push(field);
        }
        let above = if flavor.from != plan.entry
            && plan.absorbs.contains(&flavor.from)
            && comments_moved.insert((flavor.from, "version"))
        {
            comments_of(from, &moved, editor)
        } else {
            Vec::new()
        };
        items.push(Item::New { value: Fragment::Object(fields), above });
    }
    let field = Field::new("capabilityFlavors", Fragment::List(items));
    if replaced.is_empty() {
        return Ok(editor.add_field(own, After(&[]), "capabilityFlavors", field.value)?);
    }
    Ok(editor.replace_fields(own, &replaced, field)?)
}

/// Returns the comments above a field; those above the first field of an item belong to the item.
fn comments_above_field(object: NodeRef<'_>, field: NodeRef<'_>, editor: &Editor<'_>) -> Vec<String> {
    let first = object.entries().next().and_then(|(_, first)| first.key_span());
    if first == field.key_span() { Vec::new() } else { editor.comments_above(field) }
}

/// Returns the legacy fields of an entry that `capabilityFlavors` replaces, in text order.
fn replaced_fields<'k>(entry: NodeRef<'_>, format: &LegacyFormat) -> Vec<Replaced<'k>> {
    let mut fields: Vec<(Option<rootstock_core_model::Span>, Replaced<'k>)> = Vec::new();
    let mut add = |key: &'static str, with_comments: bool| {
        if let Some(field) = entry.get(key) {
            fields.push((field.key_span(), Replaced { key, with_comments }));
        }
    };
    for key in format.moved {
        add(key, entry.get(key).is_some_and(|value| !value.is_null() && value.as_str() != Some("")));
    }
    if format.regions {
        add("regions", entry.get("regions").is_some_and(|regions| !regions.is_empty()));
    }
    if format.architecture == LegacyArchitecture::Version {
        add("architecture", false);
    }
    format.replaced.iter().for_each(|key| add(key, false));
    fields.sort_by_key(|(span, _)| *span);
    let first = entry.entries().next().and_then(|(_, first)| first.key_span());
    let mut replaced: Vec<Replaced<'k>> = Vec::new();
    for (position, (span, mut one)) in fields.into_iter().enumerate() {
        // Comments above the first field of an item belong to the item; those above the list that is replaced in place
        // belong to that list.
        if span == first || (position == 0 && one.key == "regions") {
            one.with_comments = false;
        }
        replaced.push(one);
    }
    replaced
}

/// Returns the capabilities with the architecture first, as is customary.
fn ordered(capabilities: &Capabilities) -> Capabilities {
    let (first, rest): (Vec<_>, Vec<_>) =
        capabilities.iter().partition(|(name, _)| *name == rootstock_core_model::ARCHITECTURE);
    first.into_iter().chain(rest).map(|(name, values)| (name.to_owned(), values.to_vec())).collect()
}

fn map_of<'a>(capabilities: &Capabilities) -> Fragment<'a> {
    let field = |(name, values): (&str, &[String])| Field::new(name, Fragment::texts(values.iter().cloned()));
    Fragment::Object(capabilities.iter().map(field).collect())
}
