//! Values and texts for property tests.

use proptest::prelude::*;
use serde_json::{Map, Value};

/// Strings that are difficult for parsers.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "", "yes", "no", "on", "off", "y", "N", "true", "null", "~", "0777", "0o7", "0x1F", "0b1", "1_000", "1__0",
    "1.30", "1.30.1", "1e3", ".5", ".inf", ".nan", "08", "-", "- a", "--- a", "...", "?", "? a", ":", "a: b", "a:",
    "a #b", "#", "{a}", "[a]", "*a", "&a", "!a", "%a", "@a", "`a`", "|", ">", "<<", "=", "'", "\"", "\\", "a\\nb",
    "2026-01-01", "2026-01-01T00:00:00Z", "12:30", "190:20:30", "220000+0100", " a", "a ", "a\tb", "\ta", "a\nb",
    "a\nb\n", "a\n\nb\n", "\na", "a\n\n", " a\nb", "a \nb", "a\r\nb", "é", "\u{feff}a", "\u{85}", "\u{2028}", "\0",
    "\u{1b}", "😀", "16Gi", "500m", "core.gardener.cloud/v1beta1", "+1", "+", "1.", "NaN", "None", "---", "a,b",
];

/// Strings that are difficult for parsers, and random ones.
pub(crate) fn tricky_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(WORDS).prop_map(str::to_owned),
        2 => "[a-z]{1,8}",
        1 => "[ -~äé\n\t\u{0}-\u{8}]{0,12}",
    ]
}

/// Any JSON value.
pub(crate) fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        // Numbers that serde_json reads exactly; others may be off by one bit.
        any::<i32>().prop_map(|number| Value::from(f64::from(number) / 8.0)),
        prop::sample::select(&[1e21, -1.5e22, 2.5e-7, 1e-10, 1e100][..]).prop_map(Value::from),
        tricky_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((tricky_text(), inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}
