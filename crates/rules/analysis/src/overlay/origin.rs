//! The places in patches and in their base that the values of the patched object come from.

use std::sync::Arc;

use rootstock_core_model::read::{Body, File, InputText, ReadObject};
use rootstock_core_model::{FieldPath, GARDENER, RawObject, Segment, ViolationKind};
use rootstock_document::Locator;
use rootstock_report::{Finding, Place, Report, SourceId, SourceText};
use serde_json::Value;

use super::{WithoutValue, strategic, value_of};

/// A document that gives an object values.
#[derive(Debug)]
pub(super) struct Origin {
    source: SourceText,
    /// The kind and name of the object.
    object: (String, String),
    raw: RawObject,
    value: Value,
    /// Whether it is a list of JSON patch operations.
    is_operations: bool,
}

/// A path in an origin, as far as it exists there.
struct Translated {
    path: FieldPath,
    /// The number of segments that exist.
    depth: usize,
    is_exact: bool,
}

impl Origin {
    /// An object with all or some of the fields.
    pub(super) fn object(source: &Arc<InputText>, object: &ReadObject) -> Self {
        Self {
            source: SourceText::from(Arc::clone(source)),
            object: (object.kind.clone(), object.name.clone()),
            raw: object.raw.clone(),
            value: value_of(&object.raw),
            is_operations: false,
        }
    }

    /// A JSON patch for an object.
    pub(super) fn operations(source: &Arc<InputText>, raw: &RawObject, value: Value, kind: &str, name: &str) -> Self {
        Self {
            source: SourceText::from(Arc::clone(source)),
            object: (kind.to_owned(), name.to_owned()),
            raw: raw.clone(),
            value,
            is_operations: true,
        }
    }

    /// Gives the object of this kind and name another name, as a patch did.
    pub(super) fn rename(&mut self, kind: &str, name: &str, new: &str) {
        if self.object.0 == kind && self.object.1 == name {
            new.clone_into(&mut self.object.1);
        }
    }

    /// Translates a path in the patched object.
    fn translated(&self, path: &FieldPath, patched: &Value) -> Translated {
        if !self.is_operations {
            return follow(path.segments(), patched, &self.value, Vec::new(), None);
        }
        let operations = self.value.as_array().into_iter().flatten().enumerate();
        let found = operations.filter_map(|(number, operation)| {
            let pointer = operation.get("path")?.as_str()?;
            let value = operation.get("value")?;
            let tokens: Vec<String> =
                pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~")).collect();
            let (before, rest) = path.segments().split_at_checked(tokens.len())?;
            let is_there = before.iter().zip(&tokens).all(|(segment, token)| match segment {
                Segment::Field(field) => **field == **token,
                Segment::Index(index) => token == "-" || index.to_string() == *token,
            });
            let patched = before.iter().try_fold(patched, step)?;
            let start = vec![Segment::Index(number), Segment::Field("value".into())];
            let field = tokens.last().map(String::as_str);
            let translated = || follow(rest, patched, value, start, field);
            (is_there && patched == value)
                .then(translated)
                .map(|inner| Translated { depth: tokens.len() + inner.depth, ..inner })
        });
        let none = Translated { path: FieldPath::root(), depth: 0, is_exact: false };
        found.max_by_key(|translated| translated.depth).unwrap_or(none)
    }
}

fn step<'v>(value: &'v Value, segment: &Segment) -> Option<&'v Value> {
    match segment {
        Segment::Field(field) => value.get(&**field),
        Segment::Index(index) => value.get(*index),
    }
}

