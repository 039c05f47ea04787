//! Admission reviews among the inputs, each judged as the operation that it requests.

use std::sync::Arc;

use memchr::memmem;
use rootstock_analysis::{AdmissionReview, Analysis, CheckMode, ReviewOperation, ReviewText, Role};
use rootstock_report::{DocumentOutcome, DocumentRecord, Report, SourceText};
use serde_json::value::RawValue;

/// Removes and returns the inputs that consist only of admission reviews.
pub(super) fn take(analysis: &mut Analysis) -> Vec<AdmissionReview> {
    let mut taken = Vec::new();
    for name in analysis.input_names(Role::Checked) {
        // An input with one of our kinds is not a review. This avoids searching a large profile.
        if analysis.objects(Role::Checked, &name).next().is_some() {
            continue;
        }
        let Some(reviews) = analysis.text(Role::Checked, &name).and_then(|text| reviews(&name, text)) else { continue };
        analysis.remove(Role::Checked, &name);
        taken.extend(reviews);
    }
    taken
}

/// Parses a text as reviews; returns `None` for any other text.
fn reviews(name: &str, text: &str) -> Option<Vec<AdmissionReview>> {
    // Most inputs are not JSON, and most JSON is not a review. This avoids parsing them a second time.
    if !text.trim_start().starts_with('{') || memmem::find(text.as_bytes(), b"AdmissionReview").is_none() {
        return None;
    }
    let is_one = values(text).nth(1).is_none();
    let review = |(number, value): (usize, serde_json::Result<&RawValue>)| {
        let name = if is_one { name.to_owned() } else { format!("{name}#{}", number + 1) };
        AdmissionReview::read(&name, value.ok()?.get()).ok()
    };
    let reviews: Option<Vec<AdmissionReview>> = values(text).enumerate().map(review).collect();
    reviews.filter(|reviews| !reviews.is_empty())
}

fn values(text: &str) -> impl Iterator<Item = serde_json::Result<&RawValue>> {
    serde_json::Deserializer::from_str(text).into_iter()
}

/// Returns the operation that all reviews request.
pub(super) fn mode(reviews: &[AdmissionReview]) -> Option<CheckMode> {
    let mode = |review: &AdmissionReview| match review.operation() {
        ReviewOperation::Create => CheckMode::Create,
        ReviewOperation::Update => CheckMode::Update,
        ReviewOperation::Delete | ReviewOperation::Connect => CheckMode::State,
    };
    let first = mode(reviews.first()?);
    reviews.iter().all(|review| mode(review) == first).then_some(first)
}

/// Relates the objects of the reviews to the other checked ones. Returns the analysis that judges the reviews.
pub(super) fn relate(reviews: &[AdmissionReview], analysis: &mut Analysis) -> Analysis {
    let mut reviewing = analysis.clone();
    if reviews.len() == 1 && analysis.input_names(Role::Checked).is_empty() {
        return reviewing;
    }
    for review in reviews {
        analysis.relate_review(review, &mut reviewing);
    }
    reviewing
}

/// Checks the reviews, and adds their findings to a report.
pub(super) fn add(reviews: Vec<AdmissionReview>, analysis: &Analysis, report: &mut Report) {
    for review in reviews {
        match analysis.reviewing(&review, ReviewText::Indented) {
            Ok(reviewing) => {
                // Its object may be large, and is judged in a form of its own.
                drop(review);
                report.append(reviewing.check().report);
            }
            Err(why) => {
                let source = report.add_source(SourceText::from(Arc::clone(review.source())));
                report.documents.push(DocumentRecord {
                    source,
                    kind: review.kind().to_owned(),
                    name: review.name().to_owned(),
                    outcome: DocumentOutcome::NotChecked,
                    reason: why.to_string(),
                    ..DocumentRecord::default()
                });
            }
        }
    }
    report.sort();
}
