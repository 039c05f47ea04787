//! Where a finding is: `spec.machineTypes[0].capabilities`.
//!
//! Rules walk an object with a [`Path`], a chain of borrowed steps on the stack that costs nothing, and turn it into an
//! owned [`FieldPath`] only when they have something to say.

use std::borrow::Cow;
use std::fmt;

/// One step of a [`FieldPath`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// A field or map key, as written in the document.
    Field(Cow<'static, str>),
    /// A position in a list, counted from 0.
    Index(usize),
}

/// An owned path to a field, from the root of an object.
///
/// Printed as Kubernetes prints it: names joined by `.`, positions as `[n]`; a field with an empty name prints as `[]`.
///
/// ```
/// use rootstock_document::{FieldPath, Path};
/// let spec = Path::root("spec");
/// let types = spec.field("machineTypes");
/// let path: FieldPath = types.index(0).field("capabilities").to_field_path();
/// assert_eq!(path.to_string(), "spec.machineTypes[0].capabilities");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FieldPath(Vec<Segment>);

impl FieldPath {
    /// The path of the object itself.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The path of these steps.
    #[cfg(feature = "read")]
    pub(crate) fn of(segments: &[Segment]) -> Self {
        Self(segments.to_vec())
    }

    /// The steps from the root.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// This path with a field appended.
    #[must_use]
    pub fn field(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(Segment::Field(name.into()));
        self
    }

    /// This path with a list position appended.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(Segment::Index(index));
        self
    }

    /// The path of the surrounding object or list, if there is one.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (_, rest) = self.0.split_last()?;
        Some(Self(rest.to_vec()))
    }

    /// The list that it leads into an item of, and the position of the item.
    ///
    /// ```
    /// use rootstock_document::FieldPath;
    /// let types = FieldPath::root().field("machineTypes");
    /// assert_eq!(types.clone().index(2).list_and_index(), Some((types.clone(), 2)));
    /// assert_eq!(types.list_and_index(), None);
    /// ```
    #[must_use]
    pub fn list_and_index(&self) -> Option<(Self, usize)> {
        match self.0.split_last()? {
            (Segment::Index(index), list) => Some((Self(list.to_vec()), *index)),
            (Segment::Field(_), _) => None,
        }
    }
}

impl From<Vec<Segment>> for FieldPath {
    fn from(segments: Vec<Segment>) -> Self {
        Self(segments)
    }
}

impl From<&Path<'_>> for FieldPath {
    fn from(path: &Path<'_>) -> Self {
        path.to_field_path()
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Field(name) if name.is_empty() => write!(f, "[]")?,
                Segment::Field(name) if position == 0 => write!(f, "{name}")?,
                Segment::Field(name) => write!(f, ".{name}")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FieldPath {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FieldPath".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "description": "Where something stands: `spec.machineTypes[0].name`."})
    }
}

impl serde::Serialize for FieldPath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A path under construction: borrowed steps, linked from the innermost outwards.
///
/// Making one allocates nothing; only [`Path::to_field_path`] does.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Root,
    Field(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    /// The object itself.
    #[must_use]
    pub const fn object() -> Self {
        Self { parent: None, step: Step::Root }
    }

    /// A field of the object.
    #[must_use]
    pub const fn root(field: &'a str) -> Self {
        Self { parent: None, step: Step::Field(field) }
    }

    /// A field or map key below this path.
    #[must_use]
    pub const fn field(&'a self, name: &'a str) -> Self {
        Self { parent: Some(self), step: Step::Field(name) }
    }

    /// A list position below this path.
    #[must_use]
    pub const fn index(&'a self, index: usize) -> Self {
        Self { parent: Some(self), step: Step::Index(index) }
    }

    /// The owned form.
    #[must_use]
    pub fn to_field_path(&self) -> FieldPath {
        let length = std::iter::successors(Some(self), |path| path.parent).count();
        let mut segments = Vec::with_capacity(length);
        let mut current = Some(self);
        while let Some(path) = current {
            match path.step {
                Step::Root => {}
                Step::Field(name) => segments.push(Segment::Field(Cow::Owned(name.to_owned()))),
                Step::Index(index) => segments.push(Segment::Index(index)),
            }
            current = path.parent;
        }
        segments.reverse();
        FieldPath(segments)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_field_path().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_kubernetes_does() {
        let capabilities = FieldPath::root().field("spec").field("machineCapabilities");
        assert_eq!(capabilities.clone().field("").to_string(), "spec.machineCapabilities[]");
        assert_eq!(capabilities.clone().field("my.cap").index(0).to_string(), "spec.machineCapabilities.my.cap[0]");
        assert_eq!(capabilities.field("a").parent().unwrap().to_string(), "spec.machineCapabilities");
        assert_eq!(FieldPath::root().parent(), None);
    }

    #[test]
    fn borrowed_and_owned_agree() {
        let spec = Path::root("spec");
        let types = spec.field("machineTypes");
        let third = types.index(2);
        assert_eq!(third.field("cpu").to_field_path().to_string(), third.field("cpu").to_string());
        assert_eq!(Path::object().to_field_path(), FieldPath::root());
        assert_eq!(Path::object().field("kind").to_string(), "kind");
    }
}
