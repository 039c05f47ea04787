//! Registered capabilities that become capabilities that workers ask for (GEP-54).

use std::collections::HashSet;

use rootstock_analysis::{Analysis, MentionedName, Role};
use rootstock_core_model::{Capabilities, CapabilityDefinition, CloudProfile, Flavor};
use rootstock_document::{Edit, Editor, emit};
use rootstock_worker_capabilities::Entry;

use super::definitions::built_in;
use crate::differences::{Direction, Intent};
use crate::profile::{Profile, spec_path};
use crate::proof::Group;
use crate::result::{ExpectedEntry, Planned};
use crate::{CapabilityRename, InvalidOptions, MigrationOptions, Note, Refusal};

/// Plans to rename capabilities everywhere in the input, and to remove their registrations.
pub(super) fn plan(profile: &Profile, options: &MigrationOptions, analysis: &Analysis) -> Result<Planned, Refusal> {
    let renames = &Renames(&options.renames);
    let rest = MigrationOptions { renames: Vec::new(), ..options.clone() };
    if rest != MigrationOptions::default() {
        return Err(InvalidOptions::RenamedWithOtherSteps.into());
    }
    let known = built_in(profile, analysis.settings().gates);
    let mut notes = Vec::new();
    for rename in renames.0 {
        let entry = check(profile, rename, &known)?;
        notes.push(Note::ChosenByWorkers {
            capability: entry.name.to_owned(),
            neutral: entry.neutral().to_owned(),
            field: entry.property.field().to_owned(),
        });
    }
    let entries = profile.mapped.iter().map(|entry| {
        let mut expected = ExpectedEntry::of(entry);
        expected.artifacts.iter_mut().for_each(|(capabilities, _)| *capabilities = renames.applied_to(capabilities));
        expected
    });
    let versions = profile.written().spec.images().iter().flat_map(|image| {
        let group = |version: &String| Group {
            image: image.name.clone(),
            before: vec![version.clone()],
            after: vec![version.clone()],
            alternatives: Vec::new(),
            intent: Some(Intent::CapabilityRenamed),
        };
        image.offered().iter().map(move |version| group(&version.version))
    });
    Ok(Planned {
        edits: edits(profile, renames, analysis)?,
        removed: &[],
        expected: expected(profile, renames),
        expected_entries: entries.collect(),
        groups: versions.collect(),
        declared: HashSet::new(),
        notes,
        direction: Direction::ToCapabilities,
    })
}

/// Checks that both capabilities exist, and that each value has a counterpart. Returns the new capability.
fn check(
    profile: &Profile,
    rename: &CapabilityRename,
    known: &[&'static Entry],
) -> Result<&'static Entry, InvalidOptions> {
    let definitions = profile.written().spec.capability_definitions();
    let CapabilityRename { from, to, values } = rename;
    let Some(own) = definitions.iter().find(|one| one.name == *from) else {
        let known = definitions.iter().map(|one| one.name.clone()).collect();
        return Err(InvalidOptions::UnknownCapability { capability: from.clone(), known });
    };
    let Some(entry) = known.iter().find(|entry| entry.name == to) else {
        let known = known.iter().map(|entry| entry.name.to_owned()).collect();
        return Err(InvalidOptions::NotAskedFor { capability: to.clone(), known });
    };
    if let Some(value) = values.keys().find(|value| !own.values.contains(value)) {
        let (capability, known) = (from.clone(), own.values.clone());
        return Err(InvalidOptions::UnknownValue { capability, value: value.clone(), known });
    }
    match own.values.iter().find(|value| !entry.values.contains(&rename.value(value))) {
        Some(old) => Err(InvalidOptions::UnmappedValue {
            from: from.clone(),
            old: old.clone(),
            to: to.clone(),
            value: rename.value(old).to_owned(),
            known: entry.definition().values,
        }),
        None => Ok(entry),
    }
}

fn edits(profile: &Profile, renames: &Renames<'_>, analysis: &Analysis) -> Result<Vec<Edit>, Refusal> {
    let mut editor = Editor::new(profile.raw().node().tree());
    let mentions = analysis.mentions(Role::Checked, profile.source().name());
    for mention in mentions.iter().filter(|mention| mention.thing.profile == *profile.analyzed().key()) {
        match &mention.thing.name {
            MentionedName::Capability(name) if renames.0.iter().any(|rename| rename.to == *name) => {
                return Err(InvalidOptions::NameInUse { capability: name.clone() }.into());
            }
            // The registrations are removed below.
            _ if mention.is_offer => {}
            MentionedName::Capability(name) => {
                if let Some(rename) = renames.of(name) {
                    let new = if emit::is_plain(&rename.to) { rename.to.clone() } else { emit::quoted(&rename.to) };
                    editor.rename_key(mention.node, &new)?;
                }
            }
            MentionedName::CapabilityValue { capability, value } => {
                let new = renames.of(capability).map(|rename| rename.value(value));
                if let Some(new) = new.filter(|new| new != value) {
                    editor.replace_text(mention.node, new)?;
                }
            }
            _ => {}
        }
    }
    let definitions = profile.written().spec.capability_definitions().iter().enumerate();
    let removed: Vec<usize> =
        definitions.filter(|(_, one)| renames.of(&one.name).is_some()).map(|(index, _)| index).collect();
    editor.remove_items(profile.node(&spec_path().field("machineCapabilities"))?, &removed, true)?;
    Ok(editor.finish())
}

/// Returns the core section of the result.
fn expected(profile: &Profile, renames: &Renames<'_>) -> CloudProfile {
    let mut expected = profile.written().clone();
    let spec = &mut expected.spec;
    let is_kept = |one: &CapabilityDefinition| renames.of(&one.name).is_none();
    spec.machine_capabilities.iter_mut().for_each(|definitions| definitions.retain(is_kept));
    for machine_type in spec.machine_types.iter_mut().flatten() {
        machine_type.capabilities = renames.applied_to(&machine_type.capabilities);
    }
    for version in spec.machine_images.iter_mut().flatten().flat_map(|image| image.versions.iter_mut().flatten()) {
        for Flavor(capabilities) in version.capability_flavors.iter_mut().flatten() {
            *capabilities = renames.applied_to(capabilities);
        }
    }
    expected
}

struct Renames<'o>(&'o [CapabilityRename]);

impl Renames<'_> {
    fn of(&self, capability: &str) -> Option<&CapabilityRename> {
        self.0.iter().find(|rename| rename.from == capability)
    }

    fn applied_to(&self, capabilities: &Capabilities) -> Capabilities {
        let renamed = capabilities.iter().map(|(name, values)| match self.of(name) {
            Some(rename) => (rename.to.as_str(), values.iter().map(|value| rename.value(value).to_owned()).collect()),
            None => (name, values.to_vec()),
        });
        renamed.collect::<Vec<(&str, Vec<String>)>>().into_iter().collect()
    }
}

impl CapabilityRename {
    /// Returns the new name of a value.
    fn value<'v>(&'v self, value: &'v str) -> &'v str {
        self.values.get(value).map_or(value, String::as_str)
    }
}
