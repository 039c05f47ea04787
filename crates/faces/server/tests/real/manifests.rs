//! The deployment manifests, applied with kubectl.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::client::MATCH_CONDITIONS;
use crate::control_plane::{ControlPlane, assets};
use crate::objects::{root, text};

fn kubectl(kubeconfig: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(assets().join("kubectl"));
    command.arg(format!("--kubeconfig={}", kubeconfig.display())).args(arguments);
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver, etcd and kubectl: cargo xtask apiserver"]
async fn an_api_server_accepts_all_manifests() {
    let plane = ControlPlane::start().await;
    let has_conditions = plane.minor().await >= MATCH_CONDITIONS;
    // API servers without strict field validation may also lack some of the fields.
    let is_strict = plane.has("/openapi/v3").await;
    for (kind, plural) in [("Certificate", "certificates"), ("Issuer", "issuers")] {
        plane.define("cert-manager.io", "v1", kind, plural, "Namespaced").await;
    }
    let namespace = serde_json::json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "garden"}});
    plane.create("/api/v1/namespaces", &namespace).await;
    let kubeconfig = plane.kubeconfig_for(plane.address(), "admin");
    for overlay in ["one-cluster", "runtime", "virtual-garden"] {
        let folder = root().join("deploy/kustomize/overlays").join(overlay);
        let (is_success, rendered) = kubectl(&kubeconfig, &["kustomize", folder.to_str().unwrap()]);
        assert!(is_success, "{rendered}");
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut known = Vec::new();
        for document in rendered.split("\n---\n") {
            let mut object: Value = serde_yaml::from_str(document).unwrap();
            if let (false, Some(webhooks)) = (has_conditions, object.get_mut("webhooks")) {
                for webhook in webhooks.as_array_mut().unwrap() {
                    webhook.as_object_mut().unwrap().remove("matchConditions");
                }
            }
            let version = text(&object, "apiVersion").to_owned();
            let group = if version == "v1" { "/api/v1".to_owned() } else { format!("/apis/{version}") };
            if plane.has(&group).await {
                known.push(object);
            } else {
                println!("{overlay}: this API server is too old for {version}");
            }
        }
        let has_deployment = known.iter().any(|object| object["kind"] == "Deployment");
        // One document, because kubectl does not accept several in JSON.
        let list = serde_json::json!({"apiVersion": "v1", "kind": "List", "items": known});
        std::fs::write(file.path(), list.to_string()).unwrap();
        // Twice: the second time changes nothing, and has no conflicts of field ownership, even if the autoscaler has scaled.
        for round in 0..2 {
            if round == 1 && has_deployment {
                let arguments = ["scale", "deployment/rootstock-server", "--namespace=garden", "--replicas=4"];
                let (is_success, text) = kubectl(&kubeconfig, &arguments);
                assert!(is_success, "{text}");
            }
            let file = format!("--filename={}", file.path().display());
            let validate = if is_strict { "--validate=strict" } else { "--validate=ignore" };
            let arguments = ["apply", "--server-side", validate, &file];
            let (is_success, text) = kubectl(&kubeconfig, &arguments);
            println!("{overlay}:\n{text}");
            assert!(is_success && !text.to_lowercase().contains("warning"), "{text}");
        }
    }
    let path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/rootstock-server";
    let stored = plane.get(path).await;
    for webhook in stored["webhooks"].as_array().unwrap() {
        assert_eq!(webhook["clientConfig"]["url"], "https://rootstock-server.garden/validate");
        assert!(webhook["clientConfig"]["service"].is_null(), "a url excludes a service: {webhook}");
    }
}
