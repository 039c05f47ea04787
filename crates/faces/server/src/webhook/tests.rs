//! The webhook over sockets, with test doubles as judges.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::sync::{Mutex, mpsc};

use rstest::rstest;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::*;
use crate::hosts::Hosts;

const REVIEW: &str = r#"{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"u-1","kind":{"kind":"CloudProfile"},"name":"workshop","operation":"CREATE","object":{}}}"#;
const LIMITS: LoadLimits =
    LoadLimits { judged_inline: 1, judges: 1, large_judges: 1, bytes: 1 << 20, reviews: 1, large_kib: 1 << 10 };

/// A judge that allows everything.
struct AllowAll;

impl Reviewer for AllowAll {
    fn is_brief(&self, _: &AdmissionReview) -> bool {
        true
    }

    fn judge<'r>(&self, review: &'r AdmissionReview, _: ReviewLimits) -> (ReviewAnswer<'r>, Outcome) {
        (ReviewAnswer::allowed(review.uid()), Outcome::Allowed { warnings: 0 })
    }
}

struct Panicking {
    is_brief: bool,
}

impl Reviewer for Panicking {
    fn is_brief(&self, _: &AdmissionReview) -> bool {
        self.is_brief
    }

    fn judge<'r>(&self, _: &'r AdmissionReview, _: ReviewLimits) -> (ReviewAnswer<'r>, Outcome) {
        panic!("a mistake")
    }
}

/// A judge that signals its start, and blocks until it is released.
struct Blocking {
    is_brief: bool,
    began: Mutex<mpsc::Sender<()>>,
    released: Mutex<mpsc::Receiver<()>>,
}

impl Reviewer for Blocking {
    fn is_brief(&self, _: &AdmissionReview) -> bool {
        self.is_brief
    }

    fn judge<'r>(&self, review: &'r AdmissionReview, limits: ReviewLimits) -> (ReviewAnswer<'r>, Outcome) {
        self.began.lock().unwrap().send(()).unwrap();
        let _ = self.released.lock().unwrap().recv();
        AllowAll.judge(review, limits)
    }
}

/// Creates a webhook with a blocking judge, and the channels that observe and release it.
fn blocking(is_brief: bool, limits: LoadLimits) -> (Webhook<Blocking>, mpsc::Receiver<()>, mpsc::Sender<()>) {
    let (began, has_begun) = mpsc::channel();
    let (release, released) = mpsc::channel();
    let judge = Blocking { is_brief, began: Mutex::new(began), released: Mutex::new(released) };
    (Webhook::new(judge, limits, Arc::default()), has_begun, release)
}

async fn serve<J: Reviewer>(webhook: Webhook<J>) -> (SocketAddr, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, receiver) = watch::channel(false);
    tokio::spawn(crate::listener::serve(listener, None, Hosts::Local, Arc::new(webhook), receiver));
    (address, end)
}

/// Returns the status and the body of an answer.
async fn answer(stream: &mut TcpStream) -> (u16, Value) {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let text = String::from_utf8(answer).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap();
    (status.parse().unwrap(), serde_json::from_str(body).unwrap_or(Value::Null))
}

