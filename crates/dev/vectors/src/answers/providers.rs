//! `provider-NAME`, `provider-NAME-namespaced` and `provider-NAME-image`: the plug-in's answers about a CloudProfile,
//! about a NamespacedCloudProfile, and about the image that it chooses.

use std::sync::OnceLock;

use rootstock_admission::{
    canonicalize_cloud_profile, default_cloud_profile, default_namespaced_cloud_profile, in_parent_format, render,
};
use rootstock_core_model::{CloudProfile, MachineImage, Path, RawObject, Settings};
use rootstock_provider_api::{
    ImageRequest, NamespacedSection, NotFoundReason, Provider, ProviderOutcome, Registry, WebhookTarget,
    with_flavors_of_extension,
};
use serde_json::{Value, json};

use super::admission::{child, decoded, errors};
use super::{Unreadable, field, undecodable};
use crate::by_release::Origin;

type AnswerFunction = fn(&Registry, &dyn Provider, &Value, &Settings) -> Result<Value, Unreadable>;

/// Returns our answer for a suite, whose name is given without `provider-`; `None` if no plug-in of that name is linked.
pub(crate) fn answer(
    suite: &str,
    input: &Value,
    settings: &Settings,
    origin: Origin,
) -> Option<Result<Value, Unreadable>> {
    let kinds: [(&str, AnswerFunction); 3] = [("-namespaced", namespaced), ("-image", image), ("", check)];
    let (name, ask) = kinds.into_iter().find_map(|(ending, ask)| Some((suite.strip_suffix(ending)?, ask)))?;
    let registry = registry()?;
    let provider = registry.get(name)?;
    let mut settings = Settings { extension_webhooks: origin.is_mutated, ..*settings };
    if let Some(release) = origin.extension {
        settings.extensions = settings.extensions.with(provider.name(), release).ok()?;
    }
    Some(ask(registry, provider, input, &settings))
}

/// Returns every linked plug-in; `None` if there are none, or if two share a name.
pub(crate) fn registry() -> Option<&'static Registry> {
    static REGISTRY: OnceLock<Option<Registry>> = OnceLock::new();
    REGISTRY.get_or_init(|| rootstock_providers::registry().ok()).as_ref()
}

fn check(
    registry: &Registry,
    provider: &dyn Provider,
    input: &Value,
    settings: &Settings,
) -> Result<Value, Unreadable> {
    let Some(mut profile) = decoded(input, "profile", settings) else { return Ok(undecodable()) };
    default_cloud_profile(&mut profile);
    // The extension ignores the type, and some profiles in the vectors have another one.
    provider.name().clone_into(&mut profile.spec.provider_type);
    profile.spec.provider_config = field::<Option<RawObject>>(input, "config")?;
    let (images, definitions) = (profile.spec.images(), profile.spec.capability_definitions());
    let target = WebhookTarget { images, counted: images, parent: &[], definitions };
    if let Some(images) = mutated(provider, target, profile.spec.provider_config.as_ref(), settings) {
        profile.spec.machine_images = Some(images);
    }
    Ok(verdict(&registry.check_cloud_profile(&profile.spec, settings)))
}

/// Returns the images with the flavors that the extension's webhook writes; `None` if it writes nothing.
fn mutated(
    provider: &dyn Provider,
    target: WebhookTarget<'_>,
    config: Option<&RawObject>,
    settings: &Settings,
) -> Option<Vec<MachineImage>> {
    if !target.may_change(provider, settings) {
        return None;
    }
    let decoded = provider.decode_at(config?, &Path::object(), settings);
    Some(with_flavors_of_extension(target, &*decoded.config, settings)?.0)
}

