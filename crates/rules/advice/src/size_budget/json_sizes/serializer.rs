//! The forms of serde, one by one.

use std::fmt::{self, Display};

use rootstock_core_model::in_json_quotes;
use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::{Done, Inside, Sizer, displayed};

macro_rules! numbers {
    ($($method:ident $number:ty),+) => {
        $(fn $method(self, value: $number) -> Done {
            self.bytes += displayed(&value)?;
            Ok(())
        })+
    };
}

macro_rules! fractions {
    ($($method:ident $number:ty),+) => {
        $(fn $method(self, value: $number) -> Done {
            let text = serde_json::to_string(&value).map_err(|_| fmt::Error)?;
            self.bytes += text.len() as u64;
            Ok(())
        })+
    };
}

impl<'s> Serializer for &'s mut Sizer {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Inside<'s>;
    type SerializeTuple = Inside<'s>;
    type SerializeTupleStruct = Inside<'s>;
    type SerializeTupleVariant = Inside<'s>;
    type SerializeMap = Inside<'s>;
    type SerializeStruct = Inside<'s>;
    type SerializeStructVariant = Inside<'s>;

    numbers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64
    );

    fractions!(serialize_f32 f32, serialize_f64 f64);

    fn serialize_bool(self, value: bool) -> Done {
        self.bytes += displayed(&value)?;
        Ok(())
    }

    fn serialize_char(self, value: char) -> Done {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Done {
        self.bytes += in_json_quotes(value);
        Ok(())
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Done {
        self.bytes += displayed(value)? + 2;
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Done {
        value.serialize(self)
    }

    fn serialize_none(self) -> Done {
        self.bytes += "null".len() as u64;
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.add_variant(variant);
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'s>, fmt::Error> {
        Ok(self.open())
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'s>, fmt::Error> {
        Ok(self.open())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'s>, fmt::Error> {
        Ok(self.open())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'s>, fmt::Error> {
        self.add_variant(variant);
        Ok(self.open())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'s>, fmt::Error> {
        Ok(self.open())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'s>, fmt::Error> {
        Ok(self.open())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'s>, fmt::Error> {
        self.add_variant(variant);
        Ok(self.open())
    }
}

macro_rules! lists {
    ($($list:ident $method:ident),+) => {
        $(impl $list for Inside<'_> {
            type Ok = ();
            type Error = fmt::Error;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
                self.comma();
                value.serialize(&mut *self.sizer)
            }

            fn end(self) -> Done {
                self.close()
            }
        })+
    };
}

lists!(
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! structs {
    ($($one:ident),+) => {
        $(impl $one for Inside<'_> {
            type Ok = ();
            type Error = fmt::Error;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Done {
                self.field(key, value)
            }

            fn end(self) -> Done {
                self.close()
            }
        })+
    };
}

structs!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Done {
        self.comma();
        key.serialize(&mut *self.sizer)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        self.sizer.bytes += 1;
        value.serialize(&mut *self.sizer)
    }

    fn end(self) -> Done {
        self.close()
    }
}
