//! `canonicalize`: a profile as Gardener stores it.

use rootstock_provider_api::Registry;

use crate::cli::CanonicalizeArguments;
use crate::status::Failure;
use crate::{Status, Streams};

pub(super) fn run(_: &CanonicalizeArguments, _: &Registry, _: &mut Streams) -> Result<Status, Failure> {
    Err(Failure::Internal("not there yet".to_owned()))
}
