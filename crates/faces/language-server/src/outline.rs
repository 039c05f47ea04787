//! The outline of a text's documents, and its folding ranges.

use std::ops::Range;

use lsp_types::{DocumentSymbol, FoldingRange, SymbolKind};
use rootstock_core_model::read::Body;
use rootstock_core_model::{GARDENER, NodeKind, NodeRef, Span};

use crate::parsed_text::ParsedText;
use crate::position::Encoding;

/// The levels of the outline: `spec`, `machineImages`, an image, `versions`, a version, its flavors.
const DEPTH: usize = 7;

/// The source of outlines and folding ranges.
pub(crate) struct Outline<'t> {
    parsed_text: ParsedText<'t>,
    encoding: Encoding,
}

impl<'t> Outline<'t> {
    pub(crate) const fn new(parsed_text: ParsedText<'t>, encoding: Encoding) -> Self {
        Self { parsed_text, encoding }
    }

    fn range(&self, span: &Range<usize>) -> lsp_types::Range {
        self.parsed_text.text().range(span, self.encoding)
    }

    /// Returns the objects of the text, with their fields and the named items of their lists.
    pub(crate) fn symbols(&self) -> Vec<DocumentSymbol> {
        let documents = self.parsed_text.file().documents.iter().filter_map(|document| {
            let node = document.raw()?.node();
            let (name, detail) = match &document.body {
                Body::Object(object) => (object.name.clone(), object.kind.clone()),
                Body::NotAnObject { .. } | Body::Empty | Body::Unreadable => (String::new(), String::new()),
            };
            let name = [name, detail.clone()].into_iter().find(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| "document".to_owned());
            symbol(name, detail, SymbolKind::OBJECT, node, None, (self, DEPTH))
        });
        documents.collect()
    }

    /// Returns the range of every object and list that spans several lines.
    pub(crate) fn folds(&self) -> Vec<FoldingRange> {
        let mut folds = Vec::new();
        for raw in self.parsed_text.file().documents.iter().filter_map(|document| document.raw()) {
            fold(raw.node(), self, &mut folds);
        }
        folds
    }
}

type Context<'t> = (&'t Outline<'t>, usize);

#[expect(deprecated, reason = "the protocol's type has no other constructor")]
fn symbol(
    name: String,
    detail: String,
    kind: SymbolKind,
    node: NodeRef<'_>,
    named: Option<Range<usize>>,
    (outline, depth): Context<'_>,
) -> Option<DocumentSymbol> {
    let value = node.span().range();
    let start = node.key_span().map_or(value.start, |key| key.range().start).min(value.start);
    let range = outline.range(&outline.parsed_text.current_span(start..value.end.max(start))?);
    let selection =
        named.and_then(|named| outline.parsed_text.current_span(named)).map_or(range, |named| outline.range(&named));
    // The protocol requires the selection to be within the range.
    let is_within = range.start <= selection.start && selection.end <= range.end;
    Some(DocumentSymbol {
        name,
        detail: (!detail.is_empty()).then_some(detail),
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: if is_within { selection } else { range },
        children: (depth > 0).then(|| children(node, (outline, depth - 1))).filter(|all| !all.is_empty()),
    })
}

fn children(node: NodeRef<'_>, context: Context<'_>) -> Vec<DocumentSymbol> {
    match node.kind() {
        NodeKind::Scalar => Vec::new(),
        NodeKind::Object => {
            let fields = node.entries().filter(|(_, value)| value.kind() != NodeKind::Scalar && !value.is_alias());
            let field = |(name, value): (&str, NodeRef<'_>)| {
                let kind = if value.kind() == NodeKind::List { SymbolKind::ARRAY } else { SymbolKind::OBJECT };
                let key = value.key_span().map(Span::range);
                let name = if name.is_empty() { "\"\"".to_owned() } else { name.to_owned() };
                symbol(name, String::new(), kind, value, key, context)
            };
            fields.filter_map(field).collect()
        }
        NodeKind::List => {
            let items =
                node.items().enumerate().filter(|(_, item)| item.kind() == NodeKind::Object && !item.is_alias());
            let item = |(index, item): (usize, NodeRef<'_>)| {
                let named = GARDENER.identifying.iter().find_map(|key| item.get(key));
                let name = named.and_then(NodeRef::raw_text).filter(|name| !name.is_empty());
                let name = name.map_or_else(|| format!("[{index}]"), str::to_owned);
                symbol(name, String::new(), SymbolKind::STRUCT, item, named.map(|named| named.span().range()), context)
            };
            items.filter_map(item).collect()
        }
    }
}

fn fold(node: NodeRef<'_>, outline: &Outline<'_>, folds: &mut Vec<FoldingRange>) {
    if node.is_alias() || node.kind() == NodeKind::Scalar {
        return;
    }
    let value = node.span().range();
    let start = node.key_span().map_or(value.start, |key| key.range().start);
    if let Some(span) = outline.parsed_text.current_span(start..value.end.max(start)) {
        // A block ends at the line of its last value.
        let content =
            outline.parsed_text.text().as_str().get(..span.end).map_or(span.end, |before| before.trim_end().len());
        let range = outline.range(&(span.start..content.max(span.start)));
        if range.start.line < range.end.line {
            let (start_line, end_line) = (range.start.line, range.end.line);
            folds.push(FoldingRange { start_line, end_line, ..FoldingRange::default() });
        }
    }
    match node.kind() {
        NodeKind::Object => node.entries().for_each(|(_, value)| fold(value, outline, folds)),
        NodeKind::List => node.items().for_each(|item| fold(item, outline, folds)),
        NodeKind::Scalar => {}
    }
}
