//! From planned edits to a proven result.

use std::collections::HashSet;

use rootstock_analysis::{Analysis, Judgement};
use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition, CloudProfile, RawObject};
use rootstock_document::{Edit, apply_edits};

use crate::differences::Direction;
use crate::profile::{Profile, new_errors};
use crate::proof::{Group, prove};
use crate::{Misread, Note, Proof, Refusal};

/// A profile that was migrated or rolled back, and the proof that it is the same to machines.
#[derive(Debug, Clone)]
pub struct Migration {
    /// The whole text of the input, edited.
    pub text: String,
    /// What was changed in it, in its order; empty when there was nothing to do.
    pub edits: Vec<Edit>,
    /// The capabilities that the result registers.
    pub capabilities: Vec<CapabilityDefinition>,
    /// What was compared.
    pub proof: Proof,
    /// What a person should know.
    pub notes: Vec<Note>,
}

/// What is to be done, and what it should come to.
pub(crate) struct Planned {
    pub(crate) edits: Vec<Edit>,
    /// Fields of `providerConfig` that are taken out whole.
    pub(crate) removed: &'static [&'static str],
    /// The core half as it should be read from the edited text; its `providerConfig` is not looked at.
    pub(crate) expected: CloudProfile,
    /// What the provider's entries should be read as: image, version, and the references of each artifact.
    pub(crate) expected_entries: Vec<ExpectedEntry>,
    pub(crate) groups: Vec<Group>,
    /// The machine types of which values are declared, or forgotten.
    pub(crate) declared: HashSet<usize>,
    pub(crate) notes: Vec<Note>,
    /// Back to legacy fields only the architectures of the provider's artifacts are decided, and not what else the
    /// provider reads in them.
    pub(crate) direction: Direction,
}

/// What an artifact supports, and its references: a region, if valid in one only, and the value.
pub(crate) type Artifact = (Capabilities, Vec<(Option<String>, String)>);

/// An entry of the provider's half, as far as a migration decides it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExpectedEntry {
    pub(crate) image: String,
    pub(crate) version: String,
    /// Capabilities and references of each artifact.
    pub(crate) artifacts: Vec<Artifact>,
}

/// Makes the edits, reads the result, and lets it out when it says what it should and nothing is worse than before.
pub(crate) fn conclude(before: &Profile, planned: Planned, analysis: &Analysis) -> Result<Migration, Refusal> {
    let source = before.source();
    let text = apply_edits(source.text(), &planned.edits).ok_or(Misread::EditsOverlap)?;
    // As a desired state, whatever the analysis is about.
    let mut trial = analysis.clone();
    trial.set_judgement(Judgement::State);
    trial.set_advice(None);
    let errors_before = before.errors(&trial);
    let (trial, after) = trial.with_text_of(before.analysed(), &text).ok_or(Misread::NoProfile)?;
    let after = Profile::of(&after, &trial).map_err(|refusal| match refusal {
        Refusal::Undecodable(violations) => Misread::Undecodable(violations.into_iter().next().map(Box::new)),
        Refusal::Unsupported(reason) => Misread::Unsupported(reason),
        _ => Misread::NoProfile,
    })?;
    compare_with_plan(before, &after, &planned)?;
    let errors = new_errors(&errors_before, after.errors(&trial));
    if !errors.is_empty() {
        return Err(Refusal::NewErrors(errors));
    }
    let proof = prove(before, &after, &planned.groups, &planned.declared, planned.direction, analysis.settings())?;
    if !proof.holds() {
        return Err(Refusal::Unproven(Box::new(proof)));
    }
    let capabilities = after.written().spec.capability_definitions().to_vec();
    Ok(Migration { text, edits: planned.edits, capabilities, proof, notes: planned.notes })
}

/// Compares what was read from the edited text with what was planned, and with what nobody wanted to change.
fn compare_with_plan(before: &Profile, after: &Profile, planned: &Planned) -> Result<(), Misread> {
    let without_config = |profile: &CloudProfile| {
        let mut profile = profile.clone();
        profile.spec.provider_config = None;
        profile
    };
    let (is, should_be) = (without_config(after.written()), without_config(&planned.expected));
    if is != should_be {
        return Err(Misread::CoreHalf);
    }
    let entries: Vec<ExpectedEntry> = after.mapped.iter().map(ExpectedEntry::of).collect();
    let same = if planned.direction == Direction::ToLegacyFields {
        let reduce = |all: &[ExpectedEntry]| all.iter().map(ExpectedEntry::with_architectures_only).collect::<Vec<_>>();
        reduce(&entries) == reduce(&planned.expected_entries)
    } else {
        entries == planned.expected_entries
    };
    if !same {
        return Err(Misread::ProviderImages);
    }
    let others = |profile: &Profile| -> Vec<(String, RawObject)> {
        let config = profile.raw().get("spec").and_then(|spec| spec.get("providerConfig"));
        let fields = config.map(|config| config.entries().collect::<Vec<_>>()).unwrap_or_default();
        let is_other = |key: &str| key != "machineImages" && !planned.removed.contains(&key);
        let others = fields.into_iter().filter(|(key, _)| is_other(key));
        others.map(|(key, value)| (key.to_owned(), RawObject::new(value))).collect()
    };
    if others(before) != others(after) {
        return Err(Misread::OtherField);
    }
    Ok(())
}

impl ExpectedEntry {
    fn with_architectures_only(&self) -> Self {
        let mut reduced = self.clone();
        for (capabilities, _) in &mut reduced.artifacts {
            let architecture = capabilities.get(ARCHITECTURE).map(|values| (ARCHITECTURE, values.to_vec()));
            *capabilities = architecture.into_iter().collect();
        }
        reduced
    }

    pub(crate) fn of(entry: &rootstock_provider_api::MappedVersion) -> Self {
        let artifacts = entry.artifacts.iter();
        Self {
            image: entry.image.clone(),
            version: entry.version.clone(),
            artifacts: artifacts.map(|one| (one.capabilities.clone(), one.references.clone())).collect(),
        }
    }
}
