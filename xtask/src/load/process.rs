//! The server as a separate process, on a separate core if possible.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::client;
use crate::cost::{Cost, peak_of};
use crate::failure::Failure;
use crate::{process, repository};

pub(super) struct Server {
    child: Child,
    has_ended: bool,
    pub(super) webhook: SocketAddr,
    pub(super) operations: SocketAddr,
}

/// Builds the server, and returns its path.
pub(super) fn build(profile: &str) -> Result<PathBuf, Failure> {
    let arguments = ["build", "--locked", "--package=rootstock-server", "--profile", profile];
    process::succeed(&mut process::cargo(arguments))?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(repository::target().join(folder).join("rootstock-server"))
}

/// Returns whether processes can be pinned to a core.
pub(super) fn can_pin() -> bool {
    let there = Command::new("taskset").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    there.is_ok_and(|status| status.success())
}

/// Keeps this process, which runs the clients, off the server's core, if it can be pinned and there is another core.
pub(super) fn avoid_server_core() {
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
        // If this fails, the clients take time from the server, and the measurements are worse.
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

impl Server {
    /// Starts the server with the profiles and Shoots of the fixtures, and waits until it is ready.
    pub(super) async fn start(binary: &Path, more: &[&str]) -> Result<Self, Failure> {
        let [api, webhook, operations] = [unused_address()?, unused_address()?, unused_address()?];
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
        let mut server = Self { child, has_ended: false, webhook, operations };
        let start = Instant::now();
        while !client::is_ready(operations).await {
            if let Some(status) = server.child.try_wait()? {
                server.has_ended = true;
                return Err(Failure::Message(format!("{} ended before it was ready: {status}", binary.display())));
            }
            if start.elapsed() > Duration::from_secs(30) {
                return Err(Failure::Message("the server does not become ready".to_owned()));
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(server)
    }

    pub(super) fn peak(&self) -> Result<u64, Failure> {
        let peak = peak_of(&self.child.id().to_string());
        peak.ok_or_else(|| Failure::Message("the system does not say what the server holds".to_owned()))
    }

    /// Sends SIGTERM like Kubernetes, waits for the exit, and returns the cost.
    pub(super) fn stop(&mut self) -> Result<Cost, Failure> {
        let ended = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        let (status, cost) = Cost::of(&mut self.child)?;
        self.has_ended = true;
        match ended.success() && status.success() {
            true => Ok(cost),
            false => Err(Failure::Message(format!("the server does not end in order: {status}"))),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !self.has_ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Returns an unused address.
fn unused_address() -> Result<SocketAddr, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}
