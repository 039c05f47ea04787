//! What is to be changed, before anybody looks at the text.

use std::collections::HashSet;

use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition};
use rootstock_provider_api::LegacyFormat;

use super::{definitions, entries, machine_types, versions};
use crate::profile::{Profile, legacy_architectures};
use crate::proof::Group;
use crate::{ImageFilter, Note, Options, Refusal};

/// See the module.
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
    /// Its place in [`Profile::mapped`], as those below.
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

/// A version of the core half, and what its name says.
pub(super) struct Member {
    pub(super) version: usize,
    pub(super) name: String,
    /// The name without suffixes.
    pub(super) base: String,
    /// What the suffixes, or their absence, stand for.
    pub(super) stands_for: Capabilities,
    pub(super) selected: bool,
}

impl Member {
    pub(super) fn is_plain(&self) -> bool {
        self.name == self.base
    }
}

pub(super) fn plan(profile: &Profile, format: &LegacyFormat, options: &Options) -> Result<Plan, Refusal> {
    check_filters(profile, options)?;
    let images = versions::members(profile, options)?;
    let mut plan = Plan {
        definitions: definitions::definitions(profile, format, options, &images)?,
        versions: Vec::new(),
        entries: Vec::new(),
        dropped: Vec::new(),
        machine_types: Vec::new(),
        groups: Vec::new(),
        declared: HashSet::new(),
        notes: Vec::new(),
    };
    versions::plan(profile, format, options, &images, &mut plan)?;
    if options.drop_surplus {
        entries::drop_surplus(profile, &mut plan);
    }
    entries::check_complete(profile, &plan, options)?;
    machine_types::plan(profile, options, &mut plan)?;
    versions::note_images_without_suffix(profile, &images, &mut plan);
    Ok(plan)
}

/// An image or version that is asked for and not there.
fn check_filters(profile: &Profile, options: &Options) -> Result<(), Refusal> {
    for ImageFilter { image, version } in &options.images {
        let known = profile.written().spec.images().iter().find(|one| one.name == *image);
        let Some(known) = known else {
            return Err(Refusal::Impossible(format!("there is no machine image `{image}` in the profile")));
        };
        if let Some(version) =
            version.as_ref().filter(|version| known.offered().iter().all(|one| one.version != **version))
        {
            return Err(Refusal::Impossible(format!("machine image `{image}` has no version `{version}`")));
        }
    }
    Ok(())
}

/// The architectures that a version of the core half is offered for.
pub(super) fn architectures(profile: &Profile, image: usize, version: usize) -> Vec<String> {
    let version = profile.written().spec.images().get(image).and_then(|image| image.offered().get(version));
    version.map(legacy_architectures).unwrap_or_default()
}

/// The architecture of an artifact, if it says one.
pub(super) fn artifact_architecture(capabilities: &Capabilities) -> Option<&str> {
    capabilities.get(ARCHITECTURE).and_then(|values| values.first()).map(String::as_str)
}

/// Capabilities with more laid over them.
pub(super) fn with(capabilities: &Capabilities, more: &Capabilities) -> Capabilities {
    let mut all = capabilities.clone();
    more.iter().for_each(|(name, values)| all.insert(name, values.to_vec()));
    all
}

/// A capability map that begins with an architecture.
pub(super) fn of_architecture(architecture: &str, rest: &Capabilities) -> Capabilities {
    with(&Capabilities::from_iter([(ARCHITECTURE, [architecture])]), rest)
}
