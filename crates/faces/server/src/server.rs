//! The server: its ports, its state and its shutdown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rootstock_analysis::configuration::Configuration;
use rootstock_provider_api::Registry;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::access::{Access, Guarded, Reviews};
use crate::api::Api;
use crate::arguments::Arguments;
use crate::clock;
use crate::cluster::Cluster;
use crate::failure::Failure;
use crate::garden::GardenReceiver;
use crate::garden::files::Files;
use crate::garden::publisher::Publisher;
use crate::garden::source::{Source, Watcher};
use crate::hosts::Hosts;
use crate::listener::{self, listen};
use crate::metrics::{FleetCounter, Metrics};
use crate::operations::{Operations, Readiness};
use crate::origins::{CrossOrigin, WebOrigin};
use crate::playground::Playground;
use crate::priority;
use crate::shutdown::DrainingService;
use crate::signals::{Shutdown, Signals};
use crate::tls::{self, Identity, ReloadOutcome, Tls};
use crate::webhook::{GardenReviewer, LoadLimits, Webhook};

/// The interval at which unchanged profiles and Shoots are counted.
const COUNT_INTERVAL: Duration = Duration::from_secs(60);
/// The number of small reviews that a thread judges before it polls for new requests, which takes a tenth of the time of a review.
const INLINE_REVIEWS: usize = 8;
/// The shortest time between two counts, because a large garden changes all the time.
const MIN_COUNT_INTERVAL: Duration = Duration::from_secs(5);

/// A server with open ports.
///
/// It answers while [`run_until`](Self::run_until) runs, once the profiles and Shoots have been read.
#[derive(Debug)]
pub struct Server {
    api: TcpListener,
    access: Access,
    /// The origins whose web pages may read the answers of the HTTP API.
    origins: Arc<[WebOrigin]>,
    /// Whether the HTTP API uses TLS.
    is_api_encrypted: bool,
    webhook: TcpListener,
    operations: TcpListener,
    drain_delay: Duration,
    readiness: Arc<Readiness>,
    gardens: GardenReceiver,
    judge: GardenReviewer,
    metrics: Arc<Metrics>,
    playground: Option<Arc<Playground>>,
    tls: Option<Tls>,
    tls_look_every: Duration,
    /// Stops the watching when it is dropped.
    _watcher: Watcher,
}

impl Server {
    /// Opens the ports, and starts to read profiles and Shoots.
    ///
    /// # Errors
    ///
    /// Returns an error if the server cannot listen on an address, the certificate is not usable, or no access to the garden is
    /// configured. Later errors and unreadable files are logged.
    pub async fn open(
        arguments: &Arguments,
        registry: impl Into<Arc<Registry>>,
        configuration: impl Into<Arc<Configuration>>,
    ) -> Result<Self, Failure> {
        let is_api_encrypted = arguments.is_api_exposed()?;
        let tls = arguments.tls()?.map(|files| tls::open(&files)).transpose()?;
        let playground = arguments.playground.as_deref().map(Playground::open).transpose()?.map(Arc::new);
        let (api, operations) = (listen(arguments.api_address)?, listen(arguments.operations_address)?);
        let webhook = listen(arguments.webhook_address)?;
        let registry = registry.into();
        let given = arguments.landscape(&registry)?;
        let configuration = Arc::unwrap_or_clone(configuration.into()).with_landscape(&given);
        let landscape = configuration.landscape().clone();
        landscape.check()?;
        let (source, access) = if arguments.cluster {
            let client = arguments.cluster_access().connect().await?;
            let access = Access::tokens(Reviews::new(client.clone(), arguments.access_cache));
            (Source::Cluster(Cluster { client, landscape, registry }), access)
        } else {
            let files = Files::new(&arguments.profiles, &arguments.shoots, landscape, registry);
            (Source::Files(files), Access::Open)
        };
        let metrics = Arc::new(Metrics::default());
        let (publisher, gardens) = Publisher::new(Arc::clone(&metrics));
        let readiness = Arc::new(Readiness::new(gardens.clone()));
        let watcher = source.start(publisher)?;
        let drain_delay = arguments.drain_delay;
        let judge =
            GardenReviewer { gardens: gardens.clone(), configuration: Arc::new(configuration), at: arguments.at };
        let _watcher = watcher;
        Ok(Self {
            api,
            access,
            origins: arguments.allow_origin.as_slice().into(),
            is_api_encrypted,
            webhook,
            operations,
            drain_delay,
            readiness,
            gardens,
            judge,
            metrics,
            playground,
            tls,
            tls_look_every: arguments.tls_look_every,
            _watcher,
        })
    }

