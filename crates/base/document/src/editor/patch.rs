//! Translation of fixes, which refer to fields, to edits, which refer to bytes.

use crate::editor::comments;
use crate::editor::extent::{is_flow, own_fields};
use crate::{After, Change, Edit, Editor, Field, FieldPath, Fix, Fragment, Locator, NodeRef, Replaced, Segment};

impl<'a> Editor<'a> {
    /// Returns the edits that apply `fix` to the document of `locator`; `None` if one of its steps would require guessing. Discards
    /// all previous edits of the editor.
    #[must_use]
    pub fn fix(&mut self, fix: &Fix, locator: &mut Locator<'a>) -> Option<Vec<Edit>> {
        self.edits.clear();
        let applied = fix.changes.iter().try_for_each(|change| self.apply_change(change, locator));
        // Discard the edits of incomplete steps.
        let edits = self.take();
        applied.filter(|()| !edits.is_empty()).map(|()| edits)
    }

    fn apply_change(&mut self, change: &Change, locator: &mut Locator<'a>) -> Option<()> {
        match change {
            Change::Replace { path, text } => self.replace_source(locate(locator, path)?, text),
            Change::RenameKey { path, name } => self.rename_key(locate(locator, path)?, name),
            Change::Add { path, value } => {
                let around = locate(locator, &path.parent()?)?;
                let Segment::Field(name) = path.segments().last()? else { return None };
                self.add_field(around, After(&[]), name, Fragment::of(value.node()))
            }
            Change::Rewrite { path, fields, name, value } => {
                let object = locate(locator, path)?;
                let nodes = own_fields(object)
                    .into_iter()
                    .filter(|field| field.key().is_some_and(|key| fields.iter().any(|replaced| replaced == key)));
                let nodes: Vec<NodeRef<'_>> = nodes.collect();
                let mut field = Field::new(name, Fragment::of(value.node()));
                if !is_flow(object, self.text) {
                    comments::carry_over(&nodes, self.text, &mut field);
                }
                // Comments above the first field stay above the new one.
                let first = nodes.first().and_then(|field| field.key());
                let replaced: Vec<Replaced<'_>> =
                    fields.iter().map(|key| Replaced { key, with_comments: Some(key.as_str()) != first }).collect();
                self.replace_fields(object, &replaced, field)
            }
            Change::Remove { path } => {
                let around = locate(locator, &path.parent()?)?;
                match path.segments().last()? {
                    Segment::Field(name) => self.remove_fields(around, &[name]),
                    Segment::Index(index) => self.remove_items(around, &[*index], false),
                }
            }
            Change::Unwrap { path, child } => self.unwrap(locate(locator, path)?, child),
        }
        .ok()
    }
}

/// Returns the node at a path, if the full path exists.
fn locate<'a>(locator: &mut Locator<'a>, path: &FieldPath) -> Option<NodeRef<'a>> {
    let located = locator.locate(path);
    located.exact.then_some(located.node)
}
