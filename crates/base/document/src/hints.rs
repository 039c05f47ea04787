//! Knowledge about specific objects, as data that the caller provides: scalar types and frequent mistakes of authors.

use crate::{NodeKind, NodeRef};

/// Well-known mistakes about fields, and scalars with their own syntax. The decoder compares an unknown field without a hint with
/// the names of the existing fields.
///
/// The caller defines the names: a [`Problem`](crate::Problem) that results from a hint has the hint's name.
#[derive(Debug)]
pub struct Hints {
    /// Fields that have been renamed.
    pub renamed: &'static [Renamed],
    /// Superfluous levels.
    pub needless: &'static [NeedlessLevel],
    /// Fields that belong in another object.
    pub misplaced: &'static [MisplacedFields],
    /// List items that authors write in a shorter form.
    pub shorthands: &'static [Shorthand],
    /// The fields that identify objects, in order of preference: a text in the place of an object is the value of one of them.
    /// Without a [`Shorthand`], this only affects the message.
    pub identifying: &'static [&'static str],
    /// List items whose content authors write next to the list.
    pub implicit_item: &'static [ImplicitItem],
    /// Levels that list items have elsewhere, but not in this list.
    pub nested: &'static [NestedLevel],
    /// Scalars with their own syntax.
    pub scalars: &'static [ScalarSyntax],
}

/// A field that has been renamed. It is reported and read under the new name; the [`Locator`](crate::Locator) finds it under both
/// names.
#[derive(Debug)]
pub struct Renamed {
    /// The name of the hint.
    pub name: &'static str,
    /// The former name.
    pub old: &'static str,
    /// The current name; a field of the object.
    pub new: &'static str,
    /// The list whose items had the former name; empty for any object that has a field with the new name.
    pub list: &'static str,
    /// The origin of the former name: `the name in a draft`.
    pub from: &'static str,
    /// The change in the value's form, as a clause.
    pub shape: &'static str,
    /// The token of a [`Shorthand`] for the former form of its items; empty if the form is unchanged.
    pub items: &'static str,
}

/// Named objects in a list that authors often write as only the name, or as an object of names and values instead of the list. Both
/// forms are reported and read as the author meant them.
#[derive(Debug)]
pub struct Shorthand {
    /// The Rust name of the struct that decodes an item.
    pub token: &'static str,
    /// The field for the name.
    pub key: &'static str,
    /// The field for the value, for items that have one besides their name; otherwise empty.
    pub value: &'static str,
}

/// Fields of an object that belong in an item of one of its lists: `{a: 1, level: {…}}` for `{list: [{a: 1, level: {…}}]}`. They
/// are reported and read as such an item.
#[derive(Debug)]
pub struct ImplicitItem {
    /// The name of the hint.
    pub name: &'static str,
    /// The field that the author wrote, an object.
    pub level: &'static str,
    /// The list that the field belongs in.
    pub list: &'static str,
    /// A field that identifies the type of the object.
    pub known_by: &'static str,
    /// The fields that belong in the item besides the level.
    pub siblings: SiblingFields,
    /// Fields of the object whose values belong in the level, each as a list of one value.
    pub in_level: &'static [&'static str],
    /// A description of the mistake.
    pub detail: &'static str,
}

/// The content of the item of a [`ImplicitItem`] list.
#[derive(Debug)]
pub enum SiblingFields {
    /// Only the level, which is the item itself.
    Nothing,
    /// The level and all fields except these. Fields that the level already contains are left out.
    AllExcept(&'static [&'static str]),
}

/// A level that does not exist: its content belongs directly in the object.
#[derive(Debug)]
pub struct NeedlessLevel {
    /// The name of the hint.
    pub name: &'static str,
    /// The field that the author wrote.
    pub level: &'static str,
    /// A field that identifies the type of the object.
    pub known_by: &'static str,
    /// A description of the mistake.
    pub detail: &'static str,
}

/// Fields that belong in another object.
#[derive(Debug)]
pub struct MisplacedFields {
    /// The fields.
    pub fields: &'static [&'static str],
    /// A field that identifies the type of the object.
    pub known_by: &'static str,
    /// The owner of the fields; follows the name of the field in the message.
    pub detail: &'static str,
    /// The advice that follows "remove FIELD here".
    pub help: &'static str,
}

