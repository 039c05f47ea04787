//! The program: the library's `main`, with the providers that ship with Rootstock.

use std::process::ExitCode;

/// Reading a large profile is allocation for a good part.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rootstock::main()
}
