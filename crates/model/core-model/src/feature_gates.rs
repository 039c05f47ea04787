//! The feature gates that affect admission.

use std::str::FromStr;

use rootstock_document::Releases;
use strum::{EnumString, IntoStaticStr, VariantNames};

use crate::{ConcernedShoots, GardenerRelease};

/// A feature gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, EnumString, IntoStaticStr, VariantNames)]
pub enum FeatureGate {
    /// Allows `spec.machineCapabilities`. On since Gardener 1.146.
    CloudProfileCapabilities,
    /// Allows `lifecycle` on versions (GEP-32). Off by default.
    VersionClassificationLifecycle,
    /// Enables worker capabilities (GEP-54). Rootstock's own gate, off by default.
    WorkerCapabilities,
}

impl FeatureGate {
    /// All gates.
    pub const ALL: [Self; 3] =
        [Self::CloudProfileCapabilities, Self::VersionClassificationLifecycle, Self::WorkerCapabilities];

    /// Returns the releases of Gardener whose API server knows the gate.
    #[must_use]
    pub const fn releases(self) -> Releases {
        match self {
            Self::CloudProfileCapabilities => Releases::since(1, 118),
            Self::VersionClassificationLifecycle => Releases::since(1, 137),
            Self::WorkerCapabilities => Releases::ALL,
        }
    }

    /// Returns the releases in which the gate is on by default; `None` if it never is.
    #[must_use]
    pub const fn on_by_default(self) -> Option<Releases> {
        match self {
            Self::CloudProfileCapabilities => Some(Releases::since(1, 146)),
            Self::VersionClassificationLifecycle | Self::WorkerCapabilities => None,
        }
    }

    /// Returns the Shoots that the gate concerns.
    #[must_use]
    pub const fn shoots(self) -> ConcernedShoots {
        match self {
            Self::CloudProfileCapabilities | Self::VersionClassificationLifecycle => ConcernedShoots::None,
            Self::WorkerCapabilities => ConcernedShoots::Any,
        }
    }

    const fn is_on_by_default(self, gardener: GardenerRelease) -> bool {
        match self.on_by_default() {
            Some(releases) => releases.contains(gardener.release()),
            None => false,
        }
    }

    /// The name of the gate in Gardener's spelling.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The state of each feature gate.
///
/// ```
/// use rootstock_core_model::FeatureGates;
/// let gates: FeatureGates = "VersionClassificationLifecycle=true".parse()?;
/// assert!(gates.cloud_profile_capabilities && gates.version_classification_lifecycle);
/// # Ok::<(), rootstock_core_model::FeatureGateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeatureGates {
    /// [`FeatureGate::CloudProfileCapabilities`].
    pub cloud_profile_capabilities: bool,
    /// [`FeatureGate::VersionClassificationLifecycle`].
    pub version_classification_lifecycle: bool,
    /// [`FeatureGate::WorkerCapabilities`].
    pub worker_capabilities: bool,
}

/// The error for an invalid `NAME=BOOL` list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FeatureGateError {
    /// An entry that is neither `NAME=true` nor `NAME=false`.
    #[error("`{0}` is not of the form NAME=true or NAME=false")]
    Form(String),
    /// A feature gate that does not exist, or has no effect on answers.
    #[error("feature gate `{name}` does not exist, or affects no answer{}; those that do are {}", hint(.nearest), names())]
    Unknown {
        /// The given name.
        name: String,
        /// The gate that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A feature gate that the release of Gardener does not have: its API server does not start with it.
    #[error("Gardener v{gardener} has no feature gate {}: it exists {}", .gate.name(), .gate.releases())]
    OtherRelease {
        /// The gate.
        gate: FeatureGate,
        /// The release.
        gardener: GardenerRelease,
    },
}

