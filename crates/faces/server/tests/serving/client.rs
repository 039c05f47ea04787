//! Servers on free ports, and requests to them.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser as _;
use rootstock_server::{Arguments, Server};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A running server.
pub(crate) struct Running {
    pub(crate) api: SocketAddr,
    pub(crate) webhook: SocketAddr,
    pub(crate) operations: SocketAddr,
    pub(crate) end: watch::Sender<bool>,
    pub(crate) ended: JoinHandle<()>,
}

pub(crate) fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures")
}

/// Starts a server with all profiles and Shoots of the fixtures, and waits until it is ready.
pub(crate) async fn start(more: &[&str]) -> Running {
    start_with_files(&["profiles"], &["shoots"], more).await
}

/// Like [`start`], but with the given files only.
pub(crate) async fn start_with_files(profiles: &[&str], shoots: &[&str], more: &[&str]) -> Running {
    let path = |what: &str, name: &str| format!("--{what}={}", fixtures().join(name).display());
    let profiles = profiles.iter().map(|name| path("profiles", name));
    let mut arguments: Vec<String> = profiles.chain(shoots.iter().map(|name| path("shoots", name))).collect();
    arguments.extend(more.iter().map(|one| (*one).to_owned()));
    let running = start_unready(&arguments).await;
    while get(running.operations, "/readyz").await.status != 200 {
        tokio::task::yield_now().await;
    }
    running
}

/// Starts a server without waiting until it is ready.
pub(crate) async fn start_unready(more: &[String]) -> Running {
    let ports = ["api", "webhook", "operations"].map(|port| format!("--{port}-address=127.0.0.1:0"));
    let arguments = std::iter::once("rootstock-server").chain(ports.iter().chain(more).map(String::as_str));
    let arguments = Arguments::try_parse_from(arguments).unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let configuration = arguments.configuration(&registry).unwrap();
    let server = Server::open(&arguments, registry, configuration).await.unwrap();
    let (api, webhook) = (server.api_address().unwrap(), server.webhook_address().unwrap());
    let operations = server.operations_address().unwrap();
    let (end, receiver) = watch::channel(false);
    let ended = tokio::spawn(server.run_until(receiver));
    Running { api, webhook, operations, end, ended }
}

/// A received answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    send(address, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes()).await
}

/// Like [`get`], but with a token.
pub(crate) async fn get_as(token: &str, address: SocketAddr, path: &str) -> Answer {
    let authorization = format!("Authorization: Bearer {token}\r\n");
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{authorization}Connection: close\r\n\r\n");
    send(address, head.as_bytes()).await
}

/// Sends a body, and returns the answer.
pub(crate) async fn post(address: SocketAddr, path: &str, body: &[u8]) -> Answer {
    let length = body.len();
    let head =
        format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
    send(address, &[head.as_bytes(), body].concat()).await
}

/// Like [`post`], but with a token.
pub(crate) async fn post_as(token: &str, address: SocketAddr, path: &str, body: &[u8]) -> Answer {
    let (length, host) = (body.len(), "Host: localhost\r\nConnection: close");
    let head =
        format!("POST {path} HTTP/1.1\r\n{host}\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n");
    send(address, &[head.as_bytes(), body].concat()).await
}

/// Sends bytes, and reads until the server closes the connection.
pub(crate) async fn send(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
    let head = std::str::from_utf8(&answer[..end]).unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.map(|line| line.split_once(": ").unwrap());
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    Answer { status, headers, body: answer[end + 4..].to_vec() }
}
