//! `provider-NAME`: what the plug-in of that name answers.

use std::sync::OnceLock;

use rootstock_admission::default_cloud_profile;
use rootstock_core_model::{RawObject, Settings};
use rootstock_provider_api::Registry;
use serde_json::{Value, json};

use super::answer::{Answer, Unreadable, field};
use super::cloud_profile::decoded;
use super::findings::errors;

/// The answering function for a provider; `None` when no plug-in of that name is linked.
pub(super) fn suite(name: &str) -> Option<Answer> {
    let name = registry()?.get(name)?.name();
    Some(Box::new(move |input, settings| check(name, input, settings)))
}

/// Every linked plug-in; `None` when there is none, or when two share a name.
fn registry() -> Option<&'static Registry> {
    static REGISTRY: OnceLock<Option<Registry>> = OnceLock::new();
    REGISTRY.get_or_init(|| rootstock_providers::registry().ok()).as_ref()
}

fn check(name: &str, input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(mut profile) = decoded(input, "profile") else { return Ok(json!({ "decode": "error" })) };
    default_cloud_profile(&mut profile);
    // The extension does not look at the type; some profiles of the vectors have another one.
    name.clone_into(&mut profile.spec.provider_type);
    profile.spec.provider_config = field::<Option<RawObject>>(input, "config")?;
    let Some(registry) = registry() else { return Ok(Value::Null) };
    let outcome = registry.check_cloud_profile(&profile.spec, settings);
    Ok(if outcome.decodable { json!({ "errors": errors(&outcome.violations) }) } else { json!({ "decode": "error" }) })
}
