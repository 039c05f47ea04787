//! `version`: the version of this program, and the releases that it follows.

use clap::Args;
use rootstock_provider_api::Registry;

use crate::failure::Failure;
use crate::version::long;
use crate::{Status, Streams};

/// Print the version of this program, and the releases of Gardener and its extensions that it follows
#[derive(Debug, Args)]
pub(crate) struct VersionArguments {}

pub(super) fn run(_: &VersionArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    write!(streams.out.text(), "{}", long(registry))?;
    Ok(Status::Clean)
}
