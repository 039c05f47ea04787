//! Splitting of JSON lists into items, independent of chunk sizes and layout.

use std::io::{self, Read};

use proptest::prelude::*;
use rootstock_document::stream::{JsonObjects, StreamEvent};

use crate::support;

/// A reader that returns at most `most` bytes per call.
struct ChunkedReader<'t> {
    left: &'t [u8],
    most: usize,
}

impl Read for ChunkedReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.most.min(into.len());
        self.left.take(count as u64).read(into).inspect(|read| self.left = self.left.split_at(*read).1)
    }
}

proptest! {
    #[test]
    fn every_item_is_yielded(
        values in prop::collection::vec(support::value(), 0..5),
        is_pretty in any::<bool>(),
        most in 1_usize..40,
    ) {
        let items: Vec<_> = values.into_iter().map(|value| serde_json::json!({ "kind": "A \\ \"{[", "value": value })).collect();
        let list = serde_json::json!({ "kind": "List", "items": items, "metadata": { "a": ["]"] } });
        let text = if is_pretty { serde_json::to_string_pretty(&list) } else { serde_json::to_string(&list) }.unwrap();
        let mut cut_out = Vec::new();
        let mut ends = 0;
        for cut in JsonObjects::new(ChunkedReader { left: text.as_bytes(), most }, 1 << 20) {
            match cut.unwrap() {
                StreamEvent::Object(object) => {
                    let place = object.offset as usize..(object.offset + object.length) as usize;
                    prop_assert_eq!(&text.as_bytes()[place], object.text.as_slice());
                    cut_out.push(serde_json::from_slice::<serde_json::Value>(&object.text).unwrap());
                }
                StreamEvent::ListEnd(end) => {
                    prop_assert_eq!(end.kind.as_deref(), Some("List"));
                    ends += 1;
                }
            }
        }
        prop_assert_eq!((cut_out, ends), (items, 1));
    }
}
