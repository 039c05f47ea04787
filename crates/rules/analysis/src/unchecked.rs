//! Objects that should have been checked but were not, wholly or in part. A check of nothing must not pass.

use rootstock_admission::{ShootOperation, check_shoot_alone};
use rootstock_core_model::{Path, Rule, Settings, Severity, Shoot, Source, Violation};

use crate::no_profile::NoProfile;
use crate::rules::{PARENT_UNKNOWN, PROVIDER_UNKNOWN};

rootstock_core_model::rules! {
    /// A kind or version that is nearly one that is checked.
    KIND_NEARLY_CHECKED: Error, since "0.1.0", Source::Rootstock;
    /// A Shoot without the profile that it is checked by.
    SHOOT_WITHOUT_PROFILE: Error, since "0.1.0", Source::Rootstock;
}

/// Sets the severity of a finding about something that could not be checked: an error, because a check of nothing must not pass,
/// or a note if that is accepted. A provider without a plug-in may be a private one, unless its name is similar to a known one.
pub(crate) fn adjust_severity(violation: &mut Violation, is_accepted: bool) {
    if is_about_unchecked(violation) {
        violation.severity = if is_accepted { Severity::Note } else { Severity::Error };
    }
}

/// Returns whether a finding says that something could not be checked.
pub(crate) fn is_about_unchecked(violation: &Violation) -> bool {
    is_rule_about_unchecked(violation.rule) || violation.rule.name == PROVIDER_UNKNOWN && !violation.help.is_empty()
}

/// Returns whether every finding of a rule says that something could not be checked.
pub(crate) fn is_rule_about_unchecked(rule: &Rule) -> bool {
    [KIND_NEARLY_CHECKED.name, SHOOT_WITHOUT_PROFILE.name, PARENT_UNKNOWN].contains(&rule.name)
}

/// Returns the findings about a Shoot without its profile: mistakes that do not depend on it, and that it is missing.
pub(crate) fn standalone_findings(
    shoot: &Shoot,
    none: &NoProfile,
    settings: &Settings,
    how: Option<&str>,
    is_review: bool,
) -> Vec<Violation> {
    let mut violations = check_shoot_alone(shoot, ShootOperation::State, &settings.quirks);
    let reason = match none {
        // The user of an API server gives no inputs.
        NoProfile::Missing { key, .. } if is_review => format!("its {} `{key}` is not known", key.kind()),
        none => none.to_string(),
    };
    violations.push(without_profile(shoot, none, &reason, how));
    violations
}

/// Returns the finding that a Shoot is not checked against a profile, for this reason; `how` says how to provide documents.
fn without_profile(shoot: &Shoot, none: &NoProfile, reason: &str, how: Option<&str>) -> Violation {
    let spec = Path::root("spec");
    let (path, name) = match (&shoot.spec.cloud_profile, &shoot.spec.cloud_profile_name) {
        (Some(reference), _) => (spec.field("cloudProfile").field("name").to_field_path(), Some(&reference.name)),
        (None, name @ Some(_)) => (spec.field("cloudProfileName").to_field_path(), name.as_ref()),
        (None, None) => (spec.field("cloudProfile").to_field_path(), None),
    };
    let detail = format!("the Shoot is not checked against its profile: {reason}");
    let violation = match name {
        Some(name) => Violation::invalid(&SHOOT_WITHOUT_PROFILE, path, name.as_str(), detail),
        None => Violation::required(&SHOOT_WITHOUT_PROFILE, path, detail),
    };
    if let NoProfile::Missing { near: Some(near), .. } = none {
        return violation.with_suggestion(near);
    }
    violation.with_help(how.and_then(|how| none.remedy(how)).unwrap_or_default())
}
