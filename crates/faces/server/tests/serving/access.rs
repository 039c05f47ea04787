//! Access control: authentication, and the isolation of projects.

use std::time::Duration;

use clap::Parser as _;
use rootstock_server::{Arguments, Failure, Server};
use rstest::rstest;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::api_server::ApiServer;
use crate::client::{Answer, Running, get, get_as, post_as, send, start_unready};

const SECRETS: [&str; 3] = ["garden-secret", "quince", "walled"];

fn shoot(namespace: &str, name: &str, profile: &Value) -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "metadata": {"namespace": namespace, "name": name},
        "spec": {"cloudProfile": profile, "region": "local", "kubernetes": {"version": "1.34.1"},
            "provider": {"type": "local", "workers": [{"name": "pool", "machine": {"type": "ladder",
                "image": {"name": "apple", "version": "1.0.0"}}}]}},
    })
}

fn orchard(versions: &[&str]) -> Value {
    let versions: Vec<Value> = versions.iter().map(|version| json!({"version": version})).collect();
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "orchard"},
        "spec": {
            "type": "local", "regions": [{"name": "local"}], "kubernetes": {"versions": versions},
            "machineTypes": [{"name": "ladder", "cpu": "2", "gpu": "0", "memory": "4Gi"}],
            "machineImages": [{"name": "apple", "versions": [{"version": "1.0.0", "cri": [{"name": "containerd"}]}]}],
        },
    })
}

fn namespaced(namespace: &str, name: &str) -> Value {
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": {"namespace": namespace, "name": name},
        "spec": {"parent": {"kind": "CloudProfile", "name": "orchard"}},
    })
}

/// A garden with two projects. alice is an operator, bob is in garden-open, carol is in neither; dave may not list CloudProfiles.
async fn garden() -> ApiServer {
    let server = ApiServer::start().await;
    server.set("cloudprofiles", orchard(&["1.34.1", "1.33.5"]));
    server.set("namespacedcloudprofiles", namespaced("garden-open", "meadow"));
    server.set("namespacedcloudprofiles", namespaced("garden-secret", "walled"));
    let global = json!({"kind": "CloudProfile", "name": "orchard"});
    server.set("shoots", shoot("garden-open", "pear", &global));
    server.set("shoots", shoot("garden-secret", "quince", &global));
    server.set(
        "shoots",
        shoot("garden-secret", "quince-2", &json!({"kind": "NamespacedCloudProfile", "name": "walled"})),
    );
    for name in ["alice", "bob", "carol", "dave"] {
        server.add_token(&format!("token-of-{name}"), name);
    }
    for name in ["alice", "bob", "carol"] {
        server.allow(name, "list", "cloudprofiles", "");
    }
    for resource in ["shoots", "namespacedcloudprofiles"] {
        server.allow("alice", "list", resource, "");
        server.allow("bob", "list", resource, "garden-open");
    }
    server
}

async fn start(server: &ApiServer, more: &[&str]) -> Running {
    let mut arguments = vec!["--cluster".to_owned(), format!("--kubeconfig={}", server.kubeconfig().display())];
    arguments.extend(more.iter().map(|one| (*one).to_owned()));
    let running = start_unready(&arguments).await;
    let ready = async {
        while get(running.operations, "/readyz").await.status != 200 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(20), ready).await.unwrap();
    running
}

async fn ask(running: &Running, name: &str, path: &str) -> Answer {
    get_as(&format!("token-of-{name}"), running.api, path).await
}

