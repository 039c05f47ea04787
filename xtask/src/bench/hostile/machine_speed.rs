//! The speed of this machine, relative to the reference machine of the bounds.
//!
//! Measured at the moment when a bound seems to be broken, because the load of a virtual machine's host varies.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cost::{Cost, milliseconds};
use crate::failure::Failure;

/// A workload that is independent of the program, so that it cannot become slower with it.
const WORKLOAD: &str = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";

/// The CPU time of the workload on the reference machine.
const REFERENCE_TIME: Duration = Duration::from_millis(400);

/// The maximum factor, however slow the machine is.
const MAX_FACTOR: f64 = 3.0;

/// Returns the factor for time bounds on this machine.
pub(super) fn factor() -> Result<f64, Failure> {
    Ok((run_workload()?.as_secs_f64() / REFERENCE_TIME.as_secs_f64()).clamp(1.0, MAX_FACTOR))
}

/// Returns a description of the pace.
pub(super) fn shown() -> Result<String, Failure> {
    Ok(format!(
        "the piece of work that tells the pace: {} (usually {})",
        milliseconds(run_workload()?),
        milliseconds(REFERENCE_TIME)
    ))
}

/// Measures the CPU time of the workload.
fn run_workload() -> Result<Duration, Failure> {
    let mut shell = Command::new("sh").args(["-c", WORKLOAD]).stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
    Ok(Cost::of(&mut shell)?.1.cpu)
}
