//! Explanations of YAML syntax errors.

use std::ops::Range;

use granit_parser::ErrorKind;

use crate::Span;
use crate::characters::refused_character;
use crate::tree::Fault;

/// Rejects the characters that YAML does not allow, and line breaks other than LF and CRLF: Kubernetes' parser breaks lines at a CR
/// alone and at U+0085, U+2028 and U+2029, others do not, and they are invisible.
pub(super) fn check_characters(text: &str, base: u32) -> Result<(), Box<Fault>> {
    let Some((at, character)) = refused_character(text) else { return Ok(()) };
    let span = Span::new(base + at as u32, base + (at + character.len_utf8()) as u32);
    let code = u32::from(character);
    Err(match character {
        '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Fault::unreadable(
            span,
            format!("the text contains a line break that is neither LF nor CRLF (U+{code:04X})"),
        )
        .with_help("save the file with one kind of line ends; in double quotes it can be written as an escape"),
        _ => {
            let name = if character == '\0' { "a NUL byte" } else { "a control character" };
            Fault::unreadable(span, format!("the text contains {name} (U+{code:04X})"))
                .with_help("remove it; in double quotes it can be written as an escape")
        }
    })
}

/// Strips trailing blanks, line breaks and comment lines; the first line continues the text before it and thus is not a comment
/// line.
pub(super) fn without_trailing_blanks(text: &str) -> &str {
    let mut text = text.trim_end_matches([' ', '\t', '\n', '\r']);
    while let Some(newline) = text.rfind('\n') {
        let (before, line) = text.split_at(newline + 1);
        if !line.trim_start_matches([' ', '\t']).starts_with('#') {
            break;
        }
        text = before.trim_end_matches([' ', '\t', '\n', '\r']);
    }
    text
}

/// Returns whether the value of a block scalar includes the last line of its source: trailing blanks belong to the value if they
/// are indented further than the text.
pub(super) fn includes_last_line(written: &str, text: &str) -> bool {
    let last = written.rsplit('\n').next().unwrap_or_default();
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    // The indentation of the first line with content. The part of it that belongs to the value is in `text` as well.
    let first = |text: &str| text.lines().find(|line| blanks(line) < line.len()).map_or(0, blanks);
    blanks(last) < last.len() || last.len() > first(written).saturating_sub(first(text))
}

/// Returns the position of the `|` or `>` in the text between a value and the content of a block scalar: on the last line that is
/// not empty, followed only by indicators and a comment.
pub(super) fn block_scalar_header(before: &str) -> Option<usize> {
    let line_start = before.trim_end().rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.get(line_start..)?;
    let is_header = |at: &usize| {
        let marks = line.get(at + 1..).unwrap_or_default().trim_start_matches(['+', '-']);
        let marks = marks.trim_start_matches(|mark: char| mark.is_ascii_digit()).trim_start_matches(['+', '-']);
        let behind = marks.trim_start();
        behind.is_empty() || (behind.len() < marks.len() && behind.starts_with('#'))
    };
    line.match_indices(['|', '>']).map(|(at, _)| at).find(is_header).map(|at| line_start + at)
}

/// Explains an error of the parser at a position in a text, which begins at `base` in its file, and how to fix it.
pub(super) fn explain(kind: &ErrorKind, (text, base): (&str, u32), at: usize, span: Span) -> Box<Fault> {
    let (detail, help) = message_and_help(kind);
    let detail = match kind {
        ErrorKind::UnclosedFlowCollection { open } => format!("`{open}` is opened and never closed"),
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => format!("`{open}` is closed by `{close}`"),
        ErrorKind::UnexpectedCharacter { character } => format!("a value must not begin with `{character}`"),
        other if detail.is_empty() => other.to_string(),
        _ => detail.to_owned(),
    };
    let before = text.get(..at).unwrap_or_default();
    let on_line = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
    if matches!(kind, ErrorKind::MappingValueNotAllowed | ErrorKind::SimpleKeyExpected) && on_line > MAX_KEY_LENGTH {
        return Fault::unreadable(span, format!("a key is longer than {MAX_KEY_LENGTH} characters"))
            .with_help("YAML does not allow longer ones without a `?` in front");
    }
    // The parser reports a tab only after it has read past it.
    let tab = if detail == TAB { tab_from_line_of(text, at) } else { None };
    let span = tab.map_or(span, |tab| {
        let start = (span.range().start + tab).saturating_sub(at) as u32;
        Span::new(start, start + 1)
    });
    recognize_other_format(Fault::unreadable(span, detail).with_help(help), (text, base), tab.unwrap_or(at))
}

