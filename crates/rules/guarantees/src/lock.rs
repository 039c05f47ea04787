//! The lock: the image that each class of workers boots, as text with one line for each decision.

mod changes;
mod findings;
mod promotion;
mod reader;
mod text;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rootstock_capability_engine::SelectionError;
use rootstock_core_model::{Capabilities, FeatureGates, GardenerRelease, Semantics, Settings};
use rootstock_judge::{CompiledProfile, ImageVersionName, Judge, Offer, Pool};
use rootstock_versioning::Timestamp;

pub use changes::{LockChange, LockChangeKind, LockSubject, RegionMove};
pub use findings::{lock_findings, lock_rules, unlockable};
pub use promotion::{LockPromotion, LockScope, LockedReference, PromotedVersion, promotion};
pub use reader::LockError;

use crate::workers::{MachineClass, Wish, pool};

/// The name for all regions, in which a reference is the same.
pub(crate) const EVERYWHERE: &str = "*";

/// The images that the workers of some profiles boot.
///
/// The text of a lock has one line for each decision, sorted by names, so that comments, the order of lists and the passing of
/// time change no line, and another image for a class of workers changes exactly one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The settings that the decisions were made under.
    pub settings: LockSettings,
    pub(crate) profiles: BTreeMap<String, LockedProfile>,
}

/// The settings of a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockSettings {
    /// The semantics.
    pub semantics: Semantics,
    /// The feature gates.
    pub gates: FeatureGates,
    /// The release of Gardener.
    pub gardener: GardenerRelease,
    /// The instant at which these settings were locked. No decision depends on it.
    pub at: Timestamp,
}

impl LockSettings {
    /// Returns the settings of a lock that is written under these semantics and settings.
    #[must_use]
    pub const fn of(semantics: Semantics, settings: &Settings) -> Self {
        Self { semantics, gates: settings.gates, gardener: settings.gardener, at: settings.now }
    }
}

/// The decisions about one profile, by the label of the class of workers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LockedProfile {
    pub(crate) regions: BTreeSet<String>,
    pub(crate) classes: BTreeMap<String, LockedClass>,
}

/// The decisions about a class of workers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LockedClass {
    /// The machine types of the class; empty for workers with special demands.
    pub(crate) machine_types: BTreeSet<String>,
    pub(crate) boots: BTreeMap<ImageVersionName, Boot>,
}

/// The decision about an image version.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Boot {
    /// The flavor of the core section, by its capabilities.
    pub(crate) flavor: String,
    /// The references by region; only [`EVERYWHERE`] if they are the same in all of them.
    pub(crate) references: BTreeMap<String, String>,
}

/// The flavor of a version without flavors.
const NO_FLAVOR: &str = "-";
/// The flavor if several are equally good, so that none is chosen.
const AMBIGUOUS: &str = "ambiguous";

impl Lock {
    /// Creates a lock without profiles.
    #[must_use]
    pub const fn new(settings: LockSettings) -> Self {
        Self { settings, profiles: BTreeMap::new() }
    }

    /// Adds the decisions about the judge's profile, in place of earlier ones.
    pub fn add(&mut self, judge: Judge<'_>) {
        self.profiles.insert(judge.profile().name().to_owned(), LockedProfile::of(judge));
    }

    /// Returns the names of the profiles.
    pub fn profiles(&self) -> impl Iterator<Item = &str> {
        self.profiles.keys().map(String::as_str)
    }

    /// Returns the number of decisions: classes of workers times the image versions that they can boot.
    #[must_use]
    pub fn decisions(&self) -> usize {
        let classes = self.profiles.values().flat_map(|profile| profile.classes.values());
        classes.map(|class| class.boots.len()).sum()
    }

    /// Returns this lock as the successor of an accepted one: with the instant of the old lock if the other settings are the
    /// same, and with the profiles that only the old lock has.
    #[must_use]
    pub fn succeeding(mut self, old: &Self) -> Self {
        if self.has_settings_of(old) {
            self.settings.at = old.settings.at;
            for (name, profile) in &old.profiles {
                self.profiles.entry(name.clone()).or_insert_with(|| profile.clone());
            }
        }
        self
    }

    /// Returns whether both locks were made under the same semantics, feature gates, and release, so that they can be compared.
    #[must_use]
    pub fn has_settings_of(&self, other: &Self) -> bool {
        self.settings == LockSettings { at: self.settings.at, ..other.settings }
    }
}

