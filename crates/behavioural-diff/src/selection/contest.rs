//! One selection with all who took part in it.

use rootstock_capability_engine::{CatalogVersion, Outcome};
use rootstock_core_model::{ARCHITECTURE, Capabilities, FieldPath};
use rootstock_provider_api::{Candidate, Fate, ImageChoice, ImageNotFound};

use super::Missing;
use super::chooser::Reference;
use crate::ProfileSide;
use crate::pairs::{MachineClass, VersionPair};

/// Everyone who took part, and who was taken.
#[derive(Debug)]
pub(super) struct Contest {
    pub(super) contenders: Vec<Contender>,
    pub(super) answer: Result<usize, Missing>,
}

/// A flavor that took part.
#[derive(Debug)]
pub(super) struct Contender {
    pub(super) capabilities: Capabilities,
    /// Where the artifact stands; the empty path for a flavor of the core half.
    path: FieldPath,
    pub(super) fate: Fate,
}

impl Contest {
    /// The provider's choice.
    pub(super) fn of_provider(result: Result<ImageChoice, ImageNotFound>) -> Self {
        let (candidates, missing) = match result {
            Ok(choice) => (choice.candidates, Missing::NothingMapped),
            Err(not_found) => (not_found.candidates, Missing::from(&not_found.reason)),
        };
        let contenders =
            candidates.into_iter().map(|Candidate { path, capabilities, fate }| Contender { capabilities, path, fate });
        let contenders: Vec<Contender> = contenders.collect();
        let taken = contenders.iter().position(|contender| contender.fate == Fate::Chosen);
        Self { contenders, answer: taken.ok_or(missing) }
    }

    /// The choice among the flavors of the core half.
    pub(super) fn of_flavors(
        side: &ProfileSide<'_>,
        class: &MachineClass<'_>,
        pair: &VersionPair<'_>,
        place: usize,
    ) -> Option<Self> {
        let catalog = side.catalog();
        let version = compiled(side, pair, place)?;
        let written = side.version_at(*pair.places.get(place)?)?;
        let machine_type = catalog.machine_types().get(*class.places.get(place)?)?;
        let explanation = catalog.explain(machine_type, version, None, &side.settings.quirks);
        let mut contenders = Vec::new();
        for (index, set) in version.flavors().iter().enumerate() {
            let declared = written.flavors().get(index).filter(|_| version.has_flavors());
            let architecture = || catalog.vocabulary().values(set, ARCHITECTURE).map(str::to_owned).collect::<Vec<_>>();
            let capabilities = match declared {
                Some(flavor) => flavor.0.clone(),
                None if catalog.is_legacy() => Capabilities::from_iter([(ARCHITECTURE, architecture())]),
                None => Capabilities::new(),
            };
            let empty = explanation
                .capabilities
                .iter()
                .find(|row| row.flavors.get(index).is_some_and(|values| values.effective.is_empty()));
            let fate = match (&explanation.outcome, empty) {
                (Outcome::Selected { flavor }, _) if *flavor == index => Fate::Chosen,
                (Outcome::Ambiguous { flavors }, _) if flavors.contains(&index) => Fate::Ambiguous,
                (_, Some(row)) => Fate::Incompatible {
                    capability: row.capability.clone(),
                    offered: row.flavors.get(index).map(|values| values.own.clone()).unwrap_or_default(),
                    wanted: row.machine_type.clone(),
                },
                _ => {
                    let out = explanation.walk.iter().find(|step| {
                        step.standings.iter().any(|standing| standing.flavor == index)
                            && !step.remaining.contains(&index)
                    });
                    Fate::Outranked { capability: out.map(|step| step.capability.clone()) }
                }
            };
            contenders.push(Contender { capabilities, path: FieldPath::root(), fate });
        }
        let answer = match explanation.outcome {
            Outcome::Selected { flavor } => Ok(flavor),
            Outcome::NoneCompatible => Err(Missing::Incompatible),
            Outcome::Ambiguous { .. } => Err(Missing::Ambiguous),
        };
        Some(Self { contenders, answer })
    }

    /// Who was taken.
    pub(super) fn taken(&self) -> Option<&Contender> {
        self.contenders.get(*self.answer.as_ref().ok()?)
    }

    /// The contender that a reference belongs to.
    pub(super) fn position_of(&self, reference: &Reference) -> Option<usize> {
        let is_of =
            |one: &Contender| one.path == reference.artifact && one.capabilities == reference.image.capabilities;
        self.contenders.iter().position(is_of)
    }
}

fn compiled<'s>(side: &'s ProfileSide<'_>, pair: &VersionPair<'_>, place: usize) -> Option<&'s CatalogVersion> {
    let (image, version) = *pair.places.get(place)?;
    side.catalog().images().get(image)?.versions().get(version)
}

/// Where in memory the flavors of a version stand: the same for versions of one profile with equal flavors.
pub(super) fn flavors_at(side: &ProfileSide<'_>, pair: &VersionPair<'_>, place: usize) -> usize {
    compiled(side, pair, place).map_or(0, |version| version.flavors().as_ptr() as usize)
}
