//! How the program is linked.

/// At a fixed address, as kubectl and helm are. It would be moved at each start otherwise, which writes to a hundred of its pages and
/// was 29 % of the instructions of a start.
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|it| it == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
