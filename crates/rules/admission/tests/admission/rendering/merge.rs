//! Merging of a NamespacedCloudProfile into its parent, and later changes to the parent.

use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rstest::rstest;
use serde_json::{Value, json};

use crate::rendering::{BOTH, spec, yaml};

const DATE: &str = "2027-01-01T00:00:00Z";
const OLD: &str = "2025-01-01T00:00:00Z";

/// The parent of most cases: legacy, two Kubernetes versions, one image with two versions.
fn parent() -> String {
    format!(
        "{{type: local, regions: [{{name: eu}}], bastion: {{machineType: {{name: m}}}},
        seedSelector: {{matchLabels: {{a: b}}}}, controlPlane: {{allowZonePinning: true}},
        kubernetes: {{versions: [{{version: 1.33.1, classification: supported}}, {{version: 1.32.1, expirationDate: '{OLD}'}}]}},
        machineImages: [{{name: os, updateStrategy: minor, versions: [
          {{version: 1.0.0, classification: deprecated, expirationDate: '{OLD}', architectures: [amd64, arm64], inPlaceUpdates: {{supported: true}}}},
          {{version: 1.1.0, lifecycle: [{{classification: supported}}]}}]}}],
        machineTypes: [{{name: m, cpu: '1', memory: 1Gi, gpu: '0', architecture: arm64}}],
        volumeTypes: [{{name: v, class: standard, usable: false}}],
        limits: {{maxNodesTotal: 5}}, caBundle: 'aaa'}}"
    )
}

fn versions(child: &str, semantics: Semantics) -> Vec<(String, Value)> {
    let spec = spec(child, &parent(), semantics);
    let list = spec["machineImages"][0]["versions"].as_array().unwrap().clone();
    list.into_iter().map(|version| (version["version"].as_str().unwrap().to_owned(), version)).collect()
}

#[test]
fn other_fields_come_from_parent() {
    for semantics in BOTH {
        let (with, without) = (spec("{kubernetes: {}}", &parent(), semantics), spec("{}", &parent(), semantics));
        assert_eq!(with, without);
        for field in ["type", "regions", "bastion", "seedSelector", "controlPlane", "limits", "caBundle"] {
            assert!(!with[field].is_null(), "{field}");
        }
    }
}

#[rstest]
fn kubernetes_versions_of_the_parent_get_dates_and_nothing_else(#[values(Documented, Gardener)] semantics: Semantics) {
    let child = format!(
        "{{kubernetes: {{versions: [{{version: 1.33.1, classification: preview, expirationDate: '{DATE}'}}, {{version: 1.31.0, expirationDate: '{DATE}'}}]}}}}"
    );
    let expected = json!([
        {"version": "1.33.1", "classification": "supported", "expirationDate": DATE},
        {"version": "1.32.1", "expirationDate": OLD},
    ]);
    assert_eq!(spec(&child, &parent(), semantics)["kubernetes"]["versions"], expected);
}

/// Gardener revives expired versions.
#[rstest]
#[case(Documented, json!(OLD))]
#[case(Gardener, Value::Null)]
fn absent_date_keeps_or_clears_parent_date(#[case] semantics: Semantics, #[case] date: Value) {
    let child =
        "{kubernetes: {versions: [{version: 1.32.1}]}, machineImages: [{name: os, versions: [{version: 1.0.0}]}]}";
    let spec = spec(child, &parent(), semantics);
    let of = |version: &Value| version.get("expirationDate").cloned().unwrap_or_default();
    assert_eq!(of(&spec["kubernetes"]["versions"][1]), date);
    assert_eq!(of(&spec["machineImages"][0]["versions"][0]), date);
}

