//! Removes fields and items from the text.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::{FieldPath, Segment};
use rootstock_document::{EditObstacle, Editor, Fragment, Item, NodeKind, NodeRef};

use super::walk::{Lists, find, missing_place};
use crate::base::{Base, spec_path};
use crate::draft::Draft;
use crate::{ProfilePlace, Refusal};

/// Removes a place, with any object or list that becomes empty.
pub(super) fn unset(draft: &mut Draft<'_>, place: &ProfilePlace) -> Result<(), Refusal> {
    let base = draft.base;
    let lists = Lists::of(base);
    let found = find(base, &lists, place.steps())?;
    if found.is_empty() {
        return Err(missing_place(base, &lists, place.steps()));
    }
    let paths = with_emptied_parents(base, found.into_iter().map(|(path, _)| path).collect())?;
    let mut fields: BTreeMap<FieldPath, Vec<String>> = BTreeMap::new();
    let mut items: BTreeMap<FieldPath, Vec<usize>> = BTreeMap::new();
    for path in paths {
        let Some(parent) = path.parent() else { continue };
        match path.segments().last() {
            Some(Segment::Index(index)) => items.entry(parent).or_default().push(*index),
            Some(Segment::Field(key)) => fields.entry(parent).or_default().push(key.clone().into_owned()),
            None => {}
        }
    }
    for (list, indices) in items {
        draft.editor.remove_items(base.node(&list)?, &indices, true)?;
    }
    for (object, keys) in fields {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        draft.editor.remove_fields(base.node(&object)?, &keys)?;
    }
    Ok(())
}

/// Replaces the paths of all children of a field by the field. Keeps items of lists, and `spec`.
fn with_emptied_parents(base: &Base, paths: BTreeSet<FieldPath>) -> Result<BTreeSet<FieldPath>, Refusal> {
    let mut all = paths;
    loop {
        let mut parts: BTreeMap<FieldPath, usize> = BTreeMap::new();
        for parent in all.iter().filter_map(FieldPath::parent) {
            *parts.entry(parent).or_default() += 1;
        }
        let mut emptied = Vec::new();
        for (parent, number) in parts {
            let is_field = matches!(parent.segments().last(), Some(Segment::Field(_)));
            if is_field && parent != spec_path() && base.node(&parent)?.len() == number {
                emptied.push(parent);
            }
        }
        if emptied.is_empty() {
            return Ok(all);
        }
        all.retain(|path| !path.parent().is_some_and(|parent| emptied.contains(&parent)));
        all.extend(emptied);
    }
}

/// Edits a list of strings by removing some and appending others. Returns `false` if that does not yield the new list.
pub(super) fn edit_string_list<'p>(
    editor: &mut Editor<'p>,
    old: NodeRef<'p>,
    new: NodeRef<'_>,
) -> Result<bool, EditObstacle> {
    let texts = |list: NodeRef<'_>| -> Option<Vec<String>> {
        list.items().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let (Some(there), Some(wanted)) = (texts(old), texts(new)) else { return Ok(false) };
    let kept: Vec<&String> = there.iter().filter(|one| wanted.contains(one)).collect();
    let Some(more) = wanted.get(kept.len()..) else { return Ok(false) };
    let is_behind = !kept.is_empty() && wanted.iter().zip(&kept).all(|(one, kept)| one == *kept);
    if old.kind() != NodeKind::List || !is_behind {
        return Ok(false);
    }
    let removed: Vec<usize> =
        there.iter().enumerate().filter(|(_, one)| !wanted.contains(one)).map(|(index, _)| index).collect();
    // New strings are inserted after the last one, which must stay then.
    if !more.is_empty() && removed.contains(&(there.len() - 1)) {
        return Ok(false);
    }
    editor.remove_items(old, &removed, true)?;
    let items: Vec<Item<'p>> = more.iter().map(|one| Item::new(Fragment::Text(one.clone()))).collect();
    if !items.is_empty() {
        editor.append_items(old, &items)?;
    }
    Ok(true)
}
