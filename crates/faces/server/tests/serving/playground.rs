//! The playground, with modules that are not built.

use std::fs;
use std::path::Path;

use clap::Parser as _;
use rootstock_server::{Arguments, Server};
use rstest::rstest;

use crate::client::{Answer, Running, get, send, start_with_files};

/// Writes stand-ins for the files of the npm package.
fn write_package(folder: &Path) {
    fs::write(folder.join("module.js"), "export {}").unwrap();
    fs::write(folder.join("rootstock.wasm"), "\0asm".repeat(1000)).unwrap();
    fs::write(folder.join("rootstock.wasm.br"), "small").unwrap();
    fs::write(folder.join("everything.wasm"), "\0asm").unwrap();
}

async fn start() -> Running {
    let folder = tempfile::tempdir().unwrap();
    write_package(folder.path());
    start_with_files(&["profiles/orchard.yaml"], &[], &["--playground", folder.path().to_str().unwrap()]).await
}

async fn get_with(running: &Running, path: &str, header: &str) -> Answer {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{header}\r\n\r\n");
    send(running.api, request.as_bytes()).await
}

#[rstest]
#[case("/playground/", "text/html; charset=utf-8")]
#[case("/playground/playground.js", "text/javascript; charset=utf-8")]
#[case("/playground/playground.css", "text/css; charset=utf-8")]
#[case("/playground/icon.svg", "image/svg+xml")]
#[case("/playground/module.js", "text/javascript; charset=utf-8")]
#[case("/playground/rootstock.wasm", "application/wasm")]
#[tokio::test]
async fn file_has_its_type_and_the_policy(#[case] path: &str, #[case] content_type: &str) {
    let running = start().await;
    let answer = get(running.api, path).await;
    assert_eq!((answer.status, &*answer.headers["content-type"]), (200, content_type));
    let policy = &answer.headers["content-security-policy"];
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'") && !policy.contains("unsafe-inline"), "{policy}");
    let tag = answer.headers["etag"].clone();
    assert_eq!(get_with(&running, path, &format!("If-None-Match: {tag}")).await.status, 304);
}

#[tokio::test]
async fn module_is_sent_as_small_as_the_client_takes_it() {
    let running = start().await;
    for (accepted, coding, length) in
        [("gzip, br", Some("br"), 5), ("gzip, br;q=0", Some("gzip"), 100), ("identity", None, 4000)]
    {
        let answer = get_with(&running, "/playground/rootstock.wasm", &format!("Accept-Encoding: {accepted}")).await;
        assert_eq!(answer.headers.get("content-encoding").map(String::as_str), coding, "{accepted}");
        assert!(answer.body.len() <= length, "{accepted}: {}", answer.body.len());
    }
}

#[tokio::test]
async fn folder_is_where_the_page_is() {
    let running = start().await;
    let answer = get(running.api, "/playground").await;
    assert_eq!((answer.status, &*answer.headers["location"]), (308, "/playground/"));
    assert_eq!(get(running.api, "/playground/other.js").await.status, 404);
    assert_eq!(get(running.api, "/playground/../openapi.json").await.status, 404);
}

#[tokio::test]
async fn playground_is_served_on_request_only() {
    let running = start_with_files(&["profiles/orchard.yaml"], &[], &[]).await;
    let answer = get(running.api, "/playground/").await;
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("--playground"), "{}", answer.text());
}

#[tokio::test]
async fn folder_without_modules_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["rootstock-server", "--profiles=.", "--api-address=127.0.0.1:0", "--webhook-address=127.0.0.1:0"];
    let arguments = arguments.into_iter().chain(["--operations-address=127.0.0.1:0", "--playground"]);
    let arguments = Arguments::try_parse_from(arguments.chain([folder.path().to_str().unwrap()])).unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let configuration = arguments.configuration(&registry).unwrap();
    let failure = Server::open(&arguments, registry, configuration).await.unwrap_err().to_string();
    assert!(failure.contains("module.js: ") && failure.contains("the folder of the npm package"), "{failure}");
}
