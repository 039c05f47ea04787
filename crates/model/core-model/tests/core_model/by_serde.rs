//! Checks that the derives of `Decodable` and of serde decode objects alike, whatever values they contain: with the same names,
//! the same defaults and the same findings.

use std::fmt::Debug;

use rootstock_core_model::read::read;
use rootstock_core_model::{CloudProfile, Decode, NamespacedCloudProfile, NodeRef, Path, ReadLimits, Shoot, Violation};
use rootstock_document::Decodable;
use rootstock_document::decode::BySerde;
use rstest::rstest;
use serde::de::DeserializeOwned;

/// The replacements for each value in turn.
const OTHERS: [&str; 9] = ["null", "7", "'7'", "yes", "x", "[]", "[[]]", "{}", "{name: x, x: [1.30]}"];

/// Collects the ranges of all values in an object or list, recursively.
fn places(node: NodeRef<'_>, found: &mut Vec<std::ops::Range<usize>>) {
    for part in node.items().chain(node.entries().map(|(_, value)| value)) {
        found.push(part.span().range());
        places(part, found);
    }
}

fn messages(violations: &[Violation]) -> Vec<String> {
    violations.iter().map(|found| format!("{} {found} {} {:?}", found.rule.name, found.help, found.fix)).collect()
}

fn agrees<T>(text: &str)
where
    T: Decodable + DeserializeOwned + Default + PartialEq + Debug,
{
    let file = read("a.json", text.as_bytes(), &ReadLimits::DEFAULT);
    let raw = file.documents[0].raw().unwrap_or_else(|| panic!("{text}"));
    let (value, violations) = raw.decode::<T>(&Path::object());
    let (BySerde(by_serde), serde_violations) = raw.decode::<BySerde<T>>(&Path::object());
    assert_eq!(messages(&violations), messages(&serde_violations), "{text}");
    assert_eq!(value, by_serde, "{text}");
    let (known, violations) = raw.decode_known::<T>(&Path::object());
    let (BySerde(by_serde), serde_violations) = raw.decode_known::<BySerde<T>>(&Path::object());
    assert_eq!((known, messages(&violations)), (by_serde, messages(&serde_violations)), "{text}");
}

#[rstest]
#[case::profile(agrees::<CloudProfile>, include_str!("../../../../../fixtures/base/azure.yaml"))]
#[case::namespaced(agrees::<NamespacedCloudProfile>, include_str!("../../../../../fixtures/base/ncp.yaml"))]
#[case::shoot(agrees::<Shoot>, include_str!("../../../../../fixtures/base/shoot-openstack.yaml"))]
fn serde_and_decoder_agree_on_any_value(#[case] agrees: fn(&str), #[case] text: &str) {
    let value: serde_json::Value = serde_yaml::from_str(text).unwrap();
    // Flow style, so that any value can replace any other.
    let text = serde_json::to_string(&value).unwrap();
    agrees(&text);
    let (file, mut all) = (read("a.json", text.as_bytes(), &ReadLimits::DEFAULT), Vec::new());
    places(file.documents[0].raw().unwrap().node(), &mut all);
    assert!(all.len() > 5, "{all:?}");
    for place in all {
        for other in OTHERS {
            agrees(&format!("# YAML\n{}{other}{}", &text[..place.start], &text[place.end..]));
        }
    }
}
