//! The names of packages in registries.

/// The package that installs the command, in every registry: `rootstock` belongs to others on crates.io and PyPI.
pub(crate) const PACKAGE: &str = "gardener-rootstock";

/// The command.
pub(crate) const COMMAND: &str = "rootstock";

/// The version of everything that is released together.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The module of Go: a repository of its own, which a release fills, because Go reads modules from repositories.
pub(crate) const GO_MODULE: &str = "github.com/rootstock-rs/gardener-rootstock";
