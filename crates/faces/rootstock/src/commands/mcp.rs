//! `mcp`: a server of the Model Context Protocol, on standard input and output.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use rootstock_analysis::configuration::{Configuration, Landscape};
use rootstock_mcp::{FileAccess, Host, McpServer, ServeError};
use rootstock_provider_api::Registry;
use rootstock_sources::files::path_name;
use rootstock_versioning::Timestamp;

use crate::cli::LandscapeArguments;
use crate::failure::{Failure, InputError};
use crate::{Status, Streams, clock, configuration_file, rewrite};

/// Serve an agent over the Model Context Protocol, on standard input and output
///
/// The agent starts it. Its tools are check, explain, select, matrix, images, plan, diff, fix, upkeep_propose and upgrade_check; they
/// give the answers of the commands, shortened. It reads files only below the roots, uses the rootstock.toml nearest to the first one, and
/// opens no connections. See docs/agents.md for the settings of clients.
#[derive(Debug, Args)]
pub(crate) struct McpArguments {
    /// A directory below which files may be read; relative paths are below the first one; may be given several times
    #[arg(long = "root", value_name = "DIRECTORY", default_value = ".")]
    roots: Vec<PathBuf>,

    /// Let `fix` write the files that it fixes
    #[arg(long)]
    allow_write: bool,

    #[command(flatten)]
    landscape: LandscapeArguments,
}

impl Host for McpArguments {
    fn now(&self) -> Timestamp {
        self.landscape.resolve(&Landscape::default(), clock::now).settings.now
    }

    fn configuration(&self, registry: &Registry) -> Result<Configuration, String> {
        // The first root exists: the server has opened it.
        let directory = self.roots.first().and_then(|root| root.canonicalize().ok()).unwrap_or_default();
        let read = configuration_file::load_near(&directory, registry).map_err(|failure| failure.to_string())?;
        self.landscape.applied_to(read, registry).map_err(|error| error.to_string())
    }

    fn replace(&self, path: &Path, before: &str, after: &str) -> Result<(), String> {
        rewrite::replace(path, before, after).map_err(|reason| reason.to_string())
    }
}

pub(super) fn run(arguments: &McpArguments, registry: &Registry, _: &mut Streams) -> Result<Status, Failure> {
    let access = if arguments.allow_write { FileAccess::ReadWrite } else { FileAccess::ReadOnly };
    let server = McpServer::new(registry.clone(), &arguments.roots, access, arguments);
    let mut server =
        server.map_err(|(root, reason)| InputError::ReadFailure { file: path_name(&root), reason: reason.into() })?;
    server.serve(&mut io::stdin().lock(), &mut io::stdout().lock()).map_err(|error| match error {
        ServeError::Read(reason) => {
            InputError::ReadFailure { file: "<stdin>".to_owned(), reason: reason.into() }.into()
        }
        ServeError::Write(reason) => Failure::from(reason),
    })?;
    Ok(Status::Clean)
}
