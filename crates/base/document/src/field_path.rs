//! Paths to fields, as in `spec.machineTypes[0].capabilities`.
//!
//! Rules traverse an object with a [`Path`], a chain of borrowed steps on the stack that costs nothing, and turn it into an owned
//! [`FieldPath`] only to report a finding.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// One step of a [`FieldPath`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// A field or map key, as written in the document.
    Field(Cow<'static, str>),
    /// An index into a list, starting at 0.
    Index(usize),
}

/// An owned path to a field, from the root of an object.
///
/// Printed in Kubernetes' notation: names joined by `.`, indices as `[n]`, and a field with an empty name as `[]`.
///
/// ```
/// use rootstock_document::{FieldPath, Path};
/// let spec = Path::root("spec");
/// let types = spec.field("machineTypes");
/// let path: FieldPath = types.index(0).field("capabilities").to_field_path();
/// assert_eq!(path.to_string(), "spec.machineTypes[0].capabilities");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FieldPath(
    /// Shared, because a finding, its fix, and the sets of findings name the same path, and there may be thousands of each.
    Arc<Vec<Segment>>,
);

impl FieldPath {
    /// Returns the path of the object itself.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns the path with these steps.
    #[cfg(feature = "read")]
    pub(crate) fn of(segments: &[Segment]) -> Self {
        segments.to_vec().into()
    }

    /// Returns the steps from the root.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Returns the path with a field appended.
    #[must_use]
    pub fn field(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.push(Segment::Field(name.into()));
        self
    }

    /// Returns the path with a list index appended.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.push(Segment::Index(index));
        self
    }

    fn push(&mut self, segment: Segment) {
        let segments = Arc::make_mut(&mut self.0);
        // Paths are short, and there may be a great number of them.
        segments.reserve_exact(1);
        segments.push(segment);
    }

    /// Returns the path of the surrounding object or list, if any.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (_, rest) = self.0.split_last()?;
        Some(rest.to_vec().into())
    }

    /// Splits the path of a list item into the path of the list and the index of the item.
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
            (Segment::Index(index), list) => Some((list.to_vec().into(), *index)),
            (Segment::Field(_), _) => None,
        }
    }
}

impl From<Vec<Segment>> for FieldPath {
    fn from(segments: Vec<Segment>) -> Self {
        Self(Arc::new(segments))
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
        schemars::json_schema!({"type": "string", "description": "The path of a field: `spec.machineTypes[0].name`."})
    }
}

impl serde::Serialize for FieldPath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A path under construction: borrowed steps, linked from the innermost outwards.
///
/// Building one does not allocate; only [`Path::to_field_path`] does.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Root,
    Field(&'a str),
    KnownField(&'static str),
    Index(usize),
}

impl<'a> Path<'a> {
    /// Returns the path of the object itself.
    #[must_use]
    pub const fn object() -> Self {
        Self { parent: None, step: Step::Root }
    }

    /// Returns the path of a field of the object.
    #[must_use]
    pub const fn root(field: &'a str) -> Self {
        Self { parent: None, step: Step::Field(field) }
    }

    /// Returns the path of a field or map key below this path.
    #[must_use]
    pub const fn field(&'a self, name: &'a str) -> Self {
        Self { parent: Some(self), step: Step::Field(name) }
    }

    /// Like [`field`](Self::field), for a name that is written in the code. The owned form does not copy it, which matters for a
    /// path with thousands of findings below it.
    #[must_use]
    pub const fn known_field(&'a self, name: &'static str) -> Self {
        Self { parent: Some(self), step: Step::KnownField(name) }
    }

    /// Returns the path of a list item below this path.
    #[must_use]
    pub const fn index(&'a self, index: usize) -> Self {
        Self { parent: Some(self), step: Step::Index(index) }
    }

    /// Returns the owned form.
    #[must_use]
    pub fn to_field_path(&self) -> FieldPath {
        let length = std::iter::successors(Some(self), |path| path.parent).count();
        let mut segments = Vec::with_capacity(length);
        let mut current = Some(self);
        while let Some(path) = current {
            match path.step {
                Step::Root => {}
                Step::Field(name) => segments.push(Segment::Field(Cow::Owned(name.to_owned()))),
                Step::KnownField(name) => segments.push(Segment::Field(Cow::Borrowed(name))),
                Step::Index(index) => segments.push(Segment::Index(index)),
            }
            current = path.parent;
        }
        segments.reverse();
        segments.into()
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
    fn path_prints_in_kubernetes_notation() {
        let capabilities = FieldPath::root().field("spec").field("machineCapabilities");
        assert_eq!(capabilities.clone().field("").to_string(), "spec.machineCapabilities[]");
        assert_eq!(capabilities.clone().field("my.cap").index(0).to_string(), "spec.machineCapabilities.my.cap[0]");
        assert_eq!(capabilities.field("a").parent().unwrap().to_string(), "spec.machineCapabilities");
        assert_eq!(FieldPath::root().parent(), None);
    }

    #[test]
    fn borrowed_and_owned_paths_print_alike() {
        let spec = Path::root("spec");
        let types = spec.field("machineTypes");
        let third = types.index(2);
        assert_eq!(third.field("cpu").to_field_path().to_string(), third.field("cpu").to_string());
        assert_eq!(Path::object().to_field_path(), FieldPath::root());
        assert_eq!(Path::object().field("kind").to_string(), "kind");
    }
}
