//! Edits for changed lifecycles of versions.

use std::collections::{BTreeMap, VecDeque};

use rootstock_core_model::{CloudProfileSpec, FieldPath, NodeRef};
use rootstock_document::{After, CopyAction, EditObstacle, Editor, Field, Fragment, Item, Locator, Replaced};
use rootstock_versioning::{Classification, LifecycleStage};

use crate::Refusal;
use crate::base::{Base, spec_path};
use crate::lifecycle_state::{LifecycleState, VersionWithLifecycle};

const CLASSIFICATION: &str = "classification";
const EXPIRATION_DATE: &str = "expirationDate";
const LIFECYCLE: &str = "lifecycle";
const START_TIME: &str = "startTime";
const VERSION: &str = "version";

/// The fields of a version's lifecycle.
pub(crate) const LIFECYCLE_FIELDS: [&str; 3] = [CLASSIFICATION, EXPIRATION_DATE, LIFECYCLE];

pub(crate) fn fields<'a>(lifecycle_state: &LifecycleState) -> Vec<Field<'a>> {
    let classification = lifecycle_state.classification.as_ref().map(|one| text(CLASSIFICATION, one.as_str()));
    let date = lifecycle_state.expiration_date.map(|date| text(EXPIRATION_DATE, &date.to_string()));
    let stages = lifecycle_state.lifecycle.as_deref().filter(|stages| !stages.is_empty());
    classification.into_iter().chain(date).chain(stages.map(|stages| Field::new(LIFECYCLE, list(stages)))).collect()
}

fn text<'a>(key: &str, value: &str) -> Field<'a> {
    Field::new(key, Fragment::Text(value.to_owned()))
}

fn list<'a>(stages: &[LifecycleStage]) -> Fragment<'a> {
    list_with_comments(stages, &None, &None)
}

/// Returns stages with comments on the first one and on the date of the last one.
fn list_with_comments<'a>(stages: &[LifecycleStage], first: &Option<String>, last: &Option<String>) -> Fragment<'a> {
    let items = stages.iter().enumerate().map(|(index, one)| {
        let mut fields = stage_fields(one);
        match fields.as_mut_slice() {
            [classification, ..] if index == 0 => classification.behind.clone_from(first),
            [.., start] if one.classification == Classification::Expired => start.behind.clone_from(last),
            _ => {}
        }
        Item::new(Fragment::Object(fields))
    });
    Fragment::List(items.collect())
}

fn stage_fields<'a>(stage: &LifecycleStage) -> Vec<Field<'a>> {
    let start = stage.start_time.map(|start| text(START_TIME, &start.to_string()));
    std::iter::once(text(CLASSIFICATION, stage.classification.as_str())).chain(start).collect()
}

/// Returns a stage in the style of its neighbour.
fn stage_like<'a>(stage: &LifecycleStage, neighbor: Option<&NodeRef<'_>>) -> Item<'a> {
    let copy = neighbor.and_then(|node| Fragment::copied(*node, &mut |_| CopyAction::AsIs));
    let fields = Fragment::Object(stage_fields(stage));
    Item::new(if matches!(copy, Some(Fragment::InBrackets(_))) {
        Fragment::InBrackets(Box::new(fields))
    } else {
        fields
    })
}

/// The planned versions of a list by their names. A duplicate version is a duplicate in both lists.
type Planned<'s> = BTreeMap<&'s str, VecDeque<&'s dyn VersionWithLifecycle>>;

fn by_name<'s, V: VersionWithLifecycle>(planned: &mut Planned<'s>, versions: &'s [V]) {
    for version in versions {
        planned.entry(version.version()).or_default().push_back(version);
    }
}

/// Edits every version whose lifecycle differs from the expected one.
pub(crate) fn edit<'p>(editor: &mut Editor<'p>, base: &'p Base, expected: &CloudProfileSpec) -> Result<(), Refusal> {
    let mut locator = base.locator();
    let kubernetes = spec_path().field("kubernetes").field("versions");
    let mut planned = Planned::new();
    by_name(&mut planned, expected.kubernetes.offered());
    edit_list(editor, &mut locator, &kubernetes, base.spec().kubernetes.offered(), &mut planned)?;
    let mut images: BTreeMap<&str, Planned<'_>> = BTreeMap::new();
    for image in expected.images() {
        by_name(images.entry(&image.name).or_default(), image.offered());
    }
    for (index, image) in base.spec().images().iter().enumerate() {
        let Some(planned) = images.get_mut(&*image.name) else { continue };
        let list = spec_path().field("machineImages").index(index).field("versions");
        edit_list(editor, &mut locator, &list, image.offered(), planned)?;
    }
    Ok(())
}

fn edit_list<'p, V: VersionWithLifecycle>(
    editor: &mut Editor<'p>,
    locator: &mut Locator<'p>,
    list: &FieldPath,
    written: &[V],
    planned: &mut Planned<'_>,
) -> Result<(), Refusal> {
    for (index, version) in written.iter().enumerate() {
        let Some(planned) = planned.get_mut(version.version()).and_then(VecDeque::pop_front) else { continue };
        let (is, becomes) = (version.lifecycle_state(), planned.lifecycle_state());
        if is != becomes {
            edit_version(editor, Base::node_at(locator, &list.clone().index(index))?, &is, &becomes)?;
        }
    }
    Ok(())
}

