//! The provider's flavor that a flavor of the core section was probably meant to match.

use rootstock_capability_engine::{CapabilitySet, Vocabulary};
use rootstock_core_model::FieldPath;

use crate::entries::PlacedArtifact;

/// The maximum number of capabilities in which a nearest flavor may differ.
const MAX_DIFFERENCES: usize = 2;

/// The provider's flavor nearest to one of the core section, and its differences.
#[derive(Debug)]
pub(crate) struct NearestFlavor {
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

impl NearestFlavor {
    /// Returns the one among `flavors` that is nearest to `wanted`; `sets` are the flavors after defaulting.
    pub(crate) fn search(
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
        if differing.is_empty() || differing.len() > MAX_DIFFERENCES {
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
        let reported = self.differences.iter().map(|CapabilityMismatch { name, wanted, has, is_declared }| {
            let how = if *is_declared { "has" } else { "omits it, which means" };
            format!("`{name}`: here it is [{wanted}], but that flavor {how} [{has}]")
        });
        let write = self.differences.iter().map(|one| format!("`{}: [{}]`", one.name, one.wanted));
        let (reported, write) = (reported.collect::<Vec<_>>().join("; "), write.collect::<Vec<_>>().join(" and "));
        let path = &self.path;
        format!(
            "the closest match is {path}, which differs in {reported}; write {write} there, or change the flavor here"
        )
    }
}
