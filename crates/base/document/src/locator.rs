//! From field paths to places in the text.

use std::collections::HashMap;

use crate::tree::NodeId;
use crate::{FieldPath, Hints, NodeKind, NodeRef, Segment, Span};

/// Finds the values that paths lead to, and their places in the text.
///
/// Long lists and objects are indexed when they are first walked, so that a thousand paths into a list of a thousand
/// items cost a thousand steps, not a million.
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

/// Where a path leads.
#[derive(Debug, Clone)]
pub struct Located<'a> {
    /// The deepest node on the path that exists.
    pub node: NodeRef<'a>,
    /// The place to show: a scalar itself, a list or object by its key.
    pub span: Span,
    /// Whether the path exists in full; otherwise this is what surrounds it.
    pub exact: bool,
    /// The named list items on the way: `machineTypes` `small`.
    pub within: Vec<Named>,
}

/// A list item on the way of a path, by the name that a person knows it by rather than its position.
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
        Self::with_hints(root, &Hints::NONE)
    }

    /// The same where fields may stand under another name or on another level than their paths say, as hints know them.
    #[must_use]
    pub fn with_hints(root: NodeRef<'a>, hints: &'static Hints) -> Self {
        Self { root, hints, lists: HashMap::new(), objects: HashMap::new() }
    }

    /// Follows a path as far as it goes.
    pub fn locate(&mut self, path: &FieldPath) -> Located<'a> {
        let mut node = self.root;
        let mut within = Vec::new();
        let mut list = "";
        let mut exact = true;
        for segment in path.segments() {
            let next = match segment {
                Segment::Field(name) => self.entry(node, name).or_else(|| self.as_written(list, node, name)),
                // An object in the place of its list is the item.
                Segment::Index(0) if self.hints.gathered_in(node, list).is_some() => Some(node),
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
        Located { node, span: shown(node), exact, within }
    }

    /// A field that stands under another name, or on another level, than its path says.
    fn as_written(&self, list: &str, node: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
        let nested = self.hints.nested_field(list, node, name);
        nested.or_else(|| self.hints.gathered_in(node, name)).or_else(|| self.hints.under_old_name(list, node, name))
    }

    fn entry(&mut self, node: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
        if node.len() < LONG {
            return node.get(name);
        }
        self.objects.entry(node.id()).or_insert_with(|| node.by_key()).get(name).copied()
    }

    fn item(&mut self, node: NodeRef<'a>, index: usize) -> Option<NodeRef<'a>> {
        if node.len() < LONG {
            return node.items().nth(index);
        }
        let items = self.lists.entry(node.id()).or_insert_with(|| node.items().collect());
        items.get(index).copied()
    }
}

fn name_of(item: NodeRef<'_>) -> Option<String> {
    let named = ["name", "version"].into_iter().find_map(|key| item.get(key)?.raw_text());
    named.filter(|name| !name.is_empty()).map(str::to_owned)
}

/// What is marked for a node: a scalar itself, a list or object by its key.
fn shown(node: NodeRef<'_>) -> Span {
    let span = node.span();
    match node.key_span() {
        Some(key) if node.kind() != NodeKind::Scalar || span.is_empty() => key,
        _ => span,
    }
}
