//! Types of questions and answers for other languages, generated from their schemas.

pub(crate) mod go;
pub(crate) mod python;
pub(crate) mod typescript;

use std::collections::BTreeMap;

use rootstock_queries::{QuerySchemas, query_schemas};
use serde_json::Value;

/// The schemas of all questions and answers, and the definitions that they refer to.
struct Schemas {
    /// The name of each question, with its own schemas.
    questions: Vec<QuerySchemas>,
    definitions: BTreeMap<String, Value>,
}

impl Schemas {
    fn of_all_questions() -> Self {
        let [mut of_questions, mut definitions]: [BTreeMap<String, Value>; 2] = Default::default();
        let mut questions = query_schemas();
        for query in &mut questions {
            for (schema, named) in [(&mut query.question, &mut of_questions), (&mut query.answer, &mut definitions)] {
                if let Some(Value::Object(found)) = schema.get_mut("$defs").map(Value::take) {
                    named.extend(found);
                }
            }
        }
        // On conflict the type of a question wins, because a question may omit fields that an answer always has.
        definitions.extend(of_questions);
        Self { questions, definitions }
    }
}

/// A declaration with a name.
#[derive(Debug, PartialEq)]
struct Declaration {
    name: String,
    description: String,
    kind: Kind,
}

#[derive(Debug, PartialEq)]
enum Kind {
    /// An object; several alternatives if its fields depend on each other.
    Object(Vec<Vec<Field>>),
    /// Another name of a type.
    Alias(Type),
}

#[derive(Debug, Clone, PartialEq)]
struct Field {
    name: String,
    description: String,
    is_required: bool,
    kind: Type,
}

#[derive(Debug, Clone, PartialEq)]
enum Type {
    Named(String),
    Constant(Value),
    Text,
    Boolean,
    Integer,
    Number,
    Null,
    List(Box<Type>),
    Map(Box<Type>),
    Union(Vec<Type>),
    Any,
}

/// Declarations of all schemas. Objects without a name get one from the places that they are at.
#[derive(Debug)]
struct Declarations {
    definitions: BTreeMap<String, Value>,
    /// The objects that got a name.
    named: BTreeMap<String, Value>,
    declared: BTreeMap<String, Declaration>,
}

impl Declarations {
    fn new(schemas: &Schemas) -> Self {
        let definitions = schemas.definitions.clone();
        let mut all = Self { definitions, named: BTreeMap::new(), declared: BTreeMap::new() };
        for (name, schema) in &schemas.definitions {
            all.declare(name, schema);
        }
        for query in &schemas.questions {
            let name = capitalized(query.name);
            all.declare(&format!("{name}Question"), &query.question);
            all.declare(&format!("{name}Answer"), &query.answer);
        }
        all
    }

    fn declare(&mut self, name: &str, schema: &Value) {
        let kind = match self.alternatives(schema, name) {
            Some(alternatives) => Kind::Object(alternatives),
            None => Kind::Alias(self.type_of(schema, name)),
        };
        let declaration = Declaration { name: name.to_owned(), description: description(schema), kind };
        self.declared.insert(name.to_owned(), declaration);
    }

    /// Returns the alternative lists of fields of an object; `None` for another schema.
    fn alternatives(&mut self, schema: &Value, name: &str) -> Option<Vec<Vec<Field>>> {
        let own = self.fields(schema, name)?;
        let mut all = vec![own];
        let choices = ["anyOf", "oneOf"].iter().filter_map(|key| schema.get(key)?.as_array().cloned());
        let referred = schema.get("$ref").map(|_| vec![referring(schema)]);
        for choice in choices.chain(referred) {
            let mut combined = Vec::new();
            for one in choice {
                let fields = self.resolved(&one, &format!("{name}{}", tag(&one)))?;
                combined.extend(all.iter().flat_map(|own| fields.iter().map(|more| joined(own, more))));
            }
            all = combined;
        }
        Some(all)
    }

