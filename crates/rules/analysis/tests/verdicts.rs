//! The law of verdicts: in any semantics, a review is denied exactly if Gardener's semantics refuse its object.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_advice::AdviceOptions;
use rootstock_analysis::{AdmissionReview, Analysis, ReviewText, Role};
use rootstock_core_model::{FeatureGates, Semantics, Settings, Severity};
use rootstock_provider_api::Registry;
use rootstock_vectors::{ReadError, Row, rows};
use rstest::rstest;
use serde_json::{Value, json};

/// A request about an object, and the other objects of the garden.
struct Request {
    object: Value,
    old: Value,
    known: Vec<Value>,
    users: Vec<Value>,
    gates: FeatureGates,
}

impl Request {
    /// Returns the request that a recorded verdict is about.
    fn of(row: &Row) -> Self {
        let part = |name: &str| row.input.get(name).cloned().unwrap_or_default();
        let list = |name: &str| part(name).as_array().cloned().unwrap_or_default();
        let with_config = |mut object: Value, config: Value| {
            if !config.is_null() {
                object["spec"]["providerConfig"] = config;
            }
            object
        };
        let gates = part("featureGates");
        let gates = gates.as_object().into_iter().flatten().fold(FeatureGates::DEFAULT, |gates, (name, on)| {
            format!("{name}={on}").parse().map_or(gates, |setting| gates.set(&setting))
        });
        let parent = with_config(part("parent"), part("parentConfig"));
        let profile = with_config(part("profile"), part("config"));
        let mut known = [parent].into_iter().filter(|parent| !parent.is_null()).collect::<Vec<_>>();
        let (object, old) = if row.input.get("worker").is_some() {
            known.push(profile);
            (shoot(&row.input, "worker", "kubernetesVersion"), shoot(&row.input, "oldWorker", "oldKubernetesVersion"))
        } else if row.input.get("shoot").is_some() {
            known.push(profile);
            (part("shoot"), part("oldShoot"))
        } else if row.input.get("namespacedCloudProfile").is_some() {
            (with_config(part("namespacedCloudProfile"), part("config")), Value::Null)
        } else if row.input.get("new").is_some() {
            known.extend([profile].into_iter().filter(|profile| !profile.is_null()));
            (part("new"), part("old"))
        } else {
            (profile, Value::Null)
        };
        known.extend(list("ncps"));
        Self { object, old, known, users: list("shoots"), gates }
    }

    /// Returns the findings of the review, in the given semantics.
    fn findings(&self, registry: &Arc<Registry>, semantics: Semantics) -> Vec<String> {
        let now = "2026-06-01T00:00:00Z".parse().unwrap();
        let settings = Settings { gates: self.gates, ..Settings::new(semantics, now) };
        let mut analysis = Analysis::new(Arc::clone(registry), settings);
        analysis.set_advice(Some(AdviceOptions::default()));
        for (number, known) in self.known.iter().enumerate() {
            analysis.set_object(Role::Known, &format!("known {number}"), known);
        }
        for (number, user) in self.users.iter().enumerate() {
            analysis.set_object(Role::Old, &format!("user {number}"), user);
        }
        let (operation, old) = if self.old.is_null() { ("CREATE", Value::Null) } else { ("UPDATE", self.old.clone()) };
        let review = json!({
            "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
            "request": {
                "uid": "u", "kind": {"kind": self.object["kind"]}, "operation": operation,
                "object": self.object, "oldObject": old,
            },
        });
        let review = AdmissionReview::read("object", review.to_string()).unwrap();
        let Ok(checked) = analysis.review(&review, ReviewText::AsWritten) else { return Vec::new() };
        let findings = checked.report.findings.iter().map(|finding| &finding.violation);
        let errors = findings.filter(|violation| violation.severity == Severity::Error);
        errors.map(|violation| format!("{} {violation}", violation.rule.name)).collect()
    }
}

/// Returns the reviews that gardener-apiserver sent, in order. It sends only what it lets in.
fn reviews_of_gardener() -> Vec<(String, Value)> {
    let folder = std::fs::read_dir("../../../fixtures/reviews/gardener-apiserver").unwrap();
    let mut paths: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let review = flate2::read::GzDecoder::new(std::fs::File::open(&path).unwrap());
        (path.display().to_string(), serde_json::from_reader(review).unwrap())
    };
    paths.into_iter().map(read).collect()
}

