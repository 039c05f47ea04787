//! Recorded reviews of an API server, and their answers.

use std::fs;
use std::io::Read as _;
use std::net::SocketAddr;

use serde_json::Value;

use crate::client::{Running, fixtures, send, start, start_with_files};

/// Sends a review to a server, and returns the answer.
async fn review(running: &Running, body: &[u8]) -> Value {
    review_at(running.webhook, body).await
}

/// Sends a review to a webhook address, and returns the answer.
pub(crate) async fn review_at(webhook: SocketAddr, body: &[u8]) -> Value {
    let head = format!(
        "POST /validate?timeout=10s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let answer = send(webhook, &[head.as_bytes(), body].concat()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

fn recorded() -> Vec<(String, Vec<u8>)> {
    let folder = fixtures().join("reviews");
    let mut found = Vec::new();
    for folder in [folder.clone(), folder.join("kubernetes-1.20")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(fixtures().join("reviews")).unwrap().display().to_string();
            if path.is_dir() || !name.contains("-main") && !name.contains("-status") {
                continue;
            }
            let mut bytes = fs::read(&path).unwrap();
            if name.ends_with(".gz") {
                let mut text = Vec::new();
                flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut text).unwrap();
                bytes = text;
            }
            found.push((name, bytes));
        }
    }
    found.sort();
    found
}

/// Lists one line per review, with the operation and the answer. The answers do not depend on the current time: the recorded
/// objects have no dates in the near future.
#[tokio::test]
async fn recorded_reviews_are_answered() {
    let running = start(&["--at=2026-11-22T00:00:00Z"]).await;
    let mut lines = String::new();
    for (name, body) in recorded() {
        let asked: Value = serde_json::from_slice(&body).unwrap();
        let answer = review(&running, &body).await;
        assert_eq!((&answer["kind"], &answer["apiVersion"]), (&asked["kind"], &asked["apiVersion"]));
        let response = &answer["response"];
        assert_eq!(response["uid"], asked["request"]["uid"]);
        lines.push_str(&format!("{name}: {}\n", if response["allowed"] == true { "allowed" } else { "denied" }));
        for cause in response["status"]["details"]["causes"].as_array().into_iter().flatten() {
            lines.push_str(&format!(
                "  - {}: {}\n",
                cause["field"].as_str().unwrap(),
                cause["message"].as_str().unwrap()
            ));
        }
        for warning in response["warnings"].as_array().into_iter().flatten() {
            lines.push_str(&format!("  ! {}\n", warning.as_str().unwrap()));
        }
    }
    insta::assert_snapshot!(lines);
}

/// Returns a recorded creation of a profile, with replacements in its text.
fn create(changes: &[(&str, &str)]) -> Value {
    let body = fs::read_to_string(fixtures().join("reviews/002-create-cloudprofiles-main.json")).unwrap();
    let body = changes.iter().fold(body, |body, (from, to)| {
        assert!(body.contains(from), "{from}");
        body.replace(from, to)
    });
    serde_json::from_str(&body).unwrap()
}

async fn answer(running: &Running, asked: &Value) -> Value {
    review(running, asked.to_string().as_bytes()).await["response"].take()
}

