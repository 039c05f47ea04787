//! `cargo xtask ci`: the checks besides the tests that must pass before a change is merged.

mod agents;
mod alerts;
mod clients;
mod integrations;
mod manifests;
mod rendering;
mod schemas;
mod steps;
mod systems;
pub(crate) mod tools;
mod workflows;

use std::time::{Duration, Instant};

use crate::failure::Failure;
use steps::{EACH_CHANGE, RARELY_BROKEN, Step};

#[derive(Debug, clap::Args)]
pub(crate) struct CiArguments {
    /// Also run the steps that changes rarely break, which take longer and need more tools
    #[arg(long)]
    all: bool,
    /// Run only the steps whose name contains this; may be repeated
    #[arg(long, value_name = "TEXT", conflicts_with = "all")]
    only: Vec<String>,
}

/// Runs every step, even after a failure, and prints a summary. A step fails if its tools are missing.
pub(crate) fn run(arguments: &CiArguments) -> Result<(), Failure> {
    let is_named = |step: &&Step| arguments.only.iter().any(|text| step.name.contains(text.as_str()));
    let steps: Vec<&Step> = match (arguments.all, arguments.only.is_empty()) {
        (false, true) => EACH_CHANGE.iter().collect(),
        (true, _) => EACH_CHANGE.iter().chain(RARELY_BROKEN).collect(),
        (false, false) => EACH_CHANGE.iter().chain(RARELY_BROKEN).filter(is_named).collect(),
    };
    if steps.is_empty() {
        return Err(Failure::Message("no step has such a name".to_owned()));
    }
    let mut done: Vec<(&str, bool, Duration)> = Vec::new();
    for step in steps {
        println!("\n=== {}", step.name);
        let begun = Instant::now();
        let outcome = step.run();
        if let Err(failure) = &outcome {
            println!("{failure}");
        }
        done.push((step.name, outcome.is_ok(), begun.elapsed()));
    }
    println!("\n=== summary");
    for (name, has_passed, took) in &done {
        println!("{} {:>6.1} s  {name}", if *has_passed { "passed" } else { "FAILED" }, took.as_secs_f32());
    }
    let failed: Vec<&str> = done.iter().filter(|(_, has_passed, _)| !has_passed).map(|(name, ..)| *name).collect();
    if failed.is_empty() { Ok(()) } else { Err(Failure::Message(format!("failed: {}", failed.join(", ")))) }
}
