//! Runs cargo and other commands.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::repository;

/// Returns the cargo that runs this task, with the root of the repository as its working directory and no input.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(repository::root()).stdin(Stdio::null());
    command
}

/// Runs a command that must succeed, and returns its standard output.
pub(crate) fn output_of(command: &mut Command) -> Result<String, Failure> {
    let output = command.output()?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::Message(format!("{}: {}\n{stderr}", shown(command), output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command that must succeed, and passes on its output.
pub(crate) fn succeed(command: &mut Command) -> Result<(), Failure> {
    println!("$ {}", shown(command));
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(Failure::Message(format!("{}: {status}", shown(command)))) }
}

/// Like [`succeed`], for tests that a filter chooses; fails if it chooses none.
pub(crate) fn succeed_with_tests(command: &mut Command) -> Result<(), Failure> {
    println!("$ {}", shown(command));
    let output = command.stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    if !output.status.success() {
        return Err(Failure::Message(format!("{}: {}", shown(command), output.status)));
    }
    let has_run = |line: &str| line.starts_with("test result: ok. ") && !line.starts_with("test result: ok. 0 passed");
    if text.lines().any(has_run) { Ok(()) } else { Err(Failure::Message(format!("{}: no test ran", shown(command)))) }
}

/// Like [`succeed`], but kills the command after `limit`, and fails then.
pub(crate) fn succeed_within(limit: Duration, command: &mut Command) -> Result<(), Failure> {
    println!("$ {}", shown(command));
    let end = Instant::now() + limit;
    let mut child = command.stdin(Stdio::null()).spawn()?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Err(Failure::Message(format!("{}: ended after {} s", shown(command), limit.as_secs())));
        }
        thread::sleep(Duration::from_millis(50));
    };
    if status.success() { Ok(()) } else { Err(Failure::Message(format!("{}: {status}", shown(command)))) }
}

/// Returns a command as typed in a shell.
pub(crate) fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let arguments = command.get_args().map(OsStr::to_string_lossy);
    std::iter::once(name.into()).chain(arguments).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_without_tests_fails() {
        let print = |text: &str| succeed_with_tests(Command::new("echo").arg(text));
        assert!(print("test result: ok. 2 passed; 0 failed").is_ok());
        assert!(print("test result: ok. 0 passed; 0 failed").unwrap_err().to_string().ends_with("no test ran"));
    }

    #[test]
    fn commands_are_killed_after_the_limit() {
        let failure = succeed_within(Duration::from_millis(50), Command::new("sleep").arg("600")).unwrap_err();
        assert_eq!(failure.to_string(), "sleep 600: ended after 0 s");
        assert!(succeed_within(Duration::from_secs(60), &mut Command::new("true")).is_ok());
        assert!(succeed_within(Duration::from_secs(60), &mut Command::new("false")).is_err());
    }
}
