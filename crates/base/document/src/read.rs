//! Parsing of bytes into documents: YAML and JSON, streams and lists, with all positions relative to the file.
//!
//! ```
//! use rootstock_document::read;
//! let stream = b"kind: CloudProfile\nmetadata: {name: a}\n---\nbroken: [\n---\nkind: Seed\n---\n# nothing\n";
//! let file = read::read("profiles.yaml", stream, &Default::default());
//! let bodies: Vec<&str> = file.documents.iter().map(|document| match &document.body {
//!     read::Body::Object(object) => object.kind.as_str(),
//!     read::Body::NotAnObject { .. } => "(no object)",
//!     read::Body::Empty => "(empty)",
//!     read::Body::Unreadable => "(unreadable)",
//! }).collect();
//! assert_eq!(bodies, ["CloudProfile", "(unreadable)", "Seed", "(empty)"]);
//! let problem = &file.documents[1].problems[0];
//! assert_eq!(file.source.line_column(problem.span.unwrap().start).line, 4);
//! ```

mod direct;
mod document;
mod envelope;
mod json;
mod long_list;
mod source;
mod split;
mod syntax;
mod tree_warnings;
mod yaml;

use std::sync::Arc;

pub use document::{Body, Document, File, ReadObject};
pub use envelope::read_json;
pub use source::InputText;

use crate::tree::{Fault, Parsed};
use crate::{BadValue, FieldPath, NodeKind, NodeRef, Problem, ProblemKind, RawObject, ReadLimits, Span, Tree};
use long_list::LongList;
use split::Chunk;

/// Parses an input; `name` is its name in findings (`-` for standard input).
///
/// The result contains every document of the stream, including unreadable and empty ones. The stream is split at `---` lines first,
/// so that a broken document never hides another.
#[must_use]
pub fn read(name: &str, bytes: &[u8], limits: &ReadLimits) -> File {
    read_text(InputText::new(name, bytes), limits)
}

/// Like [`read()`], but for an existing text, which avoids a copy if the bytes are owned.
///
/// ```
/// use rootstock_document::read::{InputText, read, read_text};
///
/// let bytes = b"a: 1\n---\nb: 2\n".to_vec();
/// let expected = read("a.yaml", &bytes, &Default::default());
/// let text = InputText::new("a.yaml", bytes);
/// assert_eq!(read_text(text, &Default::default()).documents.len(), expected.documents.len());
/// ```
#[must_use]
pub fn read_text(text: InputText, limits: &ReadLimits) -> File {
    read_by(YamlParser::Either, text, limits)
}

/// The choice of a YAML parser, for tests that compare the two.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum YamlParser {
    /// The direct parser, and the complete one if it declines.
    Either,
    /// The complete parser.
    Complete,
    /// The direct parser; a document that it declines is unreadable.
    Direct,
}

/// Like [`read()`], but with the given parser.
#[doc(hidden)]
#[must_use]
pub fn read_by(parser: YamlParser, text: InputText, limits: &ReadLimits) -> File {
    let source = Arc::new(text);
    let mut documents = Documents { source: &source, parser, limits, next: 0, documents: Vec::new() };
    if let Some(fault) = &source.fault {
        documents.add(Span::new(0, source.text().len() as u32), Err(fault.clone()));
    } else {
        for chunk in split::chunks(&source) {
            if documents.refuses_more(chunk.span) {
                break;
            }
            documents.read(chunk);
        }
    }
    let documents = documents.documents;
    File { source, documents }
}

/// The result of parsing a chunk; `None` if it is empty.
type Outcome = Result<Option<Parsed>, Box<Fault>>;

struct Documents<'s> {
    source: &'s InputText,
    parser: YamlParser,
    limits: &'s ReadLimits,
    next: usize,
    documents: Vec<Document>,
}

