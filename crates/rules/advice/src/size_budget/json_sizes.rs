//! The size of a value as compact JSON, and the sizes of its fields.

use std::cell::Cell;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// The depth down to which fields are counted separately: `spec.machineTypes` is at the second level.
const DEPTH: usize = 2;

/// Sizes as compact JSON, in bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct JsonSizes {
    pub(super) all: u64,
    /// The sizes of its fields and their fields, by path.
    pub(super) fields: Vec<(String, u64)>,
}

impl JsonSizes {
    pub(super) fn of(value: &impl Serialize) -> Self {
        let written = Cell::new(0);
        let mut fields = FieldSizes { written: &written, depth: 0, key: None, open: Vec::new(), sizes: Vec::new() };
        match value.serialize(&mut Serializer::with_formatter(Counter(&written), &mut fields)) {
            Ok(()) => Self { all: written.get(), fields: fields.sizes },
            // A value that cannot be serialized counts as empty.
            Err(_) => Self::default(),
        }
    }
}

/// A writer that counts bytes.
struct Counter<'c>(&'c Cell<u64>);

impl Write for Counter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len() as u64);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A formatter for compact JSON that records the size of each field.
struct FieldSizes<'c> {
    written: &'c Cell<u64>,
    /// The number of open lists and objects.
    depth: usize,
    /// The key that is being written.
    key: Option<String>,
    /// The fields being written, with the number of bytes written before them.
    open: Vec<(String, u64)>,
    sizes: Vec<(String, u64)>,
}

impl Formatter for &mut FieldSizes<'_> {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"]")
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, is_first: bool) -> io::Result<()> {
        if self.depth <= DEPTH && self.open.len() + 1 == self.depth {
            self.key = Some(String::new());
        }
        if is_first { Ok(()) } else { writer.write_all(b",") }
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if let Some(key) = &mut self.key {
            key.push_str(fragment);
        }
        writer.write_all(fragment.as_bytes())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b":")?;
        if let Some(key) = self.key.take() {
            self.open.push((key, self.written.get()));
        }
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        if self.open.len() == self.depth {
            let path: Vec<&str> = self.open.iter().map(|(key, _)| key.as_str()).collect();
            let path = path.join(".");
            if let Some((_, before)) = self.open.pop() {
                self.sizes.push((path, self.written.get() - before));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rootstock_core_model::CloudProfile;
    use rootstock_sample_profiles::{LargeProfile, Scale};
    use serde_json::{Value, json};

    use super::JsonSizes;

    #[test]
    fn fields_are_told_apart_down_to_the_second_level() {
        let value = json!({"a": {"b": [{"c": "\n"}], "d": 1.5}, "e": [{"f": {"g": 1}}], "h": "ä\""});
        let sizes = JsonSizes::of(&value);
        assert_eq!(sizes.all, value.to_string().len() as u64);
        let fields: Vec<(&str, u64)> = sizes.fields.iter().map(|(path, bytes)| (path.as_str(), *bytes)).collect();
        assert_eq!(fields, [("a.b", 12), ("a.d", 3), ("a", 26), ("e", 15), ("h", 6)]);
    }

    #[test]
    fn the_large_profile_is_as_large_as_it_is_written() {
        let text = LargeProfile::new(Scale::times(1)).to_json().unwrap();
        let profile: CloudProfile = serde_json::from_str(&text).unwrap();
        let sizes = JsonSizes::of(&profile);
        assert_eq!(sizes.all, serde_json::to_string(&profile).unwrap().len() as u64);
        let written: Value = serde_json::to_value(&profile.spec).unwrap();
        for (field, value) in written.as_object().unwrap() {
            let bytes = value.to_string().len() as u64;
            assert!(sizes.fields.contains(&(format!("spec.{field}"), bytes)), "{field} takes {bytes}");
        }
    }
}
