//! Shoots from YAML, one by one, without holding more than one.
//!
//! What `kubectl get shoots -A -o yaml` prints is one document with a long list under `items`. It is cut into its items
//! by their indentation, before anything is parsed; documents between `---` lines are cut likewise. Each piece is then
//! read by itself, so that a broken one never takes the others with it, and handed on as JSON.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use rootstock_core_model::read::{self, Body};
use rootstock_core_model::{ReadLimits, Shoot};
use rootstock_maintenance::{FleetItem, JsonShoot, MAX_SHOOT_BYTES, ShootRow, Unreadable};

/// Shoots from YAML.
pub(super) struct YamlStream<R> {
    source: Arc<str>,
    reader: BufReader<R>,
    line: Vec<u8>,
    /// Where the line begins, in bytes, and its number from 1.
    offset: u64,
    number: u64,
    piece: Piece,
    list: List,
    /// Whether the document, list or not, says of which kind it is outside of any item.
    has_kind: bool,
    items: usize,
    ready: VecDeque<FleetItem>,
    is_over: bool,
}

/// The text of a document or of an item so far.
#[derive(Default)]
struct Piece {
    text: Vec<u8>,
    offset: u64,
    line: u64,
}

/// Where the lines are.
#[derive(Clone, Copy, PartialEq, Eq)]
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

impl<R: Read> YamlStream<R> {
    /// The shoots of `reader`. `source` names it in messages.
    pub(super) fn new(source: &str, reader: R) -> Self {
        Self {
            source: source.into(),
            reader: BufReader::with_capacity(64 * 1024, reader),
            line: Vec::new(),
            offset: 0,
            number: 0,
            piece: Piece::default(),
            list: List::None,
            has_kind: false,
            items: 0,
            ready: VecDeque::new(),
            is_over: false,
        }
    }

