//! A minimal API server of a garden: lists with pages, single objects, and errors.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use serde::Deserialize as _;
use serde_json::{Value, json};

/// The page size of lists, small enough for several pages.
const PAGE: usize = 2;
/// A user who may read only one namespace.
const MEMBER: &str = "member";

/// An API server that runs until the test ends.
pub(crate) struct ApiServer {
    address: SocketAddr,
    directory: tempfile::TempDir,
}

impl ApiServer {
    /// Serves the objects in manifest files.
    pub(crate) fn start(manifests: &[&Path]) -> Self {
        let texts: Vec<String> = manifests.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let documents = texts.iter().flat_map(|text| serde_yaml::Deserializer::from_str(text));
        let documents = documents.map(|document| Value::deserialize(document).unwrap());
        let objects: Vec<Value> = documents
            .flat_map(|document| match document.get("items") {
                Some(items) => items.as_array().unwrap().clone(),
                None => vec![document],
            })
            .filter(Value::is_object)
            .collect();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let objects = Arc::new(objects);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let objects = Arc::clone(&objects);
                thread::spawn(move || serve(&stream, &objects));
            }
        });
        Self { address, directory: tempfile::tempdir().unwrap() }
    }

    /// Writes a kubeconfig for the server, with a second context for a user who may read only one namespace.
    pub(crate) fn kubeconfig(&self) -> PathBuf {
        let file = self.directory.path().join("kubeconfig");
        let context = |name: &str| json!({"name": name, "context": {"cluster": "garden", "user": name}});
        let user = |name: &str| json!({"name": name, "user": {"token": name}});
        let text = json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "operator",
            "clusters": [{"name": "garden", "cluster": {"server": format!("http://{}", self.address)}}],
            "users": [user("operator"), user(MEMBER)],
            "contexts": [context("operator"), context(MEMBER), json!({
                "name": "project", "context": {"cluster": "garden", "user": MEMBER, "namespace": "garden-dev"},
            })],
        });
        std::fs::write(&file, text.to_string()).unwrap();
        file
    }
}

fn serve(stream: &TcpStream, objects: &[Value]) {
    let mut lines = BufReader::new(stream);
    loop {
        let mut request = String::new();
        if lines.read_line(&mut request).unwrap_or(0) == 0 {
            return;
        }
        let mut token = String::new();
        loop {
            let mut header = String::new();
            lines.read_line(&mut header).unwrap();
            if header.trim().is_empty() {
                break;
            }
            let header = header.trim().to_lowercase();
            // Everyone may impersonate everyone here.
            if let Some(value) = header.strip_prefix("impersonate-user: ") {
                value.clone_into(&mut token);
            } else if let Some(value) = header.strip_prefix("authorization: bearer ").filter(|_| token.is_empty()) {
                value.clone_into(&mut token);
            }
        }
        let (status, body) = answer(request.split(' ').nth(1).unwrap(), &token, objects);
        let body = body.to_string();
        let head =
            format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
        let mut out = stream;
        out.write_all(format!("{head}{body}").as_bytes()).unwrap();
    }
}

fn failure(code: u16, reason: &str, message: &str) -> (u16, Value) {
    let status = json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": code, "reason": reason,
        "message": message});
    (code, status)
}

fn answer(target: &str, token: &str, objects: &[Value]) -> (u16, Value) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let path = path.strip_prefix("/apis/core.gardener.cloud/v1beta1").unwrap();
    if path.is_empty() {
        let list = json!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "core.gardener.cloud/v1beta1",
            "resources": []});
        return (200, list);
    }
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let (namespace, parts) = match parts.as_slice() {
        ["namespaces", namespace, rest @ ..] => (Some(*namespace), rest),
        rest => (None, rest),
    };
    let resource = parts[0];
    if token == MEMBER && namespace.is_none() && resource != "cloudprofiles" {
        let message = format!("{resource}.core.gardener.cloud is forbidden: user \"{MEMBER}\" cannot list them all");
        return failure(403, "Forbidden", &message);
    }
    let is_meant = |object: &&Value| {
        format!("{}s", object["kind"].as_str().unwrap()).to_lowercase() == resource
            && namespace.is_none_or(|namespace| object["metadata"]["namespace"] == namespace)
    };
    let meant: Vec<&Value> = objects.iter().filter(is_meant).collect();
    if let Some(name) = parts.get(1) {
        let named = meant.iter().find(|object| object["metadata"]["name"] == *name);
        return match named {
            Some(object) => (200, served(object)),
            None => failure(404, "NotFound", &format!("{resource} \"{name}\" not found")),
        };
    }
    let after = query.split('&').find_map(|pair| pair.strip_prefix("continue="));
    let after: usize = after.map_or(0, |text| text.parse().unwrap());
    let end = (after + PAGE).min(meant.len());
    let items: Vec<Value> = meant[after..end]
        .iter()
        .map(|object| {
            let mut item = served(object);
            // Items of typed lists have neither field.
            item.as_object_mut().unwrap().retain(|key, _| key != "kind" && key != "apiVersion");
            item
        })
        .collect();
    let mut metadata = json!({"resourceVersion": "7"});
    if end < meant.len() {
        metadata["continue"] = end.to_string().into();
    }
    (200, json!({"kind": "List", "apiVersion": "v1", "metadata": metadata, "items": items}))
}

/// Returns an object with the fields that an API server adds.
fn served(object: &Value) -> Value {
    let mut object = object.clone();
    object["metadata"]["managedFields"] = json!([{"manager": "kubectl", "fieldsV1": {"f:spec": {}}}]);
    object
}
