//! What became of a review, as the log tells it.

use std::fmt;

use rootstock_analysis::{AdmissionReview, NotJudged};
use tokio::time::Instant;

use crate::metrics::Metrics;

/// What became of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Let in, with so many warnings.
    Allowed {
        /// How many warnings were given.
        warnings: usize,
    },
    /// Denied for so many errors.
    Denied {
        /// How many errors there are.
        errors: usize,
    },
    /// Let in, for there is nothing to judge.
    NotJudged(NotJudged),
    /// Let in: profiles and Shoots have not been read yet.
    NotReady,
    /// Refused for want of time or room.
    Shed(&'static str),
    /// Let in, after a mistake of ours.
    Failed,
}

impl Outcome {
    /// One word for it.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Allowed { warnings: 0 } => "allowed",
            Self::Allowed { .. } => "warned",
            Self::Denied { .. } => "denied",
            Self::NotJudged(_) => "not judged",
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
            Self::NotJudged(why) => write!(f, "{why}"),
            Self::NotReady => f.write_str("profiles and Shoots have not been read yet"),
            Self::Shed(why) => f.write_str(why),
            Self::Failed => f.write_str("a mistake in Rootstock"),
        }
    }
}

/// What the log says of a review.
#[derive(Debug)]
pub(crate) struct Record<'a> {
    review: Option<&'a AdmissionReview>,
    uid: &'a str,
    bytes: usize,
    start: Instant,
}

impl<'a> Record<'a> {
    /// Of a review that was read.
    pub(crate) fn of(review: &'a AdmissionReview, bytes: usize, start: Instant) -> Self {
        Self { review: Some(review), uid: review.uid(), bytes, start }
    }

    /// Of one that was not.
    pub(crate) const fn unread(uid: &'a str, bytes: usize, start: Instant) -> Self {
        Self { review: None, uid, bytes, start }
    }

    /// Writes the line, and counts.
    pub(crate) fn tell(&self, outcome: &Outcome, metrics: &Metrics) {
        metrics.reviewed(self.review, outcome.word(), self.start);
        let milliseconds = self.start.elapsed().as_secs_f64() * 1000.0;
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
