//! Quick fixes of individual findings, and all safe fixes of a document at once: the same as those of `rootstock check --fix`.

use std::ops::Range;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, DocumentChanges, NumberOrString, OneOf,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use rootstock_core_model::Applicability;
use rootstock_report::{Finding, Report, replaced_lines};

use crate::position::Encoding;
use crate::uris;
use crate::workspace::{OpenDocument, Workspace};

/// The kind of the action that applies all safe fixes of a document.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.rootstock");

pub(crate) fn actions(
    workspace: &mut Workspace,
    params: &CodeActionParams,
    encoding: Encoding,
) -> Vec<CodeActionOrCommand> {
    let name = uris::name(&params.text_document.uri);
    let findings: Vec<Finding> = findings_in(workspace.report(), &name);
    let fixed = is_wanted(params, &FIX_ALL) && findings.iter().any(|finding| finding.safe_edits().is_some());
    let fixed = fixed.then(|| workspace.analysis().apply_safe_fixes_to(&name).texts);
    let Some(document) = workspace.document(&name) else { return Vec::new() };
    let mut actions = Vec::new();
    if is_wanted(params, &CodeActionKind::QUICKFIX) {
        let asked = document.text.offsets(params.range, encoding);
        let here =
            findings.iter().filter(|finding| finding.place.as_ref().is_some_and(|it| overlaps(&it.span, &asked)));
        actions.extend(here.filter_map(|finding| quick_fix(finding, params, document, encoding)));
    }
    let fixed = fixed.into_iter().flatten().find(|text| text.name == name);
    actions.extend(fixed.map(|text| CodeAction {
        title: "apply all safe fixes in this document".to_owned(),
        kind: Some(FIX_ALL),
        edit: Some(change(document, difference(document, &text.after, encoding))),
        ..CodeAction::default()
    }));
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// Returns the findings in one input that have a fix.
fn findings_in(report: &Report, name: &str) -> Vec<Finding> {
    let source = report.sources.iter().position(|source| source.name() == name);
    let here = report.findings.iter().filter(|finding| Some(finding.source.0) == source && finding.edits.is_some());
    here.cloned().collect()
}

/// Whether actions of a kind are requested: `source` requests all kinds with this prefix.
fn is_wanted(params: &CodeActionParams, kind: &CodeActionKind) -> bool {
    let Some(only) = &params.context.only else { return true };
    only.iter().any(|only| {
        let rest = kind.as_str().strip_prefix(only.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || only.as_str().is_empty())
    })
}

fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn quick_fix(
    finding: &Finding,
    params: &CodeActionParams,
    document: &OpenDocument,
    encoding: Encoding,
) -> Option<CodeAction> {
    let fix = finding.violation.fix.as_ref()?;
    let edits = finding.edits.as_ref().filter(|edits| !edits.is_empty())?;
    let edits = edits.iter().map(|edit| TextEdit::new(document.text.range(&edit.span, encoding), edit.text.clone()));
    let code = Some(NumberOrString::String(finding.violation.rule.name.to_owned()));
    let range = finding.place.as_ref().map(|place| document.text.range(&place.span, encoding));
    let fixed = params.context.diagnostics.iter().filter(|it| it.code == code && Some(it.range) == range);
    Some(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(fixed.cloned().collect()),
        edit: Some(change(document, edits.collect())),
        is_preferred: Some(fix.applicability == Applicability::Safe),
        ..CodeAction::default()
    })
}

/// Returns an edit of one document, which applies only to the version that the server has.
pub(crate) fn change(document: &OpenDocument, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let text_document =
        OptionalVersionedTextDocumentIdentifier { uri: document.uri.clone(), version: Some(document.version) };
    let edits = edits.into_iter().map(OneOf::Left).collect();
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }])),
        ..WorkspaceEdit::default()
    }
}

/// Returns the edits, line by line, that turn a document into another text.
fn difference(document: &OpenDocument, after: &str, encoding: Encoding) -> Vec<TextEdit> {
    let edits = replaced_lines(document.text.as_str(), after);
    edits.into_iter().map(|(span, new)| TextEdit::new(document.text.range(&span, encoding), new)).collect()
}
