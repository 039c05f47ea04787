//! Suggestions for misspelled names.

/// The number of candidates that are compared with a value. A profile has several hundred machine types, regions and versions,
/// rarely a thousand.
const MAX_COMPARED: usize = 1280;

/// The number of candidates that are compared if the list is longer than those of profiles, to bound the cost of a finding.
const COMPARED_IN_LONG_LISTS: usize = 64;

/// Returns the number of candidates to compare for a list of this length: all of them up to 1280, the first 64 of a longer list.
///
/// ```
/// use rootstock_document::comparison_limit;
/// assert_eq!(comparison_limit(1080), 1080);
/// assert_eq!(comparison_limit(6000), 64);
/// ```
#[must_use]
pub const fn comparison_limit(names: usize) -> usize {
    if names > MAX_COMPARED { COMPARED_IN_LONG_LISTS } else { names }
}

/// Returns the candidate that is probably misspelled as `value`: one letter added, omitted or replaced, two letters swapped, or
/// another case. Names with different digits name different things, as do short names that differ at all. If there are more than
/// 1280 candidates, only the first 64 are compared if the iterator [reports their number](Iterator::size_hint), and otherwise the
/// first 1280.
///
/// ```
/// use rootstock_document::nearest;
/// assert_eq!(nearest("architecure", ["architecture", "storage"]), Some("architecture"));
/// assert_eq!(nearest("gpu", ["cpu", "storage"]), None);
/// assert_eq!(nearest("cx21", ["cx31"]), None);
/// assert_eq!(nearest("onmetal", ["metal"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(value: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer values are not typos, and comparing them is expensive.
    const MAX_LENGTH: usize = 128;
    // With one letter of three replaced, it is another word.
    const MIN_LENGTH: usize = 4;
    if value.is_empty() || value.len() > MAX_LENGTH {
        return None;
    }
    let folded = value.to_lowercase();
    let digits: Vec<u8> = value.bytes().filter(u8::is_ascii_digit).collect();
    let edits = |candidate: &str| {
        // Fast path: there may be a thousand candidates, and most differ in their digits.
        if !has_digits(candidate, &digits) {
            return None;
        }
        let candidate = candidate.to_lowercase();
        if candidate == folded {
            return Some(0);
        }
        // Fast path: a typo changes the length by one letter at most.
        let is_long = candidate.len().max(folded.len()) >= MIN_LENGTH
            && candidate.chars().count().abs_diff(folded.chars().count()) <= 1;
        let is_typo = || strsim::osa_distance(&folded, &candidate) == 1;
        (is_long && is_typo()).then_some(1)
    };
    let candidates = candidates.into_iter();
    // Filtered iterators have no lower bound: allow as many candidates as a profile may have.
    let most = comparison_limit(candidates.size_hint().0.max(MAX_COMPARED));
    let near = candidates.take(most).filter(|candidate| candidate.len() <= MAX_LENGTH);
    near.filter_map(|candidate| Some((edits(candidate)?, candidate))).min().map(|(_, candidate)| candidate)
}

fn has_digits(text: &str, digits: &[u8]) -> bool {
    let mut expected = digits.iter();
    text.bytes().all(|byte| !byte.is_ascii_digit() || expected.next() == Some(&byte)) && expected.next().is_none()
}

/// Returns the help for an unknown value: the candidate that the author probably meant, or an empty string if none is similar.
///
/// ```
/// assert_eq!(rootstock_document::did_you_mean("architecure", ["architecture"]), "did you mean `architecture`?");
/// ```
pub fn did_you_mean<'a>(value: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(value, candidates).map(suggestion_text).unwrap_or_default()
}

/// Returns a help text that suggests `near`.
#[must_use]
pub fn suggestion_text(near: &str) -> String {
    format!("did you mean `{near}`?")
}

/// Like [`suggestion_text`], but for the end of a sentence: `; did you mean …?`.
#[must_use]
pub fn suggestion_suffix(near: &str) -> String {
    format!("; {}", suggestion_text(near))
}

