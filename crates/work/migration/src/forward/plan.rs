//! The planned changes, before they are validated against the text.

use std::collections::HashSet;

use rootstock_core_model::{Capabilities, CapabilityDefinition};

use crate::Note;
use crate::proof::Group;

/// The planned changes.
#[derive(Default)]
pub(super) struct Plan {
    /// The capabilities that the result registers.
    pub(super) definitions: Vec<CapabilityDefinition>,
    pub(super) versions: Vec<VersionPlan>,
    pub(super) entries: Vec<EntryPlan>,
    /// The provider's entries to remove.
    pub(super) dropped: Vec<usize>,
    pub(super) machine_types: Vec<TypePlan>,
    pub(super) groups: Vec<Group>,
    pub(super) declared: HashSet<usize>,
    pub(super) notes: Vec<Note>,
}

/// The plan for a version of the core section.
pub(super) struct VersionPlan {
    pub(super) image: usize,
    pub(super) version: usize,
    /// The new name.
    pub(super) name: String,
    /// The added flavors, each with the version of the image that it comes from.
    pub(super) flavors: Vec<(Capabilities, usize)>,
    /// The legacy architectures, if they must change.
    pub(super) architectures: Option<Vec<String>>,
    /// The versions of the image that become part of it.
    pub(super) absorbs: Vec<usize>,
}

/// The plan for an entry of the provider section.
pub(super) struct EntryPlan {
    /// The index in [`Profile::mapped`](crate::profile::Profile), like those below.
    pub(super) entry: usize,
    pub(super) name: String,
    pub(super) flavors: Vec<FlavorPlan>,
    /// The entries that become part of it.
    pub(super) absorbs: Vec<usize>,
}

/// A flavor of the provider section.
pub(super) struct FlavorPlan {
    /// The entry it comes from.
    pub(super) from: usize,
    /// The index of the artifact in the entry.
    pub(super) artifact: usize,
    pub(super) capabilities: Capabilities,
}

/// The plan for a machine type.
pub(super) struct TypePlan {
    pub(super) index: usize,
    /// The capabilities to add.
    pub(super) adds: Capabilities,
}
