//! `fix`: applies fixes, and returns their diff. Writes files if the server may.

use rootstock_analysis::FixOutcome;
use rootstock_core_model::Applicability;
use rootstock_queries::AppliedSettings;
use rootstock_report::{ReportAnswer, unified_diff};
use serde::Serialize;
use serde_json::Value;

use crate::arguments::{Arguments, GivenRole};
use crate::documents::{Document, FileAccess};
use crate::session::{Session, error_message};

/// The result of fixes: the findings that are left, and the changed texts.
#[derive(Debug, Serialize)]
struct FixAnswer {
    settings: AppliedSettings,
    #[serde(flatten)]
    report: ReportAnswer,
    texts: Vec<ChangedText>,
}

/// A changed text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ChangedText {
    name: String,
    /// Whether its file was written.
    written: bool,
    /// The reason why its file was not written, although it should have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_written: Option<String>,
    /// The changes as a unified diff.
    diff: String,
    /// The whole new text, if the call had the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Fails if the call would write files that it may not.
pub(crate) fn permit(arguments: &Arguments, access: FileAccess) -> Result<(), String> {
    if arguments.write && access == FileAccess::ReadOnly {
        return Err(
            "this server does not write files: call `fix` without `write` and apply the diff, or let the user start \
                    `rootstock mcp --allow-write`"
                .to_owned(),
        );
    }
    Ok(())
}

/// Returns the answer of the last call that wrote files, which must have been this one: a cursor leads through it, because the files
/// have changed, and writes nothing.
pub(crate) fn written<'s>(session: &'s Session<'_>, call: &Value) -> Result<&'s Value, String> {
    match &session.written {
        Some((last, answer)) if last == call => Ok(answer),
        _ => Err("a `cursor` with `write` leads through the last answer that wrote files, and this call has other arguments than \
                  that one: repeat its arguments, or leave out the cursor to write files"
            .to_owned()),
    }
}

/// Answers the call. `request` is the request of the module.
pub(crate) fn answer(
    session: &mut Session<'_>,
    arguments: &Arguments,
    documents: &[Document],
    request: &[u8],
) -> Result<Value, String> {
    let least = if arguments.unsafe_fixes { Applicability::Suggested } else { Applicability::Safe };
    let fixed = session.module.fix(request, least).map_err(|error| error_message(&error))?;
    let (settings, FixOutcome { report, texts }) = fixed;
    let texts = texts.into_iter().map(|changed| {
        let path = documents
            .iter()
            // The last one, whose text is judged if several have the name.
            .rfind(|document| document.role == GivenRole::Checked && document.name == changed.name)
            .and_then(|document| document.path.as_deref());
        let written = match path {
            Some(path) if arguments.write => Some(session.host.replace(path, &changed.before, &changed.after)),
            _ => None,
        };
        ChangedText {
            diff: unified_diff(changed.name.as_bytes(), &changed.before, &changed.after),
            written: written == Some(Ok(())),
            not_written: written.and_then(Result::err),
            text: path.is_none().then_some(changed.after),
            name: changed.name,
        }
    });
    let texts = texts.collect();
    let answer = FixAnswer { settings, report: report.into_answer().0, texts };
    serde_json::to_value(answer).map_err(|why| why.to_string())
}
