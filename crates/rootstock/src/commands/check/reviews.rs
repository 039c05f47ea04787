//! Admission reviews among what is checked: each is judged as the operation that it is.

use memchr::memmem;
use rootstock_analysis::{AdmissionReview, Analysis, ReviewText, Role};
use rootstock_report::{DocumentOutcome, DocumentRecord, Report, SourceText};
use serde_json::value::RawValue;

/// A text with reviews in it, one after the other.
pub(super) struct Reviews {
    name: String,
    text: String,
}

/// Takes the inputs out that are reviews and nothing else.
pub(super) fn take(analysis: &mut Analysis) -> Vec<Reviews> {
    let mut taken = Vec::new();
    for name in analysis.input_names(Role::Checked) {
        let Some(text) = analysis.text(Role::Checked, &name).filter(|text| is_reviews(text)) else { continue };
        let text = text.to_owned();
        analysis.remove(Role::Checked, &name);
        taken.push(Reviews { name, text });
    }
    taken
}

fn is_reviews(text: &str) -> bool {
    // Most inputs are no JSON, and most JSON is no review: parsing it again would tell the same.
    if !text.trim_start().starts_with('{') || memmem::find(text.as_bytes(), b"AdmissionReview").is_none() {
        return false;
    }
    let mut values = values(text).peekable();
    values.peek().is_some()
        && values.all(|value| value.is_ok_and(|value| AdmissionReview::read(value.get().as_bytes()).is_ok()))
}

fn values(text: &str) -> impl Iterator<Item = serde_json::Result<&RawValue>> {
    serde_json::Deserializer::from_str(text).into_iter()
}

/// Judges them, and adds what is found to a report.
pub(super) fn add(reviews: &[Reviews], analysis: &Analysis, report: &mut Report) {
    for Reviews { name, text } in reviews {
        let is_one = values(text).nth(1).is_none();
        for (number, value) in values(text).filter_map(Result::ok).enumerate() {
            let Ok(review) = AdmissionReview::read(value.get().as_bytes()) else { continue };
            let name = if is_one { name.clone() } else { format!("{name}#{}", number + 1) };
            match analysis.review(&review, &name, ReviewText::Indented) {
                Ok(checked) => report.append(checked.report),
                Err(why) => {
                    let source = report.add_source(SourceText::new(&name, value.get()));
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
    }
    report.sort();
}
