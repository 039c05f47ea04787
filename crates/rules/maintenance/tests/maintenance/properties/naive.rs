//! Documented maintenance of a machine image, implemented naively on the objects from the documents' description.

use rootstock_core_model::{Capabilities, CloudProfileSpec, MachineImageVersion, Worker};
use rootstock_judge::ObstacleKind;
use rootstock_versioning::{Classification, Constraint, Operator, Timestamp, Version, compare_versions};

fn version(text: &str) -> Version {
    text.parse().unwrap()
}

/// A capability of the proposal: name and values, with the neutral value first.
const RESERVED: [(&str, &[&str]); 3] = [
    ("gardener-bootType", &["standard", "secure"]),
    ("gardener-updateType", &["rolling", "inPlace"]),
    ("gardener-gpuSupport", &["none", "nvidia", "amd", "intel"]),
];

/// The first filter that drops a version of the worker's image; `gate` is `WorkerCapabilities`.
pub(super) fn dropped_by(
    spec: &CloudProfileSpec,
    worker: &Worker,
    kubelet: &str,
    text: &str,
    gate: bool,
) -> Option<ObstacleKind> {
    let image = worker.machine.image.as_ref().unwrap();
    let offered = spec.images().iter().find(|it| it.name == image.name).unwrap();
    let found = offered.offered().iter().find(|it| it.version == text).unwrap();
    let kubelet = worker.kubernetes_version().unwrap_or(kubelet);
    hardware(spec, worker, found, gate)
        .or_else(|| (!runtimes(worker, found)).then_some(ObstacleKind::ContainerRuntime))
        .or_else(|| {
            let constraint = found.kubelet_version_constraint.as_ref()?.parse::<Constraint>().unwrap();
            (!constraint.accepts(&version(kubelet))).then_some(ObstacleKind::Kubelet)
        })
        .or_else(|| {
            (worker.is_in_place() && !in_place(found, image.version.as_deref().unwrap()))
                .then_some(ObstacleKind::InPlace)
        })
}

fn hardware(spec: &CloudProfileSpec, worker: &Worker, found: &MachineImageVersion, gate: bool) -> Option<ObstacleKind> {
    let machine_type = spec.types().iter().find(|it| it.name == worker.machine.machine_type).unwrap();
    let mut definitions: Vec<(String, Vec<String>)> =
        spec.capability_definitions().iter().map(|it| (it.name.clone(), it.values.clone())).collect();
    let mut hardware = machine_type.capabilities.clone();
    let mut flavors: Vec<Capabilities> = found.flavors().iter().map(|flavor| flavor.0.clone()).collect();
    let or_amd64 = |list: &[String]| if list.is_empty() { vec!["amd64".to_owned()] } else { list.to_vec() };
    if definitions.is_empty() {
        definitions.push(("architecture".to_owned(), vec!["amd64".to_owned(), "arm64".to_owned()]));
        let architecture = machine_type.architecture.clone().unwrap_or_else(|| "amd64".to_owned());
        hardware.insert("architecture", vec![architecture]);
        let architectures = or_amd64(found.legacy_architectures());
        flavors = architectures.iter().map(|it| [("architecture", [it])].into_iter().collect()).collect();
    } else if flavors.is_empty() {
        flavors.push(Capabilities::new());
    }
    let of =
        |map: &Capabilities, name: &str, all: &[String]| map.get(name).map_or_else(|| all.to_vec(), <[String]>::to_vec);
    let all = &definitions.iter().find(|(name, _)| name == "architecture").unwrap().1;
    let architecture =
        worker.machine.architecture.clone().unwrap_or_else(|| match &of(&hardware, "architecture", all)[..] {
            [only] => only.clone(),
            _ => "amd64".to_owned(),
        });
    let fits_registered = |flavor: &Capabilities| {
        definitions.iter().all(|(name, all)| {
            let (flavor, hardware) = (of(flavor, name, all), of(&hardware, name, all));
            let wanted = |value: &String| name != "architecture" || *value == architecture;
            flavor.iter().any(|value| hardware.contains(value) && wanted(value))
        })
    };
    let fits_reserved = |flavor: &Capabilities| {
        RESERVED.iter().all(|(name, values)| {
            let all: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            let mut implied = vec![values[0].to_owned()];
            if *name == "gardener-updateType" && found.in_place_updates.as_ref().is_some_and(|it| it.supported) {
                implied.push("inPlace".to_owned());
            }
            let (flavor, hardware) = (of(flavor, name, &implied), of(&hardware, name, &all));
            let wanted = match *name {
                "gardener-bootType" if worker.machine.secure_boot == Some(true) => vec!["secure"],
                "gardener-bootType" => vec!["standard"],
                "gardener-updateType" if worker.is_in_place() => vec!["inPlace"],
                "gardener-updateType" => vec!["rolling"],
                _ => worker.machine.gpu.as_ref().map_or_else(|| values.to_vec(), |gpu| vec![gpu.gpu_type.as_str()]),
            };
            flavor.iter().any(|value| hardware.contains(value) && wanted.contains(&value.as_str()))
        })
    };
    let fits = flavors.iter().any(fits_registered);
    let fits_jointly = flavors.iter().any(|flavor| fits_registered(flavor) && (!gate || fits_reserved(flavor)));
    let exists = flavors.iter().any(|flavor| of(flavor, "architecture", all).contains(&architecture));
    match (fits, exists) {
        _ if fits_jointly => None,
        (true, _) => Some(ObstacleKind::WorkerCapabilities),
        (false, true) => Some(ObstacleKind::Capabilities),
        (false, false) => Some(ObstacleKind::Architecture),
    }
}

