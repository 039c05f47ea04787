//! Recorded reviews, replayed as changes of a real API server, which must forward the answers.

use std::time::Duration;

use serde_json::Value;
use tokio::time::sleep;

use crate::client::{Admin, ApiResponse, MATCH_CONDITIONS};
use crate::garden::Garden;
use crate::objects::{collection, recorded, text, without_server_metadata};

fn place(request: &Value) -> String {
    collection(text(&request["resource"], "resource"), text(request, "namespace"))
}

/// Creates the object in its state before the request, and deletes any other object of the same name.
async fn prepare(admin: &Admin, request: &Value) {
    let namespace = text(request, "namespace");
    if !namespace.is_empty() {
        admin.project(namespace).await;
    }
    let path = place(request);
    admin.delete(&format!("{path}/{}", text(&request["object"]["metadata"], "name"))).await;
    if request["operation"] == "UPDATE" {
        admin.create_unreviewed(&path, without_server_metadata(&request["oldObject"])).await;
    }
    // Wait until the server has seen the change.
    sleep(Duration::from_millis(700)).await;
}

/// Sends the request that caused the review.
async fn change(admin: &Admin, request: &Value) -> ApiResponse {
    let path = place(request);
    let mut object = without_server_metadata(&request["object"]);
    let query = if request["dryRun"] == true { "?dryRun=All" } else { "" };
    if request["operation"] != "UPDATE" {
        return admin.write("POST", &format!("{path}{query}"), &object).await;
    }
    let place = format!("{path}/{}", text(&object["metadata"], "name"));
    let stored = admin.read(&place).await.body;
    object["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"].clone();
    admin.write("PUT", &format!("{place}{query}"), &object).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn recorded_reviews_match_responses_of_the_api_server() {
    let garden = Garden::start().await;
    let mut denied = 0;
    for (name, review) in recorded() {
        let request = &review["request"];
        if request["operation"] == "DELETE" || !request["subResource"].is_null() {
            continue;
        }
        prepare(&garden.admin, request).await;
        let answer = garden.review_directly(&review).await;
        let ApiResponse { status, causes, warnings, text, .. } = change(&garden.admin, request).await;
        println!("{name}: {status}, {} causes, {} warnings", causes.len(), warnings.len());
        if answer["allowed"] == true {
            // After the review, the API server refuses objects that are too large for etcd.
            assert!(status < 300 || text.contains("too large"), "{name}: {text}");
            assert_eq!(warnings.len(), answer["warnings"].as_array().map_or(0, Vec::len), "{name}");
        } else {
            denied += 1;
            assert_eq!(status, 422, "{name}: {text}");
            let expected = answer["status"]["details"]["causes"].as_array().unwrap();
            let expected: Vec<&str> = expected.iter().map(|cause| cause["message"].as_str().unwrap()).collect();
            assert_eq!(causes, expected, "{name}");
        }
    }
    println!("{denied} denied; matchConditions: {}", garden.plane.minor().await >= MATCH_CONDITIONS);
    garden.end().await;
}
