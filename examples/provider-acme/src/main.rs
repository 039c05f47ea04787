//! `rootstock` with all its commands, and one provider more.

use std::process::ExitCode;

use provider_acme as _;

fn main() -> ExitCode {
    rootstock::main()
}
