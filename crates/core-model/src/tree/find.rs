//! From a field path to a node, and back.

use super::{NodeId, NodeKind, NodeRef, Tree};
use crate::{FieldPath, Segment};

/// What a path leads to.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    /// The deepest node on the path that exists.
    pub node: NodeRef<'a>,
    /// How many steps of the path lead there.
    pub steps: usize,
    /// Whether that is the whole path.
    pub complete: bool,
}

impl Tree {
    /// Follows a path from the root as far as it goes.
    ///
    /// ```
    /// # #[cfg(feature = "read")] {
    /// use rootstock_core_model::{FieldPath, read};
    /// let file = read::read("profile.yaml", b"kind: X\nspec:\n  types: [{name: a}]\n", &Default::default());
    /// let node = file.documents[0].object().unwrap().raw.node();
    /// let path = FieldPath::root().field("spec").field("types").index(0).field("cpu");
    /// let found = node.find(&path);
    /// assert!(!found.complete);
    /// assert_eq!(found.steps, 3);
    /// # }
    /// ```
    #[must_use]
    pub fn find(&self, path: &FieldPath) -> Found<'_> {
        self.root().find(path)
    }

    /// The path of a node from `from`, which is the root or an object above it. An alias is not followed: the path is
    /// that of the place where the node is written.
    pub(crate) fn path_of(&self, from: NodeId, id: NodeId) -> FieldPath {
        let mut path = FieldPath::root();
        let mut at = from;
        'down: while at != id {
            let mut child = NodeId(at.0 + 1);
            let is_list = self.node(at).kind() == NodeKind::List;
            let mut index = 0;
            while child <= id && child < self.after(at) {
                let value = if is_list { child } else { NodeId(child.0 + 1) };
                let next = self.after(value);
                if id < next {
                    path = if is_list {
                        path.index(index)
                    } else {
                        path.field(self.text(self.resolved(child)).to_owned())
                    };
                    // A key has the path of its value.
                    if id == child && !is_list {
                        return path;
                    }
                    at = value;
                    continue 'down;
                }
                child = next;
                index += 1;
            }
            break;
        }
        path
    }
}

impl<'a> NodeRef<'a> {
    /// Follows a path from this node as far as it goes.
    #[must_use]
    pub fn find(self, path: &FieldPath) -> Found<'a> {
        let mut node = self;
        for (steps, segment) in path.segments().iter().enumerate() {
            let next = match segment {
                Segment::Field(name) => node.get(name).or_else(|| in_nested_flavor(node, path, steps, name)),
                Segment::Index(index) => node.items().nth(*index),
            };
            match next {
                Some(next) => node = next,
                None => return Found { node, steps, complete: false },
            }
        }
        Found { node, steps: path.segments().len(), complete: true }
    }
}

/// A capability of a flavor that is written in the provider's shape, below a `capabilities` level that its path does not
/// have: the decoder reads it as if the level were not there, and so do findings.
fn in_nested_flavor<'a>(node: NodeRef<'a>, path: &FieldPath, steps: usize, name: &str) -> Option<NodeRef<'a>> {
    let before = path.segments().get(..steps)?;
    let [.., Segment::Field(list), Segment::Index(_)] = before else { return None };
    let nested = node.get("capabilities").filter(|nested| nested.kind() == NodeKind::Object)?;
    if list == "capabilityFlavors" { nested.get(name) } else { None }
}
