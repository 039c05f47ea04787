//! What is known of the objects at hand, as data of those who know them: types of scalars, and what authors get wrong.

use crate::{NodeKind, NodeRef};

/// Well-known mistakes about fields, and scalars with a syntax of their own. A field that no hint knows is compared with those
/// that there are.
///
/// Names are the caller's: a [`Problem`](crate::Problem) that comes of a hint has the hint's.
#[derive(Debug)]
pub struct Hints {
    /// Fields that had other names once.
    pub renamed: &'static [Renamed],
    /// Levels that there are not.
    pub needless: &'static [NeedlessLevel],
    /// Fields that stand in another object.
    pub elsewhere: &'static [Elsewhere],
    /// Items of lists that are written in a shorter form.
    pub shorthands: &'static [Shorthand],
    /// The fields by which objects are known, the best first: one of them is meant by the text that stands for an object. Without a
    /// [`Shorthand`] that is only told.
    pub identifying: &'static [&'static str],
    /// Items of lists whose content stands beside the list.
    pub gathered: &'static [Gathered],
    /// Levels that items of a list have in another place, and not here.
    pub nested: &'static [NestedLevel],
    /// Scalars with a syntax of their own.
    pub scalars: &'static [ScalarSyntax],
}

/// A field that had another name once. It is reported, and read as if it had the new one; the [`Locator`](crate::Locator) finds
/// it under both.
#[derive(Debug)]
pub struct Renamed {
    /// The name of the hint.
    pub name: &'static str,
    /// The name it had.
    pub old: &'static str,
    /// The name it has; a field of the object.
    pub new: &'static str,
    /// The list in whose items it had that name; empty for every object that has a field of the new name.
    pub list: &'static str,
    /// Where the old name is from: `the name in a draft`.
    pub from: &'static str,
    /// How its value has changed, as a clause.
    pub shape: &'static str,
    /// How its items were written: the token of a [`Shorthand`], empty if they have not changed.
    pub items: &'static str,
}

/// Objects in a list that are known by a name, and are often written as the name alone, or as an object of name and value
/// instead of the list. Both are reported, and read as what they mean.
#[derive(Debug)]
pub struct Shorthand {
    /// The struct that reads an item, by its name in Rust.
    pub token: &'static str,
    /// The field with the name.
    pub key: &'static str,
    /// The field with the value, for items that have one beside their name; else empty.
    pub value: &'static str,
}

/// Fields of an object that belong into an item of one of its lists: `{a: 1, level: {…}}` for `{list: [{a: 1, level: {…}}]}`.
/// They are reported, and read as such an item.
#[derive(Debug)]
pub struct Gathered {
    /// The name of the hint.
    pub name: &'static str,
    /// The field that is written, an object.
    pub level: &'static str,
    /// The list that it belongs into.
    pub list: &'static str,
    /// A field that the object has, by which it is known.
    pub known_by: &'static str,
    /// What goes into the item beside the level.
    pub beside: Beside,
    /// What is wrong.
    pub detail: &'static str,
}

/// What belongs into the item of a [`Gathered`] list.
#[derive(Debug)]
pub enum Beside {
    /// The level alone, which is the item itself.
    Nothing,
    /// The level and every field but these. What the level says already is left out.
    AllBut(&'static [&'static str]),
}

/// A level that there is not: what stands below it stands in the object itself.
#[derive(Debug)]
pub struct NeedlessLevel {
    /// The name of the hint.
    pub name: &'static str,
    /// The field that is written.
    pub level: &'static str,
    /// A field that the object has, by which it is known.
    pub known_by: &'static str,
    /// What is wrong.
    pub detail: &'static str,
}

/// Fields that stand in another object.
#[derive(Debug)]
pub struct Elsewhere {
    /// The fields.
    pub fields: &'static [&'static str],
    /// A field that the object has, by which it is known.
    pub known_by: &'static str,
    /// Whose the fields are, behind the name of the field.
    pub detail: &'static str,
    /// What to do, behind "remove FIELD here".
    pub help: &'static str,
}

/// A level that items of a list do not have: an item that has it is reported, and read as if it were not there. So paths do
/// not name it, and [`Locator`](crate::Locator) steps over it.
#[derive(Debug)]
pub struct NestedLevel {
    /// The name of the hint.
    pub name: &'static str,
    /// The newtype that reads an item.
    pub token: &'static str,
    /// The list.
    pub list: &'static str,
    /// The field that is written.
    pub level: &'static str,
    /// What is wrong.
    pub detail: &'static str,
    /// What to write instead, behind "remove the level".
    pub example: &'static str,
    /// Where the fields belong that stand beside the level.
    pub beside: &'static str,
}