impl Documents<'_> {
    fn read(&mut self, chunk: Chunk) {
        let parser = self.parser;
        let text = self.source.slice(chunk.content());
        let first = split::first_content(text);
        if chunk.is_after_end {
            return self.add(chunk.span, Err(content_after_end(chunk, text)));
        }
        if let Some(fault) = self.check_encoding(chunk.span) {
            return self.add(chunk.span, Err(fault));
        }
        // With a comment before it, it is YAML.
        if let Some(first @ (b'{' | b'[')) = first
            && split::without_leading_blanks(text).as_bytes().first() == Some(&first)
        {
            return self.read_json(chunk);
        }
        if first.is_none() {
            return self.add(chunk.span, syntax::check_characters(text, chunk.content().start).map(|()| None));
        }
        if chunk.span.range().len() > self.limits.document_bytes {
            return match LongList::of_yaml(self.source.text(), chunk.content()) {
                Some(list) => self.read_items(&list, |text, span, limits| yaml::parse(text, span, limits, parser)),
                None => self.add(chunk.span, Err(self.too_large(chunk.span))),
            };
        }
        let outcome = yaml::parse(self.source.text(), chunk.span, self.limits, self.parser).map(Some);
        self.add(chunk.span, outcome);
    }

    /// Reads concatenated JSON values; falls back to YAML, whose flow style looks similar.
    fn read_json(&mut self, chunk: Chunk) {
        let mut rest = chunk.content();
        loop {
            // The limit applies to each value, not to all of them together.
            let most = u32::try_from(self.limits.document_bytes).unwrap_or(u32::MAX);
            let window = Span::new(rest.start, rest.end.min(rest.start.saturating_add(most)));
            let fault = match json::parse(self.source.text(), window, self.limits) {
                Ok((parsed, end)) => {
                    let after = self.source.slice(Span::new(end, chunk.span.end));
                    // In a YAML stream, comments may follow.
                    if split::first_content(after).is_none() {
                        let comments = split::without_leading_blanks(after);
                        let outcome = syntax::check_characters(comments, chunk.span.end - comments.len() as u32);
                        return self.add(Span::new(rest.start, end), outcome.map(|()| Some(parsed)));
                    }
                    let following = split::without_leading_blanks(after);
                    let next = end + (after.len() - following.len()) as u32;
                    if following.starts_with('{') {
                        self.add(Span::new(rest.start, end), Ok(Some(parsed)));
                        rest = Span::new(next, chunk.span.end);
                        if self.refuses_more(rest) {
                            return;
                        }
                        continue;
                    }
                    Fault::unreadable(Span::new(next, next), "nothing may follow the value")
                }
                Err(stopped) if window.end < rest.end => {
                    if let Some(list) = LongList::of_json(self.source.text(), rest) {
                        self.read_items(&list, |text, span, limits| {
                            json::parse(text, span, limits).map(|(parsed, _)| parsed).map_err(|stopped| stopped.fault)
                        });
                        let after = self.source.slice(Span::new(list.end, rest.end));
                        let following = split::without_leading_blanks(after);
                        rest = Span::new(list.end + (after.len() - following.len()) as u32, rest.end);
                        if split::first_content(after).is_none() || self.refuses_more(rest) {
                            return;
                        }
                        continue;
                    }
                    if stopped.at >= window.end { self.too_large(rest) } else { stopped.fault }
                }
                Err(stopped) => stopped.fault,
            };
            let is_limit = fault.kind == ProblemKind::BeyondLimit;
            if is_limit || rest != chunk.content() || rest.range().len() > self.limits.document_bytes {
                return self.add(rest, Err(fault));
            }
            let outcome = yaml::parse(self.source.text(), chunk.span, self.limits, self.parser);
            // Report the error of the parser that got further, because it understood more of the text.
            let outcome = outcome.map(Some).map_err(|other| match other.span.start > fault.span.start {
                true => other,
                false => {
                    let text = self.source.text().get(chunk.span.range()).unwrap_or_default();
                    let at = fault.span.start.saturating_sub(chunk.span.start) as usize;
                    syntax::recognize_other_format(fault, (text, chunk.span.start), at)
                }
            });
            return self.add(chunk.span, outcome);
        }
    }

    /// Reads the items of a long list one by one, so that a broken item does not affect the others.
    fn read_items(
        &mut self,
        list: &LongList,
        parse: impl Fn(&Arc<String>, Span, &ReadLimits) -> Result<Parsed, Box<Fault>>,
    ) {
        let (number, most) = (self.next, self.limits.list_items);
        self.next += 1;
        for (item, span) in list.items.iter().copied().enumerate() {
            if item == most {
                let fault =
                    Fault::limit(Span::new(span.start, span.start), format!("the list has more than {most} items"))
                        .with_help("the rest was not read");
                self.documents.push(Document { item: Some(item), ..unreadable(number, span, *fault) });
                break;
            }
            let parsed = match span.range().len() > self.limits.document_bytes {
                true => Err(self.too_large(span)),
                false => parse(self.source.text(), span, self.limits),
            };
            match parsed {
                Ok((tree, warnings, unlisted)) => {
                    let root = tree.root();
                    // A YAML item was parsed together with its dash.
                    let node = if root.kind() == NodeKind::List { root.items().next().unwrap_or(root) } else { root };
                    let body = body(node, list.item_kind.as_deref());
                    let mut documents =
                        vec![Document { number, item: Some(item), span: node.span(), body, problems: Vec::new() }];
                    tree_warnings::report(&tree, warnings, unlisted, &mut documents);
                    self.documents.append(&mut documents);
                }
                Err(fault) => self.documents.push(Document { item: Some(item), ..unreadable(number, span, *fault) }),
            }
        }
        if let Some((at, why)) = &list.cut_off {
            let fault = Fault::unreadable(Span::new(*at, *at), why.clone());
            self.documents.push(Document {
                item: Some(list.items.len()),
                ..unreadable(number, Span::new(*at, list.end), *fault)
            });
        }
    }

    /// Returns whether the maximum number of documents is reached; adds an error at the next one in that case.
    fn refuses_more(&mut self, next: Span) -> bool {
        let most = self.limits.documents;
        if self.next < most {
            return false;
        }
        let fault = Fault::limit(Span::new(next.start, next.start), format!("the file has more than {most} documents"))
            .with_help("the rest was not read");
        self.add(next, Err(fault));
        true
    }

    fn too_large(&self, span: Span) -> Box<Fault> {
        let (bytes, most) = (span.range().len(), self.limits.document_bytes);
        Fault::limit(Span::new(span.start, span.start), format!("the document has {bytes} bytes, more than {most}"))
            .with_help(
                "a cluster stores at most 1.5 MiB per object; split a longer list into its items: \
                 `kubectl get … -o json | jq -c '.items[]'`",
            )
    }

    fn check_encoding(&self, span: Span) -> Option<Box<Fault>> {
        let at = *self.source.invalid.iter().find(|at| span.range().contains(&(**at as usize)))?;
        Some(
            Fault::unreadable(Span::new(at, at + 1), "the text contains bytes that are not UTF-8")
                .with_help("save the file as UTF-8"),
        )
    }

    fn add(&mut self, span: Span, outcome: Outcome) {
        let number = self.next;
        self.next += 1;
        match outcome {
            Ok(Some((tree, warnings, unlisted))) => {
                let mut documents = objects(&tree, number, span);
                tree_warnings::report(&tree, warnings, unlisted, &mut documents);
                self.documents.append(&mut documents);
            }
            Ok(None) => {
                self.documents.push(Document { number, item: None, span, body: Body::Empty, problems: Vec::new() });
            }
            Err(fault) => self.documents.push(unreadable(number, span, *fault)),
        }
    }
}

