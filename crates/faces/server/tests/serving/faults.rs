//! Slow clients, huge requests and failing machines, while other clients are answered.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::client::{fixtures, get, post, send, start, start_unready};
use crate::process::Process;
use crate::reviews::review_at;

fn recorded(name: &str) -> Vec<u8> {
    fs::read(fixtures().join("reviews").join(name)).unwrap()
}

/// A few hundred clients send their requests byte by byte.
#[tokio::test]
async fn slow_clients_do_not_delay_others() {
    let running = start(&[]).await;
    let mut slow = Vec::new();
    for number in 0..300 {
        let mut stream = TcpStream::connect(running.webhook).await.unwrap();
        // Half of them stop in the head of a request, the others in its body.
        let head: &[u8] = match number % 2 {
            0 => b"POST /validate HTTP/1.1\r\nHost: t",
            _ => {
                b"POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"
            }
        };
        stream.write_all(head).await.unwrap();
        slow.push(stream);
    }
    let trickle = tokio::spawn(async move {
        loop {
            for stream in &mut slow {
                let _ = stream.write_all(b" ").await;
            }
            sleep(Duration::from_millis(50)).await;
        }
    });
    for _ in 0..10 {
        let answer = review_at(running.webhook, &recorded("002-create-cloudprofiles-main.json")).await;
        assert_eq!(answer["response"]["allowed"], true, "{answer}");
    }
    assert_eq!(get(running.operations, "/readyz").await.status, 200);
    trickle.abort();
}

/// Large reviews are read one by one, and the server gives up on an incomplete one before the timeout of its API server.
#[tokio::test]
async fn incomplete_large_reviews_do_not_block_others() {
    let running = start(&[]).await;
    let mut slow = Vec::new();
    for _ in 0..8 {
        let mut stream = TcpStream::connect(running.webhook).await.unwrap();
        let head = "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1500000\r\n\r\n{";
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    // Wait until the server has read all eight heads.
    sleep(Duration::from_millis(100)).await;
    let mut review: serde_json::Value =
        serde_json::from_slice(&recorded("002-create-cloudprofiles-main.json")).unwrap();
    review["request"]["object"]["metadata"]["annotations"] = serde_json::json!({ "note": "x".repeat(200 << 10) });
    let answer = review_at(running.webhook, review.to_string().as_bytes()).await;
    assert_eq!(answer["response"]["allowed"], true, "small ones do not wait: {answer}");
    review["request"]["object"]["metadata"]["labels"] = serde_json::json!({ "n": "x" });
    review["request"]["object"]["metadata"]["annotations"] = serde_json::json!({ "note": "x".repeat(2 << 20) });
    let start = tokio::time::Instant::now();
    let answer = review_at(running.webhook, review.to_string().as_bytes()).await;
    // API servers wait for ten seconds.
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert_eq!(answer["response"]["uid"], review["request"]["uid"], "{answer}");
    assert_ne!(answer["response"]["status"]["code"], 429, "{answer}");
    drop(slow);
}

/// Opens as many connections as the limit of open files allows for the test and the server, up to 10 000.
#[tokio::test]
async fn ten_thousand_idle_connections_are_kept() {
    let limits = fs::read_to_string("/proc/self/limits").unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    let limit: usize = line.split_whitespace().next().unwrap().parse().unwrap_or(usize::MAX);
    let count = limit.saturating_sub(300).min(10_000);
    let process = Process::start(Stdio::null()).await;
    let before = process.memory();
    let review = recorded("002-create-cloudprofiles-main.json");
    let mut idle = Vec::new();
    for number in 0..count {
        // Wait for the backlog, because a client beyond it retries its SYN after a second: an answer shows that all earlier
        // connections have been accepted.
        if number % 100 == 0 {
            let answer = review_at(process.webhook, &review).await;
            assert_eq!(answer["response"]["allowed"], true, "{answer}");
        }
        idle.push(TcpStream::connect(process.webhook).await.unwrap());
    }
    for _ in 0..10 {
        let answer = review_at(process.webhook, &review).await;
        assert_eq!(answer["response"]["allowed"], true, "{answer}");
    }
    assert_eq!(get(process.operations, "/readyz").await.status, 200);
    let each = (process.memory() - before) * 1024 / count as u64;
    println!("{count} connections under a limit of {limit} open files; {each} bytes each");
    assert!(each < 32 << 10, "{each} bytes for a connection with nothing to ask");
}

#[tokio::test]
async fn requests_are_answered_while_the_log_cannot_be_written() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let process = Process::start(full.into()).await;
    for _ in 0..3 {
        let answer = review_at(process.webhook, &recorded("002-create-cloudprofiles-main.json")).await;
        assert_eq!(answer["response"]["allowed"], true, "{answer}");
    }
    assert!(get(process.operations, "/metrics").await.text().contains("rootstock_panics_total 0"));
}

