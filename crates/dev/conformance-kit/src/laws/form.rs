//! Laws about decoding the provider section: strict, recovering and deterministic.

use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::{FieldPath, Segment, Severity, Violation, ViolationKind};
use serde::Serialize;
use serde_json::{Value, json};

use crate::document::{ReversedKeys, at, is_within, places, removed, replaced, with_field};
use crate::oracle::Answer;
use crate::report::{CheckedCases, Stop, ensure};
use crate::scenario::Validity;
use crate::subject::{Subject, config_of, config_path, object, shown};
use crate::test_profile::TestProfile;
use crate::writing;
use rootstock_provider_api::IdentityDefaults;

/// A name that no field has.
const UNKNOWN: &str = "unknownToEverybody";

pub(crate) fn sample(subject: &Subject) -> CheckedCases {
    let sample = subject.sample();
    let configs = [sample.worker_config, sample.infrastructure_config, sample.control_plane_config];
    for json in [sample.settings, sample.legacy_fields].into_iter().chain(configs) {
        object(json).map_err(Stop::Broken)?;
    }
    let taken = ["apiVersion", "kind", "machineImages"];
    let taken = taken.into_iter().find(|name| subject.settings().contains_key(*name));
    ensure(taken.is_none(), || format!("`{}` is written by the kit, not by the settings", taken.unwrap_or_default()))?;
    if !subject.has_images() {
        return Err(Stop::NotApplicable("the plug-in's `SAMPLE` has no images"));
    }
    // Without examples, the laws would hold vacuously for any plug-in.
    ensure(!subject.examples()?.is_empty(), || {
        "the plug-in supports neither capabilities nor a legacy format: give its `SAMPLE` one (`in_legacy_format`)"
            .to_owned()
    })?;
    let mut cases = 0;
    for scenario in subject.scenarios(Validity::Exact)? {
        let document = writing::profile(subject, &scenario);
        for semantics in [Documented, Gardener] {
            let outcome = subject.check(&document, semantics);
            let wrong = outcome.violations.iter().any(|found| found.severity == Severity::Error);
            ensure(outcome.decodable && outcome.config.is_some() && !wrong, || {
                format!("{}\n{semantics:?} semantics find\n{}", config_of(&document), shown(&outcome.violations))
            })?;
            cases += 1;
        }
    }
    Ok(cases)
}

pub(crate) fn identity(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for document in subject.examples()? {
        for field in ["apiVersion", "kind"] {
            let path = config_path().field(field);
            let foreign = [json!("other.example/v1"), json!("Other"), json!("")];
            let damaged = foreign.into_iter().map(|value| replaced(&document, &path, value));
            let may_be_missing = match subject.extension().identity_defaults {
                IdentityDefaults::Nothing => false,
                IdentityDefaults::Kind => field == "kind",
                IdentityDefaults::Everything => true,
            };
            for damaged in damaged.chain([removed(&document, &path)]) {
                let is_missing = at(&damaged, &path).is_none_or(|value| value == "");
                for semantics in [Documented, Gardener] {
                    let outcome = subject.check(&damaged, semantics);
                    let reported = outcome.violations.iter().any(|one| one.path == path);
                    let is_wrong = !(is_missing && may_be_missing);
                    ensure(reported == is_wrong && !(is_wrong && outcome.decodable), || {
                        format!("{}\nfound at {path}: {}", config_of(&damaged), shown(&outcome.violations))
                    })?;
                    cases += 1;
                }
            }
        }
    }
    Ok(cases)
}

/// Returns the paths of the objects in the provider section.
fn objects(document: &Value) -> Vec<FieldPath> {
    let mut places = places(document, &config_path());
    places.retain(|path| at(document, path).is_some_and(Value::is_object));
    places
}

/// Returns the document with an unknown field in the object at `place`. In a map of capabilities, whose keys are data,
/// it is a well-formed entry.
fn with_unknown(document: &Value, place: &FieldPath) -> Value {
    with_field(document, place, UNKNOWN, json!(["kit"]))
}

fn must_read_all_fields(subject: &Subject) -> Result<(), Stop> {
    match subject.extension().reads_all_fields {
        true => Ok(()),
        false => Err(Stop::NotApplicable("the plug-in reads only some of the fields")),
    }
}

