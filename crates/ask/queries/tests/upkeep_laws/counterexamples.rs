//! Counterexamples of invariants: the other commands refuse their Shoots, or give them another image.

use std::sync::Arc;

use rootstock_analysis::{Analysis, CheckMode, Object, Role, Written};
use rootstock_core_model::{Severity, Shoot};
use rootstock_guarantees::{Counterexample, InvariantVerdict};
use rootstock_judge::ImageVersionName;
use rootstock_maintenance::FleetItem;
use rootstock_queries::{
    AvailabilityQuery, DefaultQuery, FleetInput, FleetProfiles, PlanQuery, ProfileInput, ProveInput, ProveQuery,
    Query as _, QueryContext, SelectQuery, SelectedVersion, ShootsInput, Unrendered,
};
use rootstock_versioning::Classification;
use serde_json::{Value, json};

use crate::setup::{Form, asked, fixtures, is_thorough, read, text};

/// A change of a profile.
type Change = fn(&mut Value);

const CHANGES: [Change; 6] = [
    |_| (),
    |spec| each_version(spec, 0, |version| version["expirationDate"] = json!("2026-10-31T23:59:59Z")),
    |spec| each_version(spec, 1, |version| version["expirationDate"] = json!("2026-10-31T23:59:59Z")),
    |spec| {
        for versions in spec["machineImages"].as_array_mut().into_iter().flatten().map(|image| &mut image["versions"]) {
            versions.as_array_mut().filter(|all| all.len() > 1).map(|all| all.remove(0));
        }
    },
    |spec| {
        let name = spec["machineTypes"][0]["name"].clone();
        let zones = spec["regions"].as_array_mut().into_iter().flatten().map(|region| &mut region["zones"]);
        for zone in zones.filter_map(Value::as_array_mut).filter_map(|zones| zones.first_mut()) {
            zone["unavailableMachineTypes"] = json!([name]);
        }
    },
    |spec| rename_references(&mut spec["providerConfig"]),
];

/// Changes one version of each image.
fn each_version(spec: &mut Value, index: usize, change: fn(&mut Value)) {
    let images = spec["machineImages"].as_array_mut().into_iter().flatten();
    images.filter_map(|image| image["versions"].get_mut(index)).for_each(change);
}

/// Replaces every reference of an image by another of the same form.
fn rename_references(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if ["ami", "id", "image", "urn"].contains(&name.as_str()) => text.push('0'),
                    value => rename_references(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(rename_references),
        _ => {}
    }
}

/// The claim of a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Claim {
    /// Some image is admissible: the one in the sentence, if there is one.
    HasImage,
    HasSupported,
    Never,
    Stays(&'static str),
    Keeps,
    HasUpdate,
    Zones,
}

/// The sentences. The words in braces are taken from the profile.
const SENTENCES: [(&str, Claim); 12] = [
    ("every worker always has an image", Claim::HasImage),
    ("every worker has the image {image}@{version}", Claim::HasImage),
    ("every worker in {region} has the image {lastImage}", Claim::HasImage),
    ("every worker with architecture=amd64 that is supported always has an image", Claim::HasSupported),
    ("every worker never gets an image with {capability}={value}", Claim::Never),
    ("every worker on {type} never gets an image without {capability}={value}", Claim::Never),
    ("every worker using {image} stays admissible until 2026-12-31", Claim::Stays("2027-01-01T00:00:00Z")),
    ("every worker stays admissible until 2027-12-31T00:00:00Z", Claim::Stays("2027-12-31T00:00:00Z")),
    ("every worker keeps its provider image", Claim::Keeps),
    ("every worker in {region} keeps its provider image", Claim::Keeps),
    ("every worker has an update path until 2028-01-01", Claim::HasUpdate),
    ("every worker fits at least 2 zones", Claim::Zones),
];

/// Returns a sentence with the names of a profile.
fn filled(sentence: &str, spec: &Value) -> String {
    let name = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    let last = |list: &Value| list.as_array().and_then(|all| all.last()).cloned().unwrap_or_default();
    let image = &spec["machineImages"][0];
    let capability = last(&spec["machineCapabilities"]);
    let (capability, value) = match capability["name"].as_str() {
        Some(own) => (own.to_owned(), name(&last(&capability["values"]))),
        None => ("architecture".to_owned(), "amd64".to_owned()),
    };
    [
        ("{image}", name(&image["name"])),
        ("{version}", name(&last(&image["versions"])["version"])),
        ("{lastImage}", name(&last(&spec["machineImages"])["name"])),
        ("{region}", name(&spec["regions"][0]["name"])),
        ("{type}", name(&last(&spec["machineTypes"])["name"])),
        ("{capability}", capability),
        ("{value}", value),
    ]
    .iter()
    .fold(sentence.to_owned(), |sentence, (word, own)| sentence.replace(word, own))
}

