//! Applies changes to a profile's text, and verifies that the result differs by nothing else.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rootstock_advice::is_about_gaps;
use rootstock_analysis::{Analysis, CheckMode, Profile, new_findings};
use rootstock_core_model::{CloudProfile, FieldPath, Severity, Violation};
use rootstock_document::{Edit, Editor, apply_edits};
use rootstock_provider_api::ImageReference;
use rootstock_report::SourceText;

use crate::base::Base;
use crate::compose_edits::compose_edits;
use crate::draft::{Draft, PlannedReference};
use crate::{
    Gap, ProfileChange, Refusal, Remark, Unplanned, VersionName, addition, fields, lifecycle_changes, lifecycle_edits,
    machine_types, pruning, regions, remapping, removal, settings,
};

/// The maximum number of rounds; the text is read again after each.
const MAX_ROUNDS: usize = 500;

/// A profile after some changes.
#[derive(Debug, Clone)]
pub struct UpkeepResult {
    /// The edits of the input's text, in text order; empty if there was nothing to do.
    pub edits: Vec<Edit>,
    /// The images that the new versions lack everywhere or in some regions.
    pub gaps: Vec<Gap>,
    /// Remarks for the user.
    pub notes: Vec<Remark>,
    /// The analysis with the edited text.
    pub analysis: Analysis,
    /// The profile in that analysis.
    pub profile: Arc<Profile>,
}

/// Applies changes to a CloudProfile of an input that is [`Checked`](rootstock_analysis::Role::Checked), all of them or none.
/// Changes refer to the original profile, except around changes of single places: such a change refers to the result of earlier
/// changes, and later changes refer to its result. New findings of the rules in `accepted` are allowed, because an older
/// Gardener, or a fork of an extension, accepts some objects that Rootstock reports as errors.
///
/// # Errors
///
/// Returns an error if the changes cannot be applied; nothing is changed then.
pub fn apply(
    analysis: &Analysis,
    profile: &Arc<Profile>,
    changes: &[ProfileChange],
    accepted: &[&str],
) -> Result<UpkeepResult, Refusal> {
    let rounds = changes.chunk_by(|one, next| !one.is_place_change() && !next.is_place_change());
    make(analysis, profile, rounds, accepted)
}

/// Like [`apply`], but each change refers to the result of the previous one. Findings in intermediate results are ignored.
///
/// # Errors
///
/// Fails like [`apply`].
pub fn apply_in_order(
    analysis: &Analysis,
    profile: &Arc<Profile>,
    changes: &[ProfileChange],
    accepted: &[&str],
) -> Result<UpkeepResult, Refusal> {
    make(analysis, profile, changes.chunks(1), accepted)
}

