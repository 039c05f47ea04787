//! Checks that the deployment manifests match the server. `cargo xtask ci --all` renders them with kubectl and Helm; this test
//! parses them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser as _;
use rootstock_server::Arguments;
use serde::Deserialize as _;
use serde_json::Value;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Returns every document below a folder, with its file.
fn documents(folder: &Path) -> Vec<(PathBuf, Value)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(documents(&path));
        } else if path.extension().is_some_and(|it| it == "yaml") {
            let text = fs::read_to_string(&path).unwrap();
            let all = serde_yaml::Deserializer::from_str(&text);
            found.extend(all.map(|one| (path.clone(), Value::deserialize(one).unwrap())));
        }
    }
    found
}

fn of_kind(kind: &str) -> Vec<(PathBuf, Value)> {
    let all = documents(&root().join("deploy/kustomize"));
    let of_kind: Vec<_> = all.into_iter().filter(|(_, document)| document["kind"] == kind).collect();
    assert!(!of_kind.is_empty(), "{kind}");
    of_kind
}

fn containers(deployment: &Value) -> impl Iterator<Item = &Value> {
    deployment["spec"]["template"]["spec"]["containers"].as_array().unwrap().iter()
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().map(|one| one.as_str().unwrap()).collect()
}

#[test]
fn every_argument_is_known_to_the_server() {
    for (file, deployment) in of_kind("Deployment") {
        for container in containers(&deployment) {
            let arguments = std::iter::once("rootstock-server").chain(strings(&container["args"]));
            let arguments = Arguments::try_parse_from(arguments);
            let arguments = arguments.unwrap_or_else(|why| panic!("{}: {why}", file.display()));
            assert!(arguments.cluster && arguments.tls_certificate.is_some(), "{}", file.display());
        }
    }
}

#[test]
fn ports_and_probes_match_the_listeners() {
    let all = of_kind("Deployment");
    let (_, base) = all.iter().find(|(file, _)| file.ends_with("base/deployment.yaml")).unwrap();
    let container = containers(base).next().unwrap();
    let arguments = std::iter::once("rootstock-server").chain(strings(&container["args"]));
    let arguments = Arguments::try_parse_from(arguments).unwrap();
    let named = |name: &str| {
        let ports = container["ports"].as_array().unwrap();
        ports.iter().find(|port| port["name"] == name).unwrap()["containerPort"].as_u64().unwrap()
    };
    let listened = [
        ("webhook", arguments.webhook_address),
        ("api", arguments.api_address),
        ("operations", arguments.operations_address),
    ];
    for (name, address) in listened {
        assert!(!address.ip().is_loopback(), "{name}");
        assert_eq!(named(name), u64::from(address.port()), "{name}");
    }
    for probe in ["startupProbe", "livenessProbe", "readinessProbe"] {
        assert_eq!(container[probe]["httpGet"]["port"], "operations");
    }
    // Gardener's annotation names ports of pods instead of ports of the Service.
    let annotated: BTreeSet<u64> = of_kind("Service")
        .iter()
        .filter_map(|(_, service)| service["metadata"]["annotations"].as_object())
        .flat_map(|annotations| annotations.values())
        .flat_map(|ports| ports_of(&serde_json::from_str(ports.as_str().unwrap()).unwrap()))
        .collect();
    let listened: BTreeSet<u64> = listened.map(|(_, address)| u64::from(address.port())).into();
    for (file, policy) in of_kind("NetworkPolicy") {
        let mut open = ports_of(&policy["spec"]["ingress"][0]["ports"]);
        if file.ends_with("runtime/networkpolicy.yaml") {
            assert!(open.is_disjoint(&annotated), "a policy that lets in everyone makes Gardener's moot");
            open.extend(&annotated);
        }
        assert_eq!(open, listened, "{}", file.display());
    }
}

fn ports_of(ports: &Value) -> BTreeSet<u64> {
    ports.as_array().unwrap().iter().map(|port| port["port"].as_u64().unwrap()).collect()
}

/// Each `apply` would set back what the autoscaler has decided, or fail because of it.
#[test]
fn the_autoscaler_alone_decides_the_number_of_replicas() {
    let scaled: Vec<Value> = of_kind("HorizontalPodAutoscaler")
        .into_iter()
        .map(|(_, it)| it["spec"]["scaleTargetRef"]["name"].clone())
        .collect();
    for (file, deployment) in of_kind("Deployment") {
        assert!(scaled.contains(&deployment["metadata"]["name"]));
        assert!(deployment["spec"]["replicas"].is_null(), "{}", file.display());
    }
}

/// Returns every value of a key, at any depth.
fn values<'a>(key: &str, value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get(key));
            members.values().for_each(|value| values(key, value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| values(key, value, found)),
        _ => {}
    }
}

