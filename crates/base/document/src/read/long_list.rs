//! Lists that exceed the limits of a document: each item becomes a document of its own, with the limits applied to each.

use super::Span;
use crate::stream::{JsonObjects, StreamError, StreamEvent, YamlObjects};

/// The parts of a long list, which are not parsed yet.
pub(super) struct LongList {
    /// The kind of items without a kind of their own.
    pub(super) item_kind: Option<String>,
    /// The spans of the items, including the dash of YAML.
    pub(super) items: Vec<Span>,
    /// The end of the list.
    pub(super) end: u32,
    /// The position and reason if the list is incomplete.
    pub(super) cut_off: Option<(u32, String)>,
}

impl LongList {
    /// Splits a YAML document that is a list; `None` if it is not one, or if its items are not on lines of their own.
    pub(super) fn of_yaml(text: &str, document: Span) -> Option<Self> {
        Self::of(document, YamlObjects::new(slice(text, document)?, usize::MAX))
    }

    /// Splits a list at the start of JSON text; `None` if the text starts with another value.
    pub(super) fn of_json(text: &str, rest: Span) -> Option<Self> {
        Self::of(rest, JsonObjects::new(slice(text, rest)?, usize::MAX))
    }

    fn of(span: Span, cuts: impl Iterator<Item = Result<StreamEvent, StreamError>>) -> Option<Self> {
        let at = |offset: u64| span.start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX)).min(span.end);
        let mut list = Self { item_kind: None, items: Vec::new(), end: span.end, cut_off: None };
        for cut in cuts {
            match cut {
                Ok(StreamEvent::Object(object)) if object.is_item => {
                    list.items.push(Span::new(at(object.offset), at(object.offset + object.length)));
                }
                Ok(StreamEvent::Object(_)) => return None,
                Ok(StreamEvent::ListEnd(end)) => {
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
