//! The bastion: its machine type must be available, and an image must fit it.

use rootstock_capability_engine::Vocabulary;
use rootstock_core_model::{
    ARCHITECTURE, CloudProfileSpec, FieldPath, MachineImage, MachineImageVersion, MachineType, Path, Region, Source,
    Violation, listed,
};
use rootstock_versioning::{Classification, Timestamp};

use crate::AdviceSubject;

rootstock_core_model::rules! {
    /// Without a bastion, users cannot log in to the nodes there.
    BASTION_MACHINE_TYPE_UNAVAILABLE: Warning, since "0.1.0", Source::Rootstock;
    /// A bastion that cannot be created anywhere.
    BASTION_WITHOUT_IMAGE: Warning, since "0.1.0", Source::Rootstock;
}

pub(crate) fn check(subject: &AdviceSubject<'_>, advice: &mut Vec<Violation>) {
    let spec = &subject.core.profile.spec;
    let named = spec.bastion.as_ref().and_then(|bastion| bastion.machine_type.as_ref());
    if let Some(named) = named {
        let path = FieldPath::root().field("spec").field("bastion").field("machineType").field("name");
        let chosen = ChosenType { name: &named.name, path, is_named: true };
        advice.extend(unavailable(spec, &chosen));
    }
    // Other extensions do not read the bastion from the profile.
    if !subject.config.is_some_and(|config| config.extension().creates_bastions) {
        return;
    }
    let choice = BastionChoice { spec, now: subject.core.settings.now, vocabulary: None }.with_vocabulary();
    let machine_type = match named {
        Some(named) => spec.types().iter().enumerate().find(|(_, machine_type)| machine_type.name == named.name),
        None => choice.machine_type(),
    };
    let Some((index, machine_type)) = machine_type else { return };
    let path = FieldPath::root().field("spec").field("machineTypes").index(index);
    let name = machine_type.name.as_str();
    if named.is_none() {
        advice.extend(unavailable(spec, &ChosenType { name, path: path.clone(), is_named: false }));
    }
    // A named image that does not fit is an error.
    let names_image = spec.bastion.as_ref().is_some_and(|bastion| bastion.machine_image.is_some());
    if names_image || spec.images().iter().any(|image| choice.fits(image, machine_type)) {
        return;
    }
    let why = if named.is_some() { "the bastion" } else { CHOICE };
    let detail = format!(
        "no supported image version fits `{name}`, the machine type of {why}: bastions cannot be created anywhere"
    );
    advice.push(
        at(&BASTION_WITHOUT_IMAGE, path, name, detail)
            .with_help("set `spec.bastion.machineType` to a machine type that a supported image version fits"),
    );
}

/// The choice of Gardener where the profile names no machine type.
const CHOICE: &str =
    "bastions that Gardener chooses without `spec.bastion.machineType`, because it has the fewest CPUs";

/// The machine type of bastions.
struct ChosenType<'a> {
    name: &'a str,
    path: FieldPath,
    /// Whether the profile names it; otherwise Gardener chooses it.
    is_named: bool,
}

/// Reports the regions in which no zone has the machine type.
fn unavailable(spec: &CloudProfileSpec, chosen: &ChosenType<'_>) -> Option<Violation> {
    let lacks = |region: &&Region| {
        let mut zones = region.zones.iter().flatten().peekable();
        let has_zones = zones.peek().is_some();
        has_zones && zones.all(|zone| zone.unavailable_machine_types.iter().flatten().any(|name| name == chosen.name))
    };
    let regions: Vec<&str> = spec.regions.iter().flatten().filter(lacks).map(|region| region.name.as_str()).collect();
    if regions.is_empty() {
        return None;
    }
    let (name, items) = (chosen.name, regions);
    let regions = listed(&items);
    let (detail, help) = if chosen.is_named {
        (
            format!(
                "machine type `{name}` is not available in any zone of {regions}: bastions cannot be created there"
            ),
            "choose a machine type that is available in every region",
        )
    } else {
        (
            format!(
                "machine type `{name}` is not available in any zone of {regions}, and it is the machine type of \
                 {CHOICE}: bastions cannot be created there"
            ),
            "set `spec.bastion.machineType` to a machine type that is available in every region",
        )
    };
    let violation = at(&BASTION_MACHINE_TYPE_UNAVAILABLE, chosen.path.clone(), name, detail);
    Some(violation.with_items(items).with_help(help))
}

fn at(rule: &'static rootstock_core_model::Rule, path: FieldPath, name: &str, detail: String) -> Violation {
    let mut violation = Violation::advice(rule, &Path::object(), name, detail);
    violation.path = path;
    violation
}