fn hint(nearest: &Option<&'static str>) -> String {
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

fn names() -> String {
    FeatureGate::VARIANTS.join(", ")
}

impl FeatureGates {
    /// The default gates of Gardener v1.150.
    pub const DEFAULT: Self = Self::of(GardenerRelease::NEWEST);

    /// Returns the default gates of a release of Gardener.
    ///
    /// ```
    /// use rootstock_core_model::FeatureGates;
    /// assert!(FeatureGates::of("1.146".parse()?).cloud_profile_capabilities);
    /// assert!(!FeatureGates::of("1.145".parse()?).cloud_profile_capabilities);
    /// # Ok::<(), rootstock_core_model::GardenerReleaseError>(())
    /// ```
    #[must_use]
    pub const fn of(gardener: GardenerRelease) -> Self {
        Self {
            cloud_profile_capabilities: FeatureGate::CloudProfileCapabilities.is_on_by_default(gardener),
            version_classification_lifecycle: FeatureGate::VersionClassificationLifecycle.is_on_by_default(gardener),
            worker_capabilities: FeatureGate::WorkerCapabilities.is_on_by_default(gardener),
        }
    }

    /// Returns whether a gate is on.
    #[must_use]
    pub const fn enabled(self, gate: FeatureGate) -> bool {
        match gate {
            FeatureGate::CloudProfileCapabilities => self.cloud_profile_capabilities,
            FeatureGate::VersionClassificationLifecycle => self.version_classification_lifecycle,
            FeatureGate::WorkerCapabilities => self.worker_capabilities,
        }
    }

    /// Returns these gates with `gate` set to `on`.
    #[must_use]
    pub const fn with(mut self, gate: FeatureGate, on: bool) -> Self {
        match gate {
            FeatureGate::CloudProfileCapabilities => self.cloud_profile_capabilities = on,
            FeatureGate::VersionClassificationLifecycle => self.version_classification_lifecycle = on,
            FeatureGate::WorkerCapabilities => self.worker_capabilities = on,
        }
        self
    }

    /// Returns these gates with explicit settings applied.
    #[must_use]
    pub fn set(self, settings: &FeatureGateSettings) -> Self {
        settings.iter().fold(self, |gates, (gate, on)| gates.with(gate, on))
    }
}

impl Default for FeatureGates {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl FromStr for FeatureGates {
    type Err = FeatureGateError;

    /// Parses `NAME=BOOL[,NAME=BOOL…]` on top of the defaults, like Gardener's `--feature-gates`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::DEFAULT.set(&text.parse()?))
    }
}

/// Explicit settings of feature gates, on or off; gates that are not listed keep their state.
///
/// ```
/// use rootstock_core_model::{FeatureGateSettings, FeatureGates};
/// let landscape: FeatureGateSettings = "VersionClassificationLifecycle=true,WorkerCapabilities=true".parse()?;
/// let asked: FeatureGateSettings = "WorkerCapabilities=false".parse()?;
/// let gates = FeatureGates::DEFAULT.set(&landscape).set(&asked);
/// assert!(gates.version_classification_lifecycle && !gates.worker_capabilities);
/// # Ok::<(), rootstock_core_model::FeatureGateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FeatureGateSettings {
    cloud_profile_capabilities: Option<bool>,
    version_classification_lifecycle: Option<bool>,
    worker_capabilities: Option<bool>,
}

impl FromStr for FeatureGateSettings {
    type Err = FeatureGateError;

    /// Parses `NAME=BOOL[,NAME=BOOL…]`, like Gardener's `--feature-gates`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut set = Self::default();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, value) = entry.split_once('=').ok_or_else(|| FeatureGateError::Form(entry.to_owned()))?;
            let on = value.trim().parse().map_err(|_| FeatureGateError::Form(entry.to_owned()))?;
            set.set(name.trim(), on)?;
        }
        Ok(set)
    }
}

