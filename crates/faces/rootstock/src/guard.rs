//! The handling of panics: a message for the user, and status 4.

use std::panic::{self, AssertUnwindSafe};
use std::thread;

#[cfg(unix)]
use rustix::process::{Resource, getrlimit};

use crate::Status;

/// The stack size, many times what the deepest document needs, whatever the limit of the process is.
const STACK_SIZE: usize = 8 << 20;

/// Like [`run`], but on a separate, larger stack if that of the process is small. Falls back to the stack of the process if the
/// thread cannot be started.
pub(crate) fn run_with_large_stack(work: impl FnOnce() -> Status + Send) -> Status {
    if has_large_stack() { run(work) } else { run_on_own_thread(work) }
}

/// Whether the stack of the process may grow as large as [`STACK_SIZE`].
fn has_large_stack() -> bool {
    #[cfg(unix)]
    return getrlimit(Resource::Stack).current.is_none_or(|bytes| bytes >= STACK_SIZE as u64);
    #[cfg(not(unix))]
    false
}

fn run_on_own_thread(work: impl FnOnce() -> Status + Send) -> Status {
    // The work runs once, on one of the two stacks.
    let work = std::sync::Mutex::new(Some(work));
    let once = || match work.lock().map(|mut work| work.take()) {
        Ok(Some(work)) => run(work),
        _ => Status::Internal,
    };
    thread::scope(|scope| match thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, once) {
        Ok(running) => running.join().unwrap_or(Status::Internal),
        Err(_) => once(),
    })
}

/// Runs `work`. If it panics, reports a bug in the program, not in the input.
pub(crate) fn run(work: impl FnOnce() -> Status) -> Status {
    panic::set_hook(Box::new(|info| {
        use std::io::Write as _;
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        let what = info.payload_as_str().unwrap_or("no message");
        // If standard error cannot be written, there is no other place to report it.
        let _ = writeln!(
            std::io::stderr(),
            "rootstock: internal error{place}: {what}\n\
             rootstock: this is a bug in rootstock {}, not in the input; please report it with the input and the \
             arguments",
            env!("CARGO_PKG_VERSION"),
        );
        // Without unwinding, this is the last chance to exit with our own status.
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
    fn panic_is_reported_as_internal_error() {
        assert_eq!(run(|| Status::Clean), Status::Clean);
        assert_eq!(run(|| panic!("on purpose")), Status::Internal);
        assert_eq!(run_on_own_thread(|| Status::Findings), Status::Findings);
    }
}