#[rstest]
#[case("{name: os}", "minor")]
#[case("{name: os, updateStrategy: ''}", "minor")]
#[case("{name: os, updateStrategy: patch}", "patch")]
fn update_strategies_are_overridden(#[case] image: &str, #[case] strategy: &str) {
    for semantics in BOTH {
        let spec = spec(&format!("{{machineImages: [{image}]}}"), &parent(), semantics);
        assert_eq!(spec["machineImages"][0]["updateStrategy"], strategy);
        assert_eq!(spec["machineImages"][0]["versions"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn new_images_are_appended_unchanged() {
    for semantics in BOTH {
        let spec = spec("{machineImages: [{name: new, versions: [{version: '1'}]}, {name: os}]}", &parent(), semantics);
        assert_eq!(
            spec["machineImages"][1],
            json!({"name": "new", "versions": [{"version": "1", "architectures": ["amd64"]}]})
        );
        assert_eq!(spec["machineImages"][0]["name"], "os");
    }
}

#[rstest]
#[case::a_date("", false)]
#[case::lifecycle_is_ignored(", lifecycle: [{classification: supported}]", false)]
#[case::in_place_updates_are_ignored(", inPlaceUpdates: {supported: false}", false)]
#[case::empty_lists(", cri: [], architectures: [], capabilityFlavors: []", false)]
#[case::an_empty_constraint(", kubeletVersionConstraint: ''", false)]
#[case::cri(", cri: [{name: containerd}]", true)]
#[case::architectures(", architectures: [arm64]", true)]
#[case::flavors_with_architecture(", capabilityFlavors: [{architecture: [arm64]}]", true)]
#[case::flavors_without_architecture(", capabilityFlavors: [{disk: [a]}]", false)]
#[case::constraint(", kubeletVersionConstraint: '>= 1.30'", true)]
fn definition_fields_turn_override_into_definition(#[case] more: &str, #[case] is_own: bool) {
    let child =
        format!("{{machineImages: [{{name: os, versions: [{{version: 1.0.0, expirationDate: '{DATE}'{more}}}]}}]}}");
    for semantics in BOTH {
        let versions = versions(&child, semantics);
        assert_eq!(versions.len(), 2);
        let (name, version) = &versions[0];
        assert_eq!((name.as_str(), &version["expirationDate"]), ("1.0.0", &json!(DATE)));
        // The parent's values are there unless the definition replaces them.
        assert_eq!(version["classification"].is_null(), is_own);
        assert_eq!(version["inPlaceUpdates"]["supported"] == json!(true), !is_own);
        assert!(version["lifecycle"].is_null());
    }
}

/// The documents let an override change the classification; in Gardener an override that does so is a complete
/// definition.
#[rstest]
#[case(Documented, "supported", true)]
#[case(Gardener, "supported", false)]
fn classifications_are_inherited(#[case] semantics: Semantics, #[case] classification: &str, #[case] inherits: bool) {
    let child =
        format!("{{machineImages: [{{name: os, versions: [{{version: 1.0.0, classification: {classification}}}]}}]}}");
    let (_, version) = &versions(&child, semantics)[0];
    assert_eq!(version["classification"], classification);
    assert_eq!(!version["inPlaceUpdates"].is_null(), inherits);
    // Without a date of its own, the version keeps the parent's.
    assert_eq!(version["expirationDate"] == json!(OLD), inherits);
    assert_eq!(version["architectures"], if inherits { json!(["amd64", "arm64"]) } else { json!(["amd64"]) });
}

#[test]
fn repeated_version_is_applied_twice() {
    let child = format!(
        "{{machineImages: [{{name: os, versions: [{{version: '2', cri: [{{name: a}}]}}, {{version: '2', expirationDate: '{DATE}'}}]}},
          {{name: os, versions: [{{version: '3'}}]}}]}}"
    );
    for semantics in BOTH {
        let versions = versions(&child, semantics);
        let names: Vec<&str> = versions.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["1.0.0", "1.1.0", "2", "3"]);
        assert_eq!(versions[2].1["expirationDate"], DATE);
        assert_eq!(versions[2].1["cri"], json!([{"name": "a"}]));
    }
}

#[test]
fn types_replace_the_parents_of_the_same_name() {
    let child = "{machineTypes: [{name: m, cpu: '8', usable: false}, {name: n}], volumeTypes: [{name: v, class: fast}, {name: w, class: c}]}";
    for semantics in BOTH {
        let spec = spec(child, &parent(), semantics);
        let types = spec["machineTypes"].as_array().unwrap();
        assert_eq!((types.len(), &types[0]["cpu"], &types[0]["memory"]), (2, &json!("8"), &json!("0")));
        assert_eq!((&types[0]["usable"], &types[1]["usable"]), (&json!(false), &json!(true)));
        let expected = yaml("[{name: v, class: fast, usable: true}, {name: w, class: c, usable: true}]");
        assert_eq!(spec["volumeTypes"], expected);
    }
}

#[rstest]
#[case(Documented, "aaa\nbbb")]
#[case(Gardener, "aaabbb")]
fn bundles_are_joined(#[case] semantics: Semantics, #[case] bundle: &str) {
    assert_eq!(spec("{caBundle: bbb}", &parent(), semantics)["caBundle"], bundle);
    assert_eq!(spec("{caBundle: bbb}", "{caBundle: \"aaa\\n\"}", semantics)["caBundle"], "aaa\nbbb");
    assert_eq!(spec("{caBundle: bbb}", "{}", semantics)["caBundle"], "bbb");
}

#[rstest]
#[case("{}", "{maxNodesTotal: 5}", json!({"maxNodesTotal": 5}))]
#[case("{maxNodesTotal: 0}", "{maxNodesTotal: 5}", json!({"maxNodesTotal": 5}))]
#[case("{maxNodesTotal: -1}", "{maxNodesTotal: 5}", json!({"maxNodesTotal": 5}))]
#[case("{maxNodesTotal: 7}", "{maxNodesTotal: 5}", json!({"maxNodesTotal": 7}))]
#[case("{maxNodesTotal: 3}", "null", json!({"maxNodesTotal": 3}))]
#[case("{}", "null", json!({}))]
fn higher_limit_wins(#[case] own: &str, #[case] of_parent: &str, #[case] limits: Value) {
    for semantics in BOTH {
        let spec = spec(&format!("{{limits: {own}}}"), &format!("{{limits: {of_parent}}}"), semantics);
        assert_eq!(spec["limits"], limits);
    }
}

