//! Objects as Gardener validates them: with the flavors that the extension's webhook has written.

use std::sync::Arc;

use rootstock_admission::in_parent_format;
use rootstock_core_model::{CloudProfile, CloudProfileSpec, NamespacedCloudProfile, Path, Settings, Violation};
use rootstock_provider_api::{Provider, ProviderConfig, WebhookTarget, with_flavors_of_extension};

/// Returns a CloudProfile with the flavors that the webhook writes, and the findings about them; `None` if it writes nothing.
pub(crate) fn cloud_profile<'c>(
    written: &CloudProfile,
    provider: Option<&dyn Provider>,
    config: impl FnOnce() -> Option<&'c Arc<dyn ProviderConfig>>,
    settings: &Settings,
) -> Option<(Arc<CloudProfile>, Vec<Violation>)> {
    let images = written.spec.images();
    let definitions = written.spec.capability_definitions();
    let flavors = WebhookTarget { images, counted: images, parent: &[], definitions };
    if !flavors.may_change(provider?, settings) {
        return None;
    }
    let (images, violations) = with_flavors_of_extension(flavors, &**config()?, settings)?;
    let mut object = written.clone();
    object.spec.machine_images = Some(images);
    Some((Arc::new(object), violations))
}

/// Returns a NamespacedCloudProfile with the flavors that the webhook writes, and the findings about them; `None` if it
/// writes nothing. `provider` and `inherited` are those of its parent.
pub(crate) fn child(
    written: &NamespacedCloudProfile,
    provider: &dyn Provider,
    inherited: &CloudProfileSpec,
    settings: &Settings,
) -> Option<(NamespacedCloudProfile, Vec<Violation>)> {
    let raw = written.spec.provider_config.as_ref()?;
    let (images, definitions) = (written.spec.images(), inherited.capability_definitions());
    let flavors = WebhookTarget { images, counted: images, parent: inherited.images(), definitions };
    if !flavors.may_change(provider, settings) || !provider.extension().at(settings).namespaced.webhook_writes_flavors {
        return None;
    }
    let decoded = provider.decode_at(raw, &Path::root("spec").field("providerConfig"), settings);
    let counted = in_parent_format(&written.spec, inherited);
    let flavors = WebhookTarget { counted: counted.images(), ..flavors };
    let (images, violations) = with_flavors_of_extension(flavors, &*decoded.config, settings)?;
    let mut object = written.clone();
    object.spec.machine_images = Some(images);
    decoded.usable.then_some((object, violations))
}
