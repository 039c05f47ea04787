//! JSON Schemas of the questions, and of the answers as the faces write them.

use rootstock_upkeep::{ChangeList, MachineTypeList, ReferenceList};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::{
    CanonicalizeQuery, CheckQuery, DefaultQuery, DiffQuery, ImagesQuery, MachineTypesQuery, MatrixQuery, MigrateQuery,
    MissingQuery, PlanExplainQuery, PlanQuery, ProposalQuery, ProviderQuery, ProvidersQuery, Query, QuirksQuery,
    RenderQuery, ResolveQuery, RollsQuery, RuleQuery, RulesQuery, SelectQuery, UpkeepQuery, UsageQuery, VersionsQuery,
};

/// The schemas (JSON Schema 2020-12) of one question.
#[derive(Debug, Clone, PartialEq)]
pub struct QuerySchemas {
    /// Name and version of the answer's form: `rootstock.NAME/vN`.
    pub form: &'static str,
    /// The question. A field that it does not have is wrong: whoever misspells one would ask for something else.
    pub question: Value,
    /// The answer. Fields may be added within a version.
    pub answer: Value,
}

/// The schemas of all questions, in the order of the forms of their answers.
#[must_use]
pub fn query_schemas() -> Vec<QuerySchemas> {
    vec![
        schemas_of::<CanonicalizeQuery>(),
        schemas_of::<CheckQuery>(),
        schemas_of::<DefaultQuery>(),
        schemas_of::<DiffQuery>(),
        schemas_of::<RuleQuery>(),
        schemas_of::<ImagesQuery>(),
        schemas_of::<MachineTypesQuery>(),
        schemas_of::<MatrixQuery>(),
        schemas_of::<MigrateQuery>(),
        schemas_of::<MissingQuery>(),
        schemas_of::<PlanQuery>(),
        schemas_of::<PlanExplainQuery>(),
        schemas_of::<ProviderQuery>(),
        schemas_of::<ProvidersQuery>(),
        schemas_of::<QuirksQuery>(),
        schemas_of::<RenderQuery>(),
        schemas_of::<ResolveQuery>(),
        schemas_of::<RollsQuery>(),
        schemas_of::<RulesQuery>(),
        schemas_of::<SelectQuery>(),
        schemas_of::<UpkeepQuery>(),
        schemas_of::<ProposalQuery>(),
        schemas_of::<UsageQuery>(),
        schemas_of::<VersionsQuery>(),
    ]
}

/// The schema of a list of references, which `upkeep` reads.
#[must_use]
pub fn reference_list_schema() -> Value {
    list_schema::<ReferenceList>("A list of references")
}

/// The schema of a list of machine types, which `upkeep machine-type` reads.
#[must_use]
pub fn machine_type_list_schema() -> Value {
    list_schema::<MachineTypeList>("A list of machine types")
}

/// The schema of a list of changes, which `upkeep apply` reads.
#[must_use]
pub fn change_list_schema() -> Value {
    list_schema::<ChangeList>("A list of changes")
}

fn list_schema<L: JsonSchema>(title: &str) -> Value {
    let generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let mut schema = generator.into_root_schema_for::<L>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), json!(title));
    }
    schema
}

fn schemas_of<Q: Query<Answer: JsonSchema> + JsonSchema>() -> QuerySchemas {
    QuerySchemas { form: Q::FORM, question: question::<Q>(), answer: answer::<Q>() }
}

fn question<Q: Query + JsonSchema>() -> Value {
    let generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Q>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), json!(format!("The question of {}", Q::FORM)));
        root.insert("unevaluatedProperties".to_owned(), json!(false));
    }
    schema
}

fn answer<Q: Query<Answer: JsonSchema>>() -> Value {
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
    schema
}
