//! Selections of versions of a machine image: a list, a pattern, or a range.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;

use rootstock_analysis::configuration::matches_pattern;
use rootstock_versioning::{Constraint, Version};
use serde::{Deserialize, Serialize};

use crate::UpkeepArgumentError;
use crate::version_name::KUBERNETES;

/// Versions of a machine image: a list in which `*` matches anything (`gardenlinux@1592.1.0,1592.2.*`), or a range
/// (`gardenlinux@<1592.3.0`).
///
/// Whatever contains one of `<>=!~^|` is a range, in the syntax of `kubeletVersionConstraint`. A range accepts no version
/// that is not a semantic version.
///
/// ```
/// use rootstock_upkeep::ImageSelection;
/// let range: ImageSelection = "gardenlinux@>=1592.0.0 <1592.3.0".parse()?;
/// assert!(range.selects("gardenlinux", "1592.2.0") && !range.selects("gardenlinux", "1592.3.0"));
/// let list: ImageSelection = "gardenlinux@1592.1.0,934.*".parse()?;
/// assert!(list.selects("gardenlinux", "934.8.0") && !list.selects("flatcar", "934.8.0"));
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        with = "String",
        description = "Versions of a machine image: a list in which `*` matches any characters (`gardenlinux@1592.1.0,1592.2.*`), or a range (`gardenlinux@<1592.3.0`)."
    )
)]
pub struct ImageSelection {
    image: String,
    /// The selection as written.
    written: String,
    versions: Selected,
}

#[derive(Debug, Clone)]
enum Selected {
    /// Versions by their texts.
    Exact(Vec<String>),
    /// Any version that matches one of the patterns.
    Patterns(Vec<String>),
    /// Any version in the range.
    Range(Constraint),
}

/// The characters that only ranges contain.
const RANGE: &[char] = &['<', '>', '=', '!', '~', '^', '|'];

impl ImageSelection {
    /// Returns the machine image.
    #[must_use]
    pub fn image(&self) -> &str {
        &self.image
    }

    /// Returns the versions, if they are listed by their texts.
    #[must_use]
    pub fn exact(&self) -> Option<&[String]> {
        if let Selected::Exact(versions) = &self.versions { Some(versions) } else { None }
    }

    /// Returns whether a version of an image is selected.
    #[must_use]
    pub fn selects(&self, image: &str, version: &str) -> bool {
        image == self.image
            && match &self.versions {
                Selected::Exact(versions) => versions.iter().any(|one| one == version),
                Selected::Patterns(patterns) => patterns.iter().any(|pattern| matches_pattern(pattern, version)),
                Selected::Range(range) => version.parse::<Version>().is_ok_and(|version| range.accepts(&version)),
            }
    }
}

/// Several selections, indexed for many look-ups.
#[derive(Debug, Clone, Default)]
pub struct ImageSelections<'s> {
    exact: HashSet<(&'s str, &'s str)>,
    others: HashMap<&'s str, Vec<&'s ImageSelection>>,
}

impl<'s> ImageSelections<'s> {
    /// Indexes selections.
    #[must_use]
    pub fn new(selections: &'s [ImageSelection]) -> Self {
        let mut indexed = Self::default();
        for selection in selections {
            let image = selection.image();
            match &selection.versions {
                Selected::Exact(versions) => indexed.exact.extend(versions.iter().map(|one| (image, one.as_str()))),
                _ => indexed.others.entry(image).or_default().push(selection),
            }
        }
        indexed
    }

    /// Returns whether one of them selects a version of an image.
    #[must_use]
    pub fn select(&self, image: &str, version: &str) -> bool {
        self.exact.contains(&(image, version))
            || self.others.get(image).is_some_and(|all| all.iter().any(|one| one.selects(image, version)))
    }
}

impl PartialEq for ImageSelection {
    fn eq(&self, other: &Self) -> bool {
        (&self.image, &self.written) == (&other.image, &other.written)
    }
}

impl fmt::Display for ImageSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.image, self.written)
    }
}

impl From<ImageSelection> for String {
    fn from(selection: ImageSelection) -> Self {
        selection.to_string()
    }
}

impl TryFrom<String> for ImageSelection {
    type Error = UpkeepArgumentError;

    fn try_from(text: String) -> Result<Self, UpkeepArgumentError> {
        text.parse()
    }
}

impl FromStr for ImageSelection {
    type Err = UpkeepArgumentError;

    fn from_str(text: &str) -> Result<Self, UpkeepArgumentError> {
        let error = || {
            let form = "IMAGE@VERSIONS, where VERSIONS is a list such as `1592.1.0,1592.2.*` or a range such as \
                        `<1592.3.0`; IMAGE is a machine image, not `kubernetes`";
            UpkeepArgumentError::new(text, form)
        };
        let (image, versions) = text.split_once('@').ok_or_else(error)?;
        let (image, versions) = (image.trim(), versions.trim());
        let list = || versions.split(',').map(|one| one.trim().to_owned()).collect();
        let selected = match (versions.contains(RANGE), versions.contains('*')) {
            (true, _) => Selected::Range(versions.parse().map_err(|_| error())?),
            (false, true) => Selected::Patterns(list()),
            (false, false) => Selected::Exact(list()),
        };
        let has_empty = match &selected {
            Selected::Exact(all) | Selected::Patterns(all) => all.iter().any(String::is_empty),
            Selected::Range(_) => false,
        };
        if image.is_empty() || image == KUBERNETES || has_empty {
            return Err(error());
        }
        Ok(Self { image: image.to_owned(), written: versions.to_owned(), versions: selected })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("os@1.0.0", "1.0.0", true)]
    #[case("os@1.0.0", "1.0.1", false)]
    #[case("os@1.0.0, 1.0.1", "1.0.1", true)]
    #[case("os@1.*", "1.2.3", true)]
    #[case("os@22.4.*", "22.4.20250610", true)]
    #[case("os@<1.2.0", "1.1.9", true)]
    #[case("os@<1.2.0", "1.2.0", false)]
    #[case("os@>=1.0, <1.2", "1.1.9", true)]
    #[case("os@>=1.0, <1.2", "1.2.0", false)]
    #[case("os@~1.2 || 2.0.0", "2.0.0", true)]
    #[case("os@!=1.0.0", "1.0.0", false)]
    #[case("os@<1.2.0", "two", false)]
    fn versions_are_selected(#[case] selection: &str, #[case] version: &str, #[case] expected: bool) {
        let selection: ImageSelection = selection.parse().unwrap();
        assert_eq!(selection.selects("os", version), expected);
        assert_eq!(ImageSelections::new(std::slice::from_ref(&selection)).select("os", version), expected);
        assert!(!selection.selects("OS", version));
    }

    #[rstest]
    #[case("os")]
    #[case("os@")]
    #[case("@1.0.0")]
    #[case("os@1.0.0,,1.0.1")]
    #[case("os@<one")]
    #[case("kubernetes@1.34.1")]
    fn other_texts_are_refused(#[case] text: &str) {
        let message = text.parse::<ImageSelection>().unwrap_err().to_string();
        assert!(message.starts_with(&format!("`{text}` is invalid; write IMAGE@VERSIONS")), "{message}");
    }

    #[test]
    fn selections_are_written_as_given() {
        assert_eq!("os@>=1.0, <1.2".parse::<ImageSelection>().unwrap().to_string(), "os@>=1.0, <1.2");
    }
}
