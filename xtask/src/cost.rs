//! The cost of a run of a program, and its formatting.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use wait4::Wait4 as _;

use crate::failure::Failure;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) cpu: Duration,
    /// Peak memory in bytes.
    pub(crate) peak: u64,
}

impl Cost {
    /// Waits for a program, and returns its cost. Linux starts the peak memory of a child with that of its parent: if that may be
    /// larger than the program, start it by [`timed`].
    pub(crate) fn of(child: &mut Child) -> io::Result<(ExitStatus, Self)> {
        let used = child.wait4()?;
        Ok((used.status, Self { cpu: used.rusage.utime + used.rusage.stime, peak: used.rusage.maxrss }))
    }
}

/// Returns a command that runs the program of its arguments below GNU time, which is small, and writes the peak memory of the
/// program to a file, for [`peak_in`].
pub(crate) fn timed(peak_file: &Path) -> Command {
    let mut command = Command::new("time");
    command.args(["--quiet", "--format=%M", "--output"]).arg(peak_file);
    command
}

/// Reads the peak memory in bytes from the file of a [`timed`] command that has ended.
pub(crate) fn peak_in(peak_file: &Path) -> Result<u64, Failure> {
    let kibibytes = fs::read_to_string(peak_file).map_err(Failure::at(peak_file))?;
    let kibibytes: u64 =
        kibibytes.trim().parse().map_err(|_| Failure::Message(format!("GNU time says {kibibytes}")))?;
    Ok(kibibytes << 10)
}

/// Returns the peak memory of a process in bytes; `None` if the system does not provide it.
pub(crate) fn peak_of(process: &str) -> Option<u64> {
    memory_of(process, "VmHWM:")
}

/// Returns a measure of the memory of a process in bytes by its name in the system's status; `None` if the system does not provide it.
pub(crate) fn memory_of(process: &str, measure: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let memory = status.lines().find_map(|line| line.strip_prefix(measure))?;
    Some(memory.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

pub(crate) fn mebibytes(bytes: u64) -> String {
    /// Exact far beyond any memory size.
    #[expect(clippy::cast_precision_loss, reason = "a size in memory has far fewer than 52 bits")]
    const fn float(bytes: u64) -> f64 {
        bytes as f64
    }
    format!("{:.1} MiB", float(bytes) / f64::from(1 << 20))
}