fn runtimes(worker: &Worker, found: &MachineImageVersion) -> bool {
    let wanted: Vec<&str> =
        worker.cri.iter().flat_map(|cri| &cri.container_runtimes).map(|it| it.runtime_type.as_str()).collect();
    let offered: Vec<&str> = found
        .cri
        .iter()
        .flatten()
        .flat_map(|cri| cri.container_runtimes.iter().flatten())
        .map(|it| it.runtime_type.as_str())
        .collect();
    wanted.iter().all(|wanted| offered.contains(wanted))
}

fn in_place(found: &MachineImageVersion, current: &str) -> bool {
    let Some(in_place) = &found.in_place_updates else { return false };
    let reaches = |minimum: &String| compare_versions(minimum, Operator::LessOrEqual, current).unwrap();
    in_place.supported && (found.version == current || in_place.min_version_for_update.as_ref().is_some_and(reaches))
}

/// The target version of the worker's image, `-` for none, `failure`.
pub(super) fn image(
    spec: &CloudProfileSpec,
    worker: &Worker,
    kubelet: &str,
    auto: bool,
    now: Timestamp,
    gate: bool,
) -> String {
    let image = worker.machine.image.as_ref().unwrap();
    let Some(offered) = spec.images().iter().find(|it| it.name == image.name) else { return "failure".to_owned() };
    if spec.types().iter().all(|it| it.name != worker.machine.machine_type) {
        return "failure".to_owned();
    }
    let text = image.version.as_deref().unwrap();
    let current = version(text);
    let fitting: Vec<(&str, Version, Classification)> = offered
        .offered()
        .iter()
        .filter(|it| dropped_by(spec, worker, kubelet, &it.version, gate).is_none())
        .map(|it| (it.version.as_str(), version(&it.version), it.lifecycle().at(now)))
        .collect();
    let in_use = fitting.iter().find(|(found, ..)| *found == text);
    let forced = in_use.is_none_or(|(_, _, classification)| *classification == Classification::Expired);
    if !forced && !auto {
        return "-".to_owned();
    }
    let usable = fitting.iter().filter(|(_, version, classification)| {
        *version > current && !matches!(classification, Classification::Preview | Classification::Unavailable)
    });
    let usable: Vec<_> = usable.collect();
    let best = |condition: &dyn Fn(&Version) -> bool| {
        let live = usable.iter().filter(|(_, version, it)| *it != Classification::Expired && condition(version));
        live.max_by_key(|(_, version, it)| (*it != Classification::Deprecated, version.clone())).map(|found| found.0)
    };
    let same_major = |it: &Version| it.major() == current.major();
    let same_minor = |it: &Version| same_major(it) && it.minor() == current.minor();
    let strategy = offered.update_strategy.as_deref().unwrap();
    // An automatic update comes first, also from an expired version.
    let automatic = auto.then(|| {
        best(&same_minor).or_else(|| match strategy {
            "minor" => best(&same_major),
            "major" => best(&|_| true),
            _ => None,
        })
    });
    if let Some(target) = automatic.flatten() {
        return target.to_owned();
    }
    // In documented semantics: the levels in order, and in each the latest live version or else, if forced, the latest
    // expired one.
    if forced && strategy == "major" {
        let latest = usable.iter().max_by_key(|(_, version, _)| version.clone());
        if latest.is_some_and(|(_, _, it)| *it == Classification::Expired) {
            return "failure".to_owned();
        }
    }
    let of_level = |condition: &dyn Fn(&Version) -> bool| {
        let dead = usable.iter().filter(|(_, version, _)| forced && condition(version));
        best(condition).or_else(|| dead.max_by_key(|(_, version, _)| version.clone()).map(|found| found.0))
    };
    let found = of_level(&same_minor).or_else(|| match strategy {
        "minor" => of_level(&same_major),
        "major" => best(&|_| true),
        _ => None,
    });
    if let Some(target) = found {
        return target.to_owned();
    }
    if !forced {
        return "-".to_owned();
    }
    let level = |it: &Version| if strategy == "patch" { it.minor() } else { it.major() };
    let reachable = |it: &Version| match strategy {
        "patch" => same_major(it) && it.minor() > current.minor(),
        "minor" => it.major() > current.major(),
        _ => false,
    };
    let nearest =
        usable.iter().filter(|(_, version, _)| reachable(version)).map(|(_, version, _)| level(version)).min();
    let on_it = usable.iter().filter(|(_, version, _)| reachable(version) && Some(level(version)) == nearest);
    let target = on_it.max_by_key(|(_, version, it)| (*it != Classification::Expired, version.clone()));
    target.map_or_else(|| "failure".to_owned(), |found| found.0.to_owned())
}
