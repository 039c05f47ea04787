//! The feature gates that affect admission.

use std::str::FromStr;

use strum::{EnumString, IntoStaticStr, VariantNames};

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
    /// A feature gate that does not exist.
    #[error("there is no feature gate `{name}`{}; the gates are {}", hint(.nearest), names())]
    Unknown {
        /// The given name.
        name: String,
        /// The gate that was probably meant.
        nearest: Option<&'static str>,
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
    pub const DEFAULT: Self =
        Self { cloud_profile_capabilities: true, version_classification_lifecycle: false, worker_capabilities: false };

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
        settings.0.iter().fold(self, |gates, (gate, on)| gates.with(*gate, *on))
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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FeatureGateSettings(Vec<(FeatureGate, bool)>);

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
    /// Fails if there is no gate with this name.
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), FeatureGateError> {
        let gate = name.parse().map_err(|_| FeatureGateError::Unknown {
            name: name.to_owned(),
            nearest: crate::nearest(name, FeatureGate::VARIANTS.iter().copied()),
        })?;
        self.0.push((gate, on));
        Ok(())
    }

    /// Appends other settings, which take precedence.
    pub fn extend(&mut self, others: &Self) {
        self.0.extend(&others.0);
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
