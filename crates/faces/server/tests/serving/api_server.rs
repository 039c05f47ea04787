//! A fake API server with the features that the server uses: paged lists, watches with bookmarks, reviews, and failures.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::stream;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The largest page of a list, regardless of the requested limit: small, so that lists have several pages.
const PAGE: usize = 2;

type Key = (String, String, String);

/// The state of the API server.
#[derive(Default)]
struct ServerState {
    version: u64,
    objects: BTreeMap<Key, Value>,
    /// The events with their versions.
    events: Vec<(u64, String, Value)>,
    /// The last version whose events have been compacted.
    compacted: u64,
    /// Whether watches of compacted versions are refused with status 410, instead of ending with an error event.
    refuses: bool,
    /// The number of further watches of Shoots that are refused as too many.
    busy: u32,
    /// The requests, without the parts that differ between runs.
    requests: Vec<String>,
    /// The number of times that watches were cut in the middle of a line.
    cuts: u64,
    /// The user and groups of each token.
    tokens: BTreeMap<String, String>,
    /// The permissions: user, verb, resource and namespace (empty for all namespaces).
    allowed: Vec<[String; 4]>,
    reviews: usize,
}

/// A fake API server, which can be stopped and restarted.
pub(crate) struct ApiServer {
    server_state: Arc<Mutex<ServerState>>,
    changed: watch::Sender<u64>,
    pub(crate) address: SocketAddr,
    running: JoinSet<()>,
    directory: tempfile::TempDir,
}

impl ApiServer {
    pub(crate) async fn start() -> Self {
        let (changed, _) = watch::channel(0);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let mut server = Self { server_state: Arc::default(), changed, address, running: JoinSet::new(), directory };
        server.serve(listener);
        server
    }

    /// Writes a kubeconfig for it.
    pub(crate) fn kubeconfig(&self) -> PathBuf {
        let file = self.directory.path().join("kubeconfig");
        let text = json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "garden",
            "clusters": [{"name": "garden", "cluster": {"server": format!("http://{}", self.address)}}],
            "users": [{"name": "rootstock", "user": {"token": "rootstock"}}],
            "contexts": [{"name": "garden", "context": {"cluster": "garden", "user": "rootstock"}}],
        });
        std::fs::write(&file, text.to_string()).unwrap();
        file
    }

    fn serve(&mut self, listener: TcpListener) {
        let (server_state, changed) = (Arc::clone(&self.server_state), self.changed.clone());
        self.running.spawn(async move {
            // Dropped, and so closed, together with the listener.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (server_state, changed) = (Arc::clone(&server_state), changed.clone());
                connections.spawn(async move {
                    let answer = service_fn(move |request| {
                        let (server_state, changed) = (Arc::clone(&server_state), changed.subscribe());
                        async move { Ok::<_, Infallible>(answer(&server_state, changed, request).await) }
                    });
                    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
                });
            }
        });
    }

    /// Stops, and closes all connections.
    pub(crate) async fn stop(&mut self) {
        self.running.shutdown().await;
    }

    /// Restarts on the same address.
    pub(crate) async fn restart(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.serve(listener);
    }

    fn server_state(&self) -> MutexGuard<'_, ServerState> {
        self.server_state.lock().unwrap()
    }

    fn notify(&self) {
        self.changed.send_modify(|changes| *changes += 1);
    }

    /// Creates or updates an object.
    pub(crate) fn set(&self, resource: &str, mut object: Value) {
        let mut server_state = self.server_state();
        server_state.version += 1;
        let version = server_state.version;
        object["metadata"]["resourceVersion"] = version.to_string().into();
        object["metadata"]["managedFields"] = json!([{"manager": "kubectl", "fieldsV1": {"f:spec": {}}}]);
        let known = server_state.objects.insert(key(resource, &object), object.clone());
        let what = if known.is_some() { "MODIFIED" } else { "ADDED" };
        server_state.events.push((version, resource.to_owned(), json!({"type": what, "object": object})));
        drop(server_state);
        self.notify();
    }

    pub(crate) fn delete(&self, resource: &str, namespace: &str, name: &str) {
        let mut server_state = self.server_state();
        server_state.version += 1;
        let version = server_state.version;
        let key = (resource.to_owned(), namespace.to_owned(), name.to_owned());
        let mut object = server_state.objects.remove(&key).unwrap();
        object["metadata"]["resourceVersion"] = version.to_string().into();
        server_state.events.push((version, resource.to_owned(), json!({"type": "DELETED", "object": object})));
        drop(server_state);
        self.notify();
    }

    /// Cuts all watches in the middle of an event.
    pub(crate) fn cut(&self) {
        self.server_state().cuts += 1;
        self.notify();
    }

    /// Compacts all events, and ends all watches. `refuses` selects status 410 instead of an error event for later watches.
    pub(crate) fn compact(&self, refuses: bool) {
        let mut server_state = self.server_state();
        server_state.version += 1;
        server_state.compacted = server_state.version;
        server_state.refuses = refuses;
        server_state.events.clear();
        server_state.cuts += 1;
        drop(server_state);
        self.notify();
    }

    /// Refuses a number of watches of Shoots, like an API server during its start.
    pub(crate) fn refuse_watches(&self, watches: u32) {
        self.server_state().busy = watches;
    }

    /// Counts the requests with a prefix.
    pub(crate) fn count(&self, request: &str) -> usize {
        self.server_state().requests.iter().filter(|one| one.starts_with(request)).count()
    }

    /// Adds a token.
    pub(crate) fn add_token(&self, token: &str, user: &str) {
        self.server_state().tokens.insert(token.to_owned(), user.to_owned());
    }

    pub(crate) fn revoke_token(&self, token: &str) {
        self.server_state().tokens.remove(token);
    }

    /// Grants a permission, in all namespaces if `namespace` is empty.
    pub(crate) fn allow(&self, user: &str, verb: &str, resource: &str, namespace: &str) {
        self.server_state().allowed.push([user, verb, resource, namespace].map(str::to_owned));
    }

    /// Returns the number of token and access reviews.
    pub(crate) fn reviews(&self) -> usize {
        self.server_state().reviews
    }
}

