//! The systems for which nothing is built here: the command is type-checked for them.

use std::process::Command;

use crate::failure::Failure;
use crate::names::PACKAGE;
use crate::process::{self, succeed};

const TARGETS: [&str; 3] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin", "aarch64-unknown-linux-musl"];

/// Checks the command for each target, without the allocator, whose C code needs a compiler of that system.
pub(super) fn check() -> Result<(), Failure> {
    succeed(Command::new("rustup").args(["target", "add"]).args(TARGETS))?;
    for target in TARGETS {
        let mut cargo = process::cargo(["check", "--locked", "--quiet", "--no-default-features", "--package", PACKAGE]);
        succeed(cargo.args(["--target", target]))?;
    }
    Ok(())
}
