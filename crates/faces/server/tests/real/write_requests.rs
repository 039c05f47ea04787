//! All kinds of write requests, and whether the API server calls the webhook for them.

use std::time::Instant;

use rootstock_sample_profiles::{LargeProfile, Scale};
use serde_json::{Value, json};

use crate::client::MATCH_CONDITIONS;
use crate::garden::{Garden, wait_until};
use crate::objects::{PROFILES, broken, collection, list_role, profile, set_up, shoot};

const REVIEWS: &str = "rootstock_reviews_total{";
const CREATE: &str = "operation=\"create\"";
const UPDATE: &str = "operation=\"update\"";

/// Returns another valid profile of the same name.
fn other(name: &str) -> Value {
    let mut profile = profile(name);
    profile["spec"]["kubernetes"]["versions"].as_array_mut().unwrap().push(json!({"version": "1.34.0"}));
    profile
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn writes_that_change_the_specification_are_reviewed() {
    let garden = Garden::start().await;
    let has_conditions = garden.plane.minor().await >= MATCH_CONDITIONS;
    let admin = &garden.admin;
    let place = format!("{PROFILES}/orchard");
    // Checks the number of reviews for a write request, and its status.
    macro_rules! expect {
        ($what:literal, $write:expr, $status:literal, $reviews:expr, $labels:expr) => {{
            let before = garden.metric_sum(REVIEWS, $labels).await;
            let response = $write.await;
            assert_eq!(response.status, $status, "{}: {}", $what, response.text);
            let reviews = garden.metric_sum(REVIEWS, $labels).await - before;
            // Old API servers repeat the review of some updates, because their cache may be stale.
            let expected = f64::from($reviews);
            let is_expected = reviews == expected || !has_conditions && reviews == 2.0 * expected;
            assert!(is_expected, "{}: {reviews} reviews", $what);
            println!("{}: {}, {reviews} reviews", $what, response.status);
            response
        }};
    }
    // Without match conditions, the API server also calls the webhook for updates that leave the specification unchanged.
    let unless_conditions = if has_conditions { 0 } else { 1 };
    let dry = "dry_run=\"true\"";

    expect!("create, broken", admin.write("POST", PROFILES, &broken("orchard")), 422, 1, &[CREATE, "denied"]);
    assert_eq!(admin.read(&place).await.status, 404);
    let url = format!("{PROFILES}?dryRun=All");
    expect!("dry create", admin.write("POST", &url, &profile("orchard")), 201, 1, &[CREATE, "allowed", dry]);
    expect!("dry create, broken", admin.write("POST", &url, &broken("orchard")), 422, 1, &[CREATE, "denied", dry]);
    assert_eq!(admin.read(&place).await.status, 404);
    expect!("create", admin.write("POST", PROFILES, &profile("orchard")), 201, 1, &[CREATE, "allowed"]);

    let version = admin.read(&place).await.body["metadata"]["resourceVersion"].clone();
    let versioned = |mut object: Value| {
        object["metadata"]["resourceVersion"] = version.clone();
        object
    };
    expect!("update, broken", admin.write("PUT", &place, &versioned(broken("orchard"))), 422, 1, &[UPDATE, "denied"]);
    expect!("update", admin.write("PUT", &place, &versioned(other("orchard"))), 200, 1, &[UPDATE, "allowed"]);
    expect!("update of an old version", admin.write("PUT", &place, &versioned(profile("orchard"))), 409, 0, &[UPDATE]);
    let labels = json!({"metadata": {"labels": {"a": "b"}}});
    expect!("labels", admin.merge(&place, &labels), 200, unless_conditions, &[UPDATE]);
    let status = json!({"status": {"x": 1}});
    expect!("status", admin.merge(&format!("{place}/status"), &status), 200, 0, &[]);
    let patch = json!({"spec": broken("orchard")["spec"]});
    expect!("merge patch, broken", admin.merge(&place, &patch), 422, 1, &[UPDATE, "denied"]);
    expect!("dry merge patch, broken", admin.merge(&format!("{place}?dryRun=All"), &patch), 422, 1, &[UPDATE, dry]);

    let applied = format!("{PROFILES}/applied");
    expect!("apply, new", admin.apply(&applied, &profile("applied")), 201, 1, &[CREATE, "allowed"]);
    expect!("apply, other", admin.apply(&applied, &other("applied")), 200, 1, &[UPDATE, "allowed"]);
    expect!("apply, broken", admin.apply(&applied, &broken("applied")), 422, 1, &[UPDATE, "denied"]);
    let dry_place = format!("{applied}?dryRun=All");
    expect!("dry apply, broken", admin.apply(&dry_place, &broken("applied")), 422, 1, &[UPDATE, "denied", dry]);
    expect!("apply, the same", admin.apply(&applied, &other("applied")), 200, unless_conditions, &[UPDATE]);

    // An object that is already broken can be labelled and deleted.
    let mut old = set_up(broken("old"));
    old["metadata"]["finalizers"] = json!(["rootstock.dev/trial"]);
    admin.create_unreviewed(PROFILES, old).await;
    let old = format!("{PROFILES}/old");
    let unlabelled = json!({"metadata": {"labels": null}});
    expect!("a label of what is broken", admin.merge(&old, &unlabelled), 200, unless_conditions, &[UPDATE]);
    expect!("delete, with finalizers", admin.delete(&old), 200, 0, &[]);
    let unbound = json!({"metadata": {"finalizers": null}});
    expect!("the last finalizer", admin.merge(&old, &unbound), 200, unless_conditions, &[UPDATE]);
    assert_eq!(admin.read(&old).await.status, 404);
    expect!("delete", admin.delete(&place), 200, 0, &[]);
    expect!("delete, applied", admin.delete(&applied), 200, 0, &[]);

    // Namespaces of projects, and others.
    admin.project("garden-dev").await;
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "elsewhere"}});
    assert!(admin.write("POST", "/api/v1/namespaces", &namespace).await.is_success());
    let path = collection("shoots", "garden-dev");
    expect!("a Shoot", admin.write("POST", &path, &shoot("garden-dev", "pear")), 201, 1, &["Shoot", CREATE]);
    let path = collection("shoots", "elsewhere");
    expect!("a Shoot in no project", admin.write("POST", &path, &shoot("elsewhere", "pear")), 201, 0, &[]);
    assert_eq!(garden.metric_sum("rootstock_panics_total", &[]).await, 0.0);
    garden.end().await;
}

