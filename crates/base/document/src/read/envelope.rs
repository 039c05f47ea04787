//! JSON from programs: a single value, whose parts can be used as documents of their own.

use std::sync::Arc;

use super::{Body, Document, Documents, File, InputText, YamlParser, body, json, tree_warnings};
use crate::tree::{Fault, Parsed};
use crate::{FieldPath, Problem, ReadLimits, Segment, Span};

/// Parses a text that is a single JSON value: not YAML, not a stream, and without splitting lists into items.
///
/// ```
/// use rootstock_document::read::{self, InputText};
/// let read = |text: &str| read::read_json(InputText::new("review.json", text), &Default::default());
/// let file = read(r#"{"kind": "Review", "object": {"kind": "Pod"}}"#);
/// assert_eq!(file.documents[0].object().unwrap().kind, "Review");
/// assert!(read("kind: Review").documents[0].object().is_none());
/// ```
#[must_use]
pub fn read_json(text: InputText, limits: &ReadLimits) -> File {
    let source = Arc::new(text);
    let span = Span::new(0, source.text().len() as u32);
    let mut all = Documents { source: &source, parser: YamlParser::Either, limits, next: 0, documents: Vec::new() };
    match all.one_json_value(span) {
        Ok((tree, warnings, unlisted)) => {
            let body = body(tree.root(), None);
            all.documents.push(Document { number: 0, item: None, span, body, problems: Vec::new() });
            tree_warnings::report(&tree, warnings, unlisted, &mut all.documents);
        }
        Err(fault) => all.add(span, Err(fault)),
    }
    let documents = all.documents;
    File { source, documents }
}

impl Documents<'_> {
    fn one_json_value(&self, span: Span) -> Result<Parsed, Box<Fault>> {
        if let Some(fault) = &self.source.fault {
            return Err(fault.clone());
        }
        if let Some(fault) = self.check_encoding(span) {
            return Err(fault);
        }
        if span.range().len() > self.limits.document_bytes {
            return Err(self.too_large(span));
        }
        let (parsed, end) = json::parse(self.source.text(), span, self.limits).map_err(|stopped| stopped.fault)?;
        let after = self.source.slice(Span::new(end, span.end));
        let next = end + (after.len() - after.trim_start_matches([' ', '\t', '\n', '\r']).len()) as u32;
        if next < span.end {
            return Err(Fault::unreadable(Span::new(next, next), "nothing may follow the value"));
        }
        Ok(parsed)
    }
}

impl File {
    /// Extracts the value at a path of fields from a file that [`read_json`] has parsed, as the only document of the same text.
    /// Paths of problems in it are relative to the value.
    ///
    /// ```
    /// use rootstock_document::read::{self, InputText};
    /// let text = InputText::new("review.json", r#"{"object": {"kind": "Pod", "a": 1, "a": 2}, "b": 1, "b": 2}"#);
    /// let pod = read::read_json(text, &Default::default()).part(&["object"]).unwrap();
    /// assert_eq!(pod.documents[0].object().unwrap().kind, "Pod");
    /// let paths: Vec<String> = pod.documents[0].problems.iter().map(|one| one.path.to_string()).collect();
    /// assert_eq!(paths, ["a"]);
    /// ```
    #[must_use]
    pub fn part(&self, fields: &[&str]) -> Option<Self> {
        let [whole] = &self.documents[..] else { return None };
        let root = whole.raw()?;
        let node = fields.iter().try_fold(root.node(), |node, field| node.get(field))?;
        let body = if node.is_null() { Body::Empty } else { body(node, None) };
        let mut problems: Vec<Problem> = whole.problems.iter().filter_map(|problem| within(problem, fields)).collect();
        tree_warnings::report_second_object(&mut problems);
        let document = Document { number: 0, item: None, span: node.span(), body, problems };
        Some(Self { source: Arc::clone(&self.source), documents: vec![document] })
    }
}

/// Makes the paths of a problem relative to the value at some fields; `None` if the problem is not about that value. Problems
/// without a location always apply.
fn within(problem: &Problem, fields: &[&str]) -> Option<Problem> {
    let shortened = |path: &FieldPath| {
        let (before, behind) = path.segments().split_at_checked(fields.len())?;
        let is_same = |(segment, field): (&Segment, &&str)| matches!(segment, Segment::Field(name) if name == field);
        before.iter().zip(fields).all(is_same).then(|| FieldPath::of(behind))
    };
    if problem.span.is_none() {
        return Some(problem.clone());
    }
    let mut problem = Problem { path: shortened(&problem.path)?, ..problem.clone() };
    for related in &mut problem.related {
        related.path = shortened(&related.path)?;
    }
    Some(problem)
}
