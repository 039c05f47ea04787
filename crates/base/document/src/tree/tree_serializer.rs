//! Conversion of serializable values to a [`Tree`].

use serde::ser::{self, Serialize, Serializer};

use super::{Builder, Text, Tree, json_float};
use crate::{ReadLimits, Span};

/// The error for a value that cannot be written: a key is not a string, or the value exceeds [`crate::ReadLimits::DEFAULT`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EmitError(String);

/// Builds the tree of a value.
pub(crate) fn tree_of(value: &impl Serialize) -> Result<Tree, EmitError> {
    const LIMITS: ReadLimits = ReadLimits::DEFAULT;
    let mut builder = Builder::new(<_>::default(), 0, &LIMITS);
    value.serialize(TreeSerializer(&mut builder))?;
    Ok(builder.finish().0)
}

impl ser::Error for EmitError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

struct TreeSerializer<'b, 'l>(&'b mut Builder<'l>);

impl TreeSerializer<'_, '_> {
    /// Adds a scalar that is not a string; as a key, it becomes one.
    fn plain(self, text: &str) -> Result<(), EmitError> {
        if self.0.wants_key() {
            return self.text(text);
        }
        self.0.plain(Span::default(), Text::Decoded(text), 0).map_err(ser::Error::custom)
    }

    fn text(self, text: &str) -> Result<(), EmitError> {
        self.0.text(Span::default(), Text::Decoded(text), 0).map_err(ser::Error::custom)
    }

    fn open_list(self) -> Result<Self, EmitError> {
        self.0.open_list(Span::default(), 0).map_err(ser::Error::custom)?;
        Ok(self)
    }

    fn open_object(self) -> Result<Self, EmitError> {
        self.0.open_object(Span::default(), 0).map_err(ser::Error::custom)?;
        Ok(self)
    }

    fn close(self) -> Result<(), EmitError> {
        self.0.close(0).map_err(ser::Error::custom)
    }

    fn add(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), EmitError> {
        value.serialize(TreeSerializer(self.0))
    }

    fn add_field(&mut self, key: &str, value: &(impl Serialize + ?Sized)) -> Result<(), EmitError> {
        TreeSerializer(self.0).text(key)?;
        self.add(value)
    }
}

macro_rules! numbers {
    ($($method:ident $number:ty),+) => {
        $(fn $method(self, value: $number) -> Result<(), EmitError> {
            self.plain(&value.to_string())
        })+
    };
}

impl<'b, 'l> Serializer for TreeSerializer<'b, 'l> {
    type Ok = ();
    type Error = EmitError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Variant<'b, 'l>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Variant<'b, 'l>;

    numbers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64
    );

    fn serialize_bool(self, value: bool) -> Result<(), EmitError> {
        self.plain(if value { "true" } else { "false" })
    }

    fn serialize_f32(self, value: f32) -> Result<(), EmitError> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), EmitError> {
        match value {
            value if value.is_nan() => self.plain(".nan"),
            f64::INFINITY => self.plain(".inf"),
            f64::NEG_INFINITY => self.plain("-.inf"),
            value => self.plain(&json_float(value)),
        }
    }

    fn serialize_char(self, value: char) -> Result<(), EmitError> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), EmitError> {
        self.text(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), EmitError> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), EmitError> {
        self.plain("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), EmitError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), EmitError> {
        self.plain("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), EmitError> {
        self.plain("null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), EmitError> {
        self.text(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), EmitError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), EmitError> {
        let mut object = self.open_object()?;
        object.add_field(name, value)?;
        object.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, EmitError> {
        self.open_list()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, EmitError> {
        self.open_list()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, EmitError> {
        self.open_list()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Variant<'b, 'l>, EmitError> {
        let object = self.open_object()?;
        TreeSerializer(object.0).text(name)?;
        Ok(Variant(object.open_list()?))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, EmitError> {
        self.open_object()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, EmitError> {
        self.open_object()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Variant<'b, 'l>, EmitError> {
        let object = self.open_object()?;
        TreeSerializer(object.0).text(name)?;
        Ok(Variant(object.open_object()?))
    }
}

/// An open object with the name of a variant as its key, and the open content of the variant as its value.
struct Variant<'b, 'l>(TreeSerializer<'b, 'l>);

impl Variant<'_, '_> {
    fn close(self) -> Result<(), EmitError> {
        TreeSerializer(self.0.0).close()?;
        self.0.close()
    }
}

macro_rules! lists {
    ($($list:ident $add:ident),+) => {
        $(impl ser::$list for TreeSerializer<'_, '_> {
            type Ok = ();
            type Error = EmitError;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EmitError> {
                self.add(value)
            }

            fn end(self) -> Result<(), EmitError> {
                self.close()
            }
        })+
    };
}

lists!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field);

impl ser::SerializeMap for TreeSerializer<'_, '_> {
    type Ok = ();
    type Error = EmitError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), EmitError> {
        self.add(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EmitError> {
        self.add(value)
    }

    fn end(self) -> Result<(), EmitError> {
        self.close()
    }
}

impl ser::SerializeStruct for TreeSerializer<'_, '_> {
    type Ok = ();
    type Error = EmitError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), EmitError> {
        self.add_field(key, value)
    }

    fn end(self) -> Result<(), EmitError> {
        self.close()
    }
}

impl ser::SerializeTupleVariant for Variant<'_, '_> {
    type Ok = ();
    type Error = EmitError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EmitError> {
        self.0.add(value)
    }

    fn end(self) -> Result<(), EmitError> {
        self.close()
    }
}

impl ser::SerializeStructVariant for Variant<'_, '_> {
    type Ok = ();
    type Error = EmitError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), EmitError> {
        self.0.add_field(key, value)
    }

    fn end(self) -> Result<(), EmitError> {
        self.close()
    }
}
