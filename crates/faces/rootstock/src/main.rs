//! The program: the library's `main` with the providers that ship with Rootstock.

use std::process::ExitCode;

/// The allocator of the program, because reading a large profile spends much of its time allocating.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rootstock::main()
}