/// Returns the error for a tab that indents.
pub(super) fn tab(span: Span) -> Box<Fault> {
    Fault::unreadable(span, TAB).with_help(WITH_SPACES)
}

const TAB: &str = "a tab is used for indentation";
const WITH_SPACES: &str = "indent with spaces";

/// Returns the first tab that indents a line, starting at the line of `at`.
fn tab_from_line_of(text: &str, at: usize) -> Option<usize> {
    let mut start = text.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
    for line in text.get(start..)?.split_inclusive('\n') {
        let blank = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t'));
        if let Some(tab) = blank.into_iter().position(|byte| byte == b'\t') {
            return Some(start + tab);
        }
        start += line.len();
    }
    None
}

/// The maximum length of a key in YAML.
const MAX_KEY_LENGTH: usize = 1024;

/// Replaces the error at a position in a text, which begins at `base` in its file, if the text is recognizably something other
/// than YAML.
pub(super) fn recognize_other_format(fault: Box<Fault>, (text, base): (&str, u32), at: usize) -> Box<Fault> {
    let span = fault.span;
    let in_file =
        |start: usize, end: usize| Some(Span::new(base + u32::try_from(start).ok()?, base + u32::try_from(end).ok()?));
    let beginning = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r']);
    let beginning =
        beginning.strip_prefix("---").map_or(beginning, |behind| behind.trim_start_matches([' ', '\n', '\r']));
    let is_here = line_at(text, at).contains("{{");
    // The parser may notice a template on the next line only, because it reads `{{` as the beginning of an object.
    let before = line_before(text, at).filter(|start| line_at(text, *start).trim_start().starts_with("{{"));
    let before = before.and_then(|start| in_file(start, start));
    if let Some(span) = is_here.then_some(span).or(before) {
        return Fault::unreadable(span, "the line contains a template `{{ … }}`, which is not YAML")
            .with_help("render the template first, and check the output");
    }
    if matches!(line_at(text, at).trim(), "..." | "…") {
        return Fault::unreadable(span, "`...` replaces content that was left out")
            .with_help("fill it in, or remove the line");
    }
    if let Some(marker) = conflict_marker(text).and_then(|line| in_file(line.start, line.end)) {
        return Fault::unreadable(marker, "the text contains merge conflict markers")
            .with_help("resolve the conflict and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`");
    }
    if beginning.starts_with("<!") || beginning.starts_with("<html") || beginning.starts_with("<?xml") {
        return Fault::unreadable(span, "the text is HTML or XML, not a manifest")
            .with_help("check where it was downloaded from");
    }
    if beginning.starts_with("//") || beginning.starts_with("/*") {
        return Fault::unreadable(span, "JSON has no comments").with_help("remove the lines with `//` and `/*`");
    }
    fault
}

/// Returns the range of the first marker of a merge conflict.
fn conflict_marker(text: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark)) {
            return Some(start..start + line.trim_end().len());
        }
        start += line.len();
    }
    None
}

