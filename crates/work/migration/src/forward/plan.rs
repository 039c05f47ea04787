//! What is to be changed, before anything is validated at the text.

use std::collections::HashSet;

use rootstock_core_model::{Capabilities, CapabilityDefinition};

use crate::Note;
use crate::proof::Group;

/// What is to be changed.
#[derive(Default)]
pub(super) struct Plan {
    /// Everything that the result registers.
    pub(super) definitions: Vec<CapabilityDefinition>,
    pub(super) versions: Vec<VersionPlan>,
    pub(super) entries: Vec<EntryPlan>,
    /// The provider's entries that are taken out.
    pub(super) dropped: Vec<usize>,
    pub(super) machine_types: Vec<TypePlan>,
    pub(super) groups: Vec<Group>,
    pub(super) declared: HashSet<usize>,
    pub(super) notes: Vec<Note>,
}

/// What becomes of a version of the core half.
pub(super) struct VersionPlan {
    pub(super) image: usize,
    pub(super) version: usize,
    /// What it is called afterwards.
    pub(super) name: String,
    /// The flavors that are added, and which version of the image each comes from.
    pub(super) flavors: Vec<(Capabilities, usize)>,
    /// The legacy architectures, where they have to change.
    pub(super) architectures: Option<Vec<String>>,
    /// The versions of the image that are part of it afterwards.
    pub(super) absorbs: Vec<usize>,
}

/// What becomes of an entry of the provider's half.
pub(super) struct EntryPlan {
    /// The place in [`Profile::mapped`](crate::profile::Profile), as those below.
    pub(super) entry: usize,
    pub(super) name: String,
    pub(super) flavors: Vec<FlavorPlan>,
    /// The entries that are part of it afterwards.
    pub(super) absorbs: Vec<usize>,
}

/// A flavor of the provider's half.
pub(super) struct FlavorPlan {
    /// The entry it comes from.
    pub(super) from: usize,
    /// The artifact of the entry.
    pub(super) artifact: usize,
    pub(super) capabilities: Capabilities,
}

/// What a machine type is given.
pub(super) struct TypePlan {
    pub(super) index: usize,
    /// The capabilities that are added.
    pub(super) adds: Capabilities,
}
