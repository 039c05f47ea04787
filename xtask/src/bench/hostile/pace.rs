//! How fast this machine is beside the one that the bounds were made for.
//!
//! Asked when a bound seems broken, and at that moment: the neighbours of a virtual machine come and go.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cost::{Cost, milliseconds};
use crate::failure::Failure;

/// A piece of work that has nothing to do with the program: it cannot become slower with what is measured.
const WORK: &str = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";

/// What it needs on the machine that the bounds were made for.
const USUAL: Duration = Duration::from_millis(400);

/// However slow a machine is, bounds are not stretched further.
const MOST: f64 = 3.0;

/// How many times as long something may take here.
pub(super) fn factor() -> Result<f64, Failure> {
    Ok((work()?.as_secs_f64() / USUAL.as_secs_f64()).clamp(1.0, MOST))
}

/// The pace in words.
pub(super) fn shown() -> Result<String, Failure> {
    Ok(format!("the piece of work that tells the pace: {} (usually {})", milliseconds(work()?), milliseconds(USUAL)))
}

/// What the piece of work takes now, in time of the processor.
fn work() -> Result<Duration, Failure> {
    let mut shell = Command::new("sh").args(["-c", WORK]).stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
    Ok(Cost::of(&mut shell)?.1.cpu)
}
