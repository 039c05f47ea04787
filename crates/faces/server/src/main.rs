//! The program: the library's `main` with the providers that Rootstock includes.

use std::process::ExitCode;

/// A faster allocator, because parsing objects allocates a lot.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rootstock_server::main()
}
