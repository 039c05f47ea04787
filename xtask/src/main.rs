//! Development tasks of Rootstock: `cargo xtask --help`.

mod apiserver;
mod bench;
mod big_profile;
mod book;
mod browser;
mod ci;
mod conformance;
mod dist;
mod docs;
mod editors;
mod examples;
mod failure;
mod figures;
mod fuzz;
mod load;
mod markdown;
mod new_provider;
mod node;
mod npm;
mod process;
mod programs;
mod public_api;
mod repository;
mod rules;
mod shells;
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
    /// Compare every answer with the verdicts recorded from Gardener, and try the laws on every provider
    Conformance(conformance::Arguments),
    /// Generate docs/rules.md, docs/quirks.md and docs/cli.md
    Docs(docs::Arguments),
    /// List what the libraries offer in docs/public-api
    PublicApi(public_api::Arguments),
    /// Write a provider plug-in that compiles and keeps every law, with the places to fill in
    NewProvider(new_provider::Arguments),
    /// Check what the compiler does not: sizes, names, rule pages, dependency arrows
    Tidy,
    /// Write a large CloudProfile, or a fleet of Shoots on it, to standard output
    Bigprofile(big_profile::Arguments),
    /// Measure: the benchmarks, and whole runs of the command with their growth
    Bench(bench::Arguments),
    /// Try the server behind a real kube-apiserver, where KUBEBUILDER_ASSETS names one
    Apiserver,
    /// Measure what the server bears, and that nothing is lost while it ends and while its certificate changes
    Load(load::Arguments),
    /// Run the fuzz targets for a while, side by side
    Fuzz(fuzz::Arguments),
    /// Look at the pages in a real browser, with hostile documents among them
    Browser(browser::Arguments),
    /// Try the language server under real clients, and the schemas in a real YAML server
    Editors,
    /// Pack the extension for VS Code
    Vscode,
    /// Build the WebAssembly module as an npm package
    Npm(npm::Arguments),
    /// Make a site of the documents, and check their links
    Book(book::Arguments),
    /// Source the completions in real shells, and read the manual pages
    Shells,
    /// Build what a release hands out: static programs, completions, manual pages, checksums
    Dist(dist::Arguments),
    /// Count lines, types, crates and snapshots, now or at revisions of git
    Figures(figures::Arguments),
    /// Everything that must pass before a change is merged
    Ci(ci::Arguments),
}

fn main() -> ExitCode {
    if let Some(status) = public_api::as_rustdoc() {
        return status;
    }
    let outcome = match Tasks::parse().task {
        Task::Conformance(arguments) => conformance::run(&arguments),
        Task::Docs(arguments) => docs::run(&arguments),
        Task::PublicApi(arguments) => public_api::run(&arguments),
        Task::NewProvider(arguments) => new_provider::run(&arguments),
        Task::Tidy => tidy::run(),
        Task::Bigprofile(arguments) => big_profile::run(&arguments),
        Task::Bench(arguments) => bench::run(&arguments),
        Task::Apiserver => apiserver::run(),
        Task::Load(arguments) => load::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Browser(arguments) => browser::run(&arguments),
        Task::Editors => editors::test(),
        Task::Vscode => vscode::pack(),
        Task::Npm(arguments) => npm::run(&arguments),
        Task::Book(arguments) => book::run(&arguments),
        Task::Shells => shells::run(),
        Task::Dist(arguments) => dist::run(&arguments),
        Task::Figures(arguments) => figures::run(&arguments),
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
