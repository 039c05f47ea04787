//! The server as a process of its own, on a core of its own where that is possible.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::client;
use crate::failure::Failure;
use crate::{process, repository};

/// A server that runs.
pub(super) struct Server {
    child: Child,
    pub(super) webhook: SocketAddr,
    pub(super) operations: SocketAddr,
}

/// Builds the server, and says where it is.
pub(super) fn build(profile: &str) -> Result<PathBuf, Failure> {
    let arguments = ["build", "--locked", "--package=rootstock-server", "--profile", profile];
    let status = process::cargo(arguments).status()?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let binary = repository::target().join(folder).join("rootstock-server");
    if status.success() { Ok(binary) } else { Err(Failure::Found("the server cannot be built".to_owned())) }
}

/// Whether a process can be told its core.
pub(super) fn can_pin() -> bool {
    let there = Command::new("taskset").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    there.is_ok_and(|status| status.success())
}

/// Keeps this process, the clients, off the core of the server, where it can be told and there is another core.
pub(super) fn leave_the_core_of_the_server() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if can_pin() && cores > 1 {
        let mut command = Command::new("taskset");
        command.args([
            "--all-tasks",
            "--pid",
            "--cpu-list",
            &format!("1-{}", cores - 1),
            &std::process::id().to_string(),
        ]);
        // Where it fails the clients take some of the server's time, and the figures are worse.
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

impl Server {
    /// Starts it on the profiles and Shoots of the fixtures, and waits until it is ready.
    pub(super) fn start(binary: &Path, more: &[&str]) -> Result<Self, Failure> {
        let [api, webhook, operations] = [free()?, free()?, free()?];
        let mut command = if can_pin() {
            let mut command = Command::new("taskset");
            command.args(["-c", "0"]).arg(binary);
            command
        } else {
            Command::new(binary)
        };
        let fixtures = repository::root().join("fixtures");
        command.arg("--profiles").arg(fixtures.join("profiles/local-clean.yaml"));
        command.arg("--shoots").arg(fixtures.join("shoots/fleet.yaml"));
        command.args([format!("--api-address={api}"), format!("--webhook-address={webhook}")]);
        command.arg(format!("--operations-address={operations}")).args(more);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let server = Self { child, webhook, operations };
        let start = Instant::now();
        while !client::is_ready(operations) {
            if start.elapsed() > Duration::from_secs(30) {
                return Err(Failure::Found("the server does not become ready".to_owned()));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(server)
    }

    /// What it has in memory now, in MiB.
    pub(super) fn memory(&self) -> Result<f64, Failure> {
        self.status("VmRSS:")
    }

    /// What it had in memory at most.
    pub(super) fn most_memory(&self) -> Result<f64, Failure> {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> Result<f64, Failure> {
        let path = PathBuf::from(format!("/proc/{}/status", self.child.id()));
        let text = fs::read_to_string(&path).map_err(Failure::at(&path))?;
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let kib: Option<f64> = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        kib.map(|kib| kib / 1024.0).ok_or_else(|| Failure::Found(format!("{} has no {name}", path.display())))
    }

    /// Asks it to end as Kubernetes does, and waits until it has.
    pub(super) fn stop(&mut self) -> Result<(), Failure> {
        let ended = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        let status = self.child.wait()?;
        match ended.success() && status.success() {
            true => Ok(()),
            false => Err(Failure::Found(format!("the server does not end in order: {status}"))),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended already, if everything went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address that nobody listens on.
fn free() -> Result<SocketAddr, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
