//! The Shoots that may exist: one for each version and everything that its update path depends on.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rootstock_core_model::{MachineImage, MachineImageVersion, Settings};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{ShootRow, WorkerRow};
use rootstock_versioning::{Classification, Version, VersionLifecycle};
use rootstock_worker_capabilities::Property;

use crate::proposal::rules::VersionUsers;

/// The Kubernetes version of Shoots for which it does not matter.
const ANY_KUBERNETES: &str = "1.0.0";

/// Returns Shoots without workers for each version of Kubernetes; and for each version of each changed image Shoots with a
/// worker pool, one for each combination of properties that decide whether an image fits. Skips parts that are equal in both
/// profiles, and removed versions that are not known to be in use: Gardener would refuse to remove a version in use.
pub(super) fn possible_shoots<'p>(
    before: &'p CompiledProfile,
    after: &'p CompiledProfile,
    users: &'p VersionUsers,
    settings: &'p Settings,
) -> impl Iterator<Item = ShootRow<'p>> {
    let changes_kubernetes = before.kubernetes() != after.kubernetes();
    let kubernetes = kubernetes(after, users, settings);
    let control_planes: Vec<&str> = if changes_kubernetes { kubernetes.clone() } else { Vec::new() };
    let control_planes = control_planes
        .into_iter()
        .map(|version| ShootRow { kubernetes_version: Cow::Borrowed(version), ..ShootRow::default() });
    let images = before.spec().images().iter().filter(move |image| {
        let same = after.spec().images().iter().find(|other| other.name == image.name) == Some(*image);
        !same || (changes_kubernetes && has_constraints(image))
    });
    let requirements = WorkerRequirements::of(before, settings);
    let pools = images.flat_map(move |image| {
        let kubelets = if has_constraints(image) { kubernetes.clone() } else { vec![newest(before, settings)] };
        let left = after.spec().images().iter().find(|other| other.name == image.name);
        let workers =
            workers(image, &machine_types(before), &versions(&image.name, left, users, settings), &requirements);
        regions(before, image).into_iter().flat_map(move |region| shoots(region, &workers, &kubelets))
    });
    control_planes.chain(pools)
}

/// Returns the Shoots of a region, each with one of the worker pools and one of the versions of Kubernetes.
fn shoots<'p>(region: &'p str, workers: &[WorkerRow<'p>], kubelets: &[&'p str]) -> Vec<ShootRow<'p>> {
    let of_worker = |worker: &WorkerRow<'p>| {
        let worker = worker.clone();
        kubelets.iter().map(move |kubelet| ShootRow {
            region: region.into(),
            kubernetes_version: Cow::Borrowed(*kubelet),
            workers: vec![worker.clone()],
            ..ShootRow::default()
        })
    };
    workers.iter().flat_map(of_worker).collect()
}

fn may_be_used(is: &Classification, is_in_use: bool, users: &VersionUsers) -> bool {
    is_in_use || !users.are_all_known || *is != Classification::Expired
}

fn kubernetes<'p>(profile: &'p CompiledProfile, users: &'p VersionUsers, settings: &Settings) -> Vec<&'p str> {
    let in_use = || users.in_use.iter().filter(|one| one.name.image.is_none()).map(|one| one.name.version.as_str());
    let offered = profile.kubernetes().iter().filter(|one| {
        let is_in_use = in_use().any(|version| version == one.version);
        may_be_used(&one.lifecycle().at(settings.now), is_in_use, users)
    });
    let all: BTreeSet<&str> = offered.map(|one| one.version.as_str()).chain(in_use()).collect();
    all.into_iter().collect()
}

/// Returns the newest version of Kubernetes, preferably one that keeps its classification while images change.
fn newest<'p>(profile: &'p CompiledProfile, settings: &Settings) -> &'p str {
    let keeps_classification = |lifecycle: VersionLifecycle<'_>| {
        lifecycle.at(settings.now) != Classification::Expired && lifecycle.transitions(settings.now).is_empty()
    };
    let all = profile.kubernetes().iter().filter_map(|one| Some((one, one.version.parse::<Version>().ok()?)));
    let best = all.max_by(|(one, version), (other, other_version)| {
        (keeps_classification(one.lifecycle()), version).cmp(&(keeps_classification(other.lifecycle()), other_version))
    });
    best.map_or(ANY_KUBERNETES, |(one, _)| one.version.as_str())
}

fn has_constraints(image: &MachineImage) -> bool {
    image.offered().iter().any(|version| version.kubelet_version_constraint.is_some())
}

