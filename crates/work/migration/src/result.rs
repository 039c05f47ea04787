//! The steps from planned edits to a proven result.

use std::collections::HashSet;

use rootstock_analysis::{Analysis, CheckMode};
use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition, CloudProfile, RawObject};
use rootstock_document::{Edit, apply_edits};

use crate::differences::Direction;
use crate::profile::{Profile, new_errors};
use crate::proof::{Group, prove};
use crate::{Note, PlanMismatch, Proof, Refusal};

/// A profile that was migrated or rolled back, and the proof that machines get the same images.
#[derive(Debug, Clone)]
pub struct Migration {
    /// The whole text of the input, edited.
    pub text: String,
    /// The edits in text order; empty if there was nothing to do.
    pub edits: Vec<Edit>,
    /// The capabilities that the result registers.
    pub capabilities: Vec<CapabilityDefinition>,
    /// The comparison of images.
    pub proof: Proof,
    /// Remarks for the user.
    pub notes: Vec<Note>,
}

/// The planned edits and their expected result.
pub(crate) struct Planned {
    pub(crate) edits: Vec<Edit>,
    /// Fields of `providerConfig` that are removed as a whole.
    pub(crate) removed: &'static [&'static str],
    /// The core section to be read from the edited text; its `providerConfig` is ignored.
    pub(crate) expected: CloudProfile,
    /// The provider's entries to be read: image, version, and the references of each artifact.
    pub(crate) expected_entries: Vec<ExpectedEntry>,
    pub(crate) groups: Vec<Group>,
    /// The machine types whose values are declared or forgotten.
    pub(crate) declared: HashSet<usize>,
    pub(crate) notes: Vec<Note>,
    /// The direction. On the way back to legacy fields, the plan decides only the architectures of the provider's
    /// artifacts, and not what else the provider reads in them.
    pub(crate) direction: Direction,
}

/// The capabilities of an artifact, and its references: a region, if valid in only one, and the value.
pub(crate) type Artifact = (Capabilities, Vec<(Option<String>, String)>);

/// The part of a provider's entry that a migration decides.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExpectedEntry {
    pub(crate) image: String,
    pub(crate) version: String,
    /// The capabilities and references of each artifact.
    pub(crate) artifacts: Vec<Artifact>,
}

/// Applies the edits, reads the result, and returns it if it matches the plan and nothing is worse than before.
pub(crate) fn apply_and_prove(before: &Profile, planned: Planned, analysis: &Analysis) -> Result<Migration, Refusal> {
    let source = before.source();
    let text = apply_edits(source.text(), &planned.edits).ok_or(PlanMismatch::EditsOverlap)?;
    // Both are judged as desired states, whatever the analysis judges.
    let mut trial = analysis.clone();
    trial.set_mode(CheckMode::State);
    trial.set_advice(None);
    trial.set_discards_results(true);
    let errors_before = before.errors(&trial);
    let (trial, after) = trial.with_text_of(before.analyzed(), &text).ok_or(PlanMismatch::NoProfile)?;
    let after = Profile::of(&after, &trial).map_err(|refusal| match refusal {
        Refusal::Undecodable(violations) => PlanMismatch::Undecodable(violations.into_iter().next().map(Box::new)),
        Refusal::Unsupported(reason) => PlanMismatch::Unsupported(reason),
        _ => PlanMismatch::NoProfile,
    })?;
    compare_with_plan(before, &after, &planned)?;
    // Before the judgement, which takes most of the memory.
    drop((planned.expected, planned.expected_entries));
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

/// Compares the edited text with the plan, and checks that nothing else has changed.
fn compare_with_plan(before: &Profile, after: &Profile, planned: &Planned) -> Result<(), PlanMismatch> {
    let without_config = |profile: &CloudProfile| {
        let mut profile = profile.clone();
        profile.spec.provider_config = None;
        profile
    };
    let (is, should_be) = (without_config(after.written()), without_config(&planned.expected));
    if is != should_be {
        return Err(PlanMismatch::CoreSection);
    }
    let entries: Vec<ExpectedEntry> = after.mapped.iter().map(ExpectedEntry::of).collect();
    let same = if planned.direction == Direction::ToLegacyFields {
        let reduce = |all: &[ExpectedEntry]| all.iter().map(ExpectedEntry::with_architectures_only).collect::<Vec<_>>();
        reduce(&entries) == reduce(&planned.expected_entries)
    } else {
        entries == planned.expected_entries
    };
    if !same {
        return Err(PlanMismatch::ProviderImages);
    }
    let others = |profile: &Profile| -> Vec<(String, RawObject)> {
        let config = profile.raw().get("spec").and_then(|spec| spec.get("providerConfig"));
        let fields = config.map(|config| config.entries().collect::<Vec<_>>()).unwrap_or_default();
        let is_other = |key: &str| key != "machineImages" && !planned.removed.contains(&key);
        let others = fields.into_iter().filter(|(key, _)| is_other(key));
        others.map(|(key, value)| (key.to_owned(), RawObject::new(value))).collect()
    };
    if others(before) != others(after) {
        return Err(PlanMismatch::OtherField);
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
