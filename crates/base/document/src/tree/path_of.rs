//! Conversion of nodes to paths.

use super::{NodeId, NodeKind, Tree};
use crate::FieldPath;

impl Tree {
    /// Returns the path of a node relative to `from`, which is the root or an ancestor. Aliases are not resolved: the path is the
    /// one at which the node is written.
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
                    // The path of a key is that of its value.
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
