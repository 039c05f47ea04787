//! A file after an edit of its text, without reading all of it again.
//!
//! The smallest entry or item in block style around the edit is read by itself; everything behind it moves. Where that could be
//! wrong (aliases, a second document, a key that changes, whatever the direct reader declines) the whole file is read.

use std::sync::Arc;

use super::{File, direct, objects, read, split};
use crate::read::InputText;
use crate::tree::{Edited, NodeId};
use crate::{Edit, NodeKind, NodeRef, ReadLimits, Span, Tree};

impl File {
    /// The file with `edit` made in its text; `None` if the edit reaches beyond the text or cuts a character.
    ///
    /// It is what [`read`](super::read()) makes of the edited text, and costs much less where the edit stands within one entry or
    /// item of a long document in block style.
    ///
    /// ```
    /// use rootstock_document::{Edit, read};
    /// let file = read::read("a.yaml", b"kind: X\nspec:\n  types:\n  - name: a\n", &Default::default());
    /// let edit = Edit { span: 33..34, text: "small".to_owned() };
    /// let edited = file.edited(&edit, &Default::default()).unwrap();
    /// assert_eq!(&**edited.source.text(), "kind: X\nspec:\n  types:\n  - name: small\n");
    /// ```
    #[must_use]
    pub fn edited(&self, edit: &Edit, limits: &ReadLimits) -> Option<Self> {
        let text = self.text_with(edit)?;
        Some(self.in_place(edit, &text, limits).unwrap_or_else(|| read(self.source.name(), text.as_bytes(), limits)))
    }

    /// The file with another text, by reading what is different; `None` where that is not enough, and all of it is to be
    /// [read](super::read_text).
    ///
    /// ```
    /// use rootstock_document::read::{self, InputText};
    /// let file = read::read("a.yaml", b"kind: X\nspec:\n  types:\n  - name: a\n", &Default::default());
    /// let text = InputText::new("a.yaml", b"kind: X\nspec:\n  types:\n  - name: small\n");
    /// let changed = file.with_text(&text, &Default::default()).unwrap();
    /// assert_eq!(changed.source.text(), text.text());
    /// ```
    #[must_use]
    pub fn with_text(&self, text: &InputText, limits: &ReadLimits) -> Option<Self> {
        let is_text = text.invalid.is_empty() && text.fault.is_none() && text.name() == self.source.name();
        if !is_text {
            return None;
        }
        self.in_place(&Edit::between(self.source.text(), text.text()), text.text(), limits)
    }

    /// [`File::edited`] where not all of the file had to be read. For tests.
    #[doc(hidden)]
    #[must_use]
    pub fn edited_in_place(&self, edit: &Edit, limits: &ReadLimits) -> Option<Self> {
        let text = self.text_with(edit)?;
        self.in_place(edit, &text, limits)
    }

    fn text_with(&self, edit: &Edit) -> Option<Arc<String>> {
        let text = self.source.text();
        let (before, after) = (text.get(..edit.span.start)?, text.get(edit.span.end..)?);
        text.get(edit.span.clone())?;
        let mut edited = String::with_capacity(before.len() + edit.text.len() + after.len());
        edited.push_str(before);
        edited.push_str(&edit.text);
        edited.push_str(after);
        Some(edited.into())
    }