#[rstest]
fn reviews_of_gardener_are_allowed(#[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics) {
    let registry = Arc::new(rootstock_providers::registry().unwrap());
    let mut stored = BTreeMap::new();
    let reviews = reviews_of_gardener();
    assert_eq!(reviews.len(), 59);
    for (name, review) in reviews {
        let request = &review["request"];
        let known = stored.values().cloned().collect();
        let (object, old) = (request["object"].clone(), request["oldObject"].clone());
        let asked = Request { object, old, known, users: Vec::new(), gates: FeatureGates::DEFAULT };
        if request["subResource"].is_null() && request["operation"] != "DELETE" {
            assert_eq!(asked.findings(&registry, semantics), [""; 0], "{name}");
        }
        if request["dryRun"] != true && request["kind"]["kind"] != "Shoot" && !asked.object.is_null() {
            stored.insert(asked.object["metadata"]["name"].to_string(), asked.object);
        }
    }
}

/// Returns the Shoot with one worker that a verdict about a worker is about; `null` if the input has no such worker.
fn shoot(input: &Value, worker: &str, version: &str) -> Value {
    let Some(worker) = input.get(worker).filter(|worker| !worker.is_null()) else { return Value::Null };
    let version = input.get(version).unwrap_or(&input["kubernetesVersion"]);
    json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
        "metadata": {"namespace": "garden-dev", "name": "one"},
        "spec": {
            "cloudProfile": {"name": input["profile"]["metadata"]["name"]}, "region": input["region"],
            "kubernetes": {"version": version},
            "provider": {"type": input["profile"]["spec"]["type"], "workers": [worker]},
        },
    })
}

fn broken(rows: &[Row]) -> Vec<String> {
    let registry = Arc::new(rootstock_providers::registry().unwrap());
    let differ = |row: &Row| {
        let request = Request::of(row);
        let default = request.findings(&registry, Semantics::Documented);
        let gardener = request.findings(&registry, Semantics::Gardener);
        (default.is_empty() != gardener.is_empty())
            .then(|| format!("{}: by default {default:#?}, Gardener {gardener:#?}", row.id))
    };
    rows.iter().filter_map(differ).collect()
}

#[rstest]
fn default_denies_what_gardener_denies(
    #[values(
        "cloudprofile-create",
        "cloudprofile-update",
        "namespacedcloudprofile-create",
        "namespacedcloudprofile-update",
        "worker-admission",
        "shoot-admission",
        "cloudprofile-usage",
        "namespacedcloudprofile-usage",
        "provider-alicloud",
        "provider-alicloud-namespaced",
        "provider-aws",
        "provider-aws-namespaced",
        "provider-azure",
        "provider-azure-namespaced",
        "provider-gcp",
        "provider-gcp-namespaced",
        "provider-ironcore",
        "provider-ironcore-metal",
        "provider-ironcore-metal-namespaced",
        "provider-ironcore-namespaced",
        "provider-local",
        "provider-openstack",
        "provider-openstack-namespaced",
        "provider-stackit",
        "provider-stackit-namespaced"
    )]
    suite: &str,
) {
    let rows = match rows(suite) {
        Ok(rows) => rows,
        Err(ReadError::Nothing(_)) => return,
        Err(error) => panic!("{error}"),
    };
    // The whole suites take a minute and a half.
    let every = if std::env::var("ROOTSTOCK_LAWS").is_ok_and(|laws| laws == "all") { 1 } else { 8 };
    let rows: Vec<Row> = rows.into_iter().step_by(every).collect();
    let broken = broken(&rows);
    assert!(broken.is_empty(), "{} of {}: {}", broken.len(), rows.len(), broken.first().unwrap());
}

/// Returns a garden with a CloudProfile, a NamespacedCloudProfile below it, and a Shoot that uses one of the two.
fn garden(profile: &str, child: &str, shoot: &str) -> [Value; 3] {
    let object = |kind: &str, name: &str, spec: &str| {
        let spec: Value = serde_yaml::from_str(spec).unwrap();
        let metadata = json!({"name": name, "namespace": if kind == "CloudProfile" { "" } else { "garden-dev" }});
        json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": kind, "metadata": metadata, "spec": spec})
    };
    [object("CloudProfile", "p", profile), object("NamespacedCloudProfile", "c", child), object("Shoot", "s", shoot)]
}

