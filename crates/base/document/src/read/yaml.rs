//! Parsing of YAML: with the direct parser first, and with granit-parser's events for the documents that it declines.
//!
//! Only this file depends on granit-parser.

mod go_yaml;

use std::ops::Range;
use std::sync::Arc;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, Tag};

use super::{YamlParser, direct, syntax};
use crate::tree::{Builder, Fault, Parsed, Scalar, Text, resolve};
use crate::{ProblemKind, ReadLimits, Span};
use go_yaml::GoYaml;

/// Parses the only document in `chunk` of `source`.
pub(super) fn parse(
    source: &Arc<String>,
    chunk: Span,
    limits: &ReadLimits,
    parser: YamlParser,
) -> Result<Parsed, Box<Fault>> {
    // Programs that read only JSON are a sixteenth smaller without it.
    if cfg!(rootstock_json_only) {
        let start = Span::new(chunk.start, chunk.start);
        return Err(Fault::unreadable(
            start,
            "the text is not JSON, and this program is built without support for YAML",
        ));
    }
    match parser {
        YamlParser::Complete => complete(source, chunk, limits),
        YamlParser::Direct => direct::parse(source, chunk, limits).ok_or_else(|| {
            Fault::unreadable(Span::new(chunk.end, chunk.end), "the direct reader declines the document")
        }),
        YamlParser::Either => direct::parse(source, chunk, limits).map_or_else(|| complete(source, chunk, limits), Ok),
    }
}

fn complete(source: &Arc<String>, chunk: Span, limits: &ReadLimits) -> Result<Parsed, Box<Fault>> {
    let text = source.get(chunk.range()).unwrap_or_default();
    syntax::check_characters(text, chunk.start)?;
    let options = granit_parser::options! {
        emit_comments: false,
        emit_unresolved_aliases: true,
        disallow_directives: true,
        // Above our own limit, so that our error comes first where possible.
        flow_nesting_limit: limits.depth + 16,
        block_nesting_limit: limits.depth + 16,
    };
    let mut reader = Reader {
        source,
        text,
        base: chunk.start,
        builder: Builder::new(source.clone(), text.len() / 20, limits),
        last_end: chunk.start,
        content_end: chunk.start,
        go_yaml: GoYaml::new(chunk.start),
    };
    for next in Parser::new_from_str_with_options(text, options) {
        let (event, span) = next.map_err(|error| reader.fault(&error, limits))?;
        let span = span.byte_range().map_or(reader.end(), |range| reader.span(range));
        // Text that is malformed YAML may be a template.
        let at = span.start.saturating_sub(chunk.start) as usize;
        reader.take(event, span).map_err(|fault| match fault.kind {
            ProblemKind::Unreadable => syntax::recognize_other_format(fault, (text, chunk.start), at),
            _ => fault,
        })?;
        reader.last_end = span.end;
    }
    Ok(reader.builder.finish())
}

struct Reader<'s, 'l> {
    source: &'s Arc<String>,
    text: &'s str,
    base: u32,
    builder: Builder<'l>,
    /// The end of the last event.
    last_end: u32,
    /// The end of the last scalar's text.
    content_end: u32,
    go_yaml: GoYaml,
}