    /// Like [`Self::alternatives`], but follows references, and accepts a choice between objects.
    fn resolved(&mut self, schema: &Value, name: &str) -> Option<Vec<Vec<Field>>> {
        if schema.get("properties").is_some() {
            return self.alternatives(schema, name);
        }
        if let Some(target) = target(schema) {
            let definition = self.definitions.get(target)?.clone();
            return self.resolved(&definition, target);
        }
        let choice = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key)?.as_array().cloned());
        match choice {
            Some(choice) => {
                let all: Option<Vec<_>> = choice.iter().map(|one| self.resolved(one, name)).collect();
                Some(all?.into_iter().flatten().collect())
            }
            // An empty schema adds nothing.
            None if schema.as_object().is_some_and(|it| !it.contains_key("type")) => Some(vec![Vec::new()]),
            None => None,
        }
    }

    fn fields(&mut self, schema: &Value, name: &str) -> Option<Vec<Field>> {
        let properties = match schema.get("properties").and_then(Value::as_object) {
            Some(properties) => properties.clone(),
            // A question without fields.
            None if schema.get("unevaluatedProperties").is_some() => return Some(Vec::new()),
            None => return None,
        };
        let required = schema.get("required").and_then(Value::as_array);
        let fields = properties.iter().map(|(field, value)| Field {
            name: field.clone(),
            description: description(value),
            is_required: required.is_some_and(|names| names.iter().any(|one| one == field)),
            kind: self.type_of(value, &format!("{name}{}", capitalized(field))),
        });
        Some(fields.collect())
    }

    /// Returns the type of a schema. An object in it is declared with `name`.
    fn type_of(&mut self, schema: &Value, name: &str) -> Type {
        if schema.get("properties").is_some() {
            let name = self.name_for(schema, name);
            if !self.declared.contains_key(&name) {
                self.declare(&name, schema);
            }
            return Type::Named(name);
        }
        if let Some(target) = target(schema) {
            return Type::Named(target.to_owned());
        }
        if let Some(value) = schema.get("const") {
            return Type::Constant(value.clone());
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return union(values.iter().cloned().map(Type::Constant).collect());
        }
        if let Some(choice) = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key)?.as_array().cloned()) {
            let types = choice.iter().map(|one| self.type_of(one, &format!("{name}{}", tag(one))));
            return union(types.collect());
        }
        match schema.get("type") {
            Some(Value::Array(kinds)) => {
                let kinds: Vec<Value> = kinds.clone();
                union(kinds.iter().map(|kind| self.plain(kind, schema, name)).collect())
            }
            Some(kind) => self.plain(kind, schema, name),
            None => Type::Any,
        }
    }

    /// Returns the name of an object without a name: `wanted`, with a number if another object has it.
    fn name_for(&mut self, schema: &Value, wanted: &str) -> String {
        let names = std::iter::once(wanted.to_owned()).chain((2..).map(|number| format!("{wanted}{number}")));
        for name in names {
            let is_free = !self.definitions.contains_key(&name);
            if is_free && self.named.entry(name.clone()).or_insert_with(|| schema.clone()) == schema {
                return name;
            }
        }
        wanted.to_owned()
    }

    fn plain(&mut self, kind: &Value, schema: &Value, name: &str) -> Type {
        match kind.as_str().unwrap_or_default() {
            "string" => Type::Text,
            "boolean" => Type::Boolean,
            "integer" => Type::Integer,
            "number" => Type::Number,
            "null" => Type::Null,
            "array" => Type::List(Box::new(match schema.get("items") {
                Some(items) => self.type_of(items, name),
                None => Type::Any,
            })),
            "object" => Type::Map(Box::new(match schema.get("additionalProperties") {
                Some(values) => self.type_of(values, name),
                None => Type::Any,
            })),
            _ => Type::Any,
        }
    }
}

/// Returns the name of the definition that a schema refers to.
fn target(schema: &Value) -> Option<&str> {
    Some(schema.get("$ref")?.as_str()?.trim_start_matches("#/$defs/"))
}

/// Returns only the reference of a schema that has fields as well.
fn referring(schema: &Value) -> Value {
    serde_json::json!({ "$ref": schema.get("$ref") })
}

/// Returns the fields of two objects together.
fn joined(own: &[Field], more: &[Field]) -> Vec<Field> {
    let others = more.iter().filter(|one| own.iter().all(|field| field.name != one.name));
    own.iter().chain(others).cloned().collect()
}

/// Returns the union of different types; a single one is that type.
fn union(types: Vec<Type>) -> Type {
    let mut different: Vec<Type> = Vec::new();
    for one in types {
        let members = if let Type::Union(members) = one { members } else { vec![one] };
        for member in members {
            if !different.contains(&member) {
                different.push(member);
            }
        }
    }
    match different.len() {
        1 => different.remove(0),
        _ => Type::Union(different),
    }
}

/// Returns the distinguishing part of the name of an alternative: the value of a constant field, otherwise its first field.
fn tag(schema: &Value) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return String::new() };
    let constant = properties.values().find_map(|field| field.get("const")?.as_str());
    constant.or_else(|| properties.keys().next().map(String::as_str)).map(capitalized).unwrap_or_default()
}

