//! Judging the object of a review beside what is known.

use std::sync::Arc;

use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{AdmissionReview, Analysis, ProfileKey, ReviewOperation, ReviewText, Strictness};
use rootstock_core_model::{CloudProfile, Severity, Shoot, ViolationKind};
use rootstock_report::Finding;
use rootstock_versioning::Timestamp;
use tokio::time::Instant;

use super::answer::ReviewAnswer;
use super::outcome::Outcome;
use crate::clock;
use crate::garden::Gardens;
use crate::garden::{Garden, Visible, hold_against};

/// A judge of reviews.
pub(crate) trait Reviewer: Send + Sync + 'static {
    /// Whether a small review is judged in no time, however large that is what it is held against.
    fn is_brief(&self, review: &AdmissionReview) -> bool;

    /// The answer to a review, and what became of it. After `deadline` nobody waits for it.
    fn judge<'r>(&self, review: &'r AdmissionReview, deadline: Instant) -> (ReviewAnswer<'r>, Outcome);
}

/// Judges by the profiles and Shoots that are known.
#[derive(Debug)]
pub(crate) struct GardenJudge {
    pub(crate) gardens: Gardens,
    pub(crate) configuration: Arc<Configuration>,
    /// The instant at which versions are judged, if it is not now.
    pub(crate) at: Option<Timestamp>,
}

impl Reviewer for GardenJudge {
    fn is_brief(&self, review: &AdmissionReview) -> bool {
        // A Shoot is held against what is compiled already. An update of a profile is held against all who use it, and a
        // NamespacedCloudProfile is judged together with its parent.
        let is_brief = match review.kind() {
            Shoot::KIND => true,
            CloudProfile::KIND => review.operation() == ReviewOperation::Create,
            _ => false,
        };
        is_brief || review.why_not_judged().is_some()
    }

    fn judge<'r>(&self, review: &'r AdmissionReview, deadline: Instant) -> (ReviewAnswer<'r>, Outcome) {
        if let Some(why) = review.why_not_judged() {
            return (ReviewAnswer::allowed(review.uid()), Outcome::NotJudged(why));
        }
        let garden = self.gardens.borrow().clone();
        let Some(garden) = garden else {
            let warning = "this object was not checked: the profiles and Shoots are still being read";
            return (ReviewAnswer::warned(review.uid(), warning), Outcome::NotReady);
        };
        let (analysis, more) = self.analysis(&garden, review, deadline);
        let mut findings = match analysis.review(review, ReviewText::AsItStands) {
            Ok(checked) => checked.report.findings,
            Err(why) => return (ReviewAnswer::allowed(review.uid()), Outcome::NotJudged(why)),
        };
        // Where not everything can be said, what others refuse comes before what could be better.
        findings.sort_by_key(|finding| finding.violation.kind == ViolationKind::Advice);
        let count = |severity| findings.iter().filter(|it: &&Finding| it.violation.severity == severity).count();
        let outcome = match count(Severity::Error) {
            0 => Outcome::Allowed { warnings: count(Severity::Warning) + more.len() },
            errors => Outcome::Denied { errors },
        };
        (ReviewAnswer::judged(review, &findings, &more), outcome)
    }
}

impl GardenJudge {
    /// What is known, with those who use the profile that changes, and what there is to say about them.
    fn analysis(&self, garden: &Garden, review: &AdmissionReview, deadline: Instant) -> (Analysis, Vec<String>) {
        let mut analysis = garden.analysis.clone();
        analysis.set_settings(self.configuration.landscape().settings(self.at.unwrap_or_else(clock::now)));
        analysis.set_advice(self.configuration.advice(None));
        analysis.set_configuration(Arc::clone(&self.configuration));
        analysis.set_strictness(Strictness::WhatGardenerRefuses);
        let mut more = Vec::new();
        let is_shoot = review.kind() == Shoot::KIND;
        if review.operation() == ReviewOperation::Update && !is_shoot {
            let key = match review.namespace() {
                "" => ProfileKey::global(review.name()),
                namespace => ProfileKey::namespaced(namespace, review.name()),
            };
            // What is left of the time is for judging.
            let now = Instant::now();
            let enough = now + deadline.saturating_duration_since(now) / 3;
            let users = garden.shoots_of(&key, &Visible::All);
            more.extend(hold_against(&mut analysis, &users, || Instant::now() < enough));
        }
        (analysis, more)
    }
}