/// Returns the explanation and the advice; empty where the parser's own message is used.
fn message_and_help(kind: &ErrorKind) -> (&'static str, &'static str) {
    match kind {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInPlainScalar => (TAB, WITH_SPACES),
        ErrorKind::UnclosedQuotedScalar | ErrorKind::DocumentIndicatorInQuotedScalar => {
            ("a quote is opened and never closed", "close it, or use the other kind of quotes around the text")
        }
        ErrorKind::InvalidQuotedScalarIndent => (
            "a quoted string continues here with less indentation than where it began",
            "close the quote on the line where it is opened",
        ),
        ErrorKind::InvalidTrailingSingleQuotedScalar | ErrorKind::InvalidTrailingDoubleQuotedScalar => (
            "more text follows the closing quote",
            "put quotes around all of it, and write `\\\"` for a quote within double quotes",
        ),
        ErrorKind::UnclosedFlowCollection { .. } => ("", "close it"),
        ErrorKind::UnexpectedEofFlowSequence => ("`[` is opened and never closed", "close it with `]`"),
        ErrorKind::UnexpectedEofFlowMapping | ErrorKind::UnexpectedEofImplicitFlowMapping => {
            ("`{` is opened and never closed", "close it with `}`")
        }
        ErrorKind::MismatchedFlowCollectionEnd { .. } => ("", "close it with its own counterpart"),
        ErrorKind::MisplacedFlowCollectionEnd => ("a bracket is closed that was never opened", "remove it"),
        ErrorKind::ExpectedFlowMappingSeparator => ("expected `,` or `}`", "a `{` above may never be closed"),
        ErrorKind::ExpectedFlowSequenceSeparator => ("expected `,` or `]`", "a `[` above may never be closed"),
        ErrorKind::InvalidColonPlacement => {
            ("unexpected `:` between `[` and `]`", "close the `[` above, or put the value in quotes")
        }
        ErrorKind::BlockEntryInFlowCollection => {
            ("unexpected item with `-` between brackets", "close the bracket above, or separate items by commas")
        }
        ErrorKind::DirectiveDisallowed | ErrorKind::MissingDocumentEndBeforeDirective => {
            ("Kubernetes' tools do not read documents with a `%` directive", "remove the line")
        }
        ErrorKind::MappingValueNotAllowed => (
            "a `:` makes a second key on this line",
            "put the value in quotes if the `:` belongs to it, or begin a new line",
        ),
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => (
            "a line is neither an entry `key: value` nor an item `- value`",
            "write a `:` and a space after the key, and indent what belongs to it",
        ),
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::ExpectedBlockSequenceEntry | ErrorKind::InvalidIndentation => (
            "the indentation matches neither the line above nor the surrounding lines",
            "indent the entries of one object, and the items of one list, alike",
        ),
        ErrorKind::BlockSequenceEntryNotAllowed | ErrorKind::MappingKeyNotAllowed => {
            ("an item or key cannot begin here", "begin a new line, indented like its neighbours")
        }
        ErrorKind::UnexpectedCharacter { .. } => ("", "put the value in quotes"),
        ErrorKind::MissingAnchorOrAliasName => (
            "`*` and `&` at the beginning of a value mark aliases and anchors, and need a name",
            "put the value in quotes",
        ),
        ErrorKind::PlainScalarStartsWithDashFlowIndicator | ErrorKind::UnexpectedEndOfPlainScalar => {
            ("the value must not begin like this", "put the value in quotes")
        }
        ErrorKind::CommentNotSeparated => ("there is no space before the `#`", "write a space before the comment"),
        ErrorKind::CommentInterceptedScalar => (
            "there is a comment within a multi-line string",
            "put the text in quotes, or write it as a block after `|`",
        ),
        ErrorKind::InvalidBlockScalarHeader => {
            ("only a comment may follow `|` or `>` on its line", "begin the text on the next line")
        }
        ErrorKind::InvalidBlockScalarIndent => {
            ("a line of the text is indented less than the first one", "indent all lines of the text alike")
        }
        ErrorKind::UnknownQuotedScalarEscape => {
            ("unknown escape after `\\`", "write `\\\\` for a backslash, or use single quotes")
        }
        ErrorKind::UnexpectedEof | ErrorKind::UnexpectedEofBlockMapping | ErrorKind::UnexpectedEofBlockSequence => {
            ("the text ends too early", "the file may have been cut off")
        }
        _ => ("", ""),
    }
}

fn line_at(text: &str, at: usize) -> &str {
    text.get(line_start(text, at)..).unwrap_or_default().lines().next().unwrap_or_default()
}

/// Returns the position where the line of a byte begins.
fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).rfind('\n').map_or(0, |newline| newline + 1)
}

/// Returns the position where the last line begins that has content and is before that of a byte.
fn line_before(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..line_start(text, at))?.trim_end();
    (!before.is_empty()).then(|| line_start(text, before.len()))
}
