//! `cloudprofile-create`, `-update` and `-canonicalize`: admission of CloudProfiles.

use rootstock_admission::{
    CloudProfileOutcome, Operation, canonicalize_cloud_profile, check_cloud_profile, default_cloud_profile,
};
use rootstock_core_model::{CloudProfile, FeatureGate, GardenerRelease, Settings};
use serde_json::{Value, json};

use super::findings::errors;
use crate::answers::{Unreadable, settings, settings_at, strictly, undecodable};

/// Answers about a new profile.
pub(crate) fn create(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(profile) = decoded(input, "profile", settings) else { return Ok(undecodable()) };
    let settings = with_gates(settings, input);
    answer(&check_cloud_profile(&profile, Operation::Create, &settings))
}

/// Answers about an update of a profile that is stored, and therefore canonical. Both have the same resource version.
pub(crate) fn update(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(mut old), Some(mut new)) = (decoded(input, "old", settings), decoded(input, "new", settings)) else {
        return Ok(undecodable());
    };
    default_cloud_profile(&mut old);
    canonicalize_cloud_profile(&mut old, None);
    for profile in [&mut old, &mut new] {
        profile.metadata.resource_version = "1".to_owned();
    }
    let settings = with_gates(settings, input);
    answer(&check_cloud_profile(&new, Operation::Update { old: &old }, &settings))
}

/// Answers with the defaulted profile and synchronized architectures, without validation.
pub(crate) fn canonicalize(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(mut new) = decoded(input, "new", settings) else { return Ok(undecodable()) };
    let mut old = decoded(input, "old", settings);
    if old.is_none() && input.get("old").is_some_and(|old| !old.is_null()) {
        return Ok(undecodable());
    }
    if let Some(old) = &mut old {
        default_cloud_profile(old);
    }
    default_cloud_profile(&mut new);
    canonicalize_cloud_profile(&mut new, old.as_ref());
    Ok(json!({ "spec": spec(&new)? }))
}

fn answer(outcome: &CloudProfileOutcome) -> Result<Value, Unreadable> {
    let errors = errors(&outcome.violations);
    Ok(match &outcome.canonical {
        Some(canonical) => json!({ "errors": errors, "result": spec(canonical)? }),
        None => json!({ "errors": errors }),
    })
}

/// Returns the profile in a field of the input, unless it is absent or fails strict decoding.
pub(crate) fn decoded(input: &Value, field: &str, settings: &Settings) -> Option<CloudProfile> {
    let profile: CloudProfile = strictly(input, field, settings)?;
    (profile.api_version == CloudProfile::API_VERSION && profile.kind == CloudProfile::KIND).then_some(profile)
}

/// Returns the input with its profile as Gardener stores it: defaulted and canonical.
pub(crate) fn stored(input: &Value, gardener: Option<GardenerRelease>) -> Option<Value> {
    let settings = &gardener.map_or_else(self::settings, |gardener| settings_at(gardener, input));
    let mut profile = decoded(input, "profile", settings)?;
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    let mut input = input.clone();
    *input.get_mut("profile")? = serde_json::to_value(&profile).ok()?;
    Some(input)
}

fn spec(profile: &CloudProfile) -> Result<Value, Unreadable> {
    serde_json::to_value(&profile.spec)
}

/// Returns the settings with the feature gates that the vector sets.
pub(crate) fn with_gates(settings: &Settings, input: &Value) -> Settings {
    let mut settings = *settings;
    for gate in FeatureGate::ALL {
        let is_known = settings.has(&gate.releases());
        if let Some(on) = input
            .get("featureGates")
            .and_then(|gates| gates.get(gate.name()))
            .and_then(Value::as_bool)
            .filter(|_| is_known)
        {
            settings.gates = settings.gates.with(gate, on);
        }
    }
    settings
}
