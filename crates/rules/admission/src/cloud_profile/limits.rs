//! `spec.limits`.

use rootstock_core_model::{Source, Violation};

use crate::bad_value::plain;
use crate::scope::Scope;

rootstock_core_model::rules! {
    MAX_NODES_TOTAL_NOT_POSITIVE: Error, since "0.1.0", Source::Gardener;
}

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let most = scope.spec.limits.as_ref().and_then(|limits| limits.max_nodes_total);
    if let Some(most) = most.filter(|most| *most <= 0) {
        let limits = scope.path.field("limits");
        let detail = "the limit must be greater than 0; remove the field if there is no limit";
        findings.push(Violation::invalid(
            &MAX_NODES_TOTAL_NOT_POSITIVE,
            &limits.field("maxNodesTotal"),
            plain(most),
            detail,
        ));
    }
}
