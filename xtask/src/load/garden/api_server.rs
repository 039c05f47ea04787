//! A simulated API server of a garden: paged lists, and watches with bookmarks.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use rootstock_sample_profiles::{Fleet, LargeProfile, Scale};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout;

use super::NAMESPACES;
use crate::failure::Failure;

const GROUP: &str = "core.gardener.cloud/v1beta1";
/// The interval of bookmarks, as of Kubernetes' API server.
const BOOKMARKS: Duration = Duration::from_secs(60);
/// The size of a Shoot in bytes, with the fields that no question needs.
const SHOOT: usize = 6_000;

/// The garden.
struct Garden {
    /// The parent, as JSON.
    profile: String,
    /// The specifications of the Shoots, as JSON.
    shoots: Vec<String>,
    children: usize,
    /// The profile that changes, and the number of changes.
    changing: Mutex<(Value, u64)>,
    events: broadcast::Sender<String>,
}

pub(super) struct ApiServer {
    garden: Arc<Garden>,
    address: SocketAddr,
}

impl ApiServer {
    pub(super) async fn start(shoots: usize, children: usize) -> Result<Self, Failure> {
        let profile = LargeProfile::new(Scale::percent(100));
        let fleet = Fleet::new(&profile, shoots).map(|shoot| {
            let shoot = serde_json::to_value(&shoot)?;
            Ok(shoot.get("spec").map(Value::to_string).unwrap_or_default())
        });
        let shoots = fleet.collect::<Result<_, serde_json::Error>>()?;
        let (events, _) = broadcast::channel(64);
        let profile = profile.to_json()?;
        let garden = Garden { profile, shoots, children, changing: Mutex::default(), events };
        let garden = Arc::new(garden);
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let served = Arc::clone(&garden);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let garden = Arc::clone(&served);
                let answer = service_fn(move |request| {
                    let garden = Arc::clone(&garden);
                    async move { Ok::<_, Infallible>(garden.answer(&request)) }
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
            }
        });
        Ok(Self { garden, address })
    }

    /// Returns a kubeconfig for it.
    pub(super) fn kubeconfig(&self) -> Value {
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "garden",
            "clusters": [{"name": "garden", "cluster": {"server": format!("http://{}", self.address)}}],
            "users": [{"name": "rootstock", "user": {"token": "rootstock"}}],
            "contexts": [{"name": "garden", "context": {"cluster": "garden", "user": "rootstock"}}],
        })
    }

    /// Creates or changes the profile that changes.
    pub(super) fn change(&mut self, profile: &Value) {
        let mut changing = self.garden.changing();
        changing.1 += 1;
        changing.0.clone_from(profile);
        let number = json!(version(changing.1));
        let metadata = changing.0.get_mut("metadata").and_then(Value::as_object_mut);
        metadata.map(|metadata| metadata.insert("resourceVersion".to_owned(), number));
        // Without a watch there is no receiver.
        let _ = self.garden.events.send(format!("{}\n", json!({"type": "MODIFIED", "object": changing.0})));
    }

    /// Returns the average size of a Shoot's specification in bytes.
    pub(super) fn spec_bytes(&self) -> usize {
        self.garden.shoots.iter().map(String::len).sum::<usize>() / self.garden.shoots.len().max(1)
    }
}