/// A scalar with a syntax of its own, which a newtype announces by its name.
#[derive(Debug)]
pub struct ScalarSyntax {
    /// The name of the hint.
    pub name: &'static str,
    /// The newtype that reads it.
    pub token: &'static str,
    /// What must stand there, for a sentence.
    pub wanted: &'static str,
    /// What is read where there is none.
    pub stand_in: &'static str,
    /// What a scalar that is no string means.
    pub numbers: Numbers,
    /// What is wrong with a text, if anything is.
    pub check: fn(&str) -> Result<(), String>,
    /// What is said of a text that is wrong.
    pub advice: fn(&str) -> ScalarAdvice,
}

/// What a [`ScalarSyntax`] says of a text that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScalarAdvice {
    /// Nothing.
    None,
    /// What was probably meant, which can take its place.
    Meant(String),
    /// What can be done, where that is not the same for all.
    Told(String),
}

/// What a number means where a [`ScalarSyntax`] is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// A number is read as if it were in quotes.
    Fit,
    /// Values other than strings are of the wrong type.
    WrongType,
    /// Numbers most often are another format of the same thing.
    OtherFormat,
}

impl Hints {
    /// Nothing is known.
    pub const NONE: Self = Self {
        renamed: &[],
        needless: &[],
        elsewhere: &[],
        shorthands: &[],
        identifying: &[],
        gathered: &[],
        nested: &[],
        scalars: &[],
    };

    /// The level that a newtype looks over.
    pub(crate) fn level_of(&self, token: &str) -> Option<&NestedLevel> {
        self.nested.iter().find(|one| one.token == token)
    }

    /// The value under a key of an item of `list`, also where it stands a level too deep.
    pub(crate) fn nested_field<'a>(&self, list: &str, item: NodeRef<'a>, key: &str) -> Option<NodeRef<'a>> {
        self.nested.iter().find(|one| one.list == list)?.below(item)?.get(key)
    }

    pub(crate) fn shorthand(&self, token: &str) -> Option<&Shorthand> {
        self.shorthands.iter().find(|one| one.token == token)
    }

    /// The list that the content of an object belongs into.
    pub(crate) fn gathered_in<'a>(&self, object: NodeRef<'a>, list: &str) -> Option<NodeRef<'a>> {
        self.gathered.iter().find(|one| one.list == list)?.level_of(object).map(|_| object)
    }

    /// The field that had another name once, in an item of `list`.
    pub(crate) fn under_old_name<'a>(&self, list: &str, object: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
        let mut renamed = self.renamed.iter().filter(|one| one.new == name && one.is_in(list));
        renamed.find_map(|one| object.get(one.old))
    }

    pub(crate) fn scalar(&self, token: &str) -> Option<&ScalarSyntax> {
        self.scalars.iter().find(|one| one.token == token)
    }
}

impl Default for &'static Hints {
    fn default() -> Self {
        &Hints::NONE
    }
}

impl Renamed {
    /// Whether items of a list may have the old name.
    pub(crate) fn is_in(&self, list: &str) -> bool {
        self.list.is_empty() || self.list == list
    }
}

impl Gathered {
    /// The level, if it is written and the list is not.
    pub(crate) fn level_of<'a>(&self, object: NodeRef<'a>) -> Option<NodeRef<'a>> {
        let level = object.get(self.level).filter(|level| level.kind() == NodeKind::Object)?;
        object.get(self.list).is_none().then_some(level)
    }

    /// Whether a field stays where it is.
    pub(crate) fn stays(&self, key: &str) -> bool {
        key != self.level
            && match self.beside {
                Beside::Nothing => true,
                Beside::AllBut(fields) => fields.contains(&key),
            }
    }

    /// Whether a field goes into the item, and is not said by the level already.
    pub(crate) fn goes_in(&self, key: &str, level: NodeRef<'_>) -> bool {
        !self.stays(key) && level.get(key).is_none()
    }
}

impl NestedLevel {
    /// What stands below the level, `None` if there is no such level: a field of that name with a list or a scalar is another thing.
    pub(crate) fn below<'a>(&self, item: NodeRef<'a>) -> Option<NodeRef<'a>> {
        item.get(self.level).filter(|below| below.kind() == NodeKind::Object)
    }
}
