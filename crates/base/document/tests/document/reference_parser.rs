//! YAML in all styles, read by our parser and by serde_yaml.
//!
//! Both must find the same structure. Unquoted scalars differ where Kubernetes differs from YAML 1.2; [`agree`] lists these
//! differences.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    unreachable_pub,
    reason = "tests"
)]

use proptest::prelude::*;
use rootstock_document::read::read;
use rootstock_document::{NodeKind, NodeRef, ProblemKind, ReadLimits, Scalar, emit};
use serde_json::Value as Json;
use serde_yaml::Value as Yaml;

use crate::{compare, support};

/// A writer of YAML that takes every choice of style from `dice`.
struct Writer<'d> {
    dice: std::iter::Cycle<std::slice::Iter<'d, u8>>,
    out: String,
}

impl Writer<'_> {
    fn roll(&mut self, sides: u8) -> u8 {
        self.dice.next().unwrap() % sides
    }

    fn choose<const N: usize>(&mut self, texts: [&str; N]) {
        let choice = usize::from(self.roll(N as u8));
        self.out.push_str(texts[choice]);
    }

    fn value(&mut self, value: &Json, indent: usize, in_flow: bool) {
        match value {
            Json::Array(items) if items.is_empty() => self.out.push_str("[]"),
            Json::Object(entries) if entries.is_empty() => self.out.push_str("{}"),
            Json::Array(items) if in_flow || self.roll(3) == 0 => {
                self.out.push('[');
                for item in items {
                    self.value(item, indent, true);
                    self.choose([", ", " , ", ",\n                        "]);
                }
                self.out.push(']');
            }
            Json::Object(entries) if in_flow || self.roll(3) == 0 => {
                self.out.push('{');
                for (key, item) in entries {
                    self.text(key, true, indent);
                    self.out.push_str(": ");
                    self.value(item, indent, true);
                    self.out.push_str(", ");
                }
                self.out.push('}');
            }
            Json::Array(items) => {
                for item in items {
                    self.line(indent);
                    self.out.push_str("- ");
                    self.value(item, indent + 2, false);
                }
            }
            Json::Object(entries) => {
                let step = 1 + usize::from(self.roll(4));
                for (key, item) in entries {
                    self.line(indent);
                    self.text(key, true, indent);
                    self.choose([": ", ":  ", " : "]);
                    self.value(item, indent + step, false);
                }
            }
            Json::String(text) => self.text(text, in_flow, indent),
            scalar => self.out.push_str(&scalar.to_string()),
        }
    }

    fn line(&mut self, indent: usize) {
        match self.roll(8) {
            0 => self.out.push_str(" # a comment: [with] {signs}"),
            1 => self.out.push_str("\n\n"),
            2 => self.out.push_str("\n   # a line of its own"),
            _ => {}
        }
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    fn text(&mut self, text: &str, is_inline: bool, indent: usize) {
        let printable = text.chars().all(|c| !c.is_control() && !matches!(c, '\u{feff}' | '\u{2028}' | '\u{2029}'));
        let is_word = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '/'));
        match self.roll(4) {
            // Unquoted words, including ambiguous ones. A null cannot be a key.
            0 if is_word && !matches!(text, "null" | "~" | "." | "...") => self.out.push_str(text),
            1 if printable => {
                self.out.push('\'');
                self.out.push_str(&text.replace('\'', "''"));
                self.out.push('\'');
            }
            2 if !is_inline && printable && !text.starts_with(' ') && !text.trim().is_empty() => {
                self.choose(["|", "|-", ">", ">-"]);
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n(' ', indent + 1));
                self.out.push_str(text);
            }
            _ => self.out.push_str(&emit::quoted(text)),
        }
    }
}

fn written(value: &Json, dice: &[u8]) -> String {
    let mut writer = Writer { dice: dice.iter().cycle(), out: String::new() };
    let value = serde_json::json!({"root": value});
    writer.value(&value, 0, false);
    if writer.roll(5) == 0 {
        writer.out = writer.out.replace('\n', "\r\n");
    }
    if writer.roll(3) > 0 {
        writer.out.push('\n');
    }
    writer.out
}

