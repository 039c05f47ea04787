//! The position of a new version in its list.

use rootstock_versioning::Version;

/// Returns the position for a new version: keeps ascending and descending lists in order; in other lists it follows the copied
/// version.
pub(crate) fn insert_position<'v>(versions: impl IntoIterator<Item = &'v str>, new: &str, like: usize) -> usize {
    let parsed: Result<Vec<Version>, _> = versions.into_iter().map(str::parse).collect();
    let (Ok(versions), Ok(new)) = (parsed, new.parse::<Version>()) else { return like + 1 };
    let pairs = || versions.iter().zip(versions.iter().skip(1));
    let first =
        |goes_before: &dyn Fn(&Version) -> bool| versions.iter().position(goes_before).unwrap_or(versions.len());
    if pairs().all(|(one, next)| one <= next) {
        first(&|other| *other > new)
    } else if pairs().all(|(one, next)| one >= next) {
        first(&|other| *other < new)
    } else {
        like + 1
    }
}

/// Returns the newest version; the last text if none is a valid version.
pub(crate) fn newest<'v>(versions: &[&'v str]) -> Option<&'v str> {
    let parsed = versions.iter().filter_map(|text| Some((text.parse::<Version>().ok()?, *text)));
    parsed.max_by(|(one, _), (other, _)| one.cmp(other)).map(|(_, text)| text).or_else(|| versions.last().copied())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(&["1.0.0", "1.1.0"], "1.2.0", 2)]
    #[case(&["1.0.0", "1.2.0"], "1.1.0", 1)]
    #[case(&["1.2.0", "1.1.0"], "1.3.0", 0)]
    #[case(&["1.2.0", "1.1.0", "1.1.0", "1.0.0"], "1.1.5", 1)]
    #[case(&["1.2.0", "1.0.0"], "0.9.0", 2)]
    #[case(&["1.0.0"], "2.0.0", 1)]
    #[case(&["1.0.0", "3.0.0", "2.0.0"], "4.0.0", 2)]
    #[case(&["1.0.0", "odd"], "4.0.0", 2)]
    fn ordered_lists_stay_ordered(#[case] versions: &[&str], #[case] new: &str, #[case] expected: usize) {
        assert_eq!(insert_position(versions.iter().copied(), new, 1), expected);
    }
}
