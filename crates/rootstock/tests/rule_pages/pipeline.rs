//! The check that every example goes through.

use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::{CloudProfile, FieldPath, Segment};

use crate::comparison::Found;
use crate::example::{Example, Role};

/// The findings of a whole document, located in its example; `old` is what was there before.
pub(crate) fn findings(example: &Example<'_>, text: &str, old: Option<&str>) -> Result<Vec<Found>, String> {
    let profile = decode(text)?;
    let old = old.map(decode).transpose()?;
    let operation = match (example.role, &old) {
        (Role::Create, _) => Operation::Create,
        (Role::Update, Some(old)) => Operation::Update { old },
        (Role::Update, None) => return Err("an update needs an `old` example before it".to_owned()),
        (Role::State | Role::Old, _) => Operation::State,
    };
    let outcome = check_cloud_profile(&profile, operation, &example.settings);
    Ok(outcome
        .violations
        .into_iter()
        .map(|violation| Found { line: line_of(&example.text, &violation.path), violation })
        .collect())
}

fn decode(text: &str) -> Result<CloudProfile, String> {
    let mut v: serde_yaml::Value = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
    v["spec"]["providerConfig"] = serde_yaml::Value::Null;
    serde_yaml::from_value(v).map_err(|error| error.to_string())
}

fn line_of(text: &str, path: &FieldPath) -> usize {
    let mut lines: Vec<(usize, String, usize)> = text
        .lines()
        .enumerate()
        .filter(|(_, l)| !l.trim().is_empty() && !l.trim().starts_with('#'))
        .map(|(n, l)| (l.len() - l.trim_start().len(), l.trim().to_owned(), n + 1))
        .collect();
    let mut at = 1;
    for segment in path.segments() {
        let Some(indent) = lines.first().map(|l| l.0) else { break };
        match segment {
            Segment::Field(name) => {
                let Some(p) = lines.iter().position(|l| {
                    l.0 == indent && (l.1.starts_with(&format!("{name}:")) || l.1.starts_with(&format!("\"{name}\":")))
                }) else {
                    break;
                };
                at = lines[p].2;
                let rest = lines.split_off(p + 1);
                lines =
                    rest.into_iter().take_while(|l| l.0 > indent || (l.0 == indent && l.1.starts_with('-'))).collect();
            }
            Segment::Index(n) => {
                let items: Vec<usize> = lines
                    .iter()
                    .enumerate()
                    .filter(|(_, l)| l.0 == indent && l.1.starts_with('-'))
                    .map(|(i, _)| i)
                    .collect();
                let Some(p) = items.get(*n) else { break };
                let end = items.get(n + 1).copied().unwrap_or(lines.len());
                at = lines[*p].2;
                lines = lines[*p..end].to_vec();
                let inner = lines[0].1.strip_prefix('-').unwrap().trim_start().to_owned();
                lines[0] = (indent + 2, inner, at);
            }
        }
    }
    at
}