/// Follows a path in the patched value and an origin's at once: an item of a list is the one with the same key, or else an equal one.
fn follow(
    segments: &[Segment],
    mut patched: &Value,
    mut value: &Value,
    mut path: Vec<Segment>,
    field: Option<&str>,
) -> Translated {
    let mut list = field;
    let start = path.len();
    for segment in segments {
        let next = step(patched, segment);
        let own = match segment {
            Segment::Field(name) => {
                list = Some(&**name);
                value.get(&**name).map(|own| (segment.clone(), own))
            }
            Segment::Index(_) => next.and_then(|next| {
                let key = list.and_then(strategic::merge_key).unwrap_or("name");
                let items = value.as_array()?;
                let is_same = |item: &&Value| item.get(key).is_some() && item.get(key) == next.get(key);
                let found = items.iter().position(|item| item == next);
                let index = found.or_else(|| items.iter().position(|item| is_same(&item)))?;
                Some((Segment::Index(index), items.get(index)?))
            }),
        };
        // A patch has removed or replaced what an earlier origin has here; only the null that removed it counts.
        let own = own.filter(|(_, inner)| next.is_some() || inner.is_null());
        let Some((own, inner)) = own else { break };
        path.push(own);
        value = inner;
        patched = next.unwrap_or(&Value::Null);
    }
    let depth = path.len() - start;
    let is_scalar = !value.is_object() && !value.is_array();
    let is_exact = depth == segments.len() && (!is_scalar || value == patched);
    Translated { path: path.into(), depth, is_exact }
}

/// Moves the findings of an input to the first origin that has the value.
pub(super) fn relocate(
    origins: &[Origin],
    patched: &File,
    id: usize,
    without_value: WithoutValue,
    report: &mut Report,
) {
    let objects: Vec<(&ReadObject, Value)> = patched
        .documents
        .iter()
        .filter_map(|document| match &document.body {
            Body::Object(object) => Some((object, value_of(&object.raw))),
            _ => None,
        })
        .collect();
    let first = report.documents.iter().position(|document| document.source == SourceId(id)).unwrap_or_default();
    let sources: Vec<SourceId> = origins.iter().map(|origin| source_of(report, &origin.source)).collect();
    let Report { findings, suppressed, documents, .. } = report;
    let accepted = suppressed.iter_mut().map(|suppressed| &mut suppressed.finding);
    for finding in findings.iter_mut().chain(accepted).filter(|finding| finding.source == SourceId(id)) {
        let number = finding.document.map_or(0, |document| document - first.min(document));
        if let Some((object, value)) = objects.get(number) {
            let name = (object.kind.clone(), object.name.clone());
            let own = origins.iter().zip(&sources).filter(|(origin, _)| origin.object == name);
            relocate_finding(finding, value, &own.collect::<Vec<_>>(), without_value);
        }
    }
    if without_value == WithoutValue::Stays {
        return report.sort();
    }
    // The record of a document is about its place in the base.
    for (document, (object, _)) in documents.iter_mut().skip(first).zip(&objects) {
        let base = origins.iter().rev().find(|origin| origin.object == (object.kind.clone(), object.name.clone()));
        document.place = base.map(|base| Place::exact(base.raw.node().span()));
    }
    report.sort();
}

/// Returns the position of a text in the report, and adds it if it is not there.
fn source_of(report: &mut Report, source: &SourceText) -> SourceId {
    let known = report.sources.iter().position(|known| known.name() == source.name());
    known.map_or_else(|| report.add_source(source.clone()), SourceId)
}

fn relocate_finding(
    finding: &mut Finding,
    patched: &Value,
    origins: &[(&Origin, &SourceId)],
    without_value: WithoutValue,
) {
    let path = finding.violation.path.clone();
    let translated = origins.iter().map(|(origin, source)| (*origin, **source, origin.translated(&path, patched)));
    let translated: Vec<_> = translated.collect();
    let exact = translated.iter().find(|(.., translated)| translated.is_exact);
    // Of several with as much of the path, the first is the last patch.
    let all = if without_value == WithoutValue::Stays { &[][..] } else { translated.as_slice() };
    let deepest = || all.iter().rev().max_by_key(|(.., translated)| translated.depth);
    let Some((origin, source, translated)) = exact.or_else(deepest) else { return };
    let mut locator = Locator::with_hints(origin.raw.node(), &GARDENER);
    let located = locator.locate(&translated.path);
    let mut place = match located.node.key_span() {
        // The mistake in an unknown field is its name.
        Some(key) if finding.violation.kind == ViolationKind::UnknownField && located.exact => Place::exact(key),
        _ => Place::from(&located),
    };
    place.exact = translated.is_exact;
    finding.place = Some(place);
    finding.source = *source;
    finding.edits = None;
    for related in &mut finding.related {
        let there = origin.translated(&related.path, patched);
        related.place = there.is_exact.then(|| Place::from(&locator.locate(&there.path)));
    }
}
