//! `cargo xtask ci`: everything that must pass before a change is merged.

mod ahead;
mod manifests;
mod schemas;
mod steps;

use std::time::{Duration, Instant};

use crate::failure::Failure;
use steps::{Outcome, Step};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Run only the steps whose name contains this; may be repeated
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
}

/// Runs every step, also after one has failed, and says at the end what came of each.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let is_wanted =
        |step: &&Step| arguments.only.is_empty() || arguments.only.iter().any(|text| step.name.contains(text.as_str()));
    let started = Instant::now();
    let mut ahead = arguments.only.is_empty().then(ahead::start).transpose()?;
    let mut done: Vec<(&Step, Outcome, Duration)> = Vec::new();
    for step in steps::STEPS.iter().filter(is_wanted) {
        println!("\n=== {}", step.name);
        if step.is_measurement()
            && let Some(ahead) = ahead.take()
        {
            ahead.wait();
        }
        let begun = Instant::now();
        let outcome = step.run()?;
        done.push((step, outcome, begun.elapsed()));
    }
    println!("\n=== summary");
    for (step, outcome, took) in &done {
        println!("{:>8} {:>6.1} s  {}", outcome.word(), took.as_secs_f32(), step.name);
        for line in outcome.closing_lines() {
            println!("                    {line}");
        }
    }
    println!("                    {:.1} s in all", started.elapsed().as_secs_f32());
    let failed: Vec<_> =
        done.iter().filter(|(_, outcome, _)| outcome.has_failed()).map(|(step, ..)| step.name).collect();
    if failed.is_empty() { Ok(()) } else { Err(Failure::Found(format!("failed: {}", failed.join(", ")))) }
}
