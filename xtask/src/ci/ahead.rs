//! What later steps need, built while earlier ones leave a processor idle: our crates are compiled one after the other for the most part,
//! and tests wait.

use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};

use crate::failure::Failure;
use crate::{dist, fuzz, npm, programs};

/// The builds that are under way.
#[derive(Debug)]
pub(super) struct Ahead(Vec<JoinHandle<()>>);

/// Builds it in the background, behind everything else. The steps ask for the same, wait for it where it is still under way, and tell
/// what is wrong with it; so nothing is told here.
pub(super) fn start() -> Result<Ahead, Failure> {
    let [module, queries] = npm::build_commands();
    // Optimised, crates are compiled one after the other: one build leaves a processor idle as soon as the steps wait for it.
    let side_by_side = [
        vec![programs::optimised_build(), dist::trial_command()],
        vec![fuzz::build_command(fuzz::Aim::Trial)?, module, queries],
    ];
    let in_turn = |builds: Vec<Command>| {
        thread::spawn(move || {
            for build in builds {
                let mut build = behind(&build);
                // Without `nice` the steps build it themselves.
                let _ = build.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
            }
        })
    };
    Ok(Ahead(side_by_side.map(in_turn).into()))
}

impl Ahead {
    /// Waits until all is built.
    pub(super) fn wait(self) {
        // A build that panics has built nothing, and the steps build it themselves.
        self.0.into_iter().for_each(|builds| {
            let _ = builds.join();
        });
    }
}

/// The same command with the lowest priority.
fn behind(command: &Command) -> Command {
    let mut behind = Command::new("nice");
    behind.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => behind.env(name, value),
            None => behind.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        behind.current_dir(folder);
    }
    behind
}