fn at(instant: &str) -> QueryContext {
    let mut asked = asked();
    asked.settings.now = instant.parse().unwrap();
    asked
}

/// Returns a Shoot and its profile.
fn with_shoot(profile: &str, shoot: &str, asked: QueryContext) -> Analysis {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), asked.settings);
    analysis.set_mode(CheckMode::Create);
    analysis.set(Role::Known, "profile", profile.as_bytes());
    analysis.set(Role::Checked, "shoot", shoot.as_bytes());
    analysis
}

/// Returns the errors about the worker and its region when the Shoot is created.
fn refusals(profile: &str, shoot: &str, asked: QueryContext) -> Vec<String> {
    let report = with_shoot(profile, shoot, asked).check().report;
    let errors = report.findings.iter().filter(|one| one.violation.severity == Severity::Error);
    let errors = errors.map(|one| (one.violation.path.to_string(), one.violation.detail.to_string()));
    let is_about =
        |(path, _): &(String, String)| ["spec.region", ".machine.", ".zones"].iter().any(|part| path.contains(part));
    errors.filter(is_about).map(|(path, detail)| format!("{path}: {detail}")).collect()
}

/// Returns the version that `select` shows for a worker with an image version.
fn selected(profile: &str, found: &Counterexample, image: &ImageVersionName) -> Option<SelectedVersion> {
    let (_, profile) = read(profile).unwrap();
    let query = SelectQuery {
        machine_type: found.machine_type.clone(),
        image: image.image.clone(),
        version: Some(image.version.clone()),
        region: Some(found.region.clone()),
        ..SelectQuery::default()
    };
    let answer = query.ask(ProfileInput { profile: &profile, asked: asked() }).ok()?;
    answer.versions.into_iter().next()
}

/// Returns the reference that a counterexample boots.
fn booted(profile: &str, found: &Counterexample) -> Option<String> {
    let version = selected(profile, found, found.image.as_ref().unwrap())?;
    version.provider_image?.reference().map(str::to_owned)
}

/// Returns the image that `default` fills in.
fn default_image(profile: &str, shoot: &str) -> Option<ImageVersionName> {
    let analysis = with_shoot(profile, shoot, asked());
    let shoots: Vec<Arc<Written<Shoot>>> = shoot_of(&analysis).into_iter().collect();
    let input = ShootsInput { shoots: &shoots, before: &[], profiles: &analysis, asked: asked() };
    let answer = serde_json::to_value(DefaultQuery {}.ask(input).unwrap()).unwrap();
    let image = &answer["shoots"][0]["shoot"]["spec"]["provider"]["workers"][0]["machine"]["image"];
    let part = |name: &str| image[name].as_str().map(str::to_owned);
    Some(ImageVersionName { image: part("name")?, version: part("version")? })
}

fn shoot_of(analysis: &Analysis) -> Option<Arc<Written<Shoot>>> {
    analysis.objects(Role::Checked, "shoot").find_map(|object| match object {
        Object::Shoot(shoot) => Some(Arc::clone(shoot)),
        _ => None,
    })
}

/// Returns whether `plan` fails to update the Shoot until 2028, without updates that nothing forces.
fn lacks_update(profile: &str, shoot: &str) -> bool {
    let maintenance = "spec:\n  maintenance: {autoUpdate: {kubernetesVersion: false, machineImageVersion: false}}\n";
    let analysis = with_shoot(profile, &shoot.replacen("spec:\n", maintenance, 1), asked());
    let shoot = Shoot::clone(&shoot_of(&analysis).unwrap().object);
    let FleetProfiles { profiles, .. } = FleetProfiles::of(&analysis, Unrendered::Skipped);
    let query = PlanQuery { until: Some("2028-01-01T23:59:59Z".parse().unwrap()), only_changes: false };
    let shoots = vec![FleetItem::Shoot(Box::new(shoot))];
    let answer = query.ask(FleetInput { profiles: &profiles, shoots, asked: asked() }).unwrap();
    answer.head.summary.0.failing > 0
}

