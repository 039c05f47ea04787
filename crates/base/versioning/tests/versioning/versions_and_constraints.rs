#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]
//! The syntax of versions and constraints, and the laws that they obey.

use std::cmp::Ordering;

use proptest::prelude::*;
use rootstock_versioning::{Constraint, Operator, Version, compare_versions};
use rstest::rstest;

#[rstest]
#[case("1.2.3", "1.2.3")]
#[case("v1", "1.0.0")]
#[case("1.2", "1.2.0")]
#[case("01.02.3", "1.2.3")]
#[case("1.2-rc.1", "1.2.0-rc.1")]
#[case("1-rc.1", "1.0.0-rc.1")]
#[case("1.2+m", "1.2.0+m")]
#[case("1.2.3-0a", "1.2.3-0a")]
#[case("1.2.3--", "1.2.3--")]
#[case("1.2.3+01.-", "1.2.3+01.-")]
#[case("1.2.3-a+b-c", "1.2.3-a+b-c")]
#[case("18446744073709551615.0.0", "18446744073709551615.0.0")]
fn versions_are_read(#[case] text: &str, #[case] canonical: &str) {
    assert_eq!(text.parse::<Version>().unwrap().to_string(), canonical);
}

#[rstest]
#[case("", "a version must not be empty; write MAJOR.MINOR.PATCH, for example 1.27.4")]
#[case("V1.2.3", "`V1.2.3` is not a valid version: the leading `V` must be a lower-case `v` or left out")]
#[case("vv1", "`vv1` is not a valid version: `v1` is not a valid number")]
#[case(
    "1.2.3.4",
    "`1.2.3.4` is not a valid version: it has 4 numbers, but at most three are allowed (MAJOR.MINOR.PATCH)"
)]
#[case("1.", "`1.` is not a valid version: a number is missing before, between or after the dots")]
#[case("1..3", "`1..3` is not a valid version: a number is missing before, between or after the dots")]
#[case("-rc", "`-rc` is not a valid version: a number is missing before, between or after the dots")]
#[case("1.x", "`1.x` is not a valid version: `x` is not a valid number")]
#[case("*", "`*` is not a valid version: `*` is not a valid number")]
#[case(" 1.2", "` 1.2` is not a valid version: ` 1` is not a valid number")]
#[case("1.2.3_4", "`1.2.3_4` is not a valid version: `3_4` is not a valid number")]
#[case(
    "18446744073709551616.0.0",
    "`18446744073709551616.0.0` is not a valid version: the number 18446744073709551616 is larger than 18446744073709551615"
)]
#[case("1.2.3-", "`1.2.3-` is not a valid version: the pre-release after `-` has an empty part")]
#[case("1.2.3+", "`1.2.3+` is not a valid version: the build metadata after `+` has an empty part")]
#[case("1.2.3-a..b", "`1.2.3-a..b` is not a valid version: the pre-release after `-` has an empty part")]
#[case("1.2.3-01", "`1.2.3-01` is not a valid version: the pre-release number `01` must not start with a zero")]
#[case("1.2.3-a.01", "`1.2.3-a.01` is not a valid version: the pre-release number `01` must not start with a zero")]
#[case(
    "1.2.3-\u{e4}",
    "`1.2.3-\u{e4}` is not a valid version: the pre-release after `-` may have only letters, digits, `-` and dots, not `\u{e4}`"
)]
#[case(
    "1.2.3+a+b",
    "`1.2.3+a+b` is not a valid version: the build metadata after `+` may have only letters, digits, `-` and dots, not `+`"
)]
fn invalid_version_has_an_explanation(#[case] text: &str, #[case] message: &str) {
    assert_eq!(text.parse::<Version>().unwrap_err().to_string(), message);
}

#[test]
fn lengths_are_bounded() {
    assert!(format!("1.2.3-{}", "a".repeat(250)).parse::<Version>().is_ok());
    let error = format!("1.2.3-{}", "a".repeat(251)).parse::<Version>().unwrap_err();
    assert_eq!(error.to_string(), "a version has at most 256 bytes, this one has 257");
    let error = " ".repeat(513).parse::<Constraint>().unwrap_err();
    assert_eq!(error.to_string(), "a version constraint has at most 512 bytes, this one has 513");
    assert!(vec!["1"; 32].join("||").parse::<Constraint>().is_ok());
    let error = vec!["1"; 33].join("||").parse::<Constraint>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "a version constraint has at most 32 alternatives separated by `||`, this one has 33"
    );
}

