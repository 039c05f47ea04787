//! Generated profiles, independent of the provider's format.

use std::collections::BTreeSet;

use rootstock_core_model::{ARCHITECTURE, Capabilities, VALID_ARCHITECTURES};

use super::dice::Dice;
use super::question::Question;
use super::subject::Subject;
use rootstock_provider_api::LegacyArchitecture;

/// A profile.
#[derive(Debug, Clone)]
pub(super) struct Scenario {
    /// The registered capabilities; empty in a legacy profile.
    pub(super) definitions: Vec<(String, Vec<String>)>,
    pub(super) regions: Vec<String>,
    pub(super) images: Vec<ScenarioImage>,
    pub(super) machines: Vec<Machine>,
}

/// A machine image that the provider section maps.
#[derive(Debug, Clone)]
pub struct ScenarioImage {
    /// The name.
    pub name: String,
    /// The versions.
    pub versions: Vec<ScenarioVersion>,
}

/// A version of a [`ScenarioImage`].
#[derive(Debug, Clone)]
pub struct ScenarioVersion {
    /// The version.
    pub version: String,
    /// The flavors.
    pub flavors: Vec<ScenarioFlavor>,
    /// Whether the provider section has this version in the legacy format.
    pub legacy: bool,
}

/// An image artifact: its capabilities and its references.
#[derive(Debug, Clone)]
pub struct ScenarioFlavor {
    /// The capabilities.
    pub capabilities: Capabilities,
    /// Pairs of a region and a reference.
    pub regions: Vec<(String, String)>,
    /// The reference for regions that have none of their own.
    pub everywhere: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) struct Machine {
    pub(super) name: String,
    pub(super) capabilities: Capabilities,
    pub(super) architecture: Option<String>,
}

/// The degree of validity of a [`Scenario`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Validity {
    /// Every flavor has one value of each capability, so no two fit the same machine.
    Exact,
    /// No two flavors are equal, each is for one architecture, and each is available in every region.
    Sound,
    /// Anything that can be decoded: equal flavors, empty value lists, regions without images.
    Wild,
}

const REGIONS: [&str; 3] = ["north", "south", "west"];
const EXTRA_CAPABILITIES: [(&str, &[&str]); 3] =
    [("hypervisor", &["virtualized", "baremetal"]), ("boot", &["uefi", "bios"]), ("storage", &["nvme", "scsi", "ide"])];

