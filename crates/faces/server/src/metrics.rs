//! `/metrics` in the OpenMetrics text format.

pub(crate) mod fleet;
pub(crate) mod text_format;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use rootstock_analysis::AdmissionReview;
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Shoot};
use tokio::time::Instant;

pub(crate) use self::fleet::FleetCounter;
use crate::VERSION;

/// The histogram buckets: from a tenth of a millisecond, for a small review, to the default timeout of API servers.
const SECONDS: [f64; 16] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The metrics of the server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    reviews: Family<ReviewLabels, Counter>,
    review_duration: Histogram,
    refusals: Family<RefusalLabels, Counter>,
    questions: Family<QuestionLabels, Counter>,
    question_duration: Histogram,
    panics: Counter,
    certificate_not_after: Gauge,
    certificate_changes: Family<ReloadLabels, Counter>,
    state_seen: Gauge,
    state_troubles: Gauge,
    /// The serialized metrics of profiles and Shoots.
    fleet: Mutex<Arc<str>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReviewLabels {
    kind: &'static str,
    operation: String,
    outcome: &'static str,
    dry_run: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabels {
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReloadLabels {
    result: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct QuestionLabels {
    question: &'static str,
    status: u16,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("rootstock");
        let histogram = || Histogram::new(SECONDS);
        let metrics = Self {
            reviews: Family::default(),
            review_duration: histogram(),
            refusals: Family::default(),
            questions: Family::default(),
            question_duration: histogram(),
            panics: Counter::default(),
            certificate_not_after: Gauge::default(),
            certificate_changes: Family::default(),
            state_seen: Gauge::default(),
            state_troubles: Gauge::default(),
            fleet: Mutex::new("".into()),
            registry: Registry::default(),
        };
        registry.register("build", "The version of the server", Info::new([("version", VERSION)]));
        registry.register("reviews", "Admission reviews by outcome", metrics.reviews.clone());
        let help = "Duration of reviews, from the head of the request to the answer";
        registry.register_with_unit("review_duration", help, Unit::Seconds, metrics.review_duration.clone());
        let help = "Refused requests to the webhook (not a review, too large or too slow) by HTTP status";
        registry.register("refusals", help, metrics.refusals.clone());
        registry.register(
            "questions",
            "Requests to the HTTP API by question and HTTP status",
            metrics.questions.clone(),
        );
        let help = "Duration of requests to the HTTP API, from the head to the answer";
        registry.register_with_unit("question_duration", help, Unit::Seconds, metrics.question_duration.clone());
        registry.register("panics", "Requests that failed because of a bug in Rootstock", metrics.panics.clone());
        let help = "Expiry of the webhook's certificate, in seconds since 1970; 0 if it has none";
        let gauge = metrics.certificate_not_after.clone();
        registry.register_with_unit("certificate_not_after_timestamp", help, Unit::Seconds, gauge);
        let help =
            "Changes of the certificate files by result: exchanged, or kept because the new files cannot be used";
        registry.register("certificate_changes", help, metrics.certificate_changes.clone());
        let help = "Time at which the served profiles and Shoots were last known to be current, in seconds since 1970";
        registry.register_with_unit("state_seen_timestamp", help, Unit::Seconds, metrics.state_seen.clone());
        let help = "Number of problems with profiles and Shoots; /api/v1/state lists them";
        registry.register("state_troubles", help, metrics.state_troubles.clone());
        Self { registry, ..metrics }
    }
}

impl Metrics {
    /// Records an answered review.
    pub(crate) fn reviewed(&self, review: Option<&AdmissionReview>, outcome: &'static str, start: Instant) {
        // Input of clients must not create an unbounded number of series.
        let kind = review.map(AdmissionReview::kind).map_or("unread", |kind| {
            let known = [CloudProfile::KIND, NamespacedCloudProfile::KIND, Shoot::KIND];
            known.into_iter().find(|known| *known == kind).unwrap_or("other")
        });
        let operation = review.map_or_else(|| "unread".to_owned(), |it| it.operation().to_string().to_lowercase());
        let dry_run = review.map_or("unread", |it| if it.is_dry_run() { "true" } else { "false" });
        self.reviews.get_or_create(&ReviewLabels { kind, operation, outcome, dry_run }).inc();
        self.review_duration.observe(start.elapsed().as_secs_f64());
    }

    /// Records a request that was answered with an HTTP error instead of a review.
    pub(crate) fn refused(&self, status: u16) {
        self.refusals.get_or_create(&RefusalLabels { status }).inc();
    }

    /// Records an answered question.
    pub(crate) fn asked(&self, question: &'static str, status: u16, start: Instant) {
        self.questions.get_or_create(&QuestionLabels { question, status }).inc();
        self.question_duration.observe(start.elapsed().as_secs_f64());
    }

    /// Records a panic.
    pub(crate) fn panicked(&self) {
        self.panics.inc();
    }

    /// Sets the expiry of the certificate.
    pub(crate) fn certificate_not_after(&self, at: i64) {
        self.certificate_not_after.set(at);
    }

    /// Records a reload of the certificate files.
    pub(crate) fn certificate_reloaded(&self, result: &'static str) {
        self.certificate_changes.get_or_create(&ReloadLabels { result }).inc();
    }

    /// Sets the time at which the state was last known to be current.
    pub(crate) fn state_seen(&self, at: i64) {
        self.state_seen.set(at);
    }

    /// Replaces the metrics of profiles and Shoots.
    pub(crate) fn set_fleet(&self, text: &str, troubles: usize) {
        *self.fleet.lock().unwrap_or_else(PoisonError::into_inner) = text.into();
        self.state_troubles.set(i64::try_from(troubles).unwrap_or(i64::MAX));
    }

    /// Serializes all metrics.
    pub(crate) fn text(&self) -> Result<String, fmt::Error> {
        let fleet = Arc::clone(&self.fleet.lock().unwrap_or_else(PoisonError::into_inner));
        let mut text = String::with_capacity(fleet.len() + 8192);
        encode_registry(&mut text, &self.registry)?;
        text.push_str(&fleet);
        encode_eof(&mut text)?;
        Ok(text)
    }
}
