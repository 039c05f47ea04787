//! The draft of an edited profile.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfile, FieldPath, NodeRef, Settings};
use rootstock_document::Editor;
use rootstock_versioning::Timestamp;

use crate::base::Base;
use crate::{Gap, Remark, VersionName};

/// Edits of a profile, and the expected result.
pub(crate) struct Draft<'p> {
    pub(crate) base: &'p Base,
    pub(crate) editor: Editor<'p>,
    /// The current time.
    pub(crate) now: Timestamp,
    /// Whether versions without lifecycle stages may get some.
    pub(crate) may_have_stages: bool,
    /// Items to remove.
    pub(crate) removed: Vec<FieldPath>,
    /// Items to remove, with the field of their list if it becomes empty.
    pub(crate) removed_with_list: Vec<FieldPath>,
    /// The expected core section, regardless of `providerConfig` and the order of versions.
    pub(crate) expected: CloudProfile,
    /// The versions whose references must disappear.
    pub(crate) dropped_versions: Vec<VersionName>,
    /// The paths of references that must disappear.
    pub(crate) dropped_references: HashSet<FieldPath>,
    /// The references that must be added.
    pub(crate) added_references: Vec<PlannedReference>,
    pub(crate) notes: Vec<Remark>,
    pub(crate) gaps: Vec<Gap>,
    /// Whether some version may lack references.
    pub(crate) is_partial: bool,
}

/// A reference of the provider section, regardless of its path.
#[derive(Debug, Clone)]
pub(crate) struct PlannedReference {
    pub(crate) name: VersionName,
    pub(crate) region: Option<String>,
    pub(crate) value: String,
}

impl<'p> Draft<'p> {
    pub(crate) fn new(base: &'p Base, settings: &Settings) -> Self {
        let root: NodeRef<'p> = base.root();
        Self {
            base,
            editor: Editor::new(root.tree()),
            now: settings.now,
            may_have_stages: settings.gates.version_classification_lifecycle,
            removed: Vec::new(),
            removed_with_list: Vec::new(),
            expected: base.written().clone(),
            dropped_versions: Vec::new(),
            dropped_references: HashSet::new(),
            added_references: Vec::new(),
            notes: Vec::new(),
            gaps: Vec::new(),
            is_partial: false,
        }
    }
}
