//! Changes of the document that mend findings. All are suggestions: a person knows what was meant.

use rootstock_core_model::emit::{is_plain, quoted};
use rootstock_core_model::{Applicability, Change, FieldPath, Fix, Violation};

/// A violation whose value was probably meant to be `text`, which takes the place of the scalar it points at.
pub(crate) fn replacing(violation: Violation, text: &str) -> Violation {
    let title = format!("replace it by `{text}`");
    let change = Change::Replace { path: violation.path.clone(), text: yaml(text) };
    violation.with_help(format!("did you mean `{text}`?")).with_fix(suggestion(title, change))
}

/// A violation whose key was probably meant to be `name`.
pub(crate) fn renaming(violation: Violation, name: &str) -> Violation {
    let title = format!("rename it to `{name}`");
    let change = Change::RenameKey { path: violation.path.clone(), name: yaml(name) };
    violation.with_help(format!("did you mean `{name}`?")).with_fix(suggestion(title, change))
}

/// A violation that is gone with the field or item at `path`.
pub(crate) fn removing(violation: Violation, path: FieldPath, what: &str) -> Violation {
    violation.with_fix(suggestion(format!("remove {what}"), Change::Remove { path }))
}

fn suggestion(title: String, change: Change) -> Fix {
    Fix { title, applicability: Applicability::Suggested, changes: vec![change] }
}

/// A string as YAML.
fn yaml(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}