/// Checks that both parsers agree.
fn agree(ours: NodeRef<'_>, theirs: &Yaml) -> Result<(), String> {
    let differ = |why: &str| Err(format!("{why}: {:?} against {theirs:?}", ours.as_scalar()));
    match (ours.kind(), theirs) {
        (NodeKind::List, Yaml::Sequence(items)) => {
            if ours.len() != items.len() {
                return differ("length");
            }
            ours.items().zip(items).try_for_each(|(ours, theirs)| agree(ours, theirs))
        }
        (NodeKind::Object, Yaml::Mapping(entries)) => {
            if ours.len() != entries.len() {
                return differ("number of keys");
            }
            ours.entries().zip(entries).try_for_each(|((key, ours), (name, theirs))| {
                match name {
                    Yaml::String(name) if name == key => {}
                    // Kubernetes accepts booleans and numbers as keys, and treats more words as booleans.
                    Yaml::String(name) if is_ambiguous(name) => {}
                    Yaml::Bool(_) | Yaml::Number(_) => {}
                    other => return Err(format!("key {key:?} against {other:?}")),
                }
                agree(ours, theirs)
            })
        }
        (NodeKind::Scalar, theirs) => match (ours.as_scalar().unwrap(), theirs) {
            (Scalar::Text(a), Yaml::String(b)) if a == b => Ok(()),
            (Scalar::Null, Yaml::Null) => Ok(()),
            (Scalar::Bool(a), Yaml::Bool(b)) if a == *b => Ok(()),
            (Scalar::Int(a), Yaml::Number(b)) if Some(a) == b.as_i64() => Ok(()),
            (Scalar::Uint(a), Yaml::Number(b)) if Some(a) == b.as_u64() => Ok(()),
            (Scalar::Float(a), Yaml::Number(b)) if b.as_f64().is_some_and(|b| a == b || a.is_nan() && b.is_nan()) => {
                Ok(())
            }
            // `yes`, `0777`, `1_000`: strings in YAML 1.2.
            (Scalar::Bool(_) | Scalar::Int(_) | Scalar::Float(_), Yaml::String(text)) if is_ambiguous(text) => Ok(()),
            // `1e999` is out of Go's range, and therefore a string.
            (Scalar::Text(_), Yaml::Number(number)) if number.is_infinite() => Ok(()),
            _ => differ("scalar"),
        },
        _ => differ("shape"),
    }
}

/// Returns whether a text is a boolean or number for Kubernetes, but a string in YAML 1.2.
fn is_ambiguous(text: &str) -> bool {
    let word = matches!(text.to_lowercase().as_str(), "yes" | "no" | "on" | "off" | "y" | "n");
    let octal = text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    let separated = text.contains('_') && text.starts_with(|first: char| first.is_ascii_digit());
    word || octal || separated
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn parser_agrees_with_serde_yaml(value in support::value(), dice in prop::collection::vec(any::<u8>(), 40)) {
        let text = written(&value, &dice);
        let theirs = serde_yaml::from_str::<Yaml>(&text);
        let (_, difference) = compare::compare(text.as_bytes(), &ReadLimits::DEFAULT);
        prop_assert_eq!(difference, None, "{}", text);
        let file = read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
        prop_assert_eq!(file.documents.len(), 1, "{}", text);
        let document = &file.documents[0];
        // Duplicate keys are an error for serde_yaml and a problem for us.
        let is_duplicate = document.problems.iter().any(|found| found.kind == ProblemKind::DuplicateKey);
        match (document.raw(), theirs) {
            (Some(raw), Ok(theirs)) if !is_duplicate => {
                if let Err(why) = agree(raw.node(), &theirs) {
                    prop_assert!(false, "{}\n{}", why, text);
                }
            }
            (Some(_), _) if is_duplicate => {}
            (Some(_), Ok(_)) => {}
            (ours, theirs) => {
                let known = known_difference(&text);
                prop_assert!(known, "ours {:?} {:?}\ntheirs {:?}\n{}", ours, document.problems, theirs, text);
            }
        }
    }
}

/// Returns whether a text is legitimately accepted by only one of the parsers.
fn known_difference(text: &str) -> bool {
    // U+0085, U+2028 and U+2029 are line breaks only in YAML 1.1, which serde_yaml follows here.
    text.contains(['\u{85}', '\u{2028}', '\u{2029}'])
}
