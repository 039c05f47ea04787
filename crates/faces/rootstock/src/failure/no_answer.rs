//! Reasons why a question has no answer, in the words of the command line.

use rootstock_queries::{QueryError, WorkerField};

/// The hint for missing profiles.
pub(crate) const PROFILE_HINT: &str = "with --profile";

/// Formats the error with the names of arguments instead of fields.
pub(super) fn message_with_arguments(error: &QueryError) -> String {
    match error {
        QueryError::NeedsGate(field) => format!(
            "{} has no effect while the feature gate WorkerCapabilities is off; add --feature-gates WorkerCapabilities=true",
            argument(*field)
        ),
        QueryError::KubernetesVersion { version, reason } => format!("--kubernetes {version}: {reason}"),
        QueryError::UntilInPast { until, from } => format!("--until {until} is before --at {from}"),
        QueryError::UntilTooFar { .. } => format!("--until: {error}"),
        QueryError::WorkerConfig(violation) => format!("--worker-config: {violation}"),
        QueryError::ShootWorker(violation) => format!("--shoot: {violation}"),
        QueryError::MatrixTooLarge { .. } => format!("{error} (--machine-type, --image, --version)"),
        QueryError::NotFilledIn { shoot, reason } => {
            format!("Shoot `{shoot}` cannot be filled in: {}", reason.with_remedy(PROFILE_HINT))
        }
        _ => error.to_string(),
    }
}

const fn argument(field: WorkerField) -> &'static str {
    match field {
        WorkerField::SecureBoot => "--secure-boot",
        WorkerField::Gpu => "--gpu",
        WorkerField::ProviderConfig => "--worker-config",
        WorkerField::WorkerCapabilities => "--worker-capability",
        WorkerField::ShootWorker => "--shoot",
        WorkerField::UpdateStrategy => "--update-strategy",
    }
}
