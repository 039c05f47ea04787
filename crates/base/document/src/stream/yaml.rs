//! Extraction of objects from YAML.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

use super::{ListEnd, StreamError, StreamEvent, StreamObject, StreamPosition};
use crate::characters::refused_character;

/// An iterator over the objects of YAML text: documents between `---` lines, and the items of lists in block style, which it
/// recognizes by their indentation.
///
/// The text of an item is a document of its own, because its dash is replaced by a blank.
///
/// ```
/// use rootstock_document::stream::YamlObjects;
/// let text = "apiVersion: v1\nitems:\n- kind: A\n- kind: B\nkind: List\n---\nkind: C\n";
/// let cuts = YamlObjects::new(text.as_bytes(), 1024).map_while(Result::ok);
/// let texts: Vec<_> = cuts.filter_map(|cut| Some(cut.object()?.text)).collect();
/// assert_eq!(texts, [b"  kind: A\n", b"  kind: B\n", &b"kind: C\n"[..]]);
/// ```
#[derive(Debug)]
pub struct YamlObjects<R> {
    reader: BufReader<R>,
    /// The maximum number of bytes to keep of an object.
    most: usize,
    line: Vec<u8>,
    /// The byte offset of the line, and its number from 1.
    offset: u64,
    number: u64,
    piece: StreamObject,
    list: List,
    /// The kind of the document itself, whether it is a list or not.
    kind: Option<String>,
    items: usize,
    ready: VecDeque<Result<StreamEvent, StreamError>>,
    is_finished: bool,
}

/// The position of a line relative to the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    /// In a document that is not a list, as far as known.
    None,
    /// After `items:`, before the first item.
    Begins,
    /// In an item whose dash is in this column.
    Item(usize),
    /// After the last item.
    Over,
}

impl<R: Read> YamlObjects<R> {
    /// Creates an iterator over the objects of `reader`; larger ones are truncated to `most` bytes.
    pub fn new(reader: R, most: usize) -> Self {
        Self {
            reader: BufReader::with_capacity(64 * 1024, reader),
            most,
            line: Vec::new(),
            offset: 0,
            number: 0,
            piece: StreamObject::default(),
            list: List::None,
            kind: None,
            items: 0,
            ready: VecDeque::new(),
            is_finished: false,
        }
    }

