//! Two server processes behind one address, one or both of which stop.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use crate::certificates::Certificates;
use crate::client::{Admin, configure};
use crate::control_plane::{ControlPlane, free};
use crate::garden::{arguments, is_ready, until};
use crate::link::Link;
use crate::objects::{PROFILES, broken, profile};

struct Replica {
    child: Child,
    webhook: SocketAddr,
    operations: SocketAddr,
}

impl Replica {
    async fn start(plane: &ControlPlane, certificates: &Certificates) -> Self {
        let [api, webhook, operations] = [free(), free(), free()];
        let mut command = Command::new(env!("CARGO_BIN_EXE_rootstock-server"));
        command.args(arguments(&plane.kubeconfig(), certificates)).arg("--drain-delay=3");
        for (name, address) in [("api", api), ("webhook", webhook), ("operations", operations)] {
            command.arg(format!("--{name}-address={address}"));
        }
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let replica = Self { child, webhook, operations };
        until("readiness", async || is_ready(operations).await).await;
        replica
    }

    /// Returns the addresses of the webhook and of the operations port.
    const fn places(&self) -> (SocketAddr, SocketAddr) {
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
async fn lead(link: &Link, replicas: &[(SocketAddr, SocketAddr)]) {
    loop {
        let mut ready = Vec::new();
        for (webhook, operations) in replicas {
            if is_ready(*operations).await {
                ready.push(*webhook);
            }
        }
        link.lead_to(&ready);
        sleep(Duration::from_millis(200)).await;
    }
}

/// Writes with two clients during an action. Returns the number of reviews, and the number of broken objects that were accepted.
async fn under_load(
    admin: &Admin,
    link: &Link,
    replicas: [(SocketAddr, SocketAddr); 2],
    happens: impl Future<Output = ()>,
) -> (u32, u32) {
    let (is_enough, slips) = (AtomicBool::new(false), AtomicU32::new(0));
    let happens = async {
        happens.await;
        is_enough.store(true, Ordering::Relaxed);
    };
    let all =
        async { tokio::join!(load(admin, "a", &is_enough, &slips), load(admin, "b", &is_enough, &slips), happens) };
    let (first, second, ()) = tokio::select! {
        () = lead(link, &replicas) => unreachable!(),
        counts = all => counts,
    };
    (first + second, slips.into_inner())
}

/// Alternates dry-run creations of valid and broken profiles until `is_enough`. Returns their number, and counts accepted broken
/// profiles in `slips`.
async fn load(admin: &Admin, name: &str, is_enough: &AtomicBool, slips: &AtomicU32) -> u32 {
    let path = format!("{PROFILES}?dryRun=All");
    let mut count = 0;
    while !is_enough.load(Ordering::Relaxed) {
        let said = admin.write("POST", &path, &profile(name)).await;
        assert!(said.is_good(), "{}", said.text);
        let said = admin.write("POST", &path, &broken(name)).await;
        if said.status != 422 {
            assert!(said.is_good(), "{}", said.text);
            slips.fetch_add(1, Ordering::Relaxed);
        }
        count += 2;
    }
    count
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs kube-apiserver and etcd: cargo xtask apiserver"]
async fn replicas_end_and_come_back() {
    let plane = ControlPlane::start().await;
    let certificates = Certificates::new();
    let mut first = Replica::start(&plane, &certificates).await;
    let mut second = Replica::start(&plane, &certificates).await;
    let link = Link::to(&[first.webhook, second.webhook]).await;
    let admin = Admin(plane.client.clone());

    // Terminate one, as during a rolling update: with `Fail`, every write gets an answer, and no broken object is accepted.
    configure(&plane, &certificates, link.address, "Fail").await;
    admin.until_asked().await;
    let places = [&first, &second].map(Replica::places);
    let rolling = async {
        sleep(Duration::from_secs(1)).await;
        let took = first.terminate().await;
        println!("SIGTERM: ended after {:.1} s", took.as_secs_f32());
        sleep(Duration::from_secs(1)).await;
    };
    let (reviews, slips) = under_load(&admin, &link, places, rolling).await;
    println!("{reviews} reviews while one of two was ended; {slips} slipped through");
    assert_eq!(slips, 0);

    // Kill one: with `Ignore`, requests in progress are accepted without a review.
    configure(&plane, &certificates, link.address, "Ignore").await;
    let mut first = Replica::start(&plane, &certificates).await;
    link.lead_to(&[first.webhook, second.webhook]);
    admin.until_asked().await;
    let places = [&first, &second].map(Replica::places);
    let killing = async {
        sleep(Duration::from_secs(2)).await;
        second.kill();
        sleep(Duration::from_secs(3)).await;
    };
    let (reviews, slips) = under_load(&admin, &link, places, killing).await;
    println!("{reviews} reviews while one of two was killed; {slips} slipped through");
    assert!(slips < reviews / 4, "one replica of two still answers");

    // Kill both: everything is accepted, until a new replica starts and is called again.
    first.kill();
    link.lead_to(&[first.webhook]);
    let path = format!("{PROFILES}?dryRun=All");
    for _ in 0..5 {
        let said = admin.write("POST", &path, &broken("nobody-asks")).await;
        assert!(said.is_good(), "{}", said.text);
    }
    let third = Replica::start(&plane, &certificates).await;
    link.lead_to(&[third.webhook]);
    let begun = Instant::now();
    admin.until_asked().await;
    println!("asked again after {:.1} s", begun.elapsed().as_secs_f32());

    // Objects that were accepted without a review can be corrected.
    assert!(admin.write("POST", PROFILES, &crate::objects::set_up(broken("slipped"))).await.is_good());
    let mended = json!({"spec": profile("slipped")["spec"], "metadata": {"labels": null}});
    let said = admin.merge(&format!("{PROFILES}/slipped"), &mended).await;
    assert!(said.is_good(), "{}", said.text);
}
