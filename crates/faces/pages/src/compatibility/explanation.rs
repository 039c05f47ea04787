//! The explanation of a cell: the two steps of `select`, in words.

use rootstock_capability_engine::{Criterion, SelectionOutcome, StepVerdict, WalkStep};
use rootstock_core_model::{Release, Semantics};
use rootstock_queries::{MatrixCell, SelectAnswer, SelectedVersion};

use super::{CellState, joined};

/// The explanation of a cell. It contains no names, so that equivalent cells have equal explanations.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Explained {
    pub(crate) state: CellState,
    /// The answer in one line.
    pub(crate) outcome: String,
    /// Step 1: the values of the machine type and of each flavor, for each capability.
    pub(crate) capabilities: Vec<ExplainedCapability>,
    /// Step 1: whether each flavor is compatible, in words.
    pub(crate) compatible: Vec<String>,
    /// Step 2: one sentence for each comparison.
    pub(crate) walk: Vec<String>,
    /// Whether some capability is not declared, so that all its registered values apply.
    pub(crate) leaves_out: bool,
    /// The regions without an image, by reason.
    pub(crate) lacking: Vec<RegionsWithoutImage>,
    /// Gardener's selection, if it differs.
    pub(crate) difference: Option<String>,
}

/// A capability of step 1.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct ExplainedCapability {
    pub(crate) name: String,
    /// The values of the machine type.
    pub(crate) machine_type: String,
    /// The values of each flavor, and whether any of them is left after intersecting with the machine type.
    pub(crate) flavors: Vec<(String, bool)>,
}

/// Regions that lack an image for the same reason.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct RegionsWithoutImage {
    pub(crate) reason: String,
    pub(crate) regions: Vec<String>,
    /// The indices of the regions.
    pub(crate) places: Vec<usize>,
}

impl RegionsWithoutImage {
    /// Groups the regions without an image by reason.
    pub(super) fn new<'a>(regions: &[String], cells: impl Iterator<Item = Option<&'a MatrixCell>>) -> Vec<Self> {
        let mut lacking: Vec<Self> = Vec::new();
        for (place, (region, cell)) in regions.iter().zip(cells).enumerate() {
            let reason = match cell {
                Some(MatrixCell::NoImage { obstacle }) => obstacle.as_ref().map(ToString::to_string),
                Some(MatrixCell::Unavailable { obstacle }) => obstacle.as_ref().map(ToString::to_string),
                _ => continue,
            };
            let reason = reason.unwrap_or_default();
            match lacking.iter_mut().find(|one| one.reason == reason) {
                Some(one) => {
                    one.regions.push(region.clone());
                    one.places.push(place);
                }
                None => lacking.push(Self { reason, regions: vec![region.clone()], places: vec![place] }),
            }
        }
        lacking
    }
}

impl Explained {
    pub(super) fn new(
        answer: &SelectAnswer,
        version: &SelectedVersion,
        cell: Option<&MatrixCell>,
        lacking: Vec<RegionsWithoutImage>,
    ) -> Self {
        let explanation = &version.explanation;
        let state = match cell {
            Some(MatrixCell::Yes { .. }) if lacking.is_empty() => CellState::Fits,
            Some(MatrixCell::Yes { .. }) => CellState::FitsPartly,
            Some(MatrixCell::Ambiguous { .. }) => CellState::Ambiguous,
            Some(MatrixCell::NoImage { .. }) => CellState::NoImage,
            Some(MatrixCell::No { .. } | MatrixCell::Unavailable { .. }) | None => CellState::No,
        };
        let capabilities = explanation.capabilities.iter().map(|row| {
            let flavors = row.flavors.iter().enumerate().map(|(index, flavor)| {
                let left_out = version.flavors_leave_out.get(index).is_some_and(|all| all.contains(&row.capability));
                (values(&flavor.own, left_out), !flavor.effective.is_empty())
            });
            ExplainedCapability {
                name: row.capability.clone(),
                machine_type: values(&row.machine_type, answer.machine_type_leaves_out.contains(&row.capability)),
                flavors: flavors.collect(),
            }
        });
        let flavors = explanation.capabilities.first().map_or(0, |row| row.flavors.len());
        let compatible = (0..flavors).map(|index| {
            let empty = explanation
                .capabilities
                .iter()
                .find(|row| row.flavors.get(index).is_some_and(|flavor| flavor.effective.is_empty()));
            empty.map_or_else(|| "yes".to_owned(), |row| format!("no: {}", row.capability))
        });
        let leaves_out = !answer.machine_type_leaves_out.is_empty()
            || version.flavors_leave_out.iter().any(|flavor| !flavor.is_empty());
        Self {
            state,
            outcome: outcome(version),
            capabilities: capabilities.collect(),
            compatible: compatible.collect(),
            walk: explanation.walk.iter().map(step).collect(),
            leaves_out,
            lacking,
            difference: difference(version, answer.settings.gardener),
        }
    }

    /// Returns the indices of the flavors.
    pub(crate) fn flavors(&self) -> std::ops::Range<usize> {
        0..self.compatible.len()
    }

    /// Returns the indices of the regions without an image, separated by spaces for the script.
    pub(crate) fn places(&self) -> String {
        joined(self.lacking.iter().flat_map(|lacking| &lacking.places))
    }
}

fn values(values: &[String], is_left_out: bool) -> String {
    let star = if is_left_out { " *" } else { "" };
    if values.is_empty() { "none".to_owned() } else { format!("{}{star}", values.join(", ")) }
}

fn outcome(version: &SelectedVersion) -> String {
    match &version.explanation.outcome {
        SelectionOutcome::Selected { flavor } => format!("flavor {flavor} is selected"),
        SelectionOutcome::NoneCompatible => match &version.obstacle {
            Some(obstacle) => format!("no flavor is selected: {obstacle}"),
            None => "no flavor is selected, because none is compatible".to_owned(),
        },
        SelectionOutcome::Ambiguous { .. } => version.explanation.outcome.to_string(),
    }
}

/// Describes one comparison of step 2.
fn step(step: &WalkStep) -> String {
    let criterion = match step.criterion {
        Criterion::MostPreferredEffective => "the most preferred remaining value",
        Criterion::MostPreferredOwn => "the most preferred value of its own",
        Criterion::AllEffective => "all remaining values",
        Criterion::AllOwn => "all values of its own",
    };
    let standings: Vec<String> =
        step.standings.iter().map(|one| format!("flavor {}: {}", one.flavor, one.values.join(", "))).collect();
    let remaining: Vec<String> = step.remaining.iter().map(usize::to_string).collect();
    let verdict = match step.verdict {
        StepVerdict::Tie => "a tie".to_owned(),
        StepVerdict::Narrowed => format!("flavors {} remain", remaining.join(", ")),
        StepVerdict::Decided => format!("flavor {} wins", remaining.join(", ")),
    };
    format!("{}, by {criterion} ({}): {verdict}", step.capability, standings.join("; "))
}

/// Describes Gardener's selection, if it differs.
fn difference(version: &SelectedVersion, gardener: Option<Release>) -> Option<String> {
    let outcome = version.explanation.gardener.as_ref()?;
    let quirks = match version.quirks.as_slice() {
        [] => String::new(),
        quirks => format!(" ({})", quirks.join(", ")),
    };
    Some(format!("{}: {outcome}{quirks}", Semantics::Gardener.decide_differently(gardener)))
}
