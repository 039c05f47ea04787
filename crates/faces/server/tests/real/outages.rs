//! API servers that stop, restart, and lose old revisions.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::control_plane::ControlPlane;
use crate::garden::{Garden, wait_until};
use crate::link::Link;
use crate::objects::{PROFILES, collection, list_role, profile, shoot};

/// Waits until alice sees a number of Shoots.
async fn wait_for_shoots(garden: &Garden, count: usize) {
    let expected = format!("\"shoots\":{count},");
    let begun = Instant::now();
    wait_until(&expected, async || {
        garden.ask_as("alice", "/api/v1/state").await.1.replace([' ', '\n'], "").contains(&expected)
    })
    .await;
    println!("{count} Shoots after {:.1} s", begun.elapsed().as_secs_f32());
}

/// Creates a garden with five Shoots, and a link between the server and the API server.
async fn garden() -> (Garden, Link) {
    let plane = ControlPlane::start().await;
    let link = Link::to(&[plane.address()]).await;
    plane.allow("alice", None, &list_role(&["cloudprofiles", "namespacedcloudprofiles", "shoots"])).await;
    let kubeconfig = plane.kubeconfig_for(link.address, "rootstock");
    let garden = Garden::start_with(plane, &kubeconfig).await;
    garden.admin.project("garden-dev").await;
    garden.admin.create_unreviewed(PROFILES, profile("orchard")).await;
    for number in 0..5 {
        let one = shoot("garden-dev", &format!("pear-{number}"));
        garden.admin.create_unreviewed(&collection("shoots", "garden-dev"), one).await;
    }
    wait_for_shoots(&garden, 5).await;
    (garden, link)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn changes_during_a_cut_are_seen_afterwards() {
    let (garden, link) = garden().await;
    let lists = garden.plane.count("LIST", "shoots").await;
    for round in 0..3 {
        link.cut();
        let one = shoot("garden-dev", &format!("quince-{round}"));
        garden.admin.create_unreviewed(&collection("shoots", "garden-dev"), one).await;
        sleep(Duration::from_millis(500)).await;
        link.set_targets(&[garden.plane.address()]);
        wait_for_shoots(&garden, 6 + round).await;
    }
    assert_eq!(garden.plane.count("LIST", "shoots").await, lists, "nothing is listed again");
    garden.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn a_restarted_api_server_is_watched_again() {
    let (mut garden, _link) = garden().await;
    for round in 0..2 {
        garden.plane.kill_api_server();
        sleep(Duration::from_secs(1)).await;
        assert!(garden.is_ready().await);
        // Once cached decisions have expired, callers cannot be authenticated.
        sleep(Duration::from_secs(1)).await;
        assert_eq!(garden.ask_as("alice", "/api/v1/state").await.0, 503);
        garden.plane.start_api_server().await;
        let one = shoot("garden-dev", &format!("quince-{round}"));
        garden.admin.create_unreviewed(&collection("shoots", "garden-dev"), one).await;
        wait_for_shoots(&garden, 6 + round).await;
    }
    garden.end().await;
}

/// Deletions before a compaction are not in any remaining event.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn everything_is_listed_again_after_a_compaction() {
    let (mut garden, link) = garden().await;
    link.cut();
    let shoots = collection("shoots", "garden-dev");
    for number in 0..3 {
        assert!(garden.admin.delete(&format!("{shoots}/pear-{number}")).await.is_success());
    }
    garden.admin.create_unreviewed(&shoots, shoot("garden-dev", "quince")).await;
    garden.plane.compact().await;
    // A new API server process has an empty watch cache.
    garden.plane.kill_api_server();
    garden.plane.start_api_server().await;
    let lists = garden.plane.count("LIST", "shoots").await;
    link.set_targets(&[garden.plane.address()]);
    wait_for_shoots(&garden, 3).await;
    let anew = garden.plane.count("LIST", "shoots").await - lists;
    println!("{anew} lists of Shoots after the compaction");
    assert!(anew > 0.0);
    // Watching continues.
    assert!(garden.admin.delete(&format!("{shoots}/quince")).await.is_success());
    wait_for_shoots(&garden, 2).await;
    garden.end().await;
}
