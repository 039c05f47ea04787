//! Long lists take linear time: anything quadratic is noticeably slow here.

use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::Semantics;
use rstest::rstest;
use serde_json::{Map, Value, json};

use crate::cloud_profile::edited::{Edit, base, capabilities, decode, flavors, image, machine_type, settings, version};

const MANY: usize = 20_000;

fn many(item: impl Fn(usize) -> Value) -> Value {
    Value::Array((0..MANY).map(item).collect())
}

fn many_keys(values: &Value) -> Value {
    Value::Object((0..MANY).map(|i| (format!("c{i}"), values.clone())).collect::<Map<_, _>>())
}

fn many_definitions(profile: &mut Value) {
    let mut definitions = many(|i| json!({"name": format!("c{i}"), "values": ["a", "b"]}));
    definitions[0] = json!({"name": "architecture", "values": ["amd64", "arm64"]});
    *capabilities(profile) = definitions;
}

#[rstest]
#[case::definitions_used_by_many_flavors(|p: &mut Value| {
    many_definitions(p);
    *flavors(p) = many(|i| json!({"architecture": ["amd64"], format!("c{}", i + 1): ["a"]}));
})]
#[case::definitions_used_by_one_flavor(|p: &mut Value| { many_definitions(p); *flavors(p) = json!([many_keys(&json!(["a"]))]); })]
#[case::names_that_are_not_registered(|p: &mut Value| {
    many_definitions(p);
    machine_type(p)["capabilities"] = Value::Object((0..MANY).map(|i| (format!("x{i}"), json!(["y"]))).collect());
})]
#[case::values(|p: &mut Value| {
    capabilities(p)[1]["values"] = many(|i| json!(format!("v{i}")));
    machine_type(p)["capabilities"]["hostType"] = many(|i| json!(format!("v{}", 2 * i)));
})]
#[case::architectures(|p: &mut Value| {
    capabilities(p)[0]["values"] = many(|i| json!(format!("v{i}")));
    version(p)["architectures"] = many(|i| json!(format!("v{}", 2 * i)));
})]
#[case::the_same_definition(|p: &mut Value| *capabilities(p) = many(|_| json!({"name": "architecture", "values": ["amd64"]})))]
#[case::equal_flavors(|p: &mut Value| *flavors(p) = many(|_| json!({"architecture": ["amd64"]})))]
#[case::versions(|p: &mut Value| image(p)["versions"] = many(|i| json!({"version": format!("1.{i}.0"), "classification": "supported"})))]
#[case::versions_of_one_minor(|p: &mut Value| image(p)["versions"] = many(|i| json!({"version": format!("1.0.{i}"), "classification": "preview"})))]
#[case::bad_versions(|p: &mut Value| image(p)["versions"] = many(|i| json!({"version": format!("x{i}"), "architectures": ["x"]})))]
#[case::images(|p: &mut Value| p["spec"]["machineImages"] = many(|i| json!({"name": format!("i{i}"), "versions": [{"version": "1.0.0"}]})))]
#[case::types(|p: &mut Value| p["spec"]["machineTypes"] = many(|i| json!({"name": format!("t{}", i / 2)})))]
fn long_lists_are_checked(#[case] edit: Edit) {
    let mut profile = base();
    edit(&mut profile);
    let profile = decode(&profile);
    drop(check_cloud_profile(&profile, Operation::State, &settings(Semantics::Documented)));
    let operation = Operation::Update { old: &profile };
    drop(check_cloud_profile(&profile, operation, &settings(Semantics::Gardener)));
}
