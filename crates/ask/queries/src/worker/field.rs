//! The fields that need worker capabilities.

/// A field of [`WorkerDescription`](crate::WorkerDescription) that means something with worker capabilities only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "camelCase")]
pub enum WorkerField {
    /// `secureBoot`
    SecureBoot,
    /// `gpu`
    Gpu,
    /// `providerConfig`
    ProviderConfig,
    /// `updateStrategy`, where nothing else depends on it
    UpdateStrategy,
}
