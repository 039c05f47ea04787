//! Capabilities with the prefix of another provider.

use rootstock_core_model::{Path, Source, Violation};

use crate::CoreSubject;

rootstock_core_model::rules! {
    /// A capability that belongs to another extension.
    CAPABILITY_PREFIX_FOREIGN: Note, since "0.1.0", Source::Gep54("Notes/Constraints/Caveats");
}

/// Names of providers that are ordinary words, with which the name of any capability may begin.
const WORDS: [&str; 2] = ["local", "metal"];

pub(crate) fn check(subject: &CoreSubject<'_>, advice: &mut Vec<Violation>) {
    let own = subject.profile.spec.provider_type.as_str();
    let spec = Path::root("spec");
    let list = spec.field("machineCapabilities");
    for (position, definition) in subject.profile.spec.capability_definitions().iter().enumerate() {
        let has_prefix = |provider: &&&str| {
            definition.name.strip_prefix(**provider).is_some_and(|rest| rest.starts_with('-'))
                && !WORDS.contains(*provider)
        };
        // `ironcore-metal-x` belongs to ironcore-metal, not to ironcore.
        let Some(provider) = subject.providers.iter().filter(has_prefix).max_by_key(|provider| provider.len()) else {
            continue;
        };
        if own.is_empty() || own == *provider || own.strip_prefix(*provider).is_some_and(|rest| rest.starts_with('-')) {
            continue;
        }
        let name = definition.name.as_str();
        let detail = format!(
            "`{name}` has the prefix of the extension for `{provider}`, but this profile is for `{own}`, whose extension does \
             not know it"
        );
        advice.push(
            Violation::advice(&CAPABILITY_PREFIX_FOREIGN, &list.index(position).field("name"), name, detail).with_help(
                "remove the capability if it was copied, or rename it: the prefix `NAME-` is for the extension NAME",
            ),
        );
    }
}
