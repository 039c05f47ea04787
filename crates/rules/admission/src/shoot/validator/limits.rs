//! The limits of the profile.

use rootstock_core_model::{Path, Source, Violation};

use super::ShootScope;

rootstock_core_model::rules! {
    SHOOT_TOO_MANY_NODES: Error, since "0.1.0", Source::Gardener;
}

/// Checks the sum of the workers' minimum sizes.
pub(super) fn check(scope: &ShootScope<'_>, findings: &mut Vec<Violation>) {
    if scope.shoot.metadata.deletion_timestamp.is_some() {
        return;
    }
    let Some(most) = scope.judge.profile().spec().limits.as_ref().and_then(|limits| limits.max_nodes_total) else {
        return;
    };
    let workers = &scope.shoot.spec.provider.workers;
    let spec = Path::root("spec");
    let provider = spec.field("provider");
    let list = provider.field("workers");
    if scope.judge.quirks().shoot.maximum_of_a_worker_is_limited {
        for (index, worker) in workers.iter().enumerate().filter(|(_, worker)| worker.maximum > most) {
            let detail = format!(
                "worker `{}` may have {} nodes, and `spec.limits.maxNodesTotal` of the profile is {most}",
                worker.name, worker.maximum
            );
            findings.push(Violation::forbidden(&SHOOT_TOO_MANY_NODES, &list.index(index).field("maximum"), detail));
        }
    }
    let least: i64 = workers.iter().map(|worker| i64::from(worker.minimum)).sum();
    if least > i64::from(most) {
        let detail = format!(
            "all workers together have at least {least} nodes, and `spec.limits.maxNodesTotal` of the profile is {most}"
        );
        findings.push(Violation::forbidden(&SHOOT_TOO_MANY_NODES, &list, detail));
    }
}
