//! A reader for Shoots in JSON that holds one at a time.
//!
//! Accepts the output of `kubectl get shoots -A -o json` (a `List`), a `ShootList`, single Shoots, and any sequence of
//! those. Callers can parse the items in parallel.

use std::io::Read;
use std::sync::Arc;

use rootstock_document::stream::{JsonObjects, StreamError, StreamEvent, StreamObject};

use super::{FleetItem, JsonShoot, Unreadable};

/// The size limit of a Shoot, in bytes, more than ten times that of etcd.
pub const MAX_SHOOT_BYTES: usize = 16 * 1024 * 1024;

/// An iterator over Shoots in JSON.
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
    /// Creates a stream from `reader`, whose name in messages is `source`.
    pub fn new(source: &str, reader: R) -> Self {
        Self { source: source.into(), objects: JsonObjects::new(reader, MAX_SHOOT_BYTES), items: 0 }
    }

    /// Returns the number of bytes read so far, for displaying progress.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.objects.offset()
    }

    fn item(&mut self, object: StreamObject) -> FleetItem {
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
    /// Reports the item with that index, from 0, as larger than a Shoot may be.
    #[must_use]
    pub fn too_large(source: &str, object: &StreamObject, index: usize) -> Self {
        let most = MAX_SHOOT_BYTES >> 20;
        let message = match object.line {
            0 => format!("item {} is larger than {most} MiB, which is too large for a Shoot", index + 1),
            line => format!("line {line}: larger than {most} MiB, which is too large for a Shoot"),
        };
        Self { source_name: source.to_owned(), offset: Some(object.offset), message, kind: None }
    }

    /// Reports that the stream ends early.
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
                Ok(StreamEvent::Object(object)) => return Some(self.item(object)),
                Ok(StreamEvent::ListEnd(_)) => {}
                Err(error) => return Some(FleetItem::Unreadable(Unreadable::cut_off(&self.source, &error))),
            }
        }
    }
}