/// Returns the remaining versions of an image that may be in use. Versions that are missing in the profile have only a name.
fn versions<'p>(
    name: &'p str,
    left: Option<&'p MachineImage>,
    users: &'p VersionUsers,
    settings: &Settings,
) -> Vec<NamedVersion<'p>> {
    let in_use = || {
        let own = users.in_use.iter().filter(|one| one.name.image.as_deref() == Some(name));
        own.map(|one| one.name.version.as_str())
    };
    let offered = left.into_iter().flat_map(MachineImage::offered).filter(|one| {
        let is_in_use = in_use().any(|version| version == one.version);
        may_be_used(&one.lifecycle().at(settings.now), is_in_use, users)
    });
    let mut all: Vec<_> = offered.map(|one| (one.version.as_str(), Some(one))).collect();
    for version in in_use() {
        if all.iter().all(|(known, _)| *known != version) {
            all.push((version, None));
        }
    }
    all
}

/// Returns one machine type of each class that images can distinguish.
fn machine_types(profile: &CompiledProfile) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let types = profile.spec().types().iter().filter(|one| {
        let Some((machine_type, compiled)) = profile.machine_type(&one.name) else { return false };
        let architecture = profile.architecture_of(machine_type).map(str::to_owned);
        seen.insert((format!("{:?}", compiled.class), profile.provider_class(compiled.index), architecture))
    });
    types.map(|one| one.name.as_str()).collect()
}

/// Returns one region for each set of image versions that the provider maps; a profile without regions has one without a name.
fn regions<'p>(profile: &'p CompiledProfile, image: &MachineImage) -> Vec<&'p str> {
    let own: Vec<_> = profile.image_references().iter().filter(|one| *one.image == *image.name).collect();
    let mut seen = BTreeSet::new();
    let regions = profile.spec().regions.iter().flatten().filter(|region| {
        let here = own.iter().filter(|one| one.region.as_ref() == Some(&region.name));
        let mapped: BTreeSet<String> = here.map(|one| format!("{} {:?}", one.version, one.capabilities)).collect();
        seen.insert(mapped)
    });
    let regions: Vec<&str> = regions.map(|region| region.name.as_str()).collect();
    if regions.is_empty() { vec![""] } else { regions }
}

/// The name of an image version, with its entry in the profile, if any.
type NamedVersion<'p> = (&'p str, Option<&'p MachineImageVersion>);

/// Returns the workers with one of the versions on one of the machine types.
fn workers<'p>(
    image: &'p MachineImage,
    machine_types: &[&'p str],
    versions: &[NamedVersion<'p>],
    requirements: &WorkerRequirements,
) -> Vec<WorkerRow<'p>> {
    let of_type = |machine_type: &'p str| {
        versions.iter().flat_map(move |version| workers_of(image, *version, machine_type, requirements))
    };
    machine_types.iter().flat_map(|machine_type| of_type(machine_type)).collect()
}

/// Worker capabilities beyond the machine type (GEP-54), except those of `providerConfig`.
struct WorkerRequirements {
    secure_boot: bool,
    gpus: Vec<&'static str>,
}

impl WorkerRequirements {
    fn of(profile: &CompiledProfile, settings: &Settings) -> Self {
        let has_gate = settings.gates.worker_capabilities;
        let entries = profile.catalog().built_in_catalog().entries.iter().filter(|_| has_gate);
        let gpus = entries.filter(|entry| entry.property == Property::GpuType);
        let gpus = gpus.flat_map(|entry| entry.values.iter().copied().filter(|value| *value != entry.neutral()));
        Self { secure_boot: has_gate, gpus: gpus.collect() }
    }
}

/// Returns the workers that may have a version: with each of its container runtimes, with and without in-place updates, with
/// and without secure boot, and with each GPU.
fn workers_of<'p>(
    image: &'p MachineImage,
    (version, offered): NamedVersion<'p>,
    machine_type: &'p str,
    requirements: &WorkerRequirements,
) -> Vec<WorkerRow<'p>> {
    let plain = WorkerRow {
        machine_type: machine_type.into(),
        image_name: Some(image.name.as_str().into()),
        image_version: Some(version.into()),
        ..WorkerRow::default()
    };
    let mut all = vec![plain.clone()];
    for cri in offered.iter().flat_map(|one| one.cri.iter().flatten()) {
        let with_cri = WorkerRow { cri: Some(cri.name.as_str().into()), ..plain.clone() };
        all.extend(cri.container_runtimes.iter().flatten().map(|runtime| WorkerRow {
            container_runtimes: vec![runtime.runtime_type.as_str().into()],
            ..with_cri.clone()
        }));
        all.push(with_cri);
    }
    if offered.is_some_and(|one| one.in_place_updates.is_some()) {
        all.push(WorkerRow { is_in_place: true, ..plain.clone() });
    }
    all.extend(requirements.gpus.iter().map(|gpu| WorkerRow { gpu_type: Some((*gpu).into()), ..plain.clone() }));
    if requirements.secure_boot {
        all.push(WorkerRow { has_secure_boot: true, ..plain });
    }
    all
}