/// A release changes the version of the workspace, and all of these with it.
#[test]
fn versions_are_those_of_the_workspace() {
    let deploy = root().join("deploy");
    for (file, keys) in [
        ("Chart.yaml", &["version", "appVersion"][..]),
        ("kustomize/base/kustomization.yaml", &["newTag"]),
        ("gardener/extension.yaml", &["ref"]),
        ("gardener/component-descriptor.yaml", &["version", "imageReference"]),
    ] {
        let document: Value = serde_yaml::from_str(&fs::read_to_string(deploy.join(file)).unwrap()).unwrap();
        let mut found = Vec::new();
        keys.iter().for_each(|key| values(key, &document, &mut found));
        assert!(found.len() >= keys.len(), "{file}");
        for version in found {
            let version = version.as_str().unwrap().rsplit(':').next();
            assert_eq!(version, Some(env!("CARGO_PKG_VERSION")), "{file}");
        }
    }
}

/// Server-side apply merges ports by number and protocol, and some API server versions do not default the protocol before that.
#[test]
fn ports_have_a_protocol() {
    let services = of_kind("Service");
    let services = services.iter().filter_map(|(_, service)| service["spec"]["ports"].as_array());
    let deployments = of_kind("Deployment");
    let containers = deployments.iter().flat_map(|(_, deployment)| containers(deployment));
    let ports: Vec<&Value> =
        services.chain(containers.filter_map(|container| container["ports"].as_array())).flatten().collect();
    assert!(ports.len() > 3);
    for port in ports {
        assert_eq!(port["protocol"], "TCP", "{port}");
    }
}

/// An empty selector matches every pod in the namespace.
#[test]
fn selectors_match_only_the_server() {
    let expected = serde_json::json!({"app.kubernetes.io/name": "rootstock-server"});
    for (kind, pointer) in
        [("NetworkPolicy", "/spec/podSelector/matchLabels"), ("PodDisruptionBudget", "/spec/selector/matchLabels")]
    {
        for (file, document) in of_kind(kind) {
            assert_eq!(document.pointer(pointer), Some(&expected), "{}", file.display());
        }
    }
}

#[test]
fn the_webhook_configuration_matches_the_server_and_fails_open() {
    let mut forms = BTreeSet::new();
    for (file, configuration) in of_kind("ValidatingWebhookConfiguration") {
        for webhook in configuration["webhooks"].as_array().unwrap() {
            let client = &webhook["clientConfig"];
            match client["url"].as_str() {
                Some(url) => {
                    assert!(url.starts_with("https://") && url.ends_with("/validate"), "{url}");
                    forms.insert("url");
                    continue;
                }
                None => assert_eq!(client["service"]["path"], "/validate"),
            }
            forms.insert("service");
            assert_eq!(webhook["failurePolicy"], "Ignore", "{}", file.display());
            assert_eq!(webhook["sideEffects"], "None");
            assert_eq!(strings(&webhook["admissionReviewVersions"]), ["v1"]);
            assert!(webhook["matchConditions"][0]["expression"].as_str().unwrap().contains("oldObject.spec"));
            assert_eq!(strings(&webhook["rules"][0]["apiGroups"]), ["core.gardener.cloud"]);
        }
    }
    assert_eq!(forms, ["service", "url"].into());
}

/// The permissions match the requests that the server sends.
#[test]
fn permissions_match_the_requests_of_the_server() {
    let roles = of_kind("ClusterRole");
    assert_eq!(roles.len(), 1);
    let rules: Vec<String> = roles[0].1["rules"].as_array().unwrap().iter().map(Value::to_string).collect();
    insta::assert_snapshot!(rules.join("\n"), @r#"
    {"apiGroups":["core.gardener.cloud"],"resources":["cloudprofiles","namespacedcloudprofiles","shoots"],"verbs":["list","watch"]}
    {"apiGroups":["authentication.k8s.io"],"resources":["tokenreviews"],"verbs":["create"]}
    {"apiGroups":["authorization.k8s.io"],"resources":["subjectaccessreviews"],"verbs":["create"]}
    "#);
}

#[test]
fn pods_are_unprivileged() {
    for (file, deployment) in of_kind("Deployment") {
        if !file.ends_with("base/deployment.yaml") {
            continue;
        }
        let pod = &deployment["spec"]["template"]["spec"];
        assert_eq!(pod["securityContext"]["runAsNonRoot"], true);
        assert_eq!(pod["securityContext"]["seccompProfile"]["type"], "RuntimeDefault");
        // Longer than the drain delay of 8 seconds and the following 25 seconds for requests in progress.
        assert!(pod["terminationGracePeriodSeconds"].as_u64().unwrap() > 33);
        for container in containers(&deployment) {
            let context = &container["securityContext"];
            assert_eq!(context["allowPrivilegeEscalation"], false);
            assert_eq!(context["readOnlyRootFilesystem"], true);
            assert_eq!(strings(&context["capabilities"]["drop"]), ["ALL"]);
        }
    }
    let containerfile = fs::read_to_string(root().join("Containerfile")).unwrap();
    assert!(containerfile.contains("FROM scratch\n") && containerfile.contains("USER 65532:65532\n"));
}

/// The mounted configuration is valid and has no settings.
#[test]
fn the_mounted_configuration_is_valid() {
    let file = format!("--config={}", root().join("deploy/kustomize/base/rootstock.toml").display());
    let arguments = Arguments::try_parse_from(["rootstock-server", "--profiles=x", &file]).unwrap();
    assert!(arguments.configuration(&rootstock_providers::registry().unwrap()).is_ok());
}
