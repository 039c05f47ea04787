//! Checks that rules and their pages match one to one.

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::{repository, rules};

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let registered: BTreeMap<&str, &str> = rules::all()?.iter().map(|rule| (rule.name, rule.page)).collect();
    let mut findings = Vec::new();
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    for path in rules::pages()? {
        let name = rules::name_of(&path).to_owned();
        match registered.get(name.as_str()) {
            None => findings.push(format!("{path}: no registered rule has this name")),
            Some(page) if *page != repository::read(&path)? => {
                findings.push(format!("{path}: the rule `{name}` has another page than this"));
            }
            Some(_) => {}
        }
        if let Some(other) = pages.insert(name, path.clone()) {
            findings.push(format!("{path}: {other} has the same name"));
        }
    }
    let without = registered.keys().filter(|name| !pages.contains_key(**name));
    findings.extend(without.map(|name| format!("rule `{name}` is registered and has no page rules/{name}.md")));
    Ok(findings)
}
