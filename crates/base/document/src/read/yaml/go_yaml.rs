//! Texts that granit-parser reads as YAML 1.2 has it, and that Kubernetes' parser, go-yaml 2, refuses or reads as another value.
//!
//! All of them are refused, because their meaning depends on the parser. They are recognized from the text before and in the
//! tokens; the direct parser leaves each of them to the complete one.

use granit_parser::{Event, ScalarStyle};

use crate::Span;
use crate::read::{split, syntax};
use crate::tree::Fault;

/// The state of the comparison with go-yaml.
#[derive(Debug, Default)]
pub(super) struct GoYaml {
    /// The number of open lists and objects within brackets, including the outermost with brackets.
    brackets: usize,
    /// The end of the text that was looked at.
    seen: u32,
    /// Whether a `?` precedes the next token.
    is_explicit_key: bool,
}

impl GoYaml {
    pub(super) fn new(start: u32) -> Self {
        Self { seen: start, ..Self::default() }
    }

    /// Checks an event of the document that begins at `base` and ends at the end of `source`; `is_key` if a key is next.
    pub(super) fn check(
        &mut self,
        event: &Event<'_>,
        span: Span,
        source: &str,
        base: u32,
        is_key: bool,
    ) -> Result<(), Box<Fault>> {
        if span.start > self.seen {
            self.gap(source, base, span.start)?;
        }
        match event {
            // Without a `---`, its place is that of the first token.
            Event::DocumentStart(false, ..) => return Ok(()),
            _ => self.seen = self.seen.max(span.end),
        }
        match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                let first = source.as_bytes().get(span.range().start);
                let is_bracket = matches!(first, Some(b'[' | b'{'));
                // An object of one entry between brackets may begin with its `?`.
                self.is_explicit_key |= first == Some(&b'?');
                self.brackets += usize::from(self.brackets > 0 || (is_bracket && !span.is_empty()));
                return Ok(());
            }
            Event::SequenceEnd | Event::MappingEnd => self.brackets = self.brackets.saturating_sub(1),
            Event::Scalar(text, style, ..) => match style {
                ScalarStyle::Plain if self.brackets > 0 => plain_in_brackets(source, span)?,
                ScalarStyle::Literal | ScalarStyle::Folded => block(source, base, span, text)?,
                _ => {}
            },
            _ => {}
        }
        if matches!(event, Event::Scalar(..) | Event::Alias(_)) {
            let is_implicit = !std::mem::take(&mut self.is_explicit_key);
            if is_key && is_implicit && self.brackets > 0 {
                key_in_brackets(source, span)?;
            }
        }
        Ok(())
    }

    /// Checks the text between two tokens: blanks, comments, indicators, tags, and names of anchors.
    fn gap(&mut self, source: &str, base: u32, end: u32) -> Result<(), Box<Fault>> {
        let mut at = self.seen as usize;
        // Whether only blanks and indicators of block style precede on the line: there, a tab is indentation. Between brackets, it
        // is not, and lines may be long.
        let mut is_margin = false;
        if self.brackets == 0 {
            let line = line_start(source, base, self.seen);
            let before = source.get(line..at).unwrap_or_default();
            let is_indicator = |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'-' | b'?' | b':');
            // Behind the `---` of a document, a tab is a blank.
            is_margin = !before.starts_with("---") && before.bytes().all(is_indicator);
            at = if is_margin { line } else { at };
        }
        while at < end as usize {
            let Some(byte) = source.as_bytes().get(at) else { break };
            let place = Span::new(at as u32, at as u32 + 1);
            at += 1;
            match byte {
                b'\n' => is_margin = self.brackets == 0,
                b'\t' if is_margin => return Err(syntax::tab(place)),
                b' ' | b'\t' | b'\r' | b'-' => {}
                b'?' => self.is_explicit_key = true,
                b':' if is_margin => {}
                b'#' => at += source.get(at..).and_then(|rest| rest.find('\n')).unwrap_or(source.len() - at),
                b'&' | b'!' => {
                    is_margin = false;
                    let rest = source.get(at..).unwrap_or_default();
                    let length = if *byte == b'&' { anchor_name(rest) } else { tag(rest) };
                    at += length.ok_or_else(|| unusual_property(place, rest))?;
                }
                _ => is_margin = false,
            }
        }
        Ok(())
    }
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// Returns the length of an anchor's name at the start of a text; `None` if go-yaml accepts no such name.
fn anchor_name(rest: &str) -> Option<usize> {
    let is_part = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-');
    let end = rest.find(|one| !is_part(one)).unwrap_or(rest.len());
    let behind = rest.get(end..)?;
    (end > 0 && (behind.is_empty() || behind.starts_with(BLANKS) || behind.starts_with([',', ']', '}']))).then_some(end)
}

