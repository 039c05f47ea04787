//! JSON Schemas of the answers, as the faces write them.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::{
    CanonicalizeQuery, CheckQuery, DefaultQuery, DiffQuery, ImagesQuery, MachineTypesQuery, MatrixQuery, MigrateQuery,
    PlanExplainQuery, PlanQuery, ProvidersQuery, Query, QuirksQuery, RenderQuery, ResolveQuery, RollsQuery, RuleQuery,
    RulesQuery, SelectQuery, UsageQuery, VersionsQuery,
};

/// The schema of one answer.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerSchema {
    /// Name and version of the answer's form: `rootstock.NAME/vN`.
    pub form: &'static str,
    /// The schema (JSON Schema 2020-12).
    pub schema: Value,
}

/// The schemas of all answers that are types, in the order of their forms.
#[must_use]
pub fn answer_schemas() -> Vec<AnswerSchema> {
    vec![
        schema_of::<CanonicalizeQuery>(),
        schema_of::<CheckQuery>(),
        schema_of::<DefaultQuery>(),
        schema_of::<DiffQuery>(),
        schema_of::<RuleQuery>(),
        schema_of::<ImagesQuery>(),
        schema_of::<MachineTypesQuery>(),
        schema_of::<MatrixQuery>(),
        schema_of::<MigrateQuery>(),
        schema_of::<PlanQuery>(),
        schema_of::<PlanExplainQuery>(),
        schema_of::<ProvidersQuery>(),
        schema_of::<QuirksQuery>(),
        schema_of::<RenderQuery>(),
        schema_of::<ResolveQuery>(),
        schema_of::<RollsQuery>(),
        schema_of::<RulesQuery>(),
        schema_of::<SelectQuery>(),
        schema_of::<UsageQuery>(),
        schema_of::<VersionsQuery>(),
    ]
}

fn schema_of<Q: Query<Answer: JsonSchema>>() -> AnswerSchema {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Q::Answer>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), json!(Q::FORM));
        let envelope = json!({
            "schema": {"const": Q::FORM, "description": "Name and version of the answer's form."},
            "toolVersion": {"type": "string", "description": "The version of the program that answered."},
        });
        let properties = root.entry("properties").or_insert_with(|| json!({}));
        if let (Some(properties), Value::Object(envelope)) = (properties.as_object_mut(), envelope) {
            properties.extend(envelope);
        }
        let required = root.entry("required").or_insert_with(|| json!([]));
        if let Some(required) = required.as_array_mut() {
            required.splice(0..0, [json!("schema"), json!("toolVersion")]);
        }
    }
    AnswerSchema { form: Q::FORM, schema }
}