fn edit_version<'p>(
    editor: &mut Editor<'p>,
    node: NodeRef<'p>,
    is: &LifecycleState,
    becomes: &LifecycleState,
) -> Result<(), EditObstacle> {
    match (is.lifecycle.as_deref().unwrap_or_default(), becomes.lifecycle.as_deref().unwrap_or_default()) {
        ([], []) => {
            let classification = becomes.classification.as_ref().map(Classification::as_str);
            if is.classification != becomes.classification {
                put(editor, node, &[VERSION], CLASSIFICATION, classification)?;
            }
            if is.expiration_date != becomes.expiration_date {
                let date = becomes.expiration_date.map(|date| date.to_string());
                put(editor, node, &[VERSION, CLASSIFICATION], EXPIRATION_DATE, date.as_deref())?;
            }
            Ok(())
        }
        ([], stages) => {
            // Comments on the fields move to the stages that replace them.
            let behind = |key: &str| node.get(key).and_then(|field| editor.comment_after(field));
            let list = list_with_comments(stages, &behind(CLASSIFICATION), &behind(EXPIRATION_DATE));
            let replaced = [CLASSIFICATION, EXPIRATION_DATE].map(|key| Replaced { key, with_comments: false });
            let there = replaced.into_iter().filter(|one| node.get(one.key).is_some()).collect::<Vec<_>>();
            match there.as_slice() {
                [] => editor.add_field(node, After(&[VERSION]), LIFECYCLE, list),
                there => editor.replace_fields(node, there, Field::new(LIFECYCLE, list)),
            }
        }
        (_, []) => editor.remove_fields(node, &[LIFECYCLE]),
        (is, becomes) => match node.get(LIFECYCLE) {
            Some(list) => edit_stages(editor, node, list, is, becomes),
            None => Ok(()),
        },
    }
}

/// Sets or adds a string field, or removes the field.
fn put<'p>(
    editor: &mut Editor<'p>,
    object: NodeRef<'p>,
    after: &[&str],
    key: &str,
    value: Option<&str>,
) -> Result<(), EditObstacle> {
    match (object.get(key).filter(|field| field.as_str().is_some()), value) {
        (Some(field), Some(value)) => editor.replace_text(field, value),
        (None, Some(value)) => editor.add_field(object, After(after), key, Fragment::Text(value.to_owned())),
        (_, None) => editor.remove_fields(object, &[key]),
    }
}

/// Keeps common stages; between them, replaces removed stages by new ones.
fn edit_stages<'p>(
    editor: &mut Editor<'p>,
    version: NodeRef<'p>,
    stages: NodeRef<'p>,
    is: &[LifecycleStage],
    becomes: &[LifecycleStage],
) -> Result<(), EditObstacle> {
    let place = |one: &LifecycleStage| is.iter().position(|other| other.classification == one.classification);
    let kept: Vec<(usize, usize)> =
        becomes.iter().enumerate().filter_map(|(new, one)| Some((place(one)?, new))).collect();
    let nodes: Vec<NodeRef<'p>> = stages.items().collect();
    if !kept.is_sorted() || nodes.len() != is.len() {
        return editor.replace_value(version, LIFECYCLE, list(becomes));
    }
    let (mut old, mut new) = (0, 0);
    let (mut removed, mut inserted) = (Vec::new(), Vec::new());
    for (next_old, next_new) in kept.into_iter().chain([(is.len(), becomes.len())]) {
        while old < next_old && new < next_new {
            edit_stage(editor, &nodes, is, becomes, (old, new))?;
            (old, new) = (old + 1, new + 1);
        }
        removed.extend(old..next_old);
        inserted.push((next_old, becomes.get(new..next_new).unwrap_or_default()));
        edit_stage(editor, &nodes, is, becomes, (next_old, next_new))?;
        (old, new) = (next_old + 1, next_new + 1);
    }
    if removed.len() == is.len() {
        return editor.replace_value(version, LIFECYCLE, list(becomes));
    }
    editor.remove_items(stages, &removed, true)?;
    for (position, new) in inserted.into_iter().filter(|(_, new)| !new.is_empty()) {
        let neighbor = nodes.get(position.saturating_sub(1));
        let items: Vec<Item<'p>> = new.iter().map(|one| stage_like(one, neighbor)).collect();
        editor.insert_items(stages, position, &items)?;
    }
    Ok(())
}

/// Turns one stage into another; does nothing past the ends of the lists.
fn edit_stage<'p>(
    editor: &mut Editor<'p>,
    nodes: &[NodeRef<'p>],
    is: &[LifecycleStage],
    becomes: &[LifecycleStage],
    (old, new): (usize, usize),
) -> Result<(), EditObstacle> {
    let (Some(node), Some(is), Some(becomes)) = (nodes.get(old), is.get(old), becomes.get(new)) else { return Ok(()) };
    if is.classification != becomes.classification {
        put(editor, *node, &[], CLASSIFICATION, Some(becomes.classification.as_str()))?;
    }
    if is.start_time != becomes.start_time {
        let start = becomes.start_time.map(|start| start.to_string());
        put(editor, *node, &[CLASSIFICATION], START_TIME, start.as_deref())?;
    }
    Ok(())
}
