//! `spec.volumeTypes`.

use rootstock_core_model::names::unprefixed_name;
use rootstock_core_model::{BadValue, Path, Rule, Source, Violation, VolumeType};

use crate::scope::Scope;
use crate::seen::{Seen, with_first_occurrence};

rootstock_core_model::rules! {
    VOLUME_TYPE_NAME_MISSING: Error, since "0.1.0", Source::Gardener;
    VOLUME_TYPE_NAME_INVALID: Error, since "0.1.0", Source::Gardener;
    VOLUME_TYPE_DUPLICATE: Error, since "0.1.0", Source::Gardener;
    VOLUME_TYPE_CLASS_MISSING: Error, since "0.1.0", Source::Gardener;
    VOLUME_TYPE_CLASS_INVALID: Error, since "0.1.0", Source::Gardener;
    VOLUME_TYPE_MIN_SIZE_NEGATIVE: Error, since "0.1.0", Source::Gardener;
}

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let list = scope.path.field("volumeTypes");
    let mut seen = Seen::default();
    for (position, volume_type) in scope.spec.volume_types.iter().flatten().enumerate() {
        let item = list.index(position);
        let name = &volume_type.name;
        check_name(
            &VOLUME_TYPE_NAME_MISSING,
            &VOLUME_TYPE_NAME_INVALID,
            &item.field("name"),
            name,
            "a volume type needs a name",
            findings,
        );
        if let Some(first) = seen.repeats(name, position)
            // Two empty names are two missing names, not a duplicate.
            && (scope.quirks().findings.follow_up_errors || !name.is_empty())
        {
            let violation = Violation::duplicate(&VOLUME_TYPE_DUPLICATE, &item.field("name"), name.as_str());
            findings.push(with_first_occurrence(violation, list.index(first).field("name").to_field_path()));
            if scope.quirks().findings.repeated_name_hides_findings {
                return;
            }
        }
        check_class_and_size(volume_type, &item, findings);
    }
}

fn check_class_and_size(volume_type: &VolumeType, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let missing = "a volume type needs a class, for example `standard`";
    check_name(
        &VOLUME_TYPE_CLASS_MISSING,
        &VOLUME_TYPE_CLASS_INVALID,
        &item.field("class"),
        &volume_type.class,
        missing,
        findings,
    );
    if let Some(size) = volume_type.min_size.as_ref().filter(|size| size.is_negative()) {
        let bad = BadValue::Text(size.to_string());
        let detail = "a size must not be negative";
        findings.push(Violation::invalid(&VOLUME_TYPE_MIN_SIZE_NEGATIVE, &item.field("minSize"), bad, detail));
    }
}

/// Checks that a text is present and a valid name.
fn check_name(
    missing: &'static Rule,
    invalid: &'static Rule,
    path: &Path<'_>,
    text: &str,
    when_missing: &'static str,
    findings: &mut Vec<Violation>,
) {
    if text.is_empty() {
        findings.push(Violation::required(missing, path, when_missing));
        return;
    }
    let faults = unprefixed_name(text);
    if !faults.is_empty() {
        let details: Vec<String> = faults.iter().map(ToString::to_string).collect();
        findings.push(Violation::invalid(invalid, path, text, details.join("; ")));
    }
}
