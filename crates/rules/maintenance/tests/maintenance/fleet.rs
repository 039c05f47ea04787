//! Fleets: streams, order, bad input.

use std::io::{self, Read};

use rootstock_core_model::{CanonicalProfile, CloudProfile, Quirks, Shoot};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{
    FleetAnswer, FleetItem, FleetSummary, Moment, Planners, Profiles, ShootPlan, ShootRow, ShootStream,
};
use rootstock_sample_profiles::{Fleet, LargeProfile, Scale};
use rstest::rstest;
use serde_json::json;

use crate::samples::{NOW, shoot, simple};

/// A reader that hands out few bytes at a time.
struct ChunkedReader<'a>(&'a [u8], usize);

impl Read for ChunkedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(self.1).min(buffer.len());
        let (now, later) = self.0.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.0 = later;
        Ok(count)
    }
}

/// The texts of the items, and the errors.
fn items(text: &str, at_once: usize) -> Vec<String> {
    ShootStream::new("-", ChunkedReader(text.as_bytes(), at_once))
        .map(|item| match item {
            FleetItem::Json(json) => {
                assert_eq!(&text.as_bytes()[json.offset as usize..][..json.text.len()], &*json.text);
                String::from_utf8(json.text.to_vec()).unwrap()
            }
            FleetItem::Unreadable(unreadable) => unreadable.message,
            FleetItem::Shoot(_) => panic!("the stream yields no parsed Shoots"),
        })
        .collect()
}

#[rstest]
#[case("", &[])]
#[case("  \n", &[])]
#[case(r#"{"items": []}"#, &[])]
#[case(r#"{"items": null}"#, &[])]
#[case(r#"{"items": [{}, {"a": [1, {"b": "]}"}]} ], "kind": "List"}"#, &["{}", r#"{"a": [1, {"b": "]}"}]}"#])]
#[case(r#"{"kind":"ShootList","metadata":{"items":[1]},"x":"a\"}\\","n":-1.5e3,"items":[{"s":"\\\""}]}"#, &[r#"{"s":"\\\""}"#])]
// A single Shoot, and several documents in sequence.
#[case(r#" {"kind": "Shoot"} "#, &[r#"{"kind": "Shoot"}"#])]
#[case("{\"kind\": \"Shoot\"}\n{\"items\": [{}]}{}", &[r#"{"kind": "Shoot"}"#, "{}", "{}"])]
// A broken stream: items before the error are kept.
#[case(r#"{"items": [{}, {"a": "#, &["{}", "after 1 complete items, at byte 21: the JSON ends here, in the middle of it; was the output of kubectl cut off?"])]
#[case(r#"{"items": [{}"#, &["{}", "after 1 complete items, at byte 13: the JSON ends here, in the middle of it; was the output of kubectl cut off?"])]
#[case(r#"{"items": [{} {}]}"#, &["{}", "after 1 complete items, at byte 14: expected `,` or `]` after an item, found `{`"])]
#[case(r#"{"items": [1]}"#, &["after 0 complete items, at byte 11: expected an item, which begins with `{`, found `1`"])]
#[case(r#"{"items": {}}"#, &["after 0 complete items, at byte 12: expected a list after `\"items\":`, found `{`"])]
#[case("[]", &["after 0 complete items, at byte 0: expected an object or a list of objects, which begins with `{`, found `[`"])]
#[case("No resources found", &["after 0 complete items, at byte 0: expected an object or a list of objects, which begins with `{`, found `N`"])]
#[case(r#"{"a" 1}"#, &["after 0 complete items, at byte 5: expected `:` after a key, found `1`"])]
#[case(r"{a}", &["after 0 complete items, at byte 1: expected a key in quotes or `}`, found `a`"])]
#[case(r#"{"a": 1 "b"}"#, &["after 0 complete items, at byte 8: expected `,` or `}` after a value, found `\"`"])]
fn stream_yields_items_or_errors(#[case] text: &str, #[case] expected: &[&str]) {
    for at_once in [1, 2, 3, 7, usize::MAX] {
        assert_eq!(items(text, at_once), expected, "{at_once} at once");
    }
}

#[test]
fn failing_reader_is_reported() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable is out"))
        }
    }
    let items: Vec<_> = ShootStream::new("shoots.json", Failing).collect();
    let [FleetItem::Unreadable(unreadable)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(
        unreadable.to_string(),
        "shoots.json: after 0 complete items, at byte 0: reading failed: the cable is out"
    );
}

