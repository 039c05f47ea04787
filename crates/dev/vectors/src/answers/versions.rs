//! `classification` and the version suites: parsing and classification of versions.

use rootstock_core_model::{ExpirableVersion, Settings};
use rootstock_versioning::{Constraint, Version};
use serde_json::{Value, json};

use super::{Unreadable, field, strictly, undecodable};

/// Answers with the current classification of a version.
pub(crate) fn classification(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(version) = strictly::<ExpirableVersion>(input, "version", settings) else { return Ok(undecodable()) };
    Ok(json!({ "classification": version.lifecycle().at(settings.now).as_str() }))
}

/// Answers whether a version can be parsed, with its canonical form.
pub(crate) fn parse(input: &Value) -> Result<Value, Unreadable> {
    let version = field::<String>(input, "version")?.parse::<Version>();
    Ok(json!({ "ok": version.is_ok(), "canonical": version.map(|it| it.to_string()).unwrap_or_default() }))
}

/// Answers with the order of two versions.
pub(crate) fn compare(input: &Value) -> Result<Value, Unreadable> {
    let (a, b): (String, String) = (field(input, "a")?, field(input, "b")?);
    Ok(match (a.parse::<Version>(), b.parse::<Version>()) {
        (Ok(a), Ok(b)) => json!({ "cmp": a.cmp(&b) as i8 }),
        _ => json!({ "error": true }),
    })
}

/// Answers whether a constraint can be parsed, and whether a version satisfies it.
pub(crate) fn constraint(input: &Value) -> Result<Value, Unreadable> {
    let (constraint, version): (String, String) = (field(input, "constraint")?, field(input, "version")?);
    let constraint = constraint.parse::<Constraint>();
    let satisfied = match (&constraint, version.parse::<Version>()) {
        (Ok(constraint), Ok(version)) => constraint.accepts(&version),
        _ => false,
    };
    Ok(json!({ "valid": constraint.is_ok(), "satisfied": satisfied }))
}
