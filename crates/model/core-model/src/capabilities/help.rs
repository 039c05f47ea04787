//! Help for names and values of capabilities that are not registered.

use super::RESERVED_PREFIX;
use crate::listed;

/// Returns the help for a capability that is not registered. `owner` is the capability that has a value of this name, and `place`
/// the field that registers capabilities.
#[must_use]
pub fn unregistered_name_help(name: &str, owner: Option<&str>, place: &str) -> String {
    if name.starts_with(RESERVED_PREFIX) {
        return format!(
            "names that begin with `{RESERVED_PREFIX}` are reserved for Gardener, and Gardener has no such capability; \
             remove it"
        );
    }
    // Writing a value in place of a name is a common slip.
    match owner {
        Some(owner) => format!("`{name}` is a value of `{owner}`: write `{owner}: [{name}]`"),
        None => format!("register `{name}` in {place}, or remove it here"),
    }
}

/// Returns the help for a value that the capability `name` does not have. `owner` is the capability that has it, `known` are the
/// values of `name`, and `place` is the field that registers them; `None` if they are built in.
#[must_use]
pub fn unregistered_value_help(
    value: &str,
    name: &str,
    owner: Option<&str>,
    known: &[&str],
    place: Option<&str>,
) -> String {
    match (owner, place) {
        (Some(owner), _) => format!("`{value}` is a value of `{owner}`, not of `{name}`"),
        // There may be thousands, and a formatted text would have twice the capacity.
        (None, Some(place)) => {
            ["add `", value, "` to the values of `", name, "` in ", place, ", or remove it here"].concat()
        }
        (None, None) => format!("`{name}` has {}; remove it here, or write one of those", listed(known)),
    }
}
