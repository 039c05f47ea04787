//! Changes on their way into the text.

use std::collections::HashSet;

use rootstock_core_model::{CloudProfile, FieldPath, NodeRef, Settings};
use rootstock_document::Editor;
use rootstock_versioning::Timestamp;

use crate::base::Base;
use crate::{Gap, Remark, VersionName};

/// Edits of a profile, and what it should say once they are made.
pub(crate) struct Draft<'p> {
    pub(crate) base: &'p Base,
    pub(crate) editor: Editor<'p>,
    /// When this is.
    pub(crate) now: Timestamp,
    /// Whether a version may get stages that has none.
    pub(crate) may_have_stages: bool,
    /// Items that go.
    pub(crate) removed: Vec<FieldPath>,
    /// Items that go, and the field with their list if nothing is left in it.
    pub(crate) removed_with_list: Vec<FieldPath>,
    /// The core half as it should be read; its `providerConfig` and the order of versions are not looked at.
    pub(crate) expected: CloudProfile,
    /// The versions of which no reference should be left.
    pub(crate) gone: Vec<VersionName>,
    /// Where references stand that should not be left.
    pub(crate) gone_at: HashSet<FieldPath>,
    /// The references that should come.
    pub(crate) come: Vec<Referred>,
    pub(crate) notes: Vec<Remark>,
    pub(crate) gaps: Vec<Gap>,
    /// Whether some version may lack references.
    pub(crate) is_partial: bool,
}

/// A reference of the provider's half, wherever it stands.
#[derive(Debug, Clone)]
pub(crate) struct Referred {
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
            gone: Vec::new(),
            gone_at: HashSet::new(),
            come: Vec::new(),
            notes: Vec::new(),
            gaps: Vec::new(),
            is_partial: false,
        }
    }
}
