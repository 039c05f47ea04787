//! The `rootstock` command with an additional provider.

use std::process::ExitCode;

use provider_acme as _;

fn main() -> ExitCode {
    rootstock::main()
}
