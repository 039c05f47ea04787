//! Inlay hints for implicit information: the values that a machine type or flavor omits, and the image versions that are
//! compatible with a machine type.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams};
use rootstock_analysis::{Analysis, Object, Profile, Role};
use rootstock_core_model::NodeRef;
use rootstock_queries::{MatrixCell, MatrixQuery, ProfileInput, Query as _, QueryContext};

use crate::position::Encoding;
use crate::shift::Shift;
use crate::uris;
use crate::workspace::Workspace;

/// The number of values or versions to list; larger numbers are only counted.
const MAX_NAMES: usize = 3;

/// A hint, and the byte offset after which it appears.
type PlacedHint = (usize, String);

pub(crate) fn hints(
    workspace: &mut Workspace,
    params: &InlayHintParams,
    asked: QueryContext,
    encoding: Encoding,
) -> Vec<InlayHint> {
    let name = uris::name(&params.text_document.uri);
    let Some(document) = workspace.document(&name) else { return Vec::new() };
    let shown = document.text.offsets(params.range, encoding);
    let analysis = workspace.analysis();
    let mut placed = in_objects(analysis, Role::Checked, &name, asked, &shown);
    // While the user types and a document cannot be parsed, hints of the previous text are moved to their current place: hints
    // that come and go would move the text.
    if let (Some(before), Some(now)) = (analysis.text(Role::Known, &name), analysis.text(Role::Checked, &name)) {
        let shift = Shift::between(before, now);
        let shown_before = shift.inverse().span(&shown).unwrap_or(0..before.len());
        let found = in_objects(analysis, Role::Known, &name, asked, &shown_before).into_iter();
        let moved = found.filter_map(|(place, label)| Some((shift.span(&(place..place))?.start, label)));
        let new: Vec<PlacedHint> = moved.filter(|hint| !placed.contains(hint)).collect();
        placed.extend(new);
    }
    let Some(document) = workspace.document(&name) else { return Vec::new() };
    let hint = |(place, label)| InlayHint {
        position: document.text.range(&(place..place), encoding).start,
        label: InlayHintLabel::String(label),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    placed.into_iter().map(hint).collect()
}

/// Returns the hints for an input's objects.
fn in_objects(
    analysis: &Analysis,
    role: Role,
    name: &str,
    asked: QueryContext,
    shown: &Range<usize>,
) -> Vec<PlacedHint> {
    let mut placed = Vec::new();
    for object in analysis.objects(role, name) {
        let node = match object {
            Object::CloudProfile(profile) => profile.written().map(|written| written.raw.node()),
            Object::NamespacedCloudProfile(child) => Some(child.raw.node()),
            Object::Shoot(_) => None,
        };
        let profile = object.profile_key().and_then(|key| analysis.profile(&key).ok());
        if let (Some(node), Some(profile)) = (node, profile) {
            placed.extend(of_machine_types(node, &profile, asked, shown));
            placed.extend(of_flavors(node, &profile, shown));
        }
    }
    placed
}

/// Returns hints after the name of each machine type, with its compatible image versions, and after its capabilities, with the
/// omitted ones.
fn of_machine_types(
    root: NodeRef<'_>,
    profile: &Profile,
    asked: QueryContext,
    shown: &Range<usize>,
) -> Vec<PlacedHint> {
    let types = root.get("spec").and_then(|spec| spec.get("machineTypes")).into_iter().flat_map(NodeRef::items);
    let types: Vec<(&str, NodeRef<'_>)> =
        types.filter(|it| is_shown(*it, shown)).filter_map(|it| Some((it.get("name")?.as_str()?, it))).collect();
    let names = types.iter().map(|(name, _)| (*name).to_owned()).collect();
    let compatible = compatible_versions(names, profile, asked);
    let mut placed = Vec::new();
    for (name, machine_type) in types {
        let place = machine_type.get("name").map(end);
        placed.extend(place.zip(compatible.get(name).cloned()));
        if let Some(capabilities) = machine_type.get("capabilities").filter(|it| !it.is_alias()) {
            placed.extend(omitted_capabilities(capabilities, profile).map(|label| (end(capabilities), label)));
        }
    }
    placed
}

/// Returns hints after each flavor of the core section, with the omitted capabilities.
fn of_flavors(root: NodeRef<'_>, profile: &Profile, shown: &Range<usize>) -> Vec<PlacedHint> {
    let images = root.get("spec").and_then(|spec| spec.get("machineImages")).into_iter().flat_map(NodeRef::items);
    let versions = images.filter_map(|image| image.get("versions")).flat_map(NodeRef::items);
    let flavors = versions.filter_map(|version| version.get("capabilityFlavors")).flat_map(NodeRef::items);
    let flavors = flavors.filter(|flavor| is_shown(*flavor, shown));
    flavors.filter_map(|flavor| Some((end(flavor), omitted_capabilities(flavor, profile)?))).collect()
}

/// Whether a part of a node is visible. An alias is not, because its text is elsewhere.
fn is_shown(node: NodeRef<'_>, shown: &Range<usize>) -> bool {
    let span = node.span().range();
    !node.is_alias() && span.start <= shown.end && shown.start <= span.end
}

/// Returns the end of a node's text; the span of a block extends to the next line.
fn end(node: NodeRef<'_>) -> usize {
    let span = node.span().range();
    node.tree().source().get(span.clone()).map_or(span.end, |text| span.start + text.trim_end().len())
}

/// Returns the compatible image versions in words, by machine type.
fn compatible_versions(mut names: Vec<String>, profile: &Profile, asked: QueryContext) -> HashMap<String, String> {
    let mut found = HashMap::new();
    // If two documents describe a profile of the same name, the first one is used.
    let known: HashSet<&str> = profile.spec().types().iter().map(|it| it.name.as_str()).collect();
    names.retain(|name| known.contains(name.as_str()));
    if names.is_empty() {
        return found;
    }
    // A query without names is about all machine types, and needs no lookups.
    if names.len() >= known.len() {
        names.clear();
    }
    let query = MatrixQuery { machine_types: names, ..MatrixQuery::default() };
    let Ok(answer) = query.ask(ProfileInput { profile, asked }) else { return found };
    let answer = answer.without_flavors();
    for row in answer.rows {
        let columns = answer.columns.iter().zip(&row.cells);
        let columns = columns.filter(|(_, cell)| matches!(cell, MatrixCell::Yes { .. }));
        let versions =
            columns.flat_map(|(column, _)| column.versions.iter().map(|it| format!("{} {it}", column.image)));
        // Machine types in one row share their text.
        let text = compatible_with(&versions.collect::<Vec<_>>());
        found.extend(row.machine_types.into_iter().map(|name| (name, text.clone())));
    }
    found
}

fn compatible_with(versions: &[String]) -> String {
    match versions.len() {
        0 => "compatible with no image version".to_owned(),
        1..=MAX_NAMES => format!("compatible with {}", versions.join(", ")),
        more => format!("compatible with {more} image versions"),
    }
}

/// Returns the omitted capabilities, which mean every registered value.
fn omitted_capabilities(listed: NodeRef<'_>, profile: &Profile) -> Option<String> {
    let definitions = profile.spec().capability_definitions().iter();
    let omitted_capabilities = definitions.filter(|definition| listed.get(&definition.name).is_none());
    let texts: Vec<String> = omitted_capabilities
        .map(|definition| match definition.values.len() {
            ..=MAX_NAMES => format!("{}: [{}]", definition.name, definition.values.join(", ")),
            more => format!("{}: all {more} values", definition.name),
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}
