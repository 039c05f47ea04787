//! The outcome of a review, for the log and the metrics.

use std::fmt;

use rootstock_analysis::{AdmissionReview, SkipReason};
use tokio::time::Instant;

use crate::metrics::Metrics;

/// The outcome of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Allowed.
    Allowed {
        /// The number of warnings.
        warnings: usize,
    },
    /// Denied.
    Denied {
        /// The number of errors.
        errors: usize,
    },
    /// Allowed, because the review does not need a judgement.
    SkipReason(SkipReason),
    /// Allowed, because profiles and Shoots have not been read yet.
    NotReady,
    /// Refused for lack of time or room.
    Shed(&'static str),
    /// Allowed after a panic.
    Failed,
}

impl Outcome {
    /// Returns the outcome in one word.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Allowed { warnings: 0 } => "allowed",
            Self::Allowed { .. } => "warned",
            Self::Denied { .. } => "denied",
            Self::SkipReason(_) => "not judged",
            Self::NotReady => "not ready",
            Self::Shed(_) => "shed",
            Self::Failed => "failed",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allowed { warnings } => write!(f, "{warnings} warnings"),
            Self::Denied { errors } => write!(f, "{errors} errors"),
            Self::SkipReason(why) => write!(f, "{why}"),
            Self::NotReady => f.write_str("profiles and Shoots have not been read yet"),
            Self::Shed(why) => f.write_str(why),
            Self::Failed => f.write_str("a bug in Rootstock"),
        }
    }
}

/// A log record of a review.
#[derive(Debug)]
pub(crate) struct Record<'a> {
    review: Option<&'a AdmissionReview>,
    uid: &'a str,
    bytes: usize,
    start: Instant,
}

impl<'a> Record<'a> {
    /// Creates the record of a parsed review.
    pub(crate) fn of(review: &'a AdmissionReview, bytes: usize, start: Instant) -> Self {
        Self { review: Some(review), uid: review.uid(), bytes, start }
    }

    /// Creates the record of a review that was not parsed.
    pub(crate) const fn unread(uid: &'a str, bytes: usize, start: Instant) -> Self {
        Self { review: None, uid, bytes, start }
    }

    /// Writes the log line, and updates the metrics.
    pub(crate) fn report(&self, outcome: &Outcome, metrics: &Metrics) {
        metrics.reviewed(self.review, outcome.word(), self.start);
        // Rounded first, so that the log has three decimals and not seventeen.
        let milliseconds = (self.start.elapsed().as_secs_f64() * 1_000_000.0).round() / 1000.0;
        let review = self.review;
        tracing::info!(
            uid = self.uid,
            user = review.map(AdmissionReview::user),
            operation = review.map(|it| tracing::field::display(it.operation())),
            kind = review.map(AdmissionReview::kind),
            namespace = review.map(AdmissionReview::namespace).filter(|it| !it.is_empty()),
            name = review.map(AdmissionReview::name),
            dry_run = review.map(AdmissionReview::is_dry_run),
            outcome = outcome.word(),
            detail = %outcome,
            bytes = self.bytes,
            milliseconds,
            "review"
        );
    }
}
