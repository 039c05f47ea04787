//! Problems for object fields that belong in an item of one of the object's lists.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::{
    Applicability, BadValue, Change, Fix, ImplicitItem, NodeRef, Path, Problem, ProblemKind, RawObject, SiblingFields,
};

/// Returns the problem for the level, with the list that the author meant.
pub(super) fn problem(hint: &ImplicitItem, path: &Path<'_>, object: NodeRef<'_>, level: NodeRef<'_>) -> Problem {
    let problem = Problem::new(ProblemKind::HintedField(hint.name), path, BadValue::None, hint.detail)
        .with_help(format!("write `{}`", hint.list));
    let moves = |key: &str| !hint.stays(key);
    let value = RawObject::from_serialize(&[WholeItem { hint, object, level }]).ok();
    let Some((parent, value)) = path.to_field_path().parent().zip(value) else { return problem };
    problem.with_fix(Fix {
        title: format!("write it as `{}`", hint.list),
        applicability: Applicability::Suggested,
        changes: vec![Change::Rewrite {
            path: parent,
            fields: object.entries().map(|(key, _)| key.to_owned()).filter(|key| moves(key)).collect(),
            name: hint.list.to_owned(),
            value,
            merged: Vec::new(),
        }],
    })
}

/// The complete item.
struct WholeItem<'a> {
    hint: &'a ImplicitItem,
    object: NodeRef<'a>,
    level: NodeRef<'a>,
}

impl Serialize for WholeItem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if matches!(self.hint.siblings, SiblingFields::Nothing) {
            return self.level.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.object.entries().filter(|(key, _)| self.hint.moves_to_item(key, self.level)) {
            if key == self.hint.level {
                map.serialize_entry(key, &WholeLevel(self))?;
            } else {
                map.serialize_entry(key, &value)?;
            }
        }
        map.end()
    }
}

/// The level of a complete item.
struct WholeLevel<'a>(&'a WholeItem<'a>);

impl Serialize for WholeLevel<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let WholeItem { hint, object, level } = self.0;
        let mut map = serializer.serialize_map(None)?;
        let is_missing = |key: &&&str| level.get(key).is_none();
        for (key, value) in hint.in_level.iter().filter(is_missing).filter_map(|key| Some((key, object.get(key)?))) {
            map.serialize_entry(key, &[value])?;
        }
        for (key, value) in level.entries() {
            map.serialize_entry(key, &value)?;
        }
        map.end()
    }
}
