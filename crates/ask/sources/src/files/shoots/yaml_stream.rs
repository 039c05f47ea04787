//! Iteration over the Shoots in YAML, holding one at a time.
//!
//! Each piece of the text is parsed separately, so that a broken one does not affect the others, and passed on as JSON.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;

use rootstock_core_model::read::{self, Body};
use rootstock_core_model::{NodeKind, NodeRef, ReadLimits};
use rootstock_document::stream::{StreamEvent, StreamObject, YamlObjects};
use rootstock_maintenance::{FleetItem, JsonShoot, MAX_SHOOT_BYTES, Unreadable};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// An object without its managed fields, which are unused and a third of a Shoot.
struct WithoutManagedFields<'a>(NodeRef<'a>);

impl Serialize for WithoutManagedFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.kind() != NodeKind::Object {
            return self.0.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.0.entries() {
            match key {
                "metadata" => map.serialize_entry(key, &MetadataWithoutManagedFields(value))?,
                _ => map.serialize_entry(key, &value)?,
            }
        }
        map.end()
    }
}

/// The `metadata` of a [`WithoutManagedFields`] object.
struct MetadataWithoutManagedFields<'a>(NodeRef<'a>);

impl Serialize for MetadataWithoutManagedFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.kind() {
            NodeKind::Object => serializer.collect_map(self.0.entries().filter(|(key, _)| *key != "managedFields")),
            _ => self.0.serialize(serializer),
        }
    }
}

/// An iterator over the Shoots in YAML.
pub(super) struct YamlStream<R> {
    source: Arc<str>,
    objects: YamlObjects<R>,
    items: usize,
    ready: VecDeque<FleetItem>,
}

impl<R: Read> YamlStream<R> {
    /// Creates an iterator over the Shoots of `reader`. `source` names it in messages.
    pub(super) fn new(source: &str, reader: R) -> Self {
        let objects = YamlObjects::new(reader, MAX_SHOOT_BYTES);
        Self { source: source.into(), objects, items: 0, ready: VecDeque::new() }
    }

    /// Reads a document or a list item.
    fn read(&mut self, piece: &StreamObject) {
        if piece.is_too_large() {
            let unreadable = Unreadable::too_large(&self.source, piece, self.items);
            return self.ready.push_back(FleetItem::Unreadable(unreadable));
        }
        let file = read::read(&self.source, &piece.text, &ReadLimits::DEFAULT);
        for document in file.documents {
            let place = file.source.line_column(document.span.start);
            let line = piece.line + u64::from(place.line).saturating_sub(1);
            let offset = piece.offset + u64::from(document.span.start);
            let raw = match &document.body {
                Body::Empty => continue,
                Body::Object(object) => &object.raw,
                Body::NotAnObject { raw, .. } => raw,
                Body::Unreadable => {
                    let problem = document.problems.first();
                    let detail = problem.map_or("it cannot be read", |problem| problem.detail.as_str());
                    let at = problem.and_then(|problem| problem.span).map_or(line, |span| {
                        piece.line + u64::from(file.source.line_column(span.start).line).saturating_sub(1)
                    });
                    self.unreadable(offset, format!("line {at}: {detail}"), None);
                    continue;
                }
            };
            let text = match serde_json::to_vec(&WithoutManagedFields(raw.node())) {
                Ok(text) => text,
                Err(error) => {
                    self.unreadable(offset, format!("line {line}: {error}"), None);
                    continue;
                }
            };
            let index = self.items;
            self.items += 1;
            self.ready.push_back(FleetItem::Json(JsonShoot {
                source: Arc::clone(&self.source),
                index,
                offset,
                line: Some(line),
                text: text.into(),
            }));
        }
    }

    fn unreadable(&mut self, offset: u64, message: String, kind: Option<String>) {
        let source_name = self.source.to_string();
        self.ready.push_back(FleetItem::Unreadable(Unreadable { source_name, offset: Some(offset), message, kind }));
    }
}

impl<R: Read> Iterator for YamlStream<R> {
    type Item = FleetItem;

    fn next(&mut self) -> Option<FleetItem> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            match self.objects.next()? {
                Ok(StreamEvent::Object(piece)) => self.read(&piece),
                Ok(StreamEvent::ListEnd(_)) => {}
                Err(error) => {
                    return Some(FleetItem::Unreadable(Unreadable::cut_off(&self.source, &error)));
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
    fn yaml_layouts_are_split_into_shoots(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(items(text), expected);
        assert_eq!(items(&text.replace('\n', "\r\n")), expected);
    }

    #[test]
    fn items_around_a_broken_one_are_read() {
        let text = "items:\n- kind: Shoot\n  metadata: {name: a}\n- kind: [\n- kind: Shoot\n  metadata: {name: b}\nkind: List\n";
        let items = items(text);
        assert_eq!((items[0].as_str(), items[2].as_str()), (A, B));
        assert!(items[1].starts_with("! line 4: "), "{items:?}");
    }

    #[test]
    fn text_after_a_document_end_is_reported() {
        let items = items(
            "kind: Shoot\nmetadata: {name: a}\n... kind: Shoot\nmetadata: {name: c}\n---\nkind: Shoot\nmetadata: {name: b}\n",
        );
        assert_eq!((items[0].as_str(), items[2].as_str()), (A, B));
        assert!(items[1].starts_with("! line 3: `...` ends a document"), "{items:?}");
        assert_eq!(items.len(), 3);
    }

    #[test]
    fn truncated_list_is_reported() {
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
