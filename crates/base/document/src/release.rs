//! Releases of the program that reads the documents, and the releases in which something exists.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A release: `1.148`, which is its last patch, or `1.147.0`.
///
/// ```
/// use rootstock_document::Release;
/// let release: Release = "v1.147.0".parse()?;
/// assert_eq!(release.to_string(), "1.147.0");
/// assert!(release.has_reached(Release::new(1, 147), &[]) && !release.has_reached(Release::patch(1, 147, 1), &[]));
/// # Ok::<(), rootstock_document::ReleaseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Release {
    major: u16,
    minor: u16,
    patch: Option<u16>,
}

/// The error for a text that is not a release.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a release; write MAJOR.MINOR, or MAJOR.MINOR.PATCH for one of its patches")]
pub struct ReleaseError(String);

impl Release {
    /// Creates a minor release: as a running release its last patch, as a limit its first one.
    #[must_use]
    pub const fn new(major: u16, minor: u16) -> Self {
        Self { major, minor, patch: None }
    }

    /// Creates a patch release.
    #[must_use]
    pub const fn patch(major: u16, minor: u16, patch: u16) -> Self {
        Self { major, minor, patch: Some(patch) }
    }

    /// Returns the major version.
    #[must_use]
    pub const fn major(self) -> u16 {
        self.major
    }

    /// Returns the minor release, without the patch.
    #[must_use]
    pub const fn minor(self) -> Self {
        Self { patch: None, ..self }
    }

    /// Compares two minor releases.
    #[must_use]
    pub fn cmp_minor(self, other: Self) -> Ordering {
        (self.major, self.minor).cmp(&(other.major, other.minor))
    }

    /// Returns the minor releases after this one, up to `last`.
    pub fn next_minors(self, last: Self) -> impl Iterator<Item = Self> {
        let minors = (self.major == last.major).then_some(self.minor..=last.minor);
        minors.into_iter().flatten().skip(1).map(move |minor| Self::new(self.major, minor))
    }

    /// Returns whether this release is not older than `limit`, or than one of the earlier releases in `backports`, if it is a patch of
    /// the same minor release.
    #[must_use]
    pub const fn has_reached(self, limit: Self, mut backports: &[Self]) -> bool {
        while let [backport, rest @ ..] = backports {
            if self.major == backport.major && self.minor == backport.minor {
                return self.has_reached(*backport, &[]);
            }
            backports = rest;
        }
        if self.major != limit.major || self.minor != limit.minor {
            return self.major > limit.major || (self.major == limit.major && self.minor > limit.minor);
        }
        match (self.patch, limit.patch) {
            (None, _) | (_, None) => true,
            (Some(patch), Some(first)) => patch >= first,
        }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)?;
        self.patch.map_or(Ok(()), |patch| write!(f, ".{patch}"))
    }
}

impl FromStr for Release {
    type Err = ReleaseError;

    /// Parses a release with or without `v`; a suffix such as `-dev` is ignored.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ReleaseError(text.to_owned());
        let numbers = text.strip_prefix('v').unwrap_or(text);
        let numbers = numbers.split_once(['-', '+']).map_or(numbers, |(numbers, _)| numbers);
        let is_number =
            |part: &str| part == "0" || !part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit());
        let number = |part: &str| match is_number(part) {
            true => part.parse().map_err(|_| error()),
            false => Err(error()),
        };
        match numbers.split('.').collect::<Vec<_>>().as_slice() {
            [major, minor] => Ok(Self::new(number(major)?, number(minor)?)),
            [major, minor, patch] => Ok(Self::patch(number(major)?, number(minor)?, number(patch)?)),
            _ => Err(error()),
        }
    }
}

impl serde::Serialize for Release {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Release {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Release".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A minor release, or a patch of one.",
            "pattern": r"^\d+\.\d+(\.\d+)?$",
        })
    }
}

/// A program that reads documents, in one of its releases: `Gardener v1.148`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Running {
    /// The name of the program.
    pub program: &'static str,
    /// The release.
    pub release: Release,
}

impl fmt::Display for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v{}", self.program, self.release)
    }
}

/// The releases in which something exists: a field, a rule, or a behavior.
///
/// ```
/// use rootstock_document::{Release, Releases};
/// const LATE: Releases = Releases::since(1, 137);
/// assert!(LATE.contains(Release::new(1, 137)) && !LATE.contains(Release::patch(1, 136, 7)));
/// assert_eq!(LATE.to_string(), "since v1.137");
/// // Ended in v1.148, and in patches of the two releases before.
/// const BACKPORTS: &[Release] = &[Release::patch(1, 146, 5), Release::patch(1, 147, 1)];
/// let early = Releases { backports: BACKPORTS, ..Releases::before(1, 148) };
/// assert!(early.contains(Release::patch(1, 147, 0)) && !early.contains(Release::new(1, 147)));
/// assert_eq!(early.to_string(), "before v1.148, v1.147.1, and v1.146.5");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Releases {
    /// The first release that has it; absent if all older ones do as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Release>,
    /// The first release that no longer has it; absent if the newest does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Release>,
    /// Patches of earlier releases with the same change.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub backports: &'static [Release],
    /// The replacement from then on; may be empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub instead: &'static str,
}

impl Releases {
    /// All releases.
    pub const ALL: Self = Self { since: None, until: None, backports: &[], instead: "" };

    /// Returns the releases from a minor release on.
    #[must_use]
    pub const fn since(major: u16, minor: u16) -> Self {
        Self { since: Some(Release::new(major, minor)), ..Self::ALL }
    }

    /// Returns the releases before a minor release.
    #[must_use]
    pub const fn before(major: u16, minor: u16) -> Self {
        Self { until: Some(Release::new(major, minor)), ..Self::ALL }
    }

