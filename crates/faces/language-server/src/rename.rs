//! Renaming a capability, or a value of one, in both sections and in child profiles.

use std::ops::Range;

use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, RenameParams, TextDocumentEdit,
    TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use rootstock_analysis::{MentionedName, Role};
use rootstock_document::{Editor, emit};

use crate::mentions;
use crate::position::{Encoding, Lines};
use crate::workspace::Workspace;

/// Returns the range of the name to be renamed at a place.
pub(crate) fn prepare(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    encoding: Encoding,
) -> Option<lsp_types::Range> {
    let named = mentions::at(workspace, place, encoding).filter(|named| can_be_renamed(&named.thing.name))?;
    let name = crate::uris::name(&place.text_document.uri);
    Some(workspace.document(&name)?.text.range(&named.span, encoding))
}

const fn can_be_renamed(name: &MentionedName) -> bool {
    matches!(name, MentionedName::Capability(_) | MentionedName::CapabilityValue { .. })
}

/// Returns the edits, or the reason why there are none.
pub(crate) fn edits(
    workspace: &mut Workspace,
    params: &RenameParams,
    encoding: Encoding,
) -> Result<WorkspaceEdit, String> {
    let named = mentions::at(workspace, &params.text_document_position, encoding);
    let Some(named) = named.filter(|named| can_be_renamed(&named.thing.name)) else {
        return Err("only capabilities and their values can be renamed".to_owned());
    };
    let new = params.new_name.trim();
    if new.is_empty() {
        return Err("a capability or value needs a name".to_owned());
    }
    let source = if emit::is_plain(new) { new.to_owned() } else { emit::quoted(new) };
    let names = workspace.analysis().input_names(Role::Checked);
    let mut changes = Vec::new();
    for name in names {
        let analysis = workspace.analysis();
        let mentions = analysis.mentions(Role::Checked, &name);
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        for mention in mentions.iter().filter(|mention| mention.thing == named.thing) {
            let mut editor = Editor::new(mention.node.tree());
            let renamed = match mention.is_key {
                true => editor.rename_key(mention.node, &source),
                false => editor.replace_text(mention.node, new),
            };
            renamed.map_err(|obstacle| format!("{name}: {obstacle}"))?;
            edits.extend(editor.finish().into_iter().map(|edit| (edit.span, edit.text)));
        }
        // Aliases mention the same text several times.
        edits.dedup();
        let Some(text) = analysis.text(Role::Checked, &name).filter(|_| !edits.is_empty()) else { continue };
        let lines = Lines::new(text);
        let edits = edits.iter().map(|(span, new)| TextEdit::new(lines.range(text, span, encoding), new.clone()));
        let edits = edits.map(OneOf::Left).collect();
        let Some(uri) = workspace.uri(&name) else { continue };
        let version = workspace.document(&name).map(|document| document.version);
        let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
        changes.push(TextDocumentEdit { text_document, edits });
    }
    Ok(WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(changes)), ..WorkspaceEdit::default() })
}
