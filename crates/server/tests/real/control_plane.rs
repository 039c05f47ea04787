//! etcd and kube-apiserver, with what the server needs of a garden: three kinds, and somebody who may read them.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use hyper::Request;
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};
use rcgen::KeyPair;
use serde_json::{Value, json};
use tokio::time::sleep;

pub(crate) struct ControlPlane {
    etcd: Child,
    api_server: Child,
    folder: tempfile::TempDir,
    port: u16,
    pub(crate) client: Client,
}

fn free() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn spawn(program: &Path, arguments: &[String], log: &Path) -> Child {
    let log = File::create(log).unwrap();
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
    command.spawn().unwrap_or_else(|why| panic!("{}: {why}", program.display()))
}

impl ControlPlane {
    pub(crate) async fn start() -> Self {
        let assets = std::env::var_os("KUBEBUILDER_ASSETS").map(PathBuf::from);
        let assets = assets.expect("KUBEBUILDER_ASSETS is not set: it names the folder with kube-apiserver and etcd");
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (etcd_port, peer_port, port) = (free(), free(), free());
        let etcd_url = format!("http://127.0.0.1:{etcd_port}");
        let peer_url = format!("http://127.0.0.1:{peer_port}");
        let arguments = [
            format!("--data-dir={}", path("etcd")),
            format!("--listen-client-urls={etcd_url}"),
            format!("--advertise-client-urls={etcd_url}"),
            format!("--listen-peer-urls={peer_url}"),
            format!("--initial-advertise-peer-urls={peer_url}"),
            format!("--initial-cluster=default={peer_url}"),
        ];
        let etcd = spawn(&assets.join("etcd"), &arguments, &folder.path().join("etcd.log"));

        let key = KeyPair::generate().unwrap();
        fs::write(path("accounts.key"), key.serialize_pem()).unwrap();
        fs::write(path("accounts.pub"), key.public_key_pem()).unwrap();
        let tokens = "admin,admin,1,\"system:masters\"\nrootstock,rootstock,2,\"readers\"\n";
        fs::write(path("tokens.csv"), tokens).unwrap();
        let arguments = [
            format!("--etcd-servers={etcd_url}"),
            "--bind-address=127.0.0.1".to_owned(),
            "--advertise-address=127.0.0.1".to_owned(),
            format!("--secure-port={port}"),
            format!("--cert-dir={}", path("certificates")),
            "--service-cluster-ip-range=10.0.0.0/24".to_owned(),
            "--service-account-issuer=https://localhost".to_owned(),
            format!("--service-account-key-file={}", path("accounts.pub")),
            format!("--service-account-signing-key-file={}", path("accounts.key")),
            "--authorization-mode=RBAC".to_owned(),
            format!("--token-auth-file={}", path("tokens.csv")),
            "--disable-admission-plugins=ServiceAccount".to_owned(),
        ];
        let api_server = spawn(&assets.join("kube-apiserver"), &arguments, &folder.path().join("kube-apiserver.log"));
        let client = client(&kubeconfig(folder.path(), port, "admin")).await;
        let started = Self { etcd, api_server, folder, port, client };
        started.wait().await;
        started.prepare().await;
        started
    }

    /// A kubeconfig for the server, which may read and ask who somebody is, as its manifests allow it.
    pub(crate) fn kubeconfig(&self) -> PathBuf {
        kubeconfig(self.folder.path(), self.port, "rootstock")
    }

    async fn wait(&self) {
        for _ in 0..600 {
            let request = Request::get("/readyz").body(Vec::new()).unwrap();
            if self.client.request_text(request).await.is_ok_and(|text| text.trim() == "ok") {
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
        let log = fs::read_to_string(self.folder.path().join("kube-apiserver.log")).unwrap_or_default();
        panic!("kube-apiserver does not become ready:\n{log}");
    }

    /// Creates an object, or says why not.
    pub(crate) async fn create(&self, path: &str, object: &Value) -> Value {
        let request = Request::post(path).header("content-type", "application/json");
        let request = request.body(object.to_string().into_bytes()).unwrap();
        self.client.request(request).await.unwrap_or_else(|why| panic!("{path}: {why}"))
    }

    async fn prepare(&self) {
        for (kind, plural, scope) in [
            ("CloudProfile", "cloudprofiles", "Cluster"),
            ("NamespacedCloudProfile", "namespacedcloudprofiles", "Namespaced"),
            ("Shoot", "shoots", "Namespaced"),
        ] {
            let crd = json!({
                "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                "metadata": {"name": format!("{plural}.core.gardener.cloud")},
                "spec": {
                    "group": "core.gardener.cloud", "scope": scope,
                    "names": {"kind": kind, "plural": plural, "singular": kind.to_lowercase(), "listKind": format!("{kind}List")},
                    "versions": [{
                        "name": "v1beta1", "served": true, "storage": true, "subresources": {"status": {}},
                        "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
                    }],
                },
            });
            self.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", &crd).await;
        }
        for plural in ["cloudprofiles", "namespacedcloudprofiles", "shoots"] {
            let path = format!("/apis/core.gardener.cloud/v1beta1/{plural}");
            while self.client.request_text(Request::get(&path).body(Vec::new()).unwrap()).await.is_err() {
                sleep(Duration::from_millis(200)).await;
            }
        }
        let role: Value =
            serde_yaml::from_str(include_str!("../../../../deploy/kustomize/garden/clusterrole.yaml")).unwrap();
        self.create("/apis/rbac.authorization.k8s.io/v1/clusterroles", &role).await;
        let binding = json!({
            "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "rootstock-server"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "rootstock-server"},
            "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "rootstock"}],
        });
        self.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", &binding).await;
    }
}

impl Drop for ControlPlane {
    fn drop(&mut self) {
        for child in [&mut self.api_server, &mut self.etcd] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The API server signs its own certificate.
fn kubeconfig(folder: &Path, port: u16, token: &str) -> PathBuf {
    let file = folder.join(format!("{token}.kubeconfig"));
    let cluster = json!({"server": format!("https://127.0.0.1:{port}"), "insecure-skip-tls-verify": true});
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
