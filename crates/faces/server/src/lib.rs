//! The Rootstock server: the HTTP API for all questions and the validating webhook, with profiles and Shoots from files or
//! from a garden.
//!
//! [docs/server.md](https://github.com/rootstock-rs/rootstock/blob/main/docs/server.md) explains how to run it. A program with
//! additional providers takes ten lines, because plug-ins register themselves when they are linked:
//!
//! ```no_run
//! // use my_provider as _;
//! fn main() -> std::process::ExitCode {
//!     rootstock_server::main()
//! }
//! ```
//!
//! The server contains no logic of its own: it parses questions, asks the analysis and writes the answers. Tests, and programs
//! with their own sockets, providers or shutdown, use the same [`Server`].

mod access;
mod api;
mod arguments;
mod clock;
mod cluster;
mod failure;
mod garden;
mod hosts;
mod http;
mod listener;
mod logging;
mod metrics;
mod operations;
mod origins;
mod pages;
mod parameters;
mod playground;
mod priority;
mod server;
mod shutdown;
mod signals;
mod timeouts;
mod tls;
mod webhook;

use std::process::ExitCode;

use clap::Parser as _;

pub use arguments::Arguments;
pub use failure::Failure;
pub use origins::WebOrigin;
pub use rootstock_sources::cluster::ClusterError;
pub use server::Server;
pub use tls::TlsError;

/// The version in answers.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs the server with the arguments of the process and all linked providers, until it receives a signal to end.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // If the terminal cannot be written to, there is no other place to report it.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    logging::start(arguments.log_level);
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            tracing::error!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let registry = rootstock_providers::registry().map_err(Failure::Providers)?;
    let configuration = arguments.configuration(&registry)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::Runtime)?;
    runtime.block_on(async {
        let server = Server::open(arguments, registry, configuration).await?;
        server.run(signals::install_handlers()?).await;
        Ok(())
    })
}
