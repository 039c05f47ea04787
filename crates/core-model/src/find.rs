//! From a field path to a node.

use crate::flavor_shape::item_field;
use crate::{FieldPath, NodeRef, Segment, Tree};

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
}

impl<'a> NodeRef<'a> {
    /// Follows a path from this node as far as it goes.
    #[must_use]
    pub fn find(self, path: &FieldPath) -> Found<'a> {
        let mut node = self;
        let mut list = "";
        for (steps, segment) in path.segments().iter().enumerate() {
            let next = match segment {
                Segment::Field(name) => item_field(list, node, name),
                Segment::Index(index) => node.items().nth(*index),
            };
            if let Segment::Field(name) = segment {
                list = name;
            }
            match next {
                Some(next) => node = next,
                None => return Found { node, steps, complete: false },
            }
        }
        Found { node, steps: path.segments().len(), complete: true }
    }
}
