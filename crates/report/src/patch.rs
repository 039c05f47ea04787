//! From a fix, which speaks of fields, to edits, which speak of bytes.
//!
//! Every fix is tried on the text it is for; one that cannot be made without guessing yields no edits, and the report
//! then says in words what to do.

use rootstock_core_model::{Change, FieldPath, Fix, NodeRef, Segment};
use rootstock_text_edits::{After, Fragment};

use crate::{Edit, Locator};

/// The edits that make `fix` in the document of `locator`; `None` when one of its steps cannot be made.
#[must_use]
pub fn edits(fix: &Fix, locator: &mut Locator<'_>) -> Option<Vec<Edit>> {
    let made = fix.changes.iter().try_for_each(|change| make(change, locator));
    // What a step has done that could not be finished is thrown away.
    let edits = locator.editor().take();
    made.filter(|()| !edits.is_empty()).map(|()| edits)
}

fn make(change: &Change, locator: &mut Locator<'_>) -> Option<()> {
    match change {
        Change::Replace { path, text } => {
            let scalar = locate(locator, path)?;
            locator.editor().replace_source(scalar, text)
        }
        Change::RenameKey { path, name } => {
            let field = locate(locator, path)?;
            locator.editor().rename_key(field, name)
        }
        Change::Add { path, value } => {
            let around = locate(locator, &path.parent()?)?;
            let Segment::Field(name) = path.segments().last()? else { return None };
            locator.editor().add_field(around, After(&[]), name, Fragment::of(value.node()))
        }
        Change::Remove { path } => {
            let around = locate(locator, &path.parent()?)?;
            match path.segments().last()? {
                Segment::Field(name) => locator.editor().remove_fields(around, &[name]),
                Segment::Index(index) => locator.editor().remove_items(around, &[*index], false),
            }
        }
        Change::Unwrap { path, child } => {
            let object = locate(locator, path)?;
            locator.editor().unwrap(object, child)
        }
    }
    .ok()
}

/// The node at a path that exists in full.
fn locate<'a>(locator: &mut Locator<'a>, path: &FieldPath) -> Option<NodeRef<'a>> {
    let located = locator.locate(path);
    located.place.exact.then_some(located.node)
}
