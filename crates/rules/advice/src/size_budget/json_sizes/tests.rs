use proptest::prelude::*;
use rootstock_core_model::CloudProfile;
use rootstock_sample_profiles::{LargeProfile, Scale};
use serde_json::{Value, json};

use super::*;

fn any_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
        "[a\"\\\\\u{0}-\u{1f}ä]{0,9}".prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((".{0,5}", inner), 0..6).prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn as_serde_json_writes_it(value in any_value()) {
        prop_assert_eq!(JsonSizes::of(&value).all, value.to_string().len() as u64);
    }
}

#[test]
fn variants_are_objects() {
    #[derive(serde::Serialize)]
    enum Form {
        Unit,
        Newtype(u8),
        Tuple(u8, char),
        Struct { a: Option<f32> },
    }
    let all = [Form::Unit, Form::Newtype(7), Form::Tuple(1, '"'), Form::Struct { a: None }];
    assert_eq!(JsonSizes::of(&all).all, serde_json::to_string(&all).unwrap().len() as u64);
}

#[test]
fn fields_are_told_apart_on_two_levels() {
    let text = LargeProfile::new(Scale::times(1)).to_json().unwrap();
    let profile: CloudProfile = serde_json::from_str(&text).unwrap();
    let JsonSizes { all, fields } = JsonSizes::of(&profile);
    let written = serde_json::to_value(&profile).unwrap();
    assert_eq!(all, serde_json::to_string(&profile).unwrap().len() as u64);
    let paths: Vec<&str> = fields.iter().map(|(path, _)| path.as_str()).collect();
    assert!(paths.contains(&"metadata.name") && paths.contains(&"spec.providerConfig"), "{paths:?}");
    assert!(!paths.iter().any(|path| path.starts_with("spec.kubernetes.")), "{paths:?}");
    for (path, bytes) in &fields {
        let value = written.pointer(&format!("/{}", path.replace('.', "/")));
        assert_eq!(value.map(|value| value.to_string().len() as u64), Some(*bytes), "{path}");
    }
}

#[test]
fn a_list_has_no_fields() {
    assert_eq!(JsonSizes::of(&[json!({"a": 1})]), JsonSizes { all: 9, fields: Vec::new() });
}

#[test]
fn what_the_tree_tells_of_the_providers_half_is_what_would_be_written() {
    let text = LargeProfile::new(Scale::times(1)).to_json().unwrap();
    let profile: CloudProfile = serde_json::from_str(&text).unwrap();
    let known = super::super::provider_config("spec.providerConfig", &profile.spec);
    assert!(known.is_some());
    assert_eq!(JsonSizes::with_known(&profile, known), JsonSizes::of(&profile));
    let known = super::super::provider_config("providerConfig", &profile.spec);
    assert_eq!(JsonSizes::with_known(&profile.spec, known), JsonSizes::of(&profile.spec));
}
