//! When there is color.

use std::env;

use clap::ColorChoice;
use colorchoice_clap::Color;

/// What is said about it in the help.
pub(crate) const HELP: &str = "\
Color: --color decides; else the environment, in this order: NO_COLOR (never), CLICOLOR_FORCE or \
FORCE_COLOR (always; 0 says nothing), CLICOLOR=0 (never); else there is color on terminals.";

/// Decides before there are streams: they ask for it once. Nothing understood is nothing said.
pub(crate) fn decide(said: Option<Color>) {
    let said = said.unwrap_or_default();
    if said.color == ColorChoice::Auto && is_forced() {
        Color { color: ColorChoice::Always }.write_global();
    } else {
        said.write_global();
    }
}

/// Whether `FORCE_COLOR` asks for color and `NO_COLOR` does not forbid it; the other variables are known to the streams.
fn is_forced() -> bool {
    let says = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty());
    says("FORCE_COLOR") && env::var_os("FORCE_COLOR").is_none_or(|value| value != "0") && !says("NO_COLOR")
}
