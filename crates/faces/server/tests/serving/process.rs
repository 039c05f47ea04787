//! The server as a process, for tests of its file descriptors, its log or its signals.

use std::fs;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::client::{fixtures, get};

pub(crate) struct Process {
    child: Child,
    pub(crate) webhook: SocketAddr,
    pub(crate) operations: SocketAddr,
}

fn free() -> SocketAddr {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

impl Process {
    /// Starts a server with this log, and waits until it is ready.
    pub(crate) async fn start(log: Stdio) -> Self {
        let profiles = format!("--profiles={}", fixtures().join("profiles/local-clean.yaml").display());
        let process = Self::spawn(&[&profiles], log);
        let ready = async {
            while tokio::net::TcpStream::connect(process.operations).await.is_err()
                || get(process.operations, "/readyz").await.status != 200
            {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(30), ready).await.unwrap();
        process
    }

    /// Starts a server with these arguments and this log.
    pub(crate) fn spawn(arguments: &[&str], log: Stdio) -> Self {
        let [api, webhook, operations] = [free(), free(), free()];
        let mut command = Command::new(env!("CARGO_BIN_EXE_rootstock-server"));
        command.args(arguments);
        command.args([format!("--api-address={api}"), format!("--webhook-address={webhook}")]);
        command.arg(format!("--operations-address={operations}"));
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        Self { child, webhook, operations }
    }

    /// Sends SIGTERM, like a kubelet.
    pub(crate) fn terminate(&self) {
        assert!(Command::new("kill").arg(self.child.id().to_string()).status().unwrap().success());
    }

    /// Returns the resident memory, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
