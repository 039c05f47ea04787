//! Extraction of objects from JSON.

use std::io::{self, Read};

use memchr::memchr2;

use super::{ListEnd, StreamError, StreamEvent, StreamObject, StreamPosition};

const CHUNK: usize = 64 * 1024;

/// The position of the stream within a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a document.
    Outside,
    /// In a document, outside its items.
    Document(Member),
    /// In `items`, before an item or the end of the list.
    Items { after_item: bool },
}

/// The position within the members of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Member {
    /// Before a key or the end.
    Key,
    /// After the key, before the colon.
    Colon(Key),
    /// Before the value.
    Value(Key),
    /// After the value.
    Comma,
}

/// An iterator over the objects of JSON text: single objects, concatenated ones, and the items of lists.
///
/// ```
/// use rootstock_document::stream::JsonObjects;
/// let text = br#"{"kind": "List", "items": [{"kind": "A"}, {"kind": "B"}]}"#;
/// let cuts = JsonObjects::new(&text[..], 1024).map_while(Result::ok);
/// let places: Vec<u64> = cuts.filter_map(|cut| Some(cut.object()?.offset)).collect();
/// assert_eq!(places, [27, 42]);
/// ```
#[derive(Debug)]
pub struct JsonObjects<R> {
    reader: R,
    /// The maximum number of bytes to keep of an object.
    most: usize,
    chunk: Vec<u8>,
    position: usize,
    /// The number of bytes before the chunk.
    before: u64,
    place: Place,
    /// The document so far, while it may still be a single object.
    document: Option<StreamObject>,
    /// The text of the document's `kind`, including quotes.
    kind: Vec<u8>,
    items: usize,
    is_finished: bool,
}

impl<R: Read> JsonObjects<R> {
    /// Creates an iterator over the objects of `reader`; larger ones are truncated to `most` bytes.
    pub fn new(reader: R, most: usize) -> Self {
        Self {
            reader,
            most,
            chunk: Vec::new(),
            position: 0,
            before: 0,
            place: Place::Outside,
            document: None,
            kind: Vec::new(),
            items: 0,
            is_finished: false,
        }
    }

    /// Returns the number of bytes read, to report progress.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.before + self.position as u64
    }

    /// Returns the available bytes without consuming them; empty at the end.
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
            read.map_err(|source| StreamError::Io { items: self.items, place: self.here(), source })?;
        }
        Ok(self.chunk.get(self.position..).unwrap_or_default())
    }

    const fn here(&self) -> StreamPosition {
        StreamPosition { offset: self.offset(), line: None }
    }

    /// Consumes bytes, which become part of the document while it may be a single object.
    fn advance(&mut self, count: usize) {
        let end = self.position + count;
        if let (Some(document), Some(used)) = (&mut self.document, self.chunk.get(self.position..end)) {
            document.keep(used, self.most);
        }
        self.position = end;
    }

    /// Returns the next byte that is not white space, without consuming it.
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
        StreamError::Truncated { items: self.items, place: self.here() }
    }

    fn malformed(&self, expected: &'static str, found: u8) -> StreamError {
        let found = if found.is_ascii() { char::from(found) } else { char::REPLACEMENT_CHARACTER };
        StreamError::Malformed { items: self.items, place: self.here(), expected, found }
    }

    /// Consumes an entire value and appends its text to `kept`.
    fn value(&mut self, kept: &mut StreamObject) -> Result<(), StreamError> {
        let mut scanner = Scanner::default();
        let most = self.most;
        loop {
            let bytes = self.peek()?;
            if bytes.is_empty() {
                return if scanner.may_end_here() { Ok(()) } else { Err(self.truncated()) };
            }
            let (used, is_complete) = scanner.scan(bytes);
            let used_bytes = bytes.get(..used).unwrap_or_default();
            kept.keep(used_bytes, most);
            self.advance(used);
            if is_complete {
                return Ok(());
            }
        }
    }

    /// Moves to the next object or the end of a list.
    fn step(&mut self) -> Result<Option<StreamEvent>, StreamError> {
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
                        return Err(self.malformed("an object or a list of objects, which begins with `{`", byte));
                    }
                    self.document = Some(StreamObject { offset: self.offset(), ..StreamObject::default() });
                    self.kind.clear();
                    self.advance(1);
                    self.place = Place::Document(Member::Key);
                }
                Place::Document(member) => {
                    if let Some(cut) = self.member(member, byte)? {
                        return Ok(Some(cut));
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
                        let text = Vec::with_capacity(2048);
                        let mut item =
                            StreamObject { text, offset: self.offset(), is_item: true, ..StreamObject::default() };
                        self.value(&mut item)?;
                        self.items += 1;
                        return Ok(Some(StreamEvent::Object(item)));
                    }
                    _ if after_item => return Err(self.malformed("`,` or `]` after an item", byte)),
                    _ => return Err(self.malformed("an item, which begins with `{`", byte)),
                },
            }
        }
    }

    fn list_kind(&self) -> Option<String> {
        let kind = std::str::from_utf8(&self.kind).ok()?;
        kind.strip_prefix('"')?.strip_suffix('"').map(str::to_owned)
    }

    /// Consumes a token within a document; returns the object or list that ends with the document.
    fn member(&mut self, member: Member, byte: u8) -> Result<Option<StreamEvent>, StreamError> {
        let next = match (member, byte) {
            (Member::Key | Member::Comma, b'}') => {
                self.advance(1);
                self.place = Place::Outside;
                return Ok(Some(match self.document.take() {
                    Some(document) => {
                        self.items += 1;
                        StreamEvent::Object(document)
                    }
                    None => StreamEvent::ListEnd(ListEnd { kind: self.list_kind(), offset: self.offset() }),
                }));
            }
            (Member::Key, b'"') => {
                let mut key = StreamObject::default();
                self.value(&mut key)?;
                Member::Colon(Key::of(&key.text))
            }
            (Member::Colon(key), b':') => {
                self.advance(1);
                Member::Value(key)
            }
            (Member::Value(Key::Items), b'[') => {
                self.advance(1);
                self.document = None;
                self.place = Place::Items { after_item: false };
                return Ok(None);
            }
            (Member::Value(key), _) => {
                if key == Key::Items {
                    self.document = None;
                }
                let mut value = StreamObject::default();
                self.value(&mut value)?;
                match key {
                    Key::Items if value.text != b"null" => {
                        return Err(self.malformed("a list after `\"items\":`", byte));
                    }
                    Key::Kind => self.kind = value.text,
                    Key::Items | Key::Other => {}
                }
                Member::Comma
            }
            (Member::Comma, b',') => {
                self.advance(1);
                Member::Key
            }
            (Member::Key, _) => return Err(self.malformed("a key in quotes or `}`", byte)),
            (Member::Colon(_), _) => return Err(self.malformed("`:` after a key", byte)),
            (Member::Comma, _) => return Err(self.malformed("`,` or `}` after a value", byte)),
        };
        self.place = Place::Document(next);
        Ok(None)
    }
}

