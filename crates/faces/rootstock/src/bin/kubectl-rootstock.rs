//! The program as a kubectl plug-in: `kubectl rootstock plan --cluster`.

use std::process::ExitCode;

/// The allocator of the program, because reading a large profile spends much of its time allocating.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rootstock::main()
}
