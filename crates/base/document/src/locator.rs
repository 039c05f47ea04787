//! Resolution of field paths to positions in the text.

use std::collections::HashMap;

use crate::tree::NodeId;
use crate::{FieldPath, Hints, NodeKind, NodeRef, Segment, Span};

/// A resolver from paths to values and their positions in the text.
///
/// Long lists and objects are indexed on first use, so that a thousand paths into a list of a thousand items cost a thousand steps,
/// not a million.
///
/// ```
/// use rootstock_document::{FieldPath, Locator, read};
/// let file = read::read("profile.yaml", b"kind: X\nspec:\n  types: [{name: a}]\n", &Default::default());
/// let mut locator = Locator::new(file.documents[0].object().unwrap().raw.node());
/// let path = FieldPath::root().field("spec").field("types").index(0).field("cpu");
/// let located = locator.locate(&path);
/// assert!(!located.exact); // there is no `cpu`: this is the item
/// assert_eq!(located.within[0].name, "a");
/// ```
#[derive(Debug)]
pub struct Locator<'a> {
    root: NodeRef<'a>,
    hints: &'static Hints,
    lists: HashMap<NodeId, Vec<NodeRef<'a>>>,
    objects: HashMap<NodeId, HashMap<&'a str, NodeRef<'a>>>,
}

/// The result of resolving a path.
#[derive(Debug, Clone)]
pub struct Located<'a> {
    /// The deepest node on the path that exists.
    pub node: NodeRef<'a>,
    /// The span to highlight: a scalar itself, or the key of a list or object.
    pub span: Span,
    /// Whether the full path exists; otherwise `node` is its deepest existing ancestor.
    pub exact: bool,
    /// The named list items along the path: `machineTypes` `small`.
    pub within: Vec<Named>,
}

/// A list item along a path, identified by its name instead of its index.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Named {
    /// The field name of the list: `machineTypes`.
    pub list: String,
    /// The item's `name`, or its `version` if it has no name.
    pub name: String,
}

/// The length from which lists and objects are indexed.
const INDEX_THRESHOLD: usize = 32;

impl<'a> Locator<'a> {
    /// Creates a locator for the document or object at `root`, where paths start.
    #[must_use]
    pub fn new(root: NodeRef<'a>) -> Self {
        Self::with_hints(root, &Hints::NONE)
    }

    /// Like [`Self::new`], but also finds fields that have another name or are on another level than in the path, according to the
    /// hints.
    #[must_use]
    pub fn with_hints(root: NodeRef<'a>, hints: &'static Hints) -> Self {
        Self { root, hints, lists: HashMap::new(), objects: HashMap::new() }
    }

    /// Follows a path as far as it exists.
    pub fn locate(&mut self, path: &FieldPath) -> Located<'a> {
        let mut node = self.root;
        let mut within = Vec::new();
        let mut list = "";
        let mut exact = true;
        for segment in path.segments() {
            let next = match segment {
                Segment::Field(name) => self.entry(node, name).or_else(|| self.find_misplaced(list, node, name)),
                // An object in the place of its list is the item itself.
                Segment::Index(0) if self.hints.implicit_item_in(node, list).is_some() => Some(node),
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
        within.shrink_to_fit();
        Located { node, span: highlighted_span(node), exact, within }
    }

    /// Returns a field that has another name or is on another level than in the path.
    fn find_misplaced(&self, list: &str, node: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
        let nested = self.hints.nested_field(list, node, name);
        nested.or_else(|| self.hints.implicit_item_in(node, name)).or_else(|| self.hints.by_old_name(list, node, name))
    }

    fn entry(&mut self, node: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
        if node.len() < INDEX_THRESHOLD {
            return node.get(name);
        }
        self.objects.entry(node.id()).or_insert_with(|| node.by_key()).get(name).copied()
    }

    fn item(&mut self, node: NodeRef<'a>, index: usize) -> Option<NodeRef<'a>> {
        if node.len() < INDEX_THRESHOLD {
            return node.items().nth(index);
        }
        self.items(node).get(index).copied()
    }

    /// Returns the items of a list, indexed from the first call on.
    pub(crate) fn items(&mut self, list: NodeRef<'a>) -> &[NodeRef<'a>] {
        self.lists.entry(list.id()).or_insert_with(|| list.items().collect())
    }
}

fn name_of(item: NodeRef<'_>) -> Option<String> {
    let named = ["name", "version"].into_iter().find_map(|key| item.get(key)?.raw_text());
    named.filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Returns the span to highlight for a node: a scalar itself, or the key of a list or object.
fn highlighted_span(node: NodeRef<'_>) -> Span {
    let span = node.span();
    match node.key_span() {
        Some(key) if node.kind() != NodeKind::Scalar || span.is_empty() => key,
        _ => span,
    }
}
