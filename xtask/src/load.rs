//! `cargo xtask load`: measures the capacity of the server, and checks that no review is lost during shutdown and certificate
//! rotation, or next to expensive ones.

mod client;
mod garden;
mod hostile;
mod process;
mod reviews;
mod rotation;
mod shapes;

use std::path::Path;
use std::time::Duration;

use comfy_table::Table;
use tokio::runtime::Runtime;
use tokio::time::sleep;

use crate::cost::{Cost, mebibytes};
use crate::failure::Failure;
use crate::table::table;
use client::{Load, Tally, quantile};
use process::Server;

#[derive(Debug, clap::Args)]
pub(crate) struct LoadArguments {
    /// The duration of each load
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    seconds: u64,
    /// The number of certificate rotations under load
    #[arg(long, value_name = "N", default_value_t = 100)]
    rotations: u32,
    /// The cargo profile of the server
    #[arg(long, value_name = "PROFILE", default_value = "release")]
    profile: String,
    /// Send expensive reviews from four clients next to ordinary ones for this time, and nothing else
    #[arg(long, value_name = "SECONDS", conflicts_with = "garden")]
    hostile: Option<u64>,
    /// Serve a simulated garden of this number of Shoots, and nothing else
    #[arg(long, value_name = "SHOOTS")]
    garden: Option<usize>,
}

/// The number of connections of an open loop, like an API server that does not wait.
const OPEN_LOOP_CONNECTIONS: usize = 512;

fn to_failure(why: impl std::fmt::Display) -> Failure {
    Failure::Message(why.to_string())
}

pub(crate) fn run(arguments: &LoadArguments) -> Result<(), Failure> {
    let binary = process::build(&arguments.profile)?;
    process::avoid_server_core();
    let duration = Duration::from_secs(arguments.seconds);
    if let Some(seconds) = arguments.hostile {
        return Runtime::new()?.block_on(hostile::run(&binary, Duration::from_secs(seconds)));
    }
    if let Some(shoots) = arguments.garden {
        return Runtime::new()?.block_on(garden::run(&binary, shoots));
    }
    Runtime::new()?.block_on(async {
        println!("{}", loads(&binary, duration).await?);
        println!(
            "one core for the server{}; {duration:?} each",
            if process::can_pin() { "" } else { " is not available" }
        );
        let small = reviews::small()?;
        let lost = stop_under_load(&binary, &small).await?;
        match lost + rotation::rotate_under_load(&binary, &small, arguments.rotations).await? {
            0 => Ok(()),
            lost => Err(Failure::Message(format!("{lost} reviews were lost"))),
        }
    })
}

/// Returns the judged reviews of 5 KB per second in a closed loop, their number, and the cost of the server.
pub(crate) fn reviews_per_second(binary: &Path, duration: Duration) -> Result<(f64, usize, Cost), Failure> {
    process::avoid_server_core();
    Runtime::new()?.block_on(async {
        let mut server = Server::start(binary, &[], &[]).await?;
        let tally = Load::closed(server.webhook, &reviews::small()?, duration).run().await?;
        let peak = server.peak()?;
        Ok((tally.checked_per_second(), tally.checked.len(), Cost { peak, ..server.stop()? }))
    })
}

async fn loads(binary: &Path, duration: Duration) -> Result<Table, Failure> {
    let (small, large) = (reviews::small()?, reviews::large()?);
    let mut table = table(["load", "judged/s", "p50", "p99", "shed", "p99 of these", "lost", "at most"]);

    let mut server = Server::start(binary, &[], &[]).await?;
    let closed = |server: &Server, review: &[u8]| Load::closed(server.webhook, review, duration).run();
    let floor = closed(&server, &reviews::as_deletion(&small)?).await?;
    add(&mut table, "floor: nothing to judge, 5 KB", &floor, &server)?;
    let saturated = closed(&server, &small).await?;
    add(&mut table, "closed loop, 5 KB", &saturated, &server)?;
    let open = |share: f64| Load {
        rate: Some(saturated.checked_per_second() * share),
        ..Load::closed(server.webhook, &small, duration)
    };
    add(&mut table, "half of saturation, 5 KB", &open(0.5).run().await?, &server)?;
    let twice = Load { connections: OPEN_LOOP_CONNECTIONS, ..open(2.0) };
    add(&mut table, "twice saturation, 5 KB", &twice.run().await?, &server)?;
    server.stop()?;

    let mut server = Server::start(binary, &[], &[]).await?;
    let floor = closed(&server, &reviews::as_deletion(&large)?).await?;
    add(&mut table, "floor: nothing to judge, 1.5 MB", &floor, &server)?;
    add(&mut table, "closed loop, 1.5 MB", &closed(&server, &large).await?, &server)?;
    server.stop()?;
    Ok(table)
}

fn add(table: &mut Table, name: &str, tally: &Tally, server: &Server) -> Result<(), Failure> {
    table.add_row([
        name.to_owned(),
        format!("{:.0}", tally.checked_per_second()),
        format!("{:.2?}", quantile(&tally.checked, 0.5)),
        format!("{:.2?}", quantile(&tally.checked, 0.99)),
        tally.shed.len().to_string(),
        format!("{:.2?}", quantile(&tally.shed, 0.99)),
        tally.lost.to_string(),
        mebibytes(server.peak()?),
    ]);
    Ok(())
}

/// Stops the server under load. Clients continue until it reports that it is not ready, like endpoints removed from a Service.
/// Returns the number of lost reviews.
async fn stop_under_load(binary: &Path, review: &[u8]) -> Result<usize, Failure> {
    let mut server = Server::start(binary, &["--drain-delay=2"], &[]).await?;
    let operations = server.operations;
    let endpoint_removal = async move {
        while client::is_ready(operations).await {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let load = Load::closed(server.webhook, review, Duration::from_secs(20));
    let asked = tokio::spawn(load.run_until(endpoint_removal));
    sleep(Duration::from_secs(2)).await;
    // The load continues on other threads.
    server.stop()?;
    let tally = asked.await.map_err(to_failure)??;
    println!("SIGTERM under load: {} answered, {} lost", tally.answered(), tally.lost);
    Ok(tally.lost)
}
