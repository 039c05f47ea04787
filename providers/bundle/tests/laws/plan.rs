//! The laws that admission admits the updates of maintenance, and rejects those that maintenance expects it to reject.

use rootstock_core_model::Violation;

use crate::judge::Judge;
use crate::trial::{LawViolation, Verdict, assert_law};

fn rules(errors: &[Violation]) -> String {
    let mut names: Vec<&str> = errors.iter().map(|found| found.rule.name).collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

/// Gardener tries to update the whole Shoot: one error discards everything.
fn updates_are_admitted(judge: &Judge<'_>) -> Verdict {
    let plan = judge.plan();
    let Some(updated) = &plan.updated else { return Ok(0) };
    let errors = judge.errors(updated, Some(&judge.objects().shoot));
    match (plan.rejections.as_slice(), errors.as_slice()) {
        ([], []) | ([_, ..], [_, ..]) => Ok(1),
        ([], errors) => {
            let how = format!("the plan updates, but admission rejects: {}", rules(errors));
            Err(LawViolation::new(how, errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))
        }
        (rejections, []) => {
            let mut names = rejections.to_vec();
            names.dedup();
            let how = format!("the plan expects a rejection, but admission accepts: {}", names.join(", "));
            Err(LawViolation::new(how, format!("{:#?}", plan.rejections)))
        }
    }
}

#[test]
fn planned_updates_are_admitted() {
    assert_law(2_000, |_, judge| updates_are_admitted(judge));
}

/// If an admitted update has pools whose machines could not be created, both warn about those whose image changes.
fn warnings_agree(judge: &Judge<'_>) -> Verdict {
    let plan = judge.plan();
    let old = &judge.objects().shoot;
    let Some(updated) = plan.updated.as_ref().filter(|_| plan.rejections.is_empty()) else { return Ok(0) };
    let found = judge.check(updated, Some(old));
    for (index, (worker, before)) in updated.spec.provider.workers.iter().zip(&old.spec.provider.workers).enumerate() {
        let place = format!("spec.provider.workers[{index}].");
        let unmapped = |found: &&Violation| {
            ["worker-image-unmapped", "worker-image-not-in-region"].contains(&found.rule.name)
                && found.path.to_string().starts_with(&place)
        };
        let warned = found.iter().find(unmapped).filter(|_| worker.machine.image != before.machine.image);
        if warned.is_some() != plan.warnings.contains(&worker.name) {
            let how = if warned.is_some() {
                "admission warns, but the plan does not"
            } else {
                "the plan warns, but admission does not"
            };
            return Err(LawViolation::new(how, format!("{}: {:?}, {found:#?}", worker.name, plan.warnings)));
        }
    }
    Ok(plan.warnings.len())
}

#[test]
fn plan_and_admission_give_the_same_warnings() {
    assert_law(20, |_, judge| warnings_agree(judge));
}
