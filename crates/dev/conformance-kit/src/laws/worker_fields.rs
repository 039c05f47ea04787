//! The law that no field of a worker's config is overlooked.

use rootstock_core_model::{FieldPath, Path, Segment, ViolationKind};
use rootstock_document::schema::Shape;
use serde_json::{Map, Value, json};

use crate::document::{at, places, with_field};
use crate::report::{CheckedCases, Stop, ensure};
use crate::subject::{Subject, object, raw, shown};
use rootstock_provider_api::RollingConfig;

/// A name that no field has.
const UNKNOWN: &str = "unknownToEverybody";

pub(crate) fn worker_fields(subject: &Subject) -> CheckedCases {
    let extension = subject.extension();
    let config = object(subject.sample().worker_config).map_err(Stop::Broken)?;
    let reads_some = !extension.worker_capabilities.is_empty()
        || !config.is_empty()
        || !matches!(extension.rolling.config, RollingConfig::Unknown);
    let Some(known) = &extension.worker_config else {
        ensure(!reads_some, || {
            "the plug-in knows fields of a worker's config: describe its type in `worker_config`".to_owned()
        })?;
        return Err(Stop::NotApplicable("the extension reads no config of workers"));
    };
    let root = Path::root("providerConfig");
    let mut cases = 0;
    // A misspelt field at each object of the sample, and at each object that the type can have.
    for whole in [Value::Object(config), example(known.shape())] {
        let document = json!({ "providerConfig": whole });
        let found = |document: &Value| {
            let config = document.get("providerConfig").and_then(Value::as_object).cloned().unwrap_or_default();
            subject.provider.check_worker_config(&raw(&config), &root)
        };
        let fine = found(&document);
        ensure(fine.is_empty(), || format!("{document}\nhas no unknown field, but {}", shown(&fine)))?;
        for place in places(&document, &root.to_field_path()) {
            if !at(&document, &place).is_some_and(Value::is_object) || is_map(known.shape(), &place) {
                continue;
            }
            let damaged = with_field(&document, &place, UNKNOWN, json!(["kit"]));
            let (found, path) = (found(&damaged), place.field(UNKNOWN));
            let is_reported = found.iter().any(|one| one.path == path && one.kind == ViolationKind::UnknownField);
            ensure(is_reported && found.len() == 1, || format!("{damaged}\nfound at {path}: {}", shown(&found)))?;
            cases += 1;
        }
    }
    if let RollingConfig::Chosen { settings, without_effect, .. } = extension.rolling.config {
        for setting in settings.iter().chain(without_effect) {
            ensure(has(known.shape(), setting), || {
                format!("`{setting}` rolls workers, but is not in `worker_config`")
            })?;
            cases += 1;
        }
    }
    Ok(cases)
}

/// Returns a value of this form with an object wherever there can be one; scalars are left out.
fn example(shape: Shape) -> Value {
    match shape {
        Shape::Object(schema) => {
            let fields = schema.fields.iter().filter(|field| !matches!(field.shape, Shape::Any | Shape::Scalar(_)));
            Value::Object(fields.map(|field| (field.name.to_owned(), example(field.shape))).collect())
        }
        Shape::List(Shape::Any | Shape::Scalar(_)) => json!([]),
        Shape::List(item) => json!([example(*item)]),
        Shape::Map(_) => Value::Object(Map::new()),
        Shape::Any | Shape::Scalar(_) => Value::Null,
    }
}

/// Whether any name is allowed at a path below `providerConfig`.
fn is_map(shape: Shape, path: &FieldPath) -> bool {
    let below = |shape: Shape, step: &Segment| match step {
        Segment::Field(name) => shape.below(name),
        Segment::Index(_) => shape.below(""),
    };
    matches!(path.segments().iter().skip(1).fold(shape, below), Shape::Map(_))
}

/// Whether the form has a field, given without list indices.
fn has(shape: Shape, setting: &str) -> bool {
    let below = |shape: Shape, name: &str| {
        let shape = if let Shape::List(item) = shape { *item } else { shape };
        match shape {
            Shape::Object(schema) => schema.field(name).map(|field| field.shape),
            Shape::Map(value) => Some(*value),
            _ => None,
        }
    };
    setting.split('.').try_fold(shape, below).is_some()
}
