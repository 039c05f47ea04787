//! The cost of a run of a program, and how it is written.

use std::fs;
use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

use wait4::Wait4 as _;

/// The cost of one run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) cpu: Duration,
    /// Bytes.
    pub(crate) peak: u64,
}

impl Cost {
    /// Waits until a program ends. Linux counts the most that this process has ever held as held by what it starts, so whoever measures
    /// stays small.
    pub(crate) fn of(child: &mut Child) -> io::Result<(ExitStatus, Self)> {
        let used = child.wait4()?;
        Ok((used.status, Self { cpu: used.rusage.utime + used.rusage.stime, peak: used.rusage.maxrss }))
    }
}

/// The most that a process has held; `None` where the system does not say.
pub(crate) fn peak_of(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

pub(crate) fn mebibytes(bytes: u64) -> String {
    /// Exact far beyond any memory.
    #[expect(clippy::cast_precision_loss, reason = "a size in memory has far fewer than 52 bits")]
    const fn float(bytes: u64) -> f64 {
        bytes as f64
    }
    format!("{:.1} MiB", float(bytes) / f64::from(1 << 20))
}