impl Reader<'_, '_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.base + range.start as u32, self.base + range.end as u32)
    }

    fn end(&self) -> Span {
        self.span(self.text.len()..self.text.len())
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Box<Fault>> {
        let is_key = self.builder.wants_key();
        let until_end = self.source.get(..self.end().range().end).unwrap_or_default();
        self.go_yaml.check(&event, span, until_end, self.base, is_key)?;
        match event {
            Event::Scalar(text, style, anchor, tag) => self.scalar(&text, style, anchor, tag.as_deref(), span),
            Event::SequenceStart(_, anchor, tag) => {
                self.check_tag(tag.as_deref(), &["seq"], span)?;
                self.builder.open_list(span, anchor)
            }
            Event::MappingStart(_, anchor, tag) => {
                self.check_tag(tag.as_deref(), &["map"], span)?;
                self.builder.open_object(span, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let end = self.trimmed_end(span);
                self.builder.close(end)
            }
            Event::Alias(anchor) => self.builder.alias(span, anchor),
            Event::UnresolvedAlias(name) => Err(Fault::unreadable(
                span,
                format!("the alias `*{name}` refers to an anchor that is not defined above it"),
            )
            .with_help(format!("define it with `&{name}` further up, or put the value in quotes"))),
            // A chunk contains only one document, because the stream was split at marker lines.
            Event::DocumentStart(..) if self.builder.is_complete() => {
                Err(Fault::unreadable(span, "a second document begins here")
                    .with_help("separate documents by `---` lines"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the real end of a list or object: the parser reports it only at the next token.
    fn trimmed_end(&self, span: Span) -> u32 {
        if span.end > span.start {
            return span.end;
        }
        // Text of a scalar is not a comment, even if it starts like one.
        let behind = self.source.get(Span::new(self.content_end, span.start).range()).unwrap_or_default();
        self.content_end + syntax::without_trailing_blanks(behind).len() as u32
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), Box<Fault>> {
        let is_string = match tag {
            None => style != ScalarStyle::Plain,
            Some(tag) => self.is_string_by_tag(tag, text, span)?,
        };
        if style == ScalarStyle::Plain && span.is_empty() {
            // The parser reports `~` for an omitted value.
            let nothing = Text::Source(Span::new(span.start, span.start));
            return if is_string && tag.is_some() {
                self.builder.text(span, nothing, anchor)
            } else {
                self.builder.plain(span, nothing, anchor)
            };
        }
        let written = match style {
            ScalarStyle::Plain => span,
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Span::new(span.start + 1, span.end.max(1) - 1),
            ScalarStyle::Literal | ScalarStyle::Folded => Span::default(),
        };
        let text = match style {
            // At the end of a file without a final line break, go-yaml does not add one.
            ScalarStyle::Literal | ScalarStyle::Folded
                if span.end == self.end().end
                    && !self.text.ends_with('\n')
                    && syntax::includes_last_line(self.lines_of(span), text) =>
            {
                text.strip_suffix('\n').unwrap_or(text)
            }
            _ => text,
        };
        let as_written = self.source.get(written.range()).is_some_and(|source| source == text);
        let span = match style {
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let text = self.source.get(span.range()).unwrap_or_default();
                self.content_end = span.start + text.trim_end_matches([' ', '\t', '\n', '\r']).len() as u32;
                Span::new(self.header(span), span.end)
            }
            _ => {
                self.content_end = span.end;
                span
            }
        };
        let content = if as_written { Text::Source(written) } else { Text::Decoded(text) };
        if is_string { self.builder.text(span, content, anchor) } else { self.builder.plain(span, content, anchor) }
    }

    /// Returns the source of a span, from the start of its line.
    fn lines_of(&self, span: Span) -> &str {
        let Range { start, end } = span.range();
        let before = self.source.get(..start).unwrap_or_default();
        self.source.get(before.rfind('\n').map_or(0, |at| at + 1)..end).unwrap_or_default()
    }

    /// Returns the position of a block scalar's `|` or `>`, because the parser reports only the text.
    fn header(&self, span: Span) -> u32 {
        let before = self.source.get(Span::new(self.last_end, span.start).range()).unwrap_or_default();
        syntax::block_scalar_header(before).map_or(span.start, |at| self.last_end + at as u32)
    }

    /// Returns whether a tag makes a scalar a string, according to go-yaml's rules.
    fn is_string_by_tag(&mut self, tag: &Tag, text: &str, span: Span) -> Result<bool, Box<Fault>> {
        if tag.original_handle() == "!" && tag.suffix().is_empty() || tag.handle().is_empty() && tag.suffix() == "!" {
            return Ok(true);
        }
        let full = format!("{}{}", tag.handle(), tag.suffix());
        let short = full.strip_prefix("tag:yaml.org,2002:").or_else(|| full.strip_prefix("!!"));
        let fits = match (short, resolve(text)) {
            (Some("str"), _) => return Ok(true),
            (Some("bool"), Scalar::Bool(_)) | (Some("null"), Scalar::Null) => true,
            (Some("int"), Scalar::Int(_) | Scalar::Uint(_)) => true,
            (Some("float"), Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_)) => true,
            (Some("bool" | "int" | "float" | "null"), _) => false,
            (Some("binary" | "timestamp"), _) => {
                return Err(Fault::unreadable(span, format!("values with the tag `{}` are not read", tag.original()))
                    .with_help("write the text itself, without the tag"));
            }
            _ => {
                self.builder.foreign_tag(span, tag.original());
                return Ok(true);
            }
        };
        if fits {
            return Ok(false);
        }
        Err(Fault::unreadable(span, format!("the tag `{}` does not fit the value", tag.original()))
            .with_help("remove the tag"))
    }

    fn check_tag(&mut self, tag: Option<&Tag>, own: &[&str], span: Span) -> Result<(), Box<Fault>> {
        if let Some(tag) = tag
            && !tag.core_suffix().is_some_and(|suffix| own.contains(&suffix))
        {
            self.builder.foreign_tag(span, tag.original());
        }
        Ok(())
    }

    fn fault(&self, error: &ScanError, limits: &ReadLimits) -> Box<Fault> {
        let at = error.marker().byte_offset().unwrap_or(self.text.len()).min(self.text.len());
        let end = self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |c| at + c.len_utf8());
        let span = self.span(at..end);
        if *error.kind() == ErrorKind::RecursionLimitExceeded {
            let most = limits.depth;
            return Fault::limit(span, format!("lists and objects are nested more than {most} levels deep"));
        }
        syntax::explain(error.kind(), (self.text, self.base), at, span)
    }
}
