//! Web pages of other origins.

use clap::Parser as _;
use rootstock_server::Arguments;
use rstest::rstest;

use crate::client::{Answer, Running, send, start_with_files};

const DASHBOARD: &str = "https://dashboard.example.org";

async fn start() -> Running {
    let origins = ["--allow-origin=https://dashboard.example.org", "--allow-origin=http://localhost:5173"];
    start_with_files(&["profiles/orchard.yaml"], &[], &origins).await
}

async fn ask(running: &Running, method: &str, path: &str, headers: &str) -> Answer {
    let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
    send(running.api, head.as_bytes()).await
}

fn allowed(answer: &Answer) -> Option<&str> {
    assert!(!answer.headers.contains_key("access-control-allow-credentials"), "{answer:?}");
    answer.headers.get("access-control-allow-origin").map(String::as_str)
}

#[rstest]
#[case::configured(DASHBOARD, true)]
#[case::also_configured("http://localhost:5173", true)]
#[case::other("https://evil.example", false)]
#[case::subdomain("https://a.dashboard.example.org", false)]
#[case::other_scheme("http://dashboard.example.org", false)]
#[case::other_port("https://dashboard.example.org:8443", false)]
#[case::opaque("null", false)]
#[tokio::test]
async fn only_exact_origins_may_read_answers(#[case] origin: &str, #[case] is_allowed: bool) {
    let running = start().await;
    for path in ["/api/v1/state", "/api/v1/versions?profile=orchard", "/elsewhere"] {
        let answer = ask(&running, "GET", path, &format!("Origin: {origin}\r\n")).await;
        assert_eq!(allowed(&answer), is_allowed.then_some(origin), "{path}");
        // Caches must not give the answer for one origin to another.
        assert!(answer.headers["vary"].contains("origin"), "{answer:?}");
    }
    let preflight = format!(
        "Origin: {origin}\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization\r\n"
    );
    let answer = ask(&running, "OPTIONS", "/api/v1/check", &preflight).await;
    assert_eq!(allowed(&answer), is_allowed.then_some(origin));
    assert_eq!(answer.status, if is_allowed { 200 } else { 405 });
    let headers = answer.headers.get("access-control-allow-headers").map(String::as_str);
    assert_eq!(headers, is_allowed.then_some("authorization, content-type, if-none-match"));
}

#[tokio::test]
async fn no_origin_is_allowed_by_default() {
    let running = start_with_files(&["profiles/orchard.yaml"], &[], &[]).await;
    let answer = ask(&running, "GET", "/api/v1/state", &format!("Origin: {DASHBOARD}\r\n")).await;
    assert_eq!((answer.status, allowed(&answer)), (200, None));
}

#[test]
fn all_origins_cannot_be_allowed() {
    let why = Arguments::try_parse_from(["rootstock-server", "--profiles=x", "--allow-origin=*"]).unwrap_err();
    assert!(why.to_string().contains("must be an origin as browsers send it"), "{why}");
}