    /// Returns the address of the HTTP API.
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system.
    pub fn api_address(&self) -> std::io::Result<SocketAddr> {
        self.api.local_addr()
    }

    /// Returns the address of the webhook.
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system.
    pub fn webhook_address(&self) -> std::io::Result<SocketAddr> {
        self.webhook.local_addr()
    }

    /// Returns the address of `/livez` and `/readyz`.
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system.
    pub fn operations_address(&self) -> std::io::Result<SocketAddr> {
        self.operations.local_addr()
    }

    /// Runs until a signal arrives, and then until the requests in progress are answered.
    pub(crate) async fn run(self, mut signals: Signals) {
        let delay = self.drain_delay;
        let (end, readiness) = (watch::channel(false), Arc::clone(&self.readiness));
        let ending = async move {
            let how = signals.next().await;
            readiness.drains();
            tracing::info!("the server is shutting down");
            if how == Shutdown::Graceful {
                tokio::select! {
                    () = tokio::time::sleep(delay) => {}
                    _ = signals.next() => {}
                }
            }
            end.0.send_replace(true);
            // A further signal ends the server at once.
            signals.next().await;
        };
        tokio::select! {
            () = self.run_until(end.1) => {}
            () = ending => {}
        }
    }

    /// Runs until `end` is true, and then until the requests in progress are answered.
    pub async fn run_until(self, end: watch::Receiver<bool>) {
        let ports = (self.api_address(), self.webhook_address(), self.operations_address());
        if let (Ok(api), Ok(webhook), Ok(operations)) = ports {
            tracing::info!(%api, %webhook, %operations, "the server is listening");
        }
        let mut ports = JoinSet::new();
        let configuration = Arc::clone(&self.judge.configuration);
        let metrics = Arc::clone(&self.metrics);
        let api = Api::new(
            self.gardens.clone(),
            Arc::clone(&configuration),
            processors(),
            metrics,
            self.playground,
            end.clone(),
        );
        let api_hosts = if matches!(self.access, Access::Open) { Hosts::Local } else { Hosts::Any };
        // Every route of this port is behind the guard.
        let service = Guarded::new(self.access, api, Arc::clone(&self.metrics));
        let service = CrossOrigin::new(self.origins, service);
        let service = Arc::new(DrainingService::new(service, &self.readiness));
        let api_tls = self.tls.as_ref().filter(|_| self.is_api_encrypted).map(|tls| Arc::clone(&tls.api));
        ports.spawn(listener::serve(self.api, api_tls, api_hosts, service, end.clone()));
        ports.spawn(count_fleet(self.gardens.clone(), configuration, Arc::clone(&self.metrics), end.clone()));
        let service = Webhook::new(self.judge, load_limits(), Arc::clone(&self.metrics));
        let service = Arc::new(DrainingService::new(service, &self.readiness));
        // Without a certificate, the webhook listens on this machine only.
        let webhook_hosts = if self.tls.is_some() { Hosts::Any } else { Hosts::Local };
        let acceptor = self.tls.map(|tls| {
            ports.spawn(reload_certificate(tls.identity, self.tls_look_every, Arc::clone(&self.metrics), end.clone()));
            tls.webhook
        });
        ports.spawn(listener::serve(self.webhook, acceptor, webhook_hosts, service, end.clone()));
        let is_local = self.operations.local_addr().is_ok_and(|address| address.ip().is_loopback());
        let operations_hosts = if is_local { Hosts::Local } else { Hosts::Any };
        let service = Arc::new(Operations { readiness: Arc::clone(&self.readiness), metrics: self.metrics });
        ports.spawn(listener::serve(self.operations, None, operations_hosts, service, end));
        while ports.join_next().await.is_some() {}
        tracing::info!("the server has stopped");
    }
}

