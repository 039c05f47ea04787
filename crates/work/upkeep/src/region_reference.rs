//! A reference to an image in a new region, as one argument.

use std::str::FromStr;

use crate::reference::capabilities;
use crate::{ListedImage, ListedVersion, NewReference, UpkeepArgumentError, VersionName};

/// A reference to an image in a new region.
///
/// As one argument: the version; a slash and the capabilities, if flavors differ; `=` and the reference.
///
/// ```
/// use rootstock_upkeep::RegionReference;
/// let reference: RegionReference = "gardenlinux@1592.2.0/arm64=ami-1234".parse()?;
/// let listed = reference.listed("eu-north-1");
/// assert_eq!(listed.versions[0].references[0].to_string(), "eu-north-1/arm64=ami-1234");
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RegionReference {
    image: String,
    version: String,
    reference: NewReference,
}

impl RegionReference {
    /// Converts it to an item of a list of references.
    #[must_use]
    pub fn listed(self, region: &str) -> ListedImage {
        let reference = NewReference { region: Some(region.to_owned()), ..self.reference };
        let version = ListedVersion { version: self.version, references: vec![reference] };
        ListedImage { name: self.image, versions: vec![version] }
    }
}

impl FromStr for RegionReference {
    type Err = UpkeepArgumentError;

    fn from_str(text: &str) -> Result<Self, UpkeepArgumentError> {
        let form = "IMAGE@VERSION=REFERENCE, IMAGE@VERSION/ARCHITECTURE=REFERENCE or IMAGE@VERSION/CAPABILITY:VALUE,…=REFERENCE; \
                    for instance `gardenlinux@1592.2.0/arm64=ami-1234`";
        let read = || {
            let (place, reference) = text.split_once('=').filter(|(_, reference)| !reference.is_empty())?;
            let (name, flavor) = place.split_once('/').map_or((place, None), |(name, flavor)| (name, Some(flavor)));
            let VersionName { image: Some(image), version } = name.parse().ok()? else { return None };
            let capabilities = capabilities(flavor)?;
            let reference = NewReference { region: None, capabilities, reference: reference.to_owned() };
            Some(Self { image, version, reference })
        };
        read().ok_or_else(|| UpkeepArgumentError::new(text, form))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("plain=x")]
    #[case("plain@1.0.0")]
    #[case("plain@1.0.0=")]
    #[case("plain@1.0.0/=x")]
    #[case("kubernetes@1.34.1=x")]
    fn invalid_argument_is_refused(#[case] text: &str) {
        assert!(text.parse::<RegionReference>().is_err());
    }
}
