//! The ports and paths of the server, from startup to shutdown.

use clap::Parser as _;
use rootstock_server::{Arguments, Failure, Server};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::client::{get, send, start};

#[tokio::test]
async fn the_state_lists_profiles_and_troubles() {
    let running = start(&[]).await;
    let answer = get(running.api, "/api/v1/state").await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "application/json"));
    let state = answer.json();
    assert_eq!(state["schema"], "rootstock.state/v1");
    let profiles = state["profiles"].as_array().unwrap();
    assert!(profiles.contains(&json!({"kind": "CloudProfile", "name": "orchard"})));
    assert!(state["shoots"].as_u64().unwrap() > 10);
    let troubles = state["troubles"].as_array().unwrap();
    // A broken document does not affect the others.
    assert!(troubles.iter().any(|trouble| trouble.as_str().unwrap().contains("mixed.yaml: ")), "{troubles:#?}");
}

#[tokio::test]
async fn unknown_paths_have_problem_details() {
    let running = start(&[]).await;
    let answer = get(running.api, "/api/v2").await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (404, "application/problem+json"));
    let expected = json!({"status": 404, "title": "Not Found", "detail": "there is nothing at `/api/v2`; /openapi.json lists the paths"});
    assert_eq!(answer.json(), expected);
    let post = b"POST /api/v1/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    let answer = send(running.api, post).await;
    assert_eq!((answer.status, answer.headers["allow"].as_str()), (405, "GET"));
    assert_eq!(get(running.operations, "/livez").await.text(), "ok\n");
}

#[tokio::test]
async fn long_parts_of_requests_are_not_repeated() {
    let running = start(&[]).await;
    let long = "x".repeat(6_000);
    for path in ["/api/v1/versions?profile=", "/api/v1/versions?profile=local&at=", "/api/v1/explain?rule=", "/"] {
        let answer = get(running.api, &format!("{path}{long}")).await;
        assert!(answer.status >= 400 && answer.text().len() < 5_000, "{path}: {} bytes", answer.text().len());
    }
}

#[tokio::test]
async fn idle_connections_are_closed_at_shutdown() {
    let running = start(&[]).await;
    let mut idle = TcpStream::connect(running.api).await.unwrap();
    idle.write_all(b"GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let mut first = [0; 12];
    idle.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    running.end.send(true).unwrap();
    running.ended.await.unwrap();
    let mut rest = Vec::new();
    idle.read_to_end(&mut rest).await.unwrap();
    assert!(TcpStream::connect(running.api).await.is_err());
}

#[tokio::test]
async fn a_webhook_without_a_certificate_only_listens_on_loopback() {
    let registry = std::sync::Arc::new(rootstock_providers::registry().unwrap());
    for more in [&["--webhook-address=0.0.0.0:0"][..], &["--tls-certificate=/nowhere", "--tls-key=/nowhere"]] {
        let ports = ["--api-address=127.0.0.1:0", "--operations-address=127.0.0.1:0", "--profiles=/nowhere"];
        let all = std::iter::once("rootstock-server").chain(ports).chain(more.iter().copied());
        let arguments = Arguments::try_parse_from(all).unwrap();
        let configuration = arguments.configuration(&registry).unwrap();
        let why = Server::open(&arguments, std::sync::Arc::clone(&registry), configuration).await.unwrap_err();
        assert!(matches!(why, Failure::Plain { .. } | Failure::Tls(_)), "{why}");
    }
    assert!(Arguments::try_parse_from(["rootstock-server", "--profiles=x", "--tls-key=y"]).is_err());
}

/// A web page whose name resolves to this machine must not read profiles and Shoots.
#[tokio::test]
async fn foreign_hosts_are_refused_on_this_machine() {
    let running = start(&[]).await;
    for (address, path) in
        [(running.api, "/api/v1/plan"), (running.webhook, "/validate"), (running.operations, "/metrics")]
    {
        let head = |host: &str| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(send(address, head("evil.example").as_bytes()).await.status, 403, "{path}");
        assert_ne!(send(address, head(&address.to_string()).as_bytes()).await.status, 403, "{path}");
    }
}