impl FeatureGateSettings {
    /// Sets a gate by name; the last setting of a gate applies.
    ///
    /// # Errors
    ///
    /// Fails if no gate with this name affects answers.
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), FeatureGateError> {
        let gate = name.parse().map_err(|_| FeatureGateError::Unknown {
            name: name.to_owned(),
            nearest: crate::nearest(name, FeatureGate::VARIANTS.iter().copied()),
        })?;
        *self.slot(gate) = Some(on);
        Ok(())
    }

    const fn slot(&mut self, gate: FeatureGate) -> &mut Option<bool> {
        match gate {
            FeatureGate::CloudProfileCapabilities => &mut self.cloud_profile_capabilities,
            FeatureGate::VersionClassificationLifecycle => &mut self.version_classification_lifecycle,
            FeatureGate::WorkerCapabilities => &mut self.worker_capabilities,
        }
    }

    const fn get(&self, gate: FeatureGate) -> Option<bool> {
        match gate {
            FeatureGate::CloudProfileCapabilities => self.cloud_profile_capabilities,
            FeatureGate::VersionClassificationLifecycle => self.version_classification_lifecycle,
            FeatureGate::WorkerCapabilities => self.worker_capabilities,
        }
    }

    /// Returns the gates that are set, and whether they are on.
    fn iter(&self) -> impl Iterator<Item = (FeatureGate, bool)> {
        FeatureGate::ALL.into_iter().filter_map(|gate| Some((gate, self.get(gate)?)))
    }

    /// Checks that a release of Gardener has all the gates.
    ///
    /// # Errors
    ///
    /// Fails at the first gate that the release does not have.
    ///
    /// ```
    /// use rootstock_core_model::FeatureGateSettings;
    /// let settings: FeatureGateSettings = "VersionClassificationLifecycle=true".parse()?;
    /// let error = settings.check("1.136".parse()?).unwrap_err().to_string();
    /// assert_eq!(error, "Gardener v1.136 has no feature gate VersionClassificationLifecycle: it exists since v1.137");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, gardener: GardenerRelease) -> Result<(), FeatureGateError> {
        self.missing(gardener).next().map_or(Ok(()), |gate| Err(FeatureGateError::OtherRelease { gate, gardener }))
    }

    /// Returns the gates that are set although a release of Gardener does not have them.
    pub fn missing(&self, gardener: GardenerRelease) -> impl Iterator<Item = FeatureGate> {
        let is_missing = move |gate: &FeatureGate| !gate.releases().contains(gardener.release());
        self.iter().map(|(gate, _)| gate).filter(is_missing)
    }

    /// Returns the settings that turn the defaults of a release into these gates.
    ///
    /// ```
    /// use rootstock_core_model::{FeatureGateSettings, FeatureGates};
    /// let gates: FeatureGates = "VersionClassificationLifecycle=true".parse()?;
    /// let settings = FeatureGateSettings::between("1.145".parse()?, gates);
    /// assert_eq!(settings, "CloudProfileCapabilities=true,VersionClassificationLifecycle=true".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn between(gardener: GardenerRelease, gates: FeatureGates) -> Self {
        let defaults = FeatureGates::of(gardener);
        let mut settings = Self::default();
        for gate in FeatureGate::ALL {
            *settings.slot(gate) = Some(gates.enabled(gate)).filter(|on| *on != defaults.enabled(gate));
        }
        settings
    }

    /// Adds other settings, which take precedence.
    pub fn extend(&mut self, others: &Self) {
        for (gate, on) in others.iter() {
            *self.slot(gate) = Some(on);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_on_top_of_the_defaults() {
        let gates: FeatureGates = "CloudProfileCapabilities=false, WorkerCapabilities=true".parse().unwrap();
        assert!(!gates.enabled(FeatureGate::CloudProfileCapabilities));
        assert!(!gates.enabled(FeatureGate::VersionClassificationLifecycle));
        assert!(gates.enabled(FeatureGate::WorkerCapabilities));
        assert_eq!("".parse(), Ok(FeatureGates::DEFAULT));
    }

    #[test]
    fn mistakes_are_reported() {
        let error = "CloudProfileCapabilites=true".parse::<FeatureGates>().unwrap_err();
        assert!(error.to_string().contains("did you mean `CloudProfileCapabilities`?"), "{error}");
        let error = "WorkerCapabilities".parse::<FeatureGates>().unwrap_err();
        assert_eq!(error, FeatureGateError::Form("WorkerCapabilities".to_owned()));
    }
}
