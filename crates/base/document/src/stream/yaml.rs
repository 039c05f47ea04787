//! Objects from YAML.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

use super::{Cut, CutObject, ListEnd, StreamError, StreamPlace};

/// The objects of YAML text, one by one: documents between `---` lines, and the items of lists in block style, cut out by their
/// indentation.
///
/// The text of an item is a document by itself: its dash has become a blank.
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
    /// How many bytes of an object are kept.
    most: usize,
    line: Vec<u8>,
    /// Where the line begins, in bytes, and its number from 1.
    offset: u64,
    number: u64,
    piece: CutObject,
    list: List,
    /// What the document, list or not, says of its kind outside of any item.
    kind: Option<String>,
    items: usize,
    ready: VecDeque<Result<Cut, StreamError>>,
    is_over: bool,
}

/// Where the lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    /// In a document that is no list, as far as is known.
    None,
    /// Behind `items:`, before the first item.
    Begins,
    /// In an item; its dash stands in this column.
    Item(usize),
    /// Behind the last item.
    Over,
}

impl<R: Read> YamlObjects<R> {
    /// The objects of `reader`, which have `most` bytes at most: of larger ones so much is kept.
    pub fn new(reader: R, most: usize) -> Self {
        Self {
            reader: BufReader::with_capacity(64 * 1024, reader),
            most,
            line: Vec::new(),
            offset: 0,
            number: 0,
            piece: CutObject::default(),
            list: List::None,
            kind: None,
            items: 0,
            ready: VecDeque::new(),
            is_over: false,
        }
    }

    /// Reads the next line, or as much of a very long one as an object may have; false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        self.offset += self.line.len() as u64;
        self.number += 1;
        self.line.clear();
        let most = (self.most as u64).saturating_add(1);
        Ok((&mut self.reader).take(most).read_until(b'\n', &mut self.line)? > 0)
    }

    fn use_line(&mut self) {
        let Some(line) = Line::of(&self.line) else { return self.keep() };
        match (self.list, line.what) {
            (_, What::Marker) => self.end_document(false),
            (_, What::Comment) => self.keep(),
            (List::None | List::Over, What::Items) => {
                self.piece = CutObject::default();
                self.list = List::Begins;
            }
            (List::None, what) => {
                self.see(what);
                self.keep();
            }
            (List::Begins, What::Dash) => self.begin_item(line.column),
            (List::Item(column), What::Dash) if line.column == column => {
                self.end_item();
                self.begin_item(column);
            }
            (List::Item(column), _) if line.column > column => self.keep(),
            (_, what) => {
                self.end_item();
                self.list = List::Over;
                self.see(what);
            }
        }
    }

    /// Adds the line to the piece.
    fn keep(&mut self) {
        if matches!(self.list, List::Begins | List::Over) {
            return;
        }
        if self.piece.length == 0 {
            (self.piece.offset, self.piece.line) = (self.offset, self.number);
        }
        self.piece.keep(&self.line, self.most);
    }

    /// Looks for what the document says of its kind.
    fn see(&mut self, what: What) {
        if what == What::Kind {
            let kind = self.line.get(b"kind:".len()..).unwrap_or_default();
            let kind = kind.split(|byte| *byte == b'#').next().unwrap_or_default().trim_ascii();
            let kind = String::from_utf8_lossy(kind);
            self.kind = Some(kind.trim_matches(['"', '\'']).to_owned());
        }
    }

    fn begin_item(&mut self, column: usize) {
        self.list = List::Item(column);
        // Without its dash the item is a document by itself, as deeply indented as its fields are.
        if let Some(dash) = self.line.get_mut(column) {
            *dash = b' ';
        }
        self.keep();
    }

    fn end_item(&mut self) {
        if matches!(self.list, List::Item(_)) {
            self.hand_out(true);
        }
    }

    /// A document ends here; `is_end` if everything does. A list that does not even say its kind has been cut off.
    fn end_document(&mut self, is_end: bool) {
        if self.list == List::None {
            self.hand_out(false);
        } else if is_end && self.kind.is_none() {
            let (items, is_within_item) = (self.items, matches!(self.list, List::Item(_)));
            self.ready.push_back(Err(StreamError::WithoutKind { items, place: self.here(), is_within_item }));
        } else {
            self.end_item();
            self.ready.push_back(Ok(Cut::ListEnd(ListEnd { kind: self.kind.take(), offset: self.offset })));
        }
        self.piece = CutObject::default();
        self.list = List::None;
        self.kind = None;
        if !is_end {
            // What follows a `---` on its line belongs to the document; only comments and tags do so in practice. Behind a `...`
            // there must be nothing, and the reader says so.
            let is_behind_end = self.line.starts_with(b"...") && !is_bare(&self.line);
            if let Some(marker) = self.line.get_mut(..3).filter(|_| !is_behind_end) {
                marker.fill(b' ');
            }
            if self.line.iter().any(|byte| !byte.is_ascii_whitespace()) {
                self.keep();
            }
        }
    }

    const fn here(&self) -> StreamPlace {
        StreamPlace { offset: self.offset, line: Some(self.number) }
    }

    /// Hands out what has been cut, unless it is nothing.
    fn hand_out(&mut self, is_item: bool) {
        let piece = CutObject { is_item, ..std::mem::take(&mut self.piece) };
        if piece.length > 0 {
            self.items += usize::from(is_item);
            self.ready.push_back(Ok(Cut::Object(piece)));
        }
    }
}

/// A line that is not blank, as far as the frame is concerned.
struct Line {
    column: usize,
    what: What,
}

/// What a line begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
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
        let what = match rest.first() {
            Some(b'#') => What::Comment,
            Some(b'-') if ends(1) => What::Dash,
            _ if column > 0 => What::Other,
            _ if (rest.starts_with(b"---") || rest.starts_with(b"...")) && ends(3) => What::Marker,
            _ if rest.starts_with(b"items:") && is_bare(rest) => What::Items,
            _ if rest.starts_with(b"kind:") => What::Kind,
            _ => What::Other,
        };
        Some(Self { column, what })
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether nothing but a comment follows the key or the `...`.
fn is_bare(line: &[u8]) -> bool {
    let after = match line.strip_prefix(b"...") {
        Some(after) => after,
        None => line.splitn(2, |byte| *byte == b':').nth(1).unwrap_or_default(),
    };
    let first = after.iter().copied().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, None | Some(b'#'))
}

impl<R: Read> Iterator for YamlObjects<R> {
    type Item = Result<Cut, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(piece);
            }
            if self.is_over {
                return None;
            }
            match self.read_line() {
                Ok(true) => self.use_line(),
                Ok(false) => {
                    self.is_over = true;
                    self.end_document(true);
                }
                Err(source) => {
                    self.is_over = true;
                    return Some(Err(StreamError::Io { items: self.items, place: self.here(), source }));
                }
            }
        }
    }
}
