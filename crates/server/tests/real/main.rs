//! The server behind a real kube-apiserver: `cargo xtask apiserver`, with `KUBEBUILDER_ASSETS` naming the folder with kube-apiserver and etcd.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

mod certificates;
mod control_plane;
mod garden;

use std::time::Duration;

use serde_json::Value;
use tokio::time::sleep;

use certificates::Certificates;
use control_plane::ControlPlane;
use garden::{Garden, Said, recorded};

/// Every recorded review once more, as the change that it was of, and what the API server passes on of the answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn recorded_reviews_come_through_a_real_api_server() {
    let control_plane = ControlPlane::start().await;
    let certificates = Certificates::new();
    let garden = Garden::start(&control_plane, &certificates).await;
    let mut denied = 0;
    for (name, review) in recorded() {
        let request = &review["request"];
        if request["operation"] == "DELETE" || !request["subResource"].is_null() {
            continue;
        }
        garden.prepare(request).await;
        let answer = garden.ask_directly(&review).await;
        let Said { status, causes, warnings, text } = garden.change(request).await;
        println!("{name}: {status}, {} causes, {warnings} warnings", causes.len());
        if answer["allowed"] == true {
            // What etcd finds too large the API server refuses after the review.
            assert!(status < 300 || text.contains("too large"), "{name}: {text}");
            assert_eq!(warnings, answer["warnings"].as_array().map_or(0, Vec::len), "{name}");
        } else {
            denied += 1;
            assert_eq!(status, 422, "{name}: {text}");
            let expected = answer["status"]["details"]["causes"].as_array().unwrap();
            let expected: Vec<&str> = expected.iter().map(|cause| cause["message"].as_str().unwrap()).collect();
            assert_eq!(causes, expected, "{name}");
        }
    }
    println!("{denied} denied");
    rotate(&garden, &certificates).await;
    garden.end().await;
}

/// Three certificates while changes come: none of them fails, though `failurePolicy` is `Fail`.
async fn rotate(garden: &Garden, certificates: &Certificates) {
    let (_, review) = recorded().into_iter().find(|(name, _)| name.starts_with("002-create")).unwrap();
    garden.prepare(&review["request"]).await;
    let mut request = review["request"].clone();
    request["dryRun"] = Value::Bool(true);
    let asking = async {
        let mut answered = 0;
        loop {
            let said = garden.change(&request).await;
            assert!(said.status < 300, "{}", said.text);
            answered += 1;
            if answered % 50 == 0 {
                println!("{answered} answered under rotation");
            }
        }
    };
    let rotating = async {
        for _ in 0..3 {
            certificates.swap();
            sleep(Duration::from_secs(2)).await;
        }
    };
    tokio::select! {
        () = asking => {}
        () = rotating => {}
    }
}
