//! The mention at a place, and the other mentions of the same thing.

use std::collections::HashSet;
use std::ops::Range;

use lsp_types::{GotoDefinitionResponse, Location, TextDocumentPositionParams, Uri};
use rootstock_analysis::{Analysis, Mention, MentionTarget, MentionedName, Role};

use crate::position::{Encoding, Lines};
use crate::shift::Shift;
use crate::uris;
use crate::workspace::Workspace;

/// A mention in the current text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LocatedMention {
    pub(crate) thing: MentionTarget,
    pub(crate) is_offer: bool,
    pub(crate) span: Range<usize>,
}

impl LocatedMention {
    pub(crate) fn of(mention: Mention<'_>) -> Self {
        let mut span = mention.span().range();
        if matches!(mention.thing.name, MentionedName::Flavor { .. }) {
            span.start = dash(mention.node.tree().source(), span.start);
        }
        Self { thing: mention.thing, is_offer: mention.is_offer, span }
    }
}

/// Returns the offset of an item's dash, if it has one, because a flavor begins with it.
fn dash(text: &str, start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default().trim_end_matches(' ');
    if before.ends_with('-') { before.len() - 1 } else { start }
}

/// Returns only the wanted mentions in an input, because a large profile has tens of thousands. While the user types and a
/// document cannot be parsed, mentions of the previous text are moved to their current place.
pub(crate) fn in_input(
    workspace: &mut Workspace,
    name: &str,
    is_wanted: impl Fn(&LocatedMention) -> bool,
) -> Vec<LocatedMention> {
    let analysis = workspace.analysis();
    matching_mentions(analysis, name, analysis.mentions(Role::Checked, name), is_wanted)
}

/// Filters mentions, and adds matching mentions of the previous text.
fn matching_mentions(
    analysis: &Analysis,
    name: &str,
    mentions: Vec<Mention<'_>>,
    is_wanted: impl Fn(&LocatedMention) -> bool,
) -> Vec<LocatedMention> {
    let named = mentions.into_iter().map(LocatedMention::of);
    let mut all: Vec<LocatedMention> = named.filter(&is_wanted).collect();
    if let (Some(before), Some(now)) = (analysis.text(Role::Known, name), analysis.text(Role::Checked, name)) {
        let shift = Shift::between(before, now);
        let mut seen: HashSet<LocatedMention> = all.iter().cloned().collect();
        for mention in analysis.mentions(Role::Known, name) {
            let named = LocatedMention::of(mention);
            let moved = shift.span(&named.span).map(|span| LocatedMention { span, ..named }).filter(&is_wanted);
            all.extend(moved.filter(|named| seen.insert(named.clone())));
        }
    }
    all
}

/// Returns all mentions at a place, the innermost first.
pub(crate) fn all_at(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    encoding: Encoding,
) -> Vec<LocatedMention> {
    let name = uris::name(&place.text_document.uri);
    let Some(document) = workspace.document(&name) else { return Vec::new() };
    let offset = document.text.offset(place.position, encoding);
    // An item begins at its dash, and its value after it.
    let behind = document.text.as_str().get(offset..).unwrap_or_default().trim_start_matches(['-', ' ']);
    let bytes = offset..document.text.as_str().len() - behind.len();
    let is_here = |named: &LocatedMention| named.span.start <= offset && offset <= named.span.end;
    let analysis = workspace.analysis();
    let mut here = matching_mentions(analysis, &name, analysis.mentions_at(Role::Checked, &name, bytes), is_here);
    here.sort_by_key(|named| named.span.len());
    here
}

/// Returns the innermost mention at a place.
pub(crate) fn at(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    encoding: Encoding,
) -> Option<LocatedMention> {
    all_at(workspace, place, encoding).into_iter().next()
}

/// Returns every place where a thing is mentioned, and whether it is an offer.
fn all_locations(workspace: &mut Workspace, thing: &MentionTarget, encoding: Encoding) -> Vec<(bool, Location)> {
    let mut found = Vec::new();
    for name in workspace.analysis().input_names(Role::Checked) {
        let Some(uri) = workspace.uri(&name) else { continue };
        let named = in_input(workspace, &name, |named| named.thing == *thing);
        if named.is_empty() {
            continue;
        }
        let Some(text) = workspace.analysis().text(Role::Checked, &name) else { continue };
        let lines = Lines::new(text);
        found.extend(
            named.into_iter().map(|named| (named.is_offer, location(&uri, lines.range(text, &named.span, encoding)))),
        );
    }
    found
}

fn location(uri: &Uri, range: lsp_types::Range) -> Location {
    Location::new(uri.clone(), range)
}

/// Returns the places where a thing is offered, or for an offer the places that refer to it: a flavor and its counterpart lead to
/// each other.
pub(crate) fn definition(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    encoding: Encoding,
) -> Option<GotoDefinitionResponse> {
    let named = at(workspace, place, encoding)?;
    let found = all_locations(workspace, &named.thing, encoding);
    let is_wanted = |is_offer: bool| is_offer != named.is_offer;
    let targets = found.into_iter().filter(|(is_offer, _)| is_wanted(*is_offer)).map(|(_, location)| location);
    Some(GotoDefinitionResponse::Array(targets.collect()))
}

pub(crate) fn references(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    with_offer: bool,
    encoding: Encoding,
) -> Option<Vec<Location>> {
    let named = at(workspace, place, encoding)?;
    let found = all_locations(workspace, &named.thing, encoding).into_iter();
    Some(found.filter(|(is_offer, _)| with_offer || !is_offer).map(|(_, location)| location).collect())
}