impl Garden {
    fn changing(&self) -> MutexGuard<'_, (Value, u64)> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(self: &Arc<Self>, request: &Request<Incoming>) -> Response<Lines> {
        let query = request.uri().query().unwrap_or_default();
        let parameter = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let number = |name| parameter(name).and_then(|value| value.parse().ok());
        let resource = request.uri().path().rsplit('/').next().unwrap_or_default();
        if parameter("watch").is_some() {
            return Response::new(self.watch(resource == "cloudprofiles"));
        }
        let count = match resource {
            "cloudprofiles" => 2,
            "namespacedcloudprofiles" => self.children,
            "shoots" => self.shoots.len(),
            _ => 0,
        };
        let start: usize = number("continue").unwrap_or_default();
        let end = count.min(start.saturating_add(number("limit").unwrap_or(count)));
        let items: Vec<String> = (start..end).map(|at| self.object(resource, at)).collect();
        let next = if end < count { end.to_string() } else { String::new() };
        let metadata = json!({"resourceVersion": version(self.changing().1), "continue": next});
        let list = format!(
            "{{\"kind\":\"List\",\"apiVersion\":\"{GROUP}\",\"metadata\":{metadata},\"items\":[{}]}}",
            items.join(",")
        );
        Response::new(Lines::once(list))
    }

    /// Returns an object as an item of a list.
    fn object(&self, resource: &str, at: usize) -> String {
        match (resource, at) {
            ("cloudprofiles", 0) => self.profile.clone(),
            ("cloudprofiles", _) => self.changing().0.to_string(),
            ("namespacedcloudprofiles", _) => {
                let metadata = metadata("child", at);
                let spec = json!({
                    "parent": {"kind": "CloudProfile", "name": LargeProfile::NAME},
                    "kubernetes": {"versions": []},
                });
                let status = format!("{{\"cloudProfileSpec\":{}}}", spec_of(&self.profile));
                format!("{{\"metadata\":{metadata},\"spec\":{spec},\"status\":{status}}}")
            }
            _ => {
                let spec = self.shoots.get(at).map(String::as_str).unwrap_or_default();
                let padding = SHOOT.saturating_sub(spec.len());
                let mut metadata = metadata("shoot", at);
                let managed = json!([{"manager": "gardenlet", "fieldsV1": {"f:x".repeat(padding / 3): {}}}]);
                metadata.as_object_mut().map(|metadata| metadata.insert("managedFields".to_owned(), managed));
                format!("{{\"metadata\":{metadata},\"spec\":{spec}}}")
            }
        }
    }

    /// Streams the changes of the profile that changes, or nothing but bookmarks.
    fn watch(self: &Arc<Self>, is_of_changes: bool) -> Lines {
        let (to, lines) = mpsc::channel(1);
        let (garden, mut events) = (Arc::clone(self), self.events.subscribe());
        tokio::spawn(async move {
            loop {
                let line = match timeout(BOOKMARKS, events.recv()).await {
                    Ok(Ok(event)) if is_of_changes => event,
                    Ok(Ok(_)) => continue,
                    Ok(Err(_)) => break,
                    Err(_) => {
                        let metadata = json!({"resourceVersion": version(garden.changing().1)});
                        let object = json!({"kind": "Shoot", "apiVersion": GROUP, "metadata": metadata});
                        format!("{}\n", json!({"type": "BOOKMARK", "object": object}))
                    }
                };
                if to.send(line.into()).await.is_err() {
                    break;
                }
            }
        });
        Lines(lines)
    }
}

/// Returns a resource version after a number of changes.
fn version(changes: u64) -> String {
    (1_000 + changes).to_string()
}

fn metadata(kind: &str, at: usize) -> Value {
    json!({
        "name": format!("{kind}-{at:06}"), "namespace": format!("garden-p{}", at % NAMESPACES), "resourceVersion": "1",
        "uid": format!("00000000-0000-0000-0000-{at:012}"),
    })
}

/// Returns the specification of a profile, which is its last field.
fn spec_of(profile: &str) -> &str {
    let spec = profile.split_once("\"spec\":").map(|(_, spec)| spec).unwrap_or_default();
    spec.strip_suffix('}').unwrap_or(spec)
}

/// The body of an answer, which may still be written.
struct Lines(mpsc::Receiver<Bytes>);

impl Lines {
    fn once(text: String) -> Self {
        let (to, lines) = mpsc::channel(1);
        // There is room for it.
        let _ = to.try_send(text.into());
        Self(lines)
    }
}

impl Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}
