//! Yes/no values: those of two images or machines have no useful intersection, and a third value never fits in.

use rootstock_core_model::{Path, Severity, Source, Violation};

use crate::CoreSubject;
use crate::listing::listed;

rootstock_core_model::rules! {
    /// A capability that asks a question instead of listing values that exist.
    CAPABILITY_NOT_POSITIVE: Warning, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
}

const ANSWERS: [&str; 12] = ["0", "1", "f", "false", "n", "no", "off", "on", "t", "true", "y", "yes"];

/// Words with which the name of such a capability begins.
const QUESTIONS: [&str; 9] = ["allows", "can", "enables", "has", "is", "no", "supports", "with", "without"];

pub(crate) fn check(subject: &CoreSubject<'_>, advice: &mut Vec<Violation>) {
    let spec = Path::root("spec");
    let list = spec.field("machineCapabilities");
    for (position, definition) in subject.profile.spec.capability_definitions().iter().enumerate() {
        let item = list.index(position);
        let is_answer = |value: &String| ANSWERS.contains(&value.to_ascii_lowercase().as_str());
        let name = definition.name.as_str();
        let help = "use values that name what is supported, the best first: `storageAccess: [NVMe, SCSI]` instead of \
                    `supportsNVMe: [true, false]`";
        if !definition.values.is_empty() && definition.values.iter().all(is_answer) {
            let values = definition.values.iter().map(String::as_str);
            let detail = format!(
                "the values of `{name}` answer a yes-or-no question ({}): omitting the capability would mean both, \
                 and a third possibility can never be added",
                listed(values)
            );
            advice
                .push(Violation::advice(&CAPABILITY_NOT_POSITIVE, &item.field("values"), name, detail).with_help(help));
        } else if let Some(word) = question_word(name) {
            let detail = format!("the name `{name}` asks a question (`{word}…`), so its values can only be yes or no");
            advice.push(
                Violation::advice(&CAPABILITY_NOT_POSITIVE, &item.field("name"), name, detail)
                    .with_severity(Severity::Note)
                    .with_help(help),
            );
        }
    }
}

/// Returns the question word at the beginning of a name like `supportsNVMe` or `has-gpu`.
fn question_word(name: &str) -> Option<&'static str> {
    QUESTIONS.into_iter().find(|word| {
        let rest = name.strip_prefix(word).unwrap_or_default();
        rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '-' || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("supportsNVMe", Some("supports"))]
    #[case("has-gpu", Some("has"))]
    #[case("isMetal", Some("is"))]
    #[case("isolation", None)]
    #[case("network", None)]
    #[case("hash", None)]
    #[case("withoutSwap", Some("without"))]
    fn question_words_are_recognized(#[case] name: &str, #[case] word: Option<&str>) {
        assert_eq!(question_word(name), word);
    }
}
