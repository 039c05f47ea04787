//! The provider section of a rendered profile.

use rootstock_core_model::Semantics::{self, Documented, Gardener};
use serde_json::{Value, json};

use crate::rendering::{BOTH, child, parent, settings, yaml};

/// The `providerConfig` of the rendered profile, and the origins of entries that do not come from the parent.
fn merged(
    provider: &str,
    capabilities: bool,
    of_parent: &str,
    own: &str,
    semantics: Semantics,
) -> (Value, Vec<String>) {
    let registry = rootstock_providers::registry().unwrap();
    let capabilities = if capabilities { "[{name: architecture, values: [amd64]}]" } else { "null" };
    let parent =
        parent(&format!("{{type: {provider}, machineCapabilities: {capabilities}, providerConfig: {of_parent}}}"));
    let child = child(&format!("{{providerConfig: {own}}}"));
    let settings = settings(semantics);
    let rendered = rootstock_admission::render(&parent, &child, &settings).with_provider_config(
        registry.get(provider).unwrap(),
        &child.spec,
        &settings,
    );
    let origins = rendered.origins.iter().map(|origin| {
        let shown = |path: &rootstock_core_model::FieldPath| path.to_string().replace("spec.providerConfig.", "");
        format!("{:?} {} <- {}", origin.effect, shown(&origin.path), shown(&origin.from))
    });
    let origins = origins.collect();
    (serde_json::to_value(rendered.spec.provider_config).unwrap(), origins)
}

const PARENT: &str = "{kind: K, loadBalancer: {image: l}, future: {a: 1}, machineImages: [
    {name: os, future: 2, versions: [{version: '1', image: p1}, {version: '2', image: p2}]}, {name: other, versions: [{version: '1', image: p}]}]}";
const OWN: &str = "{kind: K, loadBalancer: {image: mine}, machineImages: [
    {name: new, versions: [{version: '1', image: n1}]}, {name: os, versions: [{version: '3', image: n3}, {version: '1', image: n1}]}]}";

#[test]
fn only_images_and_versions_are_merged() {
    for (provider, semantics) in
        [("local", Documented), ("local", Gardener), ("openstack", Documented), ("openstack", Gardener)]
    {
        let (config, origins) = merged(provider, false, PARENT, OWN, semantics);
        let mut expected = yaml(PARENT);
        expected["machineImages"][0]["versions"] =
            yaml("[{version: '1', image: n1}, {version: '2', image: p2}, {version: '3', image: n3}]");
        expected["machineImages"]
            .as_array_mut()
            .unwrap()
            .push(yaml("{name: new, versions: [{version: '1', image: n1}]}"));
        assert_eq!(config, expected, "{provider}");
        assert_eq!(
            origins,
            [
                "Added machineImages[2] <- machineImages[0]",
                "Added machineImages[0].versions[2] <- machineImages[1].versions[0]",
                "Replaced machineImages[0].versions[0] <- machineImages[1].versions[1]",
            ]
        );
    }
}

/// The local extension converts entries to the parent's format, OpenStack's keeps them.
#[test]
fn entries_are_converted_or_kept() {
    let with_flavors = "{machineImages: [{name: new, versions: [{version: '1', capabilityFlavors: [{image: a, capabilities: {architecture: [amd64]}}, {image: b}]}]}]}";
    let legacy = "{machineImages: [{name: new, versions: [{version: '1', image: a}]}]}";
    let entry = |provider: &str, capabilities: bool, own: &str| {
        let (config, _) = merged(provider, capabilities, "{machineImages: []}", own, Documented);
        config["machineImages"][0]["versions"][0].clone()
    };
    assert_eq!(entry("local", true, legacy), json!({"version": "1", "capabilityFlavors": [{"image": "a"}]}));
    assert_eq!(entry("local", false, with_flavors), json!({"version": "1", "image": "a"}));
    let as_written = |own: &str| yaml(own)["machineImages"][0]["versions"][0].clone();
    assert_eq!(entry("local", true, with_flavors), as_written(with_flavors));
    assert_eq!(entry("local", false, legacy), as_written(legacy));
    for capabilities in [true, false] {
        assert_eq!(entry("openstack", capabilities, legacy), as_written(legacy));
        assert_eq!(entry("openstack", capabilities, with_flavors), as_written(with_flavors));
    }
}

#[test]
fn parents_config_stays_if_either_is_missing() {
    for semantics in BOTH {
        for own in ["null", "{}", "{machineImages: []}", "{machineImages: 3}", "[]", "text"] {
            assert_eq!(merged("local", true, PARENT, own, semantics), (yaml(PARENT), Vec::new()), "{own}");
        }
        assert_eq!(merged("local", true, "null", OWN, semantics), (Value::Null, Vec::new()));
    }
}

#[test]
fn malformed_config_does_not_panic() {
    for own in [
        "{machineImages: [null, 3, {name: 4, versions: {a: b}}, {versions: [null, {}]}, {name: os, versions: [7]}]}",
        "{machineImages: {name: os}}",
    ] {
        for parent in [PARENT, "{machineImages: [null, 3, {versions: 3}]}", "[]"] {
            for provider in ["local", "openstack"] {
                let _ = merged(provider, true, parent, own, Documented);
                let _ = merged(provider, false, parent, own, Gardener);
            }
        }
    }
}