const PROFILE: &str = "
type: local
regions: [{name: here}]
kubernetes: {versions: [{version: 1.34.1}, {version: 1.34.2}]}
machineCapabilities: [{name: architecture, values: [amd64, arm64]}]
machineImages: [{name: i, updateStrategy: minor, versions: [{version: 1.0.0, cri: [{name: containerd}], capabilityFlavors: [{architecture: [amd64]}]}]}]
machineTypes: [{name: m, cpu: '2', gpu: '0', memory: 8Gi, capabilities: {architecture: [amd64]}}]
limits: {maxNodesTotal: 2}
providerConfig: {apiVersion: local.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig, machineImages: [{name: i, versions: [{version: 1.0.0, capabilityFlavors: [{capabilities: {architecture: [amd64]}, image: 'r/i:1'}]}]}]}
";
const CHILD: &str = "
parent: {kind: CloudProfile, name: p}
machineTypes: [{name: own, cpu: '2', gpu: '0', memory: 8Gi, capabilities: {architecture: [arm64]}}]
limits: {maxNodesTotal: 20}
";
const SHOOT: &str = "
cloudProfile: {kind: NamespacedCloudProfile, name: c}
region: here
kubernetes: {version: 1.34.2}
provider: {type: local, workers: [{name: w, minimum: 5, maximum: 5, kubernetes: {version: 1.34.1}, machine: {type: m, image: {name: i, version: 1.0.0}}}]}
";

/// Gardener does not look at these uses, so an update that takes them away is a warning, which names the user and the quirk.
#[rstest]
#[case::worker_version(0, "{version: 1.34.1}, ", "", "Shoot `garden-dev/s`", "worker_kubernetes_versions_unguarded")]
#[case::architecture(0, "[amd64, arm64]", "[amd64]", "`garden-dev/c`", "architecture_removal_unguarded")]
#[case::limit(1, "limits: {maxNodesTotal: 20}", "", "Shoot `garden-dev/s`", "limit_of_children_overlooked")]
fn unguarded_use_is_a_warning(
    #[case] which: usize,
    #[case] before: &str,
    #[case] after: &str,
    #[case] user: &str,
    #[case] quirk: &str,
) {
    let old = garden(PROFILE, CHILD, SHOOT);
    let without = |at: usize, text: &str| if at == which { text.replace(before, after) } else { text.to_owned() };
    let new = garden(&without(0, PROFILE), &without(1, CHILD), SHOOT);
    let request = Request {
        object: new[which].clone(),
        old: old[which].clone(),
        known: old[..2].iter().enumerate().filter(|(at, _)| *at != which).map(|(_, known)| known.clone()).collect(),
        users: vec![old[2].clone()],
        gates: FeatureGates::DEFAULT,
    };
    let registry = Arc::new(rootstock_providers::registry().unwrap());
    let [default, gardener] = [Semantics::Documented, Semantics::Gardener].map(|it| request.findings(&registry, it));
    assert_eq!((default, gardener), (Vec::new(), Vec::new()));
    let mut file =
        Analysis::new(registry, Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap()));
    file.set_mode(rootstock_analysis::CheckMode::Update);
    request.known.iter().for_each(|known| file.set_object(Role::Known, &known["kind"].to_string(), known));
    request.users.iter().for_each(|user| file.set_object(Role::Old, "user", user));
    file.set_object(Role::Old, "old", &request.old);
    file.set_object(Role::Checked, "new", &request.object);
    let report = file.check().report;
    let found: Vec<_> = report.findings.iter().map(|finding| &finding.violation).collect();
    let error = found.iter().find(|it| it.severity == Severity::Error).expect("`check` keeps its error");
    assert!(error.detail.contains(user), "{error}");
    assert_eq!((error.accepted_by, error.quirk), (Some(Semantics::Gardener), Some(quirk)));
}

