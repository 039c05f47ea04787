//! The shutdown of a server after SIGTERM.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use tokio::time::sleep;

use crate::client::{fixtures, get, send};
use crate::process::Process;

/// A request on a connection that is about to be closed may get no answer, and API servers do not retry. Answers therefore carry
/// `Connection: close` while the server still accepts requests.
#[tokio::test]
async fn draining_servers_close_connections_after_each_answer() {
    let process = Process::start(Stdio::null()).await;
    let review = fs::read_to_string(fixtures().join("reviews/002-create-cloudprofiles-main.json")).unwrap();
    let head = "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
    let asked = format!("{head}\r\nContent-Length: {}\r\n\r\n{review}", review.len());
    process.terminate();
    while get(process.operations, "/readyz").await.status == 200 {
        sleep(Duration::from_millis(20)).await;
    }
    let answer = send(process.webhook, asked.as_bytes()).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers.get("connection").map(String::as_str), Some("close"));
}