/// Returns the description of a schema in one line.
fn description(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Converts `machine-types` to `MachineTypes`, and `machineType` to `MachineType`.
fn capitalized(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).map(|word| {
        let (first, rest) = word.split_at_checked(1).unwrap_or(("", word));
        first.to_uppercase() + rest
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use rootstock_queries::query_schemas;
    use serde_json::json;

    use super::*;

    fn declarations(definitions: Value) -> Declarations {
        let definitions = serde_json::from_value(definitions).unwrap();
        Declarations::new(&Schemas { questions: Vec::new(), definitions })
    }

    fn shown(all: &Declarations, name: &str) -> String {
        python::declared(&all.declared[name])
    }

    #[test]
    fn objects_become_classes_and_structs() {
        let all = declarations(json!({"X": {
            "description": "An X.",
            "type": "object",
            "required": ["a", "inner"],
            "properties": {
                "a": {"$ref": "#/$defs/A", "description": "Some\n of it."},
                "b": {"type": "array", "items": {"type": ["string", "null"]}},
                "inner": {"type": "object", "properties": {"from": {"const": "x"}}, "required": ["from"]},
            },
        }, "A": {"anyOf": [{"const": "x", "type": "string"}, {"type": "string"}]}}));
        let class = "\nclass X(TypedDict):\n    \"\"\"An X.\"\"\"\n\n    a: A\n    \"\"\"Some of it.\"\"\"\n\n    \
                     b: NotRequired[list[str | None]]\n\n    inner: XInner\n";
        assert_eq!(shown(&all, "X"), class);
        assert_eq!(shown(&all, "XInner"), "\nXInner = TypedDict(\"XInner\", {\n    \"from\": \"Literal['x']\",\n})\n");
        assert_eq!(shown(&all, "A"), "\nA: TypeAlias = \"Literal['x'] | str\"\n");
        let go = go::declared(&all.declared["X"], &all);
        let expected = "\n// X: An X.\ntype X struct {\n\t// Some of it.\n\tA A `json:\"a\"`\n\tB []*string `json:\"b,omitempty\"`\n\tInner \
                        XInner `json:\"inner\"`\n}\n";
        assert_eq!(go, expected);
    }

    /// An object with its own fields and a choice of others is a union in Python, and one struct in Go.
    #[test]
    fn alternatives_share_the_fields_of_their_object() {
        let all = declarations(json!({"X": {
            "properties": {"message": {"type": "string"}},
            "required": ["message"],
            "oneOf": [
                {"$ref": "#/$defs/Y", "properties": {"kind": {"const": "y"}}, "required": ["kind"]},
                {"properties": {"kind": {"const": "z"}}, "required": ["kind"]},
            ],
        }, "Y": {"properties": {"count": {"type": "integer"}}, "required": ["count"]}}));
        let text = shown(&all, "X");
        assert!(text.contains("class X1(TypedDict)") && text.contains("    count: int\n"), "{text}");
        assert!(text.ends_with("\nX: TypeAlias = \"X1 | X2\"\n"), "{text}");
        let go = go::declared(&all.declared["X"], &all);
        let expected = "\ntype X struct {\n\tCount *int64 `json:\"count,omitempty\"`\n\tKind string `json:\"kind\"`\n\tMessage string \
                        `json:\"message\"`\n}\n";
        assert_eq!(go, expected);
    }

    /// No reference leads nowhere, and each question has a function.
    #[test]
    fn every_named_type_is_declared() {
        let all = Declarations::new(&Schemas::of_all_questions());
        for declaration in all.declared.values() {
            let types: Vec<&Type> = match &declaration.kind {
                Kind::Alias(kind) => vec![kind],
                Kind::Object(alternatives) => alternatives.iter().flatten().map(|field| &field.kind).collect(),
            };
            types.into_iter().for_each(|kind| assert_declared(kind, &all));
        }
        for query in query_schemas() {
            let function = format!("\ndef {}(\n", query.name.replace('-', "_"));
            assert!(python::functions().contains(&function), "{function}");
            assert!(
                go::methods().contains(&format!(") {}(ctx context.Context", capitalized(query.name))),
                "{function}"
            );
        }
    }

    fn assert_declared(kind: &Type, all: &Declarations) {
        match kind {
            Type::Named(name) => assert!(all.declared.contains_key(name), "{name}"),
            Type::List(inner) | Type::Map(inner) => assert_declared(inner, all),
            Type::Union(members) => members.iter().for_each(|member| assert_declared(member, all)),
            _ => {}
        }
    }
}
