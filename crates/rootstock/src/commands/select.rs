//! `select`.

use rootstock_provider_api::Registry;

use crate::cli::SelectArguments;
use crate::status::Failure;
use crate::{Status, Streams};

pub(super) fn run(
    _arguments: &SelectArguments,
    _registry: &Registry,
    _streams: &mut Streams,
) -> Result<Status, Failure> {
    Err(Failure::Internal("not built yet".to_owned()))
}
