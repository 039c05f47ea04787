//! Items of the provider section for single machine types and regions, apart from images.

use rootstock_core_model::{FieldPath, NodeRef};
use rootstock_document::{CopyAction, Fragment, Item};
use rootstock_provider_api::KeyedBy;

use crate::Refusal;
use crate::base::Base;
use crate::differences::is;
use crate::draft::Draft;

/// An item of a list of the provider section.
pub(crate) struct KeyedItem {
    pub(crate) list: FieldPath,
    pub(crate) index: usize,
    /// The field with the name of the machine type or region.
    pub(crate) key: &'static str,
}

impl KeyedItem {
    /// Returns every item of a machine type or region.
    pub(crate) fn all(base: &Base, names: KeyedBy, name: &str) -> Vec<Self> {
        let mut found = Vec::new();
        let lists = base.profile().config().map(|config| config.extension().keyed_lists.all()).unwrap_or_default();
        for list in lists.into_iter().filter(|list| list.names == names) {
            let Ok(node) = base.node(&list.path()) else { continue };
            let items = node.items().enumerate();
            let own = items.filter(|(_, item)| item.get(list.key).and_then(NodeRef::raw_text) == Some(name));
            found.extend(own.map(|(index, _)| Self { list: list.path(), index, key: list.key }));
        }
        found
    }

    pub(crate) fn path(&self) -> FieldPath {
        self.list.clone().index(self.index)
    }

    /// Inserts a copy with another name after the item; `change` returns the other differences.
    pub(crate) fn copy<'p>(
        &self,
        draft: &mut Draft<'p>,
        name: &str,
        change: &mut dyn FnMut(NodeRef<'_>) -> CopyAction<'p>,
    ) -> Result<(), Refusal> {
        let (list, old) = (draft.base.node(&self.list)?, draft.base.node(&self.path())?);
        let key = old.get(self.key);
        let mut change = |node: NodeRef<'_>| match key {
            Some(key) if is(key, node) => CopyAction::Text(name.to_owned()),
            _ => change(node),
        };
        if let Some(copy) = Fragment::copied(old, &mut change) {
            draft.editor.insert_items(list, self.index + 1, &[Item::new(copy)])?;
        }
        Ok(())
    }
}
