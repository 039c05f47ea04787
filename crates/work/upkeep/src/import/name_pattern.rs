//! Patterns for image names.

use std::fmt;
use std::str::FromStr;

/// A pattern for image names: `gardenlinux-*-{architecture}-{version}-*`.
///
/// `{version}` matches numbers separated by dots, `{major}`, `{minor}` and `{patch}` one number each, `{architecture}` letters,
/// digits and underscores, and `*` anything. All other text matches itself.
///
/// ```
/// use rootstock_upkeep::NamePattern;
/// let pattern: NamePattern = "gardenlinux-{architecture}-{major}-{minor}-{patch}*".parse()?;
/// assert!(pattern.matches("gardenlinux-amd64-1592-3-0-abcdef"));
/// assert!(!pattern.matches("gardenlinux-amd64-nightly"));
/// # Ok::<(), rootstock_upkeep::InvalidNamePattern>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamePattern {
    text: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Literal(String),
    Wildcard,
    Version,
    Number(usize),
    Architecture,
}

/// An invalid pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a pattern for names; write for instance `gardenlinux-*-{{architecture}}-{{version}}-*`, with {{version}} or {{major}}, \
     {{minor}} and {{patch}}, {{architecture}}, and * for any characters"
)]
pub struct InvalidNamePattern(String);

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Captures {
    pub(crate) version: Option<String>,
    pub(crate) architecture: Option<String>,
    numbers: [Option<String>; 3],
}

/// The maximum length of a matching name in bytes.
const MAX_NAME_BYTES: usize = 1_000;

/// The maximum number of wildcards, to bound the time per name.
const MAX_WILDCARDS: usize = 8;

impl NamePattern {
    /// Returns whether the pattern captures a version.
    #[must_use]
    pub fn has_version(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Version | Part::Number(_)))
    }

    /// Returns whether a name matches.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.captured(name).is_some()
    }

    /// Returns the captures of a name that matches.
    pub(crate) fn captured(&self, name: &str) -> Option<Captures> {
        if name.len() > MAX_NAME_BYTES {
            return None;
        }
        let mut captured = match_parts(&self.parts, name)?;
        let [major, minor, patch] = &captured.numbers;
        if let Some(major) = major {
            let numbers = [Some(major), minor.as_ref(), patch.as_ref()];
            let numbers: Vec<&str> = numbers.into_iter().map_while(|number| number.map(String::as_str)).collect();
            captured.version = Some(numbers.join("."));
        }
        Some(captured)
    }
}

/// Matches the parts against the whole rest of a name.
fn match_parts(parts: &[Part], rest: &str) -> Option<Captures> {
    let Some((part, parts)) = parts.split_first() else { return rest.is_empty().then(Captures::default) };
    let digits = |rest: &str| rest.bytes().take_while(u8::is_ascii_digit).count();
    match part {
        Part::Literal(text) => match_parts(parts, rest.strip_prefix(text.as_str())?),
        Part::Wildcard => {
            let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            ends.filter_map(|end| match_parts(parts, rest.get(end..)?)).next()
        }
        Part::Number(index) => {
            let (number, rest) = rest.split_at_checked(digits(rest)).filter(|(number, _)| !number.is_empty())?;
            let mut captured = match_parts(parts, rest)?;
            captured.numbers.get_mut(*index)?.get_or_insert_with(|| number.to_owned());
            Some(captured)
        }
        Part::Version => {
            let longest = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
            (1..=longest).rev().find_map(|end| {
                let (version, rest) = rest.split_at_checked(end)?;
                if version.split('.').any(str::is_empty) {
                    return None;
                }
                let captured = match_parts(parts, rest)?;
                Some(Captures { version: Some(version.to_owned()), ..captured })
            })
        }
        Part::Architecture => {
            let longest = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
            (1..=longest).rev().find_map(|end| {
                let (architecture, rest) = rest.split_at_checked(end)?;
                let captured = match_parts(parts, rest)?;
                Some(Captures { architecture: Some(architecture.to_owned()), ..captured })
            })
        }
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for NamePattern {
    type Err = InvalidNamePattern;

    fn from_str(text: &str) -> Result<Self, InvalidNamePattern> {
        let error = || InvalidNamePattern(text.chars().take(100).collect());
        let (mut parts, mut rest) = (Vec::new(), text);
        while let Some(first) = rest.chars().next() {
            let (part, length) = match first {
                '*' => (Part::Wildcard, 1),
                '{' => {
                    let (name, _) = rest.get(1..).and_then(|rest| rest.split_once('}')).ok_or_else(error)?;
                    let part = match name {
                        "version" => Part::Version,
                        "major" => Part::Number(0),
                        "minor" => Part::Number(1),
                        "patch" => Part::Number(2),
                        "architecture" => Part::Architecture,
                        _ => return Err(error()),
                    };
                    (part, name.len() + 2)
                }
                '}' => return Err(error()),
                _ => {
                    let length = rest.find(['*', '{', '}']).unwrap_or(rest.len());
                    (Part::Literal(rest.get(..length).unwrap_or_default().to_owned()), length)
                }
            };
            parts.push(part);
            rest = rest.get(length..).unwrap_or_default();
        }
        let wildcards = parts.iter().filter(|part| !matches!(part, Part::Literal(_))).count();
        if parts.is_empty() || wildcards > MAX_WILDCARDS {
            return Err(error());
        }
        Ok(Self { text: text.to_owned(), parts })
    }
}
