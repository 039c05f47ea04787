//! Lists that are longer than one document may be: their items are documents of their own, and the bounds hold for each.

use super::Span;
use crate::stream::{Cut, JsonObjects, StreamError, YamlObjects};

/// What a long list was cut into; nothing of it is parsed.
pub(super) struct LongList {
    /// What items are that do not say their kind.
    pub(super) item_kind: Option<String>,
    /// Where the items stand, the dash of YAML included.
    pub(super) items: Vec<Span>,
    /// Behind the list.
    pub(super) end: u32,
    /// Where it ends before its end, and why.
    pub(super) cut_off: Option<(u32, String)>,
}

impl LongList {
    /// The list that a YAML document is; `None` if it is none, or has no items of its own lines.
    pub(super) fn of_yaml(text: &str, document: Span) -> Option<Self> {
        Self::of(document, YamlObjects::new(slice(text, document)?, usize::MAX))
    }

    /// The list with which JSON text begins; `None` if it begins with something else.
    pub(super) fn of_json(text: &str, rest: Span) -> Option<Self> {
        Self::of(rest, JsonObjects::new(slice(text, rest)?, usize::MAX))
    }

    fn of(span: Span, cuts: impl Iterator<Item = Result<Cut, StreamError>>) -> Option<Self> {
        let at = |offset: u64| span.start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX)).min(span.end);
        let mut list = Self { item_kind: None, items: Vec::new(), end: span.end, cut_off: None };
        for cut in cuts {
            match cut {
                Ok(Cut::Object(object)) if object.is_item => {
                    list.items.push(Span::new(at(object.offset), at(object.offset + object.length)));
                }
                Ok(Cut::Object(_)) => return None,
                Ok(Cut::ListEnd(end)) => {
                    let kind = end.kind.as_deref().and_then(|kind| kind.strip_suffix("List"))?;
                    list.item_kind = Some(kind).filter(|kind| !kind.is_empty()).map(str::to_owned);
                    list.end = at(end.offset);
                    return Some(list).filter(|list| !list.items.is_empty());
                }
                Err(error) => {
                    list.cut_off = Some((at(error.place().offset), error.to_string()));
                    return Some(list).filter(|list| !list.items.is_empty());
                }
            }
        }
        None
    }
}

fn slice(text: &str, span: Span) -> Option<&[u8]> {
    text.as_bytes().get(span.range())
}
