//! Hover texts from the answers of the queries.

use std::ops::Range;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, TextDocumentPositionParams};
use rootstock_analysis::{MentionTarget, MentionedName, Role};
use rootstock_core_model::listed_up_to;
use rootstock_maintenance::VersionReport;
use rootstock_queries::{MatrixCell, MatrixQuery, ProfileInput, Query as _, QueryContext, VersionsQuery};

use crate::mentions;
use crate::position::Encoding;
use crate::workspace::Workspace;
use crate::{fields, uris};

/// The number of names to list before the rest is counted.
const MAX_NAMES: usize = 12;

pub(crate) fn hover(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    asked: QueryContext,
    encoding: Encoding,
) -> Option<Hover> {
    let named = mentions::all_at(workspace, place, encoding);
    let innermost = named.first().map(|named| named.span.clone());
    let mut texts: Vec<String> =
        named.into_iter().filter_map(|named| text_of(workspace, &named.thing, asked)).collect();
    let name = uris::name(&place.text_document.uri);
    let field = field_meaning(workspace, &name, place, (asked, encoding));
    let document = workspace.document(&name)?;
    let span = field.as_ref().map(|(_, span)| span.clone()).or(innermost)?;
    texts.splice(0..0, field.map(|(text, _)| text));
    if texts.is_empty() {
        return None;
    }
    let range = Some(document.text.range(&span, encoding));
    let contents =
        HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: texts.join("\n\n---\n\n") });
    Some(Hover { contents, range })
}

/// Returns the description of the field whose name is under the cursor, and the range of the name.
fn field_meaning(
    workspace: &mut Workspace,
    name: &str,
    place: &TextDocumentPositionParams,
    (asked, encoding): (QueryContext, Encoding),
) -> Option<(String, Range<usize>)> {
    let schemas = workspace.schemas(asked.settings.gardener);
    let parsed_text = workspace.parsed_text(name)?;
    let parsed_offset = parsed_text.parsed_offset(parsed_text.text().offset(place.position, encoding))?;
    let (meaning, span) = fields::meaning(&schemas, parsed_text.file(), parsed_offset)?;
    Some((meaning, parsed_text.current_span(span)?))
}

fn text_of(workspace: &mut Workspace, thing: &MentionTarget, asked: QueryContext) -> Option<String> {
    let profile = workspace.analysis().profile(&thing.profile).ok()?;
    let over = ProfileInput { profile: &profile, asked };
    match &thing.name {
        MentionedName::Kubernetes(version) => version_text(over, None, version),
        MentionedName::ImageVersion { image, version } => version_text(over, Some(image), version),
        MentionedName::MachineType(name) => machine_type_text(over, name),
        MentionedName::Flavor { image, version, .. } => {
            let index = flavor_index(workspace, thing)?;
            flavor_text(over, image, version, index)
        }
        MentionedName::Capability(name) | MentionedName::CapabilityValue { capability: name, .. } => {
            capability_text(over, name)
        }
        _ => None,
    }
}

/// Returns the classification of a version, its changes over time, and who may choose it.
fn version_text(over: ProfileInput<'_>, image: Option<&str>, version: &str) -> Option<String> {
    let Ok(answer) = VersionsQuery {}.ask(over);
    let mut rows = answer.report.rows();
    let (_, report) = rows.find(|(of, report)| *of == image && report.version == version)?;
    Some(describe(image.unwrap_or("Kubernetes"), report))
}

fn describe(name: &str, report: &VersionReport) -> String {
    let mut lines = vec![format!("**{name} {}**: {}", report.version, report.classification)];
    for change in &report.transitions {
        lines.push(format!("{} after {}", change.classification, change.after));
    }
    lines.push(format!("for {}", report.choosers.in_words()));
    if let Some(target) = &report.automatic_update {
        lines.push(format!("automatic update to {target}"));
    }
    if let Some(target) = &report.forced_update {
        lines.push(format!("forced update to {target}, once it has expired"));
    }
    if let Some(why) = &report.forced_update_fails {
        lines.push(format!("a forced update fails: {why}"));
    }
    lines.join("  \n")
}

/// Returns the description of a machine type, and the image versions that are compatible with it.
fn machine_type_text(over: ProfileInput<'_>, name: &str) -> Option<String> {
    let machine_type = over.profile.spec().types().iter().find(|it| it.name == name)?;
    let query = MatrixQuery { machine_types: vec![name.to_owned()], ..MatrixQuery::default() };
    let answer = query.ask(over).ok()?.without_flavors();
    let cells = answer.rows.first().map(|row| row.cells.as_slice()).unwrap_or_default();
    let fitting = answer.columns.iter().zip(cells).filter(|(_, cell)| matches!(cell, MatrixCell::Yes { .. }));
    let versions: Vec<String> =
        fitting.flat_map(|(column, _)| column.versions.iter().map(|it| format!("{} {it}", column.image))).collect();
    let mut text =
        format!("**{name}**: {} CPU, {} GPU, {}  \n", machine_type.cpu, machine_type.gpu, machine_type.memory);
    text.push_str(&match versions.is_empty() {
        true => "no image version is compatible with it".to_owned(),
        false => format!("compatible with {}", listed_up_to(MAX_NAMES, &versions)),
    });
    Some(text)
}

/// Returns the machine types that boot a flavor, and its provider image.
fn flavor_text(over: ProfileInput<'_>, image: &str, version: &str, index: usize) -> Option<String> {
    let workers = over.workers_with_flavor(image, version, index).ok()?;
    let mut text = format!("**{image} {version}**, flavor {index}  \n");
    let Some(workers) = workers else {
        text.push_str("no machine type can boot it");
        return Some(text);
    };
    text.push_str(&workers.in_words(MAX_NAMES));
    if let Some(provider_image) = over.provider_image_in_words(image, version, &workers) {
        text.push_str(&format!("  \n{provider_image}"));
    }
    Some(text)
}

/// Returns the index of a flavor within its version in the core section. A flavor in the provider section has the index of its
/// counterpart.
fn flavor_index(workspace: &mut Workspace, wanted: &MentionTarget) -> Option<usize> {
    let MentionedName::Flavor { image, version, .. } = &wanted.name else { return None };
    for name in workspace.analysis().input_names(Role::Checked) {
        let offers = mentions::in_input(workspace, &name, |named| {
            let is_of = matches!(&named.thing.name, MentionedName::Flavor { image: i, version: v, .. } if i == image && v == version);
            named.is_offer && is_of && named.thing.profile == wanted.profile
        });
        if let Some(index) = offers.iter().position(|offer| offer.thing == *wanted) {
            return Some(index);
        }
    }
    None
}

/// Returns the values of a capability.
fn capability_text(over: ProfileInput<'_>, name: &str) -> Option<String> {
    let Some(definition) = over.profile.spec().capability_definitions().iter().find(|it| it.name == name) else {
        let compiled = over.profile.compiled(over.asked.settings.gates).ok()?;
        let entry = compiled.catalog().built_in().iter().find(|entry| entry.name == name)?;
        return Some(format!(
            "**{name}**: {}  \nrequested by workers in `{}`; a flavor that does not list it does not support the feature, a \
             machine type supports every value",
            entry.values.join(", "),
            entry.property.field()
        ));
    };
    Some(format!(
        "**{name}**: {}  \nthe most preferred value first; a machine type or flavor that does not list it supports every value",
        definition.values.join(", ")
    ))
}
