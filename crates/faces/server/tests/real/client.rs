//! Write requests to the API server, and its responses.

use std::time::Duration;

use base64::Engine as _;
use http_body_util::BodyExt as _;
use hyper::Request;
use kube::Client;
use kube::client::Body;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::time::sleep;

use crate::certificates::Certificates;
use crate::control_plane::ControlPlane;
use crate::objects::{PROFILES, SET_UP, broken, root, set_up, text};

/// The response of the API server to a write request.
#[derive(Debug)]
pub(crate) struct ApiResponse {
    pub(crate) status: u16,
    /// The messages of the causes.
    pub(crate) causes: Vec<String>,
    pub(crate) warnings: Vec<String>,
    pub(crate) text: String,
    pub(crate) body: Value,
}

impl ApiResponse {
    pub(crate) const fn is_success(&self) -> bool {
        self.status < 300
    }
}

/// A client with all permissions.
#[derive(Clone)]
pub(crate) struct Admin(pub(crate) Client);

impl Admin {
    async fn try_send(&self, request: Request<Vec<u8>>) -> kube::Result<ApiResponse> {
        let response = self.0.send(request.map(Body::from)).await?;
        let (head, body) = response.into_parts();
        let bytes = body.collect().await?.to_bytes();
        let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let causes = body["details"]["causes"].as_array().into_iter().flatten();
        let warnings = head.headers.get_all("warning").iter();
        Ok(ApiResponse {
            status: head.status.as_u16(),
            causes: causes.map(|cause| text(cause, "message").to_owned()).collect(),
            warnings: warnings.map(|it| String::from_utf8_lossy(it.as_bytes()).into_owned()).collect(),
            text: text(&body, "message").to_owned(),
            body,
        })
    }

    async fn send(&self, method: &str, path: &str, content: &str, body: Vec<u8>) -> ApiResponse {
        let request = Request::builder().method(method).uri(path).header("content-type", content);
        self.try_send(request.body(body).unwrap()).await.unwrap()
    }

    pub(crate) async fn write(&self, method: &str, path: &str, object: &Value) -> ApiResponse {
        self.send(method, path, "application/json", object.to_string().into_bytes()).await
    }

    /// Sends a JSON merge patch (RFC 7386).
    pub(crate) async fn merge(&self, path: &str, patch: &Value) -> ApiResponse {
        self.send("PATCH", path, "application/merge-patch+json", patch.to_string().into_bytes()).await
    }

    /// Sends a server-side apply patch.
    pub(crate) async fn apply(&self, path: &str, object: &Value) -> ApiResponse {
        let sign = if path.contains('?') { '&' } else { '?' };
        let path = format!("{path}{sign}fieldManager=trial&force=true");
        self.send("PATCH", &path, "application/apply-patch+yaml", object.to_string().into_bytes()).await
    }

    pub(crate) async fn read(&self, path: &str) -> ApiResponse {
        self.try_send(Request::get(path).body(Vec::new()).unwrap()).await.unwrap()
    }

    pub(crate) async fn delete(&self, path: &str) -> ApiResponse {
        self.write("DELETE", path, &json!({})).await
    }

    /// Creates an object that the webhook ignores, as the initial state of a test.
    pub(crate) async fn create_unreviewed(&self, collection: &str, object: Value) {
        let response = self.write("POST", collection, &set_up(object)).await;
        assert!(response.is_success(), "{}", response.text);
    }

    /// Creates the namespace of a project, if it does not exist.
    pub(crate) async fn project(&self, namespace: &str) {
        let labels = json!({"gardener.cloud/role": "project"});
        let object =
            json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace, "labels": labels}});
        let response = self.write("POST", "/api/v1/namespaces", &object).await;
        assert!(response.is_success() || response.status == 409, "{}", response.text);
    }

    /// Waits until the API server calls the webhook: a new webhook configuration takes some time to take effect.
    pub(crate) async fn wait_for_webhook(&self) {
        let object = broken("asked");
        for _ in 0..600 {
            if self.write("POST", &format!("{PROFILES}?dryRun=All"), &object).await.status == 422 {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("the API server does not ask the webhook");
    }
}

/// Applies the deployed webhook configuration with another address and failure policy.
pub(crate) async fn configure(plane: &ControlPlane, certificates: &Certificates, webhook: SocketAddr, policy: &str) {
    let file = root().join("deploy/kustomize/garden/validatingwebhookconfiguration.yaml");
    let mut configuration: Value = serde_yaml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let bundle = base64::prelude::BASE64_STANDARD.encode(certificates.authority.pem());
    for one in configuration["webhooks"].as_array_mut().unwrap() {
        let url = format!("https://127.0.0.1:{}/validate", webhook.port());
        one["clientConfig"] = json!({"url": url, "caBundle": bundle});
        one["failurePolicy"] = policy.into();
        one["objectSelector"] = json!({"matchExpressions": [{"key": SET_UP, "operator": "DoesNotExist"}]});
    }
    let path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    let admin = Admin(plane.client.clone());
    admin.delete(&format!("{path}/rootstock-server")).await;
    let response = admin.write("POST", path, &configuration).await;
    assert!(response.is_success(), "{}", response.text);
    if plane.minor().await >= MATCH_CONDITIONS {
        let stored = &response.body["webhooks"][0]["matchConditions"];
        assert!(stored.is_array(), "matchConditions are not kept");
    }
}

/// The minor version from which match conditions are enabled by default.
pub(crate) const MATCH_CONDITIONS: u32 = 28;
