//! Rules and their pages match one to one.

use std::collections::BTreeSet;

use crate::failure::Failure;
use crate::{repository, rules};

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let registered: BTreeSet<String> = rules::all()?.iter().map(rules::Registered::page).collect();
    let pages: BTreeSet<String> =
        repository::files()?.iter().map(|path| repository::shown(path)).filter(is_rule_page).collect();
    let orphans = pages.difference(&registered).map(|page| format!("{page}: no registered rule has this page"));
    let missing =
        registered.difference(&pages).map(|page| format!("{page}: a rule is registered, and has no page here"));
    Ok(orphans.chain(missing).collect())
}

/// `crates/CRATE/rules/NAME.md` and `providers/NAME/rules/NAME.md`.
#[expect(clippy::ptr_arg, reason = "a filter passes what it holds")]
fn is_rule_page(page: &String) -> bool {
    let parts: Vec<&str> = page.split('/').collect();
    matches!(parts.as_slice(), ["crates" | "providers", _, "rules", name] if name.ends_with(".md"))
}
