//! A profile with everything that a migration needs of it: text, tree, types, the provider's half.

use rootstock_admission::{Operation, canonicalise_cloud_profile, check_cloud_profile_of, default_cloud_profile};
use rootstock_core_model::decode::without_echoes;
use rootstock_core_model::read::{self, File};
use rootstock_core_model::{
    ARCHITECTURE, CloudProfile, FieldPath, MachineImageVersion, MachineType, NodeRef, Path, RawObject, ReadLimits,
    Rule, Settings, Severity, Violation, ViolationKind,
};
use rootstock_provider_api::{MappedVersion, Provider, ProviderConfig, Registry};

use crate::{Impossible, Refusal};

/// The architecture of what names none.
pub(crate) const DEFAULT_ARCHITECTURE: &str = "amd64";

/// A profile that was read from text.
pub(crate) struct Profile {
    pub(crate) raw: RawObject,
    /// As it is written.
    pub(crate) written: CloudProfile,
    /// As Gardener stores it.
    pub(crate) stored: CloudProfile,
    pub(crate) provider: &'static dyn Provider,
    pub(crate) config: Box<dyn ProviderConfig>,
    pub(crate) mapped: Vec<MappedVersion>,
    /// Fields of the core half that are not part of the API: wrong, and no obstacle.
    unknown_fields: Vec<Violation>,
}

impl Profile {
    /// The CloudProfile at a position of a file.
    pub(crate) fn read(file: &File, document: usize, registry: &Registry) -> Result<Self, Refusal> {
        let object = file.documents.get(document).and_then(|document| document.object());
        let Some(object) = object.filter(|object| object.is_cloud_profile()) else {
            return Err(Impossible::NoCloudProfile.into());
        };
        let (written, violations) = object.decode::<CloudProfile>();
        let (unknown_fields, mut violations): (Vec<Violation>, Vec<Violation>) = violations
            .into_iter()
            .filter(|violation| violation.severity == Severity::Error)
            .partition(|violation| violation.kind == ViolationKind::UnknownField);
        let name = &written.spec.provider_type;
        if name.is_empty() {
            return Err(Refusal::Unsupported("the profile does not say its provider (`spec.type`)".to_owned()));
        }
        let Some(provider) = registry.get(name) else {
            let known: Vec<String> = registry.names().map(|name| format!("`{name}`")).collect();
            return Err(Refusal::Unsupported(format!(
                "no plug-in knows provider `{name}`, so that its half could not be migrated; there are plug-ins for {}",
                known.join(", ")
            )));
        };
        let Some(raw) = &written.spec.provider_config else {
            return Err(Refusal::Unsupported("the profile has no `spec.providerConfig`".to_owned()));
        };
        let spec = Path::root("spec");
        let decoded = provider.decode(raw, &spec.field("providerConfig"));
        violations.extend(decoded.violations);
        violations.retain(|one| one.severity == Severity::Error && one.kind != ViolationKind::UnknownField);
        if !violations.is_empty() || !decoded.usable {
            return Err(Refusal::Undecodable(violations));
        }
        let mut stored = written.clone();
        default_cloud_profile(&mut stored);
        canonicalise_cloud_profile(&mut stored, None);
        let mapped = decoded.config.mapped_versions();
        Ok(Self { raw: object.raw.clone(), written, stored, provider, config: decoded.config, mapped, unknown_fields })
    }

    /// The same place of another text.
    pub(crate) fn read_again(name: &str, text: &str, document: usize, registry: &Registry) -> Result<Self, Refusal> {
        let file = read::read(name, text.as_bytes(), &ReadLimits::DEFAULT);
        Self::read(&file, document, registry)
    }

    /// The node at a path, which exists.
    pub(crate) fn node(&self, path: &FieldPath) -> Result<NodeRef<'_>, Refusal> {
        let found = self.raw.node().find(path);
        if found.complete { Ok(found.node) } else { Err(Refusal::Misread(format!("nothing stands at {path}"))) }
    }

    /// The node of a version of the core half.
    pub(crate) fn version_node(&self, image: usize, version: usize) -> Result<NodeRef<'_>, Refusal> {
        self.node(&images_path().index(image).field("versions").index(version))
    }

    /// The provider's entries for a version of an image.
    pub(crate) fn mapped_to<'p>(&'p self, image: &str, version: &str) -> impl Iterator<Item = usize> + 'p {
        let (image, version) = (image.to_owned(), version.to_owned());
        let fits = move |(_, entry): &(usize, &MappedVersion)| entry.image == image && entry.version == version;
        self.mapped.iter().enumerate().filter(fits).map(|(index, _)| index)
    }

    /// Every error of the profile as a desired state, both halves together.
    pub(crate) fn errors(&self, registry: &Registry, settings: &Settings) -> Vec<Violation> {
        let built_in = self.provider.worker_capabilities();
        let mut found = check_cloud_profile_of(built_in, &self.written, Operation::State, settings).violations;
        let mut defaulted = self.written.clone();
        default_cloud_profile(&mut defaulted);
        let provider = registry.check_cloud_profile(&defaulted.spec, settings);
        found.extend(provider.violations);
        let mut found = without_echoes(&self.unknown_fields, found);
        found.extend(self.unknown_fields.iter().cloned());
        found.retain(|violation| violation.severity == Severity::Error);
        found
    }
}

/// The errors of the one that the other does not have as often, rule by rule: fields have moved, so places cannot be
/// compared.
pub(crate) fn new_errors(before: &[Violation], after: Vec<Violation>) -> Vec<Violation> {
    let count = |all: &[Violation], rule: &Rule| all.iter().filter(|one| one.rule.name == rule.name).count();
    let more = |violation: &&Violation| count(&after, violation.rule) > count(before, violation.rule);
    after.iter().filter(more).cloned().collect()
}

/// The architectures of an image version in the legacy format.
pub(crate) fn legacy_architectures(version: &MachineImageVersion) -> Vec<String> {
    match version.legacy_architectures() {
        [] => vec![DEFAULT_ARCHITECTURE.to_owned()],
        several => several.to_vec(),
    }
}

/// The architecture of a machine type, whatever says it.
pub(crate) fn type_architecture(machine_type: &MachineType) -> String {
    let capability = machine_type.capabilities.get(ARCHITECTURE).and_then(|values| values.first());
    let legacy = machine_type.architecture.as_ref().filter(|architecture| !architecture.is_empty());
    capability.or(legacy).cloned().unwrap_or_else(|| DEFAULT_ARCHITECTURE.to_owned())
}

pub(crate) fn spec_path() -> FieldPath {
    FieldPath::root().field("spec")
}

pub(crate) fn images_path() -> FieldPath {
    spec_path().field("machineImages")
}

pub(crate) fn type_path(index: usize) -> FieldPath {
    spec_path().field("machineTypes").index(index)
}

/// The list that an item's path leads into, and its position there.
pub(crate) fn list_and_index(path: &FieldPath) -> Option<(FieldPath, usize)> {
    match path.segments().last() {
        Some(rootstock_core_model::Segment::Index(index)) => Some((path.parent()?, *index)),
        _ => None,
    }
}
