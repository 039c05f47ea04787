//! Names of versions of machine images or of Kubernetes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::UpkeepArgumentError;

/// The name of Kubernetes in place of a machine image.
pub(crate) const KUBERNETES: &str = "kubernetes";

/// A version of a machine image or of Kubernetes: `gardenlinux@1592.2.0`, `kubernetes@1.34.1`.
///
/// ```
/// use rootstock_upkeep::VersionName;
/// let image: VersionName = "gardenlinux@1592.2.0".parse()?;
/// assert_eq!((image.image.as_deref(), image.version.as_str()), (Some("gardenlinux"), "1592.2.0"));
/// let kubernetes: VersionName = "kubernetes@1.34.1".parse()?;
/// assert_eq!(kubernetes.image, None);
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        description = "A version of a machine image or of Kubernetes: `gardenlinux@1592.2.0`, `kubernetes@1.34.1`."
    )
)]
pub struct VersionName {
    /// The machine image; absent for Kubernetes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version.
    pub version: String,
}

impl VersionName {
    /// Creates the name of a version of a machine image.
    #[must_use]
    pub fn of_image(image: impl Into<String>, version: impl Into<String>) -> Self {
        Self { image: Some(image.into()), version: version.into() }
    }

    /// Creates the name of a version of Kubernetes.
    #[must_use]
    pub fn of_kubernetes(version: impl Into<String>) -> Self {
        Self { image: None, version: version.into() }
    }

    /// Returns the image, or `kubernetes`.
    #[must_use]
    pub fn subject(&self) -> &str {
        self.image.as_deref().unwrap_or(KUBERNETES)
    }
}

impl fmt::Display for VersionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.subject(), self.version)
    }
}

impl FromStr for VersionName {
    type Err = UpkeepArgumentError;

    fn from_str(text: &str) -> Result<Self, UpkeepArgumentError> {
        match text.split_once('@') {
            Some((subject, version)) if !subject.is_empty() && !version.is_empty() => {
                let image = (subject != KUBERNETES).then(|| subject.to_owned());
                Ok(Self { image, version: version.to_owned() })
            }
            _ => Err(UpkeepArgumentError::new(
                text,
                "IMAGE@VERSION or kubernetes@VERSION, for instance `gardenlinux@1592.2.0`",
            )),
        }
    }
}
