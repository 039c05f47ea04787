//! Checks that public type names are unique.

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::repository;

/// The folder of the public API lists.
const LISTS: &str = "docs/public-api";

/// Returns duplicate type names. Skips providers, whose types are named as in the extension's API.
pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut lists = Vec::new();
    for path in repository::files()? {
        let shown = repository::shown(&path);
        let Some(file) = shown.strip_prefix(LISTS) else { continue };
        if !file.starts_with("/rootstock-provider-") || file == "/rootstock-provider-api.txt" {
            lists.push(repository::read(&shown)?);
        }
    }
    Ok(shared(lists.iter().flat_map(|list| list.lines())))
}

/// Returns the names that several lines of the lists declare, with their paths.
fn shared<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut declared: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in lines.filter_map(declared_type) {
        let name = path.rsplit("::").next().unwrap_or(path);
        let places = declared.entry(name).or_default();
        if !places.contains(&path) {
            places.push(path);
        }
    }
    let twice = declared.into_iter().filter(|(_, places)| places.len() > 1);
    twice.map(|(name, places)| format!("`{name}` is the name of {}", places.join(" and of "))).collect()
}

/// Returns the path of the type that a line declares; `None` for anything else, and for associated types.
fn declared_type(line: &str) -> Option<&str> {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type ", "pub union "];
    let declared = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let path = declared.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next()?.trim_end_matches(':');
    let (module, _) = path.rsplit_once("::")?;
    let is_module = module.rsplit("::").next()?.starts_with(char::is_lowercase);
    is_module.then_some(path)
}

#[cfg(test)]
mod tests {
    #[test]
    fn duplicate_type_names_are_reported() {
        let lines = [
            "pub struct one::Fate",
            "pub fn one::Fate::new() -> Self",
            "pub enum two::deep::Fate<'a>",
            "pub type two::Query::Fate: core::fmt::Debug",
            "pub struct two::Place(_)",
        ];
        assert_eq!(super::shared(lines.into_iter()), ["`Fate` is the name of one::Fate and of two::deep::Fate"]);
    }
}