/// Gardener's choice of a machine type and an image for bastions (`GetMachineSpecFromCloudProfile`).
struct BastionChoice<'a> {
    spec: &'a CloudProfileSpec,
    now: Timestamp,
    /// `None` without capabilities.
    vocabulary: Option<Vocabulary>,
}

impl<'a> BastionChoice<'a> {
    fn with_vocabulary(mut self) -> Self {
        self.vocabulary = self.spec.has_capabilities().then(|| Vocabulary::new(self.spec.capability_definitions()));
        self
    }

    /// Returns the usable machine type with the fewest CPUs, and its index: the first one whatever its architecture, later ones
    /// only if a supported image version exists for their architecture.
    fn machine_type(&self) -> Option<(usize, &'a MachineType)> {
        let supported = self.classified_architectures();
        let mut chosen: Option<(usize, &MachineType)> = None;
        for (index, machine_type) in self.spec.types().iter().enumerate() {
            let Some(architecture) = self.architecture(machine_type) else { continue };
            let is_better = |(_, best): (usize, &MachineType)| {
                cpus(machine_type) < cpus(best) && (supported.is_empty() || supported.contains(&architecture))
            };
            if machine_type.usable != Some(false) && chosen.is_none_or(is_better) {
                chosen = Some((index, machine_type));
            }
        }
        chosen
    }

    /// Returns the architectures of versions that are explicitly classified as supported.
    fn classified_architectures(&self) -> Vec<&'a str> {
        let image = self.spec.bastion.as_ref().and_then(|bastion| bastion.machine_image.as_ref());
        let is_meant = |one: &&MachineImage| image.is_none_or(|image| image.name == one.name);
        let images = self.spec.images().iter().filter(is_meant);
        let versions = images.flat_map(|image| image.offered()).filter(|version| {
            let wanted = image.and_then(|image| image.version.as_deref());
            let is_classified = version.classification.is_some();
            wanted.is_none_or(|wanted| wanted == version.version) && is_classified && self.is_supported(version)
        });
        versions.flat_map(|version| self.architectures(version)).collect()
    }

    fn is_supported(&self, version: &MachineImageVersion) -> bool {
        version.lifecycle().at(self.now) == Classification::Supported
    }

    /// Returns whether a supported version of the image fits the machine type.
    fn fits(&self, image: &MachineImage, machine_type: &MachineType) -> bool {
        let Some(architecture) = self.architecture(machine_type) else { return true };
        image.offered().iter().any(|version| {
            self.is_supported(version)
                && self.architectures(version).contains(&architecture)
                && self.shares_capabilities(version, machine_type)
        })
    }

    fn shares_capabilities(&self, version: &MachineImageVersion, machine_type: &MachineType) -> bool {
        let Some(vocabulary) = self.vocabulary.as_ref().filter(|_| !version.flavors().is_empty()) else { return true };
        let own = vocabulary.compile(&machine_type.capabilities);
        version.flavors().iter().any(|flavor| vocabulary.compatible(&vocabulary.compile(&flavor.0), &own))
    }

    /// Returns the registered architectures; empty without capabilities.
    fn registered(&self) -> &'a [String] {
        let definitions = self.spec.capability_definitions().iter();
        definitions.rev().find(|one| one.name == ARCHITECTURE).map_or(&[], |one| one.values.as_slice())
    }

    /// Returns the only architecture of a machine type; `None` if it has several, or none.
    fn architecture(&self, machine_type: &'a MachineType) -> Option<&'a str> {
        match machine_type.capabilities.get(ARCHITECTURE).unwrap_or(self.registered()) {
            [only] => Some(only),
            _ => machine_type.architecture.as_deref().filter(|architecture| !architecture.is_empty()),
        }
    }

    fn architectures(&self, version: &'a MachineImageVersion) -> Vec<&'a str> {
        let of_flavors =
            version.flavors().iter().flat_map(|flavor| flavor.0.get(ARCHITECTURE).unwrap_or(self.registered()));
        let of_flavors: Vec<&str> = of_flavors.map(String::as_str).collect();
        if !of_flavors.is_empty() {
            return of_flavors;
        }
        match version.legacy_architectures() {
            [] => self.registered().iter().map(String::as_str).collect(),
            written => written.iter().map(String::as_str).collect(),
        }
    }
}

/// Returns the CPUs, rounded up as Gardener compares them.
fn cpus(machine_type: &MachineType) -> i128 {
    const BILLION: i128 = 1_000_000_000;
    machine_type
        .cpu
        .to_nanos()
        .map_or(i128::MAX, |nanos| nanos.div_euclid(BILLION) + i128::from(nanos.rem_euclid(BILLION) != 0))
}