/// Returns the reason why the other commands do not agree with a counterexample.
fn disagreement(old: &str, new: &str, (sentence, claim): (&str, Claim), found: &Counterexample) -> Option<String> {
    let shoot = &found.shoot;
    let refused = |profile: &str| refusals(profile, shoot, asked());
    let admitted_by = |profile: &str| {
        let errors = refused(profile);
        (!errors.is_empty()).then(|| format!("refused: {errors:?}"))
    };
    match claim {
        // Without an image of the selection, the Shoot gets another one.
        Claim::HasImage | Claim::HasSupported => {
            let wanted = sentence.split_once("has the image ").map(|(_, image)| image);
            let is_other = |own: ImageVersionName| match claim {
                Claim::HasSupported => {
                    selected(new, found, &own).is_none_or(|one| one.classification != Classification::Supported)
                }
                _ => wanted
                    .is_some_and(|wanted| wanted != own.image && wanted != format!("{}@{}", own.image, own.version)),
            };
            let is_confirmed =
                !refused(new).is_empty() || (found.image.is_none() && default_image(new, shoot).is_none_or(is_other));
            (!is_confirmed).then(|| "it is admitted".to_owned())
        }
        Claim::Never => admitted_by(new).or_else(|| match booted(new, found) {
            Some(reference) if !found.reason.contains(&format!("`{reference}`")) => {
                Some(format!("it boots {reference}"))
            }
            // Without a plug-in, the reason has the flavor.
            None if !found.reason.contains("boots flavor") && !found.reason.contains("boots `") => {
                Some("no image is found".to_owned())
            }
            _ => None,
        }),
        Claim::Stays(until) => {
            let later = refusals(new, shoot, at(until));
            admitted_by(old).or_else(|| later.is_empty().then(|| "it stays admitted".to_owned()))
        }
        Claim::Keeps => admitted_by(old).or_else(|| {
            let (before, after) = (booted(old, found), booted(new, found));
            (before.is_none() || before == after).then(|| format!("{before:?} becomes {after:?}"))
        }),
        Claim::HasUpdate => (!lacks_update(new, shoot)).then(|| "it is updated".to_owned()),
        Claim::Zones => {
            let (_, profile) = read(new).unwrap();
            let machine_types = vec![found.machine_type.clone()];
            let query =
                AvailabilityQuery { machine_types, region: Some(found.region.clone()), ..AvailabilityQuery::default() };
            let answer = query.ask(ProfileInput { profile: &profile, asked: asked() }).unwrap();
            let zones = &answer.machine_types[0].regions[0].zones;
            (zones.len() >= 2).then(|| format!("zones {zones:?}"))
        }
    }
}

#[test]
fn other_commands_agree_with_every_counterexample() {
    let mut broken = [0; SENTENCES.len()];
    let mut failures = Vec::new();
    let profiles = fixtures().into_iter().map(|path| (text(&path, Form::Json), path));
    let profiles = profiles.filter_map(|(text, path)| Some((serde_json::from_str::<Value>(&text).ok()?, path)));
    for (number, (written, path)) in profiles.enumerate() {
        let old = written.to_string();
        if read(&old).is_none() {
            continue;
        }
        for (index, change) in CHANGES.iter().enumerate() {
            if !is_thorough() && !(number + index).is_multiple_of(3) {
                continue;
            }
            let mut changed = written.clone();
            change(&mut changed["spec"]);
            let new = changed.to_string();
            let ((_, before), (_, after)) = (read(&old).unwrap(), read(&new).unwrap());
            let names = SENTENCES.map(|(sentence, _)| filled(sentence, &written["spec"]));
            let profile = ProfileInput { profile: &after, asked: asked() };
            let query = ProveQuery { invariants: names.to_vec() };
            let proved = query.ask(ProveInput { profile, old: Some(&before), pools: None }).unwrap();
            for ((one, (_, claim)), broken) in proved.invariants.iter().zip(SENTENCES).zip(&mut broken) {
                let InvariantVerdict::Broken { counterexample } = &one.verdict else { continue };
                *broken += 1;
                if let Some(reason) = disagreement(&old, &new, (&one.invariant, claim), counterexample) {
                    failures.push(format!(
                        "{} change {index}: {}: {reason}\n  {}: {}\n",
                        path.display(),
                        one.invariant,
                        counterexample.worker(),
                        counterexample.reason
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), broken.iter().sum::<usize>(), failures.concat());
    assert!(broken.iter().all(|count| *count > 0), "{broken:?}");
}
