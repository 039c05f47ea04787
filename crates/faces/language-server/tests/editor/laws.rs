//! Properties that hold for any edits: the server has the same text as the editor, and the same findings as a fresh server.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rootstock_language_server::may_have_gardener_objects;
use serde_json::{Value, json};

use crate::client::Editor;
use crate::{PROFILE, child, shoot};

const URIS: [&str; 3] = ["file:///profile.yaml", "file:///child.yaml", "file:///shoot.yaml"];

/// Texts to type, valid and invalid ones.
const TYPED: [&str; 24] = [
    "", "", "", "a", "1", "ä", "😀", " ", "\n", "\r\n", "\n  ", "\n- ", ": ", "- ", "#", "x: y", "\"", "'", "{", "]",
    "|\n", "---\n", "&a ", "*a",
];

/// One change: the document, start, length and new text, in places of UTF-16 units or bytes.
type Typed = (usize, prop::sample::Index, usize, &'static str);

/// The text of an editor in its units; in UTF-16, a place may be within a character.
struct Document {
    text: String,
    is_wide: bool,
}

impl Document {
    /// Returns the places between units: the line, the column in units, and the byte that a server maps it to.
    fn places(&self) -> Vec<(usize, usize, usize)> {
        let mut places = Vec::new();
        let (mut line, mut column) = (0, 0);
        let mut characters = self.text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let is_cr_of_crlf = character == '\r' && characters.peek().is_some_and(|(_, next)| *next == '\n');
            let units = if self.is_wide { character.len_utf16() } else { character.len_utf8() };
            if matches!(character, '\n' | '\r') {
                // There is no place between `\r` and `\n`.
                if !(character == '\n' && self.text[..at].ends_with('\r')) {
                    places.push((line, column, at));
                }
                if !is_cr_of_crlf {
                    (line, column) = (line + 1, 0);
                }
                continue;
            }
            places.extend((0..units).map(|unit| (line, column + unit, at)));
            column += units;
        }
        places.push((line, column, self.text.len()));
        places
    }

    fn change(&mut self, (_, from, length, typed): &Typed) -> Value {
        let places = self.places();
        let first = from.index(places.len());
        let last = (first + length).min(places.len() - 1);
        let (start, end) = (places[first], places[last]);
        self.text.replace_range(start.2..end.2, typed);
        let position = |(line, character, _): (usize, usize, usize)| json!({"line": line, "character": character});
        json!([{"range": {"start": position(start), "end": position(end)}, "text": typed}])
    }
}

fn editor(is_wide: bool) -> Editor {
    let encodings = if is_wide { json!(["utf-16"]) } else { json!(["utf-8"]) };
    Editor::start(json!({"capabilities": {"general": {"positionEncodings": encodings}}}))
}

fn outline(editor: &mut Editor, uri: &str) -> Value {
    editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}))
}

#[test]
fn edits_have_the_same_result_as_a_fresh_start() {
    let edit = (0_usize..3, any::<prop::sample::Index>(), 0_usize..9, prop::sample::select(&TYPED[..]));
    let edited = (any::<bool>(), prop::collection::vec(edit, 1..6));
    // `cargo xtask ci --all` runs all cases; a part of them takes some seconds.
    let is_thorough = std::env::var_os("ROOTSTOCK_LAWS").is_some_and(|tried| tried == "all");
    let cases = if is_thorough { 600 } else { 100 };
    // Limits shrinking, because each smaller case may wait for a server that does not answer.
    let mut runner = TestRunner::new(Config { cases, max_shrink_time: 120_000, ..Config::default() });
    runner
        .run(&edited, |(is_wide, edits)| {
            let with_signs = PROFILE.replacen("# A minimal", "# Ä 😀 minimal", 1).replace("medium-arm", "medium-😀");
            let mut documents = [with_signs, child(), shoot()].map(|text| Document { text, is_wide });
            let mut typing = editor(is_wide);
            for (uri, document) in URIS.iter().zip(&documents) {
                typing.open(uri, &document.text);
            }
            for edit in &edits {
                let changes = documents[edit.0].change(edit);
                typing.change(URIS[edit.0], &changes);
                // The outline is cached, and the next edit must invalidate it.
                outline(&mut typing, URIS[edit.0]);
            }
            // Edits can remove everything that identifies a document as a Gardener manifest; the server ignores others.
            prop_assume!(documents.iter().all(|document| may_have_gardener_objects(&document.text)));
            let mut fresh = editor(is_wide);
            for (uri, document) in URIS.iter().zip(&documents) {
                fresh.open(uri, &document.text);
            }
            // An empty change gives each document a version that is checked after everything was opened and typed.
            let start = json!({"line": 0, "character": 0});
            for uri in URIS {
                for editor in [&mut typing, &mut fresh] {
                    editor.change(uri, &json!([{"range": {"start": start, "end": start}, "text": ""}]));
                }
            }
            let found = URIS.map(|uri| fresh.diagnostics(uri));
            let unreadable = |found: &Value| -> Vec<Value> {
                let all = found.as_array().unwrap().iter();
                all.filter(|it| it["code"] == "unreadable-document").cloned().collect()
            };
            let any_unreadable = found.iter().any(|found| !unreadable(found).is_empty());
            for (uri, expected) in URIS.iter().zip(&found) {
                let shown = typing.diagnostics(uri);
                // While a document cannot be parsed, other documents that refer to it are checked against its previous text.
                if any_unreadable {
                    prop_assert_eq!(unreadable(&shown), unreadable(expected), "{}", uri);
                } else {
                    prop_assert_eq!(&shown, expected, "{}", uri);
                    prop_assert_eq!(outline(&mut typing, uri), outline(&mut fresh, uri), "{}", uri);
                }
            }
            typing.quit();
            fresh.quit();
            Ok(())
        })
        .unwrap();
}