#[test]
fn too_large_shoot_is_skipped() {
    let text = |megabytes: usize| format!(r#"{{"items": [{{"a": "{}"}}, {{}}]}}"#, "x".repeat(megabytes << 20));
    let (large, small) = (text(17), text(15));
    let items: Vec<_> = ShootStream::new("-", large.as_bytes()).collect();
    let [FleetItem::Unreadable(found), FleetItem::Json(next)] = &items[..] else { panic!("{}", items.len()) };
    assert_eq!(found.message, "item 1 is larger than 16 MiB, which is too large for a Shoot");
    assert_eq!((found.offset, next.index), (Some(11), 1));
    let items: Vec<_> = ShootStream::new("-", small.as_bytes()).collect();
    assert!(matches!(&items[..], [FleetItem::Json(_), FleetItem::Json(_)]));
}

fn profiles() -> Profiles {
    let mut profiles = Profiles::new();
    profiles.insert(simple("major", "1.0.0:E 1.1.0", "1.30.4"));
    profiles.insert_parent("garden-dev", "mine", "example");
    profiles
}

fn answers(items: impl Iterator<Item = FleetItem>, profiles: &Profiles) -> Vec<FleetAnswer<ShootPlan>> {
    let mut planners = Planners::new(profiles, Quirks::NONE);
    items.map(|item| item.ask(|shoot| planners.plan(shoot, Moment::Instant(NOW)))).collect()
}

#[test]
fn every_item_has_a_plan_or_a_reason() {
    let text = json!({ "items": [
        { "metadata": { "name": "good" }, "spec": { "cloudProfileName": "example", "kubernetes": { "version": "1.30.4" } } },
        { "metadata": { "name": "typed" }, "spec": { "kubernetes": { "version": 1.30 } } },
        { "kind": "CloudProfile" },
        { "metadata": { "name": "lost" }, "spec": { "cloudProfile": { "name": "gone" } } },
        { "metadata": { "name": "none" } },
        { "metadata": { "name": "namespaced", "namespace": "garden-dev" },
          "spec": { "cloudProfile": { "kind": "NamespacedCloudProfile", "name": "mine" }, "kubernetes": { "version": "1.30.4" } } },
        { "metadata": { "name": "elsewhere", "namespace": "garden-x" },
          "spec": { "cloudProfile": { "kind": "NamespacedCloudProfile", "name": "mine" } } },
        { "spec": null, "metadata": null },
        { "spec": [] },
    ] });
    let mut text = text.to_string();
    text.truncate(text.len() - 2);
    let profiles = profiles();
    let answers = answers(ShootStream::new("-", text.as_bytes()), &profiles);
    let mut summary = FleetSummary::default();
    let mut words = Vec::new();
    for answer in &answers {
        words.push(match answer {
            FleetAnswer::Unreadable(unreadable) => {
                summary.add_unreadable();
                unreadable.to_string()
            }
            FleetAnswer::Shoot(plan) => {
                summary.add(plan);
                let skipped = plan.skipped.as_ref().map_or("planned".to_owned(), ToString::to_string);
                format!("{}: {skipped}", plan.name)
            }
        });
    }
    insta::assert_debug_snapshot!(words);
    insta::assert_json_snapshot!(summary);
}

#[test]
fn row_from_json_equals_row_from_shoot() {
    let profile = LargeProfile::new(Scale::percent(5));
    for sample in Fleet::new(&profile, 50) {
        let json = serde_json::to_string(&sample).unwrap();
        let typed: Shoot = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::from_str::<ShootRow<'_>>(&json).unwrap(), ShootRow::from(&typed));
    }
    let full = shoot(&json!({
        "cloudProfile": { "kind": "NamespacedCloudProfile", "name": "mine" },
        "provider": { "workers": [{
            "name": "a", "updateStrategy": "ManualInPlaceUpdate", "kubernetes": { "version": "1.29.1" },
            "cri": { "name": "containerd", "containerRuntimes": [{ "type": "gvisor" }] },
            "providerConfig": { "trustedLaunch": { "enabled": true } },
            "machine": {
                "type": "small \"quoted\"", "image": { "name": "os" }, "secureBoot": true, "gpu": { "type": "amd" },
            },
        }] },
    }));
    let json = serde_json::to_string(&full).unwrap();
    assert_eq!(serde_json::from_str::<ShootRow<'_>>(&json).unwrap(), ShootRow::from(&full));
    for auto_update in
        [json!(null), json!({}), json!({ "machineImageVersion": false }), json!({ "kubernetesVersion": true })]
    {
        let json = json!({ "spec": { "maintenance": { "autoUpdate": auto_update } } }).to_string();
        let typed: Shoot = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::from_str::<ShootRow<'_>>(&json).unwrap(), ShootRow::from(&typed), "{json}");
    }
}

/// Planners have caches, and a fleet is read in chunks.
#[test]
fn plans_are_independent_of_order_and_reader() {
    let large = LargeProfile::new(Scale::percent(5));
    let profile: CloudProfile = serde_json::from_str(&serde_json::to_string(&large).unwrap()).unwrap();
    let mut profiles = Profiles::new();
    profiles
        .insert(CompiledProfile::new(CanonicalProfile::named(&profile.metadata.name, profile.spec.clone())).unwrap());
    let mut json = Vec::new();
    Fleet::new(&large, 700).write_json(&mut json).unwrap();
    let one = answers(ShootStream::new("-", &*json), &profiles);
    assert_eq!(one.len(), 700);
    assert_eq!(answers(ShootStream::new("-", ChunkedReader(&json, 1000)), &profiles), one);
    // In reverse order, and parsed by the caller.
    let shoots = one.iter().map(|_| ()).zip(Fleet::new(&large, 700)).map(|((), sample)| {
        let shoot: Shoot = serde_json::from_value(serde_json::to_value(sample).unwrap()).unwrap();
        FleetItem::Shoot(Box::new(shoot))
    });
    let mut backwards: Vec<FleetItem> = shoots.collect();
    backwards.reverse();
    let mut answers = answers(backwards.into_iter(), &profiles);
    answers.reverse();
    assert_eq!(answers, one);
}
