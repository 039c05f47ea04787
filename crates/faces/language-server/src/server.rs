//! The main loop: reads messages, and sends answers and diagnostics.

use std::collections::BTreeMap;
use std::fmt;

use lsp_server::{Connection, ErrorCode, ExtractError, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, LogMessage,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, FoldingRangeRequest, GotoDefinition, HoverRequest,
    InlayHintRequest, PrepareRenameRequest, References, RegisterCapability, Rename, Request as _,
};
use lsp_types::{
    CompletionParams, Diagnostic, DocumentSymbolParams, FoldingRangeParams, GotoDefinitionParams, HoverParams,
    InitializeParams, LogMessageParams, MessageType, PublishDiagnosticsParams, ReferenceParams,
};
use rootstock_analysis::configuration::Landscape;
use rootstock_provider_api::Registry;
use rootstock_queries::QueryContext;
use serde_json::Value;

use crate::outline::Outline;
use crate::position::Encoding;
use crate::workspace::Workspace;
use crate::{capabilities, code_actions, completion, diagnostics, hover, inlay_hints, mentions, rename, uris};

/// The reason why the server ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The editor closed the connection, or violates the protocol.
    #[error("the editor violates the Language Server Protocol: {0}")]
    Protocol(String),
    /// Standard input or output cannot be used.
    #[error("the connection to the editor is broken: {0}")]
    Io(#[from] std::io::Error),
}

/// Serves one editor until it requests `exit`.
///
/// `asked` is called repeatedly with the landscape in `rootstock.toml`, because versions expire while an editor is open; it may
/// or may not read a clock.
///
/// # Errors
///
/// Returns a [`Failure`] if the connection breaks, or the editor violates the protocol.
pub fn serve(
    connection: &Connection,
    registry: Registry,
    asked: impl Fn(&Landscape) -> QueryContext,
) -> Result<(), Failure> {
    let protocol = |error: lsp_server::ProtocolError| Failure::Protocol(error.to_string());
    let (id, params) = connection.initialize_start().map_err(protocol)?;
    let params: InitializeParams =
        serde_json::from_value(params).map_err(|error| Failure::Protocol(error.to_string()))?;
    let encoding = Encoding::negotiated(&params.capabilities);
    let answer = serde_json::json!({
        "capabilities": capabilities::server_capabilities(encoding),
        "serverInfo": {"name": "rootstock", "version": env!("CARGO_PKG_VERSION")},
    });
    connection.initialize_finish(id, answer).map_err(protocol)?;
    let workspace = Workspace::new(registry, asked(&Landscape::default()).settings, capabilities::folders(&params));
    let mut server = Server { connection, workspace, encoding, published: BTreeMap::new(), said_release: None };
    if capabilities::supports_file_watching(&params.capabilities) {
        server.send_request::<RegisterCapability>(&capabilities::watchers())?;
    }
    server.run(&asked)
}

/// Serves the editor at standard input and output.
///
/// # Errors
///
/// Returns the errors of [`serve`].
pub fn serve_standard_streams(registry: Registry, asked: impl Fn(&Landscape) -> QueryContext) -> Result<(), Failure> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, registry, asked);
    // The threads end once their channel is closed.
    drop(connection);
    served.and_then(|()| Ok(threads.join()?))
}

struct Server<'c> {
    connection: &'c Connection,
    workspace: Workspace,
    encoding: Encoding,
    /// The diagnostics that the editor shows, by the names of inputs, with the version of open documents.
    published: BTreeMap<String, (Vec<Diagnostic>, Option<i32>)>,
    /// The last message about the release of Gardener.
    said_release: Option<String>,
}

