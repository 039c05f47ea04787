//! The release of Gardener that Shoots name.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::client::{Answer, Running, fixtures, get, post, start_unready};
use crate::reviews::review_at;

const AT: &str = "at=2026-06-01T00:00:00Z";
const PROFILE: &str = "profiles/local-clean.yaml";
const GATE: &str = "CloudProfileCapabilities";

/// A profile with capabilities, whose gate is on since v1.146, and a Shoot of another profile.
struct Files(TempDir);

impl Files {
    fn new(version: &str) -> Self {
        let files = Self(tempfile::tempdir().unwrap());
        fs::copy(fixtures().join(PROFILE), files.path().join("profile.yaml")).unwrap();
        files.write_shoot(version);
        files
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write_shoot(&self, version: &str) {
        fs::write(self.path().join("shoot.yaml"), shoot(version)).unwrap();
    }

    async fn start(&self, more: &[String]) -> Running {
        let path = |option: &str, name: &str| format!("--{option}={}", self.path().join(name).display());
        let files = [path("profiles", "profile.yaml"), path("shoots", "shoot.yaml")];
        let running = start_unready(&[&files, more].concat()).await;
        while get(running.operations, "/readyz").await.status != 200 {
            tokio::task::yield_now().await;
        }
        running
    }
}

fn shoot(version: &str) -> String {
    let shoot = fs::read_to_string(fixtures().join("base/shoot.yaml")).unwrap();
    format!("{shoot}status: {{gardener: {{version: {version}}}}}\n")
}

/// Returns the release of an answer, its source, and the state of the gate.
fn settings(answer: &Answer) -> [Value; 3] {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let settings = &answer.json()["settings"];
    [settings["gardener"].clone(), settings["gardenerFrom"].clone(), settings["featureGates"][GATE].clone()]
}

async fn versions(running: &Running, query: &str) -> Answer {
    get(running.api, &format!("/api/v1/versions?profile=workshop&{AT}{query}")).await
}

/// Returns whether the webhook allows the profile to be created.
async fn is_allowed(running: &Running) -> bool {
    let text = fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    let profile: Value = serde_yaml::from_str(&text).unwrap();
    let review = json!({
        "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
        "request": {
            "uid": "1", "operation": "CREATE", "name": "workshop", "object": profile,
            "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "CloudProfile"},
            "resource": {"group": "core.gardener.cloud", "version": "v1beta1", "resource": "cloudprofiles"},
        },
    });
    review_at(running.webhook, review.to_string().as_bytes()).await["response"]["allowed"] == true
}

#[tokio::test]
async fn known_shoots_name_the_release_unless_it_is_set() {
    let files = Files::new("v1.145.3");
    let running = files.start(&[]).await;
    let named = versions(&running, "").await;
    assert_eq!(settings(&named), [json!("1.145.3"), json!("shoots"), json!(false)]);
    assert_eq!(settings(&versions(&running, "&gardener=1.149").await), [json!("1.149"), Value::Null, json!(true)]);
    let state = get(running.api, "/api/v1/state").await.json();
    assert_eq!((&state["gardener"], &state["gardenerFrom"]), (&json!("1.145.3"), &json!("shoots")));
    assert!(get(running.api, &format!("/profiles/workshop?{AT}")).await.text().contains("1.145.3"));
    assert!(!is_allowed(&running).await);
    // All of them move at once when a Shoot names a newer release.
    files.write_shoot("v1.146.0");
    let moved = async {
        while settings(&versions(&running, "").await)[0] != "1.146.0" {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), moved).await.unwrap();
    assert!(is_allowed(&running).await);
    assert_ne!(named.headers["etag"], versions(&running, "").await.headers["etag"]);
}

#[tokio::test]
async fn setting_of_the_server_precedes_the_shoots() {
    let running = Files::new("v1.145.3").start(&["--gardener=1.149".to_owned()]).await;
    assert_eq!(settings(&versions(&running, "").await), [json!("1.149"), Value::Null, json!(true)]);
    assert!(is_allowed(&running).await);
    let state = get(running.api, "/api/v1/state").await.json();
    assert_eq!((&state["gardener"], &state["gardenerFrom"]), (&json!("1.149"), &Value::Null));
}

#[tokio::test]
async fn shoots_in_the_body_precede_the_known_ones() {
    let running = Files::new("v1.145.3").start(&[]).await;
    let check = async |query: &str, body: String| {
        post(running.api, &format!("/api/v1/check?{AT}{query}"), body.as_bytes()).await
    };
    let profile = fs::read_to_string(fixtures().join(PROFILE)).unwrap();
    assert_eq!(settings(&check("", profile).await)[..2], [json!("1.145.3"), json!("shoots")]);
    assert_eq!(settings(&check("", shoot("v1.147.2")).await), [json!("1.147.2"), json!("shoots"), json!(true)]);
    assert_eq!(settings(&check("&gardener=1.149", shoot("v1.147.2")).await)[..2], [json!("1.149"), Value::Null]);
    let newer = check("", shoot("v1.160.0")).await;
    let note =
        "299 rootstock \"Gardener v1.160.0 is not known yet; the answer is that of v1.150, the newest known release\"";
    assert_eq!(newer.headers["warning"], note);
    let refused = check("&featureGates=VersionClassificationLifecycle=true", shoot("v1.136.0")).await;
    assert_eq!(refused.status, 400);
    insta::assert_snapshot!(refused.json()["detail"].as_str().unwrap());
}

/// A server cannot refuse to start because of a Shoot.
#[tokio::test]
async fn named_release_without_a_gate_that_is_set_is_not_used() {
    let files = Files::new("v1.136.0");
    let configuration = files.path().join("rootstock.toml");
    fs::write(&configuration, "[landscape]\nfeature-gates.VersionClassificationLifecycle = true\n").unwrap();
    let running = files.start(&[format!("--config={}", configuration.display())]).await;
    assert_eq!(settings(&versions(&running, "").await)[..2], [Value::Null, Value::Null]);
    let state = get(running.api, "/api/v1/state").await.json();
    assert_eq!(state["gardener"], "1.150");
    insta::assert_snapshot!(state["troubles"][0].as_str().unwrap());
}

/// The gate that an upgrade starts with is the one that is set, whatever the newest release has by default.
#[tokio::test]
async fn set_gate_that_equals_the_newest_default_applies_to_all_releases_of_an_upgrade() {
    let running = Files::new("v1.145.3").start(&[]).await;
    let profile = fs::read(fixtures().join("upgrade/profile.yaml")).unwrap();
    let path = format!("/api/v1/upgrade-check?{AT}&from=1.145&to=1.146&featureGates={GATE}%3Dtrue");
    let answer = post(running.api, &path, &profile).await;
    assert_eq!(settings(&answer)[2], json!(true));
    assert_eq!(answer.json()["changed"], json!(false), "{}", answer.text());
}

#[tokio::test]
async fn upgrade_starts_at_the_release_that_served_shoots_name() {
    let running = Files::new("v1.148.2").start(&[]).await;
    let profile = fs::read(fixtures().join("upgrade/profile.yaml")).unwrap();
    let upgrade = async |query: &str, body: &[u8]| {
        let answer = post(running.api, &format!("/api/v1/upgrade-check?{AT}&to=1.150{query}"), body).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        [answer.json()["from"].clone(), answer.json()["running"].clone()]
    };
    let of_shoot = json!({"from": "shoot", "shoot": "garden-dev/crazy-botany"});
    assert_eq!(upgrade("", &profile).await, [json!("1.148.2"), of_shoot.clone()]);
    assert_eq!(upgrade("", shoot("v1.147.1").as_bytes()).await, [json!("1.147.1"), of_shoot]);
    assert_eq!(upgrade("&gardener=1.149", &profile).await, [json!("1.149"), json!({"from": "settings"})]);
    // A gate is left out where it does not exist.
    let gate = "&gardener=1.136&featureGates=VersionClassificationLifecycle%3Dtrue";
    assert_eq!(upgrade(gate, &profile).await, [json!("1.136"), json!({"from": "settings"})]);
}

#[tokio::test]
async fn releases_that_are_not_known_are_troubles() {
    let running =
        Files::new("v1.148.2").start(&["--gardener=1.155".to_owned(), "--extension=aws=1.99".to_owned()]).await;
    let troubles = get(running.api, "/api/v1/state").await.json()["troubles"].clone();
    assert_eq!(
        troubles,
        json!([
            "Gardener v1.155 is not known yet; the answer is that of v1.150, the newest known release",
            "v1.99 of the extension for provider `aws` is not known yet; the answer is that of v1.73, the newest known release",
        ])
    );
    let page = get(running.api, &format!("/profiles/workshop?{AT}")).await;
    let expected = "as documented, for Gardener v1.155, with extensions aws v1.99";
    assert!(
        page.text().contains(expected) && page.text().contains("v1.73, the newest known release"),
        "{}",
        page.text()
    );
}