fn key(resource: &str, object: &Value) -> Key {
    let part = |name: &str| object["metadata"][name].as_str().unwrap_or_default().to_owned();
    (resource.to_owned(), part("namespace"), part("name"))
}

type Answer = Response<BoxBody<Bytes, std::io::Error>>;

fn text(status: u16, body: &Value) -> Answer {
    let body = Full::new(Bytes::from(body.to_string())).map_err(|never| match never {}).boxed();
    let answer = Response::builder().status(status).header("content-type", "application/json");
    answer.body(body).unwrap()
}

fn too_old() -> Value {
    json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": "too old resource version", "reason": "Expired", "code": 410})
}

async fn answer(
    server_state: &Arc<Mutex<ServerState>>,
    changed: watch::Receiver<u64>,
    request: Request<Incoming>,
) -> Answer {
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let parameter = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
    };
    if request.method() == Method::POST {
        let body = request.into_body().collect().await.unwrap().to_bytes();
        return text(201, &review(&mut server_state.lock().unwrap(), &path, serde_json::from_slice(&body).unwrap()));
    }
    let Some(resource) = path.strip_prefix("/apis/core.gardener.cloud/v1beta1/") else {
        return text(404, &json!({"kind": "Status", "code": 404, "message": "not found"}));
    };
    let mut known = server_state.lock().unwrap();
    let is_watch = parameter("watch").is_some();
    known.requests.push(format!("{} {resource}", if is_watch { "watch" } else { "list" }));
    if is_watch {
        let from: u64 = parameter("resourceVersion").unwrap().parse().unwrap();
        if known.busy > 0 && resource == "shoots" {
            known.busy -= 1;
            let message = "storage is (re)initializing";
            return text(429, &json!({"kind": "Status", "status": "Failure", "message": message, "code": 429}));
        }
        if from < known.compacted && known.refuses {
            return text(410, &too_old());
        }
        let (server_state, resource, cuts) = (Arc::clone(server_state), resource.to_owned(), known.cuts);
        return events(Watch { server_state, changed, resource, cuts }, from);
    }
    let after: usize = parameter("continue").map_or(0, |text| text.parse().unwrap());
    let limit: usize = parameter("limit").unwrap().parse().unwrap();
    let of_resource: Vec<&Value> =
        known.objects.iter().filter(|((one, ..), _)| one == resource).map(|(_, object)| object).collect();
    let end = (after + limit.min(PAGE)).min(of_resource.len());
    let items: Vec<Value> = of_resource[after..end]
        .iter()
        .map(|object| {
            let mut item = (*object).clone();
            // Items of typed lists lack these fields.
            let members = item.as_object_mut().unwrap();
            members.remove("kind");
            members.remove("apiVersion");
            item
        })
        .collect();
    let mut metadata = json!({"resourceVersion": known.version.to_string()});
    if end < of_resource.len() {
        metadata["continue"] = end.to_string().into();
    }
    text(
        200,
        &json!({"kind": "List", "apiVersion": "core.gardener.cloud/v1beta1", "metadata": metadata, "items": items}),
    )
}

