//! Admission reviews among what is checked: each is judged as the operation that it is.

use std::sync::Arc;

use memchr::memmem;
use rootstock_analysis::{AdmissionReview, Analysis, ReviewText, Role};
use rootstock_report::{DocumentOutcome, DocumentRecord, Report, SourceText};
use serde_json::value::RawValue;

/// Takes the reviews out of inputs that are nothing else.
pub(super) fn take(analysis: &mut Analysis) -> Vec<AdmissionReview> {
    let mut taken = Vec::new();
    for name in analysis.input_names(Role::Checked) {
        // What has an object of ours is something else: a large profile need not be looked through.
        if analysis.objects(Role::Checked, &name).next().is_some() {
            continue;
        }
        let Some(reviews) = analysis.text(Role::Checked, &name).and_then(|text| reviews(&name, text)) else { continue };
        analysis.remove(Role::Checked, &name);
        taken.extend(reviews);
    }
    taken
}

/// `None` if the text is something else.
fn reviews(name: &str, text: &str) -> Option<Vec<AdmissionReview>> {
    // Most inputs are no JSON, and most JSON is no review: parsing it again would tell the same.
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

/// Judges them, and adds what is found to a report.
pub(super) fn add(reviews: &[AdmissionReview], analysis: &Analysis, report: &mut Report) {
    for review in reviews {
        match analysis.review(review, ReviewText::Indented) {
            Ok(checked) => report.append(checked.report),
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
