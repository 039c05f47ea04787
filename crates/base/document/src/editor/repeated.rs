//! Values that aliases repeat: changing one would have an effect in two places, and removing one would leave dangling aliases.

use std::ops::Range;

use super::{EditObstacle, Editor, Fragment, REPEATED};
use crate::NodeRef;

impl Editor<'_> {
    /// Checks that a change to a node would not have an effect in two places.
    pub(super) fn check_shared(&self, node: NodeRef<'_>) -> Result<(), EditObstacle> {
        if node.is_alias() {
            return Err(self.obstacle(node, "an alias (`*…`) cannot be edited; write the value out"));
        }
        self.check_repeated(node.span().range(), node)
    }

    /// Checks that a range is not part of a repeated value; otherwise reports an obstacle at `node`.
    pub(super) fn check_repeated(&self, span: Range<usize>, node: NodeRef<'_>) -> Result<(), EditObstacle> {
        match self.repeated.iter().any(|repeated| repeated.start <= span.start && span.end <= repeated.end) {
            true => Err(self.obstacle(node, REPEATED)),
            false => Ok(()),
        }
    }

    /// Checks that a node to remove contains nothing that is repeated elsewhere.
    pub(super) fn check_not_repeated_elsewhere(&self, node: NodeRef<'_>) -> Result<(), EditObstacle> {
        let span = node.span().range();
        let holds = |repeated: &Range<usize>| span.start <= repeated.start && repeated.end <= span.end;
        match !node.is_alias() && self.repeated.iter().any(holds) {
            true => Err(self.obstacle(node, REPEATED)),
            false => Ok(()),
        }
    }

    /// Like [`Self::check_not_repeated_elsewhere`], but the replacement may keep repeated values: a value that moves keeps its
    /// content, but loses the anchor before it.
    pub(super) fn check_moved_along(&self, node: NodeRef<'_>, instead: &Fragment<'_>) -> Result<(), EditObstacle> {
        let span = node.span().range();
        let mut taken = Vec::new();
        instead.add_moved(&mut taken);
        let is_lost = |repeated: &Range<usize>| {
            let takes =
                |moved: &Range<usize>| moved != repeated && moved.start <= repeated.start && repeated.end <= moved.end;
            span.start <= repeated.start && repeated.end <= span.end && !taken.iter().any(takes)
        };
        match !node.is_alias() && self.repeated.iter().any(is_lost) {
            true => Err(self.obstacle(node, REPEATED)),
            false => Ok(()),
        }
    }
}
