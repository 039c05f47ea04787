//! `lsp`: the language server, on standard input and output.

use clap::Args;
use rootstock_language_server::serve_standard_streams;
use rootstock_provider_api::Registry;

use crate::cli::LandscapeArguments;
use crate::failure::Failure;
use crate::{Status, Streams, clock};

/// Serve an editor over the Language Server Protocol, on standard input and output
///
/// The editor starts it, and shows what check finds while profiles, NamespacedCloudProfiles and Shoots are written, in all
/// documents that are open and in the folder that they lie in; the fixes are those of check --fix. docs/editors.md has the settings of
/// editors.
#[derive(Debug, Args)]
pub(crate) struct LspArguments {
    #[command(flatten)]
    landscape: LandscapeArguments,

    /// What some editors add; there is no other way than standard input and output
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(super) fn run(arguments: &LspArguments, registry: &Registry, _: &mut Streams) -> Result<Status, Failure> {
    serve_standard_streams(registry.clone(), |landscape| arguments.landscape.resolve(landscape, clock::now))?;
    Ok(Status::Clean)
}
