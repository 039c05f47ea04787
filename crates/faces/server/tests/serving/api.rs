//! Questions over HTTP, and their answers in the form of the command line.

use std::fs;
use std::io::Read as _;
use std::path::PathBuf;

use rstest::rstest;
use serde_json::{Value, json};

use crate::client::{Answer, Running, fixtures, get, post, send, start, start_with_files};

const AT: &str = "at=2026-06-01T00:00:00Z";

/// Starts a server with a few profiles, and Shoots of one of them.
async fn start_garden() -> Running {
    let profiles =
        ["profiles/orchard.yaml", "profiles/nursery.yaml", "profiles/harbour.yaml", "children/arboretum.yaml"];
    start_with_files(&profiles, &["shoots/fleet.yaml"], &[]).await
}

/// Checks that an answer matches its schema in docs/schemas.
fn assert_matches_schema(answer: &Answer, name: &str) {
    assert_eq!(answer.status, 200, "{name}: {}", answer.text());
    let answer = answer.json();
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../../docs/schemas/{name}.v1.json"));
    let schema: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&answer).map(|it| it.to_string()).collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}");
    assert_eq!(answer["schema"], format!("rootstock.{name}/v1"));
}

#[tokio::test]
async fn answers_match_their_schemas() {
    let running = start_garden().await;
    for (name, query) in [
        ("explain", "rule=machine-type-without-image"),
        ("images", "profile=orchard&machineType=ladder&kubernetesVersion=1.34.1"),
        ("machine-types", "profile=orchard&image=apple&version=2.1.0"),
        ("matrix", "profile=orchard&images=apple&images=pear&why=true"),
        ("plan", "onlyChanges=true"),
        ("plan", "namespace=garden-prod&until=2026-12-01T00:00:00Z"),
        ("plan-explain", "namespace=garden-dev&name=forced"),
        ("plan-last", ""),
        ("provider", "provider=openstack"),
        ("providers", ""),
        ("quirks", ""),
        ("render", "profile=garden-dev%2Farboretum"),
        ("resolve", "profile=harbour&parameters.domain=demo"),
        ("rules", ""),
        ("select", "profile=orchard&machineType=ladder&image=apple"),
        ("upkeep-exposure", "versions=apple@2.0.0&versions=pear@%3C1.4.0&until=2026-12-01T00:00:00Z"),
        ("usage", "removableOnly"),
        ("versions", "profile=orchard&semantics=gardener"),
    ] {
        let is_about_rootstock = matches!(name, "explain" | "provider" | "providers" | "quirks" | "rules");
        let settings = if is_about_rootstock { String::new() } else { format!("&{AT}") };
        assert_matches_schema(&get(running.api, &format!("/api/v1/{name}?{query}{settings}")).await, name);
    }
    for (name, query, file) in [
        ("canonicalize", "", "profiles/orchard.yaml"),
        ("check", "operation=update&", "profiles/orchard.yaml"),
        ("check", "operation=create&", "profiles/local-broken.yaml"),
        ("default", "", "children/arboretum-shoot.yaml"),
        ("diff", "profile=nursery&", "profiles/nursery-old.yaml"),
        ("migrate", "", "profiles/orchard.yaml"),
        (
            "missing",
            "images={%22name%22:%22apple%22,%22versions%22:[{%22version%22:%221.0.0%22}]}&",
            "profiles/orchard.yaml",
        ),
        ("prove", "invariants=every%20worker%20always%20has%20an%20image&", "profiles/orchard.yaml"),
        ("rolls", "", "children/arboretum-shoot.yaml"),
        ("upkeep", "changes={%22do%22:%22remove%22,%22version%22:%221.30.7%22}&", "profiles/orchard.yaml"),
        ("upkeep-propose", "policies={%22pruneDays%22:30}&until=2026-12-31&", "profiles/orchard.yaml"),
    ] {
        let body = fs::read(fixtures().join(file)).unwrap();
        assert_matches_schema(&post(running.api, &format!("/api/v1/{name}?{query}{AT}"), &body).await, name);
    }
}

