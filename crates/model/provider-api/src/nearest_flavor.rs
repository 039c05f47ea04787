//! The provider's flavor that a flavor of the core half was probably meant to match.

use rootstock_capability_engine::{CapabilitySet, Vocabulary};
use rootstock_core_model::FieldPath;

use crate::entries::PlacedArtifact;

/// The maximum number of capabilities in which a nearest flavor may differ.
const MOST_DIFFERENCES: usize = 2;

/// The provider's flavor nearest to one of the core half, and its differences.
#[derive(Debug)]
pub(crate) struct Nearest {
    path: FieldPath,
    differences: Vec<CapabilityMismatch>,
}

/// A capability in which two flavors have different values.
#[derive(Debug)]
struct CapabilityMismatch {
    name: String,
    wanted: String,
    has: String,
    /// Whether the nearest flavor declares it.
    is_declared: bool,
}

impl Nearest {
    /// Returns the one among `flavors` that is nearest to `wanted`; `sets` are the flavors after defaulting.
    pub(crate) fn to(
        wanted: &CapabilitySet,
        vocabulary: &Vocabulary,
        flavors: &[PlacedArtifact<'_>],
        sets: &[CapabilitySet],
    ) -> Option<Self> {
        let differing = |set: &CapabilitySet| -> Vec<(String, String, String)> {
            let joined = |values: Vec<&str>| values.join(", ");
            let pairs = vocabulary.iter(wanted).zip(vocabulary.iter(set));
            let pairs = pairs.map(|((name, here), (_, there))| (name, here.collect(), there.collect()));
            let differing = pairs.filter(|(_, here, there): &(_, Vec<&str>, Vec<&str>)| here != there);
            differing.map(|(name, here, there)| (name.to_owned(), joined(here), joined(there))).collect()
        };
        let compared = flavors.iter().zip(sets).map(|(flavor, set)| (flavor, differing(set)));
        let (flavor, differing) = compared.min_by_key(|(_, differing)| differing.len())?;
        if differing.is_empty() || differing.len() > MOST_DIFFERENCES {
            return None;
        }
        let difference = |(name, wanted, has): (String, _, _)| {
            let is_declared = flavor.artifact.capabilities.get(&name).is_some();
            CapabilityMismatch { name, wanted, has, is_declared }
        };
        Some(Self { path: flavor.path(), differences: differing.into_iter().map(difference).collect() })
    }

    /// Suggests an edit that makes the flavor match: names the nearest flavor, its differences, and the defaults of
    /// omitted capabilities.
    pub(crate) fn help(&self) -> String {
        let told = self.differences.iter().map(|CapabilityMismatch { name, wanted, has, is_declared }| {
            let how = if *is_declared { "has" } else { "omits it, which means" };
            format!("`{name}`: here it is [{wanted}], but that flavor {how} [{has}]")
        });
        let write = self.differences.iter().map(|one| format!("`{}: [{}]`", one.name, one.wanted));
        let (told, write) = (told.collect::<Vec<_>>().join("; "), write.collect::<Vec<_>>().join(" and "));
        let path = &self.path;
        format!("the closest match is {path}, which differs in {told}; write {write} there, or change the flavor here")
    }
}