impl<R: Read> Iterator for JsonObjects<R> {
    type Item = Result<StreamEvent, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_finished {
            return None;
        }
        let step = self.step();
        self.is_finished = !matches!(step, Ok(Some(_)));
        step.transpose()
    }
}

/// The relevant keys of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Items,
    Kind,
    Other,
}

impl Key {
    fn of(text: &[u8]) -> Self {
        match text {
            br#""items""# => Self::Items,
            br#""kind""# => Self::Kind,
            _ => Self::Other,
        }
    }
}

/// A scanner for the end of a JSON value. It does not validate the value.
#[derive(Debug, Clone, Copy, Default)]
struct Scanner {
    depth: usize,
    within: ScannerState,
}

/// The state of the scanner between bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum ScannerState {
    /// Outside of strings and bare values.
    #[default]
    Nothing,
    /// A string.
    String,
    /// A string, after a backslash.
    Escape,
    /// A number, `true`, `false` or `null`, which ends before the next token.
    Bare,
}

impl Scanner {
    fn may_end_here(&self) -> bool {
        self.within == ScannerState::Bare
    }

    /// Returns the number of bytes that belong to the value, and whether it is complete.
    fn scan(&mut self, bytes: &[u8]) -> (usize, bool) {
        let Self { mut depth, mut within } = *self;
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match within {
                ScannerState::String => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    let run = memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
                    at += run + 1;
                    match rest.get(run) {
                        Some(b'"') => within = ScannerState::Nothing,
                        Some(b'\\') => within = ScannerState::Escape,
                        _ => {}
                    }
                    if depth == 0 && within == ScannerState::Nothing {
                        return (at, true);
                    }
                }
                ScannerState::Escape => {
                    within = ScannerState::String;
                    at += 1;
                }
                ScannerState::Bare => {
                    if matches!(byte, b',' | b'}' | b']' | b':') || byte.is_ascii_whitespace() {
                        return (at, true);
                    }
                    at += 1;
                }
                ScannerState::Nothing => {
                    at += 1;
                    match byte {
                        b'"' => within = ScannerState::String,
                        b'{' | b'[' => depth += 1,
                        b'}' | b']' => {
                            depth = depth.saturating_sub(1);
                            if depth == 0 {
                                return (at, true);
                            }
                        }
                        _ if depth == 0 => within = ScannerState::Bare,
                        // Fast path: kubectl prints long runs of blanks.
                        b' ' => {
                            while bytes.get(at..).is_some_and(|rest| rest.starts_with(b"        ")) {
                                at += 8;
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        *self = Self { depth, within };
        (bytes.len(), false)
    }
}