/// Returns the limits of concurrent reviews, by the number of processors. The threads that read small reviews also judge them;
/// other threads judge the rest. There is one more of those than processors, so that a small review can be parsed while the others
/// compute. A review behind 48 others would be answered too late: 16 ms at 3000 reviews a second. Large reviews get 4 MiB per
/// processor, for up to eight processors: enough for one that is judged and one that arrives, both close to etcd's limit. Judging
/// one of them takes twenty times its size in memory.
fn load_limits() -> LoadLimits {
    let processors = processors();
    let large_kib = u32::try_from(processors.min(8)).map_or(4 << 10, |processors| processors * (4 << 10));
    LoadLimits {
        judged_inline: INLINE_REVIEWS * processors,
        judges: processors + 1,
        large_judges: processors,
        bytes: 64 << 20,
        reviews: 48,
        large_kib,
    }
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Reloads the certificate when its files change.
async fn reload_certificate(
    mut identity: Identity,
    look_every: Duration,
    metrics: Arc<Metrics>,
    mut end: watch::Receiver<bool>,
) {
    loop {
        if let Some(not_after) = identity.not_after() {
            metrics.certificate_not_after(not_after);
        }
        tokio::select! {
            () = tokio::time::sleep(look_every) => {}
            _ = end.wait_for(|ends| *ends) => return,
        }
        let reloaded = priority::compute(move || {
            let reload = identity.reload();
            (identity, reload)
        });
        let Ok((same, reload)) = reloaded.await else { return };
        identity = same;
        match reload {
            ReloadOutcome::Unchanged => {}
            ReloadOutcome::Exchanged => {
                metrics.certificate_reloaded("exchanged");
                tracing::info!("the certificate has been reloaded");
            }
            ReloadOutcome::Kept(why) => {
                metrics.certificate_reloaded("kept");
                tracing::error!("{why}; the server keeps the previous certificate");
            }
        }
    }
}

/// Counts profiles and Shoots after each change, and every minute because versions expire over time.
async fn count_fleet(
    mut gardens: GardenReceiver,
    configuration: Arc<Configuration>,
    metrics: Arc<Metrics>,
    mut end: watch::Receiver<bool>,
) {
    let mut counter = FleetCounter::default();
    loop {
        let garden = gardens.borrow_and_update().clone();
        // Count the first state as soon as it exists.
        let least = if garden.is_some() { MIN_COUNT_INTERVAL } else { Duration::ZERO };
        if let Some(garden) = garden {
            let (configuration, metrics) = (Arc::clone(&configuration), Arc::clone(&metrics));
            let mut counted = std::mem::take(&mut counter);
            let is_ending = end.clone();
            let count = move || {
                let continues = || !*is_ending.borrow();
                // The process cannot end before this thread does.
                match counted.text(&garden, &configuration, clock::now(), continues) {
                    Ok(_) if !continues() => {}
                    Ok(text) => metrics.set_fleet(&text, garden.troubles.len()),
                    Err(_) => tracing::error!("the metrics of profiles and Shoots cannot be computed"),
                }
                counted
            };
            // A panic is in the log; the next count may succeed.
            counter = priority::compute(count).await.unwrap_or_default();
        }
        let another = async {
            let (changed, ()) = tokio::join!(gardens.changed(), tokio::time::sleep(least));
            changed
        };
        tokio::select! {
            changed = another => if changed.is_err() { return },
            () = tokio::time::sleep(COUNT_INTERVAL) => {}
            _ = end.wait_for(|ends| *ends) => return,
        }
    }
}
