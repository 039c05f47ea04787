//! The expected content of the edited text.

use rootstock_core_model::{ARCHITECTURE, Capabilities, CloudProfile, MachineImageVersion};
use rootstock_provider_api::{LegacyArchitecture, LegacyFormat};

use super::plan::{EntryPart, Plan, VersionPart};
use crate::profile::{Profile, list_and_index, type_architecture};
use crate::result::{Artifact, ExpectedEntry};
use rootstock_core_model::DEFAULT_ARCHITECTURE;

/// Returns the legacy architectures as they will be written; unchanged if omitting them has the same meaning.
pub(super) fn architectures(written: &MachineImageVersion, part: &VersionPart) -> Option<Vec<String>> {
    let legacy = written.legacy_architectures();
    if legacy.is_empty() && part.architectures == [DEFAULT_ARCHITECTURE] {
        return written.architectures.clone();
    }
    let same = legacy.len() == part.architectures.len() && legacy.iter().all(|one| part.architectures.contains(one));
    Some(if same { legacy.to_vec() } else { part.architectures.clone() })
}

/// Returns a version that is added to the first part: it has the same fields and its own name, but is not supported,
/// because two versions of one minor must not both be.
pub(super) fn additional_version(written: &MachineImageVersion, part: &VersionPart) -> MachineImageVersion {
    MachineImageVersion {
        version: part.name.clone(),
        architectures: Some(part.architectures.clone()),
        capability_flavors: None,
        classification: written.classification.clone().filter(|one| one.to_string() != "supported"),
        ..written.clone()
    }
}

/// Returns the core section.
pub(super) fn profile(profile: &Profile, plan: &Plan) -> CloudProfile {
    let mut expected = profile.written().clone();
    let spec = &mut expected.spec;
    spec.machine_capabilities = None;
    for (machine_type, stored) in spec.machine_types.iter_mut().flatten().zip(profile.stored().spec.types()) {
        let architecture = type_architecture(stored);
        if machine_type.architecture.is_none() && architecture != DEFAULT_ARCHITECTURE {
            machine_type.architecture = Some(architecture);
        }
        machine_type.capabilities = Capabilities::new();
    }
    for (index, image) in spec.machine_images.iter_mut().flatten().enumerate() {
        let mut added = Vec::new();
        for planned in plan.versions.iter().filter(|planned| planned.image == index) {
            let version = image.versions.as_mut().and_then(|versions| versions.get_mut(planned.version));
            let Some((version, (first, others))) = version.zip(planned.parts.split_first()) else { continue };
            added.extend(others.iter().map(|part| additional_version(version, part)));
            version.architectures = architectures(version, first);
            version.version.clone_from(&first.name);
            version.capability_flavors = None;
        }
        if let Some(versions) = &mut image.versions {
            versions.extend(added);
        }
    }
    expected
}

/// Returns the provider's entries; new ones come after the others of their image.
pub(super) fn entries(profile: &Profile, plan: &Plan, format: &LegacyFormat) -> Vec<ExpectedEntry> {
    let mut expected = Vec::new();
    let mut added = Vec::new();
    let mut list = None;
    for (index, entry) in profile.mapped.iter().enumerate() {
        let own = list_and_index(&entry.path).map(|(list, _)| list);
        if own != list {
            expected.append(&mut added);
            list = own;
        }
        let Some(planned) = plan.entries.iter().find(|planned| planned.entry == index) else {
            expected.push(ExpectedEntry::of(entry));
            continue;
        };
        let part = |part: &EntryPart| ExpectedEntry {
            image: entry.image.clone(),
            version: part.name.clone(),
            artifacts: artifacts(entry, part, format),
        };
        expected.extend(planned.parts.first().map(part));
        added.extend(planned.parts.iter().skip(1).map(part));
    }
    expected.append(&mut added);
    expected
}

fn artifacts(entry: &rootstock_provider_api::MappedVersion, part: &EntryPart, format: &LegacyFormat) -> Vec<Artifact> {
    let of = |(index, architecture): &(usize, String)| {
        let references = entry.artifacts.get(*index).map(|artifact| artifact.references.clone()).unwrap_or_default();
        (Capabilities::from_iter([(ARCHITECTURE, [architecture.as_str()])]), references)
    };
    let mut all: Vec<Artifact> = part.artifacts.iter().map(of).collect();
    if format.architecture == LegacyArchitecture::Nowhere && !format.regions {
        // One reference applies everywhere.
        all.truncate(1);
        all.iter_mut().for_each(|(capabilities, _)| *capabilities = Capabilities::new());
    }
    all
}