/// Returns the help for a key if the object also has the key that was probably meant, because renaming would create a duplicate.
#[must_use]
pub fn already_set_help(near: &str, key: &str) -> String {
    format!("`{near}` is already set here: if `{key}` means the same, merge the two")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{has_digits, nearest};

    /// A typo adds, omits or replaces one letter, or swaps two.
    #[rstest]
    #[case::too_few("opentack", "openstack", true)]
    #[case::too_many("imagee", "image", true)]
    #[case::another("locol", "local", true)]
    #[case::swapped("opentsack", "openstack", true)]
    #[case::the_case("CLOUDPROFILE", "CloudProfile", true)]
    #[case::a_plural("cpus", "cpu", true)]
    #[case::a_letter_before_a_version("v1.33.0", "1.33.0", true)]
    #[case::another_version("1.28.0", "1.33.0", false)]
    #[case::another_digit("cx21", "cx31", false)]
    #[case::another_digit("ccx11", "cpx31", false)]
    #[case::another_region("ap-northeast-3", "ap-northeast-1", false)]
    #[case::another_region("us-east-1", "us-west-1", false)]
    #[case::a_digit_more("europe1", "europe", false)]
    #[case::a_digit_less("europe", "europe1", false)]
    #[case::another_company("onmetal", "metal", false)]
    #[case::another_word("gpu", "cpu", false)]
    #[case::another_meaning("deprecationDate", "expirationDate", false)]
    #[case::another_list("versions", "regions", false)]
    #[case::nothing("", "a", false)]
    fn typos_are_recognized(#[case] written: &str, #[case] known: &str, #[case] near: bool) {
        assert_eq!(nearest(written, [known]), near.then_some(known));
    }

    #[test]
    fn all_names_of_a_large_profile_are_compared() {
        let names: Vec<String> = (0..1200).map(|size| format!("m5.{size}")).collect();
        assert_eq!(nearest("m5..1199", names.iter().map(String::as_str)), Some("m5.1199"));
    }

    #[test]
    fn only_the_first_names_of_a_very_long_list_are_compared() {
        let names: Vec<String> = (0..2000).map(|size| format!("m5.{size}")).collect();
        assert_eq!(nearest("m5..63", names.iter().map(String::as_str)), Some("m5.63"));
        assert_eq!(nearest("m5..1199", names.iter().map(String::as_str)), None);
    }

    #[test]
    fn same_name_in_another_case_is_nearest() {
        assert_eq!(nearest("Images", ["image", "images"]), Some("images"));
    }

    /// A reference implementation that compares every candidate letter by letter.
    fn is_typo(written: &str, known: &str) -> bool {
        let digits: Vec<u8> = written.bytes().filter(u8::is_ascii_digit).collect();
        let (written, candidate) = (written.to_lowercase(), known.to_lowercase());
        let longer = written.len().max(candidate.len());
        let most = if longer >= 4 { 1 } else { 0 };
        !written.is_empty() && has_digits(known, &digits) && strsim::osa_distance(&written, &candidate) <= most
    }

    proptest! {
        #[test]
        fn value_with_one_typo_is_near(written in "[aB1.é]{0,7}", known in "[Ab1.É]{0,7}") {
            prop_assert_eq!(nearest(&written, [known.as_str()]).is_some(), is_typo(&written, &known));
        }

        #[test]
        fn typo_at_any_position_is_found(known in "[a-cA-C.é]{5,12}", place: prop::sample::Index, letter in "[a-zé]") {
            let letters: Vec<char> = known.chars().collect();
            let (before, behind) = letters.split_at(place.index(letters.len() - 1));
            let swapped: String = behind[..2].iter().rev().collect();
            // Pairs of the written letters and the number of letters they replace: one added, one replaced, one omitted, two
            // swapped.
            for (typo, instead_of) in [(letter.as_str(), 0), (letter.as_str(), 1), ("", 1), (swapped.as_str(), 2)] {
                let rest = &behind[instead_of..];
                let written: String = before.iter().copied().chain(typo.chars()).chain(rest.iter().copied()).collect();
                prop_assert_eq!(nearest(&written, [known.as_str()]), Some(known.as_str()));
            }
        }
    }
}
