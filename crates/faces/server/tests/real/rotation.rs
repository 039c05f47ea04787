//! Rotation of certificates under load.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::time::sleep;

use crate::garden::{Garden, wait_until};
use crate::objects::{PROFILES, profile, recorded};

/// Rotates three certificates: with `failurePolicy: Fail`, no change fails, neither on existing connections nor on new ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn certificates_are_rotated_under_load() {
    let garden = Garden::start().await;
    let (_, review) = recorded().into_iter().find(|(name, _)| name.starts_with("002-create")).unwrap();
    let (through, directly) = (AtomicU32::new(0), AtomicU32::new(0));
    let path = format!("{PROFILES}?dryRun=All");
    let asking = |number: u32| {
        let (admin, through, path) = (garden.admin.clone(), &through, &path);
        async move {
            loop {
                let response = admin.write("POST", path, &profile(&format!("asked-{number}"))).await;
                assert!(response.is_success(), "{}", response.text);
                through.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let connecting = async {
        loop {
            let answer = garden.review_directly(&review).await;
            assert_eq!(answer["allowed"], Value::Bool(true), "{answer}");
            directly.fetch_add(1, Ordering::Relaxed);
        }
    };
    let exchanged = async || garden.metric_sum("rootstock_certificate_changes_total", &["exchanged"]).await;
    let rotating = async {
        for round in 1..=3 {
            garden.certificates.swap();
            wait_until("the exchange", async || exchanged().await >= f64::from(round)).await;
            sleep(Duration::from_secs(2)).await;
        }
    };
    tokio::select! {
        () = async { tokio::join!(asking(0), asking(1), asking(2), asking(3)); } => {}
        () = connecting => {}
        () = rotating => {}
    }
    let (through, directly) = (through.into_inner(), directly.into_inner());
    println!("{through} changes and {directly} new connections while certificates were exchanged");
    assert!(through > 20 && directly > 5, "too few requests for a meaningful test");
    assert_eq!(exchanged().await, 3.0);
    assert_eq!(garden.metric_sum("rootstock_certificate_changes_total", &["kept"]).await, 0.0);
    garden.end().await;
}
