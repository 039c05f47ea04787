//! The end of a server, as a kubelet brings it about.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use tokio::time::sleep;

use crate::client::{fixtures, get, send};
use crate::process::Process;

/// Who asks over a connection that is about to be closed may never be answered, and API servers do not ask twice. So they are told before,
/// while requests are still answered.
#[tokio::test]
async fn before_the_end_clients_are_told_to_come_by_another_connection() {
    let process = Process::start(Stdio::null()).await;
    let review = fs::read_to_string(fixtures().join("reviews/002-create-cloudprofiles-main.json")).unwrap();
    let head = "POST /validate HTTP/1.1\r\nHost: test\r\nContent-Type: application/json";
    let asked = format!("{head}\r\nContent-Length: {}\r\n\r\n{review}", review.len());
    process.terminate();
    while get(process.operations, "/readyz").await.status == 200 {
        sleep(Duration::from_millis(20)).await;
    }
    let answer = send(process.webhook, asked.as_bytes()).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers.get("connection").map(String::as_str), Some("close"));
}
