//! Two server processes behind one address, one or both of which stop.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use crate::certificates::Certificates;
use crate::client::{Admin, configure};
use crate::control_plane::{ControlPlane, free_address};
use crate::garden::{arguments, is_ready, wait_until};
use crate::link::Link;
use crate::objects::{PROFILES, broken, profile};

struct Replica {
    child: Child,
    webhook: SocketAddr,
    operations: SocketAddr,
}

impl Replica {
    async fn start(plane: &ControlPlane, certificates: &Certificates) -> Self {
        let [api, webhook, operations] = [free_address(), free_address(), free_address()];
        let mut command = Command::new(env!("CARGO_BIN_EXE_rootstock-server"));
        command.args(arguments(&plane.kubeconfig(), certificates)).arg("--drain-delay=3");
        for (name, address) in [("api", api), ("webhook", webhook), ("operations", operations)] {
            command.arg(format!("--{name}-address={address}"));
        }
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let replica = Self { child, webhook, operations };
        wait_until("readiness", async || is_ready(operations).await).await;
        replica
    }

    /// Returns the addresses of the webhook and of the operations port.
    const fn addresses(&self) -> (SocketAddr, SocketAddr) {
        (self.webhook, self.operations)
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Terminates the process like a kubelet. Returns the duration of the shutdown.
    async fn terminate(&mut self) -> Duration {
        let begun = Instant::now();
        let status = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(status.success());
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return begun.elapsed();
            }
            sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Forwards to the ready replicas, like the endpoints of a Service; checks their readiness every 200 milliseconds.
async fn route_to_ready(link: &Link, replicas: &[(SocketAddr, SocketAddr)]) {
    loop {
        let mut ready = Vec::new();
        for (webhook, operations) in replicas {
            if is_ready(*operations).await {
                ready.push(*webhook);
            }
        }
        link.set_targets(&ready);
        sleep(Duration::from_millis(200)).await;
    }
}

/// Writes with two clients during an action. Returns the number of reviews, and the number of broken objects that were accepted.
async fn under_load(
    admin: &Admin,
    link: &Link,
    replicas: [(SocketAddr, SocketAddr); 2],
    action: impl Future<Output = ()>,
) -> (u32, u32) {
    let (is_enough, missed) = (AtomicBool::new(false), AtomicU32::new(0));
    let action = async {
        action.await;
        is_enough.store(true, Ordering::Relaxed);
    };
    let all =
        async { tokio::join!(load(admin, "a", &is_enough, &missed), load(admin, "b", &is_enough, &missed), action) };
    let (first, second, ()) = tokio::select! {
        () = route_to_ready(link, &replicas) => unreachable!(),
        counts = all => counts,
    };
    (first + second, missed.into_inner())
}

/// Alternates dry-run creations of valid and broken profiles until `is_enough`. Returns their number, and counts accepted broken
/// profiles in `missed`.
async fn load(admin: &Admin, name: &str, is_enough: &AtomicBool, missed: &AtomicU32) -> u32 {
    let path = format!("{PROFILES}?dryRun=All");
    let mut count = 0;
    while !is_enough.load(Ordering::Relaxed) {
        let response = admin.write("POST", &path, &profile(name)).await;
        assert!(response.is_success(), "{}", response.text);
        let response = admin.write("POST", &path, &broken(name)).await;
        if response.status != 422 {
            assert!(response.is_success(), "{}", response.text);
            missed.fetch_add(1, Ordering::Relaxed);
        }
        count += 2;
    }
    count
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn stopped_replicas_are_replaced() {
    let plane = ControlPlane::start().await;
    let certificates = Certificates::new();
    let mut first = Replica::start(&plane, &certificates).await;
    let mut second = Replica::start(&plane, &certificates).await;
    let link = Link::to(&[first.webhook, second.webhook]).await;
    let admin = Admin(plane.client.clone());

    // Terminate one, as during a rolling update: with `Fail`, every write gets an answer, and no broken object is accepted.
    configure(&plane, &certificates, link.address, "Fail").await;
    admin.wait_for_webhook().await;
    let addresses = [&first, &second].map(Replica::addresses);
    let rolling = async {
        sleep(Duration::from_secs(1)).await;
        let took = first.terminate().await;
        println!("SIGTERM: ended after {:.1} s", took.as_secs_f32());
        sleep(Duration::from_secs(1)).await;
    };
    let (reviews, missed) = under_load(&admin, &link, addresses, rolling).await;
    println!("{reviews} reviews while one of two was ended; {missed} slipped through");
    assert_eq!(missed, 0);

    // Kill one: with `Ignore`, requests in progress are accepted without a review.
    configure(&plane, &certificates, link.address, "Ignore").await;
    let mut first = Replica::start(&plane, &certificates).await;
    link.set_targets(&[first.webhook, second.webhook]);
    admin.wait_for_webhook().await;
    let addresses = [&first, &second].map(Replica::addresses);
    let killing = async {
        sleep(Duration::from_secs(2)).await;
        second.kill();
        sleep(Duration::from_secs(3)).await;
    };
    let (reviews, missed) = under_load(&admin, &link, addresses, killing).await;
    println!("{reviews} reviews while one of two was killed; {missed} slipped through");
    assert!(missed < reviews / 4, "one replica of two still answers");

    // Kill both: everything is accepted, until a new replica starts and is called again.
    first.kill();
    link.set_targets(&[first.webhook]);
    let path = format!("{PROFILES}?dryRun=All");
    for _ in 0..5 {
        let response = admin.write("POST", &path, &broken("not-reviewed")).await;
        assert!(response.is_success(), "{}", response.text);
    }
    let third = Replica::start(&plane, &certificates).await;
    link.set_targets(&[third.webhook]);
    let begun = Instant::now();
    admin.wait_for_webhook().await;
    println!("asked again after {:.1} s", begun.elapsed().as_secs_f32());

    // Objects that were accepted without a review can be corrected.
    assert!(admin.write("POST", PROFILES, &crate::objects::set_up(broken("slipped"))).await.is_success());
    let mended = json!({"spec": profile("slipped")["spec"], "metadata": {"labels": null}});
    let response = admin.merge(&format!("{PROFILES}/slipped"), &mended).await;
    assert!(response.is_success(), "{}", response.text);
}
