//! Shoots that a profile admits.

use rootstock_conformance_kit::Dice;
use rootstock_core_model::{FeatureGate, RawObject, Shoot, UpdateStrategy, Worker, WorkerContainerRuntime, WorkerCri};
use rootstock_core_model::{WorkerGpu, WorkerKubernetes};
use serde_json::{Value, json};

use super::{Source, World};
use crate::judge::Judge;

/// The number of attempts with another region and Kubernetes version; a Shoot without workers is a valid world, too.
const ATTEMPTS: usize = 4;

const OPENSTACK: &str = "openstack.provider.extensions.gardener.cloud/v1alpha1";

/// Returns a Shoot as stored after its creation: its workers choose from their offers; workers without offers are
/// omitted.
pub(super) fn admitted(source: &Source<'_>, world: &World, dice: &mut Dice) -> Value {
    let mut document = Value::Null;
    for _ in 0..ATTEMPTS {
        let (attempt, has_workers) = attempt(source, world, dice);
        document = attempt;
        if has_workers {
            break;
        }
    }
    document
}

/// Returns a Shoot in one region with one Kubernetes version, and whether it has workers.
fn attempt(source: &Source<'_>, world: &World, dice: &mut Dice) -> (Value, bool) {
    let spec = &world.profile["spec"];
    let pick = |list: &Value, field: &str, dice: &mut Dice| {
        let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
        dice.one(items).map(|item| item[field].clone()).unwrap_or_default()
    };
    let kubernetes = pick(&spec["kubernetes"]["versions"], "version", dice);
    let mut document = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
        "metadata": {"name": "shoot", "namespace": "garden-dev"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "profile"},
            "region": pick(&spec["regions"], "name", dice),
            "kubernetes": {"version": kubernetes},
            "maintenance": {"autoUpdate": {
                "kubernetesVersion": !dice.once_in(3), "machineImageVersion": !dice.once_in(3),
            }},
            "provider": {"type": source.provider, "workers": []},
        },
    });
    if source.provider == "openstack" {
        // Matches the sample of the plug-in.
        let (pool, balancer) = match document["spec"]["region"].as_str() {
            Some("north") => ("north-1", "haproxy"),
            Some("south") => ("south", "octavia"),
            _ => ("public", "haproxy"),
        };
        let config = |kind: &str| json!({"apiVersion": OPENSTACK, "kind": kind});
        let provider = &mut document["spec"]["provider"];
        provider["infrastructureConfig"] = config("InfrastructureConfig");
        provider["infrastructureConfig"]["floatingPoolName"] = pool.into();
        provider["infrastructureConfig"]["networks"] = json!({"workers": "10.250.0.0/19"});
        provider["controlPlaneConfig"] = config("ControlPlaneConfig");
        provider["controlPlaneConfig"]["loadBalancerProvider"] = balancer.into();
    }
    let empty = World { shoot: document.clone(), ..world.clone() };
    let Some(objects) = source.read(&empty) else { return (document, false) };
    let judge = Judge::new(&objects);
    let mut shoot: Shoot = objects.shoot.clone();
    for number in 0..1 + dice.below(3) {
        let mut wanted = worker(source, world, number, dice);
        let machine_type = dice.one(objects.spec.types()).map(|machine_type| machine_type.name.clone());
        wanted.machine.machine_type = machine_type.unwrap_or_default();
        let offers = judge.offers(&wanted);
        let Some(offer) = dice.one(&offers.offered) else { continue };
        let mut larger = shoot.clone();
        larger.spec.provider.workers.push(offer.image.on(&wanted));
        if let Some(created) = judge.created(&larger) {
            shoot = created;
        }
    }
    let has_workers = !shoot.spec.provider.workers.is_empty();
    (serde_json::to_value(&shoot).unwrap_or(document), has_workers)
}

fn worker(source: &Source<'_>, world: &World, number: usize, dice: &mut Dice) -> Worker {
    let mut worker = Worker { name: format!("worker-{number}"), minimum: 1, maximum: 2, ..Worker::default() };
    worker.zones = if dice.once_in(2) { vec!["a".to_owned()] } else { vec!["a".to_owned(), "b".to_owned()] };
    if dice.once_in(5) {
        let runtimes = dice.at_least_one(&["gvisor", "kata"]).into_iter();
        let container_runtimes = runtimes.map(|one| WorkerContainerRuntime { runtime_type: one.to_owned() }).collect();
        worker.cri = Some(WorkerCri { name: "containerd".to_owned(), container_runtimes });
    }
    if dice.once_in(4) {
        let strategies = [UpdateStrategy::AutoInPlaceUpdate, UpdateStrategy::ManualInPlaceUpdate];
        worker.update_strategy = dice.one(&strategies).cloned();
    }
    if dice.once_in(3) {
        let versions = world.profile["spec"]["kubernetes"]["versions"].as_array();
        let version = versions.and_then(|versions| dice.one(versions)).and_then(|one| one["version"].as_str());
        worker.kubernetes = Some(WorkerKubernetes { version: version.map(str::to_owned), kubelet: None });
    }
    if world.gates.enabled(FeatureGate::WorkerCapabilities) {
        worker.machine.secure_boot = dice.once_in(4).then_some(true);
        let gpu = dice.once_in(6).then(|| if dice.once_in(3) { "none" } else { "nvidia" });
        worker.machine.gpu = gpu.map(|gpu_type| WorkerGpu { gpu_type: gpu_type.to_owned() });
        if source.provider == "openstack" && dice.once_in(4) {
            let config = json!({"apiVersion": OPENSTACK, "kind": "WorkerConfig", "trustedLaunch": {"enabled": true}});
            worker.provider_config = RawObject::from_serialize(&config).ok();
        }
    }
    worker
}
