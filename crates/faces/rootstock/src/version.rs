//! What `--version` tells: this program, and the releases that it follows.

use std::fmt::Write as _;

use rootstock_core_model::Semantics;
use rootstock_provider_api::Registry;

/// The commit that the program is built from, as `cargo xtask dist` names it; nobody else does.
const COMMIT: Option<&str> = option_env!("ROOTSTOCK_COMMIT");

/// The program and its version as clap tells them, and line by line what `registry` follows.
pub(crate) fn long(registry: &Registry) -> String {
    let mut text = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned();
    if let Some(commit) = COMMIT {
        let _ = write!(text, " ({commit})");
    }
    let _ = write!(text, "\nfollows Gardener {}, and these releases of its extensions:", Semantics::GARDENER);
    for provider in registry.iter() {
        let extension = provider.extension();
        let followed = if extension.follows.is_empty() { "unknown" } else { extension.follows };
        let _ = write!(text, "\n  {:<15} {followed}", extension.name);
    }
    text.push('\n');
    text
}
