//! Fields that need worker capabilities.

/// A field of [`WorkerDescription`](crate::WorkerDescription) that needs worker capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "camelCase")]
pub enum WorkerField {
    /// `secureBoot`
    SecureBoot,
    /// `gpu`
    Gpu,
    /// `providerConfig`
    ProviderConfig,
    /// `workerCapabilities`
    WorkerCapabilities,
    /// `shootWorker`
    ShootWorker,
    /// `updateStrategy`, if nothing else depends on it
    UpdateStrategy,
}
