//! The last line of defence: a panic ends with a message for the person in front of it, and status 4.

use std::panic::{self, AssertUnwindSafe};

use crate::Status;

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
    }
}