#[rstest]
#[case("1.2.3-rc.1 1.2.3-rc.2 1.2.3-rc.10 1.2.3 1.2.4-0 1.2.4")]
#[case("1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0")]
// A number that does not fit in 64 bits is compared as text.
#[case("1.0.0-18446744073709551615 1.0.0-100000000000000000000 1.0.0-99999999999999999999 1.0.0-a")]
#[case("1.2.3-1 1.2.3-1a 1.2.3-B 1.2.3-a")]
fn versions_are_ordered(#[case] ascending: &str) {
    let versions: Vec<Version> = ascending.split(' ').map(|text| text.parse().unwrap()).collect();
    for (low, left) in versions.iter().enumerate() {
        for (high, right) in versions.iter().enumerate() {
            assert_eq!(left.cmp(right), low.cmp(&high), "{left} and {right}");
        }
    }
}

const CANDIDATES: &str =
    "0.0.0 0.0.5 0.3.1 1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.28.0 2.0.0 1.2.3-rc.1 1.28.0-alpha.1";

#[rstest]
#[case("1.2", "1.2.0 1.2.3 1.2.4")]
#[case("~1.2", "1.2.0 1.2.3 1.2.4")]
#[case("~>1.2", "1.2.0 1.2.3 1.2.4")]
#[case(">1.2", "1.3.0 1.27.4 1.28.0 2.0.0")]
#[case(">1", "2.0.0")]
#[case("<=1.2", "0.0.0 0.0.5 0.3.1 1.0.0 1.2.0 1.2.3 1.2.4")]
#[case("<1.28-0", "0.0.0 0.0.5 0.3.1 1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.2.3-rc.1")]
#[case(">=1.28-0", "1.28.0 2.0.0 1.28.0-alpha.1")]
#[case(">=1.2.3-0, <2", "1.2.3 1.2.4 1.3.0 1.27.4 1.28.0 1.2.3-rc.1 1.28.0-alpha.1")]
#[case("^0.3", "0.3.1")]
#[case("^0.3.0", "0.3.1")]
#[case("^0", "0.0.0 0.0.5 0.3.1")]
#[case("^0.0", "0.0.0 0.0.5")]
#[case("^0.0.5", "0.0.5")]
#[case("^1.2.3", "1.2.3 1.2.4 1.3.0 1.27.4 1.28.0")]
#[case("^*", "0.0.0")]
#[case("<=*", "0.0.0 0.0.5")]
#[case("<*", "")]
#[case("<*-a", "")]
#[case(">*", "0.0.5 0.3.1 1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.28.0 2.0.0")]
#[case("!=*", "0.0.5 0.3.1 1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.28.0 2.0.0")]
#[case("*", "0.0.0 0.0.5 0.3.1 1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.28.0 2.0.0")]
#[case("x.2.3", "0.0.0 0.0.5 0.3.1 1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.28.0 2.0.0")]
#[case("~0.0.0", "0.0.0 0.0.5 0.3.1 1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.28.0 2.0.0")]
#[case("1.2 - 1.27 || 2", "1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 2.0.0")]
#[case("1.2-1.27", "1.2.0 1.2.3 1.2.4 1.2.3-rc.1")]
#[case("1.2 1.3", "")]
#[case("!=1.2", "0.0.0 0.0.5 0.3.1 1.0.0 1.3.0 1.27.4 1.28.0 2.0.0")]
#[case("!=1", "0.0.0 0.0.5 0.3.1 2.0.0")]
#[case("!=1.2.3", "0.0.0 0.0.5 0.3.1 1.0.0 1.2.0 1.2.4 1.3.0 1.27.4 1.28.0 2.0.0")]
#[case("!=1.2-rc.1, 1", "1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.28.0 1.28.0-alpha.1")]
#[case("1.x.3", "1.0.0 1.2.0 1.2.3 1.2.4 1.3.0 1.27.4 1.28.0")]
#[case("=> v1.27 , =<2", "1.27.4 1.28.0 2.0.0")]
#[case("<2, 1.2 - 1.4", "1.2.0 1.2.3 1.2.4 1.3.0")]
#[case("1.2 - 1.4 <1.3", "1.2.0 1.2.3 1.2.4")]
// The rewritten range ends with a blank, which separates it from text that follows immediately.
#[case("1.2 - 1.4<1.3", "1.2.0 1.2.3 1.2.4")]
// A bar next to a range first counts as part of its version, and separates alternatives afterwards.
#[case("2||1.27 - 1.28", "1.27.4 2.0.0")]
fn constraints_accept(#[case] constraint: &str, #[case] accepted: &str) {
    let constraint: Constraint = constraint.parse().unwrap();
    let accepts = |text: &&str| constraint.accepts(&text.parse().unwrap());
    let found: Vec<&str> = CANDIDATES.split(' ').filter(accepts).collect();
    assert_eq!(found.join(" "), accepted);
}