#[tokio::test]
async fn a_denial_has_a_cause_for_each_finding() {
    let running = start(&["--at=2026-11-22T00:00:00Z"]).await;
    let asked = create(&[(r#""cpu":"2","#, r#""cpu":"-2","#), (r#""version":"1.34.1""#, r#""version":"1.34""#)]);
    insta::assert_json_snapshot!(answer(&running, &asked).await);
}

#[tokio::test]
async fn long_names_are_shortened_in_denials() {
    let running = start(&["--at=2026-11-22T00:00:00Z"]).await;
    let name = format!(r#""name":"{}""#, "x".repeat(40_000));
    let response =
        answer(&running, &create(&[(r#""cpu":"2","#, r#""cpu":"-2","#), (r#""name":"workshop""#, &name)])).await;
    assert_eq!(response["allowed"], false);
    assert!(response.to_string().len() < 10_000, "{} bytes", response.to_string().len());
}

/// Values of the object and names in it may be as long as the object itself.
#[tokio::test]
async fn long_values_are_shortened_in_denials() {
    let running = start(&["--at=2026-11-22T00:00:00Z"]).await;
    let long = "1.".repeat(40_000);
    for part in [
        (r#""version":"1.34.1""#, format!(r#""version":"{long}""#)),
        (r#""cpu":"2","#, format!(r#""cpu":"{long}","#)),
        (r#""cpu":"2","#, format!(r#""cpu":"2","{long}":true,"#)),
        (r#""architecture":["amd64"],"#, format!(r#""architecture":["amd64"],"{long}":["a"],"#)),
    ] {
        let response = answer(&running, &create(&[(part.0, &part.1)])).await;
        let causes = response["status"]["details"]["causes"].as_array().map_or(0, Vec::len);
        let length = response.to_string().len();
        assert!(length < 4_000 * (causes + 1), "{length} bytes for {causes} causes, {}", part.0);
        assert!(response["allowed"] == true || !response["status"]["details"]["causes"][0]["message"].is_null());
    }
}

#[tokio::test]
async fn severities_of_the_configuration_apply_to_reviews() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("rootstock.toml");
    let asked = create(&[(
        r#""architecture":["amd64"],"hostType":["virtual"],"storageAccess":["NVMe"]},"cpu":"16""#,
        r#""architecture":["arm64"],"hostType":["metal"]},"cpu":"16""#,
    )]);
    let outcome = |response: &Value| {
        let rules = |what: &str| {
            response["auditAnnotations"][what].as_str().unwrap_or_default().contains("machine-type-without-image")
        };
        (response["allowed"].clone(), rules("deniedBy"), rules("warnedBy"))
    };
    for (severity, expected) in
        [("warning", (true, false, true)), ("off", (true, false, false)), ("error", (false, true, false))]
    {
        fs::write(&file, format!("[severity]\nmachine-type-without-image = \"{severity}\"\n")).unwrap();
        let running = start(&[&format!("--config={}", file.display())]).await;
        let (allowed, denied_by, warned_by) = outcome(&answer(&running, &asked).await);
        assert_eq!((allowed.as_bool().unwrap(), denied_by, warned_by), expected, "{severity}");
    }
}

#[tokio::test]
async fn broken_invariants_of_the_configuration_apply_to_reviews() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("rootstock.toml");
    for (severity, allowed) in [("warning", true), ("error", false)] {
        let invariant = "[[invariants]]\nthat = \"every worker has the image no-such-image\"\n";
        fs::write(&file, format!("[severity]\ninvariant-broken = \"{severity}\"\n{invariant}")).unwrap();
        let running = start(&[&format!("--config={}", file.display())]).await;
        let response = answer(&running, &create(&[])).await;
        assert_eq!(response["allowed"], allowed, "{response:#}");
        assert!(response.to_string().contains("does not hold for a worker on machine type"), "{response:#}");
    }
}

#[tokio::test]
async fn unknown_references_are_warnings() {
    let running = start(&["--at=2026-11-22T00:00:00Z"]).await;
    for (file, rule) in [
        ("011-create-namespacedcloudprofiles-main.json", "parent-unknown"),
        ("012-create-shoots-main.json", "shoot-without-profile"),
    ] {
        let body = fs::read_to_string(fixtures().join("reviews").join(file)).unwrap().replace("workshop", "elsewhere");
        let response = review(&running, body.as_bytes()).await["response"].take();
        assert_eq!(response["allowed"], true, "{response:#}");
        assert_eq!(response["auditAnnotations"]["warnedBy"], rule, "{response:#}");
        // Users of an API server give no inputs.
        assert!(!response["warnings"].to_string().contains("inputs"), "{response:#}");
    }
}

/// Returns a recorded profile's update that removes Kubernetes 1.33.5.
fn remove_a_version() -> Value {
    let mut asked = create(&[]);
    let request = &mut asked["request"];
    request["operation"] = "UPDATE".into();
    request["oldObject"] = request["object"].clone();
    request["object"]["spec"]["kubernetes"]["versions"].as_array_mut().unwrap().pop();
    asked
}

fn shoot(name: &str, version: &str) -> String {
    format!(
        "---\napiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{namespace: garden-x, name: {name}}}\n\
         spec: {{cloudProfile: {{name: workshop}}, kubernetes: {{version: {version}}}, provider: {{type: local}}, region: local}}\n"
    )
}

#[tokio::test]
async fn versions_in_use_cannot_be_removed() {
    let asked = remove_a_version();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("shoots.yaml");
    fs::write(&file, shoot("pear", "1.33.5")).unwrap();
    let users = format!("--shoots={}", file.display());
    for (more, allowed) in [(&[][..], true), (&[users.as_str()][..], false)] {
        let running = start(&[&["--at=2026-11-22T00:00:00Z"], more].concat()).await;
        let response = answer(&running, &asked).await;
        assert_eq!(response["allowed"], allowed, "{response:#}");
    }
}

/// The only user of the removed version comes after more Shoots than are checked.
#[tokio::test]
async fn versions_in_use_cannot_be_removed_from_large_fleets() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("shoots.yaml");
    let others: String = (0..2_100).map(|number| shoot(&format!("apple-{number}"), "1.34.1")).collect();
    fs::write(&file, others + &shoot("zucchini", "1.33.5")).unwrap();
    let running = start(&["--at=2026-11-22T00:00:00Z", &format!("--shoots={}", file.display())]).await;
    let response = answer(&running, &remove_a_version()).await;
    assert_eq!(response["allowed"], false, "{response:#}");
    assert!(response["status"]["message"].as_str().unwrap().contains("garden-x/zucchini"), "{response:#}");
    let note = "the change affects 2101 Shoots; 2000 of them were checked, with all versions that they use";
    assert!(response["warnings"].as_array().unwrap().contains(&note.into()), "{response:#}");
}

/// Returns an update of the recorded profile by a change of its specification.
fn update(change: impl FnOnce(&mut Value)) -> Value {
    let mut asked = create(&[]);
    let request = &mut asked["request"];
    request["operation"] = "UPDATE".into();
    request["oldObject"] = request["object"].clone();
    change(&mut request["object"]["spec"]);
    asked
}

fn shoot_with_pool(name: &str, kind: &str, profile: &str, machine_type: &str) -> String {
    format!(
        "---\napiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{namespace: garden-x, name: {name}}}\n\
         spec:\n  cloudProfile: {{kind: {kind}, name: {profile}}}\n  kubernetes: {{version: 1.34.1}}\n  region: local\n  \
         provider: {{type: local, workers: [{{name: pool, machine: {{type: {machine_type}, image: {{name: bench, version: \
         2.1.0}}}}}}]}}\n"
    )
}

/// Starts a server with Shoots that use the recorded profile, one of them through a NamespacedCloudProfile.
async fn start_with_pools(directory: &tempfile::TempDir) -> Running {
    let (shoots, child) = (directory.path().join("shoots.yaml"), directory.path().join("child.yaml"));
    let texts = [
        shoot_with_pool("apple", "CloudProfile", "workshop", "lathe"),
        shoot_with_pool("pear", "CloudProfile", "workshop", "lathe"),
        shoot_with_pool("quince", "NamespacedCloudProfile", "own", "saw"),
    ];
    fs::write(&shoots, texts.concat()).unwrap();
    let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {namespace: garden-x, \
                name: own}\nspec: {parent: {kind: CloudProfile, name: workshop}}\n";
    fs::write(&child, text).unwrap();
    let (shoots, child) = (format!("--shoots={}", shoots.display()), format!("--profiles={}", child.display()));
    start_with_files(&[], &[], &["--at=2026-11-22T00:00:00Z", &shoots, &child]).await
}

/// A change of a profile's `spec`.
type Change = fn(&mut Value);

/// The losses of Shoots are warnings, because Gardener accepts the changes.
#[tokio::test]
async fn losses_of_shoots_are_warnings() {
    let directory = tempfile::tempdir().unwrap();
    let running = start_with_pools(&directory).await;
    let cases: [(&str, Change); 4] = [
        ("a machine type in use is removed", |spec| _ = spec["machineTypes"].as_array_mut().unwrap().remove(0)),
        ("a machine type in use no longer fits", |spec| {
            spec["machineTypes"][0]["capabilities"]["architecture"] = serde_json::json!(["arm64"]);
            spec["machineTypes"][0]["capabilities"]["hostType"] = serde_json::json!(["metal"]);
        }),
        ("a machine type that is used through a NamespacedCloudProfile is removed", |spec| {
            _ = spec["machineTypes"].as_array_mut().unwrap().remove(3);
        }),
        ("a machine type is added", |spec| {
            let mut added = spec["machineTypes"][0].clone();
            added["name"] = "plane".into();
            spec["machineTypes"].as_array_mut().unwrap().push(added);
        }),
    ];
    let mut lines = String::new();
    for (what, change) in cases {
        let response = answer(&running, &update(change)).await;
        assert_eq!(response["allowed"], true, "{what}: {response:#}");
        lines.push_str(&format!("{what}\n"));
        for warning in response["warnings"].as_array().into_iter().flatten() {
            lines.push_str(&format!("  ! {}\n", warning.as_str().unwrap()));
        }
    }
    insta::assert_snapshot!(lines);
}
