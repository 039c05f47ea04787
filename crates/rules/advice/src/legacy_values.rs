//! A value that is named as the old one and is preferred all the same.

use rootstock_core_model::{Path, Source, Violation};

use crate::CoreSubject;
use crate::listing::listed;

rootstock_core_model::rules! {
    /// `[legacy-bios, uefi]`.
    CAPABILITY_LEGACY_VALUE_FIRST: Note, since "0.1.0", Source::CapabilitiesGuide("Order Matters");
}

/// Words in the name of a value that is kept for old machines or images.
const LEGACY: [&str; 5] = ["compat", "deprecated", "legacy", "obsolete", "old"];

pub(crate) fn check(subject: &CoreSubject<'_>, advice: &mut Vec<Violation>) {
    let spec = Path::root("spec");
    let list = spec.field("machineCapabilities");
    for (position, definition) in subject.profile.spec.capability_definitions().iter().enumerate() {
        let [first, others @ ..] = definition.values.as_slice() else { continue };
        let better: Vec<&str> = others.iter().map(String::as_str).filter(|value| !is_legacy(value)).collect();
        if !is_legacy(first) || better.is_empty() {
            continue;
        }
        let item = list.index(position);
        let detail = format!(
            "`{first}` comes first among the values of `{}`, so it is preferred to {} where both fit",
            definition.name,
            listed(better)
        );
        advice.push(
            Violation::advice(&CAPABILITY_LEGACY_VALUE_FIRST, &item.field("values").index(0), first.as_str(), detail)
                .with_help(
                    "list the values from the best to the oldest, unless the old one is preferred; the order decides which \
                     image machines boot",
                ),
        );
    }
}

/// Returns whether a word of the value says that it is old.
fn is_legacy(value: &str) -> bool {
    let mut words = value.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_lowercase);
    words.any(|word| LEGACY.contains(&word.as_str()))
        || LEGACY
            .iter()
            .any(|word| value.strip_prefix(word).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase())))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    #[rstest]
    #[case("legacy-bios", true)]
    #[case("legacyBios", true)]
    #[case("bios_legacy", true)]
    #[case("Legacy", true)]
    #[case("old", true)]
    #[case("golden", false)]
    #[case("oldenburg", false)]
    #[case("uefi", false)]
    fn old_values_are_recognized(#[case] value: &str, #[case] expected: bool) {
        assert_eq!(super::is_legacy(value), expected);
    }
}
