//! Shoots from JSON, one by one, without holding more than one.
//!
//! What `kubectl get shoots -A -o json` prints (a `List`), a `ShootList`, single Shoots, and any number of those one after
//! the other. Only the frame is read here, up to the beginning and end of each item; the items are read in parallel by
//! others. So an item with a mistake in it does not end the stream, and a stream that ends early yields what came before.

use std::io::{self, Read};
use std::sync::Arc;

use super::{FleetItem, JsonShoot, Unreadable};

/// The largest shoot that is read, in bytes; etcd stores nothing larger than a tenth of that.
pub const MAX_SHOOT_BYTES: usize = 16 * 1024 * 1024;

const CHUNK: usize = 64 * 1024;

/// Why a stream ends before its end.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The source cannot be read.
    #[error("after {items} complete items, at byte {offset}: reading failed: {source}")]
    Io {
        /// How many items were read.
        items: usize,
        /// Where.
        offset: u64,
        /// Why.
        source: io::Error,
    },
    /// The text ends within something.
    #[error(
        "after {items} complete items, at byte {offset}: the JSON ends here, in the middle of it; was the output of kubectl cut off?"
    )]
    Truncated {
        /// How many items were complete.
        items: usize,
        /// Where.
        offset: u64,
    },
    /// The text is not JSON, or not a list of objects.
    #[error("after {items} complete items, at byte {offset}: expected {expected}, found `{found}`")]
    Malformed {
        /// How many items were read.
        items: usize,
        /// Where.
        offset: u64,
        /// What would have been right.
        expected: &'static str,
        /// What is there.
        found: char,
    },
}

/// Where in the frame the stream is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a document.
    Outside,
    /// In a document, outside its items.
    Document(Member),
    /// In `items`, before an item or the end.
    Items { after_item: bool },
}

/// Where in the members of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Member {
    /// Before a key or the end.
    Key,
    /// After the key, before the colon.
    Colon { is_items: bool },
    /// Before the value.
    Value { is_items: bool },
    /// After the value.
    Comma,
}

/// Shoots from JSON, one by one.
///
/// ```
/// use rootstock_maintenance::{FleetItem, ShootStream};
/// let text = br#"{"kind": "List", "items": [{"kind": "Shoot"}, {"kind": "Shoot"}]}"#;
/// assert_eq!(ShootStream::new("-", &text[..]).filter(|item| matches!(item, FleetItem::Json(_))).count(), 2);
/// ```
#[derive(Debug)]
pub struct ShootStream<R> {
    source: Arc<str>,
    reader: R,
    chunk: Vec<u8>,
    position: usize,
    /// Bytes before the chunk.
    before: u64,
    place: Place,
    /// The text of the document so far, as long as it may be a single shoot.
    document: Option<Vec<u8>>,
    document_start: u64,
    items: usize,
    is_over: bool,
}

impl<R: Read> ShootStream<R> {
    /// The shoots of `reader`. `source` names it in messages.
    pub fn new(source: &str, reader: R) -> Self {
        Self {
            source: source.into(),
            reader,
            chunk: Vec::new(),
            position: 0,
            before: 0,
            place: Place::Outside,
            document: None,
            document_start: 0,
            items: 0,
            is_over: false,
        }
    }