#[rstest]
#[case::legacy("null", "{}", "{}", "amd64", "[amd64]")]
#[case::an_empty_architecture("null", "{architecture: ''}", "{}", "amd64", "[amd64]")]
#[case::the_only_registered("[{name: architecture, values: [arm64]}]", "{}", "{}", "arm64", "[arm64]")]
#[case::of_flavors(
    "[{name: architecture, values: [amd64, arm64]}]",
    "{capabilities: {architecture: [arm64]}}",
    "{capabilityFlavors: [{architecture: [arm64]}]}",
    "arm64",
    "[arm64]"
)]
#[case::all_registered("[{name: architecture, values: [amd64, arm64]}]", "{}", "{}", "amd64", "[amd64, arm64]")]
#[case::not_registered("[{name: disk, values: [a]}]", "{}", "{capabilityFlavors: [{disk: [a]}]}", "amd64", "[amd64]")]
fn legacy_fields_are_filled_in(
    #[case] capabilities: &str,
    #[case] machine: &str,
    #[case] version: &str,
    #[case] architecture: &str,
    #[case] architectures: &str,
) {
    let with = |text: &str, name: &str, value: &str| {
        let mut object = yaml(text);
        object[name] = json!(value);
        object
    };
    let child = json!({
        "machineTypes": [with(machine, "name", "n")],
        "machineImages": [{"name": "new", "versions": [with(version, "version", "1")]}],
    });
    let parent = format!("{{machineCapabilities: {capabilities}}}");
    for semantics in BOTH {
        let spec = spec(&child.to_string(), &parent, semantics);
        assert_eq!(spec["machineTypes"][0]["architecture"], architecture);
        assert_eq!(spec["machineImages"][0]["versions"][0]["architectures"], yaml(architectures));
    }
}

/// The parent adds a version that the NamespacedCloudProfile has already: its definition wins.
#[test]
fn the_namespaced_definition_wins() {
    let child = "{machineImages: [{name: os, versions: [{version: 1.0.0, cri: [{name: containerd}], architectures: [arm64]}]}]}";
    for semantics in BOTH {
        let expected = json!({"version": "1.0.0", "cri": [{"name": "containerd"}], "architectures": ["arm64"]});
        assert_eq!(versions(child, semantics)[0].1, expected);
    }
}

/// The parent adds an image of the same name: the result has the versions of both and the strategy of the
/// NamespacedCloudProfile.
#[test]
fn images_of_one_name_are_merged() {
    let child =
        "{machineImages: [{name: os, updateStrategy: major, versions: [{version: '9', cri: [{name: containerd}]}]}]}";
    for semantics in BOTH {
        let names: Vec<String> = versions(child, semantics).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["1.0.0", "1.1.0", "9"]);
        assert_eq!(spec(child, &parent(), semantics)["machineImages"][0]["updateStrategy"], "major");
    }
}

/// The parent loses an overridden version: a Kubernetes version disappears, an image version becomes the child's own.
#[test]
fn overrides_of_removed_parent_versions_are_rendered() {
    let child = format!(
        "{{kubernetes: {{versions: [{{version: 1.32.1, expirationDate: '{DATE}'}}]}}, machineImages: [{{name: os, versions: [{{version: 1.0.0, expirationDate: '{DATE}'}}]}}]}}"
    );
    let parent =
        "{kubernetes: {versions: [{version: 1.33.1}]}, machineImages: [{name: os, versions: [{version: 1.1.0}]}]}";
    for semantics in BOTH {
        let spec = spec(&child, parent, semantics);
        assert_eq!(spec["kubernetes"]["versions"], json!([{"version": "1.33.1"}]));
        let expected = json!({"version": "1.0.0", "expirationDate": DATE, "architectures": ["amd64"]});
        assert_eq!(spec["machineImages"][0]["versions"][1], expected);
    }
}

/// The parent moves to capabilities: architectures become flavors at the same time.
#[test]
fn child_follows_parent_migration() {
    let child = "{machineImages: [{name: new, versions: [{version: '1', architectures: [amd64, arm64]}]}]}";
    let flavors = |capabilities: &str| {
        let spec = spec(child, &format!("{{machineCapabilities: {capabilities}}}"), Gardener);
        spec["machineImages"][0]["versions"][0]["capabilityFlavors"].clone()
    };
    assert_eq!(flavors("null"), Value::Null);
    let expected = yaml("[{architecture: [amd64]}, {architecture: [arm64]}]");
    assert_eq!(flavors("[{name: architecture, values: [amd64, arm64]}]"), expected);
}

/// The parent's version has a lifecycle: the date is added next to it, for validation to refuse.
#[test]
fn date_is_added_next_to_a_lifecycle() {
    let child = format!("{{machineImages: [{{name: os, versions: [{{version: 1.1.0, expirationDate: '{DATE}'}}]}}]}}");
    for semantics in BOTH {
        let (_, version) = &versions(&child, semantics)[1];
        assert_eq!(version["expirationDate"], DATE);
        assert_eq!(version["lifecycle"].as_array().unwrap().len(), 1);
    }
}
