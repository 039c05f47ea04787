//! Pages for users.

use rstest::rstest;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::client::{Running, get, start_with_files};

async fn start_garden() -> Running {
    let profiles = ["profiles/orchard.yaml", "profiles/nursery.yaml", "children/arboretum.yaml"];
    start_with_files(&profiles, &["shoots/fleet.yaml"], &[]).await
}

const AT: &str = "at=2026-06-01T00:00:00Z";

#[rstest]
#[case("/", &["href=\"/profiles/orchard?at=2026-06-01T00:00:00Z\"", "garden-dev/arboretum"])]
#[case("/profiles/orchard", &["id=\"p0-compatibility\"", "6 Shoots with 10 worker pools", "/api/v1/versions?profile=orchard"])]
#[case("/profiles/garden-dev/arboretum", &["NamespacedCloudProfile", "profile=garden-dev%2Farboretum"])]
#[tokio::test]
async fn page_runs_only_the_script_of_the_server(#[case] path: &str, #[case] parts: &[&str]) {
    let running = start_garden().await;
    let answer = get(running.api, &format!("{path}?{AT}")).await;
    let page = answer.text();
    assert_eq!((answer.status, &*answer.headers["content-type"]), (200, "text/html; charset=utf-8"));
    for part in parts {
        assert!(page.contains(part), "{part}: {page:.3000}");
    }
    let policy = &answer.headers["content-security-policy"];
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(
        (page.matches("<script").count(), page.matches("<style").count(), page.matches(" style=").count()),
        (1, 0, 0)
    );
    for loaded in ["<link rel=\"stylesheet\" href=\"", "<script src=\""] {
        let path = page.split_once(loaded).unwrap().1.split_once('"').unwrap().0;
        let asset = get(running.api, path).await;
        assert_eq!((asset.status, &*asset.headers["cache-control"]), (200, "public, max-age=31536000, immutable"));
    }
}

#[tokio::test]
async fn list_begins_with_profiles_that_need_attention() {
    let profiles = ["base/hcloud.yaml", "profiles/misnamed-fields.yaml", "profiles/orchard.yaml"];
    let running = start_with_files(&profiles, &[], &[]).await;
    let answer = get(running.api, &format!("/?{AT}")).await;
    let page = answer.text();
    let rows: Vec<&str> = page.split_once("<tbody>").unwrap().1.split("<tr>").skip(1).collect();
    for (row, (name, sign)) in rows.iter().zip([("x", "✖"), ("orchard", "▲"), ("hcloud", "none")]) {
        assert!(row.contains(&format!("<bdi>{name}</bdi>")) && row.contains(sign), "{row}");
    }
    assert!(rows.len() == 3 && page.contains("Profiles with errors come first"), "{page:.5000}");
}

#[tokio::test]
async fn unknown_pages_have_an_html_answer() {
    let running = start_garden().await;
    let answer = get(running.api, "/profiles/orchad").await;
    assert_eq!((answer.status, &*answer.headers["content-type"]), (404, "text/html; charset=utf-8"));
    assert!(answer.text().contains("did you mean <code>orchard</code>?"), "{}", answer.text());
    assert_eq!(get(running.api, "/profiles/orchard?semantic=gardener").await.status, 400);
}

#[rstest]
#[case("1.34.1", "/profiles/orchard#version//1.34.1")]
#[case("apple 2.1.0", "/profiles/orchard#version/apple/2.1.0")]
#[case("ladder", "/profiles/orchard#cell/ladder")]
#[case("dev/forced", "/profiles/orchard#shoot-garden-dev/forced")]
#[case("ARBOR", "/profiles/garden-dev/arboretum")]
#[tokio::test]
async fn search_result_links_to_its_place(#[case] search: &str, #[case] link: &str) {
    let running = start_garden().await;
    let page = get(running.api, &format!("/?search={}", search.replace(' ', "+"))).await;
    assert!(page.text().contains(&format!("<a href=\"{link}\">")), "{}", page.text());
    let none = get(running.api, "/?search=no+such+thing").await;
    assert!(none.text().contains("has a name with these words"));
}

#[tokio::test]
async fn findings_are_available_as_json() {
    let running = start_garden().await;
    let answer = get(running.api, &format!("/profiles/orchard?findings=true&{AT}")).await.json();
    assert_eq!(answer["schema"], "rootstock.check/v1");
}

/// A change of the state reaches clients through an open event stream.
#[tokio::test]
async fn state_change_sends_an_event() {
    let folder = tempfile::tempdir().unwrap();
    let profile = |name: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: {name}}}\nspec: {{type: local}}\n"
        )
    };
    let file = folder.path().join("profile.yaml");
    std::fs::write(&file, profile("one")).unwrap();
    let running = start_with_files(&[&file.to_string_lossy()], &["shoots/fleet.yaml"], &[]).await;
    let mut stream = TcpStream::connect(running.api).await.unwrap();
    stream.write_all(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n").await.unwrap();
    let mut seen = String::new();
    let mut changed = false;
    let versions = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.strip_prefix("data: ")).map(str::to_owned).collect()
    };
    while versions(&seen).len() < 2 {
        let mut bytes = [0; 4096];
        let length = stream.read(&mut bytes).await.unwrap();
        assert!(length > 0, "the answer has ended: {seen}");
        seen.push_str(std::str::from_utf8(&bytes[..length]).unwrap());
        if !changed && !versions(&seen).is_empty() {
            changed = true;
            std::fs::write(&file, profile("another")).unwrap();
        }
    }
    assert!(seen.contains("content-type: text/event-stream") && !seen.contains("content-encoding"));
    let sent_versions = versions(&seen);
    assert_ne!(sent_versions[0], sent_versions[1]);
    assert!(get(running.api, "/").await.text().contains(&format!("data-state=\"{}\"", sent_versions[1])));
    // The shutdown of the server ends the stream long before its lifetime.
    running.end.send_replace(true);
    running.ended.await.unwrap();
}
