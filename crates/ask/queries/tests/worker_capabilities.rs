//! The law that every face names the same flavor and image for a worker, whatever it asks for (GEP-54), and that a changed image of a
//! flavor is reported; over generated profiles with capabilities of the operator, of Gardener and of the provider.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use rootstock_analysis::{Analysis, Profile, ProfileKey, Role};
use rootstock_capability_engine::SelectionOutcome;
use rootstock_core_model::{Capabilities, FeatureGate, Semantics};
use rootstock_queries::{
    DiffInput, DiffQuery, DiffSides, ImagesQuery, MachineTypesQuery, MatrixCell, MatrixQuery, ProfileInput, Query as _,
    QueryContext, SelectQuery, WorkerDescription, WorkerSurroundings,
};
use rootstock_upkeep::{ProfileChange, Remapping, apply};
use serde_json::json;

/// The values of one capability in each flavor; `None` leaves it out.
type Choice = Option<&'static [&'static str]>;

const STORAGE: [Choice; 3] = [None, Some(&["nvme"]), Some(&["scsi"])];
const BOOT: [Choice; 4] = [None, None, Some(&["secure"]), Some(&["standard", "secure"])];
const GPU: [Choice; 5] = [None, None, Some(&["nvidia"]), Some(&["none", "nvidia"]), Some(&["amd", "intel"])];
const TRUSTED: [Choice; 3] = [None, None, Some(&["enabled"])];

const NAMES: [&str; 4] = ["storage", "gardener-bootType", "gardener-gpuSupport", "openstack-trustedLaunch"];

fn capabilities() -> impl Strategy<Value = Vec<(&'static str, &'static [&'static str])>> {
    let choices = (
        prop::sample::select(&STORAGE[..]),
        prop::sample::select(&BOOT[..]),
        prop::sample::select(&GPU[..]),
        prop::sample::select(&TRUSTED[..]),
    );
    choices.prop_map(|(storage, boot, gpu, trusted)| {
        NAMES
            .into_iter()
            .zip([storage, boot, gpu, trusted])
            .filter_map(|(name, values)| Some((name, values?)))
            .collect()
    })
}

#[derive(Debug, Clone)]
struct World {
    /// The distinct capabilities of the flavors.
    flavors: Vec<serde_json::Value>,
    machine_types: Vec<serde_json::Value>,
}

fn world() -> impl Strategy<Value = World> {
    (prop::collection::vec(capabilities(), 1..6), prop::collection::vec(capabilities(), 1..3)).prop_map(
        |(flavors, machine_types)| {
            let mut distinct = BTreeSet::new();
            let object = |capabilities: Vec<(&str, &[&str])>| {
                json!(capabilities.into_iter().collect::<std::collections::BTreeMap<_, _>>())
            };
            let flavors = flavors.into_iter().filter(|flavor| distinct.insert(format!("{flavor:?}")));
            World {
                flavors: flavors.map(object).collect(),
                machine_types: machine_types.into_iter().map(object).collect(),
            }
        },
    )
}

impl World {
    fn text(&self, image_of: impl Fn(usize) -> String) -> String {
        let mapped = self.flavors.iter().enumerate().map(
            |(index, flavor)| json!({"capabilities": flavor, "regions": [{"name": "europe", "id": image_of(index)}]}),
        );
        let machine_types = self.machine_types.iter().enumerate().map(|(index, capabilities)| {
            json!({"name": format!("m{index}"), "cpu": "2", "gpu": "0", "memory": "4Gi", "capabilities": capabilities})
        });
        let profile = json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "workshop"},
            "spec": {
                "type": "openstack",
                "machineCapabilities": [
                    {"name": "architecture", "values": ["amd64"]}, {"name": "storage", "values": ["nvme", "scsi"]}],
                "kubernetes": {"versions": [{"version": "1.34.1"}]},
                "machineImages": [{"name": "plain", "updateStrategy": "major", "versions": [
                    {"version": "1.0.0", "cri": [{"name": "containerd"}], "capabilityFlavors": self.flavors}]}],
                "machineTypes": machine_types.collect::<Vec<_>>(),
                "regions": [{"name": "europe", "zones": [{"name": "a"}]}],
                "providerConfig": {
                    "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
                    "keystoneURL": "https://keystone.example/v3",
                    "constraints": {"floatingPools": [{"name": "public"}], "loadBalancerProviders": [{"name": "haproxy"}]},
                    "machineImages": [{"name": "plain", "versions": [
                        {"version": "1.0.0", "capabilityFlavors": mapped.collect::<Vec<_>>()}]}],
                },
            },
        });
        format!("{profile:#}\n")
    }
}