impl Server<'_> {
    fn run(&mut self, asked: &impl Fn(&Landscape) -> QueryContext) -> Result<(), Failure> {
        loop {
            // Waiting messages come first, so that only the last of several changes is checked.
            let message = match self.connection.receiver.try_recv() {
                Ok(message) => message,
                Err(_) => {
                    let asked = asked(&self.workspace.landscape());
                    self.say_release(asked)?;
                    self.workspace.set_settings(asked.settings);
                    self.publish()?;
                    match self.connection.receiver.recv() {
                        Ok(message) => message,
                        Err(_) => return Err(Failure::Protocol("it closed the connection without `exit`".to_owned())),
                    }
                }
            };
            match message {
                Message::Request(request) => {
                    let ends = self.connection.handle_shutdown(&request);
                    if ends.map_err(|error| Failure::Protocol(error.to_string()))? {
                        return Ok(());
                    }
                    let response = self.answer(request, asked);
                    self.send(Message::Response(response))?;
                }
                Message::Notification(notification) => self.handle_notification(notification),
                // A response to the registration of watched files.
                Message::Response(_) => {}
            }
        }
    }

    fn answer(&mut self, request: Request, asked: &impl Fn(&Landscape) -> QueryContext) -> Response {
        let Request { id, method, params } = request;
        let asked = asked(&self.workspace.landscape());
        let (workspace, encoding) = (&mut self.workspace, self.encoding);
        match method.as_str() {
            CodeActionRequest::METHOD => {
                reply(id, params, |params| code_actions::actions(workspace, &params, encoding))
            }
            Completion::METHOD => reply(id, params, |params: CompletionParams| {
                completion::items(workspace, &params.text_document_position, asked, encoding)
            }),
            HoverRequest::METHOD => reply(id, params, |params: HoverParams| {
                hover::hover(workspace, &params.text_document_position_params, asked, encoding)
            }),
            InlayHintRequest::METHOD => {
                reply(id, params, |params| inlay_hints::hints(workspace, &params, asked, encoding))
            }
            GotoDefinition::METHOD => reply(id, params, |params: GotoDefinitionParams| {
                mentions::definition(workspace, &params.text_document_position_params, encoding)
            }),
            References::METHOD => reply(id, params, |params: ReferenceParams| {
                let with_offer = params.context.include_declaration;
                mentions::references(workspace, &params.text_document_position, with_offer, encoding)
            }),
            PrepareRenameRequest::METHOD => reply(id, params, |place| rename::prepare(workspace, &place, encoding)),
            Rename::METHOD => match serde_json::from_value(params) {
                Ok(params) => match rename::edits(workspace, &params, encoding) {
                    Ok(edits) => Response::new_ok(id, edits),
                    Err(why) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
                },
                Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
            },
            DocumentSymbolRequest::METHOD => reply(id, params, |params: DocumentSymbolParams| {
                let parsed_text = workspace.parsed_text(&uris::name(&params.text_document.uri));
                parsed_text.map(|parsed_text| Outline::new(parsed_text, encoding).symbols())
            }),
            FoldingRangeRequest::METHOD => reply(id, params, |params: FoldingRangeParams| {
                let parsed_text = workspace.parsed_text(&uris::name(&params.text_document.uri));
                parsed_text.map(|parsed_text| Outline::new(parsed_text, encoding).folds())
            }),
            _ => {
                let message = format!("the server does not support `{method}`");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    fn handle_notification(&mut self, notification: Notification) {
        let encoding = self.encoding;
        let notification = match extract::<DidOpenTextDocument>(notification) {
            Ok(params) => return self.workspace.open(params.text_document),
            Err(other) => other,
        };
        let notification = match extract::<DidChangeTextDocument>(notification) {
            Ok(params) => {
                let name = uris::name(&params.text_document.uri);
                return self.workspace.change(&name, params.text_document.version, params.content_changes, encoding);
            }
            Err(other) => other,
        };
        let notification = match extract::<DidCloseTextDocument>(notification) {
            Ok(params) => return self.workspace.close(&uris::name(&params.text_document.uri)),
            Err(other) => other,
        };
        if let Ok(params) = extract::<DidChangeWatchedFiles>(notification) {
            for name in params.changes.iter().map(|event| uris::name(&event.uri)) {
                // For open documents, the editor's text counts.
                if self.workspace.document(&name).is_none() {
                    self.workspace.mark_stale(&name);
                }
            }
        }
    }

    /// Logs the release of Gardener that a Shoot names, once.
    fn say_release(&mut self, asked: QueryContext) -> Result<(), Failure> {
        let message = self.workspace.release_note(asked);
        if self.said_release == message {
            return Ok(());
        }
        self.said_release.clone_from(&message);
        let Some(message) = message else { return Ok(()) };
        let params = LogMessageParams { typ: MessageType::INFO, message };
        self.send(Message::Notification(Notification::new(LogMessage::METHOD.to_owned(), params)))
    }

    /// Sends the diagnostics that have changed.
    fn publish(&mut self) -> Result<(), Failure> {
        if !self.workspace.has_changed() {
            return Ok(());
        }
        let Self { workspace, encoding, .. } = self;
        workspace.report();
        let workspace = &*workspace;
        let uri = |name: &str| workspace.uri(name);
        let Some(report) = workspace.last_report() else { return Ok(()) };
        let mut found = diagnostics::by_input(report, *encoding, uri);
        let configuration = workspace.configuration();
        if let Some(name) = &configuration.name {
            let errors = diagnostics::of_configuration(&configuration.errors);
            found.entry(name.clone()).or_default().extend(errors);
        }
        let version = |name: &str| workspace.document(name).map(|document| document.version);
        let found: BTreeMap<_, _> =
            found.into_iter().map(|(name, list)| (name.clone(), (list, version(&name)))).collect();
        let nothing = (Vec::new(), None);
        let changed = found.iter().filter(|(name, found)| self.published.get(*name).unwrap_or(&nothing) != *found);
        let removed = self.published.iter().filter(|(name, (list, _))| !list.is_empty() && !found.contains_key(*name));
        let removed = removed.map(|(name, _)| (name, &nothing));
        let notifications: Vec<_> = changed
            .chain(removed)
            .filter_map(|(name, (list, version))| {
                Some(PublishDiagnosticsParams::new(uri(name)?, list.clone(), *version))
            })
            .collect();
        self.published = found;
        notifications.into_iter().try_for_each(|params| self.send_diagnostics(params))?;
        Ok(())
    }

    fn send_diagnostics(&self, params: PublishDiagnosticsParams) -> Result<(), Failure> {
        self.send(Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_owned(), params)))
    }

    fn send_request<R: lsp_types::request::Request>(&self, params: &Value) -> Result<(), Failure> {
        let id = RequestId::from(R::METHOD.to_owned());
        self.send(Message::Request(Request::new(id, R::METHOD.to_owned(), params)))
    }

    fn send(&self, message: Message) -> Result<(), Failure> {
        self.connection.sender.send(message).map_err(|_| Failure::Protocol("it closed the connection".to_owned()))
    }
}

impl fmt::Debug for Server<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("encoding", &self.encoding).finish_non_exhaustive()
    }
}

/// Answers a request, or rejects its parameters.
fn reply<P: serde::de::DeserializeOwned, A: serde::Serialize>(
    id: RequestId,
    params: Value,
    answer: impl FnOnce(P) -> A,
) -> Response {
    match serde_json::from_value(params) {
        Ok(params) => Response::new_ok(id, answer(params)),
        Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}

/// Returns the parameters of a notification of this kind, or else the notification. One with invalid parameters is dropped.
fn extract<N: lsp_types::notification::Notification>(notification: Notification) -> Result<N::Params, Notification> {
    notification.extract(N::METHOD).map_err(|error| match error {
        ExtractError::MethodMismatch(other) => other,
        ExtractError::JsonError { .. } => Notification::new(String::new(), Value::Null),
    })
}
