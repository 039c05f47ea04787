//! `lsp`: the language server, on standard input and output.

use clap::Args;
use rootstock_language_server::serve_standard_streams;
use rootstock_provider_api::Registry;

use crate::cli::LandscapeArguments;
use crate::failure::{Failure, UsageError};
use crate::{Status, Streams, clock};

/// Serve an editor over the Language Server Protocol, on standard input and output
///
/// The editor starts it, and shows the findings of check while you edit profiles, NamespacedCloudProfiles and Shoots, in all open
/// documents and in their folder; the fixes are those of check --fix. See docs/editors.md for the settings of editors.
#[derive(Debug, Args)]
pub(crate) struct LspArguments {
    #[command(flatten)]
    landscape: LandscapeArguments,

    /// An argument that some editors add; the server uses standard input and output in any case
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(super) fn run(arguments: &LspArguments, registry: &Registry, _: &mut Streams) -> Result<Status, Failure> {
    let given = arguments.landscape.to_landscape(registry)?;
    // With the release of another landscape, a gate is a mistake of that one, which the editor shows in its file.
    given.check().map_err(UsageError::FeatureGate)?;
    serve_standard_streams(registry.clone(), |landscape| {
        arguments.landscape.resolve(&landscape.clone().with(&given), clock::now)
    })?;
    Ok(Status::Clean)
}