#[tokio::test]
async fn requests_without_a_valid_token_are_refused() {
    let server = garden().await;
    let running = start(&server, &[]).await;
    for path in ["/api/v1/state", "/api/v1/rules", "/openapi.json", "/", "/elsewhere"] {
        let answer = get(running.api, path).await;
        assert_eq!(
            (answer.status, answer.headers["www-authenticate"].as_str()),
            (401, "Bearer realm=\"garden\""),
            "{path}"
        );
        assert_eq!(ask(&running, "unknown", path).await.status, 401, "{path}");
        assert_eq!(ask(&running, "dave", path).await.status, 403, "{path}");
    }
    assert_eq!(ask(&running, "carol", "/api/v1/state").await.status, 200);
    // Probes and metrics are on another port.
    assert_eq!(get(running.operations, "/metrics").await.status, 200);
}

/// Browsers send no token with it.
#[tokio::test]
async fn a_preflight_request_needs_no_token() {
    let server = garden().await;
    let running = start(&server, &["--allow-origin=https://dashboard.example.org"]).await;
    let origin = "Host: localhost\r\nConnection: close\r\nOrigin: https://dashboard.example.org\r\n";
    let ask = async |method: &str, headers: &str| {
        let head = format!("{method} /api/v1/state HTTP/1.1\r\n{origin}{headers}\r\n");
        let answer = send(running.api, head.as_bytes()).await;
        assert_eq!(answer.headers["access-control-allow-origin"], "https://dashboard.example.org");
        answer.status
    };
    assert_eq!(ask("OPTIONS", "Access-Control-Request-Method: GET\r\n").await, 200);
    assert_eq!(ask("OPTIONS", "").await, 401);
    assert_eq!(ask("GET", "").await, 401);
    assert_eq!(ask("GET", "Authorization: Bearer token-of-alice\r\n").await, 200);
}

