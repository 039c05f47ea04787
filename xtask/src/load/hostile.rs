//! Load of the most expensive reviews next to ordinary ones.
//!
//! Four clients send reviews that were made to be expensive, back to back, while ordinary reviews arrive at a fixed rate. The server
//! must stay within the memory limit of its Deployment, each review within its CPU time, and ordinary ones must not wait.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hyper::StatusCode;
use hyper::body::Bytes;
use serde_json::Value;

use super::client::{API_SERVER_TIMEOUT, Load, quantile};
use super::process::Server;
use super::{reviews, shapes, to_failure};
use crate::cost::mebibytes;
use crate::failure::Failure;
use crate::repository;
use crate::table::table;

/// The clients that send expensive reviews.
const CLIENTS: usize = 4;
/// The ordinary reviews per second, and their connections.
const ORDINARY: (f64, usize) = (50.0, 4);
/// The most CPU time of a review.
const MOST_CPU: Duration = Duration::from_secs(2);
/// The most time that 99 of 100 ordinary reviews take.
const MOST_WAIT: Duration = Duration::from_millis(50);

pub(super) async fn run(binary: &Path, duration: Duration) -> Result<(), Failure> {
    let limit = memory_limit()?;
    let shapes = shapes::all();
    // As in the Deployment.
    let mut server = Server::start(binary, &[], &[("MIMALLOC_PURGE_DELAY", "100")]).await?;
    let mut broken = Vec::new();
    let mut alone = Vec::new();
    for (name, review) in &shapes {
        let before = server.cpu()?;
        let answered = send(&server, review).await?;
        let cpu = server.cpu()?.saturating_sub(before);
        if !answered {
            broken.push(format!("{name}: not judged"));
        }
        if cpu > MOST_CPU {
            broken.push(format!("{name}: {cpu:.2?} of CPU time"));
        }
        alone.push(cpu);
    }
    let (over, ordinary) = (Instant::now() + duration, reviews::small()?);
    let counted: Arc<Vec<Counts>> = Arc::new(shapes.iter().map(|_| Counts::default()).collect());
    let hostile = (0..CLIENTS).map(|client| {
        let reviews: Vec<Bytes> = shapes.iter().map(|(_, review)| review.clone()).collect();
        tokio::spawn(send_until(over, client, reviews, server.webhook, Arc::clone(&counted)))
    });
    let hostile: Vec<_> = hostile.collect();
    let (rate, connections) = ORDINARY;
    let tally =
        Load { rate: Some(rate), connections, ..Load::closed(server.webhook, &ordinary, duration) }.run().await?;
    for client in hostile {
        client.await.map_err(to_failure)??;
    }
    let peak = server.peak()?;
    server.stop()?;

    let mut rows = table(["review", "bytes", "CPU of one", "answered", "shed", "lost"]);
    for (((name, review), cpu), counts) in shapes.iter().zip(alone).zip(counted.iter()) {
        let [answered, shed, lost] = counts.all();
        rows.add_row([
            (*name).to_owned(),
            review.len().to_string(),
            format!("{cpu:.2?}"),
            answered.to_string(),
            shed.to_string(),
            lost.to_string(),
        ]);
        if lost > 0 {
            broken.push(format!("{name}: {lost} reviews without any answer"));
        }
    }
    let [median, most] = [0.5, 0.99].map(|share| quantile(&tally.checked, share));
    println!(
        "{rows}\nordinary reviews: {} judged, {} shed, {} lost; p50 {median:.2?}, p99 {most:.2?}, at most {:.2?}\nmemory: \
         at most {} of {}; {duration:?}",
        tally.checked.len(),
        tally.shed.len(),
        tally.lost,
        quantile(&tally.checked, 1.0),
        mebibytes(peak),
        mebibytes(limit),
    );
    if peak > limit {
        broken.push(format!("{} of memory, and the limit is {}", mebibytes(peak), mebibytes(limit)));
    }
    if most > MOST_WAIT || tally.lost + tally.shed.len() > 0 {
        broken.push(format!("ordinary reviews: {} lost, {} shed, p99 {most:.2?}", tally.lost, tally.shed.len()));
    }
    if broken.is_empty() { Ok(()) } else { Err(Failure::Message(broken.join("\n"))) }
}

/// The answers to a review.
#[derive(Default)]
struct Counts {
    answered: AtomicUsize,
    shed: AtomicUsize,
    lost: AtomicUsize,
}

impl Counts {
    fn all(&self) -> [usize; 3] {
        [&self.answered, &self.shed, &self.lost].map(|count| count.load(Ordering::Relaxed))
    }
}

/// Sends all reviews in turn until an instant. Each client starts with another one.
async fn send_until(
    over: Instant,
    client: usize,
    reviews: Vec<Bytes>,
    address: SocketAddr,
    counted: Arc<Vec<Counts>>,
) -> Result<(), Failure> {
    let both = reviews.iter().zip(counted.iter());
    for (review, counts) in both.cycle().skip(client * reviews.len() / CLIENTS) {
        if Instant::now() > over {
            break;
        }
        let load = Load::closed(address, review, Duration::ZERO);
        let count = match load.ask_once(API_SERVER_TIMEOUT).await? {
            Some(answer) if is_judged(&answer) => &counts.answered,
            Some(_) => &counts.shed,
            None => &counts.lost,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Sends a review with the longest timeout of API servers; returns whether it was judged.
async fn send(server: &Server, review: &Bytes) -> Result<bool, Failure> {
    let answer = Load::closed(server.webhook, review, Duration::ZERO).ask_once(30).await?;
    Ok(answer.is_some_and(|answer| is_judged(&answer)))
}

/// Returns whether a review was judged, and not refused because the server was overloaded.
fn is_judged((status, text): &(StatusCode, String)) -> bool {
    *status == StatusCode::OK && !text.contains("\"code\":429")
}

/// Returns the memory limit of the server in the Deployment, in bytes.
fn memory_limit() -> Result<u64, Failure> {
    let path = "deploy/kustomize/base/deployment.yaml";
    let deployment: Value = serde_yaml::from_str(&repository::read(path)?)?;
    let limit = deployment.pointer("/spec/template/spec/containers/0/resources/limits/memory");
    let gibibytes = limit.and_then(|limit| limit.as_str()?.strip_suffix("Gi")?.parse::<u64>().ok());
    gibibytes.map(|gibibytes| gibibytes << 30).ok_or_else(|| Failure::Message(format!("{path}: no limit in Gi")))
}