/// A profile of 1.4 MB: etcd's limit is 1.5 MiB, and the review of an update contains it twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn largest_profile_for_etcd_is_reviewed() {
    let garden = Garden::start().await;
    let admin = &garden.admin;
    let text = LargeProfile::new(Scale::percent(135)).to_json().unwrap();
    println!("{} bytes", text.len());
    assert!((1_350_000..1_450_000).contains(&text.len()), "{}", text.len());
    let mut large: Value = serde_json::from_str(&text).unwrap();
    let place = format!("{PROFILES}/{}", large["metadata"]["name"].as_str().unwrap());
    macro_rules! timed {
        ($what:literal, $write:expr, $status:literal) => {{
            let start = Instant::now();
            let response = $write.await;
            println!("{}: {} after {:.2} s", $what, response.status, start.elapsed().as_secs_f32());
            assert_eq!(response.status, $status, "{}: {}", $what, response.text);
            response
        }};
    }
    let judged = garden.metric_sum(REVIEWS, &["allowed"]).await + garden.metric_sum(REVIEWS, &["warned"]).await;
    let version = |response: &Value| response["metadata"]["resourceVersion"].clone();
    let created = timed!("create", admin.write("POST", PROFILES, &large), 201);
    large["metadata"]["resourceVersion"] = version(&created.body);
    large["spec"]["machineTypes"].as_array_mut().unwrap().pop();
    let updated = timed!("update", admin.write("PUT", &place, &large), 200);
    large["metadata"]["resourceVersion"] = version(&updated.body);
    let first = large["spec"]["kubernetes"]["versions"][0].clone();
    let mut bad = large.clone();
    bad["spec"]["kubernetes"]["versions"].as_array_mut().unwrap().push(first);
    timed!("update, broken", admin.write("PUT", &place, &bad), 422);
    timed!("delete", admin.delete(&place), 200);
    large["metadata"].as_object_mut().unwrap().remove("resourceVersion");
    timed!("apply", admin.apply(&place, &large), 201);
    large["spec"]["machineTypes"].as_array_mut().unwrap().pop();
    timed!("apply, other", admin.apply(&place, &large), 200);
    let now = garden.metric_sum(REVIEWS, &["allowed"]).await + garden.metric_sum(REVIEWS, &["warned"]).await;
    assert_eq!(now - judged, 4.0);
    // The watch delivers it as well.
    garden.plane.allow("alice", None, &list_role(&["cloudprofiles"])).await;
    let name = large["metadata"]["name"].as_str().unwrap();
    wait_until("the large profile", async || garden.ask_as("alice", "/api/v1/state").await.1.contains(name)).await;
    assert!(garden.is_ready().await);
    garden.end().await;
}
