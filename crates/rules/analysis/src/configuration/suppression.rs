//! A known and accepted finding: its rule, its place, and the reason.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use rootstock_report::{DocumentRecord, Finding};

use super::matches_pattern as matches;
use super::pattern::matches_field;
use crate::named_path::named_path;

/// One entry of `[[suppress]]`.
#[derive(Debug, Clone)]
pub(crate) struct Suppression {
    /// The name of the rule.
    pub(crate) rule: &'static str,
    /// The field, including everything below it.
    pub(crate) path: Option<String>,
    /// The object: its name, or `Kind/name`.
    pub(crate) object: Option<String>,
    /// The file, relative to the configuration's directory.
    pub(crate) file: Option<String>,
    /// The reason why the finding is accepted.
    pub(crate) reason: String,
    /// The bytes of the rule's name in the configuration.
    pub(crate) place: Range<usize>,
}

impl Suppression {
    /// Returns whether the suppression covers a document of an input.
    pub(super) fn covers_document(&self, input: &str, place: &Place<'_>, document: Option<&DocumentRecord>) -> bool {
        let file = self.file.as_deref().is_none_or(|pattern| is_file(pattern, input, place));
        let object = self.object.as_deref().is_none_or(|pattern| {
            document.is_some_and(|document| {
                let full = format!("{}/{}", document.kind, document.name);
                matches(pattern, &document.name) || matches(pattern, &full)
            })
        });
        file && object
    }

    /// Returns whether the suppression matches a finding, as far as rule and field go.
    pub(super) fn matches_finding(&self, finding: &Finding) -> bool {
        let violation = &finding.violation;
        violation.rule.name == self.rule
            && self.path.as_deref().is_none_or(|pattern| {
                matches_field(pattern, &violation.path.to_string())
                    || matches_field(
                        pattern,
                        &named_path(finding, |index, name| name.map_or_else(|| index.to_string(), str::to_owned)),
                    )
            })
    }
}

/// Returns whether an input matches a file pattern, as named or relative to the directory of the configuration.
fn is_file(pattern: &str, input: &str, place: &Place<'_>) -> bool {
    let pattern = pattern.trim_start_matches("./");
    if matches(pattern, input.trim_start_matches("./")) {
        return true;
    }
    let (input, directory) = (place.of(Path::new(input)), place.of(place.directory));
    input.strip_prefix(directory).is_ok_and(|inner| matches(pattern, &inner.to_string_lossy().replace('\\', "/")))
}

/// The location of a configuration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'c> {
    /// The directory that the names of inputs are relative to.
    pub(super) working_directory: &'c Path,
    /// The directory that patterns for files are relative to.
    pub(super) directory: &'c Path,
}

impl Place<'_> {
    /// Returns a path from the root, or from the working directory if that is unknown, without `.` and `..`.
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
