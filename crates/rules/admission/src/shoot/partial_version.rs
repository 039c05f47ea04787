//! Versions that are written in part: `1`, `1.30`, or empty.

use rootstock_versioning::Version;

/// The versions that a version text admits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum VersionPattern {
    /// A whole version: nothing is filled in.
    Exactly,
    /// Any version with these parts.
    Part {
        /// The major, if it is given.
        major: Option<u64>,
        /// The minor, if it is given.
        minor: Option<u64>,
    },
    /// Not a version or a part of one.
    Malformed {
        /// The part that is malformed.
        part: String,
    },
}

impl VersionPattern {
    /// Parses a text. With `surplus_parts_pass`, a text with four or more parts counts as its first part, as in
    /// Gardener; otherwise it is a whole version or malformed.
    pub(super) fn parse(text: &str, surplus_parts_pass: bool) -> Self {
        let parts: Vec<&str> = text.split('.').collect();
        match parts.as_slice() {
            [_, _, _] => Self::Exactly,
            [major, minor] if !minor.is_empty() => match number(minor) {
                Ok(minor) => Self::with_major(major, Some(minor)),
                Err(part) => Self::Malformed { part },
            },
            [major] | [major, _] => Self::with_major(major, None),
            [major, ..] if surplus_parts_pass => Self::with_major(major, None),
            _ if text.parse::<Version>().is_ok() => Self::Exactly,
            _ => Self::Malformed { part: text.to_owned() },
        }
    }

    fn with_major(major: &str, minor: Option<u64>) -> Self {
        if major.is_empty() {
            return Self::Part { major: None, minor };
        }
        match number(major) {
            Ok(major) => Self::Part { major: Some(major), minor },
            Err(part) => Self::Malformed { part },
        }
    }

    /// Returns whether a version has the parts that are given.
    pub(super) fn includes(&self, version: &Version) -> bool {
        match self {
            Self::Part { major, minor } => {
                major.is_none_or(|major| major == version.major()) && minor.is_none_or(|minor| minor == version.minor())
            }
            Self::Exactly | Self::Malformed { .. } => false,
        }
    }
}

/// Parses an unsigned decimal; leading zeros are accepted.
fn number(part: &str) -> Result<u64, String> {
    let is_decimal = part.bytes().all(|byte| byte.is_ascii_digit());
    part.parse().ok().filter(|_| is_decimal).ok_or_else(|| part.to_owned())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn part(major: Option<u64>, minor: Option<u64>) -> VersionPattern {
        VersionPattern::Part { major, minor }
    }

    #[rstest]
    #[case("", part(None, None))]
    #[case("1", part(Some(1), None))]
    #[case("1.", part(Some(1), None))]
    #[case(".26", part(None, Some(26)))]
    #[case("1.27", part(Some(1), Some(27)))]
    #[case("01.027", part(Some(1), Some(27)))]
    #[case("1.27.9", VersionPattern::Exactly)]
    #[case("1.27-rc.1", VersionPattern::Exactly)]
    #[case("v1.27", VersionPattern::Malformed { part: "v1".into() })]
    #[case("1.27-rc", VersionPattern::Malformed { part: "27-rc".into() })]
    #[case("1.x", VersionPattern::Malformed { part: "x".into() })]
    #[case("+1", VersionPattern::Malformed { part: "+1".into() })]
    #[case(" 1.27", VersionPattern::Malformed { part: " 1".into() })]
    #[case("99999999999999999999", VersionPattern::Malformed { part: "99999999999999999999".into() })]
    fn parts_are_parsed(#[case] text: &str, #[case] expected: VersionPattern) {
        assert_eq!(VersionPattern::parse(text, false), expected);
        assert_eq!(VersionPattern::parse(text, true), expected);
    }

    #[rstest]
    #[case("1.2.3.4", VersionPattern::Malformed { part: "1.2.3.4".into() })]
    #[case("1.27.0-rc.1", VersionPattern::Exactly)]
    #[case("1.2.3+build.7", VersionPattern::Exactly)]
    fn surplus_parts_are_malformed_or_ignored(#[case] text: &str, #[case] expected: VersionPattern) {
        assert_eq!(VersionPattern::parse(text, false), expected);
        assert_eq!(VersionPattern::parse(text, true), part(Some(1), None));
    }
}
