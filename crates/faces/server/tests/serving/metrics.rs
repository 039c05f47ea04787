//! Metrics, and their use in alerts and in the dashboard.

use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::client::{Answer, fixtures, get, post, send, start_with_files};

/// Returns the names in a text that begin with the prefix of Rootstock's metrics.
fn names(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !is_part(c)).filter(|word| word.starts_with("rootstock_")).collect()
}

/// Returns the metrics for a client with this header.
async fn get_accepting(accepted: &str, address: SocketAddr) -> Answer {
    let head = format!("GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept: {accepted}\r\nConnection: close\r\n\r\n");
    send(address, head.as_bytes()).await
}

#[tokio::test]
async fn alerts_and_the_dashboard_use_existing_metrics() {
    let running =
        start_with_files(&["profiles/orchard.yaml", "profiles/nursery.yaml"], &["shoots/fleet.yaml"], &[]).await;
    let review = fs::read(fixtures().join("reviews/013-update-shoots-main.json")).unwrap();
    let head = format!(
        "POST /validate HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        review.len()
    );
    assert_eq!(send(running.webhook, &[head.as_bytes(), &review].concat()).await.status, 200);
    assert_eq!(post(running.webhook, "/elsewhere", b"").await.status, 404);
    assert_eq!(get(running.api, "/api/v1/usage").await.status, 200);
    let text = loop {
        let answer = get_accepting("application/openmetrics-text; version=1.0.0", running.operations).await;
        assert!(answer.headers["content-type"].starts_with("application/openmetrics-text"));
        if answer.text().contains("rootstock_findings") {
            break answer.text().to_owned();
        }
        tokio::task::yield_now().await;
    };
    assert!(text.ends_with("# EOF\n") && text.matches("# EOF").count() == 1);
    assert!(text.contains("# TYPE rootstock_build info\n"));
    for accepted in ["*/*", "text/plain;version=0.0.4;q=0.5"] {
        let answer = get_accepting(accepted, running.operations).await;
        assert_eq!(answer.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
        let plain = answer.text();
        assert!(plain.contains("# TYPE rootstock_build_info gauge\n"), "{plain}");
        assert!(plain.contains("# TYPE rootstock_reviews_total counter\n"), "{plain}");
        assert!(!plain.contains("# EOF") && !plain.contains("# UNIT"));
    }
    let samples: BTreeSet<&str> =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(['{', ' ']).next()).collect();
    let deploy = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../deploy/monitoring");
    for file in ["rules.yaml", "dashboard.json"] {
        let text = fs::read_to_string(deploy.join(file)).unwrap();
        let used = names(&text);
        assert!(used.len() > 6, "{used:?}");
        for name in used {
            assert!(samples.contains(name), "{file} uses {name}, which is not a metric of the server: {samples:#?}");
        }
    }
}

/// The metrics of a fleet match the answers of `usage`, `plan` and `versions`.
#[tokio::test]
async fn fleet_metrics_match_the_answers() {
    let running =
        start_with_files(&["profiles/orchard.yaml", "profiles/nursery.yaml"], &["shoots/fleet.yaml"], &[]).await;
    let text = loop {
        let answer = get(running.operations, "/metrics").await;
        if answer.text().contains("rootstock_findings") {
            break answer.text().to_owned();
        }
        tokio::task::yield_now().await;
    };
    for line in [
        r#"rootstock_shoots{profile="orchard",version="1.34.1",classification="supported"} 1"#,
        r#"rootstock_worker_pools{profile="orchard",image="apple",version="2.1.0",classification="supported"} 1"#,
        r#"rootstock_worker_pools{profile="orchard",image="aple",version="2.0.0",classification="missing"} 1"#,
        r#"rootstock_findings{profile="orchard",kind="CloudProfile",rule="image-without-active-version",severity="warning"} "#,
        r#"rootstock_maintenance{profile="orchard",subject="machine-image",image="aple",outcome="failed","#,
        r#"rootstock_version_expires_in_seconds{profile="nursery","#,
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

/// Shoots of a NamespacedCloudProfile count once, at the parent, with the classifications of their own profile.
#[tokio::test]
async fn projects_are_counted_at_the_parent() {
    let directory = tempfile::tempdir().unwrap();
    let head = "---\napiVersion: core.gardener.cloud/v1beta1\nkind:";
    let child = format!(
        "{head} NamespacedCloudProfile\nmetadata: {{namespace: garden-a, name: mine}}\nspec:\n  parent: {{kind: CloudProfile, name: \
         orchard}}\n  kubernetes: {{versions: [{{version: 1.34.1, expirationDate: \"2020-01-01T00:00:00Z\"}}]}}\n"
    );
    let shoot = |name: &str, kind: &str, profile: &str| {
        format!(
            "{head} Shoot\nmetadata: {{namespace: garden-a, name: {name}}}\nspec: {{cloudProfile: {{kind: {kind}, name: \
             {profile}}}, kubernetes: {{version: 1.34.1}}, region: local, provider: {{type: local}}}}\n"
        )
    };
    let shoots = [
        shoot("apple", "CloudProfile", "orchard"),
        shoot("pear", "NamespacedCloudProfile", "mine"),
        shoot("quince", "NamespacedCloudProfile", "mine"),
        shoot("stray", "NamespacedCloudProfile", "none"),
    ];
    let file = directory.path().join("shoots.yaml");
    fs::write(&file, shoots.concat()).unwrap();
    let parent = fs::read_to_string(fixtures().join("profiles/orchard.yaml")).unwrap();
    fs::write(directory.path().join("profiles.yaml"), parent + &child).unwrap();
    let profiles = format!("--profiles={}", directory.path().join("profiles.yaml").display());
    let running = start_with_files(&[], &[], &[&profiles, &format!("--shoots={}", file.display())]).await;
    let text = loop {
        let answer = get(running.operations, "/metrics").await;
        if answer.text().contains("rootstock_findings") {
            break answer.text().to_owned();
        }
        tokio::task::yield_now().await;
    };
    for (classification, count) in [("supported", 1), ("expired", 2)] {
        let labels = format!(r#"profile="orchard",version="1.34.1",classification="{classification}""#);
        assert!(text.contains(&format!("rootstock_shoots{{{labels}}} {count}\n")), "{text}");
    }
    assert!(!text.contains("mine") && !text.contains("garden-a"), "{text}");
}
