//! JSON Schemas of the questions, and of the answers as the faces write them.

use rootstock_analysis::BaselineFile;
use rootstock_upkeep::{ChangeList, MachineTypeList, ReferenceList};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::description::remove_examples;
use crate::{Example, LockDiffAnswer, Query, QuerySubject, QueryVisitor, visit_queries};

/// The JSON Schemas (2020-12) of a question, with its metadata.
#[derive(Debug, Clone, PartialEq)]
pub struct QuerySchemas {
    /// The name and version of the answer's schema: `rootstock.NAME/vN`.
    pub form: &'static str,
    /// The name by which faces ask the question.
    pub name: &'static str,
    /// The subject of the question.
    pub about: QuerySubject,
    /// The example of the documentation.
    pub example: Example,
    /// The schema of the question. It rejects unknown fields, because a misspelled field would silently change the question.
    pub question: Value,
    /// The schema of the answer. Fields may be added within a version.
    pub answer: Value,
}

/// Returns the schemas of all questions, ordered by the schemas of their answers.
#[must_use]
pub fn query_schemas() -> Vec<QuerySchemas> {
    struct All(Vec<QuerySchemas>);
    impl QueryVisitor for All {
        fn question<Q: Query>(&mut self) {
            self.0.push(QuerySchemas::of::<Q>());
        }
    }
    let mut all = All(Vec::new());
    visit_queries(&mut all);
    all.0
}

impl QuerySchemas {
    /// Returns the schemas of a question.
    #[must_use]
    pub fn of<Q: Query>() -> Self {
        Self {
            form: Q::ANSWER_SCHEMA,
            name: Q::name(),
            about: Q::SUBJECT,
            example: Q::EXAMPLE,
            question: question::<Q>(),
            answer: answer::<Q::Answer>(Q::ANSWER_SCHEMA),
        }
    }
}

/// Returns the schema of a list of references, which `upkeep` reads.
#[must_use]
pub fn reference_list_schema() -> Value {
    list_schema::<ReferenceList>("A list of references")
}

/// Returns the schema of a list of machine types, which `upkeep machine-type` reads.
#[must_use]
pub fn machine_type_list_schema() -> Value {
    list_schema::<MachineTypeList>("A list of machine types")
}

/// Returns the schema of a list of changes, which `upkeep apply` reads.
#[must_use]
pub fn change_list_schema() -> Value {
    list_schema::<ChangeList>("A list of changes")
}

/// Returns the schema of a baseline, which `check --baseline` reads.
#[must_use]
pub fn baseline_schema() -> Value {
    list_schema::<BaselineFile>("A baseline of findings")
}

/// Returns a generator of schemas whose descriptions have no examples in Rust.
fn generator(settings: SchemaSettings) -> SchemaGenerator {
    let without_examples = |schema: &mut Schema| schema.as_object_mut().into_iter().for_each(remove_examples);
    settings.with_transform(RecursiveTransform(without_examples)).into_generator()
}

fn list_schema<L: JsonSchema>(title: &str) -> Value {
    let generator = generator(SchemaSettings::draft2020_12().for_deserialize());
    let mut schema = generator.into_root_schema_for::<L>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), json!(title));
    }
    schema
}

fn question<Q: Query>() -> Value {
    let generator = generator(SchemaSettings::draft2020_12().for_deserialize());
    let mut schema = generator.into_root_schema_for::<Q>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), json!(format!("The question of {}", Q::ANSWER_SCHEMA)));
        root.insert("unevaluatedProperties".to_owned(), json!(false));
    }
    schema
}

/// Returns the schema of the answer of `lock diff`, which only the command gives.
#[must_use]
pub fn lock_diff_schema() -> Value {
    answer::<LockDiffAnswer>(LockDiffAnswer::SCHEMA)
}

fn answer<A: JsonSchema>(form: &str) -> Value {
    let generator = generator(SchemaSettings::draft2020_12().for_serialize());
    let mut schema = generator.into_root_schema_for::<A>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), json!(form));
        let envelope = json!({
            "schema": {"const": form, "description": "The name and version of the answer's format."},
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
