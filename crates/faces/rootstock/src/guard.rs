//! The last line of defence: a panic ends with a message for the person in front of it, and status 4.

use std::panic::{self, AssertUnwindSafe};
use std::thread;

#[cfg(unix)]
use rustix::process::{Resource, getrlimit};

use crate::Status;

/// What the deepest document takes many times over, whatever limit the process was given.
const STACK: usize = 8 << 20;

/// Runs `work` as [`run`] does, where there is room for it: on a stack of its own if that of the process is small. Where there is no
/// room for that, the other has to do.
pub(crate) fn run_with_room(work: impl FnOnce() -> Status + Send) -> Status {
    if has_room() { run(work) } else { run_on_own_stack(work) }
}

/// Whether the stack of the process grows as large as ours would be.
fn has_room() -> bool {
    #[cfg(unix)]
    return getrlimit(Resource::Stack).current.is_none_or(|bytes| bytes >= STACK as u64);
    #[cfg(not(unix))]
    false
}

fn run_on_own_stack(work: impl FnOnce() -> Status + Send) -> Status {
    // It runs once, on one of the two.
    let work = std::sync::Mutex::new(Some(work));
    let once = || match work.lock().map(|mut work| work.take()) {
        Ok(Some(work)) => run(work),
        _ => Status::Internal,
    };
    thread::scope(|scope| match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, once) {
        Ok(running) => running.join().unwrap_or(Status::Internal),
        Err(_) => once(),
    })
}

/// Runs `work`; a panic in it says that this is a mistake of the program, not of the input.
pub(crate) fn run(work: impl FnOnce() -> Status) -> Status {
    panic::set_hook(Box::new(|info| {
        use std::io::Write as _;
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        let what = info.payload_as_str().unwrap_or("no message");
        // Nobody is left to be told when standard error cannot be written.
        let _ = writeln!(
            std::io::stderr(),
            "rootstock: internal error{place}: {what}\n\
             rootstock: this is a mistake in rootstock {}, not in what you gave it; please report it with the input and \
             the arguments",
            env!("CARGO_PKG_VERSION"),
        );
        // Where nothing unwinds, this is the last chance to end with a status of our own.
        if cfg!(panic = "abort") {
            std::process::exit(i32::from(Status::Internal.code()));
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or(Status::Internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(run(|| Status::Clean), Status::Clean);
        assert_eq!(run(|| panic!("on purpose")), Status::Internal);
        assert_eq!(run_on_own_stack(|| Status::Findings), Status::Findings);
    }
}
