//! Every rule of every crate, and the rule pages of the repository.

use std::path::PathBuf;

use rootstock_core_model::Rule;

use crate::failure::Failure;
use crate::repository;

/// Returns every rule, sorted by name.
pub(crate) fn all() -> Result<Vec<&'static Rule>, Failure> {
    let registry = rootstock_providers::registry().map_err(|error| Failure::Message(error.to_string()))?;
    Ok(rootstock::all_rules(&registry))
}

/// Returns every rule page by its path from the root: `crates/FLOOR/CRATE/rules/NAME.md` or `providers/NAME/rules/NAME.md`.
pub(crate) fn pages() -> Result<Vec<String>, Failure> {
    let is_page = |path: &String| {
        let parts: Vec<&str> = path.split('/').collect();
        matches!(parts.as_slice(), ["crates", _, _, "rules", name] | ["providers", _, "rules", name] if name.ends_with(".md"))
    };
    let shown = |path: PathBuf| repository::shown(&path);
    Ok(repository::files()?.into_iter().map(shown).filter(is_page).collect())
}

/// Returns the name of a page's rule.
pub(crate) fn name_of(page: &str) -> &str {
    page.rsplit('/').next().unwrap_or_default().trim_end_matches(".md")
}
