//! What is wrong with a text that is no YAML, in words.

use granit_parser::ErrorKind;

use crate::Span;
use crate::tree::Fault;

/// Refuses the control characters that YAML does not allow.
pub(super) fn check_characters(text: &str, base: u32) -> Result<(), Fault> {
    // One pass over the bytes that finds nothing in nearly every file.
    let is_suspect =
        |byte: &u8| (*byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) || *byte == 0x7F || *byte == 0xC2;
    if !text.as_bytes().iter().any(|byte| is_suspect(byte)) {
        return Ok(());
    }
    let control = text.char_indices().find(|(_, c)| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}'));
    let Some((at, character)) = control else { return Ok(()) };
    let span = Span::new(base + at as u32, base + (at + character.len_utf8()) as u32);
    let name = if character == '\0' { "a NUL byte" } else { "a control character" };
    Err(Fault::unreadable(span, format!("{name} (U+{:04X}) stands in the text", u32::from(character)))
        .with_help("remove it; in double quotes it can be written as an escape"))
}

/// A text without blanks, line breaks and comments at its end.
pub(super) fn without_trailing_blanks(text: &str) -> &str {
    let mut text = text.trim_end_matches([' ', '\t', '\n', '\r']);
    loop {
        let line = text.rsplit('\n').next().unwrap_or(text);
        if !line.trim_start_matches([' ', '\t']).starts_with('#') {
            return text;
        }
        let kept = text.len() - line.len();
        text = text.get(..kept).unwrap_or_default().trim_end_matches([' ', '\t', '\n', '\r']);
    }
}

/// The parser's error in words that say what to do.
pub(super) fn explain(kind: &ErrorKind, text: &str, at: usize, span: Span) -> Fault {
    let line = line_at(text, at);
    let (detail, help) = match kind {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInPlainScalar => ("a tab is used for indentation".to_owned(), "indent with spaces"),
        ErrorKind::UnclosedQuotedScalar | ErrorKind::DocumentIndicatorInQuotedScalar => (
            "a quote is opened and never closed".to_owned(),
            "close it, or use the other kind of quotes around the text",
        ),
        ErrorKind::UnclosedFlowCollection { open } => (format!("`{open}` is opened and never closed"), "close it"),
        ErrorKind::UnexpectedEofFlowSequence => ("`[` is opened and never closed".to_owned(), "close it with `]`"),
        ErrorKind::UnexpectedEofFlowMapping | ErrorKind::UnexpectedEofImplicitFlowMapping => {
            ("`{` is opened and never closed".to_owned(), "close it with `}`")
        }
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => {
            (format!("`{open}` is closed by `{close}`"), "close it with its own counterpart")
        }
        ErrorKind::MisplacedFlowCollectionEnd => ("a bracket is closed that was never opened".to_owned(), "remove it"),
        ErrorKind::DirectiveDisallowed | ErrorKind::MissingDocumentEndBeforeDirective => {
            ("Kubernetes' tools do not read documents with a `%` directive".to_owned(), "remove the line")
        }
        ErrorKind::MappingValueNotAllowed => (
            "a `:` makes a second key on this line".to_owned(),
            "put the value in quotes if the `:` belongs to it, or begin a new line",
        ),
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => (
            "a line is neither an entry `key: value` nor an item `- value`".to_owned(),
            "write a `:` and a space after the key, and indent what belongs to it",
        ),
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::ExpectedBlockSequenceEntry | ErrorKind::InvalidIndentation => (
            "the indentation fits neither what stands above nor what surrounds it".to_owned(),
            "indent the entries of one object, and the items of one list, alike",
        ),
        ErrorKind::UnexpectedCharacter { character } => {
            (format!("a value must not begin with `{character}`"), "put the value in quotes")
        }
        ErrorKind::UnknownQuotedScalarEscape => {
            ("the escape after `\\` does not exist".to_owned(), "write `\\\\` for a backslash, or use single quotes")
        }
        other => (other.to_string(), ""),
    };
    let help = if line.contains("{{") {
        "the line holds a template `{{ … }}`: render the template first, and check what comes out"
    } else {
        help
    };
    Fault::unreadable(span, detail).with_help(help)
}

fn line_at(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    text.get(start..).unwrap_or_default().lines().next().unwrap_or_default()
}
