//! Changes to lists.

use std::collections::{BTreeMap, HashSet};

use super::{Editor, REPEATED};
use crate::editor::extent::{beginning, begins_line, content_end, is_flow, leading_comments};
use crate::editor::lines::{column, line_end, line_number, line_start};
use crate::editor::removal;
use crate::{Edit, EditObstacle, FieldPath, Item, Locator, NodeRef};

impl<'a> Editor<'a> {
    /// Appends items to a list that is not empty.
    ///
    /// # Errors
    ///
    /// Returns an error if an alias repeats the list, or if the list is empty.
    pub fn append_items(&mut self, list: NodeRef<'a>, items: &[Item<'a>]) -> Result<(), EditObstacle> {
        self.insert_items(list, list.len(), items)
    }

    /// Inserts items into a list that is not empty, before the item at a position and the comments above it; appends them if the
    /// position is past the end.
    ///
    /// # Errors
    ///
    /// See [`append_items`](Self::append_items).
    pub fn insert_items(&mut self, list: NodeRef<'a>, position: usize, items: &[Item<'a>]) -> Result<(), EditObstacle> {
        self.check_shared(list)?;
        let behind = position.min(list.len()).checked_sub(1);
        let Some(last) = behind.map_or_else(|| list.items().next(), |index| list.items().nth(index)) else {
            return Err(self.obstacle(list, "the list is empty, so its style is unknown; remove it"));
        };
        if behind.is_none() {
            return self.insert_before_first(list, last, items);
        }
        let end = content_end(last, self.text);
        if is_flow(list, self.text) {
            for item in items {
                let text = self.flow_part(list, |writer, layout| writer.flow_item(item, layout));
                self.edits.push(Edit { span: end..end, text });
            }
            return Ok(());
        }
        let Some(dash) = beginning(last, self.text).filter(|dash| begins_line(self.text, *dash)) else {
            return Err(self.obstacle(last, "there is an anchor or a tag before the item; write the value without it"));
        };
        let mut lines = String::new();
        items.iter().for_each(|item| self.writer().item(item, column(self.text, dash), &mut lines));
        self.insert_lines(line_end(self.text, end), lines);
        Ok(())
    }

    /// Checks that the items of a list can be reordered.
    ///
    /// # Errors
    ///
    /// Returns an error if an alias repeats something in the list: an alias must stay after its anchor.
    pub fn check_order(&self, list: NodeRef<'_>) -> Result<(), EditObstacle> {
        let span = list.span().range();
        match self.repeated.iter().find(|one| span.start <= one.start && one.end <= span.end) {
            None => Ok(()),
            Some(repeated) => {
                Err(EditObstacle { line: line_number(self.text, repeated.start), reason: REPEATED.to_owned() })
            }
        }
    }

    fn insert_before_first(
        &mut self,
        list: NodeRef<'a>,
        first: NodeRef<'a>,
        items: &[Item<'a>],
    ) -> Result<(), EditObstacle> {
        if is_flow(list, self.text) {
            let at = first.span().start as usize;
            for item in items {
                let text = self.flow_part(list, |writer, layout| writer.flow_item(item, layout));
                // Before the first item, the separator goes after the new item instead of before it.
                let part = text.trim_start_matches(',').trim_start();
                let between = text.len() - part.len();
                let text = format!("{part}{}", text.get(..between).unwrap_or(", "));
                self.edits.push(Edit { span: at..at, text });
            }
            return Ok(());
        }
        let Some(dash) = beginning(first, self.text).filter(|dash| begins_line(self.text, *dash)) else {
            return Err(self.obstacle(first, "there is an anchor or a tag before the item; write the value without it"));
        };
        let mut lines = String::new();
        items.iter().for_each(|item| self.writer().item(item, column(self.text, dash), &mut lines));
        self.insert_lines(leading_comments(self.text, dash), lines);
        Ok(())
    }

    /// Removes items from a list, along with the comments above them if the caller puts those somewhere else.
    ///
    /// # Errors
    ///
    /// Returns an error if an alias repeats the list or a removed item, or if a list in block style would become empty.
    pub fn remove_items(
        &mut self,
        list: NodeRef<'a>,
        indices: &[usize],
        with_comments: bool,
    ) -> Result<(), EditObstacle> {
        let items: Vec<NodeRef<'a>> = list.items().collect();
        self.remove_some_of(list, &items, indices, with_comments)
    }

    /// Like [`remove_items`](Self::remove_items), with all items of the list.
    pub(super) fn remove_some_of(
        &mut self,
        list: NodeRef<'a>,
        items: &[NodeRef<'a>],
        indices: &[usize],
        with_comments: bool,
    ) -> Result<(), EditObstacle> {
        if indices.is_empty() {
            return Ok(());
        }
        self.check_shared(list)?;
        let flow = is_flow(list, self.text);
        if !flow && are_all(list, indices) {
            return Err(self.obstacle(list, "the list would be empty"));
        }
        let mut indices: Vec<usize> = indices.iter().copied().filter(|index| *index < items.len()).collect();
        indices.sort_unstable();
        indices.dedup();
        for neighbors in indices.chunk_by(|one, next| one + 1 == *next) {
            let (Some(&index), length) = (neighbors.first(), neighbors.len()) else { continue };
            let Some(item) = items.get(index) else { continue };
            let last = items.get(index + length - 1).unwrap_or(item);
            let end = content_end(*last, self.text);
            for removed in items.iter().skip(index).take(length) {
                self.check_not_repeated_elsewhere(*removed)?;
            }
            if flow {
                let next = items.get(index + length).map(|next| next.span().start as usize);
                let before = index.checked_sub(1).and_then(|before| items.get(before));
                let start = item.span().start as usize;
                let separator = before.map(|before| content_end(*before, self.text)..start);
                // On a single line, remove the preceding comma, because insertions add it as well.
                let is_plain = separator.and_then(|span| self.text.get(span)).is_some_and(|text| !text.contains('\n'));
                let span = match (next, before) {
                    (Some(_), Some(before)) if is_plain => content_end(*before, self.text)..end,
                    (Some(next), _) => start..next,
                    (None, Some(before)) => content_end(*before, self.text)..end,
                    (None, None) => match removal::all(start, list, self.text) {
                        Some(span) => span,
                        None => return Err(self.obstacle(list, "there is a comment after the last item; move it")),
                    },
                };
                self.edits.push(Edit { span, text: String::new() });
            } else {
                // If the dash is not at the start of its line, keep it and remove everything up to the next item.
                let is_after_dash = beginning(*item, self.text).is_some_and(|dash| !begins_line(self.text, dash));
                for position in index..index + length {
                    let next = items.get(position + 1).and_then(|next| beginning(*next, self.text));
                    match items.get(position) {
                        Some(item) if is_after_dash => self.remove_after_dash(*item, next)?,
                        Some(item) => self.remove_block_item(*item, with_comments)?,
                        None => {}
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes items by path, with the comments above them. A list that becomes empty is removed together with the list item that
    /// contains it, for example a machine image with its last version.
    ///
    /// # Errors
    ///
    /// See [`remove_items`](Self::remove_items); also returns an error if the list of an item does not exist.
    pub fn remove_items_at(&mut self, locator: &mut Locator<'a>, items: &[FieldPath]) -> Result<(), EditObstacle> {
        let mut holders: BTreeMap<FieldPath, Vec<usize>> = BTreeMap::new();
        let mut left = Vec::new();
        for (list, indices) in by_list(items) {
            let node = self.list_at(locator, &list)?;
            let holder = list.parent().as_ref().and_then(FieldPath::list_and_index);
            match holder.filter(|_| are_all(node, &indices)) {
                Some((list, index)) => holders.entry(list).or_default().push(index),
                None => left.push((node, indices)),
            }
        }
        left.extend(holders.into_iter().map(|(list, indices)| (locator.locate(&list).node, indices)));
        left.into_iter().try_for_each(|(list, indices)| self.remove_items(list, &indices, true))
    }

    /// Removes items by path, with the comments above them. A list that becomes empty is removed together with its field.
    ///
    /// # Errors
    ///
    /// See [`remove_items_at`](Self::remove_items_at) and [`remove_fields`](Self::remove_fields).
    pub fn remove_items_or_list(&mut self, locator: &mut Locator<'a>, items: &[FieldPath]) -> Result<(), EditObstacle> {
        for (list, indices) in by_list(items) {
            let node = self.list_at(locator, &list)?;
            let around = list.parent().filter(|_| are_all(node, &indices));
            match (around, node.key()) {
                (Some(around), Some(key)) => self.remove_fields(locator.locate(&around).node, &[key])?,
                _ => self.remove_items(node, &indices, true)?,
            }
        }
        Ok(())
    }

    fn list_at(&self, locator: &mut Locator<'a>, list: &FieldPath) -> Result<NodeRef<'a>, EditObstacle> {
        let found = locator.locate(list);
        match found.exact {
            true => Ok(found.node),
            false => Err(self.obstacle(found.node, "the list of the item to remove is not written here")),
        }
    }

    fn remove_block_item(&mut self, item: NodeRef<'a>, with_comments: bool) -> Result<(), EditObstacle> {
        let Some(dash) = beginning(item, self.text) else {
            return Err(self.obstacle(item, "there is an anchor or a tag before the item; write the value without it"));
        };
        let start = if with_comments { leading_comments(self.text, dash) } else { line_start(self.text, dash) };
        let end = line_end(self.text, content_end(item, self.text));
        self.edits.push(Edit { span: start..end, text: String::new() });
        Ok(())
    }

    fn remove_after_dash(&mut self, item: NodeRef<'a>, next: Option<usize>) -> Result<(), EditObstacle> {
        let end = content_end(item, self.text);
        let edit = beginning(item, self.text).zip(next);
        let edit = edit.and_then(|(dash, next)| removal::after_dash(dash, end, next, self.text));
        let Some(edit) = edit else {
            return Err(self.obstacle(item, "there is a comment between the item and the next one; move it"));
        };
        self.edits.push(edit);
        Ok(())
    }
}

/// Groups the indices of items by list.
fn by_list(items: &[FieldPath]) -> BTreeMap<FieldPath, Vec<usize>> {
    let mut lists: BTreeMap<FieldPath, Vec<usize>> = BTreeMap::new();
    for (list, index) in items.iter().filter_map(FieldPath::list_and_index) {
        lists.entry(list).or_default().push(index);
    }
    lists
}

/// Returns whether the indices are those of all items of a list.
fn are_all(list: NodeRef<'_>, indices: &[usize]) -> bool {
    let distinct: HashSet<&usize> = indices.iter().filter(|index| **index < list.len()).collect();
    distinct.len() == list.len()
}
