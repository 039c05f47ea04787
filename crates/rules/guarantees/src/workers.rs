//! Workers that differ only in names: the machine types with equal declarations, and the demands that a worker can have.

use std::collections::{HashMap, HashSet};
use std::fmt;

use rootstock_core_model::{ARCHITECTURE, MachineType, VALID_ARCHITECTURES};
use rootstock_judge::{CompiledProfile, Judge, Pool, PoolContext, PoolProperties};
use rootstock_worker_capabilities::Property;

/// The demands of a worker that do not depend on its machine type (GEP-54). Without the gate `WorkerCapabilities`, every
/// worker has the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Wish {
    pub(crate) has_secure_boot: bool,
    pub(crate) is_in_place: bool,
    pub(crate) gpu_type: Option<&'static str>,
}

impl Wish {
    /// Returns every combination of the demands that the profile knows, those with the fewest demands first. Demands in a
    /// worker's `providerConfig` are not among them.
    pub(crate) fn all(profile: &CompiledProfile) -> Vec<Self> {
        let mut all = vec![Self::default()];
        for entry in profile.catalog().built_in() {
            let with: Vec<Self> = match entry.property {
                Property::SecureBoot(_) => all.iter().map(|wish| Self { has_secure_boot: true, ..*wish }).collect(),
                Property::UpdateStrategy(_) => all.iter().map(|wish| Self { is_in_place: true, ..*wish }).collect(),
                Property::GpuType => {
                    let types = entry.values.iter().filter(|value| **value != entry.neutral());
                    types.flat_map(|gpu| all.iter().map(move |wish| Self { gpu_type: Some(gpu), ..*wish })).collect()
                }
                Property::ProviderConfig => Vec::new(),
            };
            all.extend(with);
        }
        all.sort_by_key(Self::demands);
        all
    }

    /// Returns the number of demands.
    pub(crate) fn demands(&self) -> usize {
        usize::from(self.has_secure_boot) + usize::from(self.is_in_place) + usize::from(self.gpu_type.is_some())
    }
}

impl fmt::Display for Wish {
    /// Writes the demands, separated by commas; nothing without any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let demands =
            [self.has_secure_boot.then_some("secureBoot"), self.is_in_place.then_some("inPlace"), self.gpu_type];
        let demands: Vec<&str> = demands.into_iter().flatten().collect();
        f.write_str(&demands.join(","))
    }
}

/// Machine types on which workers of one architecture boot alike.
#[derive(Debug)]
pub(crate) struct MachineClass<'p> {
    /// The architecture of the workers; `None` if it is unknown.
    pub(crate) architecture: Option<&'p str>,
    /// The capabilities that the machine types restrict, with their values, sorted by name.
    pub(crate) label: String,
    /// The machine types, in the order of the profile.
    pub(crate) machine_types: Vec<&'p MachineType>,
}

impl<'p> MachineClass<'p> {
    /// Returns the classes of all machine types, in the order of the profile. A machine type with several architectures has a
    /// class for each. Machine types with equal labels are kept apart if `distinguish` returns different keys for them.
    pub(crate) fn all<K: Eq + std::hash::Hash>(
        profile: &'p CompiledProfile,
        mut distinguish: impl FnMut(&'p MachineType) -> K,
    ) -> Vec<Self> {
        let mut classes: Vec<Self> = Vec::new();
        let mut labels: HashMap<usize, Vec<(Option<&'p str>, String)>> = HashMap::new();
        let mut numbers: HashMap<(String, K), usize> = HashMap::new();
        for (index, machine_type) in profile.spec().types().iter().enumerate() {
            // Only the first one of a repeated name counts.
            let is_first = profile.machine_type(&machine_type.name).is_some_and(|(_, first)| first.index == index);
            let Some(class) = profile.provider_class(index).filter(|_| is_first) else { continue };
            let labels = labels.entry(class).or_insert_with(|| labels_of(profile, machine_type));
            for (architecture, label) in labels {
                let next = classes.len();
                match classes.get_mut(*numbers.entry((label.clone(), distinguish(machine_type))).or_insert(next)) {
                    Some(class) => class.machine_types.push(machine_type),
                    None => classes.push(Self {
                        architecture: *architecture,
                        label: label.clone(),
                        machine_types: vec![machine_type],
                    }),
                }
            }
        }
        classes
    }
}

/// Returns the architectures that a worker on a machine type can have, each with the label of its class.
fn labels_of<'p>(profile: &'p CompiledProfile, machine_type: &'p MachineType) -> Vec<(Option<&'p str>, String)> {
    let vocabulary = profile.catalog().catalog().vocabulary();
    let Some((_, compiled)) = profile.machine_type(&machine_type.name) else { return Vec::new() };
    let set = &compiled.capabilities;
    let mut restricted: Vec<(String, String)> = Vec::new();
    for capability in vocabulary.capabilities().iter().filter(|capability| capability.name() != ARCHITECTURE) {
        let mut values: Vec<&str> = vocabulary.values(set, capability.name()).collect();
        let all: HashSet<&str> = capability.values().iter().map(String::as_str).collect();
        if values.len() != capability.values().len() || !values.iter().all(|value| all.contains(value)) {
            values.sort_unstable();
            restricted.push((capability.name().to_owned(), values.join("|")));
        }
    }
    let by_provider = profile.config().map(|config| config.legacy_machine_type(&machine_type.name)).unwrap_or_default();
    restricted.extend(by_provider.iter().map(|(name, values)| (name.to_owned(), values.join("|"))));
    let architectures: Vec<Option<&str>> = match profile.architecture_of(machine_type) {
        Some(only) => vec![Some(only)],
        None => {
            vocabulary.values(set, ARCHITECTURE).filter(|one| VALID_ARCHITECTURES.contains(one)).map(Some).collect()
        }
    };
    let architectures = if architectures.is_empty() { vec![None] } else { architectures };
    let labels = architectures.into_iter().map(|architecture| {
        let mut all = restricted.clone();
        all.extend(architecture.map(|architecture| (ARCHITECTURE.to_owned(), architecture.to_owned())));
        all.sort_unstable();
        let all: Vec<String> = all.into_iter().map(|(name, values)| format!("{name}={values}")).collect();
        (architecture, all.join(","))
    });
    labels.collect()
}

/// Returns the pool of a new worker.
pub(crate) fn pool<'p>(
    judge: Judge<'p>,
    machine_type: &'p MachineType,
    architecture: Option<&'p str>,
    wish: Wish,
    (region, kubernetes_version): (&'p str, &'p str),
) -> Pool<'p> {
    let properties = PoolProperties {
        machine_type: &machine_type.name,
        architecture,
        is_in_place: wish.is_in_place,
        has_secure_boot: wish.has_secure_boot,
        gpu_type: wish.gpu_type,
        ..PoolProperties::default()
    };
    Pool::new(judge, properties, PoolContext { region, kubernetes_version, ..PoolContext::default() })
}
