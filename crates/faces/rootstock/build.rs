//! How the program is linked.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=layout.ld");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    // At a fixed address, as kubectl and helm are. It would be moved at each start otherwise, which writes to a hundred of its pages and
    // was 29 % of the instructions of a start.
    println!("cargo:rustc-link-arg-bins=-no-pie");
    if !is("PROFILE", "release") || !is("CARGO_CFG_TARGET_ARCH", "x86_64") || !is_linker_of_rust() {
        return;
    }
    // With what runs in a row. The kernel maps a program in pieces of 64 KiB, and what `check` runs, an eighth of the program, lay in
    // nearly all of them. `cargo xtask layout` writes the list; a name in it that is gone is passed over.
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo:rustc-link-arg-bins=-T{folder}/layout.ld");
    // With what unwinds a panic in the program. The library that has it otherwise asks the processor what it can when it is loaded,
    // which was a tenth of a start in a virtual machine.
    if has_static_unwinder() {
        println!("cargo:rustc-link-lib=gcc_eh");
    }
}

/// Whether nobody has named another linker: that of Rust is known to take the list, as is that of GNU, and others may not.
fn is_linker_of_rust() -> bool {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    env::var_os("RUSTC_LINKER").is_none() && !flags.contains("link")
}

/// Whether the compiler of C has the static half of its library. Without, it says the name as it was asked.
fn has_static_unwinder() -> bool {
    let asked = Command::new("cc").arg("-print-file-name=libgcc_eh.a").output();
    asked.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).contains('/'))
}