/// Applies changes round by round.
fn make<'c>(
    analysis: &Analysis,
    profile: &Arc<Profile>,
    rounds: impl Iterator<Item = &'c [ProfileChange]>,
    accepted: &[&str],
) -> Result<UpkeepResult, Refusal> {
    Base::written_of(profile)?;
    let mut before = analysis.clone();
    before.set_mode(CheckMode::State);
    let (edits, gaps, notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut result = UpkeepResult { edits, gaps, notes, analysis: before.clone(), profile: Arc::clone(profile) };
    let mut is_partial = false;
    for (number, round) in rounds.enumerate() {
        if number == MAX_ROUNDS {
            return Err(Refusal::TooManyChanges(MAX_ROUNDS));
        }
        is_partial |= result.make(round)?;
    }
    let new = result.analysis.report_on(&result.profile);
    // Findings before the change are irrelevant if there are no errors or warnings afterwards.
    if new.findings.iter().all(|finding| finding.violation.severity == Severity::Note) {
        return Ok(result);
    }
    let old = before.report_on(profile);
    let found = new_findings(&old, &new).into_iter().map(|finding| finding.violation.clone());
    // A partial addition asks for images that are missing in some regions.
    let is_meant = |one: &Violation| is_partial && one.severity == Severity::Warning && is_about_gaps(one.rule);
    let counts = |one: &Violation| match one.severity {
        Severity::Error => !accepted.contains(&one.rule.name),
        Severity::Warning => !accepted.contains(&one.rule.name) && !is_meant(one),
        Severity::Note => false,
    };
    let found: Vec<Violation> = found.filter(counts).collect();
    if found.is_empty() { Ok(result) } else { Err(Refusal::NewFindings(found)) }
}

impl UpkeepResult {
    /// Returns the whole edited text of the input.
    #[must_use]
    pub fn source(&self) -> Option<&SourceText> {
        self.profile.written().map(|written| written.source())
    }

    /// Applies changes in one round. Returns whether some version may lack references.
    fn make(&mut self, changes: &[ProfileChange]) -> Result<bool, Refusal> {
        let gates = self.analysis.settings().gates;
        let base = Base::of(&self.profile, gates)?;
        let mut draft = Draft::new(&base, self.analysis.settings());
        changes.iter().try_for_each(|change| plan(&mut draft, change))?;
        draft.editor.remove_items_at(&mut base.locator(), &draft.removed)?;
        draft.editor.remove_items_or_list(&mut base.locator(), &draft.removed_with_list)?;
        // Fields that end a version come before a version that is inserted after it, in the same place of the text.
        let mut lifecycles = Editor::new(base.root().tree());
        lifecycle_edits::edit(&mut lifecycles, &base, &draft.expected.spec)?;
        let mut edits = lifecycles.take();
        let others = draft.editor.take().into_iter().filter(|edit| !edits.contains(edit)).collect::<Vec<_>>();
        edits.extend(others);
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let (analysis, profile) = if edits.is_empty() {
            (self.analysis.clone(), Arc::clone(&self.profile))
        } else {
            let text = apply_edits(base.text(), &edits).ok_or(Refusal::Contradiction)?;
            self.analysis.with_text_of(&self.profile, &text).ok_or(Unplanned::NoProfile)?
        };
        let after = Base::of(&profile, gates).map_err(|refusal| match refusal {
            Refusal::Undecodable(found) => Refusal::NewFindings(found),
            other => other,
        })?;
        match changes {
            [ProfileChange::Set(setting)] => fields::compare(&base, &after, fields::PlaceChange::Set(setting))?,
            [ProfileChange::Unset { place }] => fields::compare(&base, &after, fields::PlaceChange::Unset(place))?,
            [ProfileChange::Order(order)] => fields::compare(&base, &after, fields::PlaceChange::Order(order))?,
            _ => compare_with_plan(
                &base,
                &after,
                Planned {
                    expected: std::mem::take(&mut draft.expected),
                    dropped_versions: &draft.dropped_versions,
                    dropped_references: &draft.dropped_references,
                    added_references: &draft.added_references,
                },
            )?,
        }
        draft.notes.extend(shared_references(&after, &draft.added_references));
        let compose_edits =
            if self.edits.is_empty() { Some(edits) } else { compose_edits(&self.edits, &edits, base.text()) };
        self.edits = compose_edits.ok_or(Refusal::Contradiction)?;
        self.gaps.append(&mut draft.gaps);
        self.notes.append(&mut draft.notes);
        let is_partial = draft.is_partial;
        (self.analysis, self.profile) = (analysis, profile);
        Ok(is_partial)
    }
}

/// Records a change's edits and the expected result.
fn plan(draft: &mut Draft<'_>, change: &ProfileChange) -> Result<(), Refusal> {
    match change {
        ProfileChange::Add(addition) => addition::plan(draft, addition),
        ProfileChange::Classify(classification) => lifecycle_changes::classify(draft, classification),
        ProfileChange::Promote(promotion) => lifecycle_changes::promote(draft, promotion),
        ProfileChange::Expire(expiration) => lifecycle_changes::expire(draft, expiration),
        ProfileChange::Prune(pruning) => pruning::plan(draft, pruning),
        ProfileChange::AddMachineType(addition) => machine_types::add(draft, addition),
        ProfileChange::ChangeMachineType(fields) => machine_types::change(draft, fields),
        ProfileChange::RemoveMachineType { name } => machine_types::remove(draft, name),
        ProfileChange::AddRegion(addition) => regions::add(draft, addition),
        ProfileChange::RemoveRegion { name } => regions::remove(draft, name),
        ProfileChange::Map(remapping) => remapping::plan(draft, remapping),
        ProfileChange::SetVersion(settings) => settings::set_versions(draft, settings),
        ProfileChange::SetImage(settings) => settings::set_image(draft, settings),
        ProfileChange::Set(setting) => fields::set(draft, setting),
        ProfileChange::Unset { place } => fields::unset(draft, place),
        ProfileChange::Order(order) => fields::order(draft, order),
        ProfileChange::Remove(versions) => removal::plan(draft, versions),
    }
}

/// The result to expect after reading the edited text.
struct Planned<'d> {
    expected: CloudProfile,
    dropped_versions: &'d [VersionName],
    dropped_references: &'d HashSet<FieldPath>,
    added_references: &'d [PlannedReference],
}

