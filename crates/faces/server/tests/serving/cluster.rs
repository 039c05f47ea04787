//! Profiles and Shoots from a garden whose API server fails in various ways.

use std::fs;
use std::time::Duration;

use clap::Parser as _;
use rootstock_server::{Arguments, Server};
use rstest::rstest;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use crate::api_server::ApiServer;
use crate::client::{Running, fixtures, get, get_as, start_unready};
use crate::process::Process;

/// Returns a valid profile with one version of Kubernetes.
fn profile(name: &str, version: &str) -> Value {
    let text = fs::read_to_string(fixtures().join("profiles/local-clean.yaml")).unwrap();
    let mut profile: Value = serde_yaml::from_str(&text).unwrap();
    profile["metadata"]["name"] = name.into();
    profile["spec"]["kubernetes"]["versions"] = json!([{"version": version}]);
    profile["status"] = json!({"observed": "by no controller"});
    profile
}

fn shoot(namespace: &str, name: &str, version: &str) -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
        "metadata": {"namespace": namespace, "name": name, "labels": {"shoot.gardener.cloud/status": "healthy"}},
        "spec": {"cloudProfile": {"kind": "CloudProfile", "name": "orchard"}, "region": "local",
            "kubernetes": {"version": version}, "provider": {"type": "local", "workers": []}},
        "status": {"lastOperation": {"progress": 1}},
    })
}

/// Creates a garden with a few objects, in several pages.
async fn garden() -> ApiServer {
    let server = ApiServer::start().await;
    server.set("cloudprofiles", profile("orchard", "1.34.1"));
    for number in 0..5 {
        server.set("shoots", shoot("garden-dev", &format!("pear-{number}"), "1.34.1"));
    }
    server
}

async fn start(server: &ApiServer) -> Running {
    server.add_token("admin", "alice");
    for resource in ["cloudprofiles", "namespacedcloudprofiles", "shoots"] {
        server.allow("alice", "list", resource, "");
    }
    start_unready(&["--cluster".to_owned(), format!("--kubeconfig={}", server.kubeconfig().display())]).await
}

async fn is_ready(running: &Running) -> bool {
    get(running.operations, "/readyz").await.status == 200
}

