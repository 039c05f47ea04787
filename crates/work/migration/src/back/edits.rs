//! The plan as edits of the text.

use rootstock_core_model::DEFAULT_ARCHITECTURE;
use rootstock_core_model::NodeRef;
use rootstock_document::{After, Edit, Editor, Field, Fragment, Item, ListItem, Locator, Replaced};
use rootstock_provider_api::{LegacyArchitecture, LegacyFormat};

use super::expected;
use super::plan::{EntryPart, EntryPlan, Plan, VersionPlan};
use crate::Refusal;
use crate::loss::{Loss, LossPlace};
use crate::profile::{
    Profile, images_path, list_and_index, node_at, spec_path, type_architecture, type_path, version_node,
};

const FLAVORS: &str = "capabilityFlavors";

pub(super) fn edits(profile: &Profile, plan: &Plan, format: &LegacyFormat) -> Result<Vec<Edit>, Refusal> {
    let mut editor = Editor::new(profile.raw().node().tree());
    let mut locator = profile.locator();
    editor.remove_fields(node_at(&mut locator, &spec_path())?, &["machineCapabilities"])?;
    for (index, (written, stored)) in
        profile.written().spec.types().iter().zip(profile.stored().spec.types()).enumerate()
    {
        let node = node_at(&mut locator, &type_path(index))?;
        let architecture = type_architecture(stored);
        if written.architecture.is_none() && architecture != DEFAULT_ARCHITECTURE {
            editor.add_field(node, After(&["capabilities"]), "architecture", Fragment::Text(architecture))?;
        }
        editor.remove_fields(node, &["capabilities"])?;
    }
    for version in &plan.versions {
        edit_version(profile, &mut locator, version, &mut editor)?;
    }
    for entry in &plan.entries {
        edit_entry(profile, &mut locator, entry, format, &mut editor)?;
    }
    Ok(editor.finish())
}

fn edit_version<'a>(
    profile: &'a Profile,
    locator: &mut Locator<'a>,
    plan: &VersionPlan,
    editor: &mut Editor<'a>,
) -> Result<(), Refusal> {
    let node = version_node(locator, plan.image, plan.version)?;
    let images = profile.written().spec.images();
    let written = images.get(plan.image).and_then(|image| image.offered().get(plan.version));
    let (Some(written), Some((first, others))) = (written, plan.parts.split_first()) else { return Ok(()) };
    if let Some(version) = node.get("version").filter(|version| version.as_str() != Some(&first.name)) {
        editor.replace_text(version, &first.name)?;
    }
    let architectures = expected::architectures(written, first);
    if architectures != written.architectures
        && let Some(architectures) = architectures
    {
        let list = Fragment::texts(architectures);
        if node.get("architectures").is_some() {
            editor.replace_value(node, "architectures", list)?;
        } else {
            editor.add_field(node, After(&[FLAVORS]), "architectures", list)?;
        }
    }
    editor.remove_fields(node, &[FLAVORS])?;
    let mut items = Vec::new();
    for part in others {
        let new = expected::additional_version(written, part);
        let mut fields = vec![
            Field::new("version", Fragment::Text(part.name.clone())),
            Field::new("architectures", Fragment::texts(part.architectures.iter().cloned())),
        ];
        for (key, value) in node.entries() {
            let is_own = ["version", "architectures", FLAVORS].contains(&key);
            let goes = key == "classification" && new.classification.is_none();
            if !is_own && !goes {
                fields.push(Field::new(key, Fragment::Moved(value)));
            }
        }
        items.push(Item::new(Fragment::Object(fields)));
    }
    if !items.is_empty() {
        editor.append_items(node_at(locator, &images_path().index(plan.image).field("versions"))?, &items)?;
    }
    Ok(())
}

fn edit_entry<'a>(
    profile: &'a Profile,
    locator: &mut Locator<'a>,
    plan: &EntryPlan,
    format: &LegacyFormat,
    editor: &mut Editor<'a>,
) -> Result<(), Refusal> {
    let Some(mapped) = profile.mapped.get(plan.entry) else { return Ok(()) };
    let node = node_at(locator, &mapped.path)?;
    let Some((first, others)) = plan.parts.split_first() else { return Ok(()) };
    if let Some(version) = node.get("version").filter(|version| version.as_str() != Some(&first.name)) {
        editor.replace_text(version, &first.name)?;
    }
    let mut fields = fields(node, first, format, editor).into_iter();
    let Some(field) = fields.next() else {
        return Err(Refusal::Lossy(vec![Loss::NoReference(LossPlace::entry(mapped))]));
    };
    editor.replace_fields(node, &[Replaced { key: FLAVORS, with_comments: false }], field)?;
    for field in fields {
        editor.add_field_with_comments(node, After(&[FLAVORS]), field)?;
    }
    let mut items = Vec::new();
    for part in others {
        let mut all = vec![Field::new("version", Fragment::Text(part.name.clone()))];
        all.extend(self::fields(node, part, format, editor));
        items.push(Item::new(Fragment::Object(all)));
    }
    if let Some((list, _)) = list_and_index(&mapped.path).filter(|_| !items.is_empty()) {
        editor.append_items(node_at(locator, &list)?, &items)?;
    }
    Ok(())
}

/// Returns the legacy fields of an entry, derived from its flavors.
fn fields<'a>(entry: NodeRef<'a>, part: &EntryPart, format: &LegacyFormat, editor: &Editor<'a>) -> Vec<Field<'a>> {
    let Some(flavors) = entry.get(FLAVORS) else { return Vec::new() };
    let flavors: Vec<NodeRef<'_>> = flavors.items().collect();
    let flavor = |index: usize| flavors.get(index).copied();
    let mut fields = Vec::new();
    if format.architecture == LegacyArchitecture::Version {
        let architecture = part.artifacts.first().map(|(_, architecture)| architecture.clone()).unwrap_or_default();
        fields.push(Field::new("architecture", Fragment::Text(architecture)));
    }
    let first = part.artifacts.first().and_then(|(index, _)| flavor(*index));
    for key in format.moved {
        let value = first.and_then(|first| first.get(key)).filter(|value| !value.is_null());
        if let Some(value) = value {
            let above = editor.comments_above(value);
            fields.push(Field {
                above,
                behind: editor.comment_after(value),
                ..Field::new(*key, Fragment::Moved(value))
            });
        }
    }
    if format.regions {
        let mut items = Vec::new();
        for (index, architecture) in &part.artifacts {
            let Some(list) = flavor(*index).and_then(|flavor| flavor.get("regions")) else { continue };
            let with = match format.architecture {
                LegacyArchitecture::Regions => vec![("architecture".to_owned(), architecture.clone())],
                LegacyArchitecture::Version | LegacyArchitecture::Nowhere => Vec::new(),
            };
            items.extend(ListItem::of(list).map(|item| Item::Moved { item, without: &[], with: with.clone() }));
        }
        if !items.is_empty() {
            let list = first.and_then(|first| first.get("regions"));
            let above = list.map(|list| editor.comments_above(list)).unwrap_or_default();
            let behind = list.and_then(|list| editor.comment_after(list));
            fields.push(Field { key: "regions".to_owned(), value: Fragment::List(items), above, behind });
        }
    }
    fields
}
