//! The steps.

use crate::failure::Failure;
use crate::{process, programs, workspace};

/// A step of CI.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) name: &'static str,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// `cargo` with these arguments and environment variables.
    Cargo(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// `cargo test` of the optimized build, with these arguments and environment variables.
    Optimized(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// One round of every benchmark, to check that it runs.
    Benchmarks,
    /// A task in this process.
    Task(fn() -> Result<(), Failure>),
}

/// The steps for each change. `.ci/run` runs `cargo test --workspace` before them, which also checks that the generated
/// documents are fresh and that the repository is tidy.
pub(super) static EACH_CHANGE: &[Step] = &[
    Step { name: "cargo fmt --check", kind: Kind::Cargo(&["fmt", "--all", "--check"], &[]) },
    Step {
        name: "cargo clippy -D warnings",
        kind: Kind::Cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-Dwarnings"], &[]),
    },
    Step {
        // The next step covers the libraries, with the same flags.
        name: "cargo doc -D warnings, of the programs",
        kind: Kind::Cargo(
            &["doc", "--workspace", "--bins", "--no-deps", "--locked", "--quiet"],
            &[("RUSTDOCFLAGS", "-Dwarnings")],
        ),
    },
    Step { name: "cargo doc -D warnings, and public-api --check", kind: Kind::Task(crate::public_api::check) },
    Step { name: "conformance", kind: Kind::Task(crate::conformance::run_recorded) },
    Step { name: "a new provider", kind: Kind::Task(crate::new_provider::smoke_test) },
    Step { name: "the examples", kind: Kind::Task(crate::examples::test) },
    Step {
        name: "the fuzz targets compile",
        kind: Kind::Cargo(&["check", "--manifest-path=fuzz/Cargo.toml", "--target-dir=target/fuzz", "--quiet"], &[]),
    },
    Step { name: "the modules for WebAssembly, and their sizes", kind: Kind::Task(crate::npm::build) },
];

/// The additional steps of `--all`.
pub(super) static RARELY_BROKEN: &[Step] = &[
    Step {
        // `cargo test` only runs some of the cases.
        name: "the laws of edits, all that they try",
        kind: Kind::Cargo(
            &["test", "--workspace", "--locked", "--test=upkeep_laws", "--test=upgrade_check", "--test=editor"],
            &[("ROOTSTOCK_LAWS", "all")],
        ),
    },
    Step {
        name: "small and full file systems",
        kind: Kind::Cargo(
            &["test", "--workspace", "--locked", "--test=command", "--", "--ignored", "limited_resources"],
            &[],
        ),
    },
    Step { name: "benchmarks run once", kind: Kind::Benchmarks },
    Step { name: "schemas and another validator", kind: Kind::Task(super::schemas::validate) },
    Step { name: "clients that are generated from OpenAPI", kind: Kind::Task(super::clients::test) },
    Step { name: "the manifests of the server", kind: Kind::Task(super::manifests::render) },
    Step { name: "what kubectl and Helm render, checked", kind: Kind::Task(super::rendering::test) },
    Step { name: "the alerts", kind: Kind::Task(super::alerts::test) },
    Step { name: "the workflows", kind: Kind::Task(super::workflows::check) },
    Step { name: "completions and manual pages", kind: Kind::Task(crate::shells::run) },
    Step {
        // `cargo test` runs them in `sh`.
        name: "the commands of the documents in zsh",
        kind: Kind::Cargo(
            &["run", "--quiet", "--locked", "--package=xtask", "--", "docs", "--check"],
            &[("ROOTSTOCK_SHELL", "zsh")],
        ),
    },
    Step { name: "the pages in a browser", kind: Kind::Task(crate::browser::test) },
    Step { name: "the language server in editors", kind: Kind::Task(crate::editors::test) },
    Step { name: "the server for agents, from a client", kind: Kind::Task(super::agents::test) },
    Step { name: "the extension for VS Code", kind: Kind::Task(crate::vscode::pack) },
    Step {
        name: "the embedder for WebAssembly",
        kind: Kind::Cargo(
            &[
                "check",
                "--manifest-path=examples/embed/Cargo.toml",
                "--target-dir=target",
                "--quiet",
                "--target=wasm32-unknown-unknown",
            ],
            &[],
        ),
    },
    Step { name: "the command for other systems", kind: Kind::Task(super::systems::check) },
    Step {
        name: "cargo deny",
        kind: Kind::Cargo(&["deny", "--log-level=error", "check", "bans", "licenses", "sources"], &[]),
    },
    Step {
        // Ten thousand worlds take minutes in a debug build.
        name: "the laws between the crates, on all worlds",
        kind: Kind::Optimized(&["--test=laws", "--test=guarantees", "--test=engine"], &[("ROOTSTOCK_LAWS", "all")]),
    },
    Step {
        name: "small inputs, all of them",
        kind: Kind::Optimized(&["--test=engine", "--test=versioning", "--", "--ignored", "--nocapture"], &[]),
    },
    Step { name: "the fuzz targets, some seconds each", kind: Kind::Task(crate::fuzz::run_briefly) },
    Step { name: "the npm package", kind: Kind::Task(crate::npm::test) },
    Step { name: "the module for Go", kind: Kind::Task(crate::go::test) },
    Step {
        name: "the command as a release hands it out, the same from every folder",
        kind: Kind::Task(crate::dist::smoke_test),
    },
    Step { name: "the action, the template, and the hooks", kind: Kind::Task(super::integrations::test) },
    Step { name: "each installation from files, in an empty place", kind: Kind::Task(crate::installs::test) },
    Step { name: "the plug-in, installed by krew", kind: Kind::Task(crate::installs::krew::test) },
    Step { name: "the Python package", kind: Kind::Task(crate::installs::python::test) },
    // A separate process, because the peak memory of this one would count for its children.
    Step {
        name: "hostile inputs within their bounds",
        kind: Kind::Cargo(&["run", "--quiet", "--locked", "--package=xtask", "--", "bench", "--hostile"], &[]),
    },
];

impl Step {
    pub(super) fn run(&self) -> Result<(), Failure> {
        match &self.kind {
            Kind::Cargo(arguments, environment) => {
                let mut command = process::cargo(*arguments);
                command.envs(environment.iter().copied());
                match arguments.first() {
                    Some(&"test") => process::succeed_with_tests(&mut command),
                    _ => process::succeed(&mut command),
                }
            }
            Kind::Optimized(arguments, environment) => {
                let mut command = process::cargo(["test", "--release", "--locked"]);
                command.args(programs::OPTIMIZED).args(*arguments).envs(environment.iter().copied());
                process::succeed_with_tests(&mut command)
            }
            Kind::Benchmarks => {
                let mut command = process::cargo(["test", "--workspace", "--locked", "--quiet"]);
                process::succeed(command.args(workspace::benchmark_arguments()?))
            }
            Kind::Task(task) => task(),
        }
    }
}
