//! Development tasks of Rootstock: `cargo xtask --help`.

mod answer_types;
mod apiserver;
mod bench;
mod big_profile;
mod book;
mod browser;
mod ci;
mod conformance;
mod cost;
mod dist;
mod docs;
mod editors;
mod examples;
mod failure;
mod figures;
mod fuzz;
mod go;
mod installs;
mod load;
mod markdown;
mod names;
mod new_provider;
mod node;
mod npm;
mod process;
mod programs;
mod public_api;
mod repository;
mod rules;
mod shells;
mod table;
mod tidy;
mod vscode;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Development tasks of Rootstock.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Tasks {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Compare every answer with the verdicts recorded from Gardener, and check the laws for every provider
    Conformance(conformance::ConformanceArguments),
    /// Generate docs/rules.md, docs/quirks.md and docs/cli.md
    Docs {
        /// Write nothing; fail if a page is stale
        #[arg(long)]
        check: bool,
    },
    /// List the public API of the libraries in docs/public-api
    PublicApi {
        /// Write nothing; fail if a list is stale
        #[arg(long)]
        check: bool,
    },
    /// Write a provider plug-in that compiles and keeps every law, with marks where to fill in the rest
    NewProvider {
        /// The provider's name, as in `spec.type` of its CloudProfiles: lower-case letters, digits and `-`
        name: String,
    },
    /// Check what the compiler does not: sizes, names, rule pages, dependency arrows
    Tidy,
    /// Write a large CloudProfile, or a fleet of Shoots on it, to standard output
    Bigprofile(big_profile::BigProfileArguments),
    /// Measure: the benchmarks, and whole runs of the command with their growth
    Bench(bench::BenchArguments),
    /// Test the server behind a real kube-apiserver, if KUBEBUILDER_ASSETS is set
    Apiserver,
    /// Measure the capacity of the server, and check that shutdown and certificate rotation lose no review
    Load(load::LoadArguments),
    /// Run the fuzz targets in parallel for a while
    Fuzz(fuzz::FuzzArguments),
    /// Test the pages in a real browser, including hostile documents
    Browser {
        /// Also write the screenshots of docs/pages.md
        #[arg(long)]
        screenshots: bool,
    },
    /// Test the language server with real clients, and the schemas in a real YAML server
    Editors,
    /// Pack the extension for VS Code
    Vscode,
    /// Build the WebAssembly module as an npm package
    Npm {
        /// Install the package into an empty project, and compare its answers with those of the program: in Node, in a browser,
        /// and with its types
        #[arg(long)]
        test: bool,
    },
    /// Build a site of the documents, and check their links
    Book {
        /// Write the sources of mdBook and check their links, without running mdBook
        #[arg(long)]
        sources: bool,
    },
    /// Test the completions in real shells, and the manual pages
    Shells,
    /// Build the artifacts of a release: static programs, completions, manual pages, checksums
    Dist(dist::DistArguments),
    /// Count lines, types, crates and snapshots, now or at revisions of git
    Figures {
        /// Revisions of git to count, each in a column [default: the current tracked files]
        revisions: Vec<String>,
    },
    /// Run everything that must pass before a change is merged
    Ci(ci::CiArguments),
}

fn main() -> ExitCode {
    if let Some(status) = public_api::as_rustdoc() {
        return status;
    }
    let outcome = match Tasks::parse().task {
        Task::Conformance(arguments) => conformance::run(&arguments),
        Task::Docs { check: false } => docs::write(),
        Task::Docs { check: true } => docs::check(),
        Task::PublicApi { check: false } => public_api::write(),
        Task::PublicApi { check: true } => public_api::check(),
        Task::NewProvider { name } => new_provider::run(&name),
        Task::Tidy => tidy::run(),
        Task::Bigprofile(arguments) => big_profile::run(&arguments),
        Task::Bench(arguments) => bench::run(&arguments),
        Task::Apiserver => apiserver::run(),
        Task::Load(arguments) => load::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Browser { screenshots } => browser::run(screenshots),
        Task::Editors => editors::test(),
        Task::Vscode => vscode::pack(),
        Task::Npm { test: false } => npm::pack().map(drop),
        Task::Npm { test: true } => npm::test(),
        Task::Book { sources } => book::run(sources),
        Task::Shells => shells::run(),
        Task::Dist(arguments) => dist::run(&arguments),
        Task::Figures { revisions } => figures::run(&revisions),
        Task::Ci(arguments) => ci::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}
