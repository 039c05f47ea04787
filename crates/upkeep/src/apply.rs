//! From changes to a text that says them and nothing else.

use std::sync::Arc;

use rootstock_advice::is_about_mapping;
use rootstock_analysis::{Analysis, Judgement, Profile, new_findings};
use rootstock_core_model::{CloudProfile, FieldPath, Severity, Violation};
use rootstock_document::{Edit, apply_edits};
use rootstock_provider_api::ImageReference;

use crate::base::Base;
use crate::draft::{Draft, Referred};
use crate::{
    Gap, ProfileChange, Refusal, Remark, Unplanned, VersionName, addition, life_edits, machine_types, moving_on,
    pruning, regions, remapping, removal, settings,
};

/// A profile after some changes.
#[derive(Debug, Clone)]
pub struct Upkept {
    /// The whole text of the input, edited.
    pub text: String,
    /// What was changed in it, in its order; empty when there was nothing to do.
    pub edits: Vec<Edit>,
    /// The images that the new versions have nowhere, or not everywhere.
    pub gaps: Vec<Gap>,
    /// What a person should know.
    pub notes: Vec<Remark>,
    /// The analysis with the edited text in the place of what it was.
    pub analysis: Analysis,
    /// The profile in it.
    pub profile: Arc<Profile>,
}

/// Makes changes of a CloudProfile of an input that is [`Checked`](rootstock_analysis::Role::Checked), all of them or none.
/// Warnings of the rules in `accepted` may be new; errors never.
///
/// # Errors
///
/// Why nothing was changed.
pub fn apply(
    analysis: &Analysis,
    profile: &Arc<Profile>,
    changes: &[ProfileChange],
    accepted: &[&str],
) -> Result<Upkept, Refusal> {
    let base = Base::of(profile)?;
    let mut draft = Draft::new(&base, analysis.settings());
    for change in changes {
        match change {
            ProfileChange::Add(addition) => addition::plan(&mut draft, addition)?,
            ProfileChange::Classify(classification) => moving_on::classify(&mut draft, classification)?,
            ProfileChange::Promote(promotion) => moving_on::promote(&mut draft, promotion)?,
            ProfileChange::Expire(expiration) => moving_on::expire(&mut draft, expiration)?,
            ProfileChange::Prune(pruning) => pruning::plan(&mut draft, pruning)?,
            ProfileChange::AddMachineType(addition) => machine_types::add(&mut draft, addition)?,
            ProfileChange::ChangeMachineType(fields) => machine_types::change(&mut draft, fields)?,
            ProfileChange::RemoveMachineType { name } => machine_types::remove(&mut draft, name)?,
            ProfileChange::AddRegion(addition) => regions::add(&mut draft, addition)?,
            ProfileChange::RemoveRegion { name } => regions::remove(&mut draft, name)?,
            ProfileChange::Map(remapping) => remapping::plan(&mut draft, remapping)?,
            ProfileChange::SetVersion(settings) => settings::set_versions(&mut draft, settings)?,
            ProfileChange::SetImage(settings) => settings::set_image(&mut draft, settings)?,
            ProfileChange::Remove(versions) => removal::plan(&mut draft, versions)?,
        }
    }
    life_edits::edit(&mut draft.editor, &base, &draft.expected.spec)?;
    let Draft { mut editor, removed, removed_with_list, .. } = draft;
    editor.remove_items_at(&mut base.locator(), &removed)?;
    editor.remove_items_or_list(&mut base.locator(), &removed_with_list)?;
    let edits = editor.finish();
    let text = apply_edits(base.text(), &edits).ok_or(Refusal::Contradiction)?;
    let (sides, profile) = read(analysis, &base, &text)?;
    let after = Base::of(&profile)?;
    let planned = Planned { expected: &draft.expected, gone: &draft.gone, gone_at: &draft.gone_at, come: &draft.come };
    compare_with_plan(&base, &after, &planned)?;
    let found = new_in(&sides, base.profile(), &profile);
    // That not every region has the image is what was asked for then.
    let is_meant =
        |one: &Violation| draft.is_partial && one.severity == Severity::Warning && is_about_mapping(one.rule);
    let counts = |one: &&Violation| match one.severity {
        Severity::Error => true,
        Severity::Warning => !accepted.contains(&one.rule.name) && !is_meant(one),
        Severity::Note => false,
    };
    let found: Vec<Violation> = found.iter().filter(counts).cloned().collect();
    if !found.is_empty() {
        return Err(Refusal::NewFindings(found));
    }
    Ok(Upkept { text, edits, gaps: draft.gaps, notes: draft.notes, analysis: sides.after, profile })
}