    /// Reads the next line; false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        self.offset += self.line.len() as u64;
        self.number += 1;
        self.line.clear();
        let most = MAX_SHOOT_BYTES as u64 + 1;
        Ok((&mut self.reader).take(most).read_until(b'\n', &mut self.line)? > 0)
    }

    fn use_line(&mut self) {
        let Some(line) = Line::of(&self.line) else { return self.keep() };
        match (self.list, line.what) {
            (_, What::Marker) => self.end_document(false),
            (_, What::Comment) => self.keep(),
            (List::None | List::Over, What::Items) => {
                self.piece = Piece::default();
                self.list = List::Begins;
            }
            (List::None, what) => {
                self.has_kind |= what == What::Kind;
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
                self.has_kind |= what == What::Kind;
            }
        }
    }

    /// Adds the line to the piece.
    fn keep(&mut self) {
        if matches!(self.list, List::Begins | List::Over) {
            return;
        }
        if self.piece.text.is_empty() {
            (self.piece.offset, self.piece.line) = (self.offset, self.number);
        }
        if self.piece.text.len() <= MAX_SHOOT_BYTES {
            self.piece.text.extend_from_slice(&self.line);
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
            let piece = std::mem::take(&mut self.piece);
            self.read_piece(&piece);
        }
    }

    /// A document ends here; `is_end` if everything does. A list that does not even say its kind has been cut off.
    fn end_document(&mut self, is_end: bool) {
        let is_list = self.list != List::None;
        if is_list && !self.has_kind && is_end {
            let begun = if matches!(self.list, List::Item(_)) { ", in the middle of one more" } else { "" };
            let message = format!(
                "after {} shoots, at line {}: the list ends here{begun}, without its `kind`; was the output of kubectl cut off?",
                self.items, self.number
            );
            self.unreadable(Some(self.offset), message, None);
        } else if is_list {
            self.end_item();
        } else {
            let piece = std::mem::take(&mut self.piece);
            self.read_piece(&piece);
        }
        self.piece = Piece::default();
        self.list = List::None;
        self.has_kind = false;
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

    /// Reads one document, or one item of a list.
    fn read_piece(&mut self, piece: &Piece) {
        if piece.text.len() > MAX_SHOOT_BYTES {
            let message = format!("line {}: larger than {} MiB, which no Shoot is", piece.line, MAX_SHOOT_BYTES >> 20);
            return self.unreadable(Some(piece.offset), message, None);
        }
        let file = read::read(&self.source, &piece.text, &ReadLimits::DEFAULT);
        for document in file.documents {
            let place = file.source.line_column(document.span.start);
            let line = piece.line + u64::from(place.line).saturating_sub(1);
            let offset = piece.offset + u64::from(document.span.start);
            let (raw, name) = match &document.body {
                Body::Empty => continue,
                Body::Object(object) => (&object.raw, format!("{}/{}", object.namespace, object.name)),
                Body::NoObject { raw, .. } => (raw, String::new()),
                Body::Unreadable => {
                    let problem = document.problems.first();
                    let detail = problem.map_or("it cannot be read", |problem| problem.detail.as_str());
                    let at = problem.and_then(|problem| problem.span).map_or(line, |span| {
                        piece.line + u64::from(file.source.line_column(span.start).line).saturating_sub(1)
                    });
                    self.unreadable(Some(offset), format!("line {at}: {detail}"), None);
                    continue;
                }
            };
            let text = match serde_json::to_vec(raw) {
                Ok(text) => text,
                Err(error) => {
                    self.unreadable(Some(offset), format!("line {line}: {error}"), None);
                    continue;
                }
            };
            // Whoever reads the JSON later can only tell a place in it, not in the YAML.
            if let Err(error) = serde_json::from_slice::<ShootRow<'_>>(&text) {
                let error = error.to_string();
                let error = error.rsplit_once(" at line ").map_or(error.as_str(), |(what, _)| what);
                let name = if name.len() > 1 { format!("{name} ") } else { String::new() };
                let kind = document.object().map(|object| object.kind.clone()).filter(|kind| kind != Shoot::KIND);
                let message = format!("line {line}: {name}cannot be read as a Shoot: {error}");
                self.unreadable(Some(offset), message, kind);
                continue;
            }
            let index = self.items;
            self.items += 1;
            self.ready.push_back(FleetItem::Json(JsonShoot {
                source: Arc::clone(&self.source),
                index,
                offset,
                text: text.into(),
            }));
        }
    }

    fn unreadable(&mut self, offset: Option<u64>, message: String, kind: Option<String>) {
        let source_name = self.source.to_string();
        self.ready.push_back(FleetItem::Unreadable(Unreadable { source_name, offset, message, kind }));
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

impl<R: Read> Iterator for YamlStream<R> {
    type Item = FleetItem;

    fn next(&mut self) -> Option<FleetItem> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
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
                Err(error) => {
                    self.is_over = true;
                    let message =
                        format!("after {} shoots, at line {}: reading failed: {error}", self.items, self.number);
                    self.unreadable(Some(self.offset), message, None);
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
mod tests {
    use rstest::rstest;

    use super::*;

    fn items(text: &str) -> Vec<String> {
        YamlStream::new("-", text.as_bytes())
            .map(|item| match item {
                FleetItem::Json(json) => String::from_utf8(json.text.to_vec()).unwrap(),
                FleetItem::Unreadable(unreadable) => format!("! {}", unreadable.message),
                FleetItem::Shoot(_) => "shoot".to_owned(),
            })
            .collect()
    }

    const A: &str = r#"{"kind":"Shoot","metadata":{"name":"a"}}"#;
    const B: &str = r#"{"kind":"Shoot","metadata":{"name":"b"}}"#;

    #[rstest]
    #[case::one("kind: Shoot\nmetadata: {name: a}\n", &[A])]
    #[case::stream("---\nkind: Shoot\nmetadata: {name: a}\n---\n# b\nkind: Shoot\nmetadata:\n  name: b\n...\n", &[A, B])]
    #[case::kubectl("apiVersion: v1\nitems:\n- kind: Shoot\n  metadata:\n    name: a\n- kind: Shoot\n  metadata: {name: b}\nkind: List\nmetadata: {}\n", &[A, B])]
    #[case::indented("kind: List\nitems:\n  - kind: Shoot\n    metadata:\n      name: a\n\n  # two\n  -\n    kind: Shoot\n    metadata: {name: b}\n", &[A, B])]
    #[case::comment("items: # all\n- kind: Shoot\n  metadata: {name: a}\nkind: List\n", &[A])]
    #[case::flow_list("kind: List\nitems: [{kind: Shoot, metadata: {name: a}}, {kind: Shoot, metadata: {name: b}}]\n", &[A, B])]
    #[case::none("apiVersion: v1\nitems: []\nkind: List\n", &[])]
    #[case::empty("", &[])]
    #[case::comments("# nothing\n---\n", &[])]
    #[case::list_then_document("items:\n- kind: Shoot\n  metadata: {name: a}\nkind: List\n---\nkind: Shoot\nmetadata: {name: b}\n", &[A, B])]
    fn pieces(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(items(text), expected);
        assert_eq!(items(&text.replace('\n', "\r\n")), expected);
    }

    #[test]
    fn a_broken_item_does_not_hide_the_others() {
        let text = "items:\n- kind: Shoot\n  metadata: {name: a}\n- kind: [\n- kind: Shoot\n  metadata: {name: b}\nkind: List\n";
        let items = items(text);
        assert_eq!((items[0].as_str(), items[2].as_str()), (A, B));
        assert!(items[1].starts_with("! line 4: "), "{items:?}");
    }

    #[test]
    fn nothing_is_dropped_behind_an_end() {
        let items = items(
            "kind: Shoot\nmetadata: {name: a}\n... kind: Shoot\nmetadata: {name: c}\n---\nkind: Shoot\nmetadata: {name: b}\n",
        );
        assert_eq!((items[0].as_str(), items[2].as_str()), (A, B));
        assert!(items[1].starts_with("! line 3: `...` ends a document"), "{items:?}");
        assert_eq!(items.len(), 3);
    }

    #[test]
    fn a_list_that_was_cut_off_says_so() {
        let whole = "apiVersion: v1\nitems:\n- kind: Shoot\n  metadata: {name: a}\n- kind: Shoot\n  metadata: {name: b}\nkind: List\n";
        for end in whole.find("name: a").unwrap() + 8..whole.len() - 11 {
            let items = items(whole.get(..end).unwrap());
            let last = items.last().unwrap();
            assert!(
                last.starts_with("! after ") && last.ends_with("was the output of kubectl cut off?"),
                "{end} {items:?}"
            );
        }
    }
}
