//! Items that are not Shoots: error messages and their positions.

use rootstock_maintenance::{FleetAnswer, FleetItem, JsonShoot, ShootStream, Unreadable};
use rstest::rstest;

/// The errors of the items of a text, which are the same for whole Shoots and for rows.
fn unreadable(items: impl IntoIterator<Item = FleetItem>) -> Vec<Result<String, Unreadable>> {
    let into_result = |answer| match answer {
        FleetAnswer::Shoot(name) => Ok(name),
        FleetAnswer::Unreadable(unreadable) => Err(unreadable),
    };
    let name_of = |item: FleetItem| {
        let row = into_result(item.ask(|shoot| shoot.name.clone().into_owned()));
        assert_eq!(into_result(item.ask_whole(|shoot| shoot.metadata.name.clone())), row);
        row
    };
    items.into_iter().map(name_of).collect()
}

#[rstest]
#[case::one_line(r#"{"items": [{"metadata": {"name": "a"}}, {"spec": {"region": 7}}]}"#, "7", "item 2")]
#[case::several_lines(
    "{\"items\": [\n  {\"metadata\": {\"name\": \"a\"}},\n  {\"spec\": {\n    \"region\": 7\n  }}\n]}",
    "7",
    "item 2"
)]
#[case::named(
    "{\"metadata\": {\"name\": \"a\"}}\n\n{\"metadata\": {\"name\": \"b\", \"namespace\": \"n\"},\n\"spec\": {\"region\": 7}}",
    "7",
    "item 2 (n/b)"
)]
#[case::without_a_namespace(
    "{\"metadata\": {\"name\": \"a\"}}{\"metadata\": {\"name\": \"b\"},\n\n\"spec\": {\"region\": 7}}",
    "7",
    "item 2 (b)"
)]
fn error_has_its_position(#[case] text: &str, #[case] at: &str, #[case] item: &str) {
    let answers = unreadable(ShootStream::new("shoots.json", text.as_bytes()));
    let [Ok(name), Err(found)] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!((name.as_str(), found.source_name.as_str(), &found.kind), ("a", "shoots.json", &None));
    let offset = text.find(at).unwrap() as u64;
    assert_eq!(found.offset, Some(offset));
    assert!(
        found
            .message
            .starts_with(&format!("{item} cannot be read as a Shoot: a string is expected, but `7` is a number")),
        "{found}"
    );
    assert!(found.message.ends_with(&format!(", at byte {offset}")), "{found}");
}

#[test]
fn other_objects_are_reported_with_their_kind() {
    let text = r#"{"kind": "CloudProfile", "metadata": {"name": "p"}}"#;
    let answers = unreadable(ShootStream::new("-", text.as_bytes()));
    let Err(found) = &answers[0] else { panic!("{answers:?}") };
    assert_eq!(found.kind.as_deref(), Some("CloudProfile"));
    assert!(found.message.starts_with("item 1 (p) cannot be read as a Shoot: its kind is `CloudProfile`"), "{found}");
}

/// If the file is not JSON, the line is reported instead of the offset.
#[test]
fn line_is_reported_instead_of_offset() {
    let text = br#"{"metadata": {"name": "b"}, "spec": 7}"#.as_slice();
    let shoot = JsonShoot { source: "a.yaml".into(), index: 3, offset: 70, line: Some(5), text: text.into() };
    let answers = unreadable([FleetItem::Json(shoot)]);
    let Err(found) = &answers[0] else { panic!("{answers:?}") };
    assert_eq!(found.offset, Some(70));
    assert!(found.to_string().starts_with("a.yaml: line 5 (b): cannot be read as a Shoot: invalid "), "{found}");
}

/// Nulls count as absent, in rows and in whole Shoots; text that is not UTF-8 is refused in both.
#[test]
fn null_is_absent_and_invalid_utf8_is_refused() {
    let text = br#"{"metadata": {"name": "a", "labels": null}, "spec": {"provider": {"workers": null}}}"#.as_slice();
    assert_eq!(unreadable(ShootStream::new("-", text)), [Ok("a".to_owned())]);
    let text = b"{\"metadata\": {\"name\": \"\xff\"}}".as_slice();
    let answers = unreadable(ShootStream::new("-", text));
    assert!(answers[0].as_ref().is_err_and(|found| found.message.contains("invalid unicode")), "{answers:?}");
    let found = Unreadable { source_name: "-".to_owned(), offset: None, message: "no".to_owned(), kind: None };
    let items = [FleetItem::Unreadable(found.clone()), FleetItem::Shoot(Box::default())];
    assert_eq!(unreadable(items), [Err(found), Ok(String::new())]);
}

/// An error in a field that rows do not read matters only for whole Shoots.
#[rstest]
#[case::alone(r#"{"metadata": {"name": "a"}, "spec": {"accessRestrictions": 7}}"#)]
#[case::next_to_a_null(r#"{"metadata": {"name": "a", "labels": null}, "spec": {"accessRestrictions": 7}}"#)]
fn error_outside_of_row_fails_whole_shoot(#[case] text: &str) {
    let items = ShootStream::new("-", text.as_bytes());
    let answers: Vec<_> = items.map(|item| item.ask_whole(|shoot| shoot.metadata.name.clone())).collect();
    let [FleetAnswer::Unreadable(found)] = &answers[..] else { panic!("{answers:?}") };
    assert!(found.message.starts_with("item 1 (a) cannot be read as a Shoot: invalid type: "), "{found}");
}

/// Progress is measured in bytes.
#[test]
fn stream_reports_its_offset() {
    let text = br#"{"items": [{}, {}]}"#.as_slice();
    let mut stream = ShootStream::new("-", text);
    assert_eq!(stream.offset(), 0);
    assert_eq!(stream.by_ref().count(), 2);
    assert_eq!(stream.offset(), text.len() as u64);
}
