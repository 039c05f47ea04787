//! Starting cargo and our own command.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::repository;

/// The cargo that runs this task, in the root of the repository, without input.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(repository::root()).stdin(Stdio::null());
    command
}

/// What a command prints on standard output, when it succeeds.
pub(crate) fn output_of(command: &mut Command) -> Result<String, Failure> {
    let output = command.output()?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::Found(format!("{}: {}\n{stderr}", shown(command), output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let arguments = command.get_args().map(OsStr::to_string_lossy);
    std::iter::once(name.into()).chain(arguments).collect::<Vec<_>>().join(" ")
}
