//! The rendered form of a NamespacedCloudProfile, as Shoots see it: `status.cloudProfileSpec`.

use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, NamespacedCloudProfile, NamespacedCloudProfileSpec, Settings,
};
use rootstock_provider_api::Provider;

use super::merge::Merger;
use super::origin::{Effect, Origin};
use super::{default_namespaced_cloud_profile, in_parent_format};
use crate::canonicalized_cloud_profile;

/// A rendered NamespacedCloudProfile.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// The content of `status.cloudProfileSpec`.
    pub spec: CloudProfileSpec,
    /// The parts that do not come from the parent, one origin per path.
    pub origins: Vec<Origin>,
}

impl Rendered {
    /// Merges the profile's own `providerConfig` into the parent's, as the provider does.
    ///
    /// Without a plug-in for the parent's provider, the parent's `providerConfig` stays as it is.
    #[must_use]
    pub fn with_provider_config(
        mut self,
        provider: &dyn Provider,
        child: &NamespacedCloudProfileSpec,
        settings: &Settings,
    ) -> Self {
        let own = child.provider_config.as_ref();
        let merged = own.and_then(|own| provider.merge_config_at(&self.spec, own, settings));
        if let Some(merged) = merged {
            self.spec.provider_config = Some(merged.config);
            self.origins.extend(merged.entries.into_iter().map(|entry| Origin {
                path: entry.path,
                from: entry.from,
                effect: if entry.replaces { Effect::Replaced } else { Effect::Added },
                parent: None,
            }));
        }
        self
    }
}

/// Renders a NamespacedCloudProfile as Gardener does into its status: defaults, conversion to the parent's format,
/// merge.
///
/// The parent's `providerConfig` stays as it is; [`Rendered::with_provider_config`] adds the profile's own. Both
/// objects may be passed as read. Neither is checked: errors in them are rendered as well as possible.
///
/// ```
/// use rootstock_admission::render;
/// use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Semantics, Settings};
/// let parent: CloudProfile = serde_json::from_str(r#"{"spec": {"machineImages": [
///     {"name": "gardenlinux", "versions": [{"version": "1592.9.0", "expirationDate": "2026-01-01T00:00:00Z"}]}
/// ]}}"#)?;
/// let child: NamespacedCloudProfile = serde_json::from_str(r#"{"spec": {"machineImages": [
///     {"name": "gardenlinux", "versions": [{"version": "1592.9.0", "expirationDate": "2026-03-30T23:59:59Z"}]}
/// ]}}"#)?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let rendered = render(&parent, &child, &settings);
/// let origin = &rendered.origins[0];
/// assert_eq!(origin.path.to_string(), "spec.machineImages[0].versions[0].expirationDate");
/// assert_eq!(origin.parent.as_deref(), Some("2026-01-01T00:00:00Z"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn render(parent: &CloudProfile, child: &NamespacedCloudProfile, settings: &Settings) -> Rendered {
    let (parent, mut child) = (canonicalized_cloud_profile(parent), child.clone());
    default_namespaced_cloud_profile(&mut child);
    render_converted(&parent.spec, &in_parent_format(&child.spec, &parent.spec), settings)
}

/// Like [`render`], but for a canonical parent and a child that has its defaults and is in the parent's format.
pub(super) fn render_converted(
    parent: &CloudProfileSpec,
    child: &NamespacedCloudProfileSpec,
    settings: &Settings,
) -> Rendered {
    let mut merger = Merger::new(&settings.quirks);
    let spec = merger.merge(parent, child);
    Rendered { spec, origins: merger.origins.into_list() }
}