    /// How many bytes have been read, for showing progress.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.before + self.position as u64
    }

    /// The bytes that are at hand and not used yet; empty at the end.
    fn peek(&mut self) -> Result<&[u8], StreamError> {
        if self.position >= self.chunk.len() {
            self.before += self.chunk.len() as u64;
            self.position = 0;
            self.chunk.resize(CHUNK, 0);
            let read = loop {
                match self.reader.read(&mut self.chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    other => break other,
                }
            };
            self.chunk.truncate(*read.as_ref().unwrap_or(&0));
            read.map_err(|source| StreamError::Io { items: self.items, offset: self.offset(), source })?;
        }
        Ok(self.chunk.get(self.position..).unwrap_or_default())
    }

    /// Uses bytes; they belong to the document if that may be a shoot.
    fn advance(&mut self, count: usize) {
        let end = self.position + count;
        if let (Some(document), Some(used)) = (&mut self.document, self.chunk.get(self.position..end))
            && document.len() <= MAX_SHOOT_BYTES
        {
            document.extend_from_slice(used);
        }
        self.position = end;
    }

    /// The next byte that is no white space, without using it.
    fn next_byte(&mut self) -> Result<Option<u8>, StreamError> {
        loop {
            let bytes = self.peek()?;
            if bytes.is_empty() {
                return Ok(None);
            }
            let blank = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let found = bytes.get(blank).copied();
            self.advance(blank);
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    fn truncated(&self) -> StreamError {
        StreamError::Truncated { items: self.items, offset: self.offset() }
    }

    fn malformed(&self, expected: &'static str, found: u8) -> StreamError {
        let found = if found.is_ascii() { char::from(found) } else { char::REPLACEMENT_CHARACTER };
        StreamError::Malformed { items: self.items, offset: self.offset(), expected, found }
    }

    /// Uses a whole value, and keeps its text in `kept`, of which no more than one shoot may have.
    fn value(&mut self, kept: &mut Vec<u8>) -> Result<(), StreamError> {
        let mut scanner = Scanner::default();
        loop {
            let bytes = self.peek()?;
            if bytes.is_empty() {
                return if scanner.may_end_here() { Ok(()) } else { Err(self.truncated()) };
            }
            let (used, is_complete) = scanner.scan(bytes);
            if kept.len() <= MAX_SHOOT_BYTES {
                kept.extend_from_slice(bytes.get(..used).unwrap_or_default());
            }
            self.advance(used);
            if is_complete {
                return Ok(());
            }
        }
    }

    /// Goes on to the next item.
    fn step(&mut self) -> Result<Option<FleetItem>, StreamError> {
        loop {
            let Some(byte) = self.next_byte()? else {
                return match self.place {
                    Place::Outside => Ok(None),
                    _ => Err(self.truncated()),
                };
            };
            match self.place {
                Place::Outside => {
                    if byte != b'{' {
                        return Err(self.malformed("a list of Shoots or a Shoot, which begins with `{`", byte));
                    }
                    self.document = Some(Vec::new());
                    self.document_start = self.offset();
                    self.advance(1);
                    self.place = Place::Document(Member::Key);
                }
                Place::Document(member) => {
                    if let Some(item) = self.member(member, byte)? {
                        return Ok(Some(item));
                    }
                }
                Place::Items { after_item } => match byte {
                    b']' => {
                        self.advance(1);
                        self.place = Place::Document(Member::Comma);
                    }
                    b',' if after_item => {
                        self.advance(1);
                        self.place = Place::Items { after_item: false };
                    }
                    b'{' if !after_item => {
                        self.place = Place::Items { after_item: true };
                        let (offset, mut text) = (self.offset(), Vec::with_capacity(2048));
                        self.value(&mut text)?;
                        return Ok(Some(self.item(offset, text)));
                    }
                    _ if after_item => return Err(self.malformed("`,` or `]` after an item", byte)),
                    _ => return Err(self.malformed("an item, which begins with `{`", byte)),
                },
            }
        }
    }

    /// One step within a document; an item if the document ends and is a shoot itself.
    fn member(&mut self, member: Member, byte: u8) -> Result<Option<FleetItem>, StreamError> {
        let next = match (member, byte) {
            (Member::Key | Member::Comma, b'}') => {
                self.advance(1);
                self.place = Place::Outside;
                let text = self.document.take();
                return Ok(text.map(|text| self.item(self.document_start, text)));
            }
            (Member::Key, b'"') => {
                let mut key = Vec::new();
                self.value(&mut key)?;
                Member::Colon { is_items: key == br#""items""# }
            }
            (Member::Colon { is_items }, b':') => {
                self.advance(1);
                Member::Value { is_items }
            }
            (Member::Value { is_items: true }, b'[') => {
                self.advance(1);
                self.document = None;
                self.place = Place::Items { after_item: false };
                return Ok(None);
            }
            (Member::Value { is_items }, _) => {
                if is_items {
                    self.document = None;
                }
                let mut value = Vec::new();
                self.value(&mut value)?;
                if is_items && value != b"null" {
                    return Err(self.malformed("a list after `\"items\":`", byte));
                }
                Member::Comma
            }
            (Member::Comma, b',') => {
                self.advance(1);
                Member::Key
            }
            (Member::Key, _) => return Err(self.malformed("a key in quotes or `}`", byte)),
            (Member::Colon { .. }, _) => return Err(self.malformed("`:` after a key", byte)),
            (Member::Comma, _) => return Err(self.malformed("`,` or `}` after a value", byte)),
        };
        self.place = Place::Document(next);
        Ok(None)
    }

    fn item(&mut self, offset: u64, text: Vec<u8>) -> FleetItem {
        let index = self.items;
        self.items += 1;
        if text.len() > MAX_SHOOT_BYTES {
            return FleetItem::Unreadable(Unreadable {
                source_name: self.source.to_string(),
                offset: Some(offset),
                message: format!("item {} is larger than {} MiB, which no Shoot is", index + 1, MAX_SHOOT_BYTES >> 20),
                kind: None,
            });
        }
        FleetItem::Json(JsonShoot { source: Arc::clone(&self.source), index, offset, text: text.into() })
    }
}

impl<R: Read> Iterator for ShootStream<R> {
    type Item = FleetItem;

    fn next(&mut self) -> Option<FleetItem> {
        if self.is_over {
            return None;
        }
        match self.step() {
            Ok(Some(item)) => Some(item),
            Ok(None) => {
                self.is_over = true;
                None
            }
            Err(error) => {
                self.is_over = true;
                Some(FleetItem::Unreadable(Unreadable {
                    source_name: self.source.to_string(),
                    offset: Some(self.offset()),
                    message: error.to_string(),
                    kind: None,
                }))
            }
        }
    }
}

/// Finds the end of a JSON value. Whether it is one is for others to find out.
#[derive(Debug, Default)]
struct Scanner {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
    /// A number, `true`, `false` or `null`: it ends before what follows it.
    is_bare: bool,
}

impl Scanner {
    fn may_end_here(&self) -> bool {
        self.is_bare
    }

    /// How many of the bytes belong to the value, and whether it is complete with them.
    fn scan(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            if self.is_in_string {
                if self.is_escaped {
                    self.is_escaped = false;
                    at += 1;
                    continue;
                }
                let rest = bytes.get(at..).unwrap_or_default();
                let Some(special) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
                    return (bytes.len(), false);
                };
                at += special + 1;
                if rest.get(special) == Some(&b'\\') {
                    self.is_escaped = true;
                    continue;
                }
                self.is_in_string = false;
                if self.depth == 0 {
                    return (at, true);
                }
                continue;
            }
            if self.is_bare {
                if matches!(byte, b',' | b'}' | b']' | b':') || byte.is_ascii_whitespace() {
                    return (at, true);
                }
                at += 1;
                continue;
            }
            if self.depth > 0 {
                let rest = bytes.get(at..).unwrap_or_default();
                let mark = |byte: &u8| matches!(byte, b'"' | b'{' | b'}' | b'[' | b']');
                at += rest.iter().position(mark).unwrap_or(rest.len());
            }
            let Some(byte) = bytes.get(at) else { break };
            at += 1;
            match byte {
                b'"' => self.is_in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return (at, true);
                    }
                }
                _ if self.depth == 0 => self.is_bare = true,
                _ => {}
            }
        }
        (bytes.len(), false)
    }
}