/// Gardener drops expired versions before it checks the others, so the indices of its errors are lower.
#[rstest]
#[case::kubernetes("{version: 1.34.1}", "{version: 1.33.1, expirationDate: '2020-01-01T00:00:00Z'}, {version: 1.34.2}")]
#[case::image(
    "{version: 1.0.0, cri",
    "{version: 0.9.0, expirationDate: '2020-01-01T00:00:00Z', cri: [{name: containerd}], capabilityFlavors: [{architecture: [amd64]}]}, {version: 1.0.0, cri: [{name: containerd}], capabilityFlavors: [{architecture: [amd64]}]}, {version: 1.0.0, cri"
)]
#[case::unparsable(
    "{version: 1.34.1}",
    "{version: 1.33.1, expirationDate: '2020-01-01T00:00:00Z'}, {version: nightly}"
)]
fn error_behind_a_dropped_version_is_denied(#[case] before: &str, #[case] after: &str) {
    let [object, ..] = garden(&PROFILE.replace(before, after), CHILD, SHOOT);
    let none = Vec::new;
    let request = Request { object, old: Value::Null, known: none(), users: none(), gates: FeatureGates::DEFAULT };
    let registry = Arc::new(rootstock_providers::registry().unwrap());
    let [default, gardener] = [Semantics::Documented, Semantics::Gardener].map(|it| request.findings(&registry, it));
    let rules = |errors: &[String]| {
        let rules = errors.iter().filter_map(|error| Some(error.split(' ').next()?.to_owned()));
        rules.collect::<BTreeSet<String>>()
    };
    assert!(!default.is_empty() && rules(&default).is_subset(&rules(&gardener)), "{default:#?} {gardener:#?}");
}

/// Gardener compares whole specs, so a changed purpose makes it judge the Shoot again.
#[rstest]
#[case::added("spec: {purpose: testing}", "spec: {}", true)]
#[case::changed("spec: {purpose: testing}", "spec: {purpose: production}", true)]
#[case::nested("spec: {dns: {domain: a.example}}", "spec: {dns: {domain: b.example}}", true)]
#[case::unchanged("spec: {purpose: testing}", "spec: {purpose: testing}", false)]
#[case::defaulted("spec: {}", "spec: {purpose: evaluation}", false)]
#[case::label("{metadata: {annotations: {a: b}}, spec: {}}", "spec: {}", true)]
fn change_of_an_undecoded_field_is_a_change(#[case] new: &str, #[case] old: &str, #[case] is_judged: bool) {
    let [profile, _, shoot] = garden(
        PROFILE,
        CHILD,
        &SHOOT.replace("kind: NamespacedCloudProfile, name: c", "name: p").replace("type: m", "type: unknown"),
    );
    let with = |more: &str| {
        let mut shoot = shoot.clone();
        let more: Value = serde_yaml::from_str(more).unwrap();
        for part in ["metadata", "spec"] {
            for (field, value) in more[part].as_object().into_iter().flatten() {
                shoot[part][field] = value.clone();
            }
        }
        shoot
    };
    let now = "2026-06-01T00:00:00Z".parse().unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let mut analysis = Analysis::new(registry, Settings::new(Semantics::Documented, now));
    analysis.set_mode(rootstock_analysis::CheckMode::Update);
    analysis.set_object(Role::Known, "profile", &profile);
    analysis.set_object(Role::Old, "old", &with(old));
    analysis.set_object(Role::Checked, "new", &with(new));
    let findings = analysis.check().report.findings;
    assert_eq!(findings.iter().any(|finding| finding.is_error()), is_judged, "{findings:#?}");
}

/// A Shoot among the inputs uses the profile that a review changes.
#[test]
fn review_is_related_to_the_other_inputs() {
    let shoot = SHOOT.replace("kind: NamespacedCloudProfile, name: c", "name: p").replace("imum: 5", "imum: 1");
    let [old, _, shoot] = garden(PROFILE, CHILD, &shoot);
    let [new, ..] = garden(&PROFILE.replace(", {version: 1.34.2}", ""), CHILD, SHOOT);
    let review = json!({
        "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
        "request": {
            "uid": "u", "kind": {"kind": "CloudProfile"}, "operation": "UPDATE", "object": new, "oldObject": old,
        },
    });
    let review = AdmissionReview::read("review", review.to_string()).unwrap();
    let registry = rootstock_providers::registry().unwrap();
    let now = "2026-06-01T00:00:00Z".parse().unwrap();
    let mut analysis = Analysis::new(registry, Settings::new(Semantics::Documented, now));
    analysis.set_object(Role::Checked, "shoot", &shoot);
    let mut reviewing = analysis.clone();
    analysis.relate_review(&review, &mut reviewing);
    let rules = |report: rootstock_report::Report| -> Vec<_> {
        report.findings.iter().filter(|finding| finding.is_error()).map(|finding| finding.violation.rule.name).collect()
    };
    assert_eq!(rules(reviewing.review(&review, ReviewText::AsWritten).unwrap().report), ["kubernetes-version-in-use"]);
    assert_eq!(rules(analysis.check().report), ["shoot-kubernetes-version-not-offered"]);
}
