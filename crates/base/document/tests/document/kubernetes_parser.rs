//! Texts that YAML 1.2 allows, and Kubernetes' parser refuses or reads as another value: they are refused.

use rootstock_document::ReadLimits;
use rootstock_document::read::{Body, read};
use rstest::rstest;

#[rstest]
#[case::question_mark("k: [a?b]\n", "`?` between brackets")]
#[case::question_mark_first("k: {?a: b}\n", "`?` between brackets")]
#[case::colon_first("k: {a: :b}\n", "`:` between brackets")]
#[case::colon_last("k: [amd64:]\n", "`:` between brackets")]
#[case::colon_after_a_blank("k: [a :, b]\n", "`:` between brackets")]
#[case::colon_of_a_key("{x:}\n", "`:` between brackets")]
#[case::key_of_two_lines("{ver-\n sion: 1}\n", "not on the same line")]
#[case::quoted_key_of_two_lines("{\"a\n b\": 1}\n", "not on the same line")]
#[case::colon_on_the_next_line("{a # c\n : b}\n", "not on the same line")]
#[case::tag_before_a_comma("k: [!a, b]\n", "anchor or tag")]
#[case::tag_before_a_brace("k: {a: !b}\n", "anchor or tag")]
#[case::dot_in_an_anchor("a: &v1.30 x\n", "anchor or tag")]
#[case::dot_in_the_first_anchor("# b\n&v1.30 [a]\n", "anchor or tag")]
#[case::timestamp("a: !!timestamp x\n", "!!timestamp")]
#[case::merged_alias_of_a_list("a: &x [{b: c}]\nd:\n  <<: *x\n", "`<<` merges objects only")]
#[case::large_key("18446744073709551615: a\n", "a number above 9223372036854775807")]
#[case::tab_before_a_key("a: b\n\tc: d\n", "tab")]
#[case::tab_before_the_first_key("\ta: b\n", "tab")]
#[case::tab_after_a_dash("-\ta\n", "tab")]
#[case::tab_on_an_empty_line("a: b\n\t\nc: d\n", "tab")]
#[case::tab_before_a_comment("a: b\n\t# c\n", "tab")]
#[case::tab_on_the_last_line("a: b\n\t", "tab")]
#[case::tab_before_a_block("a: |\n  \tb\n", "tab")]
#[case::tab_in_a_block("a: |\n  b\n \t\nc: d\n", "tab")]
#[case::block_at_the_margin("--- |\na\n", "at the margin")]
fn text_is_refused(#[case] text: &str, #[case] expected: &str) {
    let file = read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let problems: Vec<&str> =
        file.documents.iter().flat_map(|one| &one.problems).map(|problem| problem.detail.as_ref()).collect();
    assert!(matches!(problems.as_slice(), [one] if one.contains(expected)), "{problems:?}");
    assert!(file.documents.iter().all(|document| matches!(document.body, Body::Unreadable)));
}

#[rstest]
#[case::foreign_tag("a: !x\n", r#"{"a":""}"#)]
#[case::tag_of_a_map("a: !!map\n", r#"{"a":""}"#)]
#[case::tag_of_a_key("!x : a\n", r#"{"":"a"}"#)]
#[case::infinite_key(".inf: a\n", r#"{".inf":"a"}"#)]
#[case::large_fraction("1e6: a\n", r#"{"1e+06":"a"}"#)]
#[case::small_fraction("1.5e-5: a\n", r#"{"1.5e-05":"a"}"#)]
#[case::fraction("123456.5: a\n", r#"{"123456.5":"a"}"#)]
#[case::explicit_key("{? a\n b : c}\n", r#"{"a b":"c"}"#)]
#[case::question_mark_in_a_block("a: b?c\n", r#"{"a":"b?c"}"#)]
#[case::question_mark_in_quotes("[\"b?c\"]\n", r#"["b?c"]"#)]
#[case::tab_behind_a_colon("a:\tb\n", r#"{"a":"b"}"#)]
#[case::tab_before_a_comment("a: b\t# c\n", r#"{"a":"b"}"#)]
#[case::tab_behind_the_start("---\ta\n", "\"a\"")]
#[case::tab_in_brackets("a: [b,\tc]\n", r#"{"a":["b","c"]}"#)]
#[case::tab_in_a_block("a: |\n  b\n  \tc\n", r#"{"a":"b\n\tc\n"}"#)]
#[case::tab_in_a_block_with_an_indicator("a: &b |1\n \t\n  c\n", r#"{"a":"\t\n c\n"}"#)]
fn text_is_read_as_kubernetes_reads_it(#[case] text: &str, #[case] expected: &str) {
    let file = read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let raw = file.documents.first().and_then(|document| document.raw());
    let value = raw.map(|raw| serde_json::to_string(raw).unwrap_or_default());
    assert_eq!(value.as_deref(), Some(expected), "{:?}", file.documents);
}
