//! Fields of an object that belong into an item of one of its lists: reported, and read as that item.

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Refusal;
use super::access::{ObjectEntries, Part};
use super::node::NodeDeserializer;
use super::unknown_field::FieldNames;
use crate::{Applicability, BadValue, Beside, Change, Fix, Gathered, NodeRef, Path, Problem, ProblemKind, RawObject};

/// The list with the one item.
pub(super) struct GatheredList<'p, 'a> {
    pub(super) hint: &'static Gathered,
    /// The object, at the path of the list.
    pub(super) object: NodeDeserializer<'p, 'a>,
}

impl<'a> Deserializer<'a> for GatheredList<'_, 'a> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_seq(OneItem(Some(self)))
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct OneItem<'p, 'a>(Option<GatheredList<'p, 'a>>);

impl<'a> SeqAccess<'a> for OneItem<'_, 'a> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some(GatheredList { hint, object }) = self.0.take() else { return Ok(None) };
        let Some(level) = hint.level_of(object.node) else { return Ok(None) };
        let path = object.path.index(0);
        let object = NodeDeserializer { path: &path, ..object };
        match hint.beside {
            Beside::Nothing => {
                seed.deserialize(NodeDeserializer { node: level, slot: level.id(), told: true, ..object })
            }
            Beside::AllBut(_) => seed.deserialize(GatheredItem { hint, object, level }),
        }
        .map(Some)
    }
}

/// What stands beside the list.
struct GatheredItem<'p, 'a> {
    hint: &'static Gathered,
    object: NodeDeserializer<'p, 'a>,
    level: NodeRef<'a>,
}

impl<'a> GatheredItem<'_, 'a> {
    fn visit<V: Visitor<'a>>(self, fields: Option<&'static [&'static str]>, visitor: V) -> Result<V::Value, Refusal> {
        let NodeDeserializer { node, path, context, .. } = self.object;
        let owner = fields.map(|known| FieldNames { known, of: node });
        let part = Part::Gathered(self.hint, self.level);
        visitor.visit_map(ObjectEntries::new(Some(node.entries()), path, context, owner).of(part))
    }
}

impl<'a> Deserializer<'a> for GatheredItem<'_, 'a> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.visit(None, visitor)
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.visit(Some(fields), visitor)
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// What is said of the level, with the list that was meant.
pub(super) fn problem(hint: &Gathered, path: &Path<'_>, object: NodeRef<'_>, level: NodeRef<'_>) -> Problem {
    let problem = Problem::new(ProblemKind::HintedField(hint.name), path, BadValue::None, hint.detail)
        .with_help(format!("write `{}`", hint.list));
    let goes = |key: &str| !hint.stays(key);
    let value = RawObject::from_serialize(&[WholeItem { hint, object, level }]).ok();
    let Some((parent, value)) = path.to_field_path().parent().zip(value) else { return problem };
    problem.with_fix(Fix {
        title: format!("write it as `{}`", hint.list),
        applicability: Applicability::Suggested,
        changes: vec![Change::Rewrite {
            path: parent,
            fields: object.entries().map(|(key, _)| key.to_owned()).filter(|key| goes(key)).collect(),
            name: hint.list.to_owned(),
            value,
        }],
    })
}

/// The item, written out.
struct WholeItem<'a> {
    hint: &'a Gathered,
    object: NodeRef<'a>,
    level: NodeRef<'a>,
}

impl Serialize for WholeItem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if matches!(self.hint.beside, Beside::Nothing) {
            return self.level.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.object.entries().filter(|(key, _)| self.hint.goes_in(key, self.level)) {
            map.serialize_entry(key, &value)?;
        }
        map.end()
    }
}
