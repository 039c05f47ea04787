//! The choice of one flavor, with all candidates.

use rootstock_capability_engine::{CatalogVersion, SelectionError};
use rootstock_core_model::{ARCHITECTURE, Capabilities, FieldPath};
use rootstock_provider_api::{Candidate, ImageChoice, ImageNotFound, ImageOutcome};

use super::Missing;
use super::reference::Reference;
use crate::ProfileSide;
use crate::demand::DemandPair;
use crate::pairs::{MachineClass, VersionPair};

/// All candidate flavors, and the chosen one.
#[derive(Debug)]
pub(super) struct Choice {
    /// The candidates; the path of a flavor of the core section is empty.
    pub(super) candidates: Vec<Candidate>,
    pub(super) chosen: Result<usize, Missing>,
}

impl Choice {
    /// Returns the provider's choice.
    pub(super) fn of_provider(result: Result<ImageChoice, ImageNotFound>) -> Self {
        let (candidates, missing) = match result {
            Ok(choice) => (choice.candidates, Missing::NothingMapped),
            Err(not_found) => (not_found.candidates, Missing::from(&not_found.reason)),
        };
        let chosen = candidates.iter().position(|candidate| candidate.fate == ImageOutcome::Chosen);
        Self { candidates, chosen: chosen.ok_or(missing) }
    }

    /// Returns the choice among the flavors of the core section.
    pub(super) fn of_flavors(
        side: &ProfileSide<'_>,
        class: &MachineClass<'_>,
        pair: &VersionPair<'_>,
        place: usize,
        wish: &DemandPair,
    ) -> Option<Self> {
        let catalog = side.catalog();
        let demand = wish.demand(place)?;
        let version = compiled(side, pair, place)?;
        let written = side.version_at(*pair.places.get(place)?)?;
        let machine_type = catalog.machine_types().get(*class.places.get(place)?)?;
        let worker = wish.image().map(|_| demand.set());
        let mut quirks = side.settings.quirks;
        // These workers name no architecture, and this quirk would drop their other demands.
        quirks.selection.worker_architecture_is_separate &= worker.is_none();
        let outcomes = catalog.candidate_outcomes(machine_type, version, worker, &quirks);
        let candidates = version.flavors.iter().zip(outcomes).enumerate();
        let candidates = candidates.map(|(index, (set, outcome))| {
            let declared = written.flavors().get(index).filter(|_| version.has_flavors);
            let architecture = || catalog.vocabulary().values(set, ARCHITECTURE).map(str::to_owned).collect::<Vec<_>>();
            let capabilities = match declared {
                Some(flavor) => flavor.0.clone(),
                None if catalog.is_legacy() => Capabilities::from_iter([(ARCHITECTURE, architecture())]),
                None => Capabilities::new(),
            };
            Candidate { path: FieldPath::root(), capabilities, fate: outcome.into() }
        });
        let candidates = candidates.collect();
        let chosen = match catalog.select(machine_type, version, worker, &quirks) {
            Ok(selection) => Ok(selection.flavor),
            Err(SelectionError::NoneCompatible) => Err(Missing::Incompatible),
            Err(SelectionError::Ambiguous { .. }) => Err(Missing::Ambiguous),
        };
        Some(Self { candidates, chosen })
    }

    /// Returns the chosen flavor.
    pub(super) fn chosen(&self) -> Option<&Candidate> {
        self.candidates.get(*self.chosen.as_ref().ok()?)
    }

    /// Returns the position of the candidate that a reference belongs to.
    pub(super) fn position_of(&self, reference: &Reference<'_>) -> Option<usize> {
        let (path, capabilities) = (reference.image.path.artifact(), &reference.image.capabilities);
        let is_of = |one: &Candidate| one.path == **path && one.capabilities == *capabilities;
        self.candidates.iter().position(is_of)
    }
}

fn compiled<'s>(side: &'s ProfileSide<'_>, pair: &VersionPair<'_>, place: usize) -> Option<&'s CatalogVersion> {
    let (image, version) = *pair.places.get(place)?;
    side.catalog().images().get(image)?.versions.get(version)
}

/// Returns everything besides the machine type that the choice of a flavor depends on: the class of the version, and
/// whether it has flavors.
pub(super) fn class_of(side: &ProfileSide<'_>, pair: &VersionPair<'_>, place: usize) -> Option<(usize, bool)> {
    compiled(side, pair, place).map(|version| (version.class, version.has_flavors))
}