/// Asks every kind of question as a member of one project.
#[tokio::test]
async fn one_project_is_never_shown_to_another() {
    let server = garden().await;
    let running = start(&server, &[]).await;
    let questions = [
        "state",
        "usage",
        "plan",
        "plan?namespace=garden-secret",
        "plan-explain?namespace=garden-secret&name=quince",
        "plan-last",
        "upkeep-exposure?versions=apple@*",
        "usage?namespace=garden-secret",
        "versions?profile=orchard",
        "render?profile=garden-secret%2Fwalled",
        "images?profile=garden-secret%2Fwalled&machineType=ladder",
        "resolve?profile=orchard&shoot=garden-secret%2Fquince",
    ];
    for question in questions {
        for name in ["bob", "carol"] {
            let answer = ask(&running, name, &format!("/api/v1/{question}")).await;
            let asked = percent_encoding::percent_decode_str(question).decode_utf8().unwrap().into_owned();
            for secret in SECRETS {
                // The detail of a 403 or 404 may repeat the name in the request.
                let found = answer.text().matches(secret).count();
                let may = if matches!(answer.status, 403 | 404) { asked.matches(secret).count() } else { 0 };
                assert!(found <= may, "{question} for {name}: {}", answer.text());
            }
        }
    }
    let shoots = async |name: &str| ask(&running, name, "/api/v1/state").await.json()["shoots"].clone();
    assert_eq!((shoots("alice").await, shoots("bob").await, shoots("carol").await), (json!(3), json!(1), json!(0)));
    let names = async |name: &str| {
        let state = ask(&running, name, "/api/v1/state").await.json();
        let names = state["profiles"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("alice").await, "orchard meadow walled");
    assert_eq!((names("bob").await, names("carol").await), ("orchard meadow".to_owned(), "orchard".to_owned()));
    assert!(ask(&running, "alice", "/api/v1/plan").await.text().contains("quince"));
    assert!(ask(&running, "bob", "/api/v1/render?profile=garden-open%2Fmeadow").await.status == 200);
    assert_ne!(
        ask(&running, "alice", "/api/v1/usage").await.headers["etag"],
        ask(&running, "bob", "/api/v1/usage").await.headers["etag"]
    );
}

/// Without this, a user who loses access would read that nothing is going to happen.
#[tokio::test]
async fn a_namespace_that_the_caller_may_not_list_is_forbidden() {
    let server = garden().await;
    let running = start(&server, &[]).await;
    for (name, namespace, expected) in [
        ("alice", "garden-secret", 200),
        ("bob", "garden-open", 200),
        ("bob", "garden-secret", 403),
        ("bob", "garden-none", 403),
    ] {
        for question in ["plan", "usage"] {
            let answer = ask(&running, name, &format!("/api/v1/{question}?namespace={namespace}")).await;
            assert_eq!(answer.status, expected, "{name}, {namespace}: {}", answer.text());
        }
    }
    let refused = ask(&running, "bob", "/api/v1/plan?namespace=garden-secret").await;
    assert_eq!(refused.json()["detail"], "`bob` may not list Shoots in namespace `garden-secret`");
}

#[tokio::test]
async fn metrics_name_no_object_of_a_project() {
    let server = garden().await;
    let running = start(&server, &[]).await;
    let text = loop {
        let answer = get(running.operations, "/metrics").await;
        if answer.text().contains("rootstock_shoots{") {
            break answer.text().to_owned();
        }
        sleep(Duration::from_millis(20)).await;
    };
    assert!(!SECRETS.iter().any(|secret| text.contains(secret)), "{text}");
    let profiles = text.lines().filter_map(|line| line.split_once("profile=\"")?.1.split('"').next());
    assert!(profiles.clone().count() > 3 && profiles.clone().all(|profile| profile == "orchard"), "{text}");
}

/// The version of the state tells a member of one project nothing about another.
#[tokio::test]
async fn the_version_changes_only_with_visible_objects() {
    let server = garden().await;
    let running = start(&server, &[]).await;
    let version = async |name: &str| ask(&running, name, "/api/v1/state").await.json()["version"].clone();
    let (alice, bob) = (version("alice").await, version("bob").await);
    let global = json!({"kind": "CloudProfile", "name": "orchard"});
    server.set("shoots", shoot("garden-secret", "medlar", &global));
    while version("alice").await == alice {
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(version("bob").await, bob);
    let page = ask(&running, "bob", "/").await;
    assert!(page.text().contains(&format!("data-state={bob}")), "{}", page.text());
    server.set("shoots", shoot("garden-open", "medlar", &global));
    while version("bob").await == bob {
        sleep(Duration::from_millis(20)).await;
    }
}

/// Members of a project in a large garden choose a namespace, which takes a few access reviews.
#[tokio::test]
async fn members_choose_a_namespace_in_large_gardens() {
    let server = garden().await;
    let global = json!({"kind": "CloudProfile", "name": "orchard"});
    for number in 0..150 {
        server.set("shoots", shoot(&format!("garden-{number}"), "pear", &global));
    }
    let running = start(&server, &[]).await;
    let before = server.reviews();
    let list = ask(&running, "bob", "/").await;
    assert!(list.status == 200 && list.text().contains("name=\"namespace\""), "{}", list.text());
    for profile in ["orchard", "garden-open/meadow"] {
        assert_eq!(ask(&running, "bob", &format!("/profiles/{profile}")).await.status, 200, "{profile}");
    }
    assert_eq!(ask(&running, "bob", "/profiles/garden-secret/walled").await.status, 404);
    let chosen = ask(&running, "bob", "/profiles/orchard?namespace=garden-open").await;
    assert!(chosen.status == 200 && chosen.text().contains("pear"), "{}", chosen.text());
    assert!(chosen.text().contains("href=\"/?namespace=garden-open\""), "{}", chosen.text());
    for question in ["plan", "usage", "state"] {
        assert_eq!(ask(&running, "bob", &format!("/api/v1/{question}")).await.status, 403, "{question}");
        let answer = ask(&running, "bob", &format!("/api/v1/{question}?namespace=garden-open")).await;
        assert_eq!(answer.status, 200, "{question}: {}", answer.text());
    }
    let body = serde_json::to_vec(&orchard(&["1.33.5"])).unwrap();
    let check =
        post_as("token-of-bob", running.api, "/api/v1/check?operation=update&namespace=garden-open", &body).await;
    assert!(check.text().contains("garden-open/pear") && !check.text().contains("garden-1"), "{}", check.text());
    assert!(server.reviews() - before < 12, "{} reviews", server.reviews() - before);
    // Operators see everything without choosing.
    assert!(ask(&running, "alice", "/").await.text().contains(">153<"));
}

/// Manifests in a request are checked against the objects that their sender may see.
#[tokio::test]
async fn manifests_are_checked_against_visible_objects_only() {
    let server = garden().await;
    let running = start(&server, &[]).await;
    let body = serde_json::to_vec(&orchard(&["1.33.5"])).unwrap();
    for path in ["check?operation=update", "diff?profile=orchard"] {
        let found = async |name: &str| {
            let token = format!("token-of-{name}");
            let answer = post_as(&token, running.api, &format!("/api/v1/{path}"), &body).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
            answer.text().to_owned()
        };
        let (alice, bob) = (found("alice").await, found("bob").await);
        assert!(alice.contains("garden-secret"), "{alice}");
        assert!(!SECRETS.iter().any(|secret| bob.contains(secret)), "{bob}");
    }
    let mut sent = shoot("garden-secret", "quince", &json!({"kind": "CloudProfile", "name": "orchard"}));
    sent["spec"]["kubernetes"]["version"] = "1.33.5".into();
    let sent = sent.to_string();
    let rolls =
        async |name: &str| post_as(&format!("token-of-{name}"), running.api, "/api/v1/rolls", sent.as_bytes()).await;
    assert_eq!(rolls("alice").await.json()["shoots"][0]["isNew"], false);
    assert_eq!(rolls("bob").await.json()["shoots"][0]["isNew"], true);
}

#[tokio::test]
async fn a_revoked_token_is_refused() {
    let server = garden().await;
    let running = start(&server, &["--access-cache=0"]).await;
    assert_eq!(ask(&running, "bob", "/api/v1/state").await.status, 200);
    server.revoke_token("token-of-bob");
    assert_eq!(ask(&running, "bob", "/api/v1/state").await.status, 401);
}

#[tokio::test]
async fn reviews_are_cached() {
    let server = garden().await;
    let running = start(&server, &["--access-cache=60"]).await;
    let first = ask(&running, "bob", "/api/v1/state").await;
    let reviews = server.reviews();
    assert!(reviews > 2);
    assert_eq!(ask(&running, "bob", "/api/v1/state").await.json(), first.json());
    assert_eq!(server.reviews(), reviews);
}

/// Access control fails closed.
#[tokio::test]
async fn access_is_refused_while_the_api_server_is_down() {
    let mut server = garden().await;
    let running = start(&server, &["--access-cache=0"]).await;
    assert_eq!(ask(&running, "alice", "/api/v1/state").await.status, 200);
    server.stop().await;
    assert_eq!(ask(&running, "alice", "/api/v1/state").await.status, 503);
}

#[rstest]
#[case::files(&["--profiles=/nowhere", "--api-address=0.0.0.0:0"], "requests would not be authenticated")]
#[case::plain(&["--cluster", "--api-address=0.0.0.0:0"], "would serve plain HTTP")]
#[tokio::test]
async fn listening_beyond_loopback_is_refused_without_authentication_and_tls(
    #[case] more: &[&str],
    #[case] found: &str,
) {
    let all = ["rootstock-server", "--webhook-address=127.0.0.1:0", "--operations-address=127.0.0.1:0"];
    let arguments = Arguments::try_parse_from(all.iter().chain(more).copied()).unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let configuration = arguments.configuration(&registry).unwrap();
    let why = Server::open(&arguments, registry, configuration).await.unwrap_err();
    assert!(matches!(why, Failure::Open { .. } | Failure::Plain { .. }) && why.to_string().contains(found), "{why}");
}
