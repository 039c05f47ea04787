//! What an update must not do (CP-U01…CP-U03).

use rootstock_core_model::Violation;

use crate::scope::Scope;

rules! {}

pub(super) fn check(_scope: &Scope<'_>, _findings: &mut Vec<Violation>) {}
