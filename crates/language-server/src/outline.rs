//! The documents of a text as an outline, and what of them can be folded.

use std::ops::Range;

use lsp_types::{DocumentSymbol, FoldingRange, SymbolKind};
use rootstock_core_model::read::Body;
use rootstock_core_model::{NodeKind, NodeRef};

use crate::position::Encoding;
use crate::text::Text;

/// Levels of the outline: `spec`, `machineImages`, an image, `versions`, a version, its flavors.
const DEPTH: usize = 7;

/// The objects of a text, with their fields and the items of their lists by name.
pub(crate) fn symbols(text: &Text, encoding: Encoding) -> Vec<DocumentSymbol> {
    let documents = text.file().documents.iter().filter_map(|document| {
        let node = document.raw()?.node();
        let (name, detail) = match &document.body {
            Body::Object(object) => (object.name.clone(), object.kind.clone()),
            Body::NoObject { .. } | Body::Empty | Body::Unreadable => (String::new(), String::new()),
        };
        let name =
            [name, detail.clone()].into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| "document".to_owned());
        Some(symbol(name, detail, SymbolKind::OBJECT, node, None, (text, encoding, DEPTH)))
    });
    documents.collect()
}

type Context<'t> = (&'t Text, Encoding, usize);

#[expect(deprecated, reason = "the protocol's type has no other constructor")]
fn symbol(
    name: String,
    detail: String,
    kind: SymbolKind,
    node: NodeRef<'_>,
    named: Option<Range<usize>>,
    (text, encoding, depth): Context<'_>,
) -> DocumentSymbol {
    let value = node.span().range();
    let start = node.key_span().map_or(value.start, |key| key.range().start).min(value.start);
    let range = text.range(&(start..value.end.max(start)), encoding);
    let selection = named.map_or(range, |named| text.range(&named, encoding));
    // What is selected must lie within all of it.
    let is_within = range.start <= selection.start && selection.end <= range.end;
    DocumentSymbol {
        name,
        detail: (!detail.is_empty()).then_some(detail),
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: if is_within { selection } else { range },
        children: (depth > 0).then(|| children(node, (text, encoding, depth - 1))).filter(|all| !all.is_empty()),
    }
}

fn children(node: NodeRef<'_>, context: Context<'_>) -> Vec<DocumentSymbol> {
    match node.kind() {
        NodeKind::Scalar => Vec::new(),
        NodeKind::Object => {
            let fields = node.entries().filter(|(_, value)| value.kind() != NodeKind::Scalar && !value.is_alias());
            let field = |(name, value): (&str, NodeRef<'_>)| {
                let kind = if value.kind() == NodeKind::List { SymbolKind::ARRAY } else { SymbolKind::OBJECT };
                let key = value.key_span().map(rootstock_core_model::Span::range);
                let name = if name.is_empty() { "\"\"".to_owned() } else { name.to_owned() };
                symbol(name, String::new(), kind, value, key, context)
            };
            fields.map(field).collect()
        }
        NodeKind::List => {
            let items =
                node.items().enumerate().filter(|(_, item)| item.kind() == NodeKind::Object && !item.is_alias());
            let item = |(index, item): (usize, NodeRef<'_>)| {
                let named = ["name", "version"].into_iter().find_map(|key| item.get(key));
                let name = named.and_then(NodeRef::raw_text).filter(|name| !name.is_empty());
                let name = name.map_or_else(|| format!("[{index}]"), str::to_owned);
                symbol(name, String::new(), SymbolKind::STRUCT, item, named.map(|named| named.span().range()), context)
            };
            items.map(item).collect()
        }
    }
}

/// Every object and list on more than one line.
pub(crate) fn folds(text: &Text, encoding: Encoding) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    for document in &text.file().documents {
        if let Some(raw) = document.raw() {
            fold(raw.node(), text, encoding, &mut folds);
        }
    }
    folds
}

fn fold(node: NodeRef<'_>, text: &Text, encoding: Encoding, folds: &mut Vec<FoldingRange>) {
    if node.is_alias() || node.kind() == NodeKind::Scalar {
        return;
    }
    let value = node.span().range();
    let start = node.key_span().map_or(value.start, |key| key.range().start);
    // A block ends with the line of its last value.
    let content = text.as_str().get(..value.end).map_or(value.end, |before| before.trim_end().len());
    let range = text.range(&(start..content.max(start)), encoding);
    if range.start.line < range.end.line {
        folds.push(FoldingRange { start_line: range.start.line, end_line: range.end.line, ..FoldingRange::default() });
    }
    match node.kind() {
        NodeKind::Object => node.entries().for_each(|(_, value)| fold(value, text, encoding, folds)),
        NodeKind::List => node.items().for_each(|item| fold(item, text, encoding, folds)),
        NodeKind::Scalar => {}
    }
}