fn unreadable(number: usize, span: Span, fault: Fault) -> Document {
    let problem = Problem::new(fault.kind, FieldPath::root(), BadValue::None, fault.detail)
        .with_help(fault.help)
        .with_span(fault.span);
    Document { number, item: None, span, body: Body::Unreadable, problems: vec![problem] }
}

/// Returns the objects of a tree: one, or the items of a list.
fn objects(tree: &Tree, number: usize, span: Span) -> Vec<Document> {
    let root = tree.root();
    let list_kind = root.get("kind").and_then(NodeRef::as_str).and_then(|kind| kind.strip_suffix("List"));
    if let (Some(kind), Some(items)) = (list_kind, root.get("items"))
        && items.kind() == NodeKind::List
        && !items.is_empty()
    {
        let kind = if kind.is_empty() { None } else { Some(kind) };
        let document = |(item, node): (usize, NodeRef<'_>)| Document {
            number,
            item: Some(item),
            span: node.span(),
            body: body(node, kind),
            problems: Vec::new(),
        };
        return items.items().enumerate().map(document).collect();
    }
    let is_empty = root.is_null() || (list_kind.is_some() && root.get("items").is_some_and(NodeRef::is_empty));
    let body = if is_empty { Body::Empty } else { body(root, None) };
    vec![Document { number, item: None, span, body, problems: Vec::new() }]
}

fn body(node: NodeRef<'_>, kind: Option<&str>) -> Body {
    match ReadObject::at(node, kind) {
        Ok(object) => Body::Object(object),
        Err(reason) => Body::NotAnObject { raw: RawObject::new(node), reason },
    }
}

/// Returns the error for a document that starts on the line of a `...`: Kubernetes ignores it, and other parsers reject it.
fn content_after_end(chunk: Chunk, text: &str) -> Box<Fault> {
    let at = chunk.span.start + (text.len() - text.trim_start().len()) as u32;
    Fault::unreadable(Span::new(at, at), "`...` ends a document, and only a comment may follow it on its line")
        .with_help("begin the next document with a `---` line")
}
