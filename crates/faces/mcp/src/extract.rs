//! Answers in proportion: the first items of each list and large map, and cursors for the rest.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// The number of items of a list, unless the call names another one.
const ITEMS: usize = 20;
/// The largest number of items that a call may ask for.
pub(crate) const MAX_ITEMS: usize = 200;
/// The number of fields above which an object is a map, and shortened like a list. Objects with fixed fields have fewer.
const FIELDS: usize = 40;
/// The number of bytes of a text.
const TEXT_BYTES: usize = 16 << 10;
/// The number of bytes of an extract in JSON, above which lists have fewer items.
const EXTRACT_BYTES: usize = 32 << 10;
/// The number of cursors.
const CURSORS: usize = 20;

/// A part of an answer.
#[derive(Debug, Serialize)]
pub(crate) struct Extract {
    /// The answer, with the first items of each list.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
    /// The next part of one list or text.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Value>,
    /// The lists and texts that were shortened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<More>,
}

/// The rest of a list or text.
#[derive(Debug, Serialize)]
struct More {
    /// The list or text, as a JSON Pointer.
    of: String,
    /// The number of its items or bytes.
    total: usize,
    /// The number up to here.
    shown: usize,
    cursor: String,
}

/// Returns an extract of an answer: its beginning, or the part that a cursor points to.
pub(crate) fn extract(answer: &Value, limit: Option<usize>, cursor: Option<&str>) -> Result<Extract, String> {
    let mut items = limit.unwrap_or(ITEMS);
    let (of, from, whole) = match cursor {
        None => (String::new(), 0, answer),
        Some(cursor) => {
            let unknown = || format!("the cursor `{cursor}` does not fit this answer: repeat the call without it");
            let (from, of) = cursor.split_once('@').ok_or_else(unknown)?;
            let from = from.parse().map_err(|_| unknown())?;
            (of.to_owned(), from, answer.pointer(of).ok_or_else(unknown)?)
        }
    };
    loop {
        let mut shortening = Shortening { items, more: Vec::new() };
        let shortened = shortening.shorten(whole, &of, from);
        let is_small = serde_json::to_vec(&shortened).map_or(0, |bytes| bytes.len()) <= EXTRACT_BYTES;
        if is_small || items == 1 {
            let mut more = shortening.more;
            // Those of the outer lists first, which have the inner ones.
            more.sort_by_key(|more| more.of.matches('/').count());
            more.truncate(CURSORS);
            let is_part = cursor.is_some();
            return Ok(Extract {
                answer: (!is_part).then(|| shortened.clone()),
                part: is_part.then_some(shortened),
                more,
            });
        }
        items /= 2;
    }
}

struct Shortening {
    items: usize,
    more: Vec<More>,
}

impl Shortening {
    /// Returns a value from its item or byte `from` on, shortened. `of` is its JSON Pointer.
    fn shorten(&mut self, value: &Value, of: &str, from: usize) -> Value {
        match value {
            Value::Array(list) => {
                let shown = list.iter().enumerate().skip(from).take(self.items);
                let shown: Vec<Value> =
                    shown.map(|(index, item)| self.shorten(item, &format!("{of}/{index}"), 0)).collect();
                self.add(of, list.len(), from + shown.len());
                Value::Array(shown)
            }
            Value::Object(fields) => {
                let items = if fields.len() > FIELDS { self.items } else { FIELDS };
                let shorten = |(name, field): (&String, &Value)| {
                    let escaped = name.replace('~', "~0").replace('/', "~1");
                    (name.clone(), self.shorten(field, &format!("{of}/{escaped}"), 0))
                };
                let shown: Map<String, Value> = fields.iter().skip(from).take(items).map(shorten).collect();
                self.add(of, fields.len(), from + shown.len());
                Value::Object(shown)
            }
            Value::String(text) => {
                let rest = text.get(from..).unwrap_or_default();
                let shown = rest.get(..rest.floor_char_boundary(TEXT_BYTES)).unwrap_or_default();
                self.add(of, text.len(), from + shown.len());
                json!(shown)
            }
            other => other.clone(),
        }
    }

    fn add(&mut self, of: &str, total: usize, shown: usize) {
        if shown < total {
            self.more.push(More { of: of.to_owned(), total, shown, cursor: format!("{shown}@{of}") });
        }
    }
}