/// A removal that affects Shoots has the same findings as on the command line.
#[tokio::test]
async fn changes_of_a_profile_are_checked_against_its_shoots() {
    let running = start_garden().await;
    let body = fs::read_to_string(fixtures().join("profiles/orchard.yaml")).unwrap();
    let without = body.replace("    - version: 1.34.1\n      classification: supported\n", "");
    assert_ne!(body, without);
    let rules = |answer: &Answer| {
        let findings = answer.json()["findings"].as_array().unwrap().clone();
        findings.iter().map(|it| it["rule"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let state = post(running.api, &format!("/api/v1/check?{AT}"), without.as_bytes()).await;
    let update = post(running.api, &format!("/api/v1/check?operation=update&{AT}"), without.as_bytes()).await;
    let of_use = |rules: Vec<String>| rules.into_iter().filter(|rule| rule.contains("in-use")).collect::<Vec<_>>();
    assert_eq!(of_use(rules(&state)), Vec::<String>::new());
    assert_eq!(of_use(rules(&update)).len(), 1, "{}", update.text());
    let diff = post(running.api, &format!("/api/v1/diff?profile=orchard&{AT}"), without.as_bytes()).await.json();
    assert_eq!((&diff["update"]["refused"], &diff["fleet"]["shoots"]), (&json!(true), &json!(6)), "{diff:#}");
}

/// Versions in use are not pruned.
#[tokio::test]
async fn versions_in_use_are_kept() {
    let running = start_garden().await;
    let body = fs::read(fixtures().join("profiles/orchard.yaml")).unwrap();
    let query = "changes={%22do%22:%22prune%22}&accept=new-version-expired&at=2030-01-01T00:00:00Z";
    let answer = post(running.api, &format!("/api/v1/upkeep?{query}"), &body).await;
    assert_matches_schema(&answer, "upkeep");
    let answer = answer.json();
    let notes = answer["notes"].as_array().unwrap_or_else(|| panic!("{answer:#}"));
    let kept = notes.iter().filter(|note| note["kind"] == "kept");
    let messages: Vec<&str> = kept.map(|note| note["message"].as_str().unwrap()).collect();
    assert!(messages.iter().any(|message| message.contains("is kept: used by")), "{answer:#}");
}

#[rstest]
#[case("images?profile=orchard", 400, "`machineType` is missing: the machine type")]
#[case("images?profil=orchard", 400, "there is no parameter `profil` here; did you mean `profile`?")]
#[case("versions?profile=orchad", 404, "there is no CloudProfile `orchad`; did you mean `orchard`?")]
#[case(
    "versions",
    400,
    "`profile` is missing: the profile: the name of a CloudProfile, or NAMESPACE/NAME of a NamespacedCloudProfile"
)]
#[case(
    "images?profile=orchard&machineType=laddr",
    404,
    "the profile has no machine type `laddr`; did you mean `ladder`?"
)]
#[case(
    "images?profile=orchard&machineType=ladder&updateStrategy=AutoInplaceUpdate",
    404,
    "Gardener knows no update strategy `AutoInplaceUpdate`; did you mean `AutoInPlaceUpdate`?"
)]
#[case("versions?profile=orchard&at=yesterday", 400, "`at`: ")]
#[case(
    "versions?profile=orchard&semantics=mine",
    400,
    "`semantics` must be one of `documented`, `gardener`, not `mine`"
)]
#[case("versions?profile=orchard&gardener=1.99", 400, "`gardener`: Gardener v1.99 is not known")]
#[case(
    "versions?profile=orchard&gardener=1.136&featureGates=VersionClassificationLifecycle=true",
    400,
    "Gardener v1.136 has no feature gate VersionClassificationLifecycle"
)]
#[case(
    "versions?profile=orchard&featureGates=X=true",
    400,
    "`featureGates`: feature gate `X` does not exist, or affects no answer"
)]
#[case("plan?onlyChanges=maybe", 400, "`onlyChanges` must be `true` or `false`, not `maybe`")]
#[case("plan?until=2020-01-01T00:00:00Z&at=2026-01-01T00:00:00Z", 400, "2020-01-01T00:00:00Z is before ")]
#[case("provider?provider=opnstack", 404, "no plug-in knows provider `opnstack`; did you mean `openstack`?")]
#[case("matrix?profile=orchard&providerConfig=%7B", 400, "`providerConfig` must be percent-encoded JSON: ")]
#[case("render?profile=orchard", 400, "this is a CloudProfile, which Shoots use as it is")]
#[tokio::test]
async fn unanswerable_question_has_a_reason(#[case] path: &str, #[case] status: u16, #[case] detail: &str) {
    let running = start_garden().await;
    let answer = get(running.api, &format!("/api/v1/{path}")).await;
    assert_eq!(answer.headers["content-type"], "application/problem+json");
    let problem = answer.json();
    assert_eq!((answer.status, &problem["status"]), (status, &json!(status)), "{problem}");
    assert!(problem["detail"].as_str().unwrap().starts_with(detail), "{problem}");
}

