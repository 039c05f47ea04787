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
        } else if let Some((index, value)) = definition.values.iter().enumerate().find(|(_, value)| is_denial(value)) {
            let positive = definition.values.iter().find(|other| is_denial_of(value, other));
            let (why, severity) = match positive {
                Some(_) => ("the two values answer a yes-or-no question", Severity::Warning),
                None => ("a third possibility would be included in it", Severity::Note),
            };
            let detail =
                format!("the value `{value}` of `{name}` denies something instead of naming what is supported: {why}");
            advice.push(
                Violation::advice(&CAPABILITY_NOT_POSITIVE, &item.field("values").index(index), value.as_str(), detail)
                    .with_severity(severity)
                    .with_help(help),
            );
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

/// Words with which a value begins that denies something.
const DENIALS: [&str; 6] = ["no", "non", "not", "un", "without", "lacks"];

/// Returns the rest of a value like `no-nvme` or `withoutSwap`.
fn denied(value: &str) -> Option<&str> {
    DENIALS.iter().find_map(|word| {
        let rest = value.strip_prefix(word)?;
        match rest.strip_prefix(['-', '_', '.']) {
            Some(rest) => Some(rest).filter(|rest| !rest.is_empty()),
            None => Some(rest).filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase())),
        }
    })
}

fn is_denial(value: &str) -> bool {
    denied(value).is_some()
}

fn is_denial_of(value: &str, other: &str) -> bool {
    denied(value).is_some_and(|rest| rest.eq_ignore_ascii_case(other))
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
    #[case("no-nvme", Some("nvme"))]
    #[case("noNvme", Some("Nvme"))]
    #[case("without_swap", Some("swap"))]
    #[case("non-accelerated", Some("accelerated"))]
    #[case("none", None)]
    #[case("nvme", None)]
    #[case("north-1", None)]
    #[case("no-", None)]
    #[case("unified", None)]
    fn denials_are_recognized(#[case] value: &str, #[case] rest: Option<&str>) {
        assert_eq!(denied(value), rest);
    }

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
