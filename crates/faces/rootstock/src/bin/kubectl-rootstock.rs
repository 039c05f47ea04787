//! The program as a plug-in of kubectl: `kubectl rootstock plan --cluster`.

use std::process::ExitCode;

/// Reading a large profile is allocation for a good part.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rootstock::main()
}
