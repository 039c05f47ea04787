//! An explanation in plain text.

use std::fmt;

use super::{CapabilityRow, Criterion, Explanation, Outcome, StepVerdict, WalkStep};

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Step 1: what is left of each flavor")?;
        self.capabilities.iter().try_for_each(|row| write_row(f, row))?;
        writeln!(f, "  compatible: {}", flavors(&self.compatible))?;
        if !self.walk.is_empty() {
            writeln!(f, "Step 2: which of them is preferred")?;
            let rounds = self.walk.chunk_by(|one, next| one.criterion == next.criterion);
            rounds.enumerate().try_for_each(|(round, steps)| write_round(f, round, steps))?;
        }
        writeln!(f, "Result: {}", self.outcome)?;
        match &self.gardener {
            Some(outcome) => writeln!(f, "Gardener v1.150 decides differently here: {outcome}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Selected { flavor } => write!(f, "flavor {flavor}"),
            Self::NoneCompatible => f.write_str("no flavor is compatible"),
            Self::Ambiguous { flavors: indices } => write!(f, "ambiguous: {} cannot be told apart", flavors(indices)),
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MostPreferredEffective => "most preferred value left",
            Self::MostPreferredOwn => "most preferred value of its own",
            Self::AllEffective => "all values left",
            Self::AllOwn => "all values of its own",
        })
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &CapabilityRow) -> fmt::Result {
    write!(f, "  {}: machine type {}", row.capability, bracketed(&row.machine_type))?;
    if let Some(worker) = &row.worker {
        write!(f, ", worker {}", bracketed(worker))?;
    }
    for (index, flavor) in row.flavors.iter().enumerate() {
        write!(f, "; flavor {index} {}", bracketed(&flavor.own))?;
        if flavor.effective.is_empty() {
            f.write_str(" leaves nothing")?;
        } else if flavor.own != flavor.effective {
            write!(f, " leaves {}", bracketed(&flavor.effective))?;
        }
    }
    writeln!(f)
}

/// The first round is written in full. Of the later ones, which only break ties, what decides is enough.
fn write_round(f: &mut fmt::Formatter<'_>, round: usize, steps: &[WalkStep]) -> fmt::Result {
    let tells = |step: &&WalkStep| round == 0 || step.verdict != StepVerdict::Tie;
    if !steps.iter().any(|step| tells(&step))
        && let Some(step) = steps.first()
    {
        return writeln!(f, "  {}, all capabilities: tie", step.criterion);
    }
    steps.iter().filter(tells).try_for_each(|step| write_step(f, step))
}

fn write_step(f: &mut fmt::Formatter<'_>, step: &WalkStep) -> fmt::Result {
    write!(f, "  {} ({}): ", step.capability, step.criterion)?;
    for (index, standing) in step.standings.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(f, "{comma}flavor {} {}", standing.flavor, bracketed(&standing.values))?;
    }
    match step.verdict {
        StepVerdict::Tie => writeln!(f, ": tie"),
        StepVerdict::Narrowed => writeln!(f, ": still in are {}", flavors(&step.remaining)),
        StepVerdict::Decided => writeln!(f, ": {} wins", flavors(&step.remaining)),
    }
}

fn bracketed(values: &[String]) -> String {
    format!("[{}]", values.join(", "))
}

fn flavors(indices: &[usize]) -> String {
    match indices {
        [] => "none".to_owned(),
        [one] => format!("flavor {one}"),
        several => {
            let texts: Vec<String> = several.iter().map(usize::to_string).collect();
            format!("flavors {}", texts.join(", "))
        }
    }
}
