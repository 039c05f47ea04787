//! The capabilities of the server, and those that it needs from the editor.

use std::path::PathBuf;

use lsp_types::notification::{DidChangeWatchedFiles, Notification as _};
use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, OneOf, RenameOptions,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, WorkDoneProgressOptions,
};
use serde_json::{Value, json};

use crate::code_actions::FIX_ALL;
use crate::position::Encoding;
use crate::uris;

/// Returns the server's capabilities.
pub(crate) fn server_capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([" ", "[", ",", "\""].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}

/// Returns the open folders.
pub(crate) fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let mut paths: Vec<PathBuf> = folders.map(|uri| PathBuf::from(uris::name(uri))).collect();
    #[expect(deprecated, reason = "older editors send nothing else")]
    if paths.is_empty() {
        paths.extend(params.root_uri.iter().map(|uri| PathBuf::from(uris::name(uri))));
    }
    paths.retain(|path| path.is_absolute());
    paths
}

/// Whether the server may ask the editor to report changed files.
pub(crate) fn supports_file_watching(client: &ClientCapabilities) -> bool {
    let workspace = client.workspace.as_ref();
    let watched = workspace.and_then(|workspace| workspace.did_change_watched_files);
    watched.and_then(|watched| watched.dynamic_registration) == Some(true)
}

/// Returns the registration of the files to watch.
pub(crate) fn watchers() -> Value {
    json!({"registrations": [{
        "id": "files",
        "method": DidChangeWatchedFiles::METHOD,
        "registerOptions": {"watchers": [{"globPattern": "**/*.{yaml,yml,json}"}, {"globPattern": "**/rootstock.toml"}]},
    }]})
}