fn owned(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

impl Scenario {
    /// Returns an empty profile.
    pub(super) const fn empty() -> Self {
        Self { definitions: Vec::new(), regions: Vec::new(), images: Vec::new(), machines: Vec::new() }
    }

    /// Returns a profile with only regions.
    fn sized(size: usize) -> Self {
        Self { regions: owned(REGIONS.split_at(1 + size.min(2)).0), ..Self::empty() }
    }

    /// Generates a profile with capabilities; a larger `size` makes a larger profile.
    pub(super) fn with_capabilities(subject: &Subject, size: usize, validity: Validity, dice: &mut Dice) -> Self {
        let mut definitions = vec![(ARCHITECTURE.to_owned(), owned(&VALID_ARCHITECTURES))];
        if validity != Validity::Exact && dice.once_in(3) {
            definitions = vec![(ARCHITECTURE.to_owned(), owned(VALID_ARCHITECTURES.split_at(1).0))];
        }
        let further = EXTRA_CAPABILITIES.iter().take(size.min(EXTRA_CAPABILITIES.len())).filter(|_| !dice.once_in(3));
        definitions.extend(further.map(|(name, values)| ((*name).to_owned(), owned(values))));
        // The legacy format may imply more capabilities than the architecture. Next to flavors, those must be registered.
        let implied = subject.provider.extension().legacy_format.map_or(&[][..], |format| format.capabilities);
        let registers = implied.is_empty() || dice.once_in(2);
        definitions
            .extend(implied.iter().filter(|_| registers).map(|(name, values)| ((*name).to_owned(), owned(values))));
        let mut scenario = Self { definitions, ..Self::sized(size) };
        let mixes = registers
            && validity != Validity::Wild
            && subject.provider.extension().mixes_formats()
            && subject.legacy_architecture().is_some();
        let mut labels = Labels(0);
        for image in 0..=dice.below(size.min(3)) {
            let versions = 0..=dice.below(size.min(3));
            let versions = versions.map(|version| {
                let legacy = mixes && dice.once_in(4);
                let flavors = if legacy {
                    scenario.by_architecture(subject, dice, &mut labels)
                } else {
                    scenario.flavors(subject, size, validity, dice, &mut labels)
                };
                ScenarioVersion { version: format!("1.{version}.0"), flavors, legacy }
            });
            let versions = versions.collect();
            scenario.images.push(ScenarioImage { name: format!("image-{image}"), versions });
        }
        for machine in 0..2 + size.min(4) {
            let capabilities = scenario.capabilities(validity, dice);
            scenario.machines.push(Machine { name: format!("machine-{machine}"), capabilities, architecture: None });
        }
        scenario
    }

    /// Generates a profile without capabilities.
    pub(super) fn legacy(subject: &Subject, size: usize, dice: &mut Dice) -> Self {
        let mut scenario = Self::sized(size);
        let mut labels = Labels(0);
        for image in 0..=dice.below(size.min(3)) {
            let versions = (0..=dice.below(size.min(3))).map(|version| ScenarioVersion {
                version: format!("1.{version}.0"),
                flavors: scenario.by_architecture(subject, dice, &mut labels),
                legacy: true,
            });
            let versions = versions.collect();
            scenario.images.push(ScenarioImage { name: format!("image-{image}"), versions });
        }
        for architecture in VALID_ARCHITECTURES {
            scenario.machines.push(Machine {
                name: format!("machine-{architecture}"),
                capabilities: Capabilities::new(),
                architecture: Some(architecture.to_owned()),
            });
        }
        scenario
    }

    /// Generates flavors that the legacy format can express: one for each of some architectures.
    fn by_architecture(&self, subject: &Subject, dice: &mut Dice, labels: &mut Labels) -> Vec<ScenarioFlavor> {
        let place = subject.legacy_architecture();
        let nowhere = place.is_none_or(|place| place == LegacyArchitecture::Nowhere);
        let registered = self.definitions.iter().find(|(name, _)| name == ARCHITECTURE);
        let mut architectures = registered.map_or_else(|| owned(&VALID_ARCHITECTURES), |(_, values)| values.clone());
        if nowhere || dice.once_in(3) {
            architectures.truncate(1);
        }
        let shared = subject.sample().everywhere.map(|_| labels.next(subject));
        let regional = subject.sample().regional.is_some();
        let share = place.is_some_and(|place| place != LegacyArchitecture::Version);
        // With a global reference, regional ones may be omitted, but for all architectures alike.
        let (first, others) = self.regions.split_at(usize::from(regional).min(self.regions.len()));
        let others = others.iter().filter(|_| regional && (shared.is_none() || !dice.once_in(3)));
        let written: Vec<&String> = first.iter().chain(others).collect();
        let mut flavors = Vec::new();
        for architecture in architectures {
            flavors.push(ScenarioFlavor {
                capabilities: [(ARCHITECTURE, [architecture])].into_iter().collect(),
                regions: written.iter().map(|region| ((*region).clone(), labels.next(subject))).collect(),
                // A single entry for all architectures has one reference for all of them.
                everywhere: shared.clone().map(|one| if share { one } else { labels.next(subject) }),
            });
        }
        flavors
    }

    fn flavors(
        &self,
        subject: &Subject,
        size: usize,
        validity: Validity,
        dice: &mut Dice,
        labels: &mut Labels,
    ) -> Vec<ScenarioFlavor> {
        let mut seen = BTreeSet::new();
        let mut flavors = Vec::new();
        for _ in 0..=dice.below(2 + size) {
            let capabilities = self.capabilities(validity, dice);
            if validity != Validity::Wild && !seen.insert(self.defaulted(&capabilities)) {
                continue;
            }
            let (regional, everywhere) = (subject.sample().regional.is_some(), subject.sample().everywhere.is_some());
            let missing = |dice: &mut Dice| validity == Validity::Wild && dice.once_in(3);
            let mut flavor = ScenarioFlavor { capabilities, regions: Vec::new(), everywhere: None };
            if everywhere && !(regional && dice.once_in(2)) {
                flavor.everywhere = Some(labels.next(subject));
            }
            for region in self.regions.iter().filter(|_| regional) {
                if !missing(dice) {
                    flavor.regions.push((region.clone(), labels.next(subject)));
                }
            }
            flavors.push(flavor);
        }
        flavors
    }

    /// Generates the capabilities of a flavor or a machine type.
    fn capabilities(&self, validity: Validity, dice: &mut Dice) -> Capabilities {
        let mut capabilities = Capabilities::new();
        for (name, values) in &self.definitions {
            let is_architecture = name == ARCHITECTURE;
            let values = match validity {
                Validity::Exact => dice.one(values).cloned().into_iter().collect(),
                Validity::Sound if is_architecture => dice.one(values).cloned().into_iter().collect(),
                Validity::Sound | Validity::Wild if dice.once_in(3) => continue,
                Validity::Sound => dice.at_least_one(values),
                Validity::Wild => dice.some(values),
            };
            capabilities.insert(name.clone(), values);
        }
        capabilities
    }

    /// Whether the core section of a profile without capabilities allows machines of the question's architecture.
    pub(super) fn is_for(&self, question: &Question) -> bool {
        let version = self.images.iter().filter(|image| image.name == question.image).flat_map(|image| &image.versions);
        let flavors =
            version.filter(|version| version.version == question.version).flat_map(|version| &version.flavors);
        let mut architectures = flavors.filter_map(|flavor| flavor.capabilities.get(ARCHITECTURE)).flatten();
        architectures.any(|one| Some(one) == question.architecture.as_ref())
    }

    /// Returns a capability map with defaults filled in, restricted to the registered capabilities.
    pub(super) fn defaulted(&self, capabilities: &Capabilities) -> Vec<BTreeSet<String>> {
        let definitions = self.definitions.iter();
        definitions.map(|(name, values)| capabilities.get(name).unwrap_or(values).iter().cloned().collect()).collect()
    }
}

/// A generator of distinct references.
struct Labels(usize);

impl Labels {
    fn next(&mut self, subject: &Subject) -> String {
        self.0 += 1;
        subject.sample().reference.replace("{}", &format!("kit-{}", self.0))
    }
}
