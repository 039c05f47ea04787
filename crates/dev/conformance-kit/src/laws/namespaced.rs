//! Laws about NamespacedCloudProfiles: merging a part of a profile with the rest gives the whole profile.
#![expect(
    clippy::indexing_slicing,
    reason = "keys of JSON that the kit has written itself; one that is missing reads as null"
)]

use rootstock_core_model::Semantics::Documented;
use rootstock_core_model::{
    CloudProfileSpec, Decode, NamespacedCloudProfileSpec, Path, RawObject, Severity, Violation,
};
use serde_json::{Value, json};

use crate::document::at;
use crate::report::{CheckedCases, Stop, ensure};
use crate::scenario::{Scenario, ScenarioImage, Validity};
use crate::subject::{Subject, config_of, raw, settings, shown, spec};
use crate::test_profile::TestProfile;
use crate::writing;
use rootstock_provider_api::{LegacyComparison, MergedConfig, NamespacedSection};

pub(crate) fn namespaced(subject: &Subject) -> CheckedCases {
    let mut cases = 0;
    for scenario in subject.scenarios(Validity::Sound)? {
        for (parent, child) in parts(&scenario) {
            let case = Case::new(subject, &scenario, &parent, &child);
            case.merges()?;
            case.is_checked(&scenario, &child)?;
            cases += 1;
        }
    }
    Ok(cases)
}

/// Returns the ways to split a profile: by its last image, or by the last version of that image.
fn parts(scenario: &Scenario) -> Vec<(Scenario, Scenario)> {
    let mut parts = Vec::new();
    let with = |images: Vec<ScenarioImage>| Scenario { images, ..scenario.clone() };
    let Some((last, others)) = scenario.images.split_last() else { return parts };
    if !others.is_empty() {
        parts.push((with(others.to_vec()), with(vec![last.clone()])));
    }
    if let Some((version, rest)) = last.versions.split_last()
        && !rest.is_empty()
    {
        let mut parent = others.to_vec();
        parent.push(ScenarioImage { versions: rest.to_vec(), ..last.clone() });
        parts.push((with(parent), with(vec![ScenarioImage { versions: vec![version.clone()], ..last.clone() }])));
    }
    parts
}

/// A profile, whole and split.
struct Case<'s> {
    subject: &'s Subject,
    whole: Value,
    parent: Value,
    child: Value,
}

impl<'s> Case<'s> {
    fn new(subject: &'s Subject, whole: &Scenario, parent: &Scenario, child: &Scenario) -> Self {
        let whole = writing::profile(subject, whole);
        let parent = writing::profile(subject, parent);
        Self { subject, whole, parent, child: child_of(subject, child, child) }
    }

    fn shown(&self) -> String {
        format!("parent\n{}\nchild\n{}", config_of(&self.parent), config_of(&self.child))
    }

    fn merged(&self, parent: &CloudProfileSpec, child: &Value) -> Result<MergedConfig, Stop> {
        let quirks = settings(Documented).quirks;
        let merged = self.subject.provider.merge_config(parent, &config(child), &quirks);
        merged.ok_or_else(|| Stop::Broken(format!("{}\ncannot be merged", self.shown())))
    }

    /// Checks that the parent's config merged with the child's entries equals the config of the whole profile.
    fn merges(&self) -> Result<(), Stop> {
        let parent = spec(&self.parent);
        let merged = self.merged(&parent, &self.child)?;
        let document = with_config(&self.whole, &merged.config);
        let shown = || format!("{}\nmerged\n{}", self.shown(), config_of(&document));
        for entry in &merged.entries {
            let (to, from) = (at(&document, &entry.path), at(&self.child, &entry.from));
            let same = |name: &str| to.and_then(|to| to.get(name)) == from.and_then(|from| from.get(name));
            ensure(to.is_some() && from.is_some() && same("name") && same("version"), || {
                format!("{}\n{} does not come from {}", shown(), entry.path, entry.from)
            })?;
        }
        ensure(!merged.entries.is_empty(), || format!("{}\nno entry is attributed to the child", shown()))?;
        let test_profiles =
            (TestProfile::open(self.subject, &self.whole["spec"]), TestProfile::open(self.subject, &document["spec"]));
        let (Some(whole), Some(rendered)) = test_profiles else { return Err(Stop::Broken(shown())) };
        for ((question, expected), (_, given)) in whole.answers().into_iter().zip(rendered.answers()) {
            ensure(given == expected, || format!("{}\n{question}: {given:?}, expected {expected:?}", shown()))?;
        }
        let again = self.merged(&spec(&document), &self.child)?;
        ensure(sorted(&again.config) == sorted(&merged.config), || format!("{}\nmerging again changes it", shown()))?;
        let nothing = self.merged(&parent, &without_images(&self.child))?;
        let same = Some(&nothing.config) == parent.provider_config.as_ref() && nothing.entries.is_empty();
        ensure(same, || format!("{}\na child without images changes the parent's", self.shown()))
    }

