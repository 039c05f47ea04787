//! etcd and kube-apiserver with the prerequisites of the server: three kinds, and a user that may read them.

use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hyper::Request;
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};
use rcgen::KeyPair;
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::sleep;

/// Serializes the tests, because two control planes at a time would slow each other down on a small machine.
static TEST_LOCK: Mutex<()> = Mutex::const_new(());

/// The users. Each user's token is the user's name.
const USERS: [&str; 5] = ["rootstock", "alice", "bob", "carol", "dave"];

pub(crate) struct ControlPlane {
    etcd: Child,
    api_server: Option<Child>,
    /// The arguments of kube-apiserver.
    arguments: Vec<String>,
    folder: tempfile::TempDir,
    etcd_url: String,
    address: SocketAddr,
    pub(crate) client: Client,
    _turn: MutexGuard<'static, ()>,
}

pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Returns the folder with the programs of a control plane.
pub(crate) fn assets() -> PathBuf {
    let assets = std::env::var_os("KUBEBUILDER_ASSETS").map(PathBuf::from);
    assets.expect("KUBEBUILDER_ASSETS is not set: it names the folder with kube-apiserver and etcd")
}

fn spawn(program: &str, arguments: &[String], log: &Path) -> Child {
    let program = assets().join(program);
    let log = File::options().create(true).append(true).open(log).unwrap();
    let mut command = Command::new(&program);
    command.args(arguments).stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
    command.spawn().unwrap_or_else(|why| panic!("{}: {why}", program.display()))
}

impl ControlPlane {
    pub(crate) async fn start() -> Self {
        let turn = TEST_LOCK.lock().await;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let address = free_address();
        let etcd_url = format!("http://{}", free_address());
        let peer_url = format!("http://{}", free_address());
        let arguments = [
            format!("--data-dir={}", path("etcd")),
            format!("--listen-client-urls={etcd_url}"),
            format!("--advertise-client-urls={etcd_url}"),
            format!("--listen-peer-urls={peer_url}"),
            format!("--initial-advertise-peer-urls={peer_url}"),
            format!("--initial-cluster=default={peer_url}"),
        ];
        let etcd = spawn("etcd", &arguments, &folder.path().join("etcd.log"));

        let key = KeyPair::generate().unwrap();
        fs::write(path("accounts.key"), key.serialize_pem()).unwrap();
        fs::write(path("accounts.pub"), key.public_key_pem()).unwrap();
        let users = USERS.iter().map(|name| format!("{name},{name},{name},\"people\"\n"));
        let tokens: String = users.chain(["admin,admin,admin,\"system:masters\"\n".to_owned()]).collect();
        fs::write(path("tokens.csv"), tokens).unwrap();
        let arguments = vec![
            format!("--etcd-servers={etcd_url}"),
            "--bind-address=127.0.0.1".to_owned(),
            "--advertise-address=127.0.0.1".to_owned(),
            format!("--secure-port={}", address.port()),
            format!("--cert-dir={}", path("certificates")),
            "--service-cluster-ip-range=10.0.0.0/24".to_owned(),
            "--service-account-issuer=https://localhost".to_owned(),
            format!("--service-account-key-file={}", path("accounts.pub")),
            format!("--service-account-signing-key-file={}", path("accounts.key")),
            "--authorization-mode=RBAC".to_owned(),
            format!("--token-auth-file={}", path("tokens.csv")),
            "--disable-admission-plugins=ServiceAccount".to_owned(),
        ];
        let client = client(&kubeconfig(folder.path(), address, "admin")).await;
        let mut started = Self { etcd, api_server: None, arguments, folder, etcd_url, address, client, _turn: turn };
        started.start_api_server().await;
        let version: Value = started.get("/version").await;
        println!("kube-apiserver {}", version["gitVersion"]);
        started.prepare().await;
        started
    }

    pub(crate) async fn start_api_server(&mut self) {
        let begun = Instant::now();
        self.api_server = Some(spawn("kube-apiserver", &self.arguments, &self.log()));
        self.wait().await;
        println!("kube-apiserver is ready after {:.1} s", begun.elapsed().as_secs_f32());
    }