    /// Returns whether these are all releases.
    #[must_use]
    pub const fn are_all(&self) -> bool {
        self.since.is_none() && self.until.is_none()
    }

    /// Returns whether a release is among them.
    #[must_use]
    pub const fn contains(&self, release: Release) -> bool {
        self.have_begun(release)
            && match self.until {
                Some(until) => !release.has_reached(until, self.backports),
                None => true,
            }
    }

    /// Returns whether the newest release is among them.
    #[must_use]
    pub const fn contain_newest(&self) -> bool {
        self.until.is_none()
    }

    /// Returns whether a release is among them or newer.
    #[must_use]
    pub const fn have_begun(&self, release: Release) -> bool {
        match (self.since, self.until) {
            (None, _) => true,
            (Some(since), None) => release.has_reached(since, self.backports),
            (Some(since), Some(_)) => release.has_reached(since, &[]),
        }
    }
}

impl fmt::Display for Releases {
    /// Formats as `since v1.137`, `before v1.149`, or both; empty if these are all releases.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.since, self.until) {
            (None, None) => return Ok(()),
            (Some(since), None) => write!(f, "since v{since}")?,
            (None, Some(until)) => write!(f, "before v{until}")?,
            (Some(since), Some(until)) => write!(f, "since v{since} and before v{until}")?,
        }
        if self.backports.is_empty() {
            return Ok(());
        }
        // The newest first.
        let mut patches = self.backports.iter().rev().peekable();
        let several = self.backports.len() > 1;
        while let Some(patch) = patches.next() {
            let last = if patches.peek().is_none() { " and" } else { "" };
            write!(f, "{}{last} v{patch}", if several { "," } else { "" })?;
        }
        Ok(())
    }
}

impl Releases {
    /// Describes the releases of `program` in sentences for the description of a field; empty if these are all.
    ///
    /// ```
    /// use rootstock_document::Releases;
    /// assert_eq!(Releases::since(1, 150).in_sentences("Gardener"), "Since Gardener v1.150.");
    /// let early = Releases { instead: "limits", ..Releases::before(1, 142) };
    /// assert_eq!(early.in_sentences("Gardener"), "Removed in Gardener v1.142; use limits.");
    /// ```
    #[must_use]
    pub fn in_sentences(&self, program: &str) -> String {
        let since = self.since.map(|since| format!("Since {program} v{since}."));
        let instead = if self.instead.is_empty() { String::new() } else { format!("; use {}", self.instead) };
        let until = self.until.map(|until| format!("Removed in {program} v{until}{instead}."));
        since.into_iter().chain(until).collect::<Vec<_>>().join(" ")
    }

    /// Describes the absence of the field `name` in a release that is not among these, and names the replacement, if there is one.
    ///
    /// ```
    /// use rootstock_document::{Release, Releases, Running};
    /// let late = Releases::since(1, 150);
    /// let running = Running { program: "Gardener", release: Release::new(1, 148) };
    /// let (detail, help) = late.absence_of("zones", Some(running));
    /// assert_eq!(detail, "Gardener v1.148 has no field `zones` here: it exists since v1.150");
    /// assert_eq!(help, None);
    /// ```
    #[must_use]
    pub fn absence_of(&self, name: &str, running: Option<Running>) -> (String, Option<String>) {
        if let (Some(running), Some(since)) = (running, self.since)
            && !self.have_begun(running.release)
        {
            return (format!("{running} has no field `{name}` here: it exists since v{since}"), None);
        }
        let removed = self.until.map(|until| format!(": it was removed in v{until}")).unwrap_or_default();
        let detail = format!("there is no field `{name}` here any more{removed}");
        (detail, (!self.instead.is_empty()).then(|| format!("use {}", self.instead)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_parsed() {
        for (text, expected) in [
            ("1.148", Release::new(1, 148)),
            ("v1.148.3", Release::patch(1, 148, 3)),
            ("1.150-dev", Release::new(1, 150)),
            ("v1.150.0-dev-0123", Release::patch(1, 150, 0)),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["", "1", "1.x", "1.2.3.4", "1.-2", "1.+2", "99999.1", "1.0148", "01.148", "1.148.00", "latest"] {
            assert!(text.parse::<Release>().is_err(), "{text}");
        }
    }

    #[test]
    fn minor_releases_end_at_the_last_one() {
        let next = |from: u16, last: Release| Release::new(1, from).next_minors(last).collect::<Vec<_>>();
        assert_eq!(next(147, Release::patch(1, 149, 3)), [Release::new(1, 148), Release::new(1, 149)]);
        assert_eq!(next(u16::MAX - 1, Release::new(1, u16::MAX)), [Release::new(1, u16::MAX)]);
        assert!(next(149, Release::new(1, 149)).is_empty() && next(149, Release::new(1, 148)).is_empty());
        assert!(next(149, Release::new(2, 200)).is_empty());
    }

    #[test]
    fn backports_hold_in_their_own_minor_release_only() {
        const BACKPORTS: &[Release] = &[Release::patch(1, 146, 5), Release::patch(1, 147, 1)];
        let fixed = Releases { backports: BACKPORTS, ..Releases::since(1, 148) };
        let has = |text: &str| fixed.contains(text.parse().unwrap());
        for (text, expected) in [
            ("1.145", false),
            ("1.145.9", false),
            ("1.146.4", false),
            ("1.146.5", true),
            ("1.146", true),
            ("1.147.0", false),
            ("1.147.1", true),
            ("1.148.0", true),
            ("1.150", true),
            ("2.0", true),
        ] {
            assert_eq!(has(text), expected, "{text}");
        }
    }
}
