//! Translation of fixes, which refer to fields, to edits, which refer to bytes.

use crate::editor::comments;
use crate::editor::extent::{is_flow, own_fields};
use crate::{After, Change, Edit, Editor, Field, FieldPath, Fix, Fragment, Item, Locator, NodeRef, Replaced, Segment};

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
            Change::Rewrite { path, fields, name, value, merged } => {
                let object = locate(locator, path)?;
                let nodes = replaced_fields(object, fields);
                let field = if merged.is_empty() {
                    self.with_comments(object, fields, Field::new(name, Fragment::of(value.node())))
                } else {
                    let others = merged.iter().map(|path| locate(locator, path));
                    let objects: Vec<NodeRef<'a>> = [Some(object)].into_iter().chain(others).collect::<Option<_>>()?;
                    self.remove_items_at(locator, merged).ok()?;
                    let items =
                        objects.iter().zip(value.node().items()).enumerate().filter_map(|(place, (object, value))| {
                            let lost = if place == 0 { Vec::new() } else { self.comments_of_rest(*object, fields) };
                            self.item_with_comments(*object, fields, value, lost)
                        });
                    Field::new(name, Fragment::List(items.collect()))
                };
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
                    Segment::Index(index) => self.remove_some_of(around, locator.items(around), &[*index], false),
                }
            }
            Change::Unwrap { path, child } => self.unwrap(locate(locator, path)?, child),
        }
        .ok()
    }

    /// Adds the comments of the fields of an object that a new field replaces.
    fn with_comments(&self, object: NodeRef<'_>, fields: &[String], mut new: Field<'a>) -> Field<'a> {
        if !is_flow(object, self.text) {
            comments::carry_over(&replaced_fields(object, fields), self.text, &mut new);
        }
        new
    }

    /// Returns the item of a list that the fields of an object become, with their comments below others.
    fn item_with_comments(
        &self,
        object: NodeRef<'a>,
        fields: &[String],
        value: NodeRef<'_>,
        mut comments: Vec<String>,
    ) -> Option<Item<'a>> {
        let list = Fragment::List(vec![Item::new(Fragment::of(value))]);
        let field = self.with_comments(object, fields, Field::new("", list));
        let Fragment::List(items) = field.value else { return None };
        let Some(Item::New { value, above }) = items.into_iter().next() else { return None };
        comments.extend(field.above.into_iter().chain(field.behind).chain(above));
        Some(Item::New { value, above: comments })
    }

    /// Returns the comments of an item and of its fields that are not replaced.
    fn comments_of_rest(&self, object: NodeRef<'_>, fields: &[String]) -> Vec<String> {
        let replaced = replaced_fields(object, fields);
        let rest = own_fields(object)
            .into_iter()
            .enumerate()
            .filter(|(_, field)| replaced.iter().all(|one| one.id() != field.id()));
        let of_field = |(place, field): (usize, NodeRef<'_>)| {
            // Those above the first field are those of the item.
            let above = if place == 0 { Vec::new() } else { self.comments_above(field) };
            above.into_iter().chain(self.comment_after(field))
        };
        self.comments_above(object).into_iter().chain(rest.flat_map(of_field)).collect()
    }
}

/// Returns the fields of an object that are replaced.
fn replaced_fields<'a>(object: NodeRef<'a>, fields: &[String]) -> Vec<NodeRef<'a>> {
    let is_replaced =
        |field: &NodeRef<'_>| field.key().is_some_and(|key| fields.iter().any(|replaced| replaced == key));
    own_fields(object).into_iter().filter(is_replaced).collect()
}

/// Returns the node at a path, if the full path exists.
fn locate<'a>(locator: &mut Locator<'a>, path: &FieldPath) -> Option<NodeRef<'a>> {
    let located = locator.locate(path);
    located.exact.then_some(located.node)
}