async fn send(address: SocketAddr, head: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("{head}\r\nHost: localhost\r\nConnection: close\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

async fn post(address: SocketAddr, query: &str, body: &str) -> TcpStream {
    let head =
        format!("POST /validate{query} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {}", body.len());
    send(address, &head, body).await
}

#[rstest]
#[tokio::test]
async fn panic_allows_its_review_and_the_next_one_is_answered(#[values(true, false)] is_brief: bool) {
    let (address, _end) = serve(Webhook::new(Panicking { is_brief }, LIMITS, Arc::default())).await;
    for _ in 0..2 {
        let (status, review) = answer(&mut post(address, "", REVIEW).await).await;
        assert_eq!(
            (status, &review["response"]["allowed"], &review["response"]["uid"]),
            (200, &json!(true), &json!("u-1"))
        );
        let warning = review["response"]["warnings"][0].as_str().unwrap();
        assert!(warning.starts_with("this object was not checked"), "{warning}");
    }
}

#[tokio::test]
async fn reviews_beyond_the_limit_are_refused_at_once_with_their_uid() {
    let (webhook, has_begun, release) = blocking(false, LIMITS);
    let (address, _end) = serve(webhook).await;
    let mut first = post(address, "", REVIEW).await;
    tokio::task::spawn_blocking(move || has_begun.recv().unwrap()).await.unwrap();
    let (status, review) = answer(&mut post(address, "", &REVIEW.replace("u-1", "u-2")).await).await;
    let expected = json!({
        "uid": "u-2",
        "allowed": false,
        "status": {
            "code": 429,
            "reason": "TooManyRequests",
            "message": "rootstock cannot answer this review now: too many reviews are in progress; try again",
            "details": {"retryAfterSeconds": 1},
        },
    });
    assert_eq!((status, &review["response"]), (200, &expected));
    drop(release);
    assert_eq!(answer(&mut first).await.1["response"], json!({"uid": "u-1", "allowed": true}));
}

/// Sends two reviews that the reading thread judges: the second one is read before the first one is judged.
#[tokio::test]
async fn reviews_beyond_the_limit_are_refused_before_brief_ones_are_judged() {
    let (address, _end) = serve(Webhook::new(AllowAll, LIMITS, Arc::default())).await;
    let rest_of = |uid: &str| REVIEW.replace("u-1", uid).split_off(1);
    let mut streams = Vec::new();
    for uid in ["u-1", "u-2"] {
        // Without the rest of the body, so that the server waits for both.
        let length = rest_of(uid).len() + 1;
        let head = format!("POST /validate HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {length}");
        streams.push(send(address, &head, "{").await);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    for (stream, uid) in streams.iter().zip(["u-1", "u-2"]) {
        let rest = rest_of(uid);
        assert_eq!(stream.try_write(rest.as_bytes()).unwrap(), rest.len());
    }
    let mut allowed = Vec::new();
    for mut stream in streams {
        allowed.push(answer(&mut stream).await.1["response"]["allowed"] == true);
    }
    allowed.sort_unstable();
    assert_eq!(allowed, [false, true]);
}

/// Queues two reviews for the reading thread: further reviews that arrive while the first one is judged are read before the second.
#[test]
fn new_reviews_are_read_between_two_long_ones() {
    let (webhook, has_begun, release) = blocking(true, LoadLimits { judged_inline: 2, reviews: 2, ..LIMITS });
    let (address_sender, address_receiver) = mpsc::channel();
    // A single thread, which alternates between reading and judging.
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (address, _end) = serve(webhook).await;
            address_sender.send(address).unwrap();
            std::future::pending::<()>().await;
        });
    });
    let address = address_receiver.recv().unwrap();
    let (answered, answers) = mpsc::channel();
    // Connect in advance, because accepting connections would take further turns of the reactor.
    let mut streams: Vec<_> = (0..5).map(|_| std::net::TcpStream::connect(address).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(50));
    let mut ask = || {
        let mut stream = streams.pop().unwrap();
        let length = REVIEW.len();
        let head =
            format!("POST /validate HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}");
        stream.write_all(format!("{head}\r\nContent-Type: application/json\r\n\r\n{REVIEW}").as_bytes()).unwrap();
        let answered = answered.clone();
        std::thread::spawn(move || {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answered.send(answer.contains("TooManyRequests")).unwrap();
        });
    };
    let soon = Duration::from_secs(10);
    ask();
    has_begun.recv_timeout(soon).unwrap();
    // Both arrive while the first review is judged, so that they are read together.
    (0..2).for_each(|_| ask());
    std::thread::sleep(Duration::from_millis(50));
    release.send(()).unwrap();
    assert!(!answers.recv_timeout(soon).unwrap());
    has_begun.recv_timeout(soon).unwrap();
    // There is a place for one of these when the first of the two is done.
    (0..2).for_each(|_| ask());
    std::thread::sleep(Duration::from_millis(50));
    release.send(()).unwrap();
    let refused = [answers.recv_timeout(soon).unwrap(), answers.recv_timeout(soon).unwrap()];
    assert!(refused.contains(&true), "one of the last two reviews is refused");
    drop(release);
}

#[tokio::test]
async fn waiting_reviews_are_answered_before_the_timeout() {
    let (webhook, _has_begun, _let_go) = blocking(false, LIMITS);
    let (address, _end) = serve(webhook).await;
    let start = Instant::now();
    let (status, review) = answer(&mut post(address, "?timeout=100ms", REVIEW).await).await;
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert_eq!((status, &review["response"]["status"]["code"]), (200, &json!(429)));
}

#[rstest]
#[case::path("POST / HTTP/1.1\r\nContent-Length: 0", 404)]
#[case::method("GET /validate HTTP/1.1", 405)]
#[case::kind("POST /validate HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 0", 415)]
#[case::length("POST /validate HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked", 411)]
#[case::large("POST /validate HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 8388608", 413)]
#[tokio::test]
async fn non_reviews_are_refused_before_their_body_is_read(#[case] head: &str, #[case] expected: u16) {
    let (address, _end) = serve(Webhook::new(AllowAll, LIMITS, Arc::default())).await;
    let (status, problem) = answer(&mut send(address, head, "").await).await;
    assert_eq!((status, &problem["status"]), (expected, &json!(expected)));
}

#[rstest]
#[case::broken("{\"kind\":".to_owned())]
#[case::deep(format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)))]
#[case::deep_within(REVIEW.replace("{}}}", &format!("{}{}}}}}", "[".repeat(10_000), "]".repeat(9_999))))]
#[case::other(r#"{"kind":"Pod","apiVersion":"v1"}"#.to_owned())]
#[case::two_uids(REVIEW.replace("{\"uid\"", "{\"uid\":\"u-0\",\"uid\""))]
#[tokio::test]
async fn unreadable_reviews_are_reported(#[case] body: String) {
    let (address, _end) = serve(Webhook::new(AllowAll, LIMITS, Arc::default())).await;
    let (status, problem) = answer(&mut post(address, "", &body).await).await;
    assert_eq!((status, &problem["title"]), (400, &json!("Bad Request")), "{problem}");
}

#[rstest]
#[case(None, 10_000)]
#[case(Some("timeout=3s"), 3_000)]
#[case(Some("a=b&timeout=250ms"), 250)]
#[case(Some("timeout=1h"), 10_000)]
#[case(Some("timeout=900s"), 30_000)]
fn timeouts(#[case] query: Option<&str>, #[case] expected: u64) {
    assert_eq!(timeout(query), Duration::from_millis(expected));
}

#[rstest]
#[case(REVIEW, Some("u-1"))]
#[case("{\"request\": {\"uid\" : \"a\"", Some("a"))]
#[case("{\"request\": {\"uid\":\"a", None)]
#[case("{\"request\": {\"uid\":\"a b\"", None)]
#[case("", None)]
fn uids_are_found(#[case] head: &str, #[case] expected: Option<&str>) {
    assert_eq!(uid_in(head).as_deref(), expected);
}
