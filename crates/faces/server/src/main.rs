//! The program: the library's `main`, with the providers that ship with Rootstock.

use std::process::ExitCode;

/// Reading objects is allocation for a good part.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rootstock_server::main()
}