/// Compares the profile read from the edited text with the plan; everything else must be unchanged.
fn compare_with_plan(before: &Base, after: &Base, planned: Planned<'_>) -> Result<(), Unplanned> {
    let mut expected = planned.expected;
    // The provider section is compared below.
    expected.spec.provider_config.clone_from(&after.written().spec.provider_config);
    if *after.written() != expected && in_order(after.written().clone()) != in_order(expected) {
        return Err(Unplanned::CoreSection);
    }
    let goes = |one: &ImageReference| {
        !planned.dropped_references.is_empty() && planned.dropped_references.contains(&one.path.to_field_path())
    };
    let dropped: HashSet<(Option<&str>, &str)> =
        planned.dropped_versions.iter().map(|name| (name.image.as_deref(), &*name.version)).collect();
    let stays = |one: &&ImageReference| !goes(one) && !dropped.contains(&(Some(&*one.image), &*one.version));
    let mut stay = before.references.iter().filter(stays).peekable();
    // Remaining references keep their order, with new ones between them.
    let new: Vec<&ImageReference> =
        after.references.iter().filter(|one| stay.next_if(|next| differ_only_in_path(next, one)).is_none()).collect();
    if stay.next().is_some() {
        return Err(Unplanned::References);
    }
    // One reference that is valid everywhere may apply to several images.
    let new: HashSet<_> =
        new.into_iter().map(|one| (Some(&*one.image), &*one.version, one.region.as_deref(), &*one.value)).collect();
    let added = planned.added_references.iter();
    let same = new
        == added
            .map(|one| (one.name.image.as_deref(), &*one.name.version, one.region.as_deref(), &*one.value))
            .collect();
    if same { Ok(()) } else { Err(Unplanned::References) }
}

/// Returns remarks about added references that several flavors of one version share. For flavors of several architectures, the
/// new warning refuses the change.
fn shared_references(after: &Base, added: &[PlannedReference]) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = Vec::new();
    let mut known: HashMap<(&str, &str, &str), Vec<&ImageReference>> = HashMap::new();
    for one in after.references.iter() {
        known.entry((&*one.image, &*one.version, &*one.value)).or_default().push(one);
    }
    for new in added {
        let Some(image) = new.name.image.as_deref() else { continue };
        let own = known.get(&(image, &*new.name.version, &*new.value)).into_iter().flatten();
        let flavors: BTreeSet<String> = own
            .filter(|one| one.region == new.region)
            .map(|one| serde_json::to_string(&one.capabilities).unwrap_or_default())
            .collect();
        let remark =
            Remark::SharedReference { name: new.name.clone(), reference: new.value.clone(), flavors: flavors.len() };
        if flavors.len() > 1 && !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }
    remarks
}

/// Returns whether two references are equal except for their paths.
fn differ_only_in_path(one: &ImageReference, other: &ImageReference) -> bool {
    one.value == other.value
        && one.region == other.region
        && one.version == other.version
        && one.image == other.image
        && one.capabilities == other.capabilities
}

/// Returns the core section with versions, machine types and regions sorted, and without lists that are empty.
fn in_order(mut profile: CloudProfile) -> CloudProfile {
    let spec = &mut profile.spec;
    for image in spec.machine_images.iter_mut().flatten() {
        image.versions.iter_mut().for_each(|all| all.sort_by(|one, other| one.version.cmp(&other.version)));
    }
    spec.kubernetes.versions.iter_mut().for_each(|all| all.sort_by(|one, other| one.version.cmp(&other.version)));
    spec.machine_types.iter_mut().for_each(|all| all.sort_by(|one, other| one.name.cmp(&other.name)));
    spec.regions.iter_mut().for_each(|all| all.sort_by(|one, other| one.name.cmp(&other.name)));
    // A list is removed with its last item.
    spec.regions.take_if(|all| all.is_empty());
    for zone in spec.regions.iter_mut().flatten().flat_map(|region| region.zones.iter_mut().flatten()) {
        zone.unavailable_machine_types.iter_mut().for_each(|all| all.sort());
        zone.unavailable_machine_types.take_if(|all| all.is_empty());
    }
    profile
}
