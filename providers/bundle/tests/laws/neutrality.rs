//! The law that the gate `WorkerCapabilities` changes no answer if no worker makes demands.

use rootstock_core_model::{FeatureGate, Settings, UpdateStrategy, Violation};

use crate::judge::{Judge, Plan};
use crate::trial::{LawViolation, Verdict, assert_law};
use crate::world::World;

/// Whether a finding is exempt: unchanged workers are checked again only with the gate off (GEP-54).
fn is_exempt(found: &Violation) -> bool {
    found.rule.name == "worker-image-incompatible"
}

/// Returns the plan without the corresponding rejection of maintenance.
fn comparable(mut plan: Plan) -> Plan {
    plan.rejections.retain(|rejection| rejection != "capabilities");
    plan
}

fn same_answers(world: &World, judge: &Judge<'_>) -> Verdict {
    let is_plain = |worker: &rootstock_core_model::Worker| {
        worker.update_strategy.as_ref().is_none_or(|strategy| *strategy == UpdateStrategy::AutoRollingUpdate)
            && worker.machine.secure_boot.is_none()
            && worker.machine.gpu.is_none()
            && worker.provider_config.is_none()
    };
    let shoot = &judge.objects().shoot;
    if world.profile.to_string().contains("gardener-") || !shoot.spec.provider.workers.iter().all(is_plain) {
        return Ok(0);
    }
    let gate =
        |on| Settings { gates: judge.settings().gates.with(FeatureGate::WorkerCapabilities, on), ..*judge.settings() };
    let (off, on) = (Judge::under(judge.objects(), gate(false)), Judge::under(judge.objects(), gate(true)));
    let (before, after) = (comparable(off.plan()), comparable(on.plan()));
    if before != after {
        return Err(LawViolation::new("maintenance plans differ", format!("off: {before:#?}\non: {after:#?}")));
    }
    let mut count = 1;
    let updated = before.updated.as_ref().unwrap_or(shoot);
    for old in [None, Some(shoot)] {
        let [without, with] = [&off, &on].map(|judge| {
            let mut found = judge.check(updated, old);
            found.retain(|found| !is_exempt(found));
            found.into_iter().map(|found| found.to_string()).collect::<Vec<_>>()
        });
        if without != with {
            return Err(LawViolation::new("findings differ", format!("off: {without:#?}\non: {with:#?}")));
        }
    }
    for worker in judge.workers().iter().filter(|worker| is_plain(worker)) {
        let (without, with) = (off.offers(worker), on.offers(worker));
        let refused = |offers: &crate::judge::Offers| -> Vec<_> {
            offers.refused.iter().map(|refused| (refused.image.clone(), refused.kinds.clone())).collect()
        };
        if without.offered != with.offered || refused(&without) != refused(&with) {
            return Err(LawViolation::new("offers differ", format!("off: {without:#?}\non: {with:#?}")));
        }
        if off.default_image(worker) != on.default_image(worker) {
            return Err(LawViolation::new("default images differ", worker.name.clone()));
        }
        if off.candidate_versions(worker) != on.candidate_versions(worker) {
            return Err(LawViolation::new("reasons of maintenance differ", worker.name.clone()));
        }
        count += 1;
    }
    Ok(count)
}

#[test]
fn the_gate_changes_nothing_without_demands() {
    assert_law(10_000, same_answers);
}
