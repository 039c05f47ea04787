//! The server for agents, with the client library of its protocol.

use std::process::Command;

use super::tools;
use crate::failure::Failure;
use crate::{process, programs, repository};

/// The Python library of the Model Context Protocol, which the step installs.
const CLIENT: &str = "mcp==2.3.0";

/// Repairs profiles of the fixtures with a client in each era of the protocol.
pub(super) fn test() -> Result<(), Failure> {
    let python = tools::from_pypi(CLIENT)?.join("python");
    let program = programs::build()?.join("rootstock");
    let mut client = Command::new(python);
    client.arg("xtask/src/ci/agents.py").arg(program).arg("fixtures/agents").current_dir(repository::root());
    process::succeed(&mut client)
}
