//! The laws. Each function returns the number of cases, or the first counterexample.

pub(super) mod form;
pub(super) mod formats;
pub(super) mod matching;
pub(super) mod namespaced;
pub(super) mod order;
pub(super) mod paths;
pub(super) mod references;
pub(super) mod rules;
pub(super) mod selection;
pub(super) mod totality;
pub(super) mod worker_fields;
pub(super) mod workers;