/// Polls a condition until it is true.
async fn wait_until(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let seen = async {
        while !condition().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(timeout(Duration::from_secs(20), seen).await.is_ok(), "timed out waiting for {what}");
}

async fn state(running: &Running) -> Value {
    get_as("admin", running.api, "/api/v1/state").await.json()
}

async fn wait_for_shoots(running: &Running, count: usize) {
    wait_until(&format!("{count} Shoots"), async || state(running).await["shoots"] == count).await;
}

/// Waits until the profile has a version.
async fn wait_for_version(running: &Running, version: &str) {
    let asked = "/api/v1/versions?profile=orchard";
    wait_until(version, async || get_as("admin", running.api, asked).await.text().contains(version)).await;
}

/// Returns the time at which the state was last known to be current.
async fn seen(running: &Running) -> f64 {
    let metrics = get(running.operations, "/metrics").await;
    let line = metrics.text().lines().find(|line| line.starts_with("rootstock_state_seen_timestamp_seconds "));
    line.unwrap().rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn objects_are_listed_and_changes_are_watched() {
    let server = garden().await;
    let running = start(&server).await;
    wait_until("readiness", async || is_ready(&running).await).await;
    wait_for_shoots(&running, 5).await;
    let first = state(&running).await;
    assert_eq!((&first["profiles"][0]["name"], &first["troubles"]), (&json!("orchard"), &json!([])));
    let usage = get_as("admin", running.api, "/api/v1/usage").await;
    assert!(usage.status == 200 && usage.text().contains("1.34.1"), "{}", usage.text());

    server.set("cloudprofiles", profile("orchard", "1.35.0"));
    wait_for_version(&running, "1.35.0").await;
    server.delete("shoots", "garden-dev", "pear-3");
    wait_for_shoots(&running, 4).await;
    server.set("shoots", shoot("garden-prod", "quince", "1.34.1"));
    wait_for_shoots(&running, 5).await;
    assert_ne!(state(&running).await["version"], first["version"]);
    assert_eq!(server.count("list "), 5, "a profile, no NamespacedCloudProfile, and three pages of Shoots");
}

/// The status of a Shoot changes all the time, and most of it does not affect answers.
#[tokio::test]
async fn irrelevant_fields_do_not_change_the_state() {
    let server = garden().await;
    let running = start(&server).await;
    wait_for_shoots(&running, 5).await;
    let before = state(&running).await;
    let mut same = shoot("garden-dev", "pear-1", "1.34.1");
    same["status"]["lastOperation"]["progress"] = 100.into();
    server.set("shoots", same.clone());
    server.set("cloudprofiles", profile("orchard", "1.35.0"));
    wait_for_version(&running, "1.35.0").await;
    server.set("cloudprofiles", profile("orchard", "1.34.1"));
    wait_for_version(&running, "1.34.1").await;
    assert_eq!(state(&running).await["version"], before["version"]);
    same["status"]["credentials"] = json!({"rotation": {"certificateAuthorities": {"phase": "Preparing"}}});
    server.set("shoots", same);
    wait_until("another version", async || state(&running).await["version"] != before["version"]).await;
}

/// The status of a NamespacedCloudProfile contains the rendered parent, which is many times larger than the rest.
#[tokio::test]
async fn namespaced_profiles_are_rendered_without_their_status() {
    let server = garden().await;
    let child = |rendered: &str| {
        json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
            "metadata": {"namespace": "garden-dev", "name": "meadow"},
            "spec": {"parent": {"kind": "CloudProfile", "name": "orchard"}},
            "status": {"cloudProfileSpec": profile("orchard", rendered)["spec"].clone()},
        })
    };
    server.set("namespacedcloudprofiles", child("1.34.1"));
    let running = start(&server).await;
    wait_for_shoots(&running, 5).await;
    let before = state(&running).await;
    assert_eq!(before["profiles"][1]["name"], "meadow");
    server.set("namespacedcloudprofiles", child("1.99.1"));
    server.set("shoots", shoot("garden-prod", "quince", "1.34.1"));
    wait_for_shoots(&running, 6).await;
    server.delete("shoots", "garden-prod", "quince");
    wait_for_shoots(&running, 5).await;
    assert_eq!(state(&running).await["version"], before["version"]);
    let versions = get_as("admin", running.api, "/api/v1/versions?profile=garden-dev%2Fmeadow").await;
    assert!(versions.text().contains("1.34.1") && !versions.text().contains("1.99.1"), "{}", versions.text());
    // Without its parent, it cannot be used.
    server.delete("cloudprofiles", "", "orchard");
    wait_until("a problem", async || state(&running).await["profiles"][0]["unusable"].is_string()).await;
}

#[tokio::test]
async fn a_watch_resumes_after_a_cut() {
    let server = garden().await;
    let running = start(&server).await;
    wait_for_shoots(&running, 5).await;
    let lists = server.count("list ");
    for round in 0..3 {
        let watches = server.count("watch shoots");
        wait_until("a watch", async || server.count("watch shoots") > 0).await;
        server.cut();
        // Before the next watch, which therefore receives it as a past event.
        server.set("shoots", shoot("garden-prod", &format!("quince-{round}"), "1.34.1"));
        wait_for_shoots(&running, 6 + round).await;
        assert!(server.count("watch shoots") > watches);
    }
    assert_eq!(server.count("list "), lists, "nothing is listed again");
}

/// Deletions before a compaction are not in any event.
#[rstest]
#[case::in_an_event(false)]
#[case::as_a_status(true)]
#[tokio::test]
async fn everything_is_listed_again_after_status_410(#[case] refuses: bool) {
    let mut server = garden().await;
    let running = start(&server).await;
    wait_for_shoots(&running, 5).await;
    let lists = server.count("list shoots");
    server.stop().await;
    server.delete("shoots", "garden-dev", "pear-0");
    server.set("shoots", shoot("garden-prod", "quince", "1.34.1"));
    server.delete("shoots", "garden-dev", "pear-1");
    server.compact(refuses);
    server.restart().await;
    wait_for_shoots(&running, 4).await;
    assert!(server.count("list shoots") > lists);
    // Watching continues.
    server.delete("shoots", "garden-dev", "pear-2");
    wait_for_shoots(&running, 3).await;
}

