//! Comparison of two parse results: values, positions and problems.

use rootstock_document::read::{Body, Document, File, InputText, YamlParser, read_by};
use rootstock_document::{NodeKind, NodeRef, ReadLimits};

/// Compares the results of both parsers; returns whether the direct one read the entire text, and the first difference.
pub fn compare(text: &[u8], limits: &ReadLimits) -> (bool, Option<String>) {
    let direct = read_by(YamlParser::Direct, InputText::new("text", text), limits);
    let declines = direct.documents.iter().any(|document| {
        matches!(document.body, Body::Unreadable)
            && document.problems.iter().any(|found| found.detail == "the direct reader declines the document")
    });
    if declines {
        return (false, None);
    }
    let complete = read_by(YamlParser::Complete, InputText::new("text", text), limits);
    (true, difference(&direct, &complete))
}

/// Returns the first difference.
pub fn difference(one: &File, other: &File) -> Option<String> {
    if one.documents.len() != other.documents.len() {
        return Some(format!("{} documents against {}", one.documents.len(), other.documents.len()));
    }
    one.documents.iter().zip(&other.documents).find_map(|(a, b)| {
        if (a.number, a.item, a.span) != (b.number, b.item, b.span) {
            return Some(format!("{:?} against {:?}", (a.number, a.item, a.span), (b.number, b.item, b.span)));
        }
        let findings = |document: &Document| format!("{:?}", document.problems);
        if (a.problems.len() + b.problems.len()) > 0 && findings(a) != findings(b) {
            return Some(format!("{:?}\nagainst\n{:?}", a.problems, b.problems));
        }
        match (a.raw(), b.raw()) {
            (None, None) => None,
            (Some(a), Some(b)) => values(a.node(), b.node()),
            _ => Some("one is readable".to_owned()),
        }
    })
}

fn values(one: NodeRef<'_>, other: NodeRef<'_>) -> Option<String> {
    let places = |node: NodeRef<'_>| (node.kind(), node.span(), node.key_span(), node.is_alias(), node.len());
    if places(one) != places(other) {
        return Some(format!("{:?} against {:?}", places(one), places(other)));
    }
    let content = |node: NodeRef<'_>| format!("{:?} {:?} {:?}", node.key(), node.raw_text(), node.as_scalar());
    if (one.key(), one.raw_text()) != (other.key(), other.raw_text()) || content(one) != content(other) {
        return Some(format!("{} against {}", content(one), content(other)));
    }
    match one.kind() {
        NodeKind::Scalar => None,
        NodeKind::List => one.items().zip(other.items()).find_map(|(a, b)| values(a, b)),
        NodeKind::Object => one.entries().zip(other.entries()).find_map(|((_, a), (_, b))| values(a, b)),
    }
}
