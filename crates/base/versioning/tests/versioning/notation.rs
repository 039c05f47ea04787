//! Classifications, and names of operators and weekdays.

use std::collections::HashSet;

use rootstock_versioning::{Classification, Constraint, MAX_CONSTRAINT_LENGTH, Operator, Version, Weekday};
use rstest::rstest;

#[rstest]
#[case("unavailable", 0, false)]
#[case("preview", 1, true)]
#[case("supported", 2, true)]
#[case("deprecated", 3, true)]
#[case("expired", 4, false)]
#[case("retired", 0, true)]
fn classifications_have_a_rank(#[case] name: &str, #[case] rank: u8, #[case] is_active: bool) {
    let classification = Classification::from(name);
    assert_eq!(classification.to_string(), name);
    assert_eq!((classification.rank(), classification.is_active()), (rank, is_active));
}

#[test]
fn operators_print_in_usual_notation() {
    let names: Vec<&str> = Operator::ALL.iter().map(|operator| operator.as_str()).collect();
    assert_eq!(names, ["=", "!=", ">", ">=", "<", "<=", "~", "^"]);
}

#[test]
fn weekdays_parse_and_print_their_names() {
    for (day, name) in
        Weekday::ALL.iter().zip(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])
    {
        assert_eq!((day.to_string(), day.as_str()), (name.to_owned(), name.to_lowercase().as_str()));
    }
}

#[test]
fn constraints_with_equal_text_are_equal() {
    let [one, same, other] = [">= 1.30", ">= 1.30", ">=1.30"].map(|text| text.parse::<Constraint>().unwrap());
    assert_eq!((one.as_str(), one.to_string()), (">= 1.30", ">= 1.30".to_owned()));
    assert!(one == same && one != other);
}

#[rstest]
#[case(MAX_CONSTRAINT_LENGTH, true)]
#[case(MAX_CONSTRAINT_LENGTH + 1, false)]
fn constraints_are_bounded(#[case] length: usize, #[case] is_read: bool) {
    let text = format!("{}1.30", " ".repeat(length - 4));
    assert_eq!(text.parse::<Constraint>().is_ok(), is_read);
}

/// Build metadata is ignored, both in comparisons and in sets.
#[test]
fn build_metadata_does_not_affect_equality() {
    let [one, other, later] = ["1.2.3+a", "1.2.3+b", "1.2.4"].map(|text| text.parse::<Version>().unwrap());
    assert_eq!((one.build(), other.build(), later.build()), ("a", "b", ""));
    assert!(one == other && one != later);
    assert_eq!(HashSet::from([one, other, later]).len(), 2);
}
