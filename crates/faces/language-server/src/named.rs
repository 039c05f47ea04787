//! What is named at a place, and where else it is.

use std::collections::HashSet;
use std::ops::Range;

use lsp_types::{GotoDefinitionResponse, Location, TextDocumentPositionParams, Uri};
use rootstock_analysis::{Analysis, Mention, Mentioned, MentionedName, Role};

use crate::address;
use crate::position::{Encoding, Lines};
use crate::shift::Shift;
use crate::workspace::Workspace;

/// A mention in the text as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Named {
    pub(crate) thing: Mentioned,
    pub(crate) is_offer: bool,
    pub(crate) span: Range<usize>,
}

impl Named {
    pub(crate) fn of(mention: Mention<'_>) -> Self {
        let mut span = mention.span().range();
        if matches!(mention.thing.name, MentionedName::Flavor { .. }) {
            span.start = dash(mention.node.tree().source(), span.start);
        }
        Self { thing: mention.thing, is_offer: mention.is_offer, span }
    }
}

/// Where the dash of an item stands, if it has one: a flavor begins with it.
fn dash(text: &str, start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default().trim_end_matches(' ');
    if before.ends_with('-') { before.len() - 1 } else { start }
}

/// What of some kind is named in an input: a large profile names ten thousands of things. Where a document cannot be read, because somebody is
/// typing in it, what it named before, and where that stands now.
pub(crate) fn in_input(workspace: &mut Workspace, name: &str, is_wanted: impl Fn(&Named) -> bool) -> Vec<Named> {
    let analysis = workspace.analysis();
    wanted(analysis, name, analysis.mentions(Role::Checked, name), is_wanted)
}

/// Those of some mentions that are wanted, and those of the text before that are not among them.
fn wanted(
    analysis: &Analysis,
    name: &str,
    mentions: Vec<Mention<'_>>,
    is_wanted: impl Fn(&Named) -> bool,
) -> Vec<Named> {
    let named = mentions.into_iter().map(Named::of);
    let mut all: Vec<Named> = named.filter(&is_wanted).collect();
    if let (Some(before), Some(now)) = (analysis.text(Role::Known, name), analysis.text(Role::Checked, name)) {
        let shift = Shift::between(before, now);
        let mut seen: HashSet<Named> = all.iter().cloned().collect();
        for mention in analysis.mentions(Role::Known, name) {
            let named = Named::of(mention);
            let moved = shift.span(&named.span).map(|span| Named { span, ..named }).filter(&is_wanted);
            all.extend(moved.filter(|named| seen.insert(named.clone())));
        }
    }
    all
}

/// What is named at a place, the innermost thing first.
pub(crate) fn all_at(workspace: &mut Workspace, place: &TextDocumentPositionParams, encoding: Encoding) -> Vec<Named> {
    let name = address::name(&place.text_document.uri);
    let Some(document) = workspace.document(&name) else { return Vec::new() };
    let offset = document.text.offset(place.position, encoding);
    // An item begins with its dash, a value behind it.
    let behind = document.text.as_str().get(offset..).unwrap_or_default().trim_start_matches(['-', ' ']);
    let bytes = offset..document.text.as_str().len() - behind.len();
    let is_here = |named: &Named| named.span.start <= offset && offset <= named.span.end;
    let analysis = workspace.analysis();
    let mut here = wanted(analysis, &name, analysis.mentions_at(Role::Checked, &name, bytes), is_here);
    here.sort_by_key(|named| named.span.len());
    here
}

/// The innermost of them.
pub(crate) fn at(workspace: &mut Workspace, place: &TextDocumentPositionParams, encoding: Encoding) -> Option<Named> {
    all_at(workspace, place, encoding).into_iter().next()
}

/// Every place where a thing is named, with the address of the document.
fn everywhere(workspace: &mut Workspace, thing: &Mentioned, encoding: Encoding) -> Vec<(bool, Location)> {
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

/// Where a thing is offered; of an offer, where it is referred to: a flavor and its counterpart lead to one another.
pub(crate) fn definition(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    encoding: Encoding,
) -> Option<GotoDefinitionResponse> {
    let named = at(workspace, place, encoding)?;
    let found = everywhere(workspace, &named.thing, encoding);
    let is_wanted = |is_offer: bool| is_offer != named.is_offer;
    let there = found.into_iter().filter(|(is_offer, _)| is_wanted(*is_offer)).map(|(_, location)| location);
    Some(GotoDefinitionResponse::Array(there.collect()))
}

pub(crate) fn references(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    with_offer: bool,
    encoding: Encoding,
) -> Option<Vec<Location>> {
    let named = at(workspace, place, encoding)?;
    let found = everywhere(workspace, &named.thing, encoding).into_iter();
    Some(found.filter(|(is_offer, _)| with_offer || !is_offer).map(|(_, location)| location).collect())
}
