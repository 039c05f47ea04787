//! The law that findings point to something that exists.

use rootstock_core_model::Semantics::Documented;
use rootstock_core_model::{Change, FieldPath, Segment, Violation, ViolationKind};
use serde_json::{Value, json};

use crate::document::{at, at_mut, is_within, places, removed, replaced, with_field};
use crate::report::{CheckedCases, ensure};
use crate::subject::{Subject, config_of, config_path};

pub(crate) fn paths(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for document in subject.examples()? {
        for place in places(&document, &config_path()) {
            for damaged in damaged(&document, &place) {
                let all = subject.check(&damaged, Documented).violations;
                for found in &all {
                    let misplaced = misplaced(subject, &damaged, found).filter(|path| !is_meant(path, &all));
                    ensure(misplaced.is_none(), || {
                        let path = misplaced.map(|path| path.to_string()).unwrap_or_default();
                        format!(
                            "{}\n{}: {found}\npoints at {path}, which does not exist",
                            config_of(&damaged),
                            found.rule.name
                        )
                    })?;
                    cases += 1;
                }
            }
        }
    }
    Ok(cases)
}

/// Returns variants of the document with the value at a place damaged in various ways.
fn damaged(document: &Value, place: &FieldPath) -> Vec<Value> {
    let values = [json!(null), json!(""), json!("none"), json!([]), json!({}), json!(-1), json!(true)];
    let mut damaged: Vec<Value> = values.into_iter().map(|value| replaced(document, place, value)).collect();
    damaged.push(removed(document, place));
    match at(document, place) {
        Some(Value::Array(items)) => {
            let mut twice = document.clone();
            if let (Some(Value::Array(list)), Some(first)) = (at_mut(&mut twice, place), items.first()) {
                list.push(first.clone());
            }
            damaged.push(twice);
        }
        Some(Value::Object(_)) => {
            // Add both formats at once, unregistered capabilities, and unknown fields.
            let more = [
                ("capabilityFlavors", json!([{ "capabilities": { "architecture": ["riscv"], "strange": ["x"] } }])),
                ("regions", json!([{ "name": "nowhere" }])),
                ("capabilities", json!({ "strange": ["x"] })),
                ("capabilities", json!({ "architectur": ["amd64"] })),
                ("architecture", json!("riscv")),
                ("image", json!("other")),
                ("unknownToEverybody", json!("x")),
            ];
            damaged.extend(more.into_iter().map(|(name, value)| with_field(document, place, name, value)));
        }
        // A typo, for which the plug-in may suggest a fix.
        Some(Value::String(text)) => damaged.push(replaced(document, place, json!(format!("{text}x")))),
        _ => {}
    }
    damaged
}

/// Returns a path of the finding that does not exist, or where a fix would replace a list or an object by a scalar.
fn misplaced(subject: &Subject, document: &Value, found: &Violation) -> Option<FieldPath> {
    let changes = found.fix.iter().flat_map(|fix| &fix.changes).map(|change| match change {
        Change::Unwrap { path, .. } | Change::Replace { path, .. } | Change::Rewrite { path, .. } => path,
        Change::RenameKey { path, .. } | Change::Remove { path } => path,
        // An added value does not exist yet.
        Change::Add { .. } => &found.path,
        #[allow(unreachable_patterns, reason = "further kinds of changes may come")]
        _ => &found.path,
    });
    let related = found.related.iter().map(|related| &related.path);
    let mut existing = related.chain(changes).collect::<Vec<_>>();
    if !is_about_something_missing(found) {
        existing.push(&found.path);
    }
    let replaced = found.fix.iter().flat_map(|fix| &fix.changes).filter_map(|change| match change {
        Change::Replace { path, .. } => Some(path),
        _ => None,
    });
    let is_filled = |path: &&FieldPath| at(document, path).is_some_and(|value| value.is_object() || value.is_array());
    let misplaced =
        existing.into_iter().find(|path| !exists(document, path)).or_else(|| replaced.clone().find(is_filled));
    let missing = || is_about_something_missing(found) && !can_be_missing(subject, document, &found.path);
    misplaced.or_else(|| missing().then_some(&found.path)).cloned()
}

/// Whether the path exists in the document. A scalar in place of a list counts as a list of one: the decoder reports
/// it, but the rules still check it.
fn exists(document: &Value, path: &FieldPath) -> bool {
    let single = || at(document, &path.parent()?).filter(|value| value.is_string() || value.is_number());
    at(document, path).is_some() || path.segments().last() == Some(&Segment::Index(0)) && single().is_some()
}

/// Whether the path contains a misspelled field, which is decoded under the intended name and has its own finding.
fn is_meant(path: &FieldPath, all: &[Violation]) -> bool {
    let mut meant = all.iter().filter_map(|found| found.fix.as_ref()?.renamed());
    meant.any(|meant| path.segments().starts_with(meant.segments()))
}

/// Whether the finding is about a missing value.
fn is_about_something_missing(found: &Violation) -> bool {
    match found.kind {
        ViolationKind::Required => true,
        ViolationKind::Invalid | ViolationKind::NotSupported => found.bad.as_str().is_empty(),
        _ => false,
    }
}

/// Whether the path exists, or consists of known fields that are missing from an existing object.
fn can_be_missing(subject: &Subject, document: &Value, path: &FieldPath) -> bool {
    let mut filled = document.clone();
    let mut place = &mut filled;
    let mut is_new = false;
    for segment in path.segments() {
        if place.is_null() && matches!(segment, Segment::Field(_)) {
            *place = json!({});
        }
        let next = match (place, segment) {
            (Value::Object(fields), Segment::Field(name)) => {
                is_new |= !fields.contains_key(name.as_ref());
                fields.entry(name.as_ref()).or_insert(Value::Null)
            }
            (Value::Array(items), Segment::Index(index)) => match items.get_mut(*index) {
                Some(item) => item,
                None => return false,
            },
            _ => return false,
        };
        place = next;
    }
    let unknown = |one: &Violation| one.kind == ViolationKind::UnknownField && is_within(path, &one.path);
    !is_new || !subject.findings(&filled).iter().any(unknown)
}