/// Returns the length of a tag at the start of a text, without its `!`; `None` if it ends elsewhere for go-yaml, which takes commas
/// and brackets for a part of it.
fn tag(rest: &str) -> Option<usize> {
    let (start, more) = if rest.starts_with('<') { (1, ",[]") } else { (0, "") };
    let is_part = |one: char| one.is_ascii_alphanumeric() || "_-;/?:@&=+$.!~*'()%".contains(one) || more.contains(one);
    let inner = rest.get(start..)?;
    let mut end = start + inner.find(|one| !is_part(one)).unwrap_or(inner.len());
    if start > 0 {
        end += rest.get(end..)?.starts_with('>').then_some(1)?;
    }
    let behind = rest.get(end..)?;
    (behind.is_empty() || behind.starts_with(BLANKS)).then_some(end)
}

#[cold]
fn unusual_property(place: Span, rest: &str) -> Box<Fault> {
    let word = crate::shortened(rest.split(BLANKS).next().unwrap_or_default(), 40);
    Fault::unreadable(place, format!("Kubernetes does not read `{word}` as the name of an anchor or tag")).with_help(
        "use letters, digits, `-` and `_`, and write a space behind it; put the value in quotes if it is text",
    )
}

fn plain_in_brackets(source: &str, span: Span) -> Result<(), Box<Fault>> {
    let text = source.get(span.range()).unwrap_or_default();
    let behind = source.get(span.range().end..).unwrap_or_default();
    let colon = behind.trim_start_matches([' ', '\t']);
    let mark = match text.find('?') {
        Some(at) => Some((at, '?')),
        None if text.starts_with(':') => Some((0, ':')),
        // `[a:]` is a key without a value in YAML 1.2, and the text `a:` for Kubernetes.
        None if !text.is_empty() && [":,", ":[", ":]", ":{", ":}"].iter().any(|end| colon.starts_with(end)) => {
            Some((text.len() + behind.len() - colon.len(), ':'))
        }
        None => None,
    };
    let Some((at, mark)) = mark else { return Ok(()) };
    let start = span.start + at as u32;
    let help = match mark {
        ':' if at > 0 => "write a space behind the `:` of a key, or put the value in quotes",
        _ => "put the value in quotes",
    };
    Err(Fault::unreadable(
        Span::new(start, start + 1),
        format!("Kubernetes does not read this `{mark}` between brackets"),
    )
    .with_help(help))
}

/// Checks a key without a `?`, which must be on one line with its colon.
fn key_in_brackets(source: &str, span: Span) -> Result<(), Box<Fault>> {
    let key = source.get(span.range()).unwrap_or_default();
    let behind = source.get(span.range().end..).unwrap_or_default();
    let on_line = behind.trim_start_matches([' ', '\t']);
    if split::first_content(behind) != Some(b':') || (!key.contains('\n') && on_line.starts_with(':')) {
        return Ok(());
    }
    // At its end, because the error of the parser that understood more of a text in brackets is reported.
    let end = Span::new(span.end, span.end);
    Err(Fault::unreadable(end, "a key and its `:` are not on the same line").with_help("write them on one line"))
}

/// Checks a block string: one at the margin, and tabs among the indentation.
fn block(source: &str, base: u32, span: Span, text: &str) -> Result<(), Box<Fault>> {
    let start = line_start(source, base, span.start);
    let written = source.get(start..span.range().end).unwrap_or_default();
    let header = source.get(..start).and_then(|before| before.trim_end().lines().next_back()).unwrap_or_default();
    if !text.trim_start_matches('\n').is_empty() && start == span.range().start && is_content(written) {
        return Err(Fault::unreadable(span, "the text of a block begins at the margin").with_help("indent it"));
    }
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let header = header.split(" #").next().unwrap_or_default().trim_end();
    let has_indicator = header.trim_end_matches(['+', '-']).ends_with(|last: char| last.is_ascii_digit());
    let first = written.lines().find(|line| spaces(line) < line.len()).map_or(0, spaces);
    let indent = match has_indicator {
        true => written.lines().filter(|line| spaces(line) < line.len()).map(spaces).min().unwrap_or(0),
        false => first,
    };
    let mut at = start;
    let mut is_first = !has_indicator;
    for line in written.split_inclusive('\n') {
        let spaces = spaces(line);
        let begins = line.as_bytes().get(spaces);
        if begins == Some(&b'\t') && (spaces < indent || is_first) {
            let tab = (at + spaces) as u32;
            return Err(syntax::tab(Span::new(tab, tab + 1)));
        }
        is_first &= matches!(begins, None | Some(b'\r' | b'\n'));
        at += line.len();
    }
    Ok(())
}

/// Returns whether the first line that is not empty begins at the margin.
fn is_content(written: &str) -> bool {
    written.trim_start_matches(['\r', '\n']).starts_with(|first: char| first != ' ')
}

/// Returns the start of the line of an offset, or of the document if it begins in the line.
fn line_start(source: &str, base: u32, at: u32) -> usize {
    let before = source.get(base as usize..at as usize).unwrap_or_default();
    base as usize + before.rfind('\n').map_or(0, |newline| newline + 1)
}