    /// Checks that the child's own entries must be mapped in the child, and no others.
    fn is_checked(&self, scenario: &Scenario, child: &Scenario) -> Result<(), Stop> {
        let found = self.findings(&self.child);
        let errors = |found: &[Violation]| found.iter().any(|one| one.severity == Severity::Error);
        ensure(!errors(&found), || format!("{}\nfound: {}", self.shown(), shown(&found)))?;
        let is_legacy = scenario.definitions.is_empty();
        if !is_legacy || self.subject.extension().comparison.legacy != LegacyComparison::Nothing {
            let bare = without_images(&self.child);
            let found = self.findings(&bare);
            ensure(errors(&found), || {
                format!("{}\nwithout images in the child\nfound: {}", self.shown(), shown(&found))
            })?;
        }
        let mut more = child.clone();
        more.images
            .extend(child.images.first().map(|image| ScenarioImage { name: "stranger".to_owned(), ..image.clone() }));
        let stranger = child_of(self.subject, child, &more);
        let found = self.findings(&stranger);
        let least = if is_legacy { Severity::Warning } else { Severity::Error };
        ensure(found.iter().any(|one| one.severity <= least), || {
            format!("{}\nchild with a surplus image\n{}\nfound: {}", self.shown(), config_of(&stranger), shown(&found))
        })
    }

    fn findings(&self, child: &Value) -> Vec<Violation> {
        let child: NamespacedCloudProfileSpec = raw(&child["spec"]).decode(&Path::root("spec")).0;
        let (parent, rendered) = (spec(&self.parent), spec(&self.whole));
        let root = Path::root("spec");
        let config = child.provider_config.clone().unwrap_or_default();
        let settings = settings(Documented);
        let decoded = self.subject.provider.decode(&config, &root.field("providerConfig"), &settings.quirks);
        let section = NamespacedSection { parent: &parent, written: &child, child: &child, rendered: &rendered };
        let mut found = decoded.violations;
        found.extend(decoded.config.checks().check_namespaced(&section, &settings));
        found
    }
}

/// Creates a NamespacedCloudProfile with images only, because the settings belong to the parent.
fn child_of(subject: &Subject, core: &Scenario, provider: &Scenario) -> Value {
    let full = writing::sections(subject, core, provider);
    let config = &full["spec"]["providerConfig"];
    json!({ "spec": {
        "parent": { "kind": "CloudProfile", "name": "parent" },
        "machineImages": full["spec"]["machineImages"],
        "providerConfig": {
            "apiVersion": config["apiVersion"], "kind": config["kind"], "machineImages": config["machineImages"],
        },
    }})
}

fn config(document: &Value) -> RawObject {
    raw(&document["spec"]["providerConfig"])
}

fn without_images(child: &Value) -> Value {
    let mut child = child.clone();
    child["spec"]["providerConfig"]["machineImages"] = json!([]);
    child
}

fn with_config(document: &Value, config: &RawObject) -> Value {
    let mut document = document.clone();
    document["spec"]["providerConfig"] = serde_json::to_value(config).unwrap_or_default();
    document
}

/// Returns the config with its entries sorted, because their order does not matter.
fn sorted(config: &RawObject) -> Value {
    let mut config = serde_json::to_value(config).unwrap_or_default();
    for image in config["machineImages"].as_array_mut().into_iter().flatten() {
        if let Some(versions) = image["versions"].as_array_mut() {
            versions.sort_by_key(Value::to_string);
        }
    }
    config
}
