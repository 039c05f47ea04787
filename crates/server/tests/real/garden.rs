//! The server on that API server, and changes that it is asked about.

use std::fs;
use std::io::Read as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use clap::Parser as _;
use http_body_util::BodyExt as _;
use hyper::Request;
use kube::Client;
use kube::client::Body;
use rootstock_server::{Arguments, Server};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_rustls::TlsConnector;

use crate::certificates::Certificates;
use crate::control_plane::ControlPlane;

/// An object with this label is let in without being asked about: what was there before a change.
const SET_UP: &str = "rootstock.dev/set-up";

pub(crate) struct Garden {
    client: Client,
    webhook: SocketAddr,
    connector: TlsConnector,
    end: watch::Sender<bool>,
    ended: JoinHandle<()>,
}

/// What the API server says of a change.
pub(crate) struct Said {
    pub(crate) status: u16,
    /// The messages of the causes.
    pub(crate) causes: Vec<String>,
    pub(crate) warnings: usize,
    pub(crate) text: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The recorded reviews, in their order.
pub(crate) fn recorded() -> Vec<(String, Value)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join("fixtures/reviews")).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let mut bytes = if file.is_file() { fs::read(&file).unwrap() } else { continue };
        if name.ends_with(".gz") {
            let mut text = Vec::new();
            flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut text).unwrap();
            bytes = text;
        }
        found.extend(serde_json::from_slice(&bytes).ok().map(|review| (name, review)));
    }
    assert!(found.len() > 10);
    found
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// Where the objects of a request are.
fn collection(request: &Value) -> String {
    let namespace = text(request, "namespace");
    let namespace = if namespace.is_empty() { String::new() } else { format!("namespaces/{namespace}/") };
    format!("/apis/core.gardener.cloud/v1beta1/{namespace}{}", text(&request["resource"], "resource"))
}

/// An object without what an API server sets.
fn fresh(object: &Value) -> Value {
    let mut object = object.clone();
    let metadata = object["metadata"].as_object_mut().unwrap();
    for name in ["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"] {
        metadata.remove(name);
    }
    object
}

impl Garden {
    pub(crate) async fn start(control_plane: &ControlPlane, certificates: &Certificates) -> Self {
        let argument = |name: &str, path: PathBuf| format!("--{name}={}", path.display());
        let all = [
            "rootstock-server".to_owned(),
            "--cluster".to_owned(),
            argument("kubeconfig", control_plane.kubeconfig()),
            "--api-address=127.0.0.1:0".to_owned(),
            "--webhook-address=127.0.0.1:0".to_owned(),
            "--operations-address=127.0.0.1:0".to_owned(),
            argument("tls-certificate", certificates.path().join("tls.crt")),
            argument("tls-key", certificates.path().join("tls.key")),
            "--tls-look-every=0.2".to_owned(),
            "--at=2026-11-22T00:00:00Z".to_owned(),
        ];
        let arguments = Arguments::try_parse_from(all).unwrap();
        let registry = rootstock_providers::registry().unwrap();
        let configuration = arguments.configuration(&registry).unwrap();
        let server = Server::open(&arguments, registry, configuration).await.unwrap();
        let webhook = server.webhook_address().unwrap();
        let operations = server.operations_address().unwrap();
        let (end, receiver) = watch::channel(false);
        let ended = tokio::spawn(server.run_until(receiver));
        let mut roots = RootCertStore::empty();
        roots.add(certificates.authority.der().clone()).unwrap();
        let config = Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth());
        let garden =
            Self { client: control_plane.client.clone(), webhook, connector: TlsConnector::from(config), end, ended };
        while !is_ready(operations).await {
            sleep(Duration::from_millis(100)).await;
        }
        garden.configure(control_plane, certificates).await;
        garden
    }

    /// The configuration that is deployed, with the address of this server; what goes wrong shows.
    async fn configure(&self, control_plane: &ControlPlane, certificates: &Certificates) {
        let file = root().join("deploy/kustomize/garden/validatingwebhookconfiguration.yaml");
        let mut configuration: Value = serde_yaml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let bundle = base64::prelude::BASE64_STANDARD.encode(certificates.authority.pem());
        for webhook in configuration["webhooks"].as_array_mut().unwrap() {
            let url = format!("https://127.0.0.1:{}/validate", self.webhook.port());
            webhook["clientConfig"] = json!({"url": url, "caBundle": bundle});
            webhook["failurePolicy"] = "Fail".into();
            let is_no_set_up = json!([{"key": SET_UP, "operator": "DoesNotExist"}]);
            webhook["objectSelector"] = json!({"matchExpressions": is_no_set_up});
        }
        let path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
        control_plane.create(path, &configuration).await;
        // API servers learn of it some time later.
        sleep(Duration::from_secs(3)).await;
    }

    async fn send(&self, request: Request<Vec<u8>>) -> Said {
        let response = self.client.send(request.map(Body::from)).await.unwrap();
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let said: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let causes = said["details"]["causes"].as_array().into_iter().flatten();
        Said {
            status: head.status.as_u16(),
            causes: causes.map(|cause| text(cause, "message").to_owned()).collect(),
            warnings: head.headers.get_all("warning").iter().count(),
            text: text(&said, "message").to_owned(),
        }
    }

    async fn write(&self, method: &str, path: &str, object: &Value) -> Said {
        let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        self.send(request.body(object.to_string().into_bytes()).unwrap()).await
    }

    /// Makes the API server hold what was there before the request, and nothing else of its name.
    pub(crate) async fn prepare(&self, request: &Value) {
        let namespace = text(request, "namespace");
        if !namespace.is_empty() {
            let labels = json!({"gardener.cloud/role": "project"});
            let object =
                json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace, "labels": labels}});
            self.write("POST", "/api/v1/namespaces", &object).await;
        }
        let path = collection(request);
        let name = text(&request["object"]["metadata"], "name");
        self.write("DELETE", &format!("{path}/{name}"), &json!({})).await;
        if request["operation"] == "UPDATE" {
            let mut old = fresh(&request["oldObject"]);
            old["metadata"]["labels"][SET_UP] = "true".into();
            let said = self.write("POST", &path, &old).await;
            assert!(said.status < 300, "{}", said.text);
        }
        // The server learns of it.
        sleep(Duration::from_millis(700)).await;
    }

    /// Does what the request does.
    pub(crate) async fn change(&self, request: &Value) -> Said {
        let path = collection(request);
        let mut object = fresh(&request["object"]);
        let query = if request["dryRun"] == true { "?dryRun=All" } else { "" };
        if request["operation"] != "UPDATE" {
            return self.write("POST", &format!("{path}{query}"), &object).await;
        }
        let place = format!("{path}/{}", text(&object["metadata"], "name"));
        let stored: Value = self.client.request(Request::get(&place).body(Vec::new()).unwrap()).await.unwrap();
        object["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"].clone();
        self.write("PUT", &format!("{place}{query}"), &object).await
    }

    /// What the server answers to a review itself.
    pub(crate) async fn ask_directly(&self, review: &Value) -> Value {
        let body = review.to_string();
        let stream = TcpStream::connect(self.webhook).await.unwrap();
        let mut stream = self.connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
        let head = format!(
            "POST /validate?timeout=10s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await.unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8(answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str::<Value>(body).unwrap()["response"].take()
    }

    pub(crate) async fn end(self) {
        self.end.send_replace(true);
        self.ended.await.unwrap();
    }
}

async fn is_ready(operations: SocketAddr) -> bool {
    let mut stream = TcpStream::connect(operations).await.unwrap();
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.is_ok() && answer.starts_with("HTTP/1.1 200")
}