/// A level that the items of a list do not have: an item with the level is reported and read without it. Paths therefore omit the
/// level, and the [`Locator`](crate::Locator) steps over it.
#[derive(Debug)]
pub struct NestedLevel {
    /// The name of the hint.
    pub name: &'static str,
    /// The newtype that decodes an item.
    pub token: &'static str,
    /// The list.
    pub list: &'static str,
    /// The field that the author wrote.
    pub level: &'static str,
    /// A description of the mistake.
    pub detail: &'static str,
    /// An example of the correct form; follows "remove the level".
    pub example: &'static str,
    /// The place where sibling fields of the level belong.
    pub siblings: &'static str,
}

/// A scalar with its own syntax, identified by the name of its newtype.
#[derive(Debug)]
pub struct ScalarSyntax {
    /// The name of the hint.
    pub name: &'static str,
    /// The newtype that decodes the scalar.
    pub token: &'static str,
    /// The expected value, as part of a sentence.
    pub wanted: &'static str,
    /// The stand-in for an invalid value.
    pub stand_in: &'static str,
    /// The treatment of scalars that are not strings.
    pub numbers: Numbers,
    /// The function that checks the text and describes the mistake.
    pub check: fn(&str) -> Result<(), String>,
    /// The function that gives advice about an invalid text.
    pub advice: fn(&str) -> ScalarAdvice,
}

/// The advice of a [`ScalarSyntax`] about an invalid text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScalarAdvice {
    /// No advice.
    None,
    /// The text that the author probably meant, which can replace the invalid one.
    Replacement(String),
    /// Advice that depends on the text.
    Help(String),
}

/// The treatment of a number in the place of a [`ScalarSyntax`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Numbers that are read as if they were in quotes.
    Fit,
    /// Values of the wrong type, like all values other than strings.
    WrongType,
    /// Numbers that usually are the same value in another format.
    OtherFormat,
}

impl Hints {
    /// Hints without any entries.
    pub const NONE: Self = Self {
        renamed: &[],
        needless: &[],
        misplaced: &[],
        shorthands: &[],
        identifying: &[],
        implicit_item: &[],
        nested: &[],
        scalars: &[],
    };

    /// Returns the level that a newtype skips.
    pub(crate) fn level_of(&self, token: &str) -> Option<&NestedLevel> {
        self.nested.iter().find(|one| one.token == token)
    }

    /// Returns the value for a key of an item of `list` if it is a level too deep.
    pub(crate) fn nested_field<'a>(&self, list: &str, item: NodeRef<'a>, key: &str) -> Option<NodeRef<'a>> {
        self.nested.iter().find(|one| one.list == list)?.below(item)?.get(key)
    }

    pub(crate) fn shorthand(&self, token: &str) -> Option<&Shorthand> {
        self.shorthands.iter().find(|one| one.token == token)
    }

    /// Returns the object whose content belongs in a list.
    pub(crate) fn implicit_item_in<'a>(&self, object: NodeRef<'a>, list: &str) -> Option<NodeRef<'a>> {
        self.implicit_item.iter().find(|one| one.list == list)?.level_of(object).map(|_| object)
    }

    /// Returns the value of a renamed field under its former name, in an item of `list`.
    pub(crate) fn by_old_name<'a>(&self, list: &str, object: NodeRef<'a>, name: &str) -> Option<NodeRef<'a>> {
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
    /// Returns whether items of the list may have the former name.
    pub(crate) fn is_in(&self, list: &str) -> bool {
        self.list.is_empty() || self.list == list
    }
}

impl ImplicitItem {
    /// Returns the level, if the object has it and does not have the list.
    pub(crate) fn level_of<'a>(&self, object: NodeRef<'a>) -> Option<NodeRef<'a>> {
        let level = object.get(self.level).filter(|level| level.kind() == NodeKind::Object)?;
        object.get(self.list).is_none().then_some(level)
    }

    /// Returns whether a field stays where it is.
    pub(crate) fn stays(&self, key: &str) -> bool {
        key != self.level
            && match self.siblings {
                SiblingFields::Nothing => true,
                SiblingFields::AllExcept(fields) => fields.contains(&key),
            }
    }

    /// Returns whether a field moves into the item and is not part of the level.
    pub(crate) fn moves_to_item(&self, key: &str, level: NodeRef<'_>) -> bool {
        !self.stays(key) && level.get(key).is_none() && !self.in_level.contains(&key)
    }
}

impl NestedLevel {
    /// Returns the content of the level; `None` if there is no such level: a list or scalar in a field of that name is something
    /// else.
    pub(crate) fn below<'a>(&self, item: NodeRef<'a>) -> Option<NodeRef<'a>> {
        item.get(self.level).filter(|below| below.kind() == NodeKind::Object)
    }
}
