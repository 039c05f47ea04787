//! Judges the object of a review in the context of the garden.

use std::sync::Arc;

use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{AdmissionReview, Analysis, ProfileKey, ReviewOperation, ReviewText, Strictness};
use rootstock_core_model::{CloudProfile, Severity, Shoot, ViolationKind};
use rootstock_queries::QueryContext;
use rootstock_report::Finding;
use rootstock_versioning::Timestamp;
use tokio::time::Instant;

use super::ReviewLimits;
use super::answer::ReviewAnswer;
use super::losses;
use super::outcome::Outcome;
use crate::clock;
use crate::garden::GardenReceiver;
use crate::garden::{Garden, Visible, add_affected_shoots};

/// A judge of reviews.
pub(crate) trait Reviewer: Send + Sync + 'static {
    /// Returns whether a small review of this kind takes little time, regardless of the garden's size.
    fn is_brief(&self, review: &AdmissionReview) -> bool;

    /// Judges a review, and returns the answer and its outcome.
    fn judge<'r>(&self, review: &'r AdmissionReview, limits: ReviewLimits) -> (ReviewAnswer<'r>, Outcome);
}

/// A judge that takes the known profiles and Shoots into account.
#[derive(Debug)]
pub(crate) struct GardenReviewer {
    pub(crate) gardens: GardenReceiver,
    pub(crate) configuration: Arc<Configuration>,
    /// The instant at which versions are judged; now if absent.
    pub(crate) at: Option<Timestamp>,
}

impl Reviewer for GardenReviewer {
    fn is_brief(&self, review: &AdmissionReview) -> bool {
        // A Shoot is checked against a compiled profile. An update of a profile is checked against all its users, and a
        // NamespacedCloudProfile is judged together with its parent.
        let is_brief = match review.kind() {
            Shoot::KIND => true,
            CloudProfile::KIND => review.operation() == ReviewOperation::Create,
            _ => false,
        };
        is_brief || review.skip_reason().is_some()
    }

    fn judge<'r>(&self, review: &'r AdmissionReview, limits: ReviewLimits) -> (ReviewAnswer<'r>, Outcome) {
        if let Some(why) = review.skip_reason() {
            return (ReviewAnswer::allowed(review.uid()), Outcome::SkipReason(why));
        }
        let garden = self.gardens.borrow().clone();
        let Some(garden) = garden else {
            let warning = "this object was not checked: the profiles and Shoots are still being read";
            return (ReviewAnswer::warned(review.uid(), warning), Outcome::NotReady);
        };
        let (analysis, mut more) = self.analysis(&garden, review, limits);
        let reviewing = match analysis.reviewing(review, ReviewText::AsWritten) {
            Ok(reviewing) => reviewing,
            Err(why) => return (ReviewAnswer::allowed(review.uid()), Outcome::SkipReason(why)),
        };
        let mut findings = reviewing.check().report.findings;
        // If the limits truncate the list, errors of Gardener matter more than advice.
        findings.sort_by_key(|finding| finding.violation.kind == ViolationKind::Advice);
        let count = |severity| findings.iter().filter(|it: &&Finding| it.violation.severity == severity).count();
        let is_denied = count(Severity::Error) > 0;
        if review.operation() == ReviewOperation::Update && !is_denied {
            let asked = QueryContext {
                settings: *reviewing.settings(),
                ..QueryContext::of(&garden.landscape, reviewing.settings().now)
            };
            more.extend(losses::describe(&reviewing, asked, limits));
        }
        let outcome = match count(Severity::Error) {
            0 => Outcome::Allowed { warnings: count(Severity::Warning) + more.len() },
            errors => Outcome::Denied { errors },
        };
        (ReviewAnswer::from_findings(review, &findings, &more), outcome)
    }
}

impl GardenReviewer {
    /// Prepares the analysis, with the users of a profile that changes. Returns notes as well.
    fn analysis(&self, garden: &Garden, review: &AdmissionReview, limits: ReviewLimits) -> (Analysis, Vec<String>) {
        let mut analysis = garden.analysis.clone();
        analysis.set_settings(garden.landscape.settings(self.at.unwrap_or_else(clock::now)));
        analysis.set_advice(self.configuration.advice(None));
        analysis.set_configuration(Arc::clone(&self.configuration));
        analysis.set_strictness(Strictness::RefusedByGardener);
        analysis.set_user_names(limits.names);
        let mut more = Vec::new();
        let is_shoot = review.kind() == Shoot::KIND;
        if review.operation() == ReviewOperation::Update && !is_shoot {
            let key = match review.namespace() {
                "" => ProfileKey::global(review.name()),
                namespace => ProfileKey::namespaced(namespace, review.name()),
            };
            // The remaining time is for judging.
            let now = Instant::now();
            let enough = now + limits.deadline.saturating_duration_since(now) / 3;
            let users = garden.affected_shoots(&[key], &Visible::All);
            more.extend(add_affected_shoots(&mut analysis, &users, || Instant::now() < enough));
        }
        (analysis, more)
    }
}