pub(crate) fn unknown_fields(subject: &Subject) -> CheckedCases {
    must_read_all_fields(subject)?;
    let mut cases = 0;
    for document in subject.examples()? {
        for place in objects(&document) {
            let strange = (with_unknown(&document, &place), place.clone().field(UNKNOWN));
            let fields = at(&document, &place).and_then(Value::as_object).into_iter().flatten();
            let renamed = fields.map(|(name, value)| {
                let other = with_other_case(name);
                let without = removed(&document, &place.clone().field(name.clone()));
                (with_field(&without, &place, &other, value.clone()), place.clone().field(other))
            });
            for (damaged, path) in std::iter::once(strange).chain(renamed) {
                let found = subject.findings(&damaged);
                let reported = found.iter().any(|one| one.path == path && one.severity == Severity::Error);
                ensure(reported, || format!("{}\nfound at {path}: {}", config_of(&damaged), shown(&found)))?;
                cases += 1;
            }
        }
    }
    Ok(cases)
}

/// Returns a name with the case of its first letter changed.
fn with_other_case(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| match first.is_ascii_lowercase() {
        true => first.to_ascii_uppercase(),
        false => first.to_ascii_lowercase(),
    });
    first.into_iter().chain(letters).collect()
}

/// Returns values of types other than that of `value`.
fn of_other_types(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(_) => vec![json!("text"), json!(["text"])],
        Value::Array(_) => vec![json!("text"), json!({ "key": "text" })],
        Value::String(_) => vec![json!(["text"]), json!({ "key": "text" }), json!(5)],
        _ => vec![json!(["text"]), json!({ "key": "text" })],
    }
}

pub(crate) fn wrong_types(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for document in subject.examples()? {
        for place in places(&document, &config_path()) {
            for value in at(&document, &place).map(of_other_types).unwrap_or_default() {
                let damaged = replaced(&document, &place, value);
                let outcome = subject.check(&damaged, Documented);
                let reported = outcome.violations.iter().any(|one| is_within(&one.path, &place));
                ensure(reported && !outcome.decodable, || {
                    format!("{}\nfound at {place}: {}", config_of(&damaged), shown(&outcome.violations))
                })?;
                cases += 1;
            }
        }
    }
    Ok(cases)
}

pub(crate) fn recovery(subject: &Subject) -> CheckedCases {
    must_read_all_fields(subject)?;
    let mut cases = 0;
    for document in subject.examples()? {
        let is_map = |path: &FieldPath| {
            path.segments().last().is_some_and(|last| matches!(last, Segment::Field(name) if name == "capabilities"))
        };
        let objects: Vec<FieldPath> = objects(&document).into_iter().filter(|path| !is_map(path)).collect();
        for (index, first) in objects.iter().enumerate() {
            for second in objects.iter().skip(index + 1).step_by(3) {
                let damaged = with_unknown(&with_unknown(&document, first), second);
                let found = subject.findings(&damaged);
                for path in [first, second].map(|place| place.clone().field(UNKNOWN)) {
                    let reported = found.iter().any(|one| one.path == path && one.kind == ViolationKind::UnknownField);
                    ensure(reported, || format!("{}\nfound at {path}: {}", config_of(&damaged), shown(&found)))?;
                }
                cases += 1;
            }
        }
    }
    Ok(cases)
}

pub(crate) fn determinism(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for document in subject.examples()? {
        let mut variants = vec![document.clone()];
        variants.extend(objects(&document).iter().map(|place| with_unknown(&document, place)));
        variants.extend(places(&document, &config_path()).iter().map(|place| removed(&document, place)));
        for variant in variants {
            let spec = variant.get("spec").unwrap_or(&Value::Null);
            let first = everything(subject, spec);
            for other in [everything(subject, spec), everything(subject, &ReversedKeys(spec))] {
                ensure(first == other, || {
                    let (first, other) = (first.0.join("\n"), other.0.join("\n"));
                    format!("{}\nfirst\n{first}\nthen\n{other}", config_of(&variant))
                })?;
            }
            cases += 1;
        }
    }
    Ok(cases)
}

/// Returns all findings and all choices of a profile.
fn everything(subject: &Subject, spec: &impl Serialize) -> (Vec<String>, Vec<Answer>) {
    let Some(test_profile) = TestProfile::open(subject, spec) else { return (vec!["unusable".to_owned()], Vec::new()) };
    let found = subject.check_spec(&test_profile.spec, Documented).violations;
    // Compare without the messages, which may quote the document in its own order.
    let line =
        |one: &Violation| format!("{} {} {:?} {} {:?}", one.rule.name, one.path, one.kind, one.severity as u8, one.bad);
    let mut lines: Vec<String> = found.iter().map(line).collect();
    lines.sort_unstable();
    (lines, test_profile.answers().into_iter().map(|(_, answer)| answer).collect())
}