/// Sends all bytes, as an API server would.
#[tokio::test]
async fn a_review_of_eight_mib_is_refused_and_the_next_one_answered() {
    let running = start(&[]).await;
    let body = vec![b' '; 8 << 20];
    let head = "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 8388608\r\n\r\n";
    let mut stream = TcpStream::connect(running.webhook).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    // The server closes the connection without reading the body.
    let _ = stream.write_all(&body).await;
    let answer = review_at(running.webhook, &recorded("002-create-cloudprofiles-main.json")).await;
    assert_eq!(answer["response"]["allowed"], true);
    assert_eq!(
        send(running.webhook, head.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").as_bytes()).await.status,
        413
    );
    let metrics = get(running.operations, "/metrics").await;
    assert!(metrics.text().contains("rootstock_refusals_total{status=\"413\"} 2"), "{}", metrics.text());
}

/// With more Shoots than can be checked in time, the answer is in time and notes that some were skipped.
#[tokio::test]
async fn a_profile_with_thousands_of_shoots_is_judged_in_time() {
    let directory = tempfile::tempdir().unwrap();
    let (profiles, shoots) = (directory.path().join("profile.json"), directory.path().join("shoots.json"));
    let mut asked: Value = serde_json::from_slice(&recorded("002-create-cloudprofiles-main.json")).unwrap();
    let old = asked["request"]["object"].clone();
    fs::write(&profiles, old.to_string()).unwrap();
    let users: Vec<Value> = (0..2_500)
        .map(|number| {
            json!({
                "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
                "metadata": {"namespace": "garden-x", "name": format!("pear-{number}")},
                "spec": {"cloudProfile": {"name": "workshop"}, "kubernetes": {"version": "1.33.5"},
                    "provider": {"type": "local"}, "region": "local"},
            })
        })
        .collect();
    fs::write(&shoots, json!({"kind": "List", "apiVersion": "v1", "items": users}).to_string()).unwrap();
    let running = start_unready(&[
        format!("--profiles={}", profiles.display()),
        format!("--shoots={}", shoots.display()),
        "--at=2026-11-22T00:00:00Z".to_owned(),
    ])
    .await;
    while get(running.operations, "/readyz").await.status != 200 {
        sleep(Duration::from_millis(20)).await;
    }
    let request = &mut asked["request"];
    request["operation"] = "UPDATE".into();
    request["oldObject"] = old;
    request["object"]["spec"]["kubernetes"]["versions"].as_array_mut().unwrap().pop();
    let start = Instant::now();
    let answer = review_at(running.webhook, asked.to_string().as_bytes()).await;
    assert!(start.elapsed() < Duration::from_secs(9), "{:?}", start.elapsed());
    let response = &answer["response"];
    assert_eq!((&response["allowed"], &response["status"]["code"]), (&json!(false), &json!(422)), "{response:#}");
    let warnings = response["warnings"].to_string();
    assert!(warnings.contains("the change affects 2500 Shoots; 2000 of them were checked"), "{warnings}");

    let body = asked["request"]["object"].to_string();
    let checked = post(running.api, "/api/v1/check?operation=update", body.as_bytes()).await;
    assert_eq!(
        checked.headers["warning"],
        r#"299 rootstock "the change affects 2500 Shoots; 2000 of them were checked, with all versions that they use""#
    );
}
