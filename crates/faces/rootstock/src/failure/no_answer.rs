//! Reasons why a question has no answer, in the words of the command line.

use rootstock_queries::{NoAnswer, WorkerField};

/// The hint for missing profiles.
pub(crate) const HOW_TO_GIVE: &str = "with --profile";

/// Formats the error with the names of arguments instead of fields.
pub(super) fn in_arguments(error: &NoAnswer) -> String {
    match error {
        NoAnswer::NeedsGate(field) => format!(
            "{} has no effect while the feature gate WorkerCapabilities is off; add --feature-gates WorkerCapabilities=true",
            argument(*field)
        ),
        NoAnswer::KubernetesVersion { version, reason } => format!("--kubernetes {version}: {reason}"),
        NoAnswer::UntilThePast { until, from } => format!("--until {until} is before --at {from}"),
        NoAnswer::UntilTooFar { .. } => format!("--until: {error}"),
        NoAnswer::WorkerConfig(violation) => format!("--worker-config: {violation}"),
        NoAnswer::LargeMatrix { .. } => format!("{error} (--machine-type, --image, --version)"),
        NoAnswer::NotFilledIn { shoot, reason } => {
            format!("Shoot `{shoot}` cannot be filled in: {}", reason.with_remedy(HOW_TO_GIVE))
        }
        _ => error.to_string(),
    }
}

const fn argument(field: WorkerField) -> &'static str {
    match field {
        WorkerField::SecureBoot => "--secure-boot",
        WorkerField::Gpu => "--gpu",
        WorkerField::ProviderConfig => "--worker-config",
        WorkerField::UpdateStrategy => "--update-strategy",
    }
}
