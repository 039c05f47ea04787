//! `provider-NAME`, `provider-NAME-namespaced` and `provider-NAME-image`: the plug-in's answers about a CloudProfile,
//! about a NamespacedCloudProfile, and about the image that it chooses.

use std::sync::OnceLock;

use rootstock_admission::{
    canonicalize_cloud_profile, default_cloud_profile, default_namespaced_cloud_profile, in_parent_format, render,
};
use rootstock_core_model::{BadValue, CloudProfile, Path, RawObject, Settings, Violation};
use rootstock_provider_api::{CONFIG_IDENTITY, ImageRequest, NamespacedSection, Provider, ProviderOutcome, Registry};
use serde_json::{Value, json};

use super::admission::{child, decoded, errors};
use super::{Unreadable, field, undecodable};

type AnswerFunction = fn(&Registry, &dyn Provider, &Value, &Settings) -> Result<Value, Unreadable>;

/// Returns our answer for a suite, whose name is given without `provider-`; `None` if no plug-in of that name is linked.
pub(crate) fn answer(suite: &str, input: &Value, settings: &Settings) -> Option<Result<Value, Unreadable>> {
    let kinds: [(&str, AnswerFunction); 3] = [("-namespaced", namespaced), ("-image", image), ("", check)];
    let (name, ask) = kinds.into_iter().find_map(|(ending, ask)| Some((suite.strip_suffix(ending)?, ask)))?;
    let registry = registry()?;
    Some(ask(registry, registry.get(name)?, input, settings))
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
    Ok(verdict(&registry.check_cloud_profile(&profile.spec, settings)))
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
    let config = provider.merge_config(&parent.spec, own, &settings.quirks).map(|merged| merged.config);
    // The webhook knows the type of its input, so `apiVersion` and `kind` may be missing.
    let says_nothing = |violation: &Violation| *violation.rule == *CONFIG_IDENTITY && violation.bad == BadValue::None;
    let is_readable =
        |raw: &RawObject| provider.decode(raw, &Path::object(), &settings.quirks).violations.iter().all(says_nothing);
    let of_parent = parent.spec.provider_config.as_ref();
    match config {
        Some(_) if !is_readable(own) || !of_parent.is_none_or(is_readable) => undecodable(),
        Some(config) => serde_json::to_value(config).unwrap_or_default(),
        None => Value::Null,
    }
}

/// Answers with the image that a worker's machines are created with.
fn image(_: &Registry, provider: &dyn Provider, input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(profile) = stored(provider, input, ["profile", "config"], settings)? else { return Ok(undecodable()) };
    let Some(config) = &profile.spec.provider_config else { return Ok(undecodable()) };
    let decoded = provider.decode(config, &Path::object(), &settings.quirks);
    if !decoded.violations.is_empty() {
        return Ok(undecodable());
    }
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
