//! A finding that is known and accepted: which, where, and why.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use rootstock_core_model::Segment;
use rootstock_report::{DocumentRecord, Finding};

use super::pattern::{matches, matches_field};

/// One entry of `[[suppress]]`.
#[derive(Debug, Clone)]
pub(crate) struct Suppression {
    /// The rule's name.
    pub(crate) rule: &'static str,
    /// Which field, and everything below it.
    pub(crate) path: Option<String>,
    /// Which object: its name, or `Kind/name`.
    pub(crate) object: Option<String>,
    /// Which file, relative to the configuration's directory.
    pub(crate) file: Option<String>,
    /// Why.
    pub(crate) reason: String,
    /// The bytes of the rule's name in the configuration.
    pub(crate) place: Range<usize>,
}

impl Suppression {
    /// Whether a document of an input is one that it speaks of.
    pub(super) fn speaks_of(&self, input: &str, place: &Place<'_>, document: Option<&DocumentRecord>) -> bool {
        let file = self.file.as_deref().is_none_or(|pattern| is_file(pattern, input, place));
        let object = self.object.as_deref().is_none_or(|pattern| {
            document.is_some_and(|document| {
                let full = format!("{}/{}", document.kind, document.name);
                matches(pattern, &document.name) || matches(pattern, &full)
            })
        });
        file && object
    }

    /// Whether a finding is one that it speaks of, as far as rule and field go.
    pub(super) fn is_about(&self, finding: &Finding) -> bool {
        let violation = &finding.violation;
        violation.rule.name == self.rule
            && self.path.as_deref().is_none_or(|pattern| {
                matches_field(pattern, &violation.path.to_string()) || matches_field(pattern, &named_path(finding))
            })
    }
}

/// The path of a finding with names of list items in the place of positions: `spec.machineTypes[small].memory`.
fn named_path(finding: &Finding) -> String {
    let mut path = String::new();
    let mut names = finding.within.iter().peekable();
    let mut list = "";
    for segment in finding.violation.path.segments() {
        match segment {
            Segment::Field(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
                list = name;
            }
            Segment::Index(index) => {
                let name = names.next_if(|named| named.list == list).map(|named| named.name.clone());
                path.push_str(&format!("[{}]", name.unwrap_or_else(|| index.to_string())));
            }
        }
    }
    path
}

/// Whether an input is the file of a pattern: as it was named, or from the directory of the configuration.
fn is_file(pattern: &str, input: &str, place: &Place<'_>) -> bool {
    let pattern = pattern.trim_start_matches("./");
    if matches(pattern, input.trim_start_matches("./")) {
        return true;
    }
    let (input, directory) = (place.of(Path::new(input)), place.of(place.directory));
    input.strip_prefix(directory).is_ok_and(|inner| matches(pattern, &inner.to_string_lossy().replace('\\', "/")))
}

/// Where a configuration stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'c> {
    /// What the names of inputs are relative to.
    pub(super) working_directory: &'c Path,
    /// What patterns for files are relative to.
    pub(super) directory: &'c Path,
}

impl Place<'_> {
    /// A path from the root, or from the working directory if that is not known, without `.` and `..`.
    fn of(&self, path: &Path) -> PathBuf {
        let mut clean = PathBuf::new();
        for component in self.working_directory.join(path).components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir if clean.file_name().is_some() => _ = clean.pop(),
                Component::ParentDir if clean.has_root() => {}
                other => clean.push(other),
            }
        }
        clean
    }
}
