//! The server as a separate process, on a separate core if possible.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::client;
use crate::cost::{Cost, memory_of, peak_of};
use crate::failure::Failure;
use crate::{process, repository};

/// The longest wait for the server to be ready.
const LONGEST_START: Duration = Duration::from_secs(300);

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
    pub(super) async fn start(binary: &Path, more: &[&str], variables: &[(&str, &str)]) -> Result<Self, Failure> {
        let fixtures = repository::root().join("fixtures");
        let path = |name: &str| fixtures.join(name).display().to_string();
        let (profiles, shoots) = (path("profiles/local-clean.yaml"), path("shoots/fleet.yaml"));
        let files = ["--profiles", &profiles, "--shoots", &shoots];
        Self::start_with(binary, &[&files, more].concat(), variables).await
    }

    /// Starts the server, and waits until it is ready.
    pub(super) async fn start_with(
        binary: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Self, Failure> {
        let [api, webhook, operations] = [unused_address()?, unused_address()?, unused_address()?];
        let mut command = if can_pin() {
            let mut command = Command::new("taskset");
            command.args(["-c", "0"]).arg(binary);
            command
        } else {
            Command::new(binary)
        };
        command.args([format!("--api-address={api}"), format!("--webhook-address={webhook}")]);
        command.arg(format!("--operations-address={operations}")).args(arguments);
        command.envs(variables.iter().copied());
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut server = Self { child, has_ended: false, webhook, operations };
        let start = Instant::now();
        while !client::is_ready(operations).await {
            if let Some(status) = server.child.try_wait()? {
                server.has_ended = true;
                return Err(Failure::Message(format!("{} ended before it was ready: {status}", binary.display())));
            }
            if start.elapsed() > LONGEST_START {
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

    /// Returns the memory that the server holds now.
    pub(super) fn held(&self) -> Result<u64, Failure> {
        let held = memory_of(&self.child.id().to_string(), "VmRSS:");
        held.ok_or_else(|| Failure::Message("the system does not say what the server holds".to_owned()))
    }

    /// Returns the CPU time that the server has used, in steps of the system's clock.
    pub(super) fn cpu(&self) -> Result<Duration, Failure> {
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = fs::read_to_string(&path)?;
        // After the name in parentheses, the 12th and 13th fields are user and system time in hundredths of a second.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
        let hundredths: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        Ok(Duration::from_millis(10 * hundredths))
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