    /// Kills the API server without a graceful shutdown.
    pub(crate) fn kill_api_server(&mut self) {
        if let Some(mut child) = self.api_server.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Compacts etcd up to the current revision.
    pub(crate) async fn compact(&self) {
        let config = Config::new(self.etcd_url.parse().unwrap());
        let etcd = Client::try_from(config).unwrap();
        let post = |path: &str, body: Value| Request::post(path).body(body.to_string().into_bytes()).unwrap();
        let now: Value = etcd.request(post("/v3/kv/range", json!({"key": "AA=="}))).await.unwrap();
        let compaction = json!({"revision": now["header"]["revision"], "physical": true});
        let _: Value = etcd.request(post("/v3/kv/compaction", compaction)).await.unwrap();
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Writes a kubeconfig for the server, with the permissions of its manifests.
    pub(crate) fn kubeconfig(&self) -> PathBuf {
        self.kubeconfig_for(self.address, "rootstock")
    }

    /// Writes a kubeconfig for a user and an address.
    pub(crate) fn kubeconfig_for(&self, address: SocketAddr, token: &str) -> PathBuf {
        kubeconfig(self.folder.path(), address, token)
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("kube-apiserver.log")
    }

    async fn wait(&self) {
        for _ in 0..1200 {
            let request = Request::get("/readyz").body(Vec::new()).unwrap();
            if self.client.request_text(request).await.is_ok_and(|text| text.trim() == "ok") {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        panic!("kube-apiserver does not become ready:\n{log}");
    }

    /// Returns the minor version of Kubernetes 1.
    pub(crate) async fn minor(&self) -> u32 {
        let version = self.get("/version").await;
        version["minor"].as_str().unwrap().trim_end_matches('+').parse().unwrap()
    }

    /// Returns kube-apiserver's count of requests with this verb and resource.
    pub(crate) async fn count(&self, verb: &str, resource: &str) -> f64 {
        let text = self.client.request_text(Request::get("/metrics").body(Vec::new()).unwrap()).await.unwrap();
        let (verb, resource) = (format!("verb=\"{verb}\""), format!("resource=\"{resource}\""));
        let lines = text.lines().filter(|line| line.starts_with("apiserver_request_total{"));
        let lines = lines.filter(|line| line.contains(&verb) && line.contains(&resource));
        lines.map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum()
    }

    /// Returns whether a GET request for a path succeeds.
    pub(crate) async fn has(&self, path: &str) -> bool {
        self.client.request_text(Request::get(path).body(Vec::new()).unwrap()).await.is_ok()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let request = Request::get(path).body(Vec::new()).unwrap();
        self.client.request(request).await.unwrap_or_else(|why| panic!("{path}: {why}"))
    }

    /// Creates an object, and panics on errors.
    pub(crate) async fn create(&self, path: &str, object: &Value) -> Value {
        let request = Request::post(path).header("content-type", "application/json");
        let request = request.body(object.to_string().into_bytes()).unwrap();
        self.client.request(request).await.unwrap_or_else(|why| panic!("{path}: {why}"))
    }

    /// Grants a role to a user, in the cluster or in a namespace.
    pub(crate) async fn allow(&self, user: &str, namespace: Option<&str>, role: &Value) {
        let (scope, place) = match namespace {
            None => ("Cluster", "/apis/rbac.authorization.k8s.io/v1".to_owned()),
            Some(namespace) => ("", format!("/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}")),
        };
        let scope_path = scope.to_lowercase();
        let mut role = role.clone();
        role["kind"] = format!("{scope}Role").into();
        role["metadata"]["name"] = format!("{}-of-{user}", role["metadata"]["name"].as_str().unwrap()).into();
        self.create(&format!("{place}/{scope_path}roles"), &role).await;
        let binding = json!({
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": format!("{scope}RoleBinding"),
            "metadata": {"name": role["metadata"]["name"]},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": format!("{scope}Role"), "name": role["metadata"]["name"]},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": user}],
        });
        self.create(&format!("{place}/{scope_path}rolebindings"), &binding).await;
    }

    async fn prepare(&self) {
        for (kind, plural, scope) in [
            ("CloudProfile", "cloudprofiles", "Cluster"),
            ("NamespacedCloudProfile", "namespacedcloudprofiles", "Namespaced"),
            ("Shoot", "shoots", "Namespaced"),
        ] {
            self.define("core.gardener.cloud", "v1beta1", kind, plural, scope).await;
        }
        let role: Value =
            serde_yaml::from_str(include_str!("../../../../../deploy/kustomize/garden/clusterrole.yaml")).unwrap();
        self.allow("rootstock", None, &role).await;
    }

    /// Defines a custom resource without a schema.
    pub(crate) async fn define(&self, group: &str, version: &str, kind: &str, plural: &str, scope: &str) {
        let crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": format!("{plural}.{group}")},
            "spec": {
                "group": group, "scope": scope,
                "names": {"kind": kind, "plural": plural, "singular": kind.to_lowercase(), "listKind": format!("{kind}List")},
                "versions": [{
                    "name": version, "served": true, "storage": true, "subresources": {"status": {}},
                    "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
                }],
            },
        });
        self.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", &crd).await;
        let path = format!("/apis/{group}/{version}/{plural}");
        for _ in 0..300 {
            if self.has(&path).await {
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
        panic!("{path}: it is not served");
    }
}

impl Drop for ControlPlane {
    fn drop(&mut self) {
        for child in self.api_server.iter_mut().chain([&mut self.etcd]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Writes a kubeconfig without certificate verification, because the API server's certificate is self-signed.
fn kubeconfig(folder: &Path, address: SocketAddr, token: &str) -> PathBuf {
    let file = folder.join(format!("{token}-{}.kubeconfig", address.port()));
    let cluster = json!({"server": format!("https://{address}"), "insecure-skip-tls-verify": true});
    let text = json!({
        "apiVersion": "v1", "kind": "Config", "current-context": "garden",
        "clusters": [{"name": "garden", "cluster": cluster}],
        "users": [{"name": token, "user": {"token": token}}],
        "contexts": [{"name": "garden", "context": {"cluster": "garden", "user": token}}],
    });
    fs::write(&file, text.to_string()).unwrap();
    file
}

async fn client(kubeconfig: &Path) -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let read = Kubeconfig::read_from(kubeconfig).unwrap();
    let config = Config::from_custom_kubeconfig(read, &KubeConfigOptions::default()).await.unwrap();
    Client::try_from(config).unwrap()
}