/// A starting API server first refuses watches as too many, and then reports that the version is too old. The length of the outage
/// must not determine the delays after these answers.
#[tokio::test]
async fn the_delay_is_short_after_an_api_server_recovers() {
    let mut server = garden().await;
    let running = start(&server).await;
    wait_for_shoots(&running, 5).await;
    server.stop().await;
    server.delete("shoots", "garden-dev", "pear-0");
    server.compact(true);
    server.refuse_watches(1);
    sleep(Duration::from_secs(4)).await;
    let watches = server.count("watch shoots");
    server.restart().await;
    wait_until("a watch", async || server.count("watch shoots") > watches).await;
    let begun = Instant::now();
    wait_for_shoots(&running, 4).await;
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn state_is_served_during_an_outage_and_its_age_is_measured() {
    let mut server = garden().await;
    server.stop().await;
    let running = start(&server).await;
    // Not ready before everything has been listed.
    sleep(Duration::from_millis(500)).await;
    assert_eq!(get(running.operations, "/readyz").await.text(), "profiles and Shoots are still being read\n");
    server.restart().await;
    wait_for_shoots(&running, 5).await;
    assert!(is_ready(&running).await);

    let before = seen(&running).await;
    wait_until("a bookmark", async || seen(&running).await > before).await;
    server.stop().await;
    let seen_before_outage = seen(&running).await;
    sleep(Duration::from_millis(2500)).await;
    assert_eq!(seen(&running).await, seen_before_outage, "nothing was seen meanwhile");
    assert!(is_ready(&running).await);
    server.set("cloudprofiles", profile("orchard", "1.35.0"));
    server.restart().await;
    wait_for_version(&running, "1.35.0").await;
    wait_until("a bookmark", async || seen(&running).await > seen_before_outage).await;
}

/// The client library logs each failed request as an error of its own.
#[tokio::test]
async fn an_outage_is_logged_once() {
    let mut server = ApiServer::start().await;
    let kubeconfig = format!("--kubeconfig={}", server.kubeconfig().display());
    server.stop().await;
    let log = tempfile::NamedTempFile::new().unwrap();
    let process = Process::spawn(&["--cluster", &kubeconfig], log.reopen().unwrap().into());
    let lines = || fs::read_to_string(log.path()).unwrap();
    wait_until("the reason", async || lines().contains("the watch failed")).await;
    // The first retries come within this time.
    sleep(Duration::from_secs(2)).await;
    drop(process);
    let lines = lines();
    assert!(!lines.contains(r#""level":"ERROR""#), "{lines}");
    assert_eq!(lines.matches("the watch failed").count(), 3, "once for each kind: {lines}");
}

#[rstest]
#[case::no_file("--kubeconfig=/nowhere", "/nowhere: ")]
#[case::no_context("--context=elsewhere", "elsewhere")]
#[tokio::test]
async fn kubeconfig_errors_are_reported_at_the_start(#[case] argument: &str, #[case] expected: &str) {
    let server = ApiServer::start().await;
    let kubeconfig = format!("--kubeconfig={}", server.kubeconfig().display());
    let ports = ["api", "webhook", "operations"].map(|port| format!("--{port}-address=127.0.0.1:0"));
    let mut all = vec!["rootstock-server", "--cluster", argument];
    all.extend(ports.iter().map(String::as_str));
    if !argument.starts_with("--kubeconfig") {
        all.push(&kubeconfig);
    }
    let arguments = Arguments::try_parse_from(all).unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let configuration = arguments.configuration(&registry).unwrap();
    let why = Server::open(&arguments, registry, configuration).await.unwrap_err().to_string();
    assert!(why.contains(expected), "{why}");
}

#[rstest]
#[case(&["--cluster", "--profiles=x"])]
#[case(&["--kubeconfig=x", "--profiles=x"])]
#[case(&["--cluster", "--context=x"])]
#[case(&[])]
fn files_and_a_garden_exclude_each_other(#[case] arguments: &[&str]) {
    let all = std::iter::once("rootstock-server").chain(arguments.iter().copied());
    assert!(Arguments::try_parse_from(all).is_err());
}
