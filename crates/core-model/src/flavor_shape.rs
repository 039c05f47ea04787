//! The two shapes of a flavor. In the core section an item of `capabilityFlavors` is the map of capabilities itself, in the
//! provider's section the map stands below `capabilities`. Writing the one as the other is so common that the core section
//! is read as if the level were not there. What follows from that is here.

#[cfg(feature = "read")]
use crate::{FieldPath, Segment};
use crate::{NodeKind, NodeRef};

/// The list of flavors.
const FLAVORS: &str = "capabilityFlavors";

/// The level that flavors of the provider's section have.
pub(crate) const LEVEL: &str = "capabilities";

/// The map of capabilities in a flavor that has the level; `None` if there is no such level. A capability that is called so
/// has a list of values, not an object.
pub(crate) fn below_level(flavor: NodeRef<'_>) -> Option<NodeRef<'_>> {
    flavor.get(LEVEL).filter(|nested| nested.kind() == NodeKind::Object)
}

/// The value under a key of an item of `list`: of a flavor with the level also what stands below that, because its path does
/// not have it.
#[must_use]
pub fn item_field<'a>(list: &str, item: NodeRef<'a>, key: &str) -> Option<NodeRef<'a>> {
    item.get(key).or_else(|| below_level(item).filter(|_| list == FLAVORS)?.get(key))
}

/// Whether a path is that of a capability of a flavor in the core section.
#[cfg(feature = "read")]
pub(crate) fn is_capability(path: &FieldPath) -> bool {
    let names = ["spec", "machineImages", "", "versions", "", FLAVORS, "", "*"];
    path.segments().len() == names.len()
        && path.segments().iter().zip(names).all(|(segment, name)| match segment {
            Segment::Field(field) => name == "*" || field == name,
            Segment::Index(_) => name.is_empty(),
        })
}
