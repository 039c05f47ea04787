//! The images of the version that is copied, and the paths of their references.

use rootstock_core_model::{Capabilities, FieldPath, NodeRef, Segment};
use rootstock_document::{CopyAction, Fragment, Item};

use crate::Refusal;
use crate::base::Base;
use crate::differences::is;
use crate::draft::Draft;

/// An image: a flavor, or the image of one architecture of a version in the legacy format.
#[derive(Debug)]
pub(crate) struct Artifact {
    /// The provider's entry that contains it.
    pub(crate) entry: FieldPath,
    pub(crate) flavor: Option<FieldPath>,
    pub(crate) capabilities: Capabilities,
    pub(crate) slots: Vec<Slot>,
}

/// The place of one reference.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    pub(crate) path: FieldPath,
    /// The only region in which the reference is valid, if there is one.
    pub(crate) region: Option<String>,
    /// The item of `regions` that contains the reference, if any.
    pub(crate) item: Option<FieldPath>,
}

impl Slot {
    /// Inserts a copy of its item of `regions` after that item, for another region.
    pub(crate) fn insert_copy(&self, draft: &mut Draft<'_>, region: &str, reference: &str) -> Result<(), Refusal> {
        let Some((item, (list, index))) = self.item.as_ref().and_then(|item| Some((item, item.list_and_index()?)))
        else {
            return Ok(());
        };
        let (list, old, slot) = (draft.base.node(&list)?, draft.base.node(item)?, draft.base.node(&self.path)?);
        let name = old.get("name");
        let mut change = |node: NodeRef<'_>| match name {
            Some(name) if is(name, node) => CopyAction::Text(region.to_owned()),
            _ if is(slot, node) => CopyAction::Text(reference.to_owned()),
            _ => CopyAction::AsIs,
        };
        if let Some(copy) = Fragment::copied(old, &mut change) {
            draft.editor.insert_items(list, index + 1, &[Item::new(copy)])?;
        }
        Ok(())
    }
}

impl Artifact {
    /// Collects the images of some entries in document order.
    pub(crate) fn all(base: &Base, entries: &[FieldPath]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for reference in base.references_below(entries) {
            let path = reference.path.artifact();
            let Some((entry, below)) = entries.iter().find_map(|entry| Some((entry, below(path, entry)?))) else {
                continue;
            };
            let flavor = (!below.is_empty()).then(|| FieldPath::clone(path));
            let item = reference.path.region_item();
            let slot = Slot { path: reference.path.to_field_path(), region: reference.region.clone(), item };
            let is_it = |one: &&mut Self| {
                one.entry == *entry && one.flavor == flavor && one.capabilities == reference.capabilities
            };
            match all.iter_mut().find(is_it) {
                Some(artifact) => artifact.slots.push(slot),
                None => all.push(Self {
                    entry: entry.clone(),
                    flavor,
                    capabilities: reference.capabilities.clone(),
                    slots: vec![slot],
                }),
            }
        }
        all
    }
}

/// Returns the rest of a path below its prefix `above`.
fn below<'p>(path: &'p FieldPath, above: &FieldPath) -> Option<&'p [Segment]> {
    path.segments().strip_prefix(above.segments())
}
