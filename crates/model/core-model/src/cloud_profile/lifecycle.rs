//! The schema of a version's `lifecycle`, whose type is defined in another crate.

use rootstock_document::Releases;
use rootstock_document::schema::{Compare, FieldSchema, ObjectSchema, Shape};

/// A list of [`LifecycleStage`](rootstock_versioning::LifecycleStage).
pub(super) const STAGES: Shape = Shape::List(&Shape::Object(&ObjectSchema {
    type_name: "LifecycleStage",
    fields: &[
        FieldSchema {
            name: "classification",
            shape: Shape::Scalar("String"),
            is_key: true,
            offers: None,
            refers_to: None,
            compare: Compare::Effect,
            releases: Releases::ALL,
        },
        FieldSchema {
            name: "startTime",
            shape: Shape::Any,
            is_key: false,
            offers: None,
            refers_to: None,
            compare: Compare::Effect,
            releases: Releases::ALL,
        },
    ],
}));

#[cfg(test)]
mod tests {
    use rootstock_versioning::{LifecycleStage, Timestamp};

    use super::*;

    #[test]
    fn the_fields_are_those_of_a_stage() {
        let stage = LifecycleStage {
            start_time: Some("2026-01-01T00:00:00Z".parse::<Timestamp>().unwrap()),
            ..LifecycleStage::default()
        };
        let Shape::List(Shape::Object(schema)) = STAGES else { panic!("a list of objects") };
        let names: Vec<&str> = schema.fields.iter().map(|field| field.name).collect();
        let serde_json::Value::Object(written) = serde_json::to_value(stage).unwrap() else { panic!("an object") };
        assert_eq!(written.keys().collect::<Vec<_>>(), names);
    }
}
