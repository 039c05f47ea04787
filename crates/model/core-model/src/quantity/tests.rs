use proptest::prelude::*;
use rstest::rstest;

use super::*;

#[rstest]
// Canonical form.
#[case("-0.5", "-500m")]
#[case("1.5Gi", "1536Mi")]
#[case("1000.0", "1k")]
#[case("1024Mi", "1Gi")]
#[case("187.5Ki", "192000")]
#[case("192000", "192k")]
#[case("1e3", "1e3")]
#[case("1E3", "1E3")]
#[case("1000e3", "1e6")]
#[case("1e2000000000", "100e1999999998")]
#[case("1.5e2", "150")]
#[case("10.914Gi", "11718818267136m")]
#[case("0.5Ki", "512")]
#[case("0.0001Ki", "102400u")]
#[case("1Ei", "1Ei")]
#[case("7Ei", "7Ei")]
#[case("1536Pi", "1536Pi")]
#[case("9223372036854775807", "9223372036854775807")]
#[case("1000E", "1e21")]
// Spellings that are kept.
#[case("00012", "00012")]
#[case("+1", "+1")]
#[case("5.", "5.")]
#[case("25.276", "25.276")]
#[case("13.446m", "13.446m")]
#[case("7.10", "7100m")]
#[case("05Gi", "05Gi")]
#[case("08Gi", "8Gi")]
#[case("0.500", "500m")]
// Zero.
#[case("0", "0")]
#[case("-0", "0")]
#[case("000", "0")]
#[case("0Gi", "0")]
#[case("+", "0")]
#[case("-", "0")]
#[case(".", "0")]
#[case("-.", "0")]
#[case("e3", "0")]
#[case("Ki", "0")]
#[case("0e-20", "0")]
// Limits.
#[case("8Ei", "9223372036854775807")]
#[case("-8Ei", "-9223372036854775807")]
#[case("0.9n", "1n")]
#[case("-0.9n", "-1n")]
#[case("1.1n", "2n")]
#[case("9.99999999999n", "10n")]
#[case("1e-100", "1e-9")]
#[case("0.00000000000000001Ki", "1n")]
fn reads_and_prints_as_kubernetes(#[case] text: &str, #[case] printed: &str) {
    assert_eq!(text.parse::<Quantity>().unwrap().to_string(), printed);
}

#[rstest]
#[case("", "`` is not a valid quantity: it is empty; write a number with an optional unit, for example 500m or 16Gi")]
#[case("1K", "`1K` is not a valid quantity: there is no unit `K`; write `k` or `Ki`")]
#[case("1ki", "`1ki` is not a valid quantity: there is no unit `ki`; write `Ki`")]
#[case(
    "1Zi",
    "`1Zi` is not a valid quantity: there is no unit `Zi`; units are n, u, m, k, M, G, T, P, E and Ki, Mi, Gi, Ti, Pi, Ei"
)]
#[case("1e", "`1e` is not a valid quantity: `e` is not a valid exponent; write for example 1e3")]
#[case("1.2.3", "`1.2.3` is not a valid quantity: write a number with an optional unit, for example 500m or 16Gi")]
#[case("--1", "`--1` is not a valid quantity: write a number with an optional unit, for example 500m or 16Gi")]
#[case(" 1", "` 1` is not a valid quantity: write a number with an optional unit, for example 500m or 16Gi")]
#[case("1 ", "`1 ` is not a valid quantity: write a number with an optional unit, for example 500m or 16Gi")]
#[case("Pi", "`Pi` is not a valid quantity: write a number with an optional unit, for example 500m or 16Gi")]
#[case(".e-20", "`.e-20` is not a valid quantity: write a number with an optional unit, for example 500m or 16Gi")]
fn reports_the_problem(#[case] text: &str, #[case] message: &str) {
    assert_eq!(text.parse::<Quantity>().unwrap_err().to_string(), message);
}

#[rstest]
#[case("1Gi", "1024Mi", Ordering::Equal)]
#[case("1k", "1000", Ordering::Equal)]
#[case("1e3", "1k", Ordering::Equal)]
#[case("-1", "1m", Ordering::Less)]
#[case("-2", "-1", Ordering::Less)]
#[case("0", "-0", Ordering::Equal)]
#[case("20Gi", "20G", Ordering::Greater)]
#[case("1e1000", "1e999", Ordering::Greater)]
#[case("99999999999999999999", "100000000000000000000", Ordering::Less)]
fn compares_by_value(#[case] left: &str, #[case] right: &str, #[case] order: Ordering) {
    let (left, right): (Quantity, Quantity) = (left.parse().unwrap(), right.parse().unwrap());
    assert_eq!(left.cmp(&right), order);
    assert_eq!(right.cmp(&left), order.reverse());
}

#[rstest]
#[case("\"8Gi\"", "\"8Gi\"")]
#[case("\" 8Gi \"", "\"8Gi\"")]
#[case("8", "\"8\"")]
#[case("-3", "\"-3\"")]
#[case("0.5", "\"500m\"")]
#[case("null", "\"0\"")]
fn survives_the_json_round_trip(#[case] json: &str, #[case] printed: &str) {
    let quantity: Quantity = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&quantity).unwrap(), printed);
}

#[test]
fn long_texts_are_shortened_in_errors() {
    let error = "x".repeat(1_000_000).parse::<Quantity>().unwrap_err();
    assert!(error.to_string().len() < 400, "{error}");
}

fn any_quantity() -> impl Strategy<Value = String> {
    "[-+]?[0-9]{0,25}(\\.[0-9]{0,12})?(|n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|e[-+]?[0-9]{1,3})"
}

proptest! {
    #[test]
    fn never_panics(text in "\\PC*") {
        let _ = text.parse::<Quantity>();
    }

    #[test]
    fn printing_keeps_the_value(text in any_quantity()) {
        if let Ok(quantity) = text.parse::<Quantity>() {
            let printed = quantity.to_string();
            let again: Quantity = printed.parse().unwrap();
            prop_assert_eq!(&again, &quantity, "{} printed {}", text, printed);
            // A binary quantity may be printed without a unit (`187.5Ki`), and is decimal when parsed again.
            let settled = again.to_string();
            prop_assert_eq!(settled.parse::<Quantity>().unwrap().to_string(), settled);
        }
    }

    #[test]
    fn order_is_total(a in any_quantity(), b in any_quantity(), c in any_quantity()) {
        if let (Ok(a), Ok(b), Ok(c)) = (a.parse::<Quantity>(), b.parse::<Quantity>(), c.parse::<Quantity>()) {
            prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
            if a <= b && b <= c {
                prop_assert!(a <= c);
            }
        }
    }

    #[test]
    fn small_numbers_agree_with_integers(a in -1_000_000_000_i64..1_000_000_000, b in -1_000_000_000_i64..1_000_000_000) {
        let quantity = |number: i64| format!("{number}m").parse::<Quantity>().unwrap();
        prop_assert_eq!(quantity(a).cmp(&quantity(b)), a.cmp(&b));
        let kibi = |number: i64| format!("{number}Ki").parse::<Quantity>().unwrap();
        prop_assert_eq!(kibi(a), (a * 1024).to_string().parse::<Quantity>().unwrap());
    }
}