    /// Reads the next line, or as much of a long one as the maximum size of an object; returns false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        self.offset += self.line.len() as u64;
        self.number += 1;
        self.line.clear();
        let most = (self.most as u64).saturating_add(1);
        Ok((&mut self.reader).take(most).read_until(b'\n', &mut self.line)? > 0)
    }

    fn process_line(&mut self) {
        let Some(line) = Line::of(&self.line) else { return self.keep() };
        match (self.list, line.line_kind) {
            (_, LineKind::Marker) => self.end_document(false),
            (_, LineKind::Comment) => self.keep(),
            (List::None | List::Over, LineKind::Items) => {
                self.piece = StreamObject::default();
                self.list = List::Begins;
                self.drop_line();
            }
            (List::None, line_kind) => {
                self.record_kind(line_kind);
                self.keep();
            }
            (List::Begins, LineKind::Dash) => self.begin_item(line.column),
            (List::Item(column), LineKind::Dash) if line.column == column => {
                self.end_item();
                self.begin_item(column);
            }
            (List::Item(column), _) if line.column > column => self.keep(),
            (_, line_kind) => {
                self.end_item();
                self.list = List::Over;
                self.record_kind(line_kind);
                self.drop_line();
            }
        }
    }

    /// Appends the line to the piece.
    fn keep(&mut self) {
        if matches!(self.list, List::Begins | List::Over) {
            return self.drop_line();
        }
        if self.piece.length == 0 {
            (self.piece.offset, self.piece.line) = (self.offset, self.number);
        }
        self.piece.keep(&self.line, self.most);
    }

    /// Checks a line that belongs to no object, because no parser sees it: a line break that is none here could hide objects.
    fn drop_line(&mut self) {
        let Some((_, found)) = refused_character(&String::from_utf8_lossy(&self.line)) else { return };
        let expected = "a line that ends with LF or CRLF, without control characters";
        self.is_finished = true;
        self.ready.push_back(Err(StreamError::Malformed { items: self.items, place: self.here(), expected, found }));
    }

    /// Records the kind of the document.
    fn record_kind(&mut self, line_kind: LineKind) {
        if line_kind == LineKind::Kind {
            let kind = self.line.get(b"kind:".len()..).unwrap_or_default();
            let kind = kind.split(|byte| *byte == b'#').next().unwrap_or_default().trim_ascii();
            let kind = String::from_utf8_lossy(kind);
            self.kind = Some(kind.trim_matches(['"', '\'']).to_owned());
        }
    }

    fn begin_item(&mut self, column: usize) {
        self.list = List::Item(column);
        // Without its dash, the item is a document, indented like its fields.
        if let Some(dash) = self.line.get_mut(column) {
            *dash = b' ';
        }
        self.keep();
    }

    fn end_item(&mut self) {
        if matches!(self.list, List::Item(_)) {
            self.emit_piece(true);
        }
    }

    /// Finishes a document; `is_end` at the end of the stream. A list without a kind has been truncated.
    fn end_document(&mut self, is_end: bool) {
        if self.list == List::None {
            self.emit_piece(false);
        } else if is_end && self.kind.is_none() {
            let (items, is_within_item) = (self.items, matches!(self.list, List::Item(_)));
            self.ready.push_back(Err(StreamError::WithoutKind { items, place: self.here(), is_within_item }));
        } else {
            self.end_item();
            self.ready.push_back(Ok(StreamEvent::ListEnd(ListEnd { kind: self.kind.take(), offset: self.offset })));
        }
        self.piece = StreamObject::default();
        self.list = List::None;
        self.kind = None;
        if !is_end {
            // Text after a `---` on the same line belongs to the document; in practice, it is a comment or a tag. Text after a
            // `...` is an error, which the parser reports.
            let is_after_end = self.line.starts_with(b"...") && !is_bare(&self.line);
            if let Some(marker) = self.line.get_mut(..3).filter(|_| !is_after_end) {
                marker.fill(b' ');
            }
            if self.line.iter().any(|byte| !byte.is_ascii_whitespace()) {
                self.keep();
            }
        }
    }

    const fn here(&self) -> StreamPosition {
        StreamPosition { offset: self.offset, line: Some(self.number) }
    }

    /// Yields the current piece unless it is empty.
    fn emit_piece(&mut self, is_item: bool) {
        let piece = StreamObject { is_item, ..std::mem::take(&mut self.piece) };
        if piece.length > 0 {
            self.items += usize::from(is_item);
            self.ready.push_back(Ok(StreamEvent::Object(piece)));
        }
    }
}

/// The relevant properties of a line that is not blank.
struct Line {
    column: usize,
    line_kind: LineKind,
}

/// The beginning of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    /// `---` or `...`.
    Marker,
    Comment,
    /// `items:` without a value, unindented.
    Items,
    /// `kind:`, unindented.
    Kind,
    /// The dash of a list item.
    Dash,
    Other,
}

impl Line {
    fn of(line: &[u8]) -> Option<Self> {
        let column = line.iter().position(|byte| !is_blank(*byte))?;
        let rest = line.get(column..).unwrap_or_default();
        let ends = |at| rest.get(at).copied().is_none_or(is_blank);
        let line_kind = match rest.first() {
            Some(b'#') => LineKind::Comment,
            Some(b'-') if ends(1) => LineKind::Dash,
            _ if column > 0 => LineKind::Other,
            _ if (rest.starts_with(b"---") || rest.starts_with(b"...")) && ends(3) => LineKind::Marker,
            _ if rest.starts_with(b"items:") && is_bare(rest) => LineKind::Items,
            _ if rest.starts_with(b"kind:") => LineKind::Kind,
            _ => LineKind::Other,
        };
        Some(Self { column, line_kind })
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns whether the key or the `...` is followed by at most a comment.
fn is_bare(line: &[u8]) -> bool {
    let after = match line.strip_prefix(b"...") {
        Some(after) => after,
        None => line.splitn(2, |byte| *byte == b':').nth(1).unwrap_or_default(),
    };
    let first = after.iter().copied().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, None | Some(b'#'))
}

impl<R: Read> Iterator for YamlObjects<R> {
    type Item = Result<StreamEvent, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(piece);
            }
            if self.is_finished {
                return None;
            }
            match self.read_line() {
                Ok(true) => self.process_line(),
                Ok(false) => {
                    self.is_finished = true;
                    self.end_document(true);
                }
                Err(source) => {
                    self.is_finished = true;
                    return Some(Err(StreamError::Io { items: self.items, place: self.here(), source }));
                }
            }
        }
    }
}
