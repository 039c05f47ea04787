//! `usage`: who uses which version of a profile.
use crate::cli::UsageArguments;
use crate::status::Failure;
use crate::{Status, Streams};
use rootstock_provider_api::Registry;
pub(super) fn run(arguments: &UsageArguments, _registry: &Registry, _streams: &mut Streams) -> Result<Status, Failure> {
    let _ = (&arguments.fleet, arguments.removable, &arguments.settings, arguments.format.format);
    Ok(Status::Clean)
}
