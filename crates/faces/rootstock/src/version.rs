//! The output of `--version`: this program, and the releases that it follows.

use std::fmt::Write as _;

use rootstock_core_model::Semantics;
use rootstock_provider_api::Registry;

/// The commit that the program was built from; only `cargo xtask dist` sets it.
const COMMIT: Option<&str> = option_env!("ROOTSTOCK_COMMIT");

/// Returns the program and its version as clap formats them, followed by one line per release that `registry` follows.
pub(crate) fn long(registry: &Registry) -> String {
    let mut text = concat!("rootstock ", env!("CARGO_PKG_VERSION")).to_owned();
    if let Some(commit) = COMMIT {
        let _ = write!(text, " ({commit})");
    }
    let _ = write!(text, "\nfollows {}, and these releases of its extensions:", Semantics::gardener(None));
    for provider in registry.iter() {
        let extension = provider.extension();
        let followed = if extension.follows.is_empty() { "unknown" } else { extension.follows };
        let _ = write!(text, "\n  {:<15} {followed}", extension.name);
    }
    text.push('\n');
    text
}