#[rstest]
#[case("", "a version constraint must not be empty, nor may either side of `||`; to accept every version, write `*`")]
#[case(
    "1.2 ||",
    "a version constraint must not be empty, nor may either side of `||`; to accept every version, write `*`"
)]
#[case(
    "|| 1.2",
    "a version constraint must not be empty, nor may either side of `||`; to accept every version, write `*`"
)]
#[case(">= 1.2 <", "the operator `<` must be followed by a version, but nothing follows")]
#[case("==1", "the operator `=` must be followed by a version, not by `=1`")]
#[case("> =1", "the operator `>` must be followed by a version, not by ` =1`")]
#[case("<>1", "the operator `<` must be followed by a version, not by `>1`")]
#[case("^^1", "the operator `^` must be followed by a version, not by `^1`")]
#[case(
    ">=1.2<2",
    "`<2` is unexpected in a version constraint: write terms such as `>= 1.26`, separated by one comma or by blanks; operators are = != > >= < <= ~ ^"
)]
#[case(
    "! =1",
    "`! =1` is unexpected in a version constraint: write terms such as `>= 1.26`, separated by one comma or by blanks; operators are = != > >= < <= ~ ^"
)]
#[case(
    "1,,2",
    "`,2` is unexpected in a version constraint: write terms such as `>= 1.26`, separated by one comma or by blanks; operators are = != > >= < <= ~ ^"
)]
#[case(
    "1.2.3.4",
    "`.4` is unexpected in a version constraint: write terms such as `>= 1.26`, separated by one comma or by blanks; operators are = != > >= < <= ~ ^"
)]
#[case(
    "<2 1.2 - 1.4",
    "`>= 1.2, <= 1.4 ` is unexpected in a version constraint: write terms such as `>= 1.26`, separated by one comma or by blanks; operators are = != > >= < <= ~ ^"
)]
#[case("1x", "the constraint term `1x` is invalid: `1x.0.0` is not a valid version: `1x` is not a valid number")]
#[case(
    ">=1.2.3-01",
    "the constraint term `>=1.2.3-01` is invalid: `1.2.3-01` is not a valid version: the pre-release number `01` must not start with a zero"
)]
fn invalid_constraint_has_an_explanation(#[case] text: &str, #[case] message: &str) {
    assert_eq!(text.parse::<Constraint>().unwrap_err().to_string(), message);
}

#[rstest]
#[case(",1")]
#[case("1,")]
#[case("1; 2")]
#[case("1 && 2")]
#[case("1 and 2")]
#[case("xx")]
#[case("**")]
#[case("V1")]
#[case("1.2|2.0")]
#[case("1\u{b}2")]
#[case("1 - 2 - 3")]
#[case("foo")]
#[case(">")]
fn invalid_constraints_are_refused(#[case] text: &str) {
    assert!(text.parse::<Constraint>().is_err());
}

