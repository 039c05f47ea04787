//! From field paths to places in the text.

use std::collections::HashMap;

use rootstock_core_model::{FieldPath, NodeKind, NodeRef, Segment, item_field};
use rootstock_text_edits::Editor;

use crate::Place;

/// Finds the places of many findings in one document.
///
/// Long lists and objects are indexed when they are first walked, so that a thousand findings in a list of a thousand
/// items cost a thousand steps, not a million.
#[derive(Debug)]
pub struct Locator<'a> {
    root: NodeRef<'a>,
    lists: HashMap<u32, Vec<NodeRef<'a>>>,
    objects: HashMap<u32, HashMap<&'a str, NodeRef<'a>>>,
    /// Made when the first fix is: it looks at the whole document once.
    editor: Option<Editor<'a>>,
}

/// Where a path leads.
#[derive(Debug, Clone)]
pub struct Located<'a> {
    /// The deepest node on the path that exists.
    pub node: NodeRef<'a>,
    /// The place to show.
    pub place: Place,
    /// The named list items on the way: `machineTypes` `small`.
    pub within: Vec<Named>,
}

/// A list item on the way to a finding, by the name that a person knows it by rather than its position.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Named {
    /// The list: `machineTypes`.
    pub list: String,
    /// The item's `name`, or else its `version`.
    pub name: String,
}

/// From this length on, lists and objects are indexed.
const LONG: usize = 32;

impl<'a> Locator<'a> {
    /// For the document, or the object, at `root`; paths start there.
    #[must_use]
    pub fn new(root: NodeRef<'a>) -> Self {
        Self { root, lists: HashMap::new(), objects: HashMap::new(), editor: None }
    }

    /// Follows a path as far as it goes.
    pub fn locate(&mut self, path: &FieldPath) -> Located<'a> {
        let mut node = self.root;
        let mut within = Vec::new();
        let mut list = "";
        let mut exact = true;
        for segment in path.segments() {
            let next = match segment {
                Segment::Field(name) => self.entry(node, name).or_else(|| item_field(list, node, name)),
                Segment::Index(index) => self.item(node, *index),
            };
            let Some(next) = next else {
                exact = false;
                break;
            };
            node = next;
            match segment {
                Segment::Field(name) => list = name,
                Segment::Index(_) => within.extend(name_of(node).map(|name| Named { list: list.to_owned(), name })),
            }
        }
        Located { node, place: Place { span: shown(node), exact }, within }
    }

    /// The editor of the document.
    pub(crate) fn editor(&mut self) -> &mut Editor<'a> {
        let tree = self.root.tree();
        self.editor.get_or_insert_with(|| Editor::new(tree))
    }

    fn entry(&mut self, node: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
        if node.len() < LONG {
            return node.get(name);
        }
        let index = self.objects.entry(node.span().start).or_insert_with(|| node.entries().collect());
        index.get(name).copied()
    }

    fn item(&mut self, node: NodeRef<'a>, index: usize) -> Option<NodeRef<'a>> {
        if node.len() < LONG {
            return node.items().nth(index);
        }
        let items = self.lists.entry(node.span().start).or_insert_with(|| node.items().collect());
        items.get(index).copied()
    }
}

fn name_of(item: NodeRef<'_>) -> Option<String> {
    let named = ["name", "version"].into_iter().find_map(|key| item.get(key)?.raw_text());
    named.filter(|name| !name.is_empty()).map(str::to_owned)
}

/// What is marked for a node: a scalar itself, a list or object by its key.
fn shown(node: NodeRef<'_>) -> std::ops::Range<usize> {
    let span = node.span();
    match node.key_span() {
        Some(key) if node.kind() != NodeKind::Scalar || span.is_empty() => key.range(),
        _ => span.range(),
    }
}
