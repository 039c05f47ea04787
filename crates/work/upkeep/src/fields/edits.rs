//! Sets and replaces values in the text.

use rootstock_document::{After, Editor, Field, Fragment, Item, NodeKind, NodeRef};

use super::item_name::ItemName;
use super::walk::{ItemContainer, Lists, is_vacant, missing_place, needs_item};
use super::{fragments, removal};
use crate::draft::Draft;
use crate::profile_place::Step;
use crate::{FieldSetting, Refusal};

pub(super) fn set(draft: &mut Draft<'_>, setting: &FieldSetting) -> Result<(), Refusal> {
    if setting.value.as_ref().is_some_and(rootstock_core_model::RawObject::is_null) {
        return removal::unset(draft, &setting.place);
    }
    // Only an item may be set without a value: that adds it.
    if setting.value.is_none() && !matches!(setting.place.steps().last(), Some(Step::Named(_))) {
        return Err(Refusal::IncompatibleValue(setting.place.clone()));
    }
    let (base, lists) = (draft.base, Lists::of(draft.base));
    if !lists.fit(setting.place.steps(), setting.value.as_ref().map(rootstock_core_model::RawObject::node)) {
        return Err(Refusal::IncompatibleValue(setting.place.clone()));
    }
    let mut setter = Setter { editor: &mut draft.editor, lists, setting, found: false };
    setter.below(base.root(), 0)?;
    if !setter.found {
        return Err(missing_place(base, &setter.lists, setting.place.steps()));
    }
    Ok(())
}

struct Setter<'e, 'p> {
    editor: &'e mut Editor<'p>,
    lists: Lists,
    setting: &'e FieldSetting,
    /// Whether the place matched or was added.
    found: bool,
}

impl<'e, 'p> Setter<'e, 'p> {
    fn steps(&self) -> &'e [Step] {
        self.setting.place.steps()
    }

    fn above(&self, position: usize) -> &'e [Step] {
        self.steps().get(..position).unwrap_or_default()
    }

    /// Returns the value to add if nothing exists at the first `position` steps.
    fn new_value<'a>(&self, position: usize) -> Fragment<'a> {
        let rest = self.steps().get(position..).unwrap_or_default();
        fragments::nested_value(&self.lists, self.above(position), rest, self.setting.value.as_ref())
    }

    /// Follows the step at `position`, from a node that is not empty.
    fn below(&mut self, node: NodeRef<'p>, position: usize) -> Result<(), Refusal> {
        let Some(step) = self.steps().get(position) else { return Ok(()) };
        let is_last = position + 1 == self.steps().len();
        match (step, node.kind()) {
            (Step::Field(_), NodeKind::List) => return Err(needs_item(self.above(position))),
            (Step::Named(_), NodeKind::List) => {
                let items = self.lists.items(node, self.above(position), step)?;
                if items.is_empty() && !step.is_pattern() {
                    self.found = true;
                    return self.append_item(node, position);
                }
                for item in items.into_iter().filter_map(|index| node.items().nth(index)) {
                    match (&self.setting.value, is_last) {
                        (_, false) => self.below(item, position + 1)?,
                        (Some(new), true)
                            if item.kind() == NodeKind::Object && new.node().kind() == NodeKind::Object =>
                        {
                            self.found = true;
                            merge_into(self.editor, item, new.node())?;
                        }
                        (Some(_), true) => return Err(Refusal::IncompatibleValue(self.setting.place.clone())),
                        (None, true) => self.found = true,
                    }
                }
            }
            (_, NodeKind::Object) => match node.get(step.text()).filter(|child| is_last || !is_vacant(*child)) {
                Some(child) if !is_last => self.below(child, position + 1)?,
                Some(child) => {
                    self.found = true;
                    match &self.setting.value {
                        Some(new) => replace(self.editor, node, child, new.node())?,
                        None => return Err(Refusal::IncompatibleValue(self.setting.place.clone())),
                    }
                }
                // A pattern matches existing items only.
                None if self.steps().iter().skip(position + 1).any(Step::is_pattern) => {}
                None => {
                    self.found = true;
                    let new = self.new_value(position + 1);
                    // `providerConfig`, the longest part of a profile, stays last.
                    self.editor.add_field_before(node, &["providerConfig"], step.text(), new)?;
                }
            },
            (_, NodeKind::Scalar) => return Err(Refusal::IncompatibleValue(self.setting.place.clone())),
        }
        Ok(())
    }

    /// Appends an item to a list.
    fn append_item(&mut self, list: NodeRef<'p>, position: usize) -> Result<(), Refusal> {
        let Some(step) = self.steps().get(position) else { return Ok(()) };
        let new = match self.lists.container(self.above(position), Some(list)) {
            ItemContainer::Texts => Fragment::Text(step.text().to_owned()),
            ItemContainer::Items(key) => {
                let value = self.setting.value.as_ref().filter(|_| position + 1 == self.steps().len());
                let name = ItemName { key, step, above: self.above(position), value };
                fragments::item(&name, self.new_value(position + 1))
            }
            ItemContainer::AnyKeys => return Err(needs_item(self.above(position))),
        };
        Ok(self.editor.append_items(list, &[Item::new(new)])?)
    }
}

/// Merges an object into an existing one.
fn merge_into<'p>(editor: &mut Editor<'p>, object: NodeRef<'p>, new: NodeRef<'_>) -> Result<(), Refusal> {
    for (key, value) in new.entries() {
        match object.get(key) {
            Some(_) if value.is_null() => editor.remove_fields(object, &[key])?,
            None if value.is_null() => {}
            Some(child) => replace(editor, object, child, value)?,
            None => editor.add_field_with_comments(object, After(&[]), Field::new(key, fragments::value(value)))?,
        }
    }
    Ok(())
}

fn replace<'p>(
    editor: &mut Editor<'p>,
    object: NodeRef<'p>,
    old: NodeRef<'p>,
    new: NodeRef<'_>,
) -> Result<(), Refusal> {
    let Some(key) = old.key() else { return Ok(()) };
    if old == new {
        return Ok(());
    }
    match (old.kind(), new.kind()) {
        (NodeKind::Object, NodeKind::Object) if !old.is_empty() => merge_into(editor, old, new)?,
        (NodeKind::List, NodeKind::List) if removal::edit_string_list(editor, old, new)? => {}
        (NodeKind::Scalar, NodeKind::Scalar) if !old.is_null() => match (old.as_str(), new.raw_text()) {
            (None, Some(text)) if new.as_str().is_none() => editor.replace_source(old, text)?,
            (_, Some(text)) => editor.replace_text(old, text)?,
            (_, None) => editor.replace_value(object, key, fragments::value(new))?,
        },
        _ => editor.replace_value(object, key, fragments::value(new))?,
    }
    Ok(())
}
