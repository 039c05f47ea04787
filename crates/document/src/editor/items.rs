//! Changes of lists.

use crate::NodeRef;

use super::Editor;
use crate::editor::extent::{beginning, begins_line, content_end, is_flow, leading_comments};
use crate::editor::lines::{column, line_end, line_start};
use crate::editor::removal;
use crate::{Edit, EditObstacle, Item};

impl<'a> Editor<'a> {
    /// Adds items at the end of a list that has some.
    ///
    /// # Errors
    ///
    /// When the list is repeated by an alias, or empty.
    pub fn append_items(&mut self, list: NodeRef<'a>, items: &[Item<'a>]) -> Result<(), EditObstacle> {
        self.check_shared(list)?;
        let Some(last) = list.items().last() else {
            return Err(self.obstacle(list, "the list is empty, so that its style is not known; remove it"));
        };
        let end = content_end(last, self.text);
        if is_flow(list, self.text) {
            for item in items {
                let text = self.flow_part(list, |writer, layout| writer.flow_item(item, layout));
                self.edits.push(Edit { span: end..end, text });
            }
            return Ok(());
        }
        let Some(dash) = beginning(last, self.text).filter(|dash| begins_line(self.text, *dash)) else {
            return Err(self.obstacle(last, "an anchor or a tag stands before the item; write the value without it"));
        };
        let mut lines = String::new();
        items.iter().for_each(|item| self.writer().item(item, column(self.text, dash), &mut lines));
        self.insert_lines(line_end(self.text, end), lines);
        Ok(())
    }

    /// Takes items out of a list, with the comments above them if those are put somewhere else.
    ///
    /// # Errors
    ///
    /// When the list is repeated by an alias, or what goes is, and when nothing would be left but in brackets.
    pub fn remove_items(
        &mut self,
        list: NodeRef<'a>,
        indices: &[usize],
        with_comments: bool,
    ) -> Result<(), EditObstacle> {
        if indices.is_empty() {
            return Ok(());
        }
        self.check_shared(list)?;
        let items: Vec<NodeRef<'a>> = list.items().collect();
        let flow = is_flow(list, self.text);
        if !flow && (0..items.len()).all(|index| indices.contains(&index)) {
            return Err(self.obstacle(list, "nothing would be left in the list"));
        }
        let mut index = 0;
        while let Some(item) = items.get(index) {
            let length = (index..items.len()).take_while(|index| indices.contains(index)).count();
            if length == 0 {
                index += 1;
                continue;
            }
            let last = items.get(index + length - 1).unwrap_or(item);
            let end = content_end(*last, self.text);
            for gone in items.iter().skip(index).take(length) {
                self.check_not_repeated_elsewhere(*gone)?;
            }
            if flow {
                let next = items.get(index + length).map(|next| next.span().start as usize);
                let before = index.checked_sub(1).and_then(|before| items.get(before));
                let start = item.span().start as usize;
                let span = match (next, before) {
                    (Some(next), _) => start..next,
                    (None, Some(before)) => content_end(*before, self.text)..end,
                    (None, None) => match removal::all(start, list, self.text) {
                        Some(span) => span,
                        None => return Err(self.obstacle(list, "a comment stands behind the last item; move it")),
                    },
                };
                self.edits.push(Edit { span, text: String::new() });
            } else {
                for position in index..index + length {
                    let next = items.get(position + 1).and_then(|next| beginning(*next, self.text));
                    if let Some(item) = items.get(position) {
                        self.remove_block_item(*item, next, with_comments)?;
                    }
                }
            }
            index += length;
        }
        Ok(())
    }

    fn remove_block_item(
        &mut self,
        item: NodeRef<'a>,
        next: Option<usize>,
        with_comments: bool,
    ) -> Result<(), EditObstacle> {
        let Some(dash) = beginning(item, self.text) else {
            return Err(self.obstacle(item, "an anchor or a tag stands before the item; write the value without it"));
        };
        if !begins_line(self.text, dash) {
            let end = content_end(item, self.text);
            let edit = next.and_then(|next| removal::behind_dash(dash, end, next, self.text));
            self.edits.extend(edit.clone());
            let reason = "a comment stands between the item and the next one, or a list in a list ends here; move it";
            return edit.map(drop).ok_or_else(|| self.obstacle(item, reason));
        }
        let start = if with_comments { leading_comments(self.text, dash) } else { line_start(self.text, dash) };
        let end = line_end(self.text, content_end(item, self.text));
        self.edits.push(Edit { span: start..end, text: String::new() });
        Ok(())
    }
}