/// An analysis before and after, judging as a desired state.
struct Sides {
    before: Analysis,
    after: Analysis,
}

/// Reads the edited text.
fn read(analysis: &Analysis, base: &Base, text: &str) -> Result<(Sides, Arc<Profile>), Refusal> {
    let mut before = analysis.clone();
    before.set_judgement(Judgement::State);
    let (after, profile) = before.with_text_of(base.profile(), text).ok_or(Unplanned::NoProfile)?;
    Ok((Sides { before, after }, profile))
}

/// What should be read.
struct Planned<'d> {
    expected: &'d CloudProfile,
    gone: &'d [VersionName],
    gone_at: &'d [FieldPath],
    come: &'d [Referred],
}

/// Compares what was read from the edited text with what was planned, and with what nobody wanted to change.
fn compare_with_plan(before: &Base, after: &Base, planned: &Planned<'_>) -> Result<(), Unplanned> {
    if in_order(after.written()) != in_order(planned.expected) {
        return Err(Unplanned::CoreHalf);
    }
    let stays = |one: &&ImageReference| !planned.gone_at.contains(&one.path);
    let is_left = |one: &Referred| !planned.gone.contains(&one.name);
    let mut stay = before.references.iter().filter(stays).map(Referred::from).filter(is_left).peekable();
    // What stays comes in the order of before, and what is new between it.
    let new: Vec<Referred> =
        after.references.iter().map(Referred::from).filter(|one| stay.next_if_eq(one).is_none()).collect();
    if stay.next().is_some() {
        return Err(Unplanned::References);
    }
    // What is valid everywhere may be said of several images at once.
    let among = |one: &Referred, all: &[Referred]| {
        all.iter().any(|other| (&other.name, &other.region, &other.value) == (&one.name, &one.region, &one.value))
    };
    let same = new.iter().all(|one| among(one, planned.come)) && planned.come.iter().all(|one| among(one, &new));
    if same { Ok(()) } else { Err(Unplanned::References) }
}

/// The core half with versions, machine types and regions in one order.
fn in_order(profile: &CloudProfile) -> CloudProfile {
    let mut profile = profile.clone();
    let spec = &mut profile.spec;
    spec.provider_config = None;
    for image in spec.machine_images.iter_mut().flatten() {
        image.versions.iter_mut().for_each(|all| all.sort_by(|one, other| one.version.cmp(&other.version)));
    }
    spec.kubernetes.versions.iter_mut().for_each(|all| all.sort_by(|one, other| one.version.cmp(&other.version)));
    spec.machine_types.iter_mut().for_each(|all| all.sort_by(|one, other| one.name.cmp(&other.name)));
    spec.regions.iter_mut().for_each(|all| all.sort_by(|one, other| one.name.cmp(&other.name)));
    for zone in spec.regions.iter_mut().flatten().flat_map(|region| region.zones.iter_mut().flatten()) {
        zone.unavailable_machine_types.iter_mut().for_each(|all| all.sort());
        zone.unavailable_machine_types.take_if(|all| all.is_empty());
    }
    profile
}

/// What is found in the new profile and was not in the old one.
fn new_in(sides: &Sides, old: &Profile, new: &Profile) -> Vec<Violation> {
    let (before, after) = (sides.before.report_on(old), sides.after.report_on(new));
    new_findings(&before, &after).into_iter().map(|finding| finding.violation.clone()).collect()
}
