//! The names of an extension: the identity of its `providerConfig`, and the package of its plug-in.

/// The `apiVersion` and `kind` of a `providerConfig`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConfigIdentity {
    /// The API version, such as `local.provider.extensions.gardener.cloud/v1alpha1`.
    pub api_version: &'static str,
    /// The kind, such as `CloudProfileConfig`.
    pub kind: &'static str,
}

impl ConfigIdentity {
    /// Returns the identity of a `CloudProfileConfig`, the usual kind of extensions.
    #[must_use]
    pub const fn cloud_profile(api_version: &'static str) -> Self {
        Self { api_version, kind: "CloudProfileConfig" }
    }
}

/// The parts of its identity that a `providerConfig` may omit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum IdentityDefaults {
    /// Nothing: both are required.
    Nothing,
    /// The kind.
    Kind,
    /// Both.
    Everything,
}

/// The package of a plug-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Package {
    /// The crate's name.
    pub name: &'static str,
    /// The crate's version.
    pub version: &'static str,
}
