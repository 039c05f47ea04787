//! What the fields were meant to be that an object does not have, as data of those who know the objects.

use crate::Rule;

/// Well-known mistakes about fields. A field that none of them knows is compared with those that there are.
#[derive(Debug)]
pub(crate) struct Hints {
    pub(crate) renamed: &'static [Renamed],
    pub(crate) needless: &'static [NeedlessLevel],
    pub(crate) elsewhere: &'static [Elsewhere],
}

/// A field that had another name once.
#[derive(Debug)]
pub(crate) struct Renamed {
    pub(crate) rule: &'static Rule,
    /// The name it had.
    pub(crate) old: &'static str,
    /// The name it has; a field of the object.
    pub(crate) new: &'static str,
    /// Where the old name is from: `the name in a draft`.
    pub(crate) from: &'static str,
    /// How its value has changed, as a clause.
    pub(crate) shape: &'static str,
}

/// A level that there is not: what stands below it stands in the object itself.
#[derive(Debug)]
pub(crate) struct NeedlessLevel {
    pub(crate) rule: &'static Rule,
    pub(crate) name: &'static str,
    /// A field that the object has, by which it is known.
    pub(crate) known_by: &'static str,
    pub(crate) detail: &'static str,
}

/// Fields that stand in another object.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    pub(crate) fields: &'static [&'static str],
    /// A field that the object has, by which it is known.
    pub(crate) known_by: &'static str,
    /// Whose the fields are, behind the name of the field.
    pub(crate) detail: &'static str,
    /// What to do, behind "remove FIELD here".
    pub(crate) help: &'static str,
}

impl Hints {
    /// Nothing is known.
    pub(crate) const NONE: Self = Self { renamed: &[], needless: &[], elsewhere: &[] };
}

impl Default for &'static Hints {
    fn default() -> Self {
        &Hints::NONE
    }
}
