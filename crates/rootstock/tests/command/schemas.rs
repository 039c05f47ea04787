//! JSON answers against their schemas, by a validator that is not ours; and against what the library answers.

use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::Semantics;
use rootstock_queries::{
    Asked, Envelope, ProfileAsked, ProvidersQuery, Query, QuirksQuery, RuleQuery, RulesQuery, VersionsQuery,
};
use rstest::rstest;
use serde_json::Value;

use crate::{AT, fixtures, run};

fn schema(file: &str) -> Value {
    let path = fixtures().join("../../docs/schemas").join(file);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn answer(arguments: &[&str]) -> Value {
    let answer = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(answer.status, 0, "{answer}");
    serde_json::from_str(&answer.out).unwrap()
}

#[rstest]
#[case("explain.v1.json", &["explain", "provider-flavor-unmapped"])]
#[case("providers.v1.json", &["providers"])]
#[case("quirks.v1.json", &["quirks"])]
#[case("rules.v1.json", &["rules"])]
#[case("versions.v1.json", &["versions", "orchard.yaml", "--at", AT])]
#[case("versions.v1.json", &["versions", "orchard.yaml", "--at", "2026-09-02T00:00:00Z", "--semantics", "gardener"])]
fn answers_are_valid(#[case] file: &str, #[case] arguments: &[&str]) {
    let (schema, answer) = (schema(file), answer(arguments));
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&answer).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert_eq!(errors, Vec::<String>::new());
    // Every field is one that the schema knows, so that one with another name is seen; and none may be missing.
    let known: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    for field in answer.as_object().unwrap().keys() {
        assert!(known.contains(&field), "`{field}` is not in {file}");
        let mut without = answer.clone();
        without.as_object_mut().unwrap().remove(field);
        let is_required = schema["required"].as_array().unwrap().iter().any(|one| one == field);
        assert_eq!(validator.is_valid(&without), !is_required, "without `{field}`");
    }
}

fn bytes<Q: Query>(query: &Q, over: Q::Over<'_>) -> String {
    let envelope =
        Envelope { schema: Q::FORM, tool_version: env!("CARGO_PKG_VERSION"), answer: query.ask(over).unwrap() };
    serde_json::to_string_pretty(&envelope).unwrap() + "\n"
}

#[test]
fn the_library_answers_the_same_bytes() {
    let registry = rootstock_providers::registry().unwrap();
    let json = |arguments: &[&str]| run(&[arguments, &["--format", "json"]].concat()).out;
    assert_eq!(json(&["providers"]), bytes(&ProvidersQuery {}, &registry));
    assert_eq!(json(&["quirks"]), bytes(&QuirksQuery {}, ()));
    assert_eq!(json(&["rules"]), bytes(&RulesQuery {}, &registry));
    let rule = "provider-flavor-unmapped";
    assert_eq!(json(&["explain", rule]), bytes(&RuleQuery { rule: rule.to_owned() }, &registry));
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let asked = Asked::new(semantics, AT.parse().unwrap());
        let mut analysis = Analysis::new(registry.clone(), asked.settings);
        let text = std::fs::read(fixtures().join("orchard.yaml")).unwrap();
        analysis.set(Role::Checked, "orchard.yaml", &text);
        let profile =
            analysis.objects(Role::Checked, "orchard.yaml").find_map(|object| object.cloud_profile()).unwrap();
        let over = ProfileAsked { profile, asked };
        let named = format!("{semantics:?}").to_lowercase();
        let command = |question: &[&str]| json(&[question, &["--at", AT, "--semantics", &named]].concat());
        assert_eq!(command(&["versions", "orchard.yaml"]), bytes(&VersionsQuery {}, over));
    }
}