#[test]
fn obstacles_name_the_unmet_term() {
    let constraint: Constraint = ">= 1.26, < 1.28 || 1.30".parse().unwrap();
    let obstacles = |version: &str| {
        let found = constraint.obstacles(&version.parse().unwrap());
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(obstacles("1.29.1"), "`< 1.28` is not met; `1.30` is not met");
    assert_eq!(obstacles("1.27.0-rc.1"), "it accepts no pre-releases");
    assert_eq!(obstacles("1.27.1"), "");
}

#[rstest]
#[case("1.2.3-gen2", Operator::Equal, "1.2.3", true)]
#[case("1.2.3-gen2", Operator::Less, "1.2.3", false)]
#[case("1.3.5", Operator::Equal, "1.3", true)]
#[case("1.3", Operator::Equal, "1.3.0", true)]
#[case("1312.3.5", Operator::LessOrEqual, "1312.3", true)]
#[case("1312.3", Operator::Less, "1312.3.5", true)]
#[case("1312.3.5", Operator::Less, "1312.3", false)]
#[case("1.3.9", Operator::Tilde, "1.3.5", true)]
#[case("1.3.4", Operator::Tilde, "1.3.5", false)]
#[case("1.4.0", Operator::Tilde, "1.3.5", false)]
#[case("1.9.0", Operator::Tilde, "1", true)]
#[case("2.0.0", Operator::Tilde, "1", false)]
#[case("5.0.0", Operator::Tilde, "0.0.0", true)]
#[case("vv1.2.3~x", Operator::Equal, "1.v2.3", true)]
fn suffixes_are_ignored(#[case] left: &str, #[case] operator: Operator, #[case] right: &str, #[case] holds: bool) {
    assert_eq!(compare_versions(left, operator, right), Ok(holds));
}

#[rstest]
#[case("", "1")]
#[case("1", "")]
#[case("x", "1")]
#[case("1", "foo")]
#[case("-1", "1")]
fn invalid_versions_cannot_be_compared(#[case] left: &str, #[case] right: &str) {
    assert!(compare_versions(left, Operator::Equal, right).is_err());
}

fn any_version() -> impl Strategy<Value = String> {
    "v?0{0,1}[0-9]{1,2}(\\.[0-9]{1,2}){0,2}(-[0-9a-zA-Z-]{1,3}(\\.[0-9a-z]{1,2}){0,2})?(\\+[a-z0-9.]{1,4})?"
}

fn any_constraint() -> impl Strategy<Value = String> {
    let term = "(=|!=|>|<|>=|=>|<=|=<|~|~>|\\^)? ?v?([0-3]|x|\\*)(\\.([0-3]|x|\\*)){0,2}(-[a-z0-9]{1,2})?";
    let range = "[0-3](\\.[0-3]){0,2} - [0-3](\\.[0-3]){0,2}";
    let term = prop_oneof![4 => term.prop_map(|text| text), 1 => range.prop_map(|text| text)];
    prop::collection::vec((term, prop_oneof![Just(", "), Just(" "), Just(" || ")]), 1..5).prop_map(|terms| {
        let mut text = String::new();
        for (index, (term, separator)) in terms.iter().enumerate() {
            if index > 0 {
                text.push_str(separator);
            }
            text.push_str(term);
        }
        text
    })
}

proptest! {
    #[test]
    fn parsing_any_text_does_not_panic(text in "\\PC*", other in "[-+.,|<>=!~^ vxX*0-9a]*") {
        for text in [text, other] {
            let _ = text.parse::<Version>();
            let _ = compare_versions(&text, Operator::Caret, &text);
            if let Ok(constraint) = text.parse::<Constraint>() {
                let _ = constraint.accepts(&Version::new(1, 2, 3));
            }
        }
    }

    #[test]
    fn the_canonical_form_is_a_fixed_point(text in any_version()) {
        if let Ok(version) = text.parse::<Version>() {
            let canonical = version.to_string();
            let again: Version = canonical.parse().unwrap();
            prop_assert_eq!(again.to_string(), canonical);
            prop_assert_eq!(again.cmp(&version), Ordering::Equal);
        }
    }

    #[test]
    fn order_is_total(a in any_version(), b in any_version(), c in any_version()) {
        if let (Ok(a), Ok(b), Ok(c)) = (a.parse::<Version>(), b.parse::<Version>(), c.parse::<Version>()) {
            prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
            prop_assert_eq!(a == b, a.cmp(&b) == Ordering::Equal);
            if a <= b && b <= c {
                prop_assert!(a <= c);
            }
        }
    }

    #[test]
    fn order_agrees_with_the_semver_crate(a in any_version(), b in any_version()) {
        if let (Ok(a), Ok(b)) = (a.parse::<Version>(), b.parse::<Version>()) {
            let strict = |version: &Version| semver::Version::parse(&version.to_string()).unwrap();
            prop_assert_eq!(a.cmp(&b), strict(&a).cmp_precedence(&strict(&b)));
        }
    }

    #[test]
    fn obstacles_and_acceptance_agree(constraint in any_constraint(), version in any_version()) {
        if let (Ok(constraint), Ok(version)) = (constraint.parse::<Constraint>(), version.parse::<Version>()) {
            prop_assert_eq!(constraint.accepts(&version), constraint.obstacles(&version).is_empty());
        }
    }

    #[test]
    fn alternatives_are_a_union(a in any_constraint(), b in any_constraint(), version in any_version()) {
        let both = format!("{a} || {b}").parse::<Constraint>();
        if let (Ok(a), Ok(b), Ok(version)) = (a.parse::<Constraint>(), b.parse::<Constraint>(), version.parse::<Version>()) {
            prop_assert_eq!(both.unwrap().accepts(&version), a.accepts(&version) || b.accepts(&version));
        }
    }
}