fn asked(semantics: Semantics) -> QueryContext {
    let mut asked = QueryContext::new(semantics, "2026-06-01T00:00:00Z".parse().unwrap());
    asked.settings.gates = asked.settings.gates.with(FeatureGate::WorkerCapabilities, true);
    asked
}

fn read(text: &str, asked: QueryContext) -> (Analysis, Arc<Profile>) {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), asked.settings);
    analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    let profile = analysis.profile(&ProfileKey::global("workshop")).unwrap();
    (analysis, profile)
}

/// Returns every kind of worker that a user can describe.
fn workers() -> Vec<WorkerDescription> {
    let mut workers = Vec::new();
    for secure_boot in [false, true] {
        for gpu in [None, Some("none"), Some("nvidia"), Some("amd"), Some("intel")] {
            for trusted in [false, true] {
                let config = json!({
                    "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "WorkerConfig",
                    "trustedLaunch": {"enabled": true},
                });
                workers.push(WorkerDescription {
                    secure_boot,
                    gpu: gpu.map(str::to_owned),
                    provider_config: trusted.then_some(config),
                    ..WorkerDescription::default()
                });
            }
        }
    }
    workers
}

/// Returns the flavor and the image that a worker gets, after checking that all questions agree.
fn selected(over: ProfileInput<'_>, machine_type: &str, worker: &WorkerDescription) -> Option<(usize, String)> {
    let region = Some("europe".to_owned());
    let query = SelectQuery {
        machine_type: machine_type.to_owned(),
        image: "plain".to_owned(),
        version: Some("1.0.0".to_owned()),
        region: region.clone(),
        worker: worker.clone(),
    };
    let answer = query.ask(over).unwrap().versions.remove(0);
    let flavor = match answer.explanation.outcome {
        SelectionOutcome::Selected { flavor, .. } => Some(flavor),
        _ => None,
    };
    let image = answer.provider_image.and_then(|image| image.reference().map(str::to_owned));
    let selected = flavor.map(|flavor| (flavor, image.expect("an image")));
    // The matrix of everything, as data.
    let matrix =
        MatrixQuery { region: region.clone(), worker: worker.clone(), ..MatrixQuery::default() }.ask(over).unwrap();
    let row = matrix.rows.iter().find(|row| row.machine_types.iter().any(|name| name == machine_type)).unwrap();
    let in_matrix = match row.cells[0] {
        MatrixCell::Yes { flavor } => Some(flavor),
        _ => None,
    };
    assert_eq!(in_matrix, flavor, "matrix");
    let surroundings = WorkerSurroundings { region, ..WorkerSurroundings::default() };
    let query = ImagesQuery {
        machine_type: machine_type.to_owned(),
        surroundings: surroundings.clone(),
        worker: worker.clone(),
    };
    let images = query.ask(over).unwrap().options.options;
    let node = |node: &rootstock_admission::NodeImage| {
        Some((node.flavor.as_ref()?.index?, node.reference.as_ref()?.value.clone()))
    };
    assert_eq!(images.first().and_then(|option| node(&option.node)), selected, "images");
    let query = MachineTypesQuery {
        image: "plain".to_owned(),
        version: "1.0.0".to_owned(),
        zones: Vec::new(),
        surroundings,
        worker: worker.clone(),
    };
    let options = query.ask(over).unwrap().options.options;
    let option = options.iter().find(|option| option.name == machine_type);
    assert_eq!(option.and_then(|option| node(&option.node)), selected, "machine types");
    selected
}