impl LockedProfile {
    fn of(judge: Judge<'_>) -> Self {
        let profile = judge.profile();
        let regions = region_names(profile);
        let mut classes: BTreeMap<String, LockedClass> = BTreeMap::new();
        let machine_classes = MachineClass::all(profile, |_| ());
        // Of a repeated version, workers boot the first one.
        let mut known = HashSet::new();
        let offers = profile.offers().filter(|offer| known.insert((offer.name(), offer.text())));
        let offers: Vec<Offer<'_>> = offers.collect();
        for wish in Wish::all(profile) {
            for class in &machine_classes {
                let Some(first) = class.machine_types.first() else { continue };
                let pools: Vec<(&str, Pool<'_>)> = regions
                    .iter()
                    .map(|region| (*region, pool(judge, first, class.architecture, wish, (*region, ""))))
                    .collect();
                let mut locked = LockedClass::default();
                for offer in &offers {
                    if let Some(boot) = Boot::of(judge, &pools, offer) {
                        locked.boots.insert(offer.named(), boot);
                    }
                }
                let label = if wish.demands() == 0 {
                    locked.machine_types = class.machine_types.iter().map(|one| one.name.clone()).collect();
                    class.label.clone()
                } else if locked.boots.is_empty() {
                    continue;
                } else {
                    format!("{} with {wish}", class.label)
                };
                classes.insert(label, locked);
            }
        }
        Self { regions: regions.into_iter().map(str::to_owned).collect(), classes }
    }
}

impl Boot {
    /// Returns the decision about an image version; `None` if such workers cannot boot it in any region.
    fn of(judge: Judge<'_>, pools: &[(&str, Pool<'_>)], offer: &Offer<'_>) -> Option<Self> {
        let (_, pool) = pools.first()?;
        let (_, machine_type) = pool.machine_type?;
        if judge.hardware(pool, offer).is_some() {
            return None;
        }
        let catalog = judge.profile().catalog();
        let flavor = match catalog.select(machine_type, offer.compiled, &pool.demand, judge.quirks()) {
            Ok(selection) => flavor_text(offer, selection.flavor),
            Err(SelectionError::Ambiguous { .. }) => AMBIGUOUS.to_owned(),
            Err(SelectionError::NoneCompatible) => NO_FLAVOR.to_owned(),
        };
        let regions: Vec<Option<&str>> = pools.iter().map(|(_, pool)| pool.region).collect();
        let choices = judge.references_in(pool, offer, &regions).unwrap_or_default();
        let knows_references = !choices.is_empty();
        let found = pools.iter().zip(choices).filter_map(|((region, _), choice)| Some((region, choice.ok()?.value)));
        let references: BTreeMap<String, String> =
            found.map(|(region, reference)| ((*region).to_owned(), reference)).collect();
        if knows_references && references.is_empty() {
            return None;
        }
        let mut values = references.values();
        let first = values.next();
        let is_everywhere = references.len() == pools.len() && values.all(|value| Some(value) == first);
        let references = match first {
            Some(only) if is_everywhere => BTreeMap::from([(EVERYWHERE.to_owned(), only.clone())]),
            _ => references,
        };
        Some(Self { flavor, references })
    }

    /// Returns the reference in a region.
    pub(crate) fn reference(&self, region: &str) -> Option<&str> {
        self.references.get(region).or_else(|| self.references.get(EVERYWHERE)).map(String::as_str)
    }
}

/// Returns the distinct names of the regions; one without a name for a profile without regions.
fn region_names(profile: &CompiledProfile) -> Vec<&str> {
    let regions = profile.spec().regions.iter().flatten().map(|region| region.name.as_str());
    let names: BTreeSet<&str> = regions.collect();
    if names.is_empty() { vec![""] } else { names.into_iter().collect() }
}

/// Returns the declared capabilities of a flavor, or its architecture in a profile without capabilities.
fn flavor_text(offer: &Offer<'_>, index: usize) -> String {
    let declared = match offer.version.flavors().get(index).filter(|_| offer.compiled.has_flavors) {
        Some(flavor) => capabilities_text(&flavor.0),
        None => match offer.version.legacy_architectures().get(index) {
            Some(architecture) => format!("architecture={architecture}"),
            None => String::new(),
        },
    };
    if declared.is_empty() { NO_FLAVOR.to_owned() } else { declared }
}

/// Writes capabilities as `name=value|value,name=value`, sorted.
fn capabilities_text(capabilities: &Capabilities) -> String {
    let mut all: Vec<String> = capabilities
        .iter()
        .map(|(name, values)| {
            let mut values = values.to_vec();
            values.sort_unstable();
            values.dedup();
            format!("{name}={}", values.join("|"))
        })
        .collect();
    all.sort_unstable();
    all.join(",")
}

/// Parses the text of a flavor.
pub(crate) fn capabilities_of(flavor: &str) -> Capabilities {
    let entries = flavor.split(',').filter_map(|entry| entry.split_once('='));
    entries.map(|(name, values)| (name.to_owned(), values.split('|').map(str::to_owned).collect::<Vec<_>>())).collect()
}
