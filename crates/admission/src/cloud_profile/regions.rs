//! `spec.regions` (CP-130…CP-135).

use rootstock_core_model::Violation;

use crate::scope::Scope;

rules! {}

pub(super) fn check(_scope: &Scope<'_>, _findings: &mut Vec<Violation>) {}