/// Returns whether a comparison mentions an image.
fn is_reported(world: &World, exchanged: usize, asked: QueryContext) -> bool {
    let (_, old) = read(&world.text(|index| format!("id-{index}")), asked);
    let of = |index| if index == exchanged { "exchanged".to_owned() } else { format!("id-{index}") };
    let (mut after, new) = read(&world.text(of), asked);
    let sides = DiffSides::new(&old, &mut after, &new, [Vec::new(), Vec::new(), Vec::new()]);
    let registry = rootstock_providers::registry().unwrap();
    let answer = DiffQuery {}.ask(DiffInput { sides: &sides, shoots: None, registry: &registry, asked }).unwrap();
    let changes = answer.head.changes;
    let special = changes.special_workers.iter().flat_map(|workers| &workers.selections);
    let images: BTreeSet<String> = changes
        .selections
        .iter()
        .chain(special)
        .flat_map(|group| &group.blocks)
        .flat_map(|block| &block.images)
        .flat_map(|image| image.from.iter().chain(&image.to).cloned())
        .collect();
    let expected = [format!("id-{exchanged}"), "exchanged".to_owned()];
    assert!(images.iter().all(|image| expected.contains(image)), "another flavor changes: {images:?}");
    !images.is_empty()
}

/// Workers that ask for no GPU rank flavors otherwise than workers that do not ask.
#[test]
fn exchange_for_workers_that_ask_for_a_neutral_value_is_reported() {
    let world = World {
        flavors: vec![
            json!({"gardener-bootType": ["secure"], "gardener-gpuSupport": ["none", "nvidia"], "storage": ["scsi"]}),
            json!({"gardener-bootType": ["secure"]}),
        ],
        machine_types: vec![json!({"storage": ["scsi"]})],
    };
    assert!(is_reported(&world, 1, asked(Semantics::Documented)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_flavor_has_same_workers_and_image_everywhere(world in world(), gardener in any::<bool>()) {
        let asked = asked(if gardener { Semantics::Gardener } else { Semantics::Documented });
        let (_, profile) = read(&world.text(|index| format!("id-{index}")), asked);
        let over = ProfileInput { profile: &profile, asked };
        let mut reachable = BTreeSet::new();
        for worker in workers() {
            for index in 0..world.machine_types.len() {
                let Some((flavor, image)) = selected(over, &format!("m{index}"), &worker) else { continue };
                prop_assert_eq!(image, format!("id-{}", flavor));
                reachable.insert(flavor);
            }
        }
        for flavor in 0..world.flavors.len() {
            // The editor's hover, with the requirements by name.
            let workers = over.workers_with_flavor("plain", "1.0.0", flavor).unwrap();
            prop_assert_eq!(workers.is_some(), reachable.contains(&flavor), "flavor {}", flavor);
            if let Some(workers) = workers {
                let worker =
                    WorkerDescription { worker_capabilities: workers.capabilities, ..WorkerDescription::default() };
                for machine_type in &workers.machine_types {
                    prop_assert_eq!(selected(over, machine_type, &worker), Some((flavor, format!("id-{flavor}"))));
                }
            }
            prop_assert_eq!(is_reported(&world, flavor, asked), reachable.contains(&flavor), "flavor {}", flavor);
        }
    }

    #[test]
    fn remapped_reference_replaces_only_images_with_its_capabilities(world in world(), number in any::<prop::sample::Index>()) {
        let asked = asked(Semantics::Documented);
        let (analysis, profile) = read(&world.text(|index| format!("id-{index}")), asked);
        let number = number.index(world.flavors.len());
        let capabilities: Capabilities = serde_json::from_value(world.flavors[number].clone()).unwrap();
        let change: ProfileChange = ProfileChange::Map(Remapping {
            name: "plain@1.0.0".parse().unwrap(),
            references: vec![serde_json::from_value(json!({
                "region": "europe", "capabilities": capabilities, "reference": "exchanged"})).unwrap()],
        });
        // Findings are another matter.
        let rules: Vec<&str> = Vec::new();
        let Ok(result) = apply(&analysis, &profile, &[change], &rules) else { return Ok(()) };
        for (index, reference) in result.profile.image_references().iter().enumerate() {
            let own = &world.flavors[index];
            let neutral = |name: &str| match name {
                "storage" => json!(["nvme", "scsi"]),
                "gardener-bootType" => json!(["standard"]),
                "gardener-gpuSupport" => json!(["none"]),
                _ => json!(["disabled"]),
            };
            let covers = capabilities.iter().all(|(name, values)| {
                own.get(name).cloned().unwrap_or_else(|| neutral(name)) == json!(values)
            });
            let expected = if covers { "exchanged".to_owned() } else { format!("id-{index}") };
            prop_assert_eq!(&reference.value, &expected, "flavor {}", index);
        }
    }
}
