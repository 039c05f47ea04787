//! A garden: an API server, and a Rootstock server in this process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser as _;
use rootstock_server::{Arguments, Server};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;

use crate::certificates::Certificates;
use crate::client::{Admin, configure};
use crate::control_plane::ControlPlane;

pub(crate) struct Garden {
    pub(crate) plane: ControlPlane,
    pub(crate) certificates: Certificates,
    pub(crate) admin: Admin,
    pub(crate) api: SocketAddr,
    webhook: SocketAddr,
    operations: SocketAddr,
    connector: TlsConnector,
    end: watch::Sender<bool>,
    ended: JoinHandle<()>,
}

/// Returns the arguments of a server for a garden.
pub(crate) fn arguments(kubeconfig: &Path, certificates: &Certificates) -> Vec<String> {
    let argument = |name: &str, path: PathBuf| format!("--{name}={}", path.display());
    vec![
        "--cluster".to_owned(),
        argument("kubeconfig", kubeconfig.to_owned()),
        argument("tls-certificate", certificates.path().join("tls.crt")),
        argument("tls-key", certificates.path().join("tls.key")),
        "--tls-look-every=0.2".to_owned(),
        "--at=2026-11-22T00:00:00Z".to_owned(),
    ]
}

/// Polls a condition until it is true.
pub(crate) async fn wait_until(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let seen = async {
        while !condition().await {
            sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(timeout(Duration::from_secs(60), seen).await.is_ok(), "timed out waiting for {what}");
}

impl Garden {
    /// Starts a server whose webhook is configured with `failurePolicy: Fail`.
    pub(crate) async fn start() -> Self {
        let garden = Self::start_without_webhook().await;
        configure(&garden.plane, &garden.certificates, garden.webhook, "Fail").await;
        garden.admin.wait_for_webhook().await;
        garden
    }

    /// Starts a server without a webhook configuration.
    pub(crate) async fn start_without_webhook() -> Self {
        let plane = ControlPlane::start().await;
        let kubeconfig = plane.kubeconfig();
        Self::start_with(plane, &kubeconfig).await
    }

    /// Like [`Self::start_without_webhook`], but with the given API server and kubeconfig.
    pub(crate) async fn start_with(plane: ControlPlane, kubeconfig: &Path) -> Self {
        let certificates = Certificates::new();
        let mut all = vec!["rootstock-server".to_owned(), "--access-cache=1".to_owned()];
        all.extend(["api", "webhook", "operations"].map(|port| format!("--{port}-address=127.0.0.1:0")));
        all.extend(arguments(kubeconfig, &certificates));
        let arguments = Arguments::try_parse_from(all).unwrap();
        let registry = rootstock_providers::registry().unwrap();
        let configuration = arguments.configuration(&registry).unwrap();
        let server = Server::open(&arguments, registry, configuration).await.unwrap();
        let (api, webhook) = (server.api_address().unwrap(), server.webhook_address().unwrap());
        let operations = server.operations_address().unwrap();
        let (end, receiver) = watch::channel(false);
        let ended = tokio::spawn(server.run_until(receiver));
        let mut roots = RootCertStore::empty();
        roots.add(certificates.authority.der().clone()).unwrap();
        let config = Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth());
        let (admin, connector) = (Admin(plane.client.clone()), TlsConnector::from(config));
        let garden = Self { plane, certificates, admin, api, webhook, operations, connector, end, ended };
        wait_until("readiness", async || garden.is_ready().await).await;
        garden
    }

    pub(crate) async fn is_ready(&self) -> bool {
        is_ready(self.operations).await
    }

    /// Returns the sum of a metric over all lines that contain the labels.
    pub(crate) async fn metric_sum(&self, name: &str, labels: &[&str]) -> f64 {
        let (_, text) = get(self.operations, "/metrics", "").await.unwrap();
        let lines = text.lines().filter(|line| line.starts_with(name) && labels.iter().all(|it| line.contains(it)));
        lines.map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum()
    }

    /// Sends a request to the HTTP API as a user. Returns status and text.
    pub(crate) async fn ask_as(&self, token: &str, path: &str) -> (u16, String) {
        get(self.api, path, &format!("Authorization: Bearer {token}\r\n")).await.unwrap()
    }

    /// Sends a review to the webhook on a new connection.
    pub(crate) async fn review_directly(&self, review: &Value) -> Value {
        let body = review.to_string();
        let stream = TcpStream::connect(self.webhook).await.unwrap();
        let stream = self.connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
        let head = format!(
            "POST /validate?timeout=10s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let (_, body) = exchange(stream, &[head.as_bytes(), body.as_bytes()].concat()).await.unwrap();
        serde_json::from_str::<Value>(&body).unwrap()["response"].take()
    }

    pub(crate) async fn end(self) {
        self.end.send_replace(true);
        self.ended.await.unwrap();
    }
}

pub(crate) async fn is_ready(operations: SocketAddr) -> bool {
    get(operations, "/readyz", "").await.is_some_and(|(status, _)| status == 200)
}

/// Returns status and text, if there is an answer.
async fn get(address: SocketAddr, path: &str, headers: &str) -> Option<(u16, String)> {
    let stream = TcpStream::connect(address).await.ok()?;
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Connection: close\r\n\r\n");
    exchange(stream, head.as_bytes()).await
}

async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, bytes: &[u8]) -> Option<(u16, String)> {
    stream.write_all(bytes).await.ok()?;
    let mut answer = Vec::new();
    // Some servers close the connection without a TLS close_notify.
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8(answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
}