/// Answers with the errors in the provider section of a NamespacedCloudProfile, and the config that Shoots get.
fn namespaced(
    registry: &Registry,
    provider: &dyn Provider,
    input: &Value,
    settings: &Settings,
) -> Result<Value, Unreadable> {
    let (Some(parent), Some(mut child)) = (
        stored(provider, input, ["parent", "parentConfig"], settings)?,
        child(input, "namespacedCloudProfile", settings),
    ) else {
        return Ok(undecodable());
    };
    let own = field::<Option<RawObject>>(input, "config")?;
    child.spec.provider_config.clone_from(&own);
    default_namespaced_cloud_profile(&mut child);
    let (images, definitions) = (child.spec.images(), parent.spec.capability_definitions());
    let target = WebhookTarget { images, counted: images, parent: parent.spec.images(), definitions };
    if provider.extension().at(settings).namespaced.webhook_writes_flavors
        && let Some(images) = mutated(provider, target, own.as_ref(), settings)
    {
        child.spec.machine_images = Some(images);
    }
    let rendered = render(&parent, &child, settings).with_provider_config(provider, &child.spec, settings);
    let converted = in_parent_format(&child.spec, &parent.spec);
    let section =
        NamespacedSection { parent: &parent.spec, written: &child.spec, child: &converted, rendered: &rendered.spec };
    let mut answer = verdict(&registry.check_namespaced_cloud_profile(&section, settings));
    let merged = match own {
        Some(own) => merged(provider, &parent, &own, settings),
        None => serde_json::to_value(&parent.spec.provider_config)?,
    };
    if let Some(answer) = answer.as_object_mut() {
        answer.insert("merged".to_owned(), merged);
    }
    Ok(answer)
}

/// Returns `status.cloudProfileSpec.providerConfig`, unless the webhook that writes it cannot decode its inputs.
fn merged(provider: &dyn Provider, parent: &CloudProfile, own: &RawObject, settings: &Settings) -> Value {
    let config = provider.merge_config_at(&parent.spec, own, settings).map(|merged| merged.config);
    match config {
        Some(_) if provider.merge_obstacle(&parent.spec, own, settings).is_some() => undecodable(),
        Some(config) => serde_json::to_value(config).unwrap_or_default(),
        None => Value::Null,
    }
}

/// Answers with the image that a worker's machines are created with.
fn image(_: &Registry, provider: &dyn Provider, input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(profile) = stored(provider, input, ["profile", "config"], settings)? else { return Ok(undecodable()) };
    let Some(config) = &profile.spec.provider_config else { return Ok(undecodable()) };
    let decoded = provider.decode_at(config, &Path::object(), settings);
    let (image, version, region): (String, String, String) =
        (field(input, "image")?, field(input, "version")?, field(input, "region")?);
    let (name, architecture): (String, Option<String>) = (field(input, "machineType")?, field(input, "architecture")?);
    let Some(machine_type) = profile.spec.types().iter().find(|one| one.name == name) else {
        return Ok(json!({ "error": true }));
    };
    let request = ImageRequest::new(&image, &version, Some(&region), machine_type);
    let request = ImageRequest { architecture: architecture.as_deref(), ..request };
    Ok(match decoded.config.select_image(&profile.spec, &request, settings) {
        // An empty reference counts as no reference, whatever its field.
        Ok(choice) if choice.reference.value.is_empty() => json!({ "image": {} }),
        Ok(choice) => json!({ "image": { choice.reference.path.field(): choice.reference.value } }),
        Err(not_found) if matches!(not_found.reason, NotFoundReason::Undecodable(_)) => undecodable(),
        Err(_) => json!({ "error": true }),
    })
}

/// Returns a profile and its provider section as Gardener stores them.
fn stored(
    provider: &dyn Provider,
    input: &Value,
    [profile, config]: [&str; 2],
    settings: &Settings,
) -> Result<Option<CloudProfile>, Unreadable> {
    let Some(mut profile) = decoded(input, profile, settings) else { return Ok(None) };
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    provider.name().clone_into(&mut profile.spec.provider_type);
    profile.spec.provider_config = field::<Option<RawObject>>(input, config)?;
    Ok(Some(profile))
}

fn verdict(outcome: &ProviderOutcome) -> Value {
    if outcome.decodable { json!({ "errors": errors(&outcome.violations) }) } else { undecodable() }
}