async fn get_with(running: &Running, path: &str, header: &str) -> Answer {
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{header}\r\n\r\n");
    send(running.api, head.as_bytes()).await
}

#[tokio::test]
async fn matching_etags_get_status_304() {
    let running = start(&[]).await;
    for path in ["/api/v1/state", "/api/v1/rules", &format!("/api/v1/usage?{AT}")] {
        let first = get(running.api, path).await;
        let tag = &first.headers["etag"];
        let again = get_with(&running, path, &format!("If-None-Match: {tag}")).await;
        assert_eq!((again.status, again.body.len(), &again.headers["etag"]), (304, 0, tag));
        assert_eq!(get_with(&running, path, "If-None-Match: W/\"other\"").await.body, first.body);
    }
    let (one, other) =
        (get(running.api, "/api/v1/usage").await, get(running.api, &format!("/api/v1/usage?{AT}")).await);
    assert_ne!(one.headers["etag"], other.headers["etag"]);
}

#[tokio::test]
async fn answers_are_compressed_if_accepted() {
    let running = start(&[]).await;
    let plain = get(running.api, "/api/v1/rules").await;
    assert!(!plain.headers.contains_key("content-encoding"));
    let small = get_with(&running, "/api/v1/rules", "Accept-Encoding: br, gzip").await;
    assert_eq!(small.headers["content-encoding"], "gzip");
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(small.body.as_slice()).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.body);
    assert!(small.body.len() * 3 < text.len());
    let refused = get_with(&running, "/api/v1/rules", "Accept-Encoding: gzip;q=0").await;
    assert_eq!(refused.body, plain.body);
}

#[tokio::test]
async fn large_or_broken_bodies_are_refused() {
    let running = start(&[]).await;
    // Refused by its length, before it is sent.
    let head = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8388608\r\n\r\n";
    let answer = send(running.api, head.as_bytes()).await;
    assert_eq!((answer.status, &answer.json()["detail"]), (413, &json!("the body is larger than 7 MiB")));
    let chunk = [b"700001\r\n".as_slice(), &vec![b' '; (7 << 20) + 1], b"\r\n0\r\n\r\n"].concat();
    let head =
        "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    assert_eq!(send(running.api, &[head.as_bytes(), &chunk].concat()).await.status, 413);
    assert_eq!(post(running.api, "/api/v1/diff?profile=orchard", b"kind: [").await.status, 422);
    assert_eq!(get(running.api, "/api/v1/check").await.headers["allow"], "POST");
}

#[tokio::test]
async fn openapi_document_lists_all_paths() {
    let running = start(&[]).await;
    let document = get(running.api, "/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["paths"].as_object().unwrap().len(), 32);
}
