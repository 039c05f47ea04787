//! `cargo xtask load`: what the server bears, and that nothing is lost while it ends and while its certificate changes.

mod client;
mod process;
mod reviews;
mod rotation;

use std::time::Duration;

use crate::failure::Failure;
use client::{Load, Tally};
use process::Server;

#[derive(Debug, clap::Args)]
pub(crate) struct LoadArguments {
    /// How long each load lasts
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    seconds: u64,
    /// How often the certificate is exchanged under load
    #[arg(long, value_name = "N", default_value_t = 100)]
    rotations: u32,
    /// The profile of cargo that the server is built with
    #[arg(long, value_name = "PROFILE", default_value = "release")]
    profile: String,
}

/// Connections of a closed loop.
const FEW: usize = 16;
/// Connections of an open loop: as many as an API server that does not wait would open.
const MANY: usize = 512;

pub(crate) fn run(arguments: &LoadArguments) -> Result<(), Failure> {
    let binary = process::build(&arguments.profile)?;
    process::leave_the_core_of_the_server();
    let lasts = Duration::from_secs(arguments.seconds);
    let (small, large) = (reviews::small()?, reviews::large()?);
    println!("one core for the server{}; {lasts:?} each", if process::can_pin() { "" } else { " is not available" });

    let mut server = Server::start(&binary, &[])?;
    println!("idle: {:.1} MiB", server.memory()?);
    let floor = |review: &[u8]| reviews::not_judged(review);
    let closed = |review: &[u8], address| {
        Load { address, request: client::request(review), connections: FEW, rate: None, lasts }.run()
    };
    tell("floor: nothing to judge, 5 KB", &closed(&floor(&small)?, server.webhook)?, &server)?;
    let saturated = closed(&small, server.webhook)?;
    tell("closed loop, 5 KB", &saturated, &server)?;
    for (name, share) in [("half of saturation, 5 KB", 0.5), ("twice saturation, 5 KB", 2.0)] {
        let rate = Some(saturated.judged_per_second() * share);
        let connections = if share > 1.0 { MANY } else { FEW };
        let load = Load { address: server.webhook, request: client::request(&small), connections, rate, lasts };
        tell(name, &load.run()?, &server)?;
    }
    server.stop()?;

    let mut server = Server::start(&binary, &[])?;
    tell("floor: nothing to judge, 1.5 MB", &closed(&floor(&large)?, server.webhook)?, &server)?;
    tell("closed loop, 1.5 MB", &closed(&large, server.webhook)?, &server)?;
    server.stop()?;

    let lost = end_under_load(&binary, &small)? + rotation::rotate_under_load(&binary, &small, arguments.rotations)?;
    if lost == 0 { Ok(()) } else { Err(Failure::Found(format!("{lost} reviews were lost"))) }
}

fn tell(name: &str, tally: &Tally, server: &Server) -> Result<(), Failure> {
    let [half, most] = [0.5, 0.99].map(|share| tally.judged_within(share));
    println!(
        "{name}: {:.0} judged/s, p50 {half:.2?}, p99 {most:.2?}; {} shed (p99 {:.2?}), {} lost; {:.1} MiB at most",
        tally.judged_per_second(),
        tally.shed.len(),
        tally.shed_within(0.99),
        tally.lost,
        server.most_memory()?,
    );
    Ok(())
}

/// Clients go on until the server says that it is not ready, as endpoints of a Service are taken away, and no answer is missing.
fn end_under_load(binary: &std::path::Path, review: &[u8]) -> Result<usize, Failure> {
    let mut server = Server::start(binary, &["--drain-delay=2"])?;
    let operations = server.operations;
    let load = Load {
        address: server.webhook,
        request: client::request(review),
        connections: FEW,
        rate: None,
        lasts: Duration::from_secs(20),
    };
    let tally = std::thread::scope(|scope| {
        let asked = scope.spawn(|| load.run_while(|| client::is_ready(operations)));
        std::thread::sleep(Duration::from_secs(2));
        server.stop()?;
        asked.join().map_err(|_| Failure::Found("a client has failed".to_owned()))?
    })?;
    println!("SIGTERM under load: {} answered, {} lost", tally.judged.len() + tally.shed.len(), tally.lost);
    Ok(tally.lost)
}
