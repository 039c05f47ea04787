//! What a worker could have instead.

use rootstock_core_model::listed_alike;

/// `machine types that fit: …`, those first that are like the name that was written; `kind` is one of them.
pub(super) fn in_words(kind: &str, name: &str, fitting: &[&str]) -> String {
    match fitting {
        [] => format!("no {kind} of the profile fits"),
        fitting => format!("{kind}s that fit: {}", listed_alike(name, fitting)),
    }
}
