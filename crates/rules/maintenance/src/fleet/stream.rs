//! Shoots from JSON, one by one, without holding more than one.
//!
//! What `kubectl get shoots -A -o json` prints (a `List`), a `ShootList`, single Shoots, and any number of those one after
//! the other. The items are read in parallel by others.

use std::io::Read;
use std::sync::Arc;

use rootstock_document::stream::{Cut, CutObject, JsonObjects, StreamError};

use super::{FleetItem, JsonShoot, Unreadable};

/// The largest Shoot that is read, in bytes; etcd stores nothing larger than a tenth of that.
pub const MAX_SHOOT_BYTES: usize = 16 * 1024 * 1024;

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
    objects: JsonObjects<R>,
    items: usize,
}

impl<R: Read> ShootStream<R> {
    /// The Shoots of `reader`. `source` names it in messages.
    pub fn new(source: &str, reader: R) -> Self {
        Self { source: source.into(), objects: JsonObjects::new(reader, MAX_SHOOT_BYTES), items: 0 }
    }

    /// How many bytes have been read, for showing progress.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.objects.offset()
    }

    fn item(&mut self, object: CutObject) -> FleetItem {
        let index = self.items;
        self.items += 1;
        if object.is_too_large() {
            return FleetItem::Unreadable(Unreadable::too_large(&self.source, &object, index));
        }
        let (source, offset) = (Arc::clone(&self.source), object.offset);
        FleetItem::Json(JsonShoot { source, index, offset, line: None, text: object.text.into() })
    }
}

impl Unreadable {
    /// The item of that number, from 0, is larger than a Shoot may be.
    #[must_use]
    pub fn too_large(source: &str, object: &CutObject, index: usize) -> Self {
        let most = MAX_SHOOT_BYTES >> 20;
        let message = match object.line {
            0 => format!("item {} is larger than {most} MiB, which no Shoot is", index + 1),
            line => format!("line {line}: larger than {most} MiB, which no Shoot is"),
        };
        Self { source_name: source.to_owned(), offset: Some(object.offset), message, kind: None }
    }

    /// The stream ends early.
    #[must_use]
    pub fn cut_off(source: &str, error: &StreamError) -> Self {
        let offset = Some(error.place().offset);
        Self { source_name: source.to_owned(), offset, message: error.to_string(), kind: None }
    }
}

impl<R: Read> Iterator for ShootStream<R> {
    type Item = FleetItem;

    fn next(&mut self) -> Option<FleetItem> {
        loop {
            match self.objects.next()? {
                Ok(Cut::Object(object)) => return Some(self.item(object)),
                Ok(Cut::ListEnd(_)) => {}
                Err(error) => return Some(FleetItem::Unreadable(Unreadable::cut_off(&self.source, &error))),
            }
        }
    }
}
