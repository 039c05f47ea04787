//! `classification` and the version suites: what versioning answers.

use rootstock_core_model::{ExpirableVersion, Settings};
use rootstock_versioning::{
    Candidate, Constraint, Decision, UpdateQuirks, UpdateReason, Version, plan_kubernetes_update,
};
use serde_json::{Value, json};

use super::suites::{Unreadable, field};

/// What a version is now.
pub(super) fn classification(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let version: ExpirableVersion = field(input, "version")?;
    Ok(json!({ "classification": version.lifecycle().at(settings.now).as_str() }))
}

/// Whether a version can be read, and its canonical form.
pub(super) fn parse(input: &Value, _: &Settings) -> Result<Value, Unreadable> {
    let version = field::<String>(input, "version")?.parse::<Version>();
    Ok(json!({ "ok": version.is_ok(), "canonical": version.map(|it| it.to_string()).unwrap_or_default() }))
}

/// The order of two versions.
pub(super) fn compare(input: &Value, _: &Settings) -> Result<Value, Unreadable> {
    let (a, b): (String, String) = (field(input, "a")?, field(input, "b")?);
    Ok(match (a.parse::<Version>(), b.parse::<Version>()) {
        (Ok(a), Ok(b)) => json!({ "cmp": a.cmp(&b) as i8 }),
        _ => json!({ "error": true }),
    })
}

/// Whether a constraint can be read, and whether a version satisfies it.
pub(super) fn constraint(input: &Value, _: &Settings) -> Result<Value, Unreadable> {
    let (constraint, version): (String, String) = (field(input, "constraint")?, field(input, "version")?);
    let constraint = constraint.parse::<Constraint>();
    let satisfied = match (&constraint, version.parse::<Version>()) {
        (Ok(constraint), Ok(version)) => constraint.accepts(&version),
        _ => false,
    };
    Ok(json!({ "valid": constraint.is_ok(), "satisfied": satisfied }))
}

/// Where maintenance takes a control plane.
pub(super) fn kubernetes_maintenance(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let versions: Vec<ExpirableVersion> = field(input, "versions")?;
    let candidates: Vec<_> =
        versions.iter().map(|version| Candidate::new(&version.version, version.lifecycle().at(settings.now))).collect();
    let (current, auto_update): (String, bool) = (field(input, "current")?, field(input, "autoUpdate")?);
    let quirks = UpdateQuirks::GARDENER_1_150;
    let (outcome, reason, target) = match plan_kubernetes_update(&current, candidates.iter(), auto_update, quirks) {
        Err(_) => ("aborted", None, ""),
        Ok(Decision::NotDue | Decision::UpToDate) => ("none", None, ""),
        Ok(Decision::Update { target, reason }) => ("updated", Some(reason), target.candidate.text()),
        Ok(Decision::Failed { reason, .. }) => ("failed", Some(reason), ""),
    };
    let reason_in_words = match reason {
        None => "",
        Some(UpdateReason::Missing) => "missing",
        Some(UpdateReason::Expired) => "expired",
        Some(UpdateReason::Auto) => "auto",
    };
    let forced = reason.is_some_and(UpdateReason::is_forced);
    Ok(json!({ "outcome": outcome, "reason": reason_in_words, "forced": forced, "version": target }))
}
