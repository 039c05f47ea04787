//! A server that watches a large simulated garden: its memory, the time until it is ready, and its delay.
//!
//! The API server is simulated: it makes objects while it lists them, so that a garden of any size fits into memory.

mod api_server;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use super::client::{API_SERVER_TIMEOUT, Load, quantile};
use super::process::Server;
use super::reviews;
use crate::cost::mebibytes;
use crate::failure::Failure;
use crate::table::table;
use api_server::ApiServer;

/// The namespaces with Shoots.
pub(super) const NAMESPACES: usize = 5_000;
/// The NamespacedCloudProfiles, whose parent has 1 MB of JSON.
const CHILDREN: usize = 1_000;
/// The changes whose delay is measured.
const CHANGES: u32 = 24;
/// The name of the small profile that changes.
const PROBE: &str = "probe";
/// The time during which the server is watched after it is ready.
const WATCHED: Duration = Duration::from_secs(120);

pub(super) async fn run(binary: &Path, shoots: usize) -> Result<(), Failure> {
    let mut api_server = ApiServer::start(shoots, CHILDREN).await?;
    api_server.change(&probe("1.30.0")?);
    let folder = tempfile::tempdir()?;
    let kubeconfig = folder.path().join("kubeconfig");
    fs::write(&kubeconfig, api_server.kubeconfig().to_string()).map_err(Failure::at(&kubeconfig))?;
    let arguments = ["--cluster".to_owned(), format!("--kubeconfig={}", kubeconfig.display())];
    let arguments = arguments.each_ref().map(String::as_str);

    let start = Instant::now();
    // As in the Deployment.
    let mut server = Server::start_with(binary, &arguments, &[("MIMALLOC_PURGE_DELAY", "100")]).await?;
    let (ready, peak_at_start, cpu_at_start) = (start.elapsed(), server.peak()?, server.cpu()?);

    let mut delays = Vec::new();
    for change in 1..=CHANGES {
        let version = format!("1.30.{change}");
        if !is_unknown(&server, &version).await? {
            return Err(Failure::Message(format!("version {version} is known before the profile has it")));
        }
        api_server.change(&probe(&version)?);
        let changed = Instant::now();
        while is_unknown(&server, &version).await? {
            if changed.elapsed() > Duration::from_secs(60) {
                return Err(Failure::Message(format!("version {version} is not known after a minute")));
            }
            sleep(Duration::from_millis(5)).await;
        }
        delays.push(changed.elapsed());
    }
    sleep(WATCHED.saturating_sub(start.elapsed())).await;
    let (peak, held, cpu) = (server.peak()?, server.held()?, server.cpu()?);
    server.stop()?;

    let mut rows = table([
        "namespaces",
        "Shoots",
        "bytes of a spec",
        "NamespacedCloudProfiles",
        "ready after",
        "CPU until then",
        "memory until then",
        "memory at most",
        "at last",
        "delay p50",
        "at most",
    ]);
    rows.add_row([
        NAMESPACES.to_string(),
        shoots.to_string(),
        api_server.spec_bytes().to_string(),
        CHILDREN.to_string(),
        format!("{ready:.1?}"),
        format!("{cpu_at_start:.1?}"),
        mebibytes(peak_at_start),
        mebibytes(peak),
        mebibytes(held),
        format!("{:.0?}", quantile(&delays, 0.5)),
        format!("{:.0?}", quantile(&delays, 1.0)),
    ]);
    println!("{rows}\n{cpu:.1?} of CPU time in {WATCHED:?}");
    Ok(())
}

/// Returns whether the server does not know a Kubernetes version of the probe, by a review of a Shoot with it.
async fn is_unknown(server: &Server, version: &str) -> Result<bool, Failure> {
    let mut review: Value = serde_json::from_slice(&reviews::of_shoot()?)?;
    set(&mut review, "/request/object/spec/cloudProfile/name", json!(PROBE))?;
    set(&mut review, "/request/object/spec/kubernetes/version", json!(version))?;
    let review = serde_json::to_vec(&review)?;
    let answer = Load::closed(server.webhook, &review, Duration::ZERO).ask_once(API_SERVER_TIMEOUT).await?;
    let (_, text) = answer.ok_or_else(|| Failure::Message("no answer to the review of a Shoot".to_owned()))?;
    Ok(text.contains(version))
}

/// Returns a small profile with one Kubernetes version.
fn probe(version: &str) -> Result<Value, Failure> {
    let mut profile: Value = serde_yaml::from_str(&crate::repository::read("fixtures/profiles/local-clean.yaml")?)?;
    set(&mut profile, "/metadata/name", json!(PROBE))?;
    set(&mut profile, "/spec/kubernetes/versions", json!([{"version": version}]))?;
    Ok(profile)
}

/// Replaces a value of a sample.
fn set(sample: &mut Value, pointer: &str, value: Value) -> Result<(), Failure> {
    let missing = || Failure::Message(format!("the sample has no {pointer}"));
    *sample.pointer_mut(pointer).ok_or_else(missing)? = value;
    Ok(())
}