    fn in_place(&self, edit: &Edit, text: &Arc<String>, limits: &ReadLimits) -> Option<Self> {
        let first = self.documents.first()?;
        let is_simple = self.source.invalid.is_empty()
            && self.documents.iter().all(|document| document.number == 0 && document.problems.is_empty());
        // What was longer than a document was not read into one tree.
        let is_one_tree = self.source.text().len() <= limits.document_bytes;
        if !is_simple || !is_one_tree || u32::try_from(text.len()).is_err() {
            return None;
        }
        let tree = first.raw()?.node().tree();
        let mut chunks = split::chunks(text);
        let chunk = chunks.next().filter(|_| chunks.next().is_none())?;
        if chunk.span.range().len() > limits.document_bytes {
            return None;
        }
        let shift = edit.text.len() as i64 - edit.span.len() as i64;
        let end = (i64::from(chunk.span.end) - shift) as usize;
        let part = Part::around(tree, edit, end)?;
        let span = Span::new(part.start as u32, (part.end as i64 + shift) as u32);
        let depth = (limits.depth + 1).checked_sub(part.ancestors.len())?;
        let (read, oddities, untold) = direct::parse(text, span, &ReadLimits { depth, ..*limits })?;
        if !oddities.is_empty() || untold > 0 {
            return None;
        }
        let edited =
            Edited { source: text, shift, ancestors: &part.ancestors, value: part.value, end: span.end, read: &read };
        let tree = tree.edited(&edited, limits)?;
        let source = Arc::new(InputText::of(self.source.name(), text));
        Some(Self { documents: objects(&tree, 0, chunk.span), source })
    }
}

/// The part of a document that is read again.
struct Part {
    /// The lines of it in the text before the edit.
    start: usize,
    end: usize,
    /// The value of the entry, or the item.
    value: NodeId,
    /// The lists and objects around it, outermost first.
    ancestors: Vec<NodeId>,
}

impl Part {
    /// The smallest part around an edit of a tree whose text ends at `end`.
    fn around(tree: &Tree, edit: &Edit, end: usize) -> Option<Self> {
        let text: &str = tree.source();
        let mut found = None;
        let (mut at, mut end) = (tree.root(), end);
        let mut ancestors = Vec::new();
        loop {
            ancestors.push(at.id());
            let Some((child, next)) = child_around(at, text, edit) else { return found };
            end = next.unwrap_or(end);
            if edit.span.end > end || (edit.span.end == end && end < text.len()) {
                return found;
            }
            let (line, fixed) = beginning(child, text)?;
            if let Some(start) = line.filter(|_| edit.span.start >= fixed) {
                found = Some(Self { start, end, value: child.id(), ancestors: ancestors.clone() });
            }
            at = child;
        }
    }
}

/// The last child that begins before the edit, and where the lines of the next one begin.
fn child_around<'a>(node: NodeRef<'a>, text: &str, edit: &Edit) -> Option<(NodeRef<'a>, Option<usize>)> {
    let start = node.span().start;
    let is_flow = match (node.kind(), text.as_bytes().get(start as usize)) {
        (NodeKind::Object, Some(b'{')) => true,
        // A list below its key begins with its first item, which may be in brackets.
        (NodeKind::List, Some(b'[')) => node.items().next().is_none_or(|first| first.span().start != start),
        _ => false,
    };
    if is_flow || node.is_alias() {
        return None;
    }
    let children: &mut dyn Iterator<Item = NodeRef<'a>> = match node.kind() {
        NodeKind::Object => &mut node.entries().map(|(_, value)| value),
        NodeKind::List => &mut node.items(),
        NodeKind::Scalar => return None,
    };
    let mut last = None;
    for child in children {
        let start = child.key_span().unwrap_or(child.span()).range().start;
        if start > edit.span.start {
            return last.map(|last| (last, Some(line_start(text, start))));
        }
        last = Some(child);
    }
    last.map(|last| (last, None))
}

/// Where the lines of a child in block style begin, if it does not share them, and up to where they must stay as they are.
fn beginning(child: NodeRef<'_>, text: &str) -> Option<(Option<usize>, usize)> {
    let (first, fixed) = match child.key_span() {
        Some(key) => (key.range().start, key.range().end),
        None => (child.span().range().start, child.span().range().start),
    };
    let start = line_start(text, first);
    let before = text.get(start..first)?.trim_start_matches(' ');
    let is_alone = match child.key_span() {
        Some(_) => before.is_empty(),
        None => before.strip_prefix('-').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte == b' ')),
    };
    Some((is_alone.then_some(start), fixed))
}

fn line_start(text: &str, offset: usize) -> usize {
    text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}