/// The state of a watch.
enum WatchState {
    /// Watching from this version.
    At(u64),
    /// Cut after half a line.
    Broken,
    Ended,
}

/// A watch of a resource.
struct Watch {
    server_state: Arc<Mutex<ServerState>>,
    changed: watch::Receiver<u64>,
    resource: String,
    /// The number of cuts when the watch began.
    cuts: u64,
}

impl Watch {
    /// Returns the next line, if there is one, and the state after it.
    fn now(&mut self, from: u64) -> Option<(String, WatchState)> {
        self.changed.borrow_and_update();
        let known = self.server_state.lock().unwrap();
        if known.cuts != self.cuts {
            return Some(("{\"type\":\"MODIFIED\",\"object\":{\"metadata\":".to_owned(), WatchState::Broken));
        }
        if from < known.compacted {
            return Some((format!("{}\n", json!({"type": "ERROR", "object": too_old()})), WatchState::Ended));
        }
        let mut events = known.events.iter();
        let (version, _, event) = events.find(|(version, one, _)| *version > from && *one == self.resource)?;
        Some((format!("{event}\n"), WatchState::At(*version)))
    }

    async fn next(&mut self, from: u64) -> (String, WatchState) {
        loop {
            if let Some(line) = self.now(from) {
                return line;
            }
            // Send a bookmark, more often than a real API server does.
            if tokio::time::timeout(Duration::from_millis(300), self.changed.changed()).await.is_err() {
                let version = self.server_state.lock().unwrap().version;
                let metadata = json!({"resourceVersion": version.to_string()});
                let object =
                    json!({"kind": "Shoot", "apiVersion": "core.gardener.cloud/v1beta1", "metadata": metadata});
                return (format!("{}\n", json!({"type": "BOOKMARK", "object": object})), WatchState::At(version));
            }
        }
    }
}

/// Streams the events of a resource after a version, until the watch is cut.
fn events(watch: Watch, from: u64) -> Answer {
    let lines = stream::unfold((watch, WatchState::At(from)), async |(mut watch, watch_state)| match watch_state {
        WatchState::Ended => None,
        WatchState::Broken => Some((Err(std::io::Error::other("cut")), (watch, WatchState::Ended))),
        WatchState::At(from) => {
            let (line, watch_state) = watch.next(from).await;
            Some((Ok(Frame::data(Bytes::from(line))), (watch, watch_state)))
        }
    });
    Response::new(BoxBody::new(StreamBody::new(lines)))
}

/// Answers a review of a token or of access.
fn review(server_state: &mut ServerState, path: &str, mut asked: Value) -> Value {
    server_state.reviews += 1;
    if path.ends_with("/tokenreviews") {
        let user = server_state.tokens.get(asked["spec"]["token"].as_str().unwrap());
        asked["status"] = match user {
            Some(user) => {
                json!({"authenticated": true, "user": {"username": user, "uid": "1", "groups": ["system:authenticated"]}})
            }
            None => json!({"authenticated": false, "error": "invalid bearer token"}),
        };
    } else {
        let attributes = &asked["spec"]["resourceAttributes"];
        assert_eq!(attributes["group"], "core.gardener.cloud");
        let part = |name: &str| attributes[name].as_str().unwrap_or_default();
        let is_allowed = server_state.allowed.iter().any(|[user, verb, resource, namespace]| {
            asked["spec"]["user"] == user.as_str()
                && part("verb") == verb
                && part("resource") == resource
                && (namespace.is_empty() || part("namespace") == namespace)
        });
        asked["status"] = json!({"allowed": is_allowed});
    }
    asked
}
