//! The decision whether output is colored.

use std::env;

use clap::ColorChoice;
use colorchoice_clap::Color;

/// The help text about color.
pub(crate) const HELP: &str = "\
Color: --color takes precedence, then the environment variables NO_COLOR (never), CLICOLOR_FORCE or FORCE_COLOR \
(always; 0 is ignored) and CLICOLOR=0 (never), in this order. By default, output is colored on terminals.";

/// Sets the global color choice. Must run before the streams are created, because they read it once. `None`, from a command line
/// that does not parse, counts as no `--color`.
pub(crate) fn decide(requested: Option<Color>) {
    let requested = requested.unwrap_or_default();
    if requested.color == ColorChoice::Auto && is_forced() {
        Color { color: ColorChoice::Always }.write_global();
    } else {
        requested.write_global();
    }
}

/// Whether `FORCE_COLOR` enables color and `NO_COLOR` does not disable it; the streams themselves handle the other variables.
fn is_forced() -> bool {
    let is_set = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty());
    is_set("FORCE_COLOR") && env::var_os("FORCE_COLOR").is_none_or(|value| value != "0") && !is_set("NO_COLOR")
}
